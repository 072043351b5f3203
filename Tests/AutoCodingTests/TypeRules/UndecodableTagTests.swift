import AutoCoding
import Foundation
import Testing

/// What a lenient decoder does with a tag that names no case or no class.
struct UndecodableTagTests {
  typealias Road = UndecodableValueTests.Road

  enum Shape: AutoCoding, Equatable {
    case empty, circle(radius: Double), point(Point)
    static let typeRules = TypeRules(caseKey: "t")
  }

  struct Point: AutoCoding, Equatable { var x: Int }

  enum Content: AutoCoding, Equatable {
    case none, number(Int)
    static let typeRules = TypeRules(caseKey: "t", contentKey: "c")
  }

  struct Model: AutoCoding, Equatable, DefaultInitializable {
    var shape: Shape? = .empty
    var content: Content?
    var list: [Shape] = []
    var table: [String: Shape] = [:]
    var fixed = Shape.circle(radius: 1)
    var holder: Holder?
  }

  struct Holder: AutoCoding, Equatable { var shape: Shape }

  /// Objects that name no case: an unknown one, none, and what cannot be a name.
  static let unknown = [
    #"{"t": "zzz"}"#, #"{"radius": 2, "t": "zzz", "more": {"t": "circle"}}"#, #"{"radius": 2}"#, "{}", #"{"t": 5}"#,
    #"{"t": null}"#, #"{"a": [{}], "t": []}"#, "7",
  ]

  @Test("an enum with a case key is nil, or leaves the default", arguments: Road.allCases, unknown)
  func enums(road: Road, unknown: String) throws {
    for name in ["shape", "content"] {
      let text = #"{"\#(name)": \#(unknown), "fixed": {"t": "empty"}}"#
      #expect(throws: DecodingError.self) { try road.decode(Model.self, text, []) }
      let (model, issues) = try road.decode(Model.self, text, .nilForUndecodable)
      #expect(model == Model(shape: name == "shape" ? nil : .empty, fixed: .empty))
      #expect(issues == ["\(name): an undecodable value was read as nil"])
    }
    let fixed = #"{"fixed": \#(unknown), "shape": {"t": "circle", "radius": 3}}"#
    #expect(throws: DecodingError.self) { try road.decode(Model.self, fixed, .nilForUndecodable) }
    let (model, issues) = try road.decode(Model.self, fixed, .defaultsForUndecodable)
    #expect(model == Model(shape: .circle(radius: 3)))
    #expect(issues == ["fixed: an undecodable value left the default"])
  }

  @Test("elements and entries are skipped", arguments: Road.allCases, unknown)
  func elements(road: Road, unknown: String) throws {
    let text = """
      {"list": [{"t": "empty"}, \(unknown), {"t": "circle"}],
       "table": {"a": \(unknown), "b": {"t": "point", "x": 4}}}
      """
    let model = try road.decode(Lists.self, text, .skipsUndecodableElements).value
    #expect(model == Lists(list: [.empty], table: ["b": .point(Point(x: 4))]))
  }

  struct Lists: AutoCoding, Equatable {
    var list: [Shape]
    var table: [String: Shape]
  }

  @Test("a model is not given up for a tag within it", arguments: Road.allCases)
  func within(road: Road) throws {
    let lenient: AutoJSONDecoder.Leniency = [.nilForUndecodable, .defaultsForUndecodable]
    for text in [
      #"{"holder": {"shape": {"t": "zzz"}}}"#, #"{"holder": {"shape": {}}}"#,
      // The values of a case are within it, as are those of a nested object.
      #"{"shape": {"t": "point", "x": []}}"#, #"{"shape": {"t": "circle"}}"#,
    ] {
      #expect(throws: DecodingError.self, "\(text)") { try road.decode(Model.self, text, lenient) }
    }
  }

  class Vehicle: AutoCoding, DefaultInitializable {
    var wheels = 0
    class var typeRules: TypeRules { TypeRules(typeKey: "kind", types: ["car": Car.self, "van": Van.self]) }
    required init() {}
  }
  class Car: Vehicle { var doors = 4 }
  final class Van: Vehicle { var load = 1 }

  struct Garage: AutoCoding, DefaultInitializable {
    var vehicle: Vehicle? = Van()
    var car: Car?
    var all: [Vehicle] = []
    var fixed: Vehicle = Van()
    var van: Van?
    var plain: Plain?
  }

  /// Objects that name no class, or one that the declared class excludes.
  static let noClass = [#"{"kind": "boat"}"#, #"{"wheels": 4}"#, #"{"kind": 7, "wheels": 1}"#]

  @Test("an object with a type key is nil, or leaves the default", arguments: Road.allCases, noClass)
  func classes(road: Road, unknown: String) throws {
    let text = #"{"vehicle": \#(unknown)}"#
    #expect(throws: DecodingError.self) { try road.decode(Garage.self, text, []) }
    let (garage, issues) = try road.decode(Garage.self, text, .nilForUndecodable)
    #expect(garage.vehicle == nil)
    #expect(issues == ["vehicle: an undecodable value was read as nil"])
    let fixed = try road.decode(Garage.self, #"{"fixed": \#(unknown)}"#, .defaultsForUndecodable).value
    #expect(fixed.fixed is Van)
    let list = #"{"all": [{"kind": "car", "doors": 2}, \#(unknown), {"wheels": 3, "kind": "van"}]}"#
    let all = try road.decode(Garage.self, list, .skipsUndecodableElements).value.all
    #expect(all.map { "\(type(of: $0))" } == ["Car", "Van"] && all.last?.wheels == 3)
    let nested = try road.decode(
      [Garage].self, #"[{"all": [\#(unknown)]}, {"car": {"kind": "van"}}, {"car": {"kind": "car"}}]"#,
      .skipsUndecodableElements
    ).value
    #expect(nested.map { $0.car != nil } == [false, true])
  }

  struct Updated: AutoCoding, DefaultInitializable {
    var vehicle: Vehicle? = Van()
    var fixed: Vehicle = Van()
    var point: Point? = Point(x: 1)
    var plain = Point(x: 2)
    var list: [Vehicle] = [Van(), Car()]
  }

  /// Updates with a decoder of JSON and one of dictionaries.
  private func updates(_ text: String, _ leniency: AutoJSONDecoder.Leniency) throws -> [Updated] {
    let json = AutoJSONDecoder()
    (json.leniency, json.collectionUpdates) = (leniency, .merge)
    let dictionaries = DictionaryDecoder()
    (dictionaries.leniency, dictionaries.collectionUpdates) = (leniency, .merge)
    var values = [Updated(), Updated()]
    try json.update(&values[0], from: Data(text.utf8))
    let dictionary = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    try dictionaries.update(&values[1], from: #require(dictionary))
    return values
  }

  @Test("an update keeps what cannot be decoded anew", arguments: [#"{"kind": "boat"}"#, #"{"kind": []}"#, "5", "[1]"])
  func updates(unknown: String) throws {
    for name in ["vehicle", "fixed", "point", "plain"] where name != "point" && name != "plain" || unknown.first != "{"
    {
      let text = #"{"\#(name)": \#(unknown), "list": [{"wheels": 3}, {"doors": 1}]}"#
      #expect(throws: DecodingError.self) { try updates(text, []) }
      for value in try updates(text, .defaultsForUndecodable) {
        #expect(value.vehicle is Van && value.fixed is Van && value.point?.x == 1 && value.plain.x == 2)
        #expect(value.list.map(\.wheels) == [3, 0])
      }
      guard name == "vehicle" || name == "point" else { continue }
      for value in try updates(text, .nilForUndecodable) {
        #expect((value.vehicle == nil) == (name == "vehicle") && (value.point == nil) == (name == "point"))
      }
    }
    for value in try updates(#"{"list": [{"wheels": 3}, \#(unknown)]}"#, .skipsUndecodableElements) {
      #expect(value.list.map(\.wheels) == [3])
    }
    // A property of a model that is there does not fit.
    #expect(throws: DecodingError.self) { try updates(#"{"point": {"x": []}}"#, [.nilForUndecodable]) }
    // A tag of another class replaces the object.
    for value in try updates(#"{"vehicle": {"kind": "car", "doors": 3}}"#, []) {
      #expect((value.vehicle as? Car)?.doors == 3)
    }
  }

  @Test("an unknown class under $class is an error", arguments: Road.allCases)
  func namedClasses(road: Road) throws {
    for text in [#"{"van": {"$class": "Module.Boat"}}"#, #"{"plain": {"$class": "Module.Boat", "name": "b"}}"#] {
      #expect(throws: DecodingError.self, "\(text)") { try road.decode(Garage.self, text, .all) }
    }
  }

  class Plain: AutoCoding, DefaultInitializable {
    var name = ""
    required init() {}
  }

  @Test("without leniency, the path of the error has the key")
  func paths() throws {
    func path(_ text: String) -> [String]? {
      let error = #expect(throws: DecodingError.self) {
        try AutoJSONDecoder().decode(Model.self, from: Data(text.utf8))
      }
      switch error {
      case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context):
        return context.codingPath.map(\.stringValue)
      default: return nil
      }
    }
    #expect(path(#"{"shape": {"t": "zzz"}}"#) == ["shape", "t"])
    #expect(path(#"{"shape": {}}"#) == ["shape"])
    #expect(path(#"{"shape": {"t": 1}}"#) == ["shape", "t"])
  }
}

import Foundation
import Testing

@testable import AutoCoding

/// What does not fit its type is nil, or leaves the default, if the decoder is told so.
struct UndecodableValueTests {
  enum Color: String, AutoCoding { case red, green }

  enum Shape: AutoCoding, Equatable { case circle(radius: Double), empty }

  struct Address: AutoCoding, Equatable { var city: String }

  struct Model: AutoCoding, Equatable, DefaultInitializable {
    var color: Color? = .red
    var count: Int?
    var link: URL?
    var shape: Shape?
    var address: Address?
    var tags: [String]? = ["default"]
    var size = 7
    var mode = Color.green
    var list = [1, 2]
    var paths = "default"
    static let propertyRules: PropertyRules = ["paths": .key("nested.path")]
  }

  struct Ruled: AutoCoding, Equatable {
    let name: String
    var size: Int
    var color: Color
    static let propertyRules: PropertyRules = ["size": .default(3), "color": .default(Color.green)]
  }

  struct Root<T: Codable>: AutoCoding { let root: T }

  /// A decoder of dictionaries or text that is told the same.
  enum Road: CaseIterable {
    case json, dictionary

    /// - Returns: The value, and the issues as `path: kind`.
    func decode<T: Codable>(
      _ type: T.Type, _ text: String, _ leniency: AutoJSONDecoder.Leniency, limits: CodingLimits = CodingLimits()
    ) throws -> (value: T, issues: [String]) {
      switch self {
      case .json:
        let decoder = AutoJSONDecoder()
        (decoder.leniency, decoder.limits) = (leniency, limits)
        var issues: [AutoJSONDecoder.Issue] = []
        let value = try decoder.decode(type, from: Data(text.utf8), reporting: &issues)
        for issue in issues where issue.error != nil {
          #expect(issue.error?.wholePath?.map(\.stringValue).starts(with: issue.codingPath.map(\.stringValue)) == true)
        }
        return (value, issues.map { "\($0.codingPath.map(\.stringValue).joined(separator: ".")): \($0.kind)" }.sorted())
      case .dictionary:
        let decoder = DictionaryDecoder()
        (decoder.leniency, decoder.limits) = (leniency, limits)
        var issues: [DictionaryDecoder.Issue] = []
        let json = try JSONSerialization.jsonObject(with: Data("{\"root\":\(text)}".utf8)) as? [String: Any] ?? [:]
        let value = try decoder.decode(Root<T>.self, from: json, reporting: &issues)
        return (
          value.root,
          issues.map { "\($0.codingPath.dropFirst().map(\.stringValue).joined(separator: ".")): \($0.kind)" }.sorted()
        )
      }
    }
  }

  static let bad = """
    {"color": "blue", "count": {}, "link": "", "shape": {"square": {}}, "address": 5, "tags": {"a": 1},
     "size": "large", "mode": "mauve", "list": 5, "nested": {"path": 7}}
    """

  @Test("Optionals are nil", arguments: Road.allCases)
  func nilForUndecodable(road: Road) throws {
    let text = #"{"color": "blue", "count": {}, "link": "", "shape": {"square": {}}, "address": 5, "tags": {"a": 1}}"#
    #expect(throws: DecodingError.self) { try road.decode(Model.self, text, []) }
    #expect(throws: DecodingError.self) { try road.decode(Model.self, text, .defaultsForNull) }
    let (model, issues) = try road.decode(Model.self, text, .nilForUndecodable)
    var expected = Model()
    (expected.color, expected.tags) = (nil, nil)
    #expect(model == expected)
    #expect(
      issues
        == ["address", "color", "count", "link", "shape", "tags"].map { "\($0): an undecodable value was read as nil" })
    // Properties that are not Optional are errors.
    #expect(throws: DecodingError.self) { try road.decode(Model.self, #"{"size": "large"}"#, .nilForUndecodable) }
    #expect(try road.decode([Color?].self, #"["red", "blue", null]"#, .nilForUndecodable).value == [.red, nil, nil])
    #expect(
      try road.decode([String: Int?].self, #"{"a": 1, "b": []}"#, .nilForUndecodable).value == ["a": 1, "b": nil])
  }

  @Test("properties keep their defaults", arguments: Road.allCases)
  func defaultsForUndecodable(road: Road) throws {
    let (model, issues) = try road.decode(Model.self, Self.bad, .defaultsForUndecodable)
    #expect(model == Model())
    #expect(
      issues
        == ["address", "color", "count", "link", "list", "mode", "nested.path", "shape", "size", "tags"]
        .map { "\($0): an undecodable value left the default" })
    let (other, _) = try road.decode(Model.self, Self.bad, [.defaultsForUndecodable, .nilForUndecodable])
    var expected = Model()
    (expected.color, expected.tags) = (nil, nil)
    #expect(other == expected)
    // Defaults of rules, and properties without one.
    let ruled = try road.decode(Ruled.self, #"{"name": "n", "size": [], "color": "c"}"#, .defaultsForUndecodable).value
    #expect(ruled == Ruled(name: "n", size: 3, color: .green))
    #expect(throws: DecodingError.self) { try road.decode(Ruled.self, #"{"name": 1}"#, .defaultsForUndecodable) }
    // Good data is what it is.
    let good = #"{"color":"green","count":1,"size":2,"mode":"red","list":[3],"nested":{"path":"p"}}"#
    #expect(try road.decode(Model.self, good, .all).value == road.decode(Model.self, good, []).value)
  }

  @Test("entries of dictionaries are skipped as elements are", arguments: Road.allCases)
  func entries(road: Road) throws {
    let text = #"{"a": 1, "b": "x", "c": 3}"#
    #expect(throws: DecodingError.self) { try road.decode([String: Int].self, text, []) }
    let (value, issues) = try road.decode([String: Int].self, text, .skipsUndecodableElements)
    #expect(value == ["a": 1, "c": 3])
    #expect(issues == ["b: an element was skipped"])
    let pairs = #"["red", 1, "blue", 2, "green", "x", "green", 4]"#
    let colors = try road.decode([Color: Int].self, pairs, .skipsUndecodableElements)
    #expect(colors.value == [.red: 1, .green: 4])
    #expect(colors.issues == ["Index 2: an element was skipped", "Index 5: an element was skipped"])
    let models = try road.decode(
      [String: Address].self, #"{"a": {"city": "Bern"}, "b": {}, "c": {"city": 1}}"#, .skipsUndecodableElements)
    #expect(models.value == ["a": Address(city: "Bern")])
  }

  class Animal: AutoCoding { var age = 0 }

  @Test("skipped elements count in the path of an error behind them", arguments: Road.allCases)
  func pathBehindSkippedElements(road: Road) throws {
    let unknown = #"{"$class": "Unknown", "age": 1}"#
    let lists = [
      #"[{"age": "x"}, {"age": 1}, {}, \#(unknown)]"#: 3,
      #"["mauve", {"age": 1}, "red", {}, "green", \#(unknown)]"#: 5,
    ]
    for (text, index) in lists {
      let error = try #require(throws: DecodingError.self) {
        if index == 3 {
          _ = try road.decode([Animal].self, text, .skipsUndecodableElements)
        } else {
          _ = try road.decode([Color: Animal].self, text, .skipsUndecodableElements)
        }
      }
      let path = error.wholePath?.map(\.stringValue) ?? []
      #expect(path.suffix(2) == ["Index \(index)", "$class"])
    }
  }

  @Test("no whole model is given up for a property of it", arguments: Road.allCases)
  func nested(road: Road) throws {
    for text in [#"{"address": {"city": 5}}"#, #"{"address": {}}"#] {
      #expect(throws: DecodingError.self) {
        try road.decode(Model.self, text, [.nilForUndecodable, .defaultsForUndecodable])
      }
    }
  }

  struct Checked: AutoCoding, Equatable {
    var value: Int
    func didDecode() throws {
      if value < 0 {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "negative"))
      }
    }
  }

  struct Holder: AutoCoding, DefaultInitializable {
    var checked: Checked?
    var any: Any?
    var shape: Shape? = .empty
    var nests: [Nest]? = []
  }

  struct Nest: AutoCoding { var inner: [Nest] }

  struct Newer: AutoCoding, DefaultInitializable {
    var name = "n"
    static let archiveVersion = 2
  }

  struct NewerHolder: AutoCoding, DefaultInitializable { var newer: Newer? }

  @Test("limits, newer versions and what models throw are always errors", arguments: Road.allCases)
  func neverRecovered(road: Road) throws {
    #expect(throws: DecodingError.self) { try road.decode(Holder.self, #"{"checked": {"value": -1}}"#, .all) }
    #expect(throws: DecodingError.self) { try road.decode([Checked].self, #"[{"value": 1}, {"value": -1}]"#, .all) }
    // The next call is not affected.
    #expect(try road.decode([Checked].self, #"[{"value": 1}, 5]"#, .all).value == [Checked(value: 1)])
    let deep = String(repeating: #"{"inner":["#, count: 200) + String(repeating: "]}", count: 200)
    let limits = CodingLimits(maximumDepth: 100)
    let error = #expect(throws: DecodingError.self) {
      try road.decode(Holder.self, #"{"nests": [\#(deep)]}"#, .all, limits: limits)
    }
    #expect(String(describing: error).contains("maximumDepth"))
    let newer = #expect(throws: DecodingError.self) {
      try road.decode(NewerHolder.self, #"{"newer": {"$version": 3, "name": "x"}}"#, .all)
    }
    #expect(String(describing: newer).contains("newer"))
  }

  @Test("text that is no JSON is an error whatever the leniency")
  func damaged() {
    for text in [#"{"count": {]}"#, #"{"count": tru}"#, #"{"size": 1e}"#, #"{"count": [1,2}"#, #"{"count": "a"#] {
      #expect(throws: DecodingError.self, "\(text)") { try Road.json.decode(Model.self, text, .all) }
    }
  }

  final class Counted: AutoCoding, DefaultInitializable {
    nonisolated(unsafe) static var alive = 0
    var name = "a name that is long enough for the heap"
    var numbers: [Int] = []
    required init() { Self.alive += 1 }
    deinit { Self.alive -= 1 }
  }

  struct Owner: AutoCoding {
    var items: [Counted]?
    var single: Counted?
    var table: [String: [Counted]]
  }

  // All cases count in one place.
  @Test("no object is left over", .serialized, arguments: Road.allCases)
  func lifetimes(road: Road) throws {
    let object = #"{"name": "x", "numbers": [1]}"#
    let text = """
      {"items": [\(object), \(object), 5], "single": {"name": "y", "numbers": {}},
       "table": {"a": [\(object)], "b": [\(object), {"numbers": 1}], "c": 5}}
      """
    for leniency: AutoJSONDecoder.Leniency in [
      .all, [], .nilForUndecodable, .skipsUndecodableElements, [.nilForUndecodable, .skipsUndecodableElements],
    ] {
      _ = try? road.decode(Owner.self, text, leniency)
      #expect(Counted.alive == 0)
    }
  }

  @Test("an update keeps what it cannot replace")
  func update() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = [.defaultsForUndecodable]
    var model = Model()
    model.size = 12
    try decoder.update(&model, from: #"{"size": "x", "mode": "red"}"#)
    #expect(model.size == 12 && model.mode == .red)
  }
}

extension DecodingError {
  fileprivate var wholePath: [any CodingKey]? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath
    @unknown default: nil
    }
  }
}

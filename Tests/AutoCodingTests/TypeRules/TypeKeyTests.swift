import AutoCoding
import Foundation
import Testing

/// Type keys.
struct TypeKeyTests {
  /// All formats that name classes by tags.
  static let coders = TestCoder.allCases.filter { $0 != .keyedArchive }
  /// Those that read and write JSON text.
  static let jsonCoders: [TestCoder] = [.foundationJSON, .json, .jsonContainers]

  private func decode<Value: AutoCoding>(_ coder: TestCoder, _ text: String, as type: Value.Type) throws -> Value {
    try coder.decode(type, from: .data(Data(text.utf8)))
  }

  private func object(_ text: String) throws -> NSDictionary? {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
  }

  // MARK: Objects come back as what they were

  @Test("objects keep their class in properties, collections and roots", arguments: TestCoder.allCases)
  func roundTrips(coder: TestCoder) throws {
    #expect(try coder.roundTrip(Fleet.full).summary == Fleet.full.summary)
    let root: Craft = Fleet.full.first
    #expect(try coder.roundTrip(root).summary == root.summary)
    #expect(try coder.roundTrip([root, Barge()]).map(\.summary) == [root, Barge()].map(\.summary))
    #expect(try coder.roundTrip(Barge()).summary == "Barge 0 1.5")
  }

  @Test(
    "objects keep their class in property lists",
    arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func propertyLists(format: PropertyListSerialization.PropertyListFormat) throws {
    let encoder = AutoPropertyListEncoder()
    encoder.outputFormat = format
    // Enough for records to be read by a plan.
    let fleets = Array(repeating: Fleet.full, count: 8)
    let copy = try AutoPropertyListDecoder().decode([Fleet].self, from: encoder.encode(fleets))
    #expect(copy.map(\.summary) == fleets.map(\.summary))
    #expect(
      try PropertyListDecoder().decode([Fleet].self, from: encoder.encode(fleets)).map(\.summary) == copy.map(\.summary)
    )
    let list = try PropertyListSerialization.propertyList(from: encoder.encode(Fleet.full.first), format: nil)
    #expect((list as? NSDictionary)?["type"] as? String == "car")
  }

  @Test("a tag is written for every object, in place of a class key", arguments: TestCoder.jsonLike)
  func text(coder: TestCoder) throws {
    let text = #"{"doors":4,"trailer":{"load":3,"type":"truck","wheels":0},"type":"car","wheels":2}"#
    let car = Canoe()
    let truck = Barge()
    truck.load = 3
    (car.wheels, car.trailer) = (2, truck)
    #expect(try object(coder.jsonText(of: car as Craft)) == object(text))
    #expect(try object(coder.jsonText(of: car)) == object(text))
    #expect(try !coder.jsonText(of: Fleet.full).contains("$class"))
  }

  @Test("AutoJSON writes the tag first")
  func first() throws {
    #expect(
      try String(decoding: AutoJSONEncoder().encode(Barge() as Craft), as: UTF8.self)
        == #"{"type":"truck","wheels":0,"load":1.5}"#)
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    #expect(
      try String(decoding: encoder.encode([Barge() as Craft]), as: UTF8.self) == """
        [
          {
            "type" : "truck",
            "wheels" : 0,
            "load" : 1.5
          }
        ]
        """)
  }

  @Test("a tag may be anywhere in the object", arguments: jsonCoders)
  func order(coder: TestCoder) throws {
    let members = [
      #""type":"car""#, #""wheels": 3"#, #" "trailer" : {"load":1, "unknown":{"type":"x"}, "type" : "truck"}"#,
      #""doors":2,"other":[{"type":"truck"}]"#,
    ]
    for shift in members.indices {
      for order in [members[shift...] + members[..<shift], (members[shift...] + members[..<shift]).reversed()[...]] {
        let text = "{\(order.joined(separator: ","))}"
        #expect(try decode(coder, text, as: Craft.self).summary == "car 3 2 (Barge 0 1.0)")
        let fleet = try decode(coder, #"{"all":[\#(text),\#(text)],"first":\#(text),"spare":\#(text)}"#, as: Fleet.self)
        #expect(
          (fleet.all + [fleet.first, fleet.spare ?? Craft()]).allSatisfy { $0.summary == "car 3 2 (Barge 0 1.0)" })
      }
    }
    #expect(try decode(coder, #"{"wheels":1,"t\u0079pe":"\u0063ar"}"#, as: Craft.self).summary == "car 1 4")
  }

  @Test("a lenient decoder, and one that refuses unknown keys")
  func options() throws {
    let text = Data(#"{"all":[{"wheels":null,"type":"truck","load":2},{"type":"car"}]}"#.utf8)
    let decoder = AutoJSONDecoder()
    decoder.leniency = .defaultsForNull
    decoder.unknownKeys = .refuse
    #expect(try decoder.decode(Fleet.self, from: text).all.map(\.summary) == ["Barge 0 2.0", "car 0 4"])
    let dictionaries = DictionaryDecoder()
    dictionaries.unknownKeys = .refuse
    #expect(try dictionaries.decode(Craft.self, from: ["type": "car", "doors": 1]).summary == "car 0 1")
    let containers = AutoJSONDecoder()
    containers.unknownKeys = .refuse
    containers.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    #expect(try containers.decode(Craft.self, from: Data(#"{"doors":1,"type":"car"}"#.utf8)).summary == "car 0 1")
  }

  // MARK: Classes that are not listed

  @Test("a class that is not listed is refused when encoding, the base class as well", arguments: coders)
  func unlisted(coder: TestCoder) throws {
    for vehicle in [Liner(), Craft()] {
      let error = #expect(throws: EncodingError.self) { try coder.encode(Fleet(all: [Canoe(), vehicle])) }
      // Foundation's encoder of property lists replaces the error.
      if coder == .foundationPropertyList { continue }
      guard case .invalidValue(_, let context) = error else { _ = Issue.record("\(String(describing: error))"); return }
      #expect(context.codingPath.map(\.stringValue) == ["all", "Index 1"])
      #expect(
        context.debugDescription.contains("is not one of the classes that AutoCodingTests.Craft lists in typeRules"))
      #expect(context.debugDescription.contains("('car', 'truck')"))
      #expect(context.debugDescription.contains("unknownType") == (Swift.type(of: vehicle) == Craft.self))
    }
    #expect(throws: EncodingError.self) { try coder.encode(Liner()) }
  }

  @Test("an unknown tag, none, and one of another class are errors", arguments: jsonCoders)
  func refusals(coder: TestCoder) throws {
    func context(_ text: String) -> DecodingError.Context? {
      let error = #expect(throws: DecodingError.self) { try decode(coder, text, as: Fleet.self) }
      switch error {
      case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context): return context
      case .keyNotFound(let key, let context):
        #expect(key.stringValue == "type" && context.codingPath.map(\.stringValue) == ["first"])
        return context
      default: return nil
      }
    }
    func expect(_ object: String, in property: String = "first", at path: [String], _ text: String) throws {
      let context = try #require(context(#"{"\#(property)":\#(object)}"#))
      #expect(context.codingPath.map(\.stringValue) == path)
      #expect(context.debugDescription.contains(text), "\(context.debugDescription)")
    }
    try expect(
      #"{"wheels":3,"type":"bicycle"}"#, at: ["first", "type"],
      "names the class 'bicycle', which is not one of those that AutoCodingTests.Craft lists in typeRules ('car', 'truck')"
    )
    try expect(#"{"wheels":3}"#, at: ["first"], "unknownType")
    try expect(#"{}"#, at: ["first"], #"the key "type" is missing"#)
    try expect(
      #"[{"type":"car"}]"#, in: "trucks", at: ["trucks", "Index 0", "type"], "not a subclass of AutoCodingTests.Barge")
    _ = try #require(context(#"{"first":{"type":7}}"#))
    _ = try #require(context(#"{"first":{"type":null}}"#))
    _ = try #require(context(#"{"first":{"type":["car"]}}"#))
    // Registered names do not name the classes of the hierarchy.
    try expect(#"{"$class":"AutoCodingTests.Canoe"}"#, at: ["first"], "is missing")
    let name = String(repeating: "x", count: 1000)
    let long = try #require(context(#"{"first":{"type":"\#(name)"}}"#))
    #expect(long.debugDescription.count < 600)
    // Nothing but a truck could be there, and it has no subclass that is listed.
    #expect(try decode(coder, #"{"trucks":[{"load":2}]}"#, as: Fleet.self).trucks.map(\.load) == [2])
  }

  @Test("the base class takes what is missing or unknown", arguments: jsonCoders)
  func base(coder: TestCoder) throws {
    let figures = try coder.decode(
      [Figure].self,
      from: .data(
        Data(
          #"""
          [{"name":"a"},{"name":"b","kind":"square"},{"radius":2,"kind":"circle"},{"kind":"ring","inner":1,"radius":3}]
          """#.utf8)))
    #expect(figures.map { "\(type(of: $0))" } == ["Figure", "Figure", "Circle", "Ring"])
    #expect((figures[3] as? Figure.Ring)?.inner == 1 && (figures[3] as? Figure.Ring)?.radius == 3)
    #expect(try coder.roundTrip(figures).map { "\(type(of: $0))" } == ["Figure", "Figure", "Circle", "Ring"])
    #expect(try coder.decode(Figure.Circle.self, from: .data(Data(#"{"kind":"?"}"#.utf8))).radius == 0)
    #expect(throws: DecodingError.self) {
      try coder.decode(Figure.Ring.self, from: .data(Data(#"{"kind":"circle"}"#.utf8)))
    }
    #expect(try object(coder.jsonText(of: Figure())) == ["name": ""])
    // Nothing is lost in silence if data names a class in the other way.
    #expect(throws: DecodingError.self) {
      try coder.decode(Figure.self, from: .data(Data(#"{"$class":"AutoCodingTests.Figure.Circle","radius":1}"#.utf8)))
    }
  }

  @Test("a class with its own encode(to:) writes its tag itself", arguments: coders)
  func handwritten(coder: TestCoder) throws {
    let copy = try coder.roundTrip([Plot.Own() as Plot])
    #expect((copy.first as? Plot.Own)?.size == 7)
  }

  class Plot: AutoCoding, DefaultInitializable {
    var size = 1
    class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["own": Own.self]) }
    required init() {}

    final class Own: Plot {}

    func encode(to encoder: any Encoder) throws {
      try ["type": Part.text("own"), "size": .number(7)].encode(to: encoder)
    }
  }

  private enum Part: Encodable {
    case text(String)
    case number(Int)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      }
    }
  }

  // MARK: Other ways to name a class

  @Test("above the hierarchy and without a declared type, the class key names the class", arguments: coders)
  func classKeys(coder: TestCoder) throws {
    let cat = Lynx()
    (cat.id, cat.lives) = (3, 7)
    let zoo = Park(thing: cat, animal: cat, anything: cat)
    let copy = try coder.decode(Park.self, from: coder.encode(zoo, allowing: [Lynx.self]), allowing: [Lynx.self])
    for copy in [copy.thing, copy.animal, copy.anything] { #expect((copy as? Lynx)?.lives == 7) }
    if TestCoder.jsonLike.contains(coder) {
      let object = try object(coder.jsonText(of: Pair(thing: cat, animal: cat)))
      let (thing, animal) = (object?["thing"] as? NSDictionary, object?["animal"] as? NSDictionary)
      #expect(animal?["animalType"] as? String == "cat" && animal?["$class"] == nil)
      #expect(thing?["animalType"] as? String == "cat" && thing?["$class"] as? String == "AutoCodingTests.Lynx")
    }
    #expect(try coder.roundTrip([Beast(), cat]).map { $0 is Lynx } == [false, true])
  }

  private struct Pair: AutoCoding {
    var thing: Thing
    var animal: Beast
  }

  @Test("a coder's key strategy converts the type key as any key")
  func strategies() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let auto = AutoJSONEncoder()
    auto.keyEncodingStrategy = .convertToSnakeCase
    let dictionaries = DictionaryEncoder()
    dictionaries.keyEncodingStrategy = .convertToSnakeCase
    let animals = [Beast(), Lynx()]
    let data = try auto.encode(animals)
    #expect(String(decoding: data, as: UTF8.self).contains(#""animal_type":"cat""#))
    #expect(
      try JSONSerialization.jsonObject(with: data) as? NSArray
        == JSONSerialization.jsonObject(with: encoder.encode(animals)) as? NSArray)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let autoDecoder = AutoJSONDecoder()
    autoDecoder.keyDecodingStrategy = .convertFromSnakeCase
    let dictionaryDecoder = DictionaryDecoder()
    dictionaryDecoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode([Beast].self, from: data).map { $0 is Lynx } == [false, true])
    #expect(try autoDecoder.decode([Beast].self, from: data).map { $0 is Lynx } == [false, true])
    let dictionary = try dictionaries.encode(Lynx() as Beast)
    #expect(dictionary["animal_type"] as? String == "cat")
    #expect(try dictionaryDecoder.decode(Beast.self, from: dictionary) is Lynx)
  }

  @Test("versions of a class that a tag names", arguments: [TestCoder.json, .dictionary])
  func versions(coder: TestCoder) throws {
    let cat = Lynx()
    cat.lives = 5
    #expect((try coder.roundTrip(cat as Beast) as? Lynx)?.lives == 5)
    let text = #"{"lifes":4,"animalType":"cat","$version":1}"#
    #expect((try AutoJSONDecoder().decode(Beast.self, from: Data(text.utf8)) as? Lynx)?.lives == 4)
  }

  @Test("keyed archives name classes by their archived names, listed or not")
  func archives() throws {
    let data = try KeyedArchiveEncoder().encode(Fleet(all: [Liner(), Craft(), Canoe()]))
    let copy = try KeyedArchiveDecoder().decode(Fleet.self, from: data)
    #expect(copy.all.map(\.summary) == ["Liner 0 1.5", "Craft 0", "car 0 4"])
    let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    let objects = try #require(list?["$objects"] as? [Any])
    #expect(!objects.contains { ($0 as? [String: Any])?["type"] != nil || $0 as? String == "car" })
    #expect(objects.contains { ($0 as? [String: Any])?["$classname"] as? String == "AutoCodingTests.Canoe" })
  }

  // MARK: Updates in part

  @Test("an update in part keeps an object, unless the tag names another class")
  func updates() throws {
    var fleet = Fleet(first: Canoe(), all: [])
    let car = fleet.first
    func update(_ text: String) throws { try AutoJSONDecoder().update(&fleet, from: Data(text.utf8)) }
    try update(#"{"first":{"wheels":3}}"#)
    try update(#"{"first":{"type":"car","doors":5}}"#)
    #expect(fleet.first === car && car.summary == "car 3 5")
    try update(#"{"first":{"load":2,"type":"truck"}}"#)
    #expect(fleet.first !== car && fleet.first.summary == "Barge 0 2.0")
    #expect(throws: DecodingError.self) { try update(#"{"first":{"type":"?"}}"#) }
    #expect(fleet.first.summary == "Barge 0 2.0")
  }
}

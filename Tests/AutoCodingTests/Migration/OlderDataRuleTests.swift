import AutoCoding
import Foundation
import Testing

/// Rules for what does not fit, and updates, with data of an older version.
struct OlderDataRuleTests {
  private struct Person: AutoCoding, Equatable {
    var name: String
    var city: String?
    var size = 5

    static let propertyRules: PropertyRules = [
      "city": .key("address.city").nilForUndecodable, "size": .default(5).key("address.size").defaultForUndecodable,
    ]
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  }

  private struct Club: AutoCoding, Equatable {
    var people: [Person]
    static let propertyRules: PropertyRules = ["people": .skipsUndecodableElements]
  }

  private struct Book: AutoCoding, Equatable {
    var title: String
    static let propertyRules: PropertyRules = ["title": .formerly("meta.title")]
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  }

  private struct Width: AutoCoding, Equatable {
    var size: Int
    static let propertyRules: PropertyRules = ["size": .default(5).defaultForNull]
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.encode(properties.decodeIfPresent(Int.self, forKey: "width"), forKey: "size")
    }
  }

  private struct Item: AutoCoding, Equatable {
    var number: Int
    var other: Int
  }

  private struct Tags: AutoCoding, Equatable {
    var counts: [String: Int]
    var items: [String: Item]?
    var numbers: [Int: Item]

    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      for key in ["counts", "items", "numbers"] where properties.contains(key) {
        try properties.updateNested(forKey: key) { $0.renameKey("colour", to: "color") }
      }
    }
  }

  /// Calls `body` with each decoder that reads objects as they are.
  private func forEachDecoder<Value: AutoCoding>(
    of type: Value.Type, _ text: String, _ body: (() throws -> Value) throws -> Void
  ) throws {
    try body { try AutoJSONDecoder().decode(type, from: text) }
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    try body { try DictionaryDecoder().decodeValue(type, from: object) }
    let list = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
    try body { try AutoPropertyListDecoder().decode(type, from: list) }
  }

  @Test("another value in place of an object on a key path is as in current data", arguments: ["", #""$version":1,"#])
  func misplaced(_ version: String) throws {
    let people = [#"{\#(version)"name":"a","address":"none"}"#, #"{\#(version)"name":"b","address":[1]}"#]
    try forEachDecoder(of: Club.self, #"{"people":[\#(people.joined(separator: ","))]}"#) { decode in
      let club = try decode()
      #expect(club == Club(people: [Person(name: "a"), Person(name: "b")]))
    }
    try forEachDecoder(of: Book.self, #"{\#(version)"title":"a","meta":"none"}"#) { decode in
      let book = try decode()
      #expect(book == Book(title: "a"))
    }
    try forEachDecoder(of: Book.self, #"{\#(version)"meta":"none"}"#) { decode in
      let error = #expect(throws: DecodingError.self) { try decode() }
      #expect(error?.path == ["meta"])
    }
  }

  @Test("null in place of an object on a key path is as in current data", arguments: ["", #""$version":1,"#])
  func null(_ version: String) throws {
    let text = #"{\#(version)"name":"a","address":null}"#
    #expect(try AutoJSONDecoder().decode(Person.self, from: text) == Person(name: "a"))
  }

  @Test("a nil that a migration sets is as null, for a property that keeps its default then")
  func setNil() throws {
    #expect(try AutoJSONDecoder().decode(Width.self, from: #"{"width":null}"#) == Width(size: 5))
    var width = Width(size: 9)
    try AutoJSONDecoder().update(&width, from: #"{"$version":0,"width":null}"#)
    #expect(width == Width(size: 9))
    try AutoJSONDecoder().update(&width, from: #"{"$version":0,"width":3}"#)
    #expect(width == Width(size: 3))
  }

  @propertyWrapper private struct Box<Value: Codable & Equatable>: CodedPropertyWrapper, Equatable {
    var wrappedValue: Value
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  }

  private enum Doubled: PropertyTransformer {
    static func encode(_ value: Int) -> Item { Item(number: value / 2, other: value / 2) }
    static func decode(_ value: Item) -> Int { value.number + value.other }
  }

  private struct Boxes: AutoCoding, Equatable {
    @Box var item: Item
    @Box var items: [String: Item]
    var sum: Int

    static let propertyRules: PropertyRules = ["sum": .transformed(by: Doubled.self)]
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      for key in ["item", "sum"] { try properties.updateNested(forKey: key) { $0.renameKey("old", to: "other") } }
      try properties.updateNested(forKey: "items") { $0.renameKey("a", to: "b") }
    }
  }

  @Test("a migration may change what is in a property wrapper, and what a transformer stores")
  func wrapped() throws {
    let item = #"{"number":1,"old":2}"#
    let text = #"{"item":\#(item),"items":{"a":{"number":3,"other":4}},"sum":\#(item)}"#
    try forEachDecoder(of: Boxes.self, text) { decode in
      let boxes = try decode()
      #expect(boxes.item == Item(number: 1, other: 2) && boxes.items == ["b": Item(number: 3, other: 4)])
      #expect(boxes.sum == 3)
    }
  }

  private struct Stock: AutoCoding, Equatable {
    var items: [String: Item]
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.updateNested(forKey: "items") { try $0.encode(Int?.none, forKey: "gone") }
    }
  }

  @Test("a nil that a migration sets for an entry removes it, as null does")
  func removedEntry() throws {
    let item = Item(number: 1, other: 2)
    var stock = Stock(items: ["gone": item, "kept": item])
    let decoder = AutoJSONDecoder()
    decoder.collectionUpdates = .merge
    try decoder.update(&stock, from: #"{"$version":0,"items":{"new":{"number":3,"other":4}}}"#)
    #expect(stock == Stock(items: ["kept": item, "new": Item(number: 3, other: 4)]))
  }

  @Test("a merging update merges a dictionary that a migration has changed", arguments: [0, 1])
  func merged(_ version: Int) throws {
    let before = Tags(
      counts: ["color": 1, "size": 2], items: ["a": Item(number: 1, other: 2), "b": Item(number: 3, other: 4)],
      numbers: [1: Item(number: 5, other: 6)])
    let after = Tags(
      counts: ["color": 1, "size": 2, "shape": 3], items: ["a": Item(number: 7, other: 2)],
      numbers: [1: Item(number: 5, other: 8), 2: Item(number: 9, other: 9)])
    let text = """
      {"$version":\(version),"counts":{"shape":3},"items":{"a":{"number":7},"b":null},
      "numbers":{"1":{"other":8},"2":{"number":9,"other":9}}}
      """
    let decoder = AutoJSONDecoder()
    decoder.collectionUpdates = .merge
    var tags = before
    try decoder.update(&tags, from: text)
    #expect(tags == after)
    let dictionaries = DictionaryDecoder()
    dictionaries.collectionUpdates = .merge
    tags = before
    let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    try dictionaries.update(&tags, from: object)
    #expect(tags == after)
    // An entry that lacks something is an error, and changes nothing.
    tags = before
    #expect(throws: DecodingError.self) {
      try decoder.update(&tags, from: #"{"$version":\#(version),"counts":{"shape":3},"items":{"c":{"number":7}}}"#)
    }
    #expect(tags == before)
    // Without merging, the entries of the data are all.
    decoder.collectionUpdates = .replace
    try decoder.update(&tags, from: #"{"$version":\#(version),"counts":{"shape":3}}"#)
    #expect(tags.counts == ["shape": 3] && tags.items == before.items)
  }

  private struct Counts: AutoCoding, Equatable {
    var counts: [String: Int]
    var item: Item? = nil
    var other = Item(number: 1, other: 1)
    var size = 5

    static let propertyRules: PropertyRules = [
      "counts": .skipsUndecodableElements, "item": .nilForUndecodable,
      "other": .default(Item(number: 1, other: 1)).defaultForUndecodable, "size": .default(5),
    ]
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      for key in ["counts", "item", "other"] where properties.contains(key) {
        try properties.updateNested(forKey: key) { $0.renameKey("colour", to: "color") }
      }
    }
  }

  @Test("rules for what does not fit hold for what a migration has changed", arguments: [0, 1])
  func changedParts(_ version: Int) throws {
    let item = #"{"number":1,"other":"x"}"#
    let text = #"{"$version":\#(version),"counts":{"color":1,"size":"x"},"item":\#(item),"other":\#(item)}"#
    try forEachDecoder(of: Counts.self, text) { decode in
      let counts = try decode()
      #expect(counts == Counts(counts: ["color": 1]))
    }
  }

  @Test("a mistake of a migration is an error, whatever the rules say")
  func mistake() throws {
    struct Number: AutoCoding {
      var number: Int?
      static let propertyRules: PropertyRules = ["number": .nilForUndecodable]
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        try properties.updateNested(forKey: "number") { $0.renameKey("a", to: "b") }
      }
    }
    try forEachDecoder(of: Number.self, #"{"number":{"a":1}}"#) { decode in
      let error = #expect(throws: DecodingError.self) { try decode() }
      #expect(error.map { "\($0)".contains("The migration set nested properties") } == true)
    }
  }

  private struct Rest: AutoCoding, Equatable {
    var size = 5
    var rest: [String: Int]

    static let propertyRules: PropertyRules = ["rest": .flattened, "size": .default(5)]
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  }

  @Test("a lenient decoder reads older data as current data, and reports the same", arguments: [0, 1])
  func lenient(_ version: Int) throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .all
    var issues: [AutoJSONDecoder.Issue] = []
    let text = #"{"$version":\#(version),"size":"big","a":1,"b":"x"}"#
    let rest = try decoder.decode(Rest.self, from: text, reporting: &issues)
    #expect(rest == Rest(size: 5, rest: ["a": 1]))
    #expect(issues.map { $0.codingPath.map(\.stringValue) }.sorted { $0[0] < $1[0] } == [["b"], ["size"]])
    let dictionaries = DictionaryDecoder()
    dictionaries.leniency = .all
    #expect(try dictionaries.decodeValue(Rest.self, from: JSONSerialization.jsonObject(with: Data(text.utf8))) == rest)
    let counts = #"{"$version":\#(version),"counts":{},"size":"big"}"#
    #expect(try decoder.decode(Counts.self, from: counts) == Counts(counts: [:]))
  }

  private struct Renamed: AutoCoding, Equatable {
    var item: Item
    var other: Int

    static let propertyRules: PropertyRules = ["item": .formerly("old")]
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.updateNested(forKey: "old") { $0.renameKey("colour", to: "color") }
    }
  }

  @Test("what a migration has changed under a former key, and does not fit, is passed over")
  func changedFormerKey() throws {
    let text = #"{"old":{"number":1,"other":"x"},"item":{"number":2,"other":3},"other":4}"#
    try forEachDecoder(of: Renamed.self, text) { decode in
      let renamed = try decode()
      #expect(renamed == Renamed(item: Item(number: 2, other: 3), other: 4))
    }
  }
}

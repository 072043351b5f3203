import AutoCoding
import Foundation
import Testing

/// The `id` of elements in updates that merge collections, by all that can be said of its key.
struct CollectionIdentityTests {
  /// Where an element has its `id`, and how data has it.
  struct Nested: Element {
    var id = 0
    var name = "n"
    var size = 1
    static var propertyRules: PropertyRules { ["id": .key("meta.keys.id"), "name": .key("meta.name")] }
  }

  struct Former: Element {
    var id = 0
    var name = "n"
    var size = 1
    static var propertyRules: PropertyRules { ["id": .formerly("key", "meta.key", "list.1.key")] }
  }

  struct FormerWithoutPaths: Element {
    var id = 0
    var name = "n"
    var size = 1
    static var propertyRules: PropertyRules { ["id": .formerly("key", "old")] }
  }

  struct ByRule: Element {
    var id = 0
    var name = "n"
    var size = 1
    static var propertyRules: PropertyRules { ["id": .key("a.id").transformed(by: NumberAsText<Int>.self)] }
  }

  struct Styled: Element {
    var id = 0
    var name = "n"
    var size = 1
    static var typeRules: TypeRules { TypeRules(keyStyle: .screamingSnakeCase) }
  }

  struct WithTransformer: Element {
    @Transformed<NumberAsText<Int>> var id = 0
    var name = "n"
    var size = 1
    static var propertyRules: PropertyRules { ["id": .key("a.id")] }
  }

  @propertyWrapper struct Positive: CodedPropertyWrapper {
    private var value = 0
    var wrappedValue: Int {
      get { value }
      set { value = max(newValue, 0) }
    }
    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
  }

  struct WithWrapper: Element {
    @Positive var id = 0
    var name = "n"
    var size = 1
    static var propertyRules: PropertyRules { ["id": .formerly("key")] }
  }

  struct Beside: Element {
    var id = 0
    var part = Part()
    var rest: [String: Int] = [:]
    var name: String {
      get { part.name }
      set { part.name = newValue }
    }
    var size: Int {
      get { part.size }
      set { part.size = newValue }
    }
    static var propertyRules: PropertyRules { ["part": .flattened, "rest": .flattened] }
  }

  struct Part: AutoCoding {
    var name = "n"
    var size = 1
  }

  protocol Element: AutoCoding, DefaultInitializable, Identifiable<Int> {
    var id: Int { get set }
    var name: String { get set }
    var size: Int { get set }
  }

  /// Updates three elements from JSON, with both decoders, and expects what was not in the data to stay.
  private func check<Value: Element>(
    _: Value.Type, _ text: String, _ configure: (AutoJSONDecoder) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let elements = (1...3).map { number in
      var element = Value()
      (element.id, element.name, element.size) = (number, "\(number)", 10 * number)
      return element
    }
    let decoder = AutoJSONDecoder()
    configure(decoder)
    decoder.collectionUpdates = .merge
    var model = List(elements: elements)
    try decoder.update(&model, from: Data(text.utf8))
    let dictionaries = DictionaryDecoder()
    dictionaries.leniency = decoder.leniency
    dictionaries.keyDecodingStrategy = decoder.keyDecodingStrategy
    dictionaries.collectionUpdates = .merge
    var other = List(elements: elements)
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    try dictionaries.update(&other, from: #require(json as? [String: Any]))
    for updated in [model, other] {
      #expect(updated.elements.map(\.id) == [3, 1], sourceLocation: sourceLocation)
      #expect(updated.elements.map(\.name) == ["C", "1"], sourceLocation: sourceLocation)
      #expect(updated.elements.map(\.size) == [30, 5], sourceLocation: sourceLocation)
    }
  }

  struct List<Value: Element>: AutoCoding {
    var elements: [Value]
  }

  @Test("a key path")
  func keyPath() throws {
    try check(
      Nested.self,
      #"{"elements":[{"meta":{"name":"C","keys":{"x":1,"id":3}}},{"size":5,"more":[],"meta":{"keys":{"id":1}}}]}"#)
    // Of an object that is there twice, one counts as a whole, as in a decode.
    let twice = #"{"elements":[{"meta":{"keys":{"id":2}},"meta":{"name":"C","keys":{"id":3}}}]}"#
    let decoder = AutoJSONDecoder()
    decoder.collectionUpdates = .merge
    var model = List(elements: [Nested(id: 2, size: 20), Nested(id: 3, size: 30)])
    try decoder.update(&model, from: Data(twice.utf8))
    #expect(model.elements.map(\.id) == [try decoder.decode(List<Nested>.self, from: Data(twice.utf8)).elements[0].id])
    #expect(model.elements.map(\.size) == [10 * model.elements[0].id])
  }

  @Test("former keys, of which the newest counts")
  func formerKeys() throws {
    try check(Former.self, #"{"elements":[{"key":3,"name":"C"},{"size":5,"id":1}]}"#)
    try check(Former.self, #"{"elements":[{"meta":{"key":3},"name":"C"},{"size":5,"list":[{"key":7},{"key":1}]}]}"#)
    try check(Former.self, #"{"elements":[{"key":1,"id":3,"name":"C"},{"size":5,"meta":{"key":2},"key":1}]}"#)
    try check(FormerWithoutPaths.self, #"{"elements":[{"old":1,"key":3,"name":"C"},{"size":5,"old":1}]}"#)
    try check(FormerWithoutPaths.self, #"{"elements":[{"key":1,"id":3,"name":"C"},{"size":5,"id":1,"key":2}]}"#)
    try check(FormerWithoutPaths.self, #"{"elements":[{"id":null,"key":3,"name":"C"},{"size":5,"id":1}]}"#) {
      $0.leniency = .defaultsForNull
    }
    try check(Former.self, #"{"elements":[{"id":null,"key":3,"name":"C"},{"size":5,"id":1}]}"#) {
      $0.leniency = .defaultsForNull
    }
  }

  @Test("a transformer, a key style, and flattened models beside it")
  func others() throws {
    try check(ByRule.self, #"{"elements":[{"a":{"id":"3"},"name":"C"},{"size":5,"a":{"id":"1"}}]}"#)
    try check(WithTransformer.self, #"{"elements":[{"a":{"id":"3"},"name":"C"},{"size":5,"a":{"id":"1"}}]}"#)
    try check(WithWrapper.self, #"{"elements":[{"id":3,"name":"C"},{"size":5,"key":1}]}"#)
    try check(Styled.self, #"{"elements":[{"NAME":"C","ID":3},{"SIZE":5,"ID":1}]}"#)
    try check(Styled.self, #"{"elements":[{"NAME":"C","ID":3},{"SIZE":5,"ID":1}]}"#) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    try check(Beside.self, #"{"elements":[{"name":"C","other":1,"id":3},{"size":5,"id":1}]}"#)
  }

  struct Compound: AutoCoding, Identifiable, Equatable {
    struct ID: AutoCoding, Hashable {
      var shop = ""
      var number = 0
    }
    var id = ID()
    var name = "n"
    static var propertyRules: PropertyRules { ["id": .flattened] }
  }

  struct Compounds: AutoCoding { var elements: [Compound] }

  @Test("an id whose properties are in the element itself")
  func flattenedIdentity() throws {
    let decoder = AutoJSONDecoder()
    decoder.collectionUpdates = .merge
    decoder.unknownKeys = .refuse
    var model = Compounds(elements: [1, 2].map { Compound(id: .init(shop: "s", number: $0), name: "\($0)") })
    try decoder.update(&model, from: #"{"elements":[{"number":2,"shop":"s"},{"shop":"s","number":1,"name":"x"}]}"#)
    #expect(model.elements.map(\.name) == ["2", "x"] && model.elements.map(\.id.number) == [2, 1])
    // Without all of them, the element is a new one.
    #expect(throws: DecodingError.self) { try decoder.update(&model, from: #"{"elements":[{"number":2}]}"#) }
  }

  struct Older: Element {
    var id = 0
    var name = "n"
    var size = 1
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("number", to: "id")
      if let text = try properties.decodeIfPresent(String.self, forKey: "text") {
        try properties.encode(Int(text), forKey: "id")
      }
    }
  }

  struct OlderPaths: Element {
    var id = 0
    var name = "n"
    var size = 1
    static var propertyRules: PropertyRules {
      ["id": .key("meta.id").formerly("list.1.key"), "name": .key("meta.name")]
    }
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      if properties.contains("meta") {
        try properties.updateNested(forKey: "meta") { $0.renameKey("number", to: "id") }
      }
      properties.renameKey("about", to: "meta")
    }
  }

  struct OlderCompound: AutoCoding, Identifiable {
    var id = Compound.ID()
    var name = "n"
    static var propertyRules: PropertyRules { ["id": .flattened] }
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("count", to: "number")
    }
  }

  struct OlderCompounds: AutoCoding { var elements: [OlderCompound] }

  @Test("the id that an element of an older version has after its migration")
  func older() throws {
    try check(
      Older.self, #"{"elements":[{"$version":0,"number":3,"name":"C"},{"$version":0,"text":"1","size":5}]}"#)
    try check(Older.self, #"{"elements":[{"$version":1,"id":3,"name":"C"},{"id":1,"size":5}]}"#)
    try check(
      OlderPaths.self,
      #"{"elements":[{"$version":0,"meta":{"number":3,"name":"C"}},{"$version":0,"about":{"id":1},"size":5}]}"#)
    try check(
      OlderPaths.self,
      #"{"elements":[{"$version":0,"list":[1,{"key":3}],"about":{"name":"C"}},{"size":5,"meta":{"id":1}}]}"#)
    let decoder = AutoJSONDecoder()
    decoder.collectionUpdates = .merge
    var model = OlderCompounds(elements: [1, 2].map { OlderCompound(id: .init(shop: "s", number: $0), name: "\($0)") })
    try decoder.update(&model, from: #"{"elements":[{"$version":0,"count":2,"shop":"s"}]}"#)
    #expect(model.elements.map(\.name) == ["2"])
  }

  struct Label: AutoCoding, Identifiable, Equatable {
    var id: String
    var name = "n"
    var size = 1
  }

  struct Labels: AutoCoding { var elements: [Label] }

  @Test("of elements with equal ids, each is taken once, in their order")
  func equalIdentities() throws {
    let decoder = AutoJSONDecoder()
    decoder.collectionUpdates = .merge
    for (ids, text, expected) in [
      ("aab", #"[{"id":"a"},{"id":"a"},{"id":"b"}]"#, "a0 a1 b2"),
      ("aab", #"[{"id":"b"},{"id":"a"},{"id":"a"},{"id":"a","name":"new","size":9}]"#, "b2 a0 a1 a9"),
      ("baca", #"[{"id":"d","name":"new","size":9},{"id":"a"},{"id":"b"},{"id":"a"}]"#, "d9 a1 b0 a3"),
      ("abc", #"[{"id":"c"},{"id":"a"},{"id":"b"},{"id":"c","name":"new","size":9}]"#, "c2 a0 b1 c9"),
    ] {
      var model = Labels(elements: ids.enumerated().map { Label(id: "\($1)", size: $0) })
      try decoder.update(&model, from: #"{"elements":\#(text)}"#)
      #expect(model.elements.map { "\($0.id)\($0.size)" }.joined(separator: " ") == expected)
    }
  }

  struct Unread: AutoCoding, Identifiable, DefaultInitializable {
    var id = 0
    var name = "n"
    var size = 1
    static var propertyRules: PropertyRules { ["id": .encodedOnly] }
  }

  struct Unreads: AutoCoding { var elements: [Unread] }

  @Test("an id that is not read tells nothing, so the index does")
  func unread() throws {
    let decoder = AutoJSONDecoder()
    decoder.collectionUpdates = .merge
    var model = Unreads(elements: [1, 2].map { Unread(id: $0, name: "\($0)", size: $0) })
    try decoder.update(&model, from: #"{"elements":[{"name":"a"},{"size":5}]}"#)
    #expect(model.elements.map(\.name) == ["a", "2"] && model.elements.map(\.size) == [1, 5])
    #expect(model.elements.map(\.id) == [1, 2])
  }
}

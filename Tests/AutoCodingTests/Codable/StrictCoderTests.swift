import AutoCoding
import Foundation
import Testing

/// Coders of other libraries that do with compiled `Codable` code what they do not with other uses of the protocols.
struct StrictCoderTests {
  private enum Shape: AutoCoding, Equatable {
    case circle(radius: Int)
    case rectangle(width: Int, height: Int)
    case nothing
  }

  private enum Tagged: AutoCoding, Equatable {
    case entry(Entry)
    static let typeRules = TypeRules(caseKey: "type")
  }

  private struct Entry: AutoCoding, Equatable {
    var id: Int
    var rest: [String: Int]
    static let propertyRules: PropertyRules = ["rest": .flattened]
  }

  private enum Kind: AutoCoding, Equatable {
    case sized(size: Int), plain
    static let typeRules = TypeRules(caseKey: "kind")
  }

  private struct Item: AutoCoding, Equatable {
    var id: Int
    var kind: Kind
    var count = 1
    static let propertyRules: PropertyRules = ["kind": .flattened]
  }

  @Test("a decoder may trap if a key type makes no keys of its keys") func demandedKeys() throws {
    #expect(try Shape(from: StrictDecoder(["circle": ["radius": 2]])) == .circle(radius: 2))
    let rectangle = StrictDecoder(["rectangle": ["width": 2, "height": 3]])
    #expect(try Shape(from: rectangle) == .rectangle(width: 2, height: 3))
    #expect(try Shape(from: StrictDecoder(["nothing": [String: Any]()])) == .nothing)
  }

  @Test("a decoder may trap if it is asked for a second container of an enum") func oneContainerOfEnum() throws {
    for (members, isCase) in [(["circle": ["radius": 2]], true), (["hexagon": [:]], false)] as [([String: Any], Bool)] {
      let decoder = StrictDecoder(members)
      #expect((try? Shape(from: decoder)) == (isCase ? .circle(radius: 2) : nil))
      #expect(decoder.requests.count == 1)
    }
    let versioned = StrictDecoder(["circle": ["radius": 2], "$version": 3])
    #expect(throws: DecodingError.self) { try Shape(from: versioned) }
  }

  @Test("a case that is unknown, or one of two, is an error and no trap", arguments: ["hexagon", "7", "nothing"])
  func demandedKeysOfBadData(key: String) {
    let members: [String: Any] = key == "nothing" ? ["nothing": 1, "circle": 1] : [key: 1]
    #expect(throws: DecodingError.self) { try Shape(from: StrictDecoder(members)) }
  }

  private struct Pair: AutoCoding {
    var pair: (a: Int, b: Int)
  }

  private struct OptionalPair: AutoCoding {
    var pair: (a: Int, b: Int)?
  }

  @Test("a decoder's error names the type of a value that has no conformance") func namedTypes() {
    func check<Model: AutoCoding>(_ type: Model.Type) {
      let error = #expect(throws: DecodingError.self) { try Model(from: StrictDecoder(["pair": "text"])) }
      guard case .typeMismatch(let type, let context)? = error else {
        Issue.record("\(Model.self)")
        return
      }
      let isPair = type == (a: Int, b: Int).self
      #expect(isPair, "\(Model.self)")
      #expect(context.debugDescription == "Expected to decode (a: Int, b: Int).", "\(Model.self)")
    }
    check(Pair.self)
    check(OptionalPair.self)
  }

  @Test("a flattened dictionary is encoded in the container of the properties") func oneContainer() throws {
    let encoder = ForgetfulEncoder()
    try Entry(id: 7, rest: ["a": 1]).encode(to: encoder)
    #expect(encoder.node.members as? [String: Int] == ["id": 7, "a": 1])
    let taggedEncoder = ForgetfulEncoder()
    try Tagged.entry(Entry(id: 7, rest: ["a": 1])).encode(to: taggedEncoder)
    #expect(taggedEncoder.node.members["type"] as? String == "entry")
    #expect(taggedEncoder.node.members["a"] as? Int == 1)
    #expect(taggedEncoder.node.members["id"] as? Int == 7)
  }

  private struct Drawing: AutoCoding {
    var figure: any Figure
  }

  private protocol Figure: AutoCoding {}

  private struct Square: Figure {
    var side: Int
    static let archivedTypeName = "StrictCoderTests.Square"
  }

  @Test("so are the properties of a value of a protocol, and its name") func namedValues() throws {
    let encoder = ForgetfulEncoder()
    try Drawing(figure: Square(side: 2)).encode(to: encoder)
    let figure = try #require(encoder.node.members["figure"] as? [String: Any])
    #expect(figure["$class"] as? String == "StrictCoderTests.Square" && figure["side"] as? Int == 2)
    #expect(figure.count == 2)
  }

  private struct Noted: AutoCoding {
    var note: String?
    var count: Int?
    var kind: Kind
    static let propertyRules: PropertyRules = ["kind": .flattened]
  }

  private struct Home: AutoCoding {
    var street: String
    var zip: Int?
  }

  private struct Friend: AutoCoding {
    var id: Int
    var home: Home?
    static let propertyRules: PropertyRules = ["home": .flattened]
  }

  private struct NotedRest: AutoCoding {
    var note: String?
    var url: URL?
    var rest: [String: Int] = [:]
    static let propertyRules: PropertyRules = ["rest": .flattened]
  }

  @Test("nil reaches an encoder that writes it, also beside flattened values") func nils() throws {
    let encoder = ForgetfulEncoder()
    try Noted(kind: .plain).encode(to: encoder)
    #expect(encoder.node.nils == ["note", "count"])
    let other = ForgetfulEncoder()
    try NotedRest().encode(to: other)
    #expect(other.node.nils == ["note", "url"])
    let without = ForgetfulEncoder()
    try Friend(id: 1).encode(to: without)
    #expect(without.node.nils == ["street", "zip"] && without.node.members.count == 1)
  }

  private enum Color: String, AutoCoding { case red }

  private struct Columns: AutoCoding, DefaultInitializable {
    var note: String?
    var born: Date?
    var count: Int?
    var small: UInt8?
    var color: Color?
    var shape: Shape?
    var tags: [String]?
    var at: Date?
    var home: Home?
    static let propertyRules: PropertyRules = ["at": .transformed(by: AsSeconds.self), "home": .flattened]
    init() {}
  }

  private struct Plain: AutoCoding {
    var note: String?
    var born: Date?
    var color: Color?
    var tags: [String]?
  }

  private struct AsSeconds: PropertyTransformer {
    static func encode(_ value: Date) -> Double { value.timeIntervalSinceReferenceDate }
    static func decode(_ stored: Double) -> Date { Date(timeIntervalSinceReferenceDate: stored) }
  }

  @Test("nil has the type of its property, as in synthesized code") func typesOfNils() throws {
    let encoder = ForgetfulEncoder()
    try Plain().encode(to: encoder)
    #expect(
      encoder.node.nilTypes == ["note": "String", "born": "Date", "color": "Color", "tags": "Array<String>"])
    let columns = ForgetfulEncoder()
    try Columns().encode(to: columns)
    #expect(
      columns.node.nilTypes == [
        "note": "String", "born": "Date", "count": "Int", "small": "UInt8", "color": "Color", "shape": "Shape",
        "tags": "Array<String>", "at": "Double", "street": "String", "zip": "Int",
      ])
  }

  private struct Stay: AutoCoding {
    var night: Int
    var home: Home?
    static let propertyRules: PropertyRules = ["home": .flattened]
  }

  private struct Visit: AutoCoding, DefaultInitializable {
    var id = 0
    var stay: Stay? = Stay(night: 1)
    static let propertyRules: PropertyRules = ["stay": .flattened]
  }

  private struct Settled: AutoCoding {
    var id: Int
    var home: Home
    static let propertyRules: PropertyRules = ["home": .flattened]
  }

  @Test("a flattened model of which a row has nothing but null is nil") func nullColumns() throws {
    func row(_ model: some AutoCoding) throws -> StrictDecoder {
      let encoder = ForgetfulEncoder()
      try model.encode(to: encoder)
      let nulls = encoder.node.nils.map { ($0, NSNull() as Any) }
      return StrictDecoder(encoder.node.members.merging(nulls) { _, null in null })
    }
    #expect(try row(Friend(id: 1)).members.count == 3)
    #expect(try Friend(from: row(Friend(id: 1))).home == nil)
    let home = try Friend(from: row(Friend(id: 2, home: Home(street: "s")))).home
    #expect(home?.street == "s" && home?.zip == nil)
    #expect(throws: DecodingError.self) { try Friend(from: StrictDecoder(["id": 1, "street": NSNull(), "zip": 3])) }
    #expect(throws: DecodingError.self) { try Friend(from: StrictDecoder(["id": 1, "zip": NSNull()])) }
    #expect(throws: DecodingError.self) { try Settled(from: StrictDecoder(["id": 1, "street": NSNull()])) }
    // Null is nil even for a property that has a default, which missing keys leave.
    let nulls: [String: Any] = ["id": 1, "night": NSNull(), "street": NSNull(), "zip": NSNull()]
    #expect(try Visit(from: StrictDecoder(nulls)).stay == nil)
    #expect(try Visit(from: StrictDecoder(["id": 1])).stay?.night == 1)
    let inner = try Visit(from: StrictDecoder(nulls.merging(["night": 2]) { $1 }))
    #expect(inner.stay?.night == 2 && inner.stay?.home == nil)
    let whole = try Visit(from: StrictDecoder(["id": 1, "night": 2, "street": "s", "zip": NSNull()]))
    #expect(whole.stay?.home?.street == "s")
    // Foundation's decoders and AutoCoding's refuse null, as for any property.
    let text = Data(#"{"id":1,"street":null,"zip":null}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Friend.self, from: text) }
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Friend.self, from: text) }
  }

  private final class Owner: Codable {
    var id = 1
  }

  private struct Reference: Codable {
    var owner = Owner()
    enum CodingKeys: CodingKey { case owner }
    init() {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeConditional(owner, forKey: .owner)
    }
  }

  private enum Choice: AutoCoding {
    case reference(Reference)
    static let typeRules = TypeRules(caseKey: "kind")
  }

  @Test("so does what is encoded only if others refer to it, beside the name of a case")
  func conditionalObjects() throws {
    let encoder = ForgetfulEncoder()
    try Choice.reference(Reference()).encode(to: encoder)
    #expect(encoder.node.conditionals == ["owner"])
    #expect(encoder.node.members["kind"] as? String == "reference" && encoder.node.members["owner"] != nil)
    for encode in [AutoJSONEncoder().encode(_:), JSONEncoder().encode(_:)] as [(Choice) throws -> Data] {
      let members = try JSONSerialization.jsonObject(with: encode(.reference(Reference()))) as? [String: Any]
      #expect(members?["kind"] as? String == "reference" && members?["owner"] as? [String: Int] == ["id": 1])
    }
  }

  @Test("so is a flattened enum") func flattenedEnums() throws {
    let item = Item(id: 7, kind: .sized(size: 2))
    let encoder = ForgetfulEncoder()
    try item.encode(to: encoder)
    #expect(encoder.node.members.count == 4 && encoder.node.members["kind"] as? String == "sized")
    #expect(try Item(from: StrictDecoder(encoder.node.members)) == item)
    #expect(
      try Item(from: StrictDecoder(["id": 1, "kind": "plain", "count": 2])) == Item(id: 1, kind: .plain, count: 2))
  }
}

/// A decoder that makes a key of each of its keys, be it text or a number.
private struct StrictDecoder: Decoder {
  /// How many containers the decoder was asked for.
  final class Requests {
    var count = 0
  }

  let members: [String: Any]
  let requests = Requests()
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ members: [String: Any]) { self.members = members }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    requests.count += 1
    return KeyedDecodingContainer(Keyed(members: members))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw CocoaError(.coderReadCorrupt) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw CocoaError(.coderReadCorrupt) }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: Any]
    let codingPath: [any CodingKey] = []
    var allKeys: [Key] {
      members.keys.map { name in
        guard let key = Int(name).map(Key.init(intValue:)) ?? Key(stringValue: name) else {
          preconditionFailure("no key for \(name)")
        }
        return key
      }
    }
    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { members[key.stringValue] is NSNull }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      guard let value = members[key.stringValue] as? Value else {
        throw DecodingError.typeMismatch(
          type, .init(codingPath: [key], debugDescription: "Expected to decode \(type)."))
      }
      return value
    }
    func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      guard let inner = members[key.stringValue] as? [String: Any] else {
        throw DecodingError.typeMismatch([String: Any].self, .init(codingPath: [key], debugDescription: "No object."))
      }
      return KeyedDecodingContainer(Keyed<Nested>(members: inner))
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw CocoaError(.coderReadCorrupt)
    }
    func superDecoder() -> any Decoder { StrictDecoder(members) }
    func superDecoder(forKey key: Key) -> any Decoder { StrictDecoder(members) }
  }
}

/// An encoder that forgets what its container has when it is asked for the next.
private struct ForgetfulEncoder: Encoder {
  final class Node {
    var members: [String: Any] = [:]
    /// The keys of nil.
    var nils: Set<String> = []
    /// The types of the Optionals that were nil.
    var nilTypes: [String: String] = [:]
    /// The keys of objects that are encoded only if others refer to them.
    var conditionals: Set<String> = []
  }

  let node = Node()
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.members = [:]
    return KeyedEncodingContainer(Keyed(node: node))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("not an array") }
  func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: node) }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: Node
    let codingPath: [any CodingKey] = []
    func encodeNil(forKey key: Key) { node.nils.insert(key.stringValue) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
      try encodeOptional(value, forKey: key)
    }
    private func encodeOptional<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
      if value == nil { node.nilTypes[key.stringValue] = "\(Value.self)" }
      if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
    }
    func encodeConditional<Object: AnyObject & Encodable>(_ object: Object, forKey key: Key) throws {
      node.conditionals.insert(key.stringValue)
      try encode(object, forKey: key)
    }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      if value is Int || value is String { return node.members[key.stringValue] = value }
      let encoder = ForgetfulEncoder()
      try value.encode(to: encoder)
      node.members[key.stringValue] = encoder.node.members["value"] ?? encoder.node.members
    }
    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
      ForgetfulEncoder().container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      preconditionFailure("not an array")
    }
    func superEncoder() -> any Encoder { ForgetfulEncoder() }
    func superEncoder(forKey key: Key) -> any Encoder { ForgetfulEncoder() }
  }

  private struct Single: SingleValueEncodingContainer {
    let node: Node
    let codingPath: [any CodingKey] = []
    func encodeNil() {}
    func encode<Value: Encodable>(_ value: Value) { node.members["value"] = value }
  }
}

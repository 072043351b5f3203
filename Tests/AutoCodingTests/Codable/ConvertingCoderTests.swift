import AutoCoding
import Foundation
import Testing

/// Coders of other libraries that make keys of the data, that convert values, or that go by the type of a value.
struct ConvertingCoderTests {
  private struct Row: AutoCoding, Equatable {
    var id: Int
    var name: String?
    var age: Int?
  }

  private struct Standard: AutoCoding, DefaultInitializable, Equatable {
    var id = 0
    var name = "?"
    var city: String?
    static let propertyKeys = ["city": "home"]
  }

  class Person: AutoCoding, DefaultInitializable {
    var id = 0
    required init() {}
    class var archivedTypeName: String { "ConvertingCoderTests.Person" }
  }

  final class Student: Person {
    var grade = 0
    override class var archivedTypeName: String { "ConvertingCoderTests.Student" }
  }

  @Test("a decoder may look for a key among all that it can make") func madeKeys() throws {
    let row = ConvertingDecoder(["id": 7, "name": "Ada", "age": 36])
    #expect(try Row(from: row) == Row(id: 7, name: "Ada", age: 36))
    #expect(try Row(from: ConvertingDecoder(["id": 7])) == Row(id: 7))
    #expect(try Standard(from: ConvertingDecoder(["id": 7, "home": "Rome"])) == Standard(id: 7, city: "Rome"))
    let person = ConvertingDecoder(["$class": "ConvertingCoderTests.Student", "id": 1, "grade": 2])
    let student = try #require(try Person(from: person) as? Student)
    #expect(student.id == 1 && student.grade == 2)
    #expect(throws: DecodingError.self) { try Row(from: ConvertingDecoder(["ID": 7])) }
  }

  private struct Values: AutoCoding {
    var json: [JSONValue]
    var any: [Any]
  }

  @Test("values without a type keep their kind if all may be read as text") func kinds() throws {
    let list: [Any] = [1, true, 2.5, "007", "+41", "true or not", -3, ["a": 1], [1, "x"]]
    let values = try Values(from: ConvertingDecoder(["json": list, "any": list]))
    let expected: [JSONValue] = [
      1, true, 2.5, "007", "+41", "true or not", -3, ["a": 1], [1, "x"],
    ]
    #expect(values.json == expected)
    #expect(try ModelValue.areEqual(values.any, list))
  }

  @Test("a decoder may cut off the fraction of a number for an integer") func fractions() throws {
    let columns = [4, 2.5, -2.5, -0.0].map(Column.init)
    let values = try Values(from: ConvertingDecoder(["json": columns, "any": columns]))
    #expect(values.json == [4, 2.5, -2.5, -0.0])
    #expect(try ModelValue.areEqual(values.any, [4, 2.5, -2.5, -0.0] as [Any]))
  }

  private struct Link: AutoCoding {
    var url: URL? = URL(string: "http://a.b")
    static let propertyRules: PropertyRules = ["url": .encodesNil]
  }

  private struct Links: AutoCoding {
    var url: URL? = URL(string: "http://a.b")
    static let propertyRules: PropertyRules = ["url": .default(URL(string: "http://c.d"))]
  }

  @Test("an Optional whose nil is written is encoded as its value") func types() throws {
    for model in [Link(), Links()] as [any AutoCoding] {
      let encoder = TypedEncoder()
      try model.encode(to: encoder)
      #expect(encoder.types.names == ["url": "URL"])
    }
    let encoder = TypedEncoder()
    try Link(url: nil).encode(to: encoder)
    #expect(encoder.types.names == ["url": "nil"])
  }

  private struct Open: AutoCoding, Equatable {
    var id: Int
    var rest: [String: JSONValue]
    static let propertyRules: PropertyRules = ["rest": .flattened]
  }

  @Test("null among other keys is null, whatever a decoder of it answers") func nulls() throws {
    let open = try Open(from: ConvertingDecoder(["id": 1, "note": NSNull()]))
    #expect(open == Open(id: 1, rest: ["note": nil]))
  }
}

/// A number that a decoder has no text for.
private struct Column {
  let number: Double
}

/// A decoder that looks for keys among those that it can make of the data, and reads everything as text if asked to.
private struct ConvertingDecoder: Decoder {
  let value: Any
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ value: Any) { self.value = value }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let members = value as? [String: Any] else { throw mismatch(type) }
    return KeyedDecodingContainer(Keyed(members: members))
  }
  /// An object is an array of its values, too.
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if let members = value as? [String: Any] { return Unkeyed(elements: Array(members.values)) }
    guard let elements = value as? [Any] else { throw mismatch([Any].self) }
    return Unkeyed(elements: elements)
  }
  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: [], debugDescription: "Expected \(type)."))
  }

  private func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == String.self, !(value is [Any]), !(value is [String: Any]), !(value is Column),
      let text = "\(value)" as? Value
    {
      return text
    }
    if let value = value as? Value { return value }
    let isLeaf = type is any BinaryInteger.Type || type == Double.self || type == Bool.self || type == String.self
    if isLeaf {
      guard let number = (value as? Column)?.number else { throw mismatch(type) }
      func cut<Integer: BinaryInteger>(_: Integer.Type) -> Any? { Integer(exactly: number.rounded(.towardZero)) }
      let integer = (type as? any BinaryInteger.Type).flatMap { cut($0) }
      guard let value = (type == Double.self ? number : integer) as? Value else { throw mismatch(type) }
      return value
    }
    return try Value(from: self)
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: Any]
    let codingPath: [any CodingKey] = []
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }
    func contains(_ key: Key) -> Bool { allKeys.contains { $0.stringValue == key.stringValue } }
    func decodeNil(forKey key: Key) -> Bool { members[key.stringValue] is NSNull }
    private func decoder(of key: Key) throws -> ConvertingDecoder {
      guard let value = members[key.stringValue] else {
        throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "No value."))
      }
      return ConvertingDecoder(value)
    }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder(of: key).decode(type)
    }
    func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try decoder(of: key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder(of: key).unkeyedContainer()
    }
    func superDecoder() -> any Decoder { ConvertingDecoder(members) }
    /// The whole object, as that of some libraries.
    func superDecoder(forKey key: Key) -> any Decoder { ConvertingDecoder(members) }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    var elements: [Any]
    let codingPath: [any CodingKey] = []
    var currentIndex = 0
    init(elements: [Any]) { self.elements = elements }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }
    private mutating func next() -> ConvertingDecoder {
      defer { currentIndex += 1 }
      return ConvertingDecoder(elements[currentIndex])
    }
    mutating func decodeNil() -> Bool {
      guard elements[currentIndex] is NSNull else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }
    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
      try next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() -> any Decoder { next() }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: ConvertingDecoder
    let codingPath: [any CodingKey] = []
    func decodeNil() -> Bool { decoder.value is NSNull }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
  }
}

/// An encoder that records the type of each value, as those that write some types in a notation of their format.
private struct TypedEncoder: Encoder {
  final class Types {
    var names: [String: String] = [:]
  }

  let types = Types()
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed(types: types))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("not an array") }
  func singleValueContainer() -> any SingleValueEncodingContainer { preconditionFailure("not a single value") }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let types: Types
    let codingPath: [any CodingKey] = []
    func encodeNil(forKey key: Key) { types.names[key.stringValue] = "nil" }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) { types.names[key.stringValue] = "\(Value.self)" }
    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
      TypedEncoder().container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { preconditionFailure("not an array") }
    func superEncoder() -> any Encoder { TypedEncoder() }
    func superEncoder(forKey key: Key) -> any Encoder { TypedEncoder() }
  }
}

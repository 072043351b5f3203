import AutoCoding
import Foundation
import Testing

/// Coders of other libraries that answer what Foundation's never do.
struct OddCoderTests {
  private struct Pair: AutoCoding { var values: (Character, Int) = ("a", 1) }
  private struct Texts: AutoCoding { var first: [Substring] = ["a", "b"] }
  private struct Mixed: AutoCoding {
    var counts: ArraySlice<Int> = [2]
    var numbers: ArraySlice<Int> = [1]
  }

  @Test("a container without a count may be at any index") func currentIndex() {
    let decoder = OddDecoder(elementCount: 5)
    #expect { try Pair(from: decoder) } throws: { "\($0)".contains("but found 3") }
  }

  @Test("a value that the decoder has decoded before is an error") func keptValues() {
    let decoder = OddDecoder(elementCount: 2, keepsValues: true)
    #expect { try Texts(from: decoder) } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.debugDescription.contains("decoded before")
    }
    #expect { try Mixed(from: OddDecoder(elementCount: 1, keepsValues: true)) } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.codingPath.map(\.stringValue) == ["numbers"] && context.debugDescription.contains("Slice")
    }
  }

  @Test("a value that is encoded after the call is an error") func lateValues() throws {
    let encoder = LateEncoder()
    // The closures hold the encoder.
    defer { encoder.waiting.values = [] }
    try Mixed(numbers: [1, 2, 3]).encode(to: encoder)
    try Texts().encode(to: encoder)
    #expect(encoder.waiting.values.count == 3)
    for encode in encoder.waiting.values {
      #expect { try encode() } throws: { error in
        guard case EncodingError.invalidValue(_, let context) = error else { return false }
        return context.debugDescription.contains("has returned")
      }
    }
  }
}

/// A decoder of a value that has any key, and is an array of texts and numbers.
private final class OddDecoder: Decoder {
  let elementCount: Int
  let keepsValues: Bool
  var kept: [ObjectIdentifier: Any] = [:]
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(elementCount: Int, keepsValues: Bool = false) {
    (self.elementCount, self.keepsValues) = (elementCount, keepsValues)
  }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed(decoder: self))
  }
  func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(decoder: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == String.self, let text = "a" as? Value { return text }
    if type == Int.self, let number = 1 as? Value { return number }
    if let known = kept[ObjectIdentifier(type)] as? Value { return known }
    let value = try Value(from: self)
    if keepsValues { kept[ObjectIdentifier(type)] = value }
    return value
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: OddDecoder
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []
    func contains(_ key: Key) -> Bool { !key.stringValue.hasPrefix("$") }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder.decode(type) }
    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedDecodingContainer<Nested> {
      decoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { decoder.unkeyedContainer() }
    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let decoder: OddDecoder
    var passed = 0
    let codingPath: [any CodingKey] = []
    var count: Int? { nil }
    var isAtEnd: Bool { passed >= decoder.elementCount }
    var currentIndex: Int { .max }
    init(decoder: OddDecoder) { self.decoder = decoder }
    func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      passed += 1
      return try decoder.decode(type)
    }
    func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
      decoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { decoder.unkeyedContainer() }
    func superDecoder() -> any Decoder { decoder }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: OddDecoder
    let codingPath: [any CodingKey] = []
    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
  }
}

/// An encoder that encodes the values of its containers later.
private struct LateEncoder: Encoder {
  final class Waiting {
    var values: [() throws -> Void] = []
  }

  let waiting = Waiting()
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed(encoder: self))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { Values() }
  func singleValueContainer() -> any SingleValueEncodingContainer { Values() }

  private struct Values: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let codingPath: [any CodingKey] = []
    let count = 0
    mutating func encodeNil() {}
    mutating func encode<Value: Encodable>(_ value: Value) {}
    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      LateEncoder().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    mutating func superEncoder() -> any Encoder { LateEncoder() }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: LateEncoder
    let codingPath: [any CodingKey] = []
    mutating func encodeNil(forKey key: Key) {}
    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) {
      let encoder = encoder
      encoder.waiting.values.append { try value.encode(to: encoder) }
    }
    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested>
    {
      encoder.container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
  }
}

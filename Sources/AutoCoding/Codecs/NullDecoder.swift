/// A decoder of null, passed to a type's own code if the data has null.
struct NullDecoder: Decoder, SingleValueDecodingContainer {
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw mismatch([String: Any].self)
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch([Any].self) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { true }
  func decode(_ type: Bool.Type) throws -> Bool { throw mismatch(type) }
  func decode(_ type: String.Type) throws -> String { throw mismatch(type) }
  func decode(_ type: Double.Type) throws -> Double { throw mismatch(type) }
  func decode(_ type: Float.Type) throws -> Float { throw mismatch(type) }
  func decode(_ type: Int.Type) throws -> Int { throw mismatch(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { throw mismatch(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { throw mismatch(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { throw mismatch(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { throw mismatch(type) }
  func decode(_ type: UInt.Type) throws -> UInt { throw mismatch(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { throw mismatch(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { throw mismatch(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { throw mismatch(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { throw mismatch(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      .init(
        codingPath: codingPath, debugDescription: "Cannot get value of type \(type) -- found null value instead"))
  }
}

/// Notes through which functions a type's code has asked a coder for a container, and what it has encoded in it.
///
/// Values are coded as always meanwhile: the coder that is passed to the code calls the one that it was made with.
final class CallWatch {
  /// The type's function for `init(from:)` or `encode(to:)`.
  private let code: UnsafeRawPointer?
  /// The functions between ``code`` and the last call that asked for a container for a single value, from the innermost on;
  /// nil if ``code`` was not running.
  private(set) var functions: [UnsafeRawPointer?]?
  /// The value that was encoded in it.
  fileprivate(set) var value: Any?

  init(decoding type: any Decodable.Type) { code = CallStack.decodingFunction(of: type) }
  init(encoding type: any Encodable.Type) { code = CallStack.encodingFunction(of: type) }

  @inline(never)
  fileprivate func note() { functions = code.flatMap { CallStack.functions(calledBy: $0) } }
}

struct WatchedDecoder: Decoder {
  let decoder: any Decoder
  let watch: CallWatch

  var codingPath: [any CodingKey] { decoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try decoder.container(keyedBy: type)
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try decoder.unkeyedContainer() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    watch.note()
    return try decoder.singleValueContainer()
  }
}

struct WatchedEncoder: Encoder {
  let encoder: any Encoder
  let watch: CallWatch

  var codingPath: [any CodingKey] { encoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> { encoder.container(keyedBy: type) }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    watch.note()
    return Container(container: encoder.singleValueContainer(), watch: watch)
  }

  private struct Container: SingleValueEncodingContainer {
    var container: any SingleValueEncodingContainer
    let watch: CallWatch

    var codingPath: [any CodingKey] { container.codingPath }
    mutating func encodeNil() throws { try container.encodeNil() }
    mutating func encode<Value: Encodable>(_ value: Value) throws {
      watch.value = value
      try container.encode(value)
    }
  }
}

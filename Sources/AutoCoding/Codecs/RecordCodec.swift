/// A type that conforms to AutoCoding, as a part of others: a struct, an object, an enum.
///
/// The type's own map is reached when the first value is coded, so recursive types terminate.
package class RecordCodec: Codec, @unchecked Sendable {
  private let resolve: @Sendable () throws -> Unmanaged<TypeMap.Storage>

  /// Whether the type has an `init(from:)` of its own.
  package let decodesByHand: Bool

  init(
    type: Any.Type, decodesByHand: Bool, resolve: @escaping @Sendable () throws -> Unmanaged<TypeMap.Storage>
  ) {
    self.decodesByHand = decodesByHand
    self.resolve = resolve
    super.init(type: type, kind: .record, codable: codableAccess(to: type))
  }

  /// The type's map.
  package var map: TypeMap.Storage {
    get throws { try resolve()._withUnsafeGuaranteedRef { $0 } }
  }

  /// Whether the value has an `encode(to:)` of its own. Found out with the first value, since no other tells.
  package func encodesByHand(_ address: UnsafeRawPointer) -> Bool { false }

  /// Calls the type's `didDecode()`.
  package func didDecode(_ address: UnsafeMutableRawPointer) throws {}
}

private let automaticEncoding = TypeTable<Bool>()

private final class TypedRecordCodec<Value: AutoCoding>: RecordCodec, @unchecked Sendable {
  override func encodesByHand(_ address: UnsafeRawPointer) -> Bool {
    let value = address.value(as: Value.self)
    let type = Swift.type(of: value)
    let isAutomatic =
      automaticEncoding.value(for: type)
      ?? automaticEncoding.insert(CodingProbe.encodesAutomatically(value), for: type)
    return !isAutomatic
  }

  override func didDecode(_ address: UnsafeMutableRawPointer) throws {
    try address.assumingMemoryBound(to: Value.self).pointee.didDecode()
  }
}

/// The codec of a type that conforms to AutoCoding.
func recordCodec(
  of type: any AutoCoding.Type, resolve: @escaping @Sendable () throws -> Unmanaged<TypeMap.Storage>
) -> RecordCodec {
  func codec<Value: AutoCoding>(_: Value.Type) -> RecordCodec {
    TypedRecordCodec<Value>(
      type: Value.self, decodesByHand: CodingProbe.decodingDefault(of: Value.self) == nil, resolve: resolve)
  }
  return codec(type)
}

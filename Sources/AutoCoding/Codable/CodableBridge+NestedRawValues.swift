/// Raw values in models, under Foundation's coders: each is passed to the container as the text or number that it is.
///
/// See `CodableBridge+Nesting.swift`, whose functions call these. A function that returns false has not coded the value.
extension CodableBridge {
  /// Passes the raw value at the address to the function for its type.
  @inline(__always)
  static func encodeRawValue(
    _ address: UnsafeRawPointer, _ codec: RecordCodec, string: (String) throws -> Void, int: (Int) throws -> Void,
    double: (Double) throws -> Void
  ) throws -> Bool {
    guard isWrittenAsRawValue(address, codec), codec.rawValue.kind == .conversion else { return false }
    let conversion = unsafeDowncast(codec.rawValue, to: ConversionCodec.self)
    switch conversion.representation.kind {
    case .string: try conversion.withRepresentation(of: address) { try string($0.value(as: String.self)) }
    case .int: try conversion.withRepresentation(of: address) { try int($0.value(as: Int.self)) }
    case .double: try conversion.withRepresentation(of: address) { try double($0.value(as: Double.self)) }
    default: return false
    }
    return true
  }

  /// Whether it is known that AutoCoding's code alone writes the value, and that it writes the raw value.
  @inline(__always)
  static func isWrittenAsRawValue(_ address: UnsafeRawPointer, _ codec: RecordCodec) -> Bool {
    codec.writesRawValues.value != nil || learnsRawValue(address, codec)
  }

  @inline(never)
  private static func learnsRawValue(_ address: UnsafeRawPointer, _ codec: RecordCodec) -> Bool {
    guard !codec.isClass else { return false }
    codec.learnCalls()
    guard !codec.mayHaveWillEncode, codec.encodingDefault(of: address) == .rawValue else { return false }
    codec.publishRawValues()
    return true
  }

  /// Makes a value from the raw value that the function for its type returns.
  ///
  /// Errors are left to the container, which is asked again for the value.
  ///
  /// - Returns: Whether the value was made; nil if there is no raw value.
  @inline(__always)
  static func decodeRawValue(
    into address: UnsafeMutableRawPointer, _ codec: RecordCodec, string: () throws -> String?, int: () throws -> Int?,
    double: () throws -> Double?
  ) -> Bool? {
    guard codec.rawValue.kind == .conversion, !codec.isClass else { return false }
    let conversion = unsafeDowncast(codec.rawValue, to: ConversionCodec.self)
    do {
      return switch conversion.representation.kind {
      case .string: try string().map { try initialize(address, conversion, with: $0) }
      case .int: try int().map { try initialize(address, conversion, with: $0) }
      case .double: try double().map { try initialize(address, conversion, with: $0) }
      default: false
      }
    } catch {
      return false
    }
  }

  @inline(__always)
  private static func initialize<RawValue>(
    _ address: UnsafeMutableRawPointer, _ codec: ConversionCodec, with rawValue: RawValue
  ) throws -> Bool {
    try withUnsafeTemporaryAllocation(of: RawValue.self, capacity: 1) { memory in
      guard let first = memory.baseAddress else { return false }
      first.initialize(to: rawValue)
      try codec.initialize(address, taking: UnsafeMutableRawPointer(first))
      return true
    }
  }
}

/// Raw values in models, under Foundation's coders: each is passed to the container as the text or number that it is.
///
/// See `CodableBridge+NestedDecoding.swift`, whose functions call these. A function that returns false has not coded the value.
extension CodableBridge {
  /// Passes the raw value at the address to the function for its type.
  @inline(__always)
  static func encodeRawValue(
    _ address: UnsafeRawPointer, _ codec: RecordCodec, string: (String) throws -> Void, int: (Int) throws -> Void,
    double: (Double) throws -> Void
  ) throws -> Bool {
    guard isWrittenAsRawValue(address, codec), let conversion = codec.rawValue.conversion else {
      return false
    }
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
  /// Errors of that function are left to the container, which is asked again for the value.
  ///
  /// - Parameter codingPath: The path of the value, once the function has returned.
  /// - Returns: Whether the value was made; nil if there is no raw value.
  /// - Throws: `DecodingError` if no value has the raw value. The container would call the type's `init(rawValue:)` again.
  @inline(__always)
  static func decodeRawValue(
    into address: UnsafeMutableRawPointer, _ codec: RecordCodec, string: () throws -> String?, int: () throws -> Int?,
    double: () throws -> Double?, codingPath: () -> [any CodingKey]
  ) throws -> Bool? {
    guard let conversion = codec.rawValue.conversion, !codec.isClass else { return false }
    return switch conversion.representation.kind {
    case .string: try initialize(address, conversion, with: string, codingPath)
    case .int: try initialize(address, conversion, with: int, codingPath)
    case .double: try initialize(address, conversion, with: double, codingPath)
    default: false
    }
  }

  @inline(__always)
  private static func initialize<RawValue>(
    _ address: UnsafeMutableRawPointer, _ codec: ConversionCodec, with read: () throws -> RawValue?,
    _ codingPath: () -> [any CodingKey]
  ) throws -> Bool? {
    let found: RawValue?
    do {
      found = try read()
    } catch {
      return false
    }
    guard let found else { return nil }
    return try withUnsafeTemporaryAllocation(of: RawValue.self, capacity: 1) { memory in
      guard let first = memory.baseAddress else { return false }
      first.initialize(to: found)
      do {
        try codec.initialize(address, taking: UnsafeMutableRawPointer(first))
      } catch {
        throw error.prepending(codingPath())
      }
      return true
    }
  }
}

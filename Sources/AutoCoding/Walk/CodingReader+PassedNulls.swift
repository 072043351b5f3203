/// Null as a lenient reader reads it: as if the key were missing.
extension CodingReader {
  /// Whether the next value is null, and leaves a property at its default; consumes it if so.
  @inline(__always)
  mutating func leavesNullAtDefault(
    _ operation: UnsafePointer<PropertyOperation>, of map: TypeMap.Storage
  ) throws -> Bool {
    guard rules.passesNullOn, map.hasAnyDefaults, !operation.pointee.isOptional,
      map.keepsDefault(operation.pointee.position)
    else { return false }
    return try readNullAsDefault(of: operation.pointee.codec)
  }

  /// Leniency is about values that do not fit: null that is a value of the type is read as that.
  @inline(never)
  private mutating func readNullAsDefault(of codec: Codec) throws -> Bool {
    try !codec.readsNull && readNull(forDefault: true)
  }

  /// Whether the next value is null, and is passed on to the other keys of the property at a position; consumes it if so.
  @inline(never)
  mutating func passesNullOn(at position: Int, of map: TypeMap.Storage) throws -> Bool {
    guard rules.passesNullOn, map.passesNullOn(position) else { return false }
    // Null is a value of an Optional, so there is nothing to report.
    return try readNull(forDefault: !map.operation(at: position).pointee.isOptional)
  }
}

extension Codec {
  /// Whether null is a value of the type, as far as this is known without a call of the type's own code.
  fileprivate var readsNull: Bool {
    switch kind {
    case .optional: true
    case .existential: (self as? ExistentialCodec)?.isAny ?? false
    case .codable: codable?.readsNull ?? false
    case .conversion: wrapper == nil && (self as? ConversionCodec)?.representation.readsNull ?? false
    default: false
    }
  }
}

extension TypeMap.Storage {
  /// Whether a property has former keys, and null is not a value that its own code may read.
  fileprivate func passesNullOn(_ position: Int) -> Bool {
    let operation = operation(at: position)
    guard !operation.pointee.formerKeys.isEmpty else { return false }
    if !operation.pointee.isOptional, operation.pointee.codec.readsNull { return false }
    if operation.pointee.isOptional || operation.pointee.kind.isLeaf || keepsDefault(position) { return true }
    switch operation.pointee.kind {
    case .sequence, .dictionary: return true
    default: return false
    }
  }

  /// Completes properties that had null under some key, and no value under another.
  ///
  /// - Throws: `DecodingError.valueNotFound` for a property that is not Optional and has no default.
  func settle(_ nulls: [Int], in assembly: inout RecordAssembly) throws {
    for position in nulls where !assembly.contains(position) {
      let operation = operation(at: position)
      if operation.pointee.isOptional {
        operation.pointee.initializeNull(assembly.slot(position))
        assembly.commit(position)
      } else if !keepsDefault(position) {
        throw DecodingError.valueNotFound(
          operation.pointee.codec.type,
          .init(
            codingPath: [operation.pointee.key],
            debugDescription: "Found null, and no value under one of the former keys, for property "
              + "\(_typeName(type, qualified: false)).\(operation.pointee.key.stringValue)."))
      }
    }
  }
}

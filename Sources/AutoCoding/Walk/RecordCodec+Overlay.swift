extension RecordCodec {
  /// Overlays an existing struct or object with the properties that are read, and calls its `didDecode()`.
  ///
  /// - Parameters:
  ///   - address: Holds a value of the codec's type that no other code uses meanwhile.
  ///   - undo: Records the objects that were changed; the caller undoes the changes if anything fails later.
  ///   - read: Reads properties of a map, that of the object's own class, for the struct or object at an address.
  /// - Throws: If it throws, the value is unchanged.
  package func overlay(
    _ address: UnsafeMutableRawPointer, undo: OverlayUndo,
    _ read: (TypeMap.Storage, inout RecordAssembly, UnsafeMutableRawPointer) throws -> Void
  ) throws {
    if isClass,
      let dynamic = Swift.type(of: UnsafeRawPointer(address).value(as: AnyObject.self)) as? any AutoCoding.Type,
      dynamic != type
    {
      return try subclassCodec(dynamic).overlay(address, undo: undo, read)
    }
    try map._withUnsafeGuaranteedRef { map in
      guard isOverlaid else { throw DecodingError.notOverlaid(type) }
      let isObject = map.objectType != nil
      let base = isObject ? UnsafeRawPointer(address).value(as: UnsafeMutableRawPointer.self) : address
      var assembly = RecordAssembly(overlaying: map)
      if isObject {
        let isOutermost = undo.open(base)
        defer { if isOutermost { undo.close(base) } }
        let earlier = undo.count
        try read(map, &assembly, base)
        try Self.checkChanges(in: assembly, of: base, map, undo.changes(from: earlier, at: base))
      } else {
        try read(map, &assembly, base)
      }
      assembly.exchange(with: base)
      do {
        if isObject || !mayHaveDidDecode { try didDecode(address) } else { try didDecode(ofCopyAt: address) }
      } catch {
        assembly.exchange(with: base)
        throw error
      }
      if isObject { undo.keep(assembly, of: UnsafeRawPointer(address).value(as: AnyObject.self), at: base) }
    }
  }

  /// Refuses what no property of an existing object may become.
  ///
  /// - Parameter inner: The changes of the same object that were made by data within its properties.
  private static func checkChanges(
    in assembly: borrowing RecordAssembly, of base: UnsafeMutableRawPointer, _ map: TypeMap.Storage,
    _ inner: [OverlayUndo.Change]
  ) throws {
    for position in map.operations.indices where assembly.contains(position) {
      let operation = map.operation(at: position)
      let explanation: String
      if !operation.pointee.isVariable {
        explanation = "The property is a constant of an existing object, which cannot be changed."
      } else if operation.pointee.losesLazyValue(base + operation.pointee.offset, to: assembly.slot(position)) {
        explanation = "The property is lazy and has a value, which an existing object cannot lose."
      } else if inner.contains(where: { $0.changes(position) }),
        !areEqual(assembly.slot(position), base + operation.pointee.offset, operation.pointee.codec)
      {
        explanation = """
          The data sets the property of an existing object to different values: here, and in a value within the object that \
          refers back to it. Remove one of them.
          """
      } else {
        continue
      }
      throw DecodingError.dataCorrupted(
        .init(codingPath: [operation.pointee.key], debugDescription: explanation))
    }
  }

  /// Whether two values are equal as far as their type's `Hashable` says.
  private static func areEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ codec: Codec) -> Bool {
    guard let one = codec.boxedValue(at: one) as? AnyHashable else { return false }
    return one == codec.boxedValue(at: other) as? AnyHashable
  }

  /// Calls the `didDecode` of a copy of a struct, since it may have changed any property if it throws. Otherwise the copy takes
  /// the struct's place.
  private func didDecode(ofCopyAt address: UnsafeMutableRawPointer) throws {
    let operations = ValueOperations(type)
    try operations.withTemporaryValue { copy in
      try operations.copy(from: address, to: copy) { try didDecode(copy) }
      operations.assign(taking: copy, to: address)
    }
  }

  /// Whether values can be updated in part: structs and objects that are decoded by their properties.
  package var isOverlaid: Bool {
    guard decodingDefault == .structure, let map = try? map else { return false }
    return map._withUnsafeGuaranteedRef {
      switch $0.shape {
      case .structure, .object: true
      case .enumeration, .rawValue: false
      }
    }
  }
}

extension Codec {
  /// Returns the codec of the record at the address if it can be updated in part; nil for any other value, and for nil.
  package func overlaidRecord(at address: UnsafeRawPointer) -> RecordCodec? {
    switch concrete {
    case .optional(let codec):
      // The wrapped value is at the Optional's own address.
      return codec.isNil(address) ? nil : codec.wrapped.overlaidRecord(at: address)
    case .record(let codec): return codec.isOverlaid ? codec : nil
    default: return nil
    }
  }
}

extension DecodingError {
  /// The error for a value that a decoder is to update in part, and cannot.
  static func notOverlaid(_ type: Any.Type) -> DecodingError {
    .typeMismatch(
      type,
      .init(
        """
        A \(TypeLookup.name(of: type)) is not coded by its properties, and cannot be updated in part. Decode it as a whole.
        """))
  }
}

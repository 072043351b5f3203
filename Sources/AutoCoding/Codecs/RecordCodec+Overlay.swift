extension RecordCodec {
  /// Overlays a struct or object that exists with the properties that are read, and calls its `didDecode()`.
  ///
  /// - Parameters:
  ///   - address: Holds a value of the codec's type, which nobody else uses meanwhile.
  ///   - read: Reads properties of a map: that of the object's own class.
  /// - Throws: The value is as it was then.
  package func overlay(
    _ address: UnsafeMutableRawPointer, _ read: (TypeMap.Storage, inout RecordAssembly) throws -> Void
  ) throws {
    if isClass,
      let dynamic = Swift.type(of: UnsafeRawPointer(address).value(as: AnyObject.self)) as? any AutoCoding.Type,
      dynamic != type
    {
      return try subclassCodec(dynamic).overlay(address, read)
    }
    try map._withUnsafeGuaranteedRef { map in
      switch map.shape {
      case .structure where decodingDefault == .structure, .object where decodingDefault == .structure: break
      default:
        throw DecodingError.typeMismatch(
          type,
          .init(
            codingPath: [], debugDescription: "A \(type) is not coded by its properties, and cannot be updated in part."
          ))
      }
      var assembly = RecordAssembly(overlaying: map)
      try read(map, &assembly)
      let isObject = map.objectType != nil
      for position in map.operations.indices
      where isObject && assembly.contains(position) && !map.operations[position].isVariable {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: [map.operations[position].key],
            debugDescription: "The property is a constant of an object that exists, which cannot be changed."))
      }
      let base = isObject ? UnsafeRawPointer(address).value(as: UnsafeMutableRawPointer.self) : address
      assembly.exchange(with: base)
      do {
        try didDecode(address)
      } catch {
        assembly.exchange(with: base)
        throw error
      }
    }
  }
}

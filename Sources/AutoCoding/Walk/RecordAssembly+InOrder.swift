extension RecordAssembly {
  /// Makes a value from properties that are all present and in order, so that no set of decoded ones is needed.
  ///
  /// - Parameter decode: Decodes the property at a position into its slot.
  @inline(__always)
  package static func inOrder(
    _ map: TypeMap.Storage, at destination: UnsafeMutableRawPointer,
    _ decode: (_ position: Int, _ slot: UnsafeMutableRawPointer) throws -> Void
  ) throws {
    guard map.isMadeWithoutInitializer else {
      var assembly = try RecordAssembly(map, at: destination)
      for position in map.operations.indices {
        try decode(position, assembly.slot(position))
        assembly.commit(position)
      }
      return try assembly.finish(at: destination)
    }
    let memory = if let type = map.objectType { Instance.allocate(type) } else { destination }
    do {
      try initializeAll(of: map, in: memory) { try decode($0.pointee.position, $1) }
    } catch {
      if let type = map.objectType { Instance.deallocate(memory, of: type) }
      throw error
    }
    if map.objectType != nil { destination.initialize(with: memory) }
  }

  /// Initializes all properties of a value that no initializer makes, in order. Those that are there are destroyed after an
  /// error.
  ///
  /// - Parameter make: Initializes the memory of the property with an operation.
  @inline(__always)
  static func initializeAll(
    of map: TypeMap.Storage, in memory: UnsafeMutableRawPointer,
    _ make: (UnsafePointer<PropertyOperation>, UnsafeMutableRawPointer) throws -> Void
  ) throws {
    let (first, count) = (map.operation(at: 0), map.operations.count)
    var position = 0
    do {
      while position < count {
        let operation = first + position
        try make(operation, memory + operation.pointee.offset)
        position &+= 1
      }
    } catch {
      for operation in map.operations[..<position] { operation.memory.destroy(memory + operation.offset) }
      throw error
    }
    if !map.hasOnlyCodedProperties {
      for property in map.uncodedProperties { property.initialize(memory + property.offset) }
    }
  }
}

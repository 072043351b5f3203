/// A struct or object that is being decoded.
///
/// Properties are decoded one by one into memory that no other code sees. The value is made when all are there. If it
/// is never made, its decoded properties are destroyed, so a failed decode leaves nothing behind and runs no `deinit`
/// on a partial object.
package struct RecordAssembly: ~Copyable {
  // Maps are immortal. Retaining one that several threads use would be expensive.
  private unowned(unsafe) let map: TypeMap.Storage
  /// The memory into which properties are decoded, each at its offset.
  package let memory: UnsafeMutableRawPointer
  private var present: PropertySet
  private var isFinished = false
  private let ownership: Ownership

  /// Who owns the memory if the value is never made.
  private enum Ownership {
    /// It is an object that was allocated for them.
    case object
    /// It was allocated for them, to be moved elsewhere.
    case scratch
    /// It is owned by other code.
    case elsewhere
  }

  /// - Parameters:
  ///   - map: The map of a struct or class.
  ///   - destination: The uninitialized address of a struct. An object is allocated elsewhere.
  /// - Throws: ``AutoCodingError`` if the type is encode-only.
  package init(_ map: TypeMap.Storage, at destination: UnsafeMutableRawPointer) throws {
    self.map = map
    present = PropertySet(count: map.operations.count)
    guard map.isMadeWithoutInitializer else {
      if case .impossible(let error) = map.construction { throw error }
      ownership = .scratch
      memory = allocateMemory(size: map.layout.size, alignment: map.layout.alignment)
      return
    }
    // Allocate an object now; it becomes a valid object when every property is there.
    if let type = map.objectType {
      ownership = .object
      memory = Instance.allocate(type)
    } else {
      ownership = .elsewhere
      memory = destination
    }
  }

  /// Collects the properties of an existing object, made by `init()` if the map says so, or else only allocated.
  ///
  /// - Parameter scratch: Memory with the map's layout that holds properties for an object of `init()`. The caller owns
  ///   it, and does not use it for another object meanwhile.
  /// - Throws: ``AutoCodingError`` if the type is encode-only.
  @inline(__always)
  package init(
    _ map: TypeMap.Storage, of object: UnsafeMutableRawPointer, scratch: UnsafeMutableRawPointer
  ) throws {
    if !map.isMadeWithoutInitializer, case .impossible(let error) = map.construction { throw error }
    self.map = map
    present = PropertySet(count: map.operations.count)
    ownership = .elsewhere
    memory = map.isMadeWithoutInitializer ? object : scratch
  }

  /// Collects properties for an existing value; see ``exchange(with:)``.
  package init(overlaying map: TypeMap.Storage) {
    self.map = map
    ownership = .scratch
    present = PropertySet(count: map.operations.count)
    memory = allocateMemory(size: map.layout.size, alignment: map.layout.alignment)
  }

  /// Exchanges the decoded properties with those of the struct or object at `base`. A second call undoes the first.
  ///
  /// Precondition: no other code uses the value meanwhile. The properties held at the end are destroyed with the
  /// assembly.
  package func exchange(with base: UnsafeMutableRawPointer) { exchange { _ in base } }

  /// Exchanges each decoded property with that of a value of the map's type, whose address `base` returns for its position.
  func exchange(_ base: (_ position: Int) -> UnsafeMutableRawPointer) {
    for position in map.operations.indices where present.contains(position) {
      let (operation, base) = (map.operations[position], base(position))
      operation.memory.exchange(base + operation.offset, memory + operation.offset)
    }
  }

  deinit {
    guard !isFinished else { return }
    for position in map.operations.indices where present.contains(position) {
      map.operations[position].memory.destroy(memory + map.operations[position].offset)
    }
    release()
  }

  private func release() {
    switch ownership {
    case .object: if let type = map.objectType { Instance.deallocate(memory, of: type) }
    case .scratch: memory.deallocate()
    case .elsewhere: break
    }
  }

  /// The address at which a property is to be initialized.
  @inline(__always)
  package func slot(_ position: Int) -> UnsafeMutableRawPointer {
    memory + map.operation(at: position).pointee.offset
  }

  /// Records that the property at ``slot(_:)`` is initialized.
  @inline(__always)
  package mutating func commit(_ position: Int) {
    present.insert(position)
  }

  /// Records that properties are initialized: one bit for each, from the lowest. Precondition: there are at most 64
  /// properties, and none of these was recorded before.
  @inline(__always)
  package mutating func commit(positions: UInt64) {
    present.insert(all: positions)
  }

  package func contains(_ position: Int) -> Bool {
    present.contains(position)
  }

  /// Destroys a decoded property that is about to be replaced.
  package mutating func remove(_ position: Int) {
    guard present.contains(position) else { return }
    present.remove(position)
    map.operations[position].memory.destroy(slot(position))
  }

  /// Makes the value at the destination: the struct, or a reference to the object.
  ///
  /// - Throws: `DecodingError.keyNotFound` for a missing property without a default. The destination is then
  ///   uninitialized.
  @inline(__always)
  package mutating func finish(at destination: UnsafeMutableRawPointer) throws {
    if map.hasOnlyCodedProperties, present.count == map.operations.count {
      if map.objectType != nil { destination.initialize(with: memory) }
      isFinished = true
    } else {
      try finishPartial(at: destination)
    }
  }

  @inline(never)
  private mutating func finishPartial(at destination: UnsafeMutableRawPointer) throws {
    if case .defaults(let type) = map.construction {
      try checkRequired()
      initializeDefault(type, at: destination)
      let base =
        map.objectType == nil
        ? destination : UnsafeRawPointer(destination).value(as: UnsafeMutableRawPointer.self)
      assignProperties(to: base)
      memory.deallocate()
    } else {
      if present.count < map.operations.count { try completeProperties() }
      if !map.hasOnlyCodedProperties {
        for property in map.uncodedProperties { property.initialize(memory + property.offset) }
      }
      if map.objectType != nil { destination.initialize(with: memory) }
    }
    isFinished = true
  }

  private func initializeDefault<Value: DefaultInitializable>(
    _ type: Value.Type, at destination: UnsafeMutableRawPointer
  ) {
    destination.initialize(with: Value())
  }

  /// Completes the object passed to ``init(_:of:scratch:)``.
  ///
  /// - Throws: `DecodingError.keyNotFound` for a missing property without a default.
  package mutating func finish(of object: UnsafeMutableRawPointer) throws {
    if map.isMadeWithoutInitializer {
      if present.count < map.operations.count { try completeProperties() }
      if !map.hasOnlyCodedProperties {
        for property in map.uncodedProperties { property.initialize(memory + property.offset) }
      }
    } else {
      try checkRequired()
      assignProperties(to: object)
    }
    isFinished = true
  }

  /// - Throws: `DecodingError.keyNotFound` for a missing property that a rule requires.
  private func checkRequired() throws {
    guard map.hasRequiredKeys else { return }
    for position in map.requiredPositions where !present.contains(position) { throw map.missingKey(position) }
  }

  private func assignProperties(to base: UnsafeMutableRawPointer) {
    // The map is retained for each use otherwise.
    Unmanaged.passUnretained(map)._withUnsafeGuaranteedRef { map in
      for position in 0..<map.operations.count where present.contains(position) {
        let operation = map.operation(at: position)
        let offset = operation.pointee.offset
        switch (operation.pointee.kind, operation.pointee.isOptionalLeaf) {
        case (.string, false): Self.assign(String.self, taking: memory + offset, to: base + offset)
        case (.string, true): Self.assign(String?.self, taking: memory + offset, to: base + offset)
        case (.int, true): Self.assign(Int?.self, taking: memory + offset, to: base + offset)
        default: operation.pointee.memory.assign(taking: memory + offset, to: base + offset)
        }
      }
    }
    if present.count < map.completeCount { assignDefaults(to: base) }
  }

  /// Assigns the defaults of rules and property wrappers, which replace those of `init()`: to properties whose keys are
  /// missing, and to properties that are left out.
  @inline(never)
  private func assignDefaults(to base: UnsafeMutableRawPointer) {
    for position in map.operations.indices where !present.contains(position) {
      let operation = map.operation(at: position)
      let slot = slot(position)
      if let value = map.defaultValue(at: position) {
        value.initialize(slot)
      } else {
        guard operation.pointee.isWrapper,
          operation.pointee.withCodec({ $0.wrapper?.initializeDefault(slot) ?? false })
        else { continue }
      }
      operation.pointee.memory.assign(taking: slot, to: base + operation.pointee.offset)
    }
    for property in map.uncodedProperties {
      guard let operations = property.replacement else { continue }
      operations.withTemporaryValue { memory in
        property.initialize(memory)
        operations.assign(taking: memory, to: base + property.offset)
      }
    }
  }

  @inline(__always)
  private static func assign<Value>(
    _ type: Value.Type, taking source: UnsafeMutableRawPointer, to destination: UnsafeMutableRawPointer
  ) {
    destination.assumingMemoryBound(to: type).pointee = source.take(as: type)
  }

  private mutating func completeProperties() throws {
    try Unmanaged.passUnretained(map)._withUnsafeGuaranteedRef { map in
      for position in 0..<map.operations.count where !present.contains(position) {
        try map.initializeMissing(position, at: memory + map.operation(at: position).pointee.offset)
        present.insert(position)
      }
    }
  }
}

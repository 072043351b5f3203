extension Codec {
  /// Returns the value at the address, which must hold one of the codec's type.
  package func boxedValue(at address: UnsafeRawPointer) -> Any {
    func value<Value>(_ type: Value.Type) -> Any { address.value(as: type) }
    return _openExistential(type, do: value)
  }

  /// Returns the value that `decode` stores at the address passed to it.
  package func boxedValue(_ decode: (UnsafeMutableRawPointer) throws -> Void) throws -> Any {
    let operations = ValueOperations(type)
    let memory = allocateMemory(size: operations.size, alignment: operations.alignment)
    defer { memory.deallocate() }
    try decode(memory)
    func take<Value>(_ type: Value.Type) -> Any { memory.take(as: type) }
    return _openExistential(type, do: take)
  }

  /// Calls `decode`, then destroys the value that it stores at the address passed to it.
  package func discardingValue(_ decode: (UnsafeMutableRawPointer) throws -> Void) throws {
    let operations = ValueOperations(type)
    let memory = allocateMemory(size: operations.size, alignment: operations.alignment)
    defer { memory.deallocate() }
    try decode(memory)
    operations.destroy(memory)
  }

  /// Destroys the value at the address.
  package func destroyValue(at address: UnsafeMutableRawPointer) { ValueOperations(type).destroy(address) }

  /// Adds the models that a value may contain to a set.
  package func collectModels(_ types: inout Set<ObjectIdentifier>) {
    if kind == .record, !types.insert(ObjectIdentifier(type)).inserted { return }
    for child in children { child.collectModels(&types) }
  }

  /// A pointer that identifies a type in a table of pointers.
  package static func identity(of type: Any.Type) -> UnsafeRawPointer { Metadata(type).pointer }

  /// Whether values may refer to objects with an identity, by weak references too. Computed once, when a format that keeps
  /// identity asks.
  ///
  /// The type alone does not tell: if a property's rule transforms an object to text, the property has another codec than
  /// the object's class.
  package var refersToObjects: Bool {
    let known = references.value
    if known != 0 { return known > 0 }
    var visited: Set<ObjectIdentifier> = []
    let found = findsObjects(&visited)
    references.value = found ? 1 : -1
    return found
  }

  fileprivate func findsObjects(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    guard visited.insert(ObjectIdentifier(self)).inserted else { return false }
    if kind == .existential { return true }
    // A property wrapper that is an object: a copy that shared it would change with the original.
    if kind == .conversion, wrapper != nil, type is AnyClass { return true }
    if let codec = record {
      if codec.isObject { return true }
      guard codec.decodingDefault == .structure else { return false }
      if let map = try? codec.map, map._withUnsafeGuaranteedRef({ !$0.weakReferences.isEmpty }) { return true }
    }
    return children.contains { $0.findsObjects(&visited) }
  }
}

extension TypeMap.Storage {
  /// The codecs of the properties, or of the payloads of the cases.
  var codecs: [Codec] {
    let payloads: [TypeMap.Storage?] = if case .enumeration(let cases) = shape { cases.payloads } else { [] }
    return operations.map(\.codec) + payloads.compactMap(\.self).flatMap { $0.operations.map(\.codec) }
  }
}

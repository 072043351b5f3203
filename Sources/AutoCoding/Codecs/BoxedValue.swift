extension Codec {
  /// The value at the address, which holds one of the codec's type.
  package func boxedValue(at address: UnsafeRawPointer) -> Any {
    func value<Value>(_ type: Value.Type) -> Any { address.value(as: type) }
    return _openExistential(type, do: value)
  }

  /// A value that `decode` stores at the address it is given.
  package func boxedValue(_ decode: (UnsafeMutableRawPointer) throws -> Void) throws -> Any {
    let operations = ValueOperations(type)
    let memory = allocateMemory(size: operations.size, alignment: operations.alignment)
    defer { memory.deallocate() }
    try decode(memory)
    func take<Value>(_ type: Value.Type) -> Any { memory.take(as: type) }
    return _openExistential(type, do: take)
  }

  /// Calls `decode`, and destroys the value that it stores at the address it is given.
  package func discardingValue(_ decode: (UnsafeMutableRawPointer) throws -> Void) throws {
    let operations = ValueOperations(type)
    let memory = allocateMemory(size: operations.size, alignment: operations.alignment)
    defer { memory.deallocate() }
    try decode(memory)
    operations.destroy(memory)
  }

  /// Destroys the value at the address.
  package func destroyValue(at address: UnsafeMutableRawPointer) { ValueOperations(type).destroy(address) }

  /// Adds the models among the values that a value may hold to a set.
  package func collectModels(_ types: inout Set<ObjectIdentifier>) {
    switch self {
    case let codec as RecordCodec:
      guard types.insert(ObjectIdentifier(codec.type)).inserted,
        let map = try? codec.map._withUnsafeGuaranteedRef({ $0 })
      else { return }
      if case .enumeration(let cases) = map.shape {
        for case let payload? in cases.payloads { payload.collectModels(&types) }
      }
      map.collectModels(&types)
    case let codec as OptionalCodec: codec.wrapped.collectModels(&types)
    case let codec as SequenceCodec: codec.element.collectModels(&types)
    case let codec as DictionaryCodec:
      codec.key.collectModels(&types)
      codec.value.collectModels(&types)
    case let codec as ConversionCodec: codec.representation.collectModels(&types)
    case let codec as TupleCodec: codec.map.collectModels(&types)
    default: break
    }
  }

  /// What stands for a type in a table of pointers.
  package static func identity(of type: Any.Type) -> UnsafeRawPointer { Metadata(type).pointer }

  /// Whether values may refer to objects that have an identity. Found out once, when a format asks that keeps identity.
  package var refersToObjects: Bool {
    if let known = knownReferences.value(for: type) { return known }
    var visited: Set<ObjectIdentifier> = []
    return knownReferences.insert(findsObjects(&visited), for: type)
  }

  fileprivate func findsObjects(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    guard visited.insert(ObjectIdentifier(type)).inserted else { return false }
    switch self {
    case let codec as RecordCodec:
      if codec.isObject { return true }
      guard codec.decodingDefault == .structure, let map = try? codec.map._withUnsafeGuaranteedRef({ $0 }) else {
        return false
      }
      if case .enumeration(let cases) = map.shape {
        return cases.payloads.contains { $0?.findsObjects(&visited) ?? false }
      }
      return map.findsObjects(&visited)
    case let codec as OptionalCodec: return codec.wrapped.findsObjects(&visited)
    case let codec as SequenceCodec: return codec.element.findsObjects(&visited)
    case let codec as DictionaryCodec:
      return codec.key.findsObjects(&visited) || codec.value.findsObjects(&visited)
    case let codec as ConversionCodec: return codec.representation.findsObjects(&visited)
    case let codec as TupleCodec: return codec.map.findsObjects(&visited)
    default: return kind == .existential
    }
  }
}

extension TypeMap.Storage {
  fileprivate func collectModels(_ types: inout Set<ObjectIdentifier>) {
    for operation in operations { operation.codec.collectModels(&types) }
  }

  fileprivate func findsObjects(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    for operation in operations where operation.codec.findsObjects(&visited) { return true }
    return false
  }
}

private let knownReferences = TypeTable<Bool>()

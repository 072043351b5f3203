/// Copies values by their codecs.
extension GraphCopier {
  func copy(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as codec: Codec) throws {
    guard codec.refersToObjects else { return ValueOperations(codec.type).copy(from: source, to: target) }
    switch codec.concrete {
    case .optional(let codec):
      if codec.isNil(source) { return codec.initializeNil(target) }
      try copy(source, to: target, as: codec.wrapped)
      codec.wrap(target)
    case .record(let codec):
      if codec.isObject { return try copyReference(source, to: target, as: codec) }
      try copyRecord(source, to: target, as: codec)
    case .tuple(let codec): try copyParts(source, to: target, as: codec.map)
    case .sequence(let codec):
      try along(path?.toElements(ofArrayAt: source, as: codec)) { try copySequence(source, to: target, as: codec) }
    case .dictionary(let codec): try along(.shared) { try copyDictionary(source, to: target, as: codec) }
    case .conversion(let codec):
      try along(.shared) {
        try codec.withRepresentation(of: source) { representation in
          try codec.representation.withTemporaryValue { memory in
            try copy(representation, to: memory, as: codec.representation)
            try codec.initialize(target, taking: memory)
          }
        }
      }
    case .existential(let codec):
      try along(.shared) { try codec.initialize(target, with: copyOfAny(codec.plainValue(at: source))) }
    default: ValueOperations(codec.type).copy(from: source, to: target)
    }
  }

  /// Copies values that are reached by another path. If each object has to be in ``numbers``, there is none.
  @inline(__always)
  private func along(_ path: UniquePath?, _ copy: () throws -> Void) rethrows {
    let outer = self.path
    if outer != nil { self.path = path }
    defer { if self.path != nil { self.path = outer } }
    try copy()
  }

  /// Returns a copy of a value by its dynamic type. A value without a codec is returned as it is.
  private func copyOfAny(_ value: Any) throws -> Any {
    try NestedLevel.checkStack()
    guard let codec = try Discovery.codecIfAny(for: type(of: value))?.takeUnretainedValue(), codec.refersToObjects
    else { return value }
    return try ValueComparison.withAddress(of: value) { source in
      try codec.boxedValue { try copy(source, to: $0, as: codec) }
    }
  }

  private func copyRecord(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as codec: RecordCodec
  ) throws {
    try NestedLevel.checkStack()
    let map = try codec.map._withUnsafeGuaranteedRef { $0 }
    guard case .enumeration(let cases) = map.shape else { return try copyParts(source, to: target, as: map) }
    let position = cases.layout.position(of: source)
    guard let payload = cases.payloads[position] else {
      return ValueOperations(codec.type).copy(from: source, to: target)
    }
    do {
      try along(.shared) {
        try cases.layout.withPayload(of: source, case: position) { original in
          try cases.layout.initialize(target, case: position) { try copyParts(original, to: $0, as: payload) }
        }
      }
    } catch {
      throw error.prepending(cases.index.keys[position])
    }
  }

  /// Copies a struct, tuple or payload as Swift does, and then replaces references by those to copies.
  private func copyParts(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as map: TypeMap.Storage
  ) throws {
    try ValueOperations(map.type).copy(from: source, to: target) {
      for operation in map.operations where operation.codec.refersToObjects {
        do {
          try operation.codec.withTemporaryValue { part in
            try copy(source + operation.offset, to: part, as: operation.codec)
            operation.memory.assign(taking: part, to: target + operation.offset)
          }
        } catch {
          throw error.prepending(operation.key)
        }
      }
    }
    if !map.weakReferences.isEmpty { setWeakReferences(of: source, in: target, map) }
  }

  private func copySequence(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as codec: SequenceCodec
  ) throws {
    if codec.movesElements, codec.elementOperations.alignment <= 16 {
      return try codec.withKeptElements(of: source) { try copyElements($0, count: $1, to: target, as: codec) }
    }
    var elements = ElementBuffer(of: codec.element.type, announced: nil)
    try codec.withElements(of: source) { first, count in
      for index in 0..<count {
        do {
          try copy(first + index * codec.stride, to: elements.next(), as: codec.element)
          elements.commit()
        } catch {
          throw error.prepending(DynamicKey(index: index))
        }
      }
    }
    if codec.isSet, !isComplete {
      elements.removeAll()
      hasLeftIncomplete = true
    }
    codec.initialize(target, taking: &elements, inPlaceOf: source)
  }

  /// Copies the elements of an array in place into the memory that becomes the new one.
  private func copyElements(
    _ first: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer, as codec: SequenceCodec
  ) throws {
    guard count > 0 else { return codec.initialize(target, moving: target, count: 0) }
    let memory = ArrayStorage.resize(nil, toHold: count, stride: codec.stride)
    for index in 0..<count {
      let offset = index &* codec.stride
      do {
        try copy(first + offset, to: memory + offset, as: codec.element)
      } catch {
        codec.elementOperations.destroy(memory, count: index)
        ArrayStorage.free(memory)
        throw error.prepending(DynamicKey(index: index))
      }
    }
    codec.initialize(target, adopting: memory, count: count, capacity: count)
  }

  private func copyDictionary(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as codec: DictionaryCodec
  ) throws {
    var keys = ElementBuffer(of: codec.key.type, announced: nil)
    var values = ElementBuffer(of: codec.value.type, announced: nil)
    try codec.forEach(of: source) { key, value in
      try copy(key, to: keys.next(), as: codec.key)
      keys.commit()
      do {
        try copy(value, to: values.next(), as: codec.value)
        values.commit()
      } catch {
        throw error.prepending(DynamicKey(ValueText.describing(codec.key.plainValue(at: key))))
      }
    }
    if codec.key.refersToObjects, !isComplete {
      keys.removeAll()
      values.removeAll()
      hasLeftIncomplete = true
    }
    codec.initialize(target, takingKeys: &keys, values: &values)
  }
}

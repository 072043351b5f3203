/// The walk over arrays, sets and dictionaries.
extension CodingWriter {
  mutating func encodeSequence(_ address: UnsafeRawPointer, as codec: SequenceCodec) throws {
    if codec.isArray {
      if try writeNested(address, as: codec) { return }
      if try encodeLeaves(address, kind: codec.element.kind) { return }
    }
    let element = codec.element
    let stride = codec.stride
    try codec.withElements(of: address) { first, count in
      try beginArray(count: count, isOrdered: !codec.isSet)
      let trackedPath = trackedPath
      for index in 0..<count {
        // Prefetch eight elements ahead: their work takes some hundred nanoseconds, about the latency of memory.
        if index &+ 8 < count { prepare(first + (index &+ 8) &* stride, as: element) }
        trackedPath?.enter(index: index)
        defer { trackedPath?.leave() }
        do {
          try encode(first + index &* stride, as: element)
        } catch {
          throw error.prepending(DynamicKey(index: index))
        }
      }
      try endArray()
    }
  }

  /// Writes an `Array` of one of the most common leaf types, or returns false.
  @inline(__always)
  private mutating func encodeLeaves(_ address: UnsafeRawPointer, kind: Codec.Kind) throws -> Bool {
    switch kind {
    case .string: try encodeLeaves([String].self, at: address) { try $0.write($1) }
    case .int: try encodeLeaves([Int].self, at: address) { try $0.write($1) }
    case .double: try encodeLeaves([Double].self, at: address) { try $0.write($1) }
    case .bool: try encodeLeaves([Bool].self, at: address) { try $0.write($1) }
    default: return false
    }
    return true
  }

  @inline(__always)
  private mutating func encodeLeaves<Leaf>(
    _ type: [Leaf].Type, at address: UnsafeRawPointer, _ write: (inout Self, Leaf) throws -> Void
  ) throws {
    try address.assumingMemoryBound(to: type).pointee.withUnsafeBufferPointer { leaves in
      try beginArray(count: leaves.count)
      for index in leaves.indices {
        do {
          try write(&self, leaves[index])
        } catch {
          throw error.prepending(DynamicKey(index: index))
        }
      }
      try endArray()
    }
  }

  mutating func encodeDictionary(_ address: UnsafeRawPointer, as codec: DictionaryCodec) throws {
    let count = codec.count(of: address)
    if rules.keysAreValues {
      try encodeValues(of: address, count: count, as: codec)
    } else if codec.isKeyed {
      var strings: Set<String>? = codec.mayRepeatStrings ? [] : nil
      try beginDictionary(count: count)
      try codec.forEach(of: address) { key, value in
        let text = codec.string(forKey: key)
        if strings?.insert(text).inserted == false { throw codec.equalStrings(text) }
        try writeKey(text, isText: codec.isTextKeyed)
        trackedPath?.enter(codec.codingKey(forKey: key))
        defer { trackedPath?.leave() }
        do {
          try encode(value, as: codec.value)
        } catch {
          throw error.prepending(codec.codingKey(forKey: key))
        }
      }
      try endMembers()
    } else {
      var position = 0
      try beginArray(count: 2 * count)
      try codec.forEach(of: address) { key, value in
        do {
          try encodeElement(key, as: codec.key, at: position)
          position += 1
          try encodeElement(value, as: codec.value, at: position)
          position += 1
        } catch {
          throw error.prepending(DynamicKey(index: position))
        }
      }
      try endArray()
    }
  }

  private mutating func encodeElement(_ address: UnsafeRawPointer, as codec: Codec, at index: Int) throws {
    trackedPath?.enter(index: index)
    defer { trackedPath?.leave() }
    try encode(address, as: codec)
  }

  private mutating func encodeValues(
    of address: UnsafeRawPointer, count: Int, as codec: DictionaryCodec
  ) throws {
    try beginDictionary(count: count)
    try codec.forEach(of: address) { key, value in
      do {
        try encode(key, as: codec.key)
        try encode(value, as: codec.value)
      } catch {
        let name = codec.isKeyed ? codec.string(forKey: key) : ValueText.describing(codec.key.boxedValue(at: key))
        throw error.prepending(DynamicKey(name))
      }
    }
    try endMembers()
  }
}

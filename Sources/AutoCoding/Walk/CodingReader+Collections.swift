/// The walk over arrays, sets and dictionaries.
extension CodingReader {
  mutating func decodeSequence(into address: UnsafeMutableRawPointer, as codec: SequenceCodec) throws {
    if codec.isArray, !rules.skipsUndecodableElements, !codec.skipsUndecodable {
      if try readNested(into: address, as: codec) { return }
      if codec.element.kind.isLeaf, try decodeLeaves(into: address, kind: codec.element.kind) { return }
    }
    let element = codec.element
    let trackedPath = trackedPath
    var elements = ElementBuffer(of: element.type, announced: try beginArray(isOrdered: !codec.isSet))
    let recovery: ErrorRecovery = codec.skipsUndecodable ? .skippedByProperty : .skippedElement
    // Skipped elements count, too.
    var index = 0
    while try hasNextElement() {
      trackedPath?.enter(index: index)
      defer { trackedPath?.leave() }
      do {
        if try reading(recoveringBy: recovery, { try $0.decode(into: elements.next(), as: element) }) {
          elements.commit()
        }
      } catch {
        throw error.prepending(DynamicKey(index: index))
      }
      index += 1
    }
    // Elements of a set are hashed, which calls their types' code.
    if codec.isSet, !isComplete(element) { elements.removeAll() }
    codec.initialize(address, taking: &elements)
  }

  /// Reads an `Array` of one of the most common leaf types, or returns false. Never inlined, so that nested values do not
  /// take its stack.
  @inline(never)
  private mutating func decodeLeaves(into address: UnsafeMutableRawPointer, kind: Codec.Kind) throws -> Bool {
    switch kind {
    case .string: address.initialize(with: try leaves { (reader: inout Self) in try reader.readString() })
    case .int: address.initialize(with: try leaves { (reader: inout Self) in try reader.readInteger(as: Int.self) })
    case .double: address.initialize(with: try leaves { (reader: inout Self) in try reader.readDouble() })
    case .bool: address.initialize(with: try leaves { (reader: inout Self) in try reader.readBool() })
    default: return false
    }
    return true
  }

  @inline(__always)
  private mutating func leaves<Leaf>(_ read: (inout Self) throws -> Leaf) throws -> [Leaf] {
    _ = try beginArray()
    // Most arrays are short: allocate them once, at the size they need.
    return try withUnsafeTemporaryAllocation(of: Leaf.self, capacity: 16) { latest in
      var elements: [Leaf] = []
      var count = 0
      defer { UnsafeMutableBufferPointer(rebasing: latest[..<count]).deinitialize() }
      do {
        while try hasNextElement() {
          if count == latest.count {
            if elements.isEmpty { elements.reserveCapacity(4 * count) }
            elements.append(contentsOf: latest)
            UnsafeMutableBufferPointer(rebasing: latest[..<count]).deinitialize()
            count = 0
          }
          latest.initializeElement(at: count, to: try read(&self))
          count += 1
        }
      } catch {
        throw error.prepending(DynamicKey(index: elements.count + count))
      }
      let rest = UnsafeBufferPointer(rebasing: latest[..<count])
      // Takes less than half the time of `init(unsafeUninitializedCapacity:)`, which looks up metadata.
      if elements.isEmpty { return [Leaf](rest) }
      elements.append(contentsOf: rest)
      return elements
    }
  }

  mutating func decodeDictionary(into address: UnsafeMutableRawPointer, as codec: DictionaryCodec) throws {
    if rules.keysAreValues { return try decodeValues(into: address, as: codec) }
    let announced = codec.isKeyed ? try beginDictionary() : try beginArray().map { $0 / 2 }
    var keys = ElementBuffer(of: codec.key.type, announced: announced)
    var values = ElementBuffer(of: codec.value.type, announced: announced)
    let recovery: ErrorRecovery = codec.skipsUndecodable ? .skippedByProperty : .skippedElement
    if codec.isKeyed {
      var counted = try countedEntries(of: codec)
      while let key = try nextKey(isText: codec.isTextKeyed) {
        do {
          guard codec.initializeKey(keys.next(), inDataFrom: key) else {
            throw DecodingError.invalidKey(key, of: codec.key.type)
          }
          keys.commit()
          if counted?.takes(keys[keys.count - 1], codec) == false {
            keys.removeLast()
            try skipValue()
            continue
          }
          trackedPath?.enter(DynamicKey(stringValue: key))
          defer { trackedPath?.leave() }
          if try reading(recoveringBy: recovery, { try $0.decode(into: values.next(), as: codec.value) }) {
            values.commit()
          } else {
            keys.removeLast()
          }
        } catch {
          throw error.prepending(DynamicKey(stringValue: key))
        }
      }
    } else {
      var index = 0
      while try hasNextElement() {
        trackedPath?.enter(index: index)
        defer { trackedPath?.leave() }
        let hasKey: Bool
        do {
          hasKey = try reading(recoveringBy: recovery) { try $0.decode(into: keys.next(), as: codec.key) }
        } catch {
          throw error.prepending(DynamicKey(index: index))
        }
        if hasKey { keys.commit() }
        guard try hasNextElement() else { throw DecodingError.oddNumberOfKeysAndValues }
        index += 1
        trackedPath?.leave()
        trackedPath?.enter(index: index)
        do {
          if !hasKey {
            try skipValue()
          } else if try reading(recoveringBy: recovery, { try $0.decode(into: values.next(), as: codec.value) }) {
            values.commit()
          } else {
            keys.removeLast()
          }
        } catch {
          throw error.prepending(DynamicKey(index: index))
        }
        index += 1
      }
    }
    if codec.isKeyed { return try codec.initialize(address, takingKeys: &keys, values: &values, by: rules) }
    // Of equal keys that are values in an array, `Dictionary` keeps the last.
    codec.initialize(address, takingKeys: &keys, values: &values)
  }

  /// Reads a dictionary whose keys are encoded as values.
  private mutating func decodeValues(into address: UnsafeMutableRawPointer, as codec: DictionaryCodec) throws {
    let announced = try beginDictionary()
    var keys = ElementBuffer(of: codec.key.type, announced: announced)
    var values = ElementBuffer(of: codec.value.type, announced: announced)
    while try hasNextElement() {
      do {
        try decode(into: keys.next(), as: codec.key)
        keys.commit()
        guard try hasNextElement() else { throw DecodingError.oddNumberOfKeysAndValues }
      } catch {
        throw error.prepending(DynamicKey(index: keys.count))
      }
      do {
        try decode(into: values.next(), as: codec.value)
        values.commit()
      } catch {
        let key = keys[keys.count - 1]
        throw error.prepending(DynamicKey(ValueText.describing(codec.key.boxedValue(at: key))))
      }
    }
    if !isComplete(codec.key) {
      keys.removeAll()
      values.removeAll()
    }
    try codec.initialize(address, takingKeys: &keys, values: &values, by: rules)
  }
}

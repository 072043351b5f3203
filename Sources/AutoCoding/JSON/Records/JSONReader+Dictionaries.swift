/// Reads dictionaries and sets. Their values are read like those of records.
extension JSONReader {
  /// Reads a dictionary, by the walk if it cannot be read in one pass.
  mutating func readDictionary(of codec: DictionaryCodec, into address: UnsafeMutableRawPointer) throws {
    if readsElementsAtOnce, !codec.isKeyed { return try readPairs(of: codec, into: address) }
    guard readsElementsAtOnce, codec.isTextKeyed || codec.key.kind == .int && usesKeysAsTheyAre else {
      return try decode(into: address, as: codec)
    }
    try begin(.openBrace, for: [String: Any].self)
    // Most dictionaries are small: keep their entries on the stack until all are read.
    try withUnsafeTemporaryAllocation(byteCount: Self.scratchSize, alignment: 16) { scratch in
      try readEntries(of: codec, into: address, in: scratch)
    }
  }

  private static var scratchSize: Int { 512 }

  private mutating func readEntries(
    of codec: DictionaryCodec, into address: UnsafeMutableRawPointer, in scratch: UnsafeMutableRawBufferPointer
  ) throws {
    let half = scratch.count / 2
    var keys = ElementBuffer(of: codec.key.type, in: UnsafeMutableRawBufferPointer(rebasing: scratch[..<half]))
    var values = ElementBuffer(of: codec.value.type, in: UnsafeMutableRawBufferPointer(rebasing: scratch[half...]))
    let trackedPath = trackedPath.flatMap { codec.value.mayNeedPath ? $0 : nil }
    while try hasNext(before: .closeBrace) {
      skipSpace()
      guard next < end, next.pointee == .quote else { throw unexpected("'\"' of a key") }
      try readKey(of: codec, into: keys.next())
      keys.commit()
      trackedPath?.enter(DynamicKey(stringValue: codec.string(forKey: keys[keys.count - 1])))
      defer { trackedPath?.leave() }
      do {
        try skipColon()
        try readEntry(into: values.next(), as: codec.value)
        values.commit()
      } catch {
        throw error.prepending(DynamicKey(stringValue: codec.string(forKey: keys[keys.count - 1])))
      }
    }
    try codec.initialize(address, takingKeys: &keys, values: &values, by: rules)
  }

  /// Reads a dictionary that is an array in which each key precedes its value.
  private mutating func readPairs(of codec: DictionaryCodec, into address: UnsafeMutableRawPointer) throws {
    try begin(.openBracket, for: [Any].self)
    try withUnsafeTemporaryAllocation(byteCount: Self.scratchSize, alignment: 16) { scratch in
      let half = scratch.count / 2
      var keys = ElementBuffer(of: codec.key.type, in: UnsafeMutableRawBufferPointer(rebasing: scratch[..<half]))
      var values = ElementBuffer(of: codec.value.type, in: UnsafeMutableRawBufferPointer(rebasing: scratch[half...]))
      let trackedPath = trackedPath.flatMap { codec.key.mayNeedPath || codec.value.mayNeedPath ? $0 : nil }
      trackedPath?.enter(index: 0)
      defer { trackedPath?.leave() }
      while try hasNext(before: .closeBracket) {
        try readPart(of: &keys, as: codec.key, at: 2 * keys.count, trackedPath)
        guard try hasNext(before: .closeBracket) else { throw DecodingError.oddNumberOfKeysAndValues }
        try readPart(of: &values, as: codec.value, at: 2 * values.count + 1, trackedPath)
      }
      // As in an array of `Codable` code, the last of equal keys counts.
      codec.initialize(address, takingKeys: &keys, values: &values)
    }
  }

  private mutating func readPart(
    of parts: inout ElementBuffer, as codec: Codec, at index: Int, _ trackedPath: TrackedPath?
  ) throws {
    do {
      try readEntry(into: parts.next(), as: codec)
      parts.commit()
      trackedPath?.move(toIndex: index + 1)
    } catch {
      throw error.prepending(DynamicKey(index: index))
    }
  }

  /// Reads a set, or another collection that is not an `Array`.
  mutating func readCollection(of codec: SequenceCodec, into address: UnsafeMutableRawPointer) throws {
    guard readsElementsAtOnce else { return try decode(into: address, as: codec) }
    try begin(.openBracket, for: [Any].self)
    try withUnsafeTemporaryAllocation(byteCount: Self.scratchSize, alignment: 16) { scratch in
      var elements = ElementBuffer(of: codec.element.type, in: scratch)
      let trackedPath = trackedPath.flatMap { codec.element.mayNeedPath ? $0 : nil }
      trackedPath?.enter(index: 0)
      defer { trackedPath?.leave() }
      while try hasNext(before: .closeBracket) {
        do {
          try readEntry(into: elements.next(), as: codec.element)
          elements.commit()
          trackedPath?.move(toIndex: elements.count)
        } catch {
          throw error.prepending(DynamicKey(index: elements.count))
        }
      }
      codec.initialize(address, taking: &elements)
    }
  }

  /// Reads a key. Precondition: a quote is next.
  @inline(__always)
  private mutating func readKey(of codec: DictionaryCodec, into address: UnsafeMutableRawPointer) throws {
    if codec.isTextKeyed { return address.initialize(with: try readString()) }
    var cursor = cursor
    cursor.place += 1
    if let key = cursor.integer(), cursor.has(1), cursor.byte == .quote {
      address.initialize(with: key)
      return next = (cursor.place + 1).assumingMemoryBound(to: UInt8.self)
    }
    let key = try readString()
    guard codec.initializeKey(address, from: key) else { throw Self.invalidKey(key, of: codec) }
  }

  @inline(never)
  private static func invalidKey(_ key: String, of codec: DictionaryCodec) -> any Error {
    DecodingError.invalidKey(key, of: codec.key.type).prepending(DynamicKey(stringValue: key))
  }

  /// Reads the value of an entry, or an element of a set.
  @inline(__always)
  private mutating func readEntry(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    switch codec.kind {
    case .string: address.initialize(with: try readString())
    case .int: address.initialize(with: try readInteger(as: Int.self))
    case .double: address.initialize(with: try readDouble())
    case .bool: address.initialize(with: try readBool())
    default: try readValue(into: address, as: codec)
    }
  }
}

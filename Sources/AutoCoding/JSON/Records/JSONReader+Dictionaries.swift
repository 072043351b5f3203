/// Dictionaries with keys that are strings or integers, whose values are read as those of records are.
extension JSONReader {
  /// Reads a dictionary. Precondition: nothing is lenient.
  mutating func readDictionary(of codec: DictionaryCodec, into address: UnsafeMutableRawPointer) throws {
    guard readsRecordsAtOnce, codec.isTextKeyed || codec.key.kind == .int && usesKeysAsTheyAre else {
      return try decode(into: address, as: codec)
    }
    try begin(.openBrace, for: [String: Any].self)
    var keys = ElementBuffer(of: codec.key.type, announced: nil)
    var values = ElementBuffer(of: codec.value.type, announced: nil)
    while try hasNext(before: .closeBrace) {
      skipSpace()
      guard next < end, next.pointee == .quote else { throw unexpected("'\"' of a key") }
      try readKey(of: codec, into: keys.next())
      keys.commit()
      do {
        try skipColon()
        try readEntry(into: values.next(), as: codec.value)
        values.commit()
      } catch {
        throw error.prepending(DynamicKey(codec.string(forKey: keys[keys.count - 1])))
      }
    }
    codec.initialize(address, takingKeys: &keys, values: &values, keepingFirst: rules.keepsFirstOfDuplicateKeys)
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
    guard codec.initializeKey(address, from: key) else {
      throw DecodingError.invalidRepresentation(key, of: codec.key.type).prepending(DynamicKey(key))
    }
  }

  /// Reads a value.
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

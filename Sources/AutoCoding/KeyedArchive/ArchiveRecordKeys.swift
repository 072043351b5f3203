/// Finds the keys that an object with its own `init(coder:)` asks for.
struct ArchiveRecordKeys {
  /// The most keys that are compared one by one.
  private static let fewKeys = 16

  private let list: PropertyListReader
  private let pairs: PropertyListReader.Pairs
  /// The indices of keys, for objects with many, which may ask for each of them; of equal keys, that of the first.
  private let table: DataKeys?

  /// - Throws: `DecodingError` if there are many keys and one of them is no text, or if the reader's budget is exhausted.
  init(of pairs: PropertyListReader.Pairs, in reader: inout KeyedArchiveReader) throws {
    let list = reader.list
    self.list = list
    self.pairs = pairs
    guard pairs.count > Self.fewKeys else {
      table = nil
      return
    }
    // Any number of objects may have the same dictionary.
    try reader.spend(pairs.count)
    let table = DataKeys()
    for index in 0..<pairs.count {
      let key = try list.key(index, of: pairs)
      let hash = try Self.hash(of: key, in: table, &reader)
      _ = try table.insert(index, hash: hash) { try Self.areEqual(list.key($0, of: pairs), key, in: list) }
    }
    self.table = table
  }

  private static func hash(of key: UInt32, in table: DataKeys, _ reader: inout KeyedArchiveReader) throws -> UInt32 {
    if let text = try reader.list.asciiString(key) {
      try reader.spend(PropertyListReader.cost(ofKeptBytes: text.count))
      if let hash = table.asciiHash(of: text.assumingMemoryBound(to: UInt8.self)) { return hash }
    }
    return table.hash(of: try reader.string(key))
  }

  private static func areEqual(_ key: UInt32, _ other: UInt32, in list: PropertyListReader) throws -> Bool {
    if key == other { return true }
    if let text = try list.asciiString(key), let other = try list.asciiString(other) {
      return text.elementsEqual(other)
    }
    return try list.string(key) == list.string(other)
  }

  /// Returns the value of a key of the archive, or nil if it has none.
  func value(of key: String) throws -> UInt32? {
    guard let index = try index(of: key) else { return nil }
    return try list.value(index, of: pairs)
  }

  private func index(of key: String) throws -> Int? {
    let isASCII = key.utf8.allSatisfy { $0 < 0x80 }
    guard let table else { return try (0..<pairs.count).first { try isKey(at: $0, key, isASCII: isASCII) } }
    return try table.number(hash: table.hash(of: key)) { try isKey(at: $0, key, isASCII: isASCII) }
  }

  private func isKey(at index: Int, _ name: String, isASCII: Bool) throws -> Bool {
    let key = try list.key(index, of: pairs)
    // Letters outside ASCII may be composed in several ways.
    guard isASCII, let text = try list.unverifiedASCIIString(key) else { return try list.string(key) == name }
    return text.count == name.utf8.count && text.elementsEqual(name.utf8)
  }
}

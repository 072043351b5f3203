/// The entries that were read for a dictionary of all keys that no property has.
package final class RestEntries {
  package let codec: DictionaryCodec
  // One thread at a time uses the entries, so the runtime need not check.
  @exclusivity(unchecked) package var keys: ElementBuffer
  @exclusivity(unchecked) package var values: ElementBuffer

  /// Returns nil if a record has no such dictionary, or one that is only written.
  package init?(of map: TypeMap.Storage) {
    guard map.keyGroup?.rest?.isRead == true, let codec = map.restCodec else { return nil }
    self.codec = codec
    keys = ElementBuffer(of: codec.key.type, announced: nil)
    values = ElementBuffer(of: codec.value.type, announced: nil)
  }

  /// Makes the dictionary at an uninitialized address.
  package func initialize(_ address: UnsafeMutableRawPointer, keepingFirst: Bool) {
    codec.initialize(address, takingKeys: &keys, values: &values, keepingFirst: keepingFirst)
  }

  /// Makes the entries of an existing dictionary, and others that replace those of the same keys.
  ///
  /// - Parameter areOthersFirst: Whether the others precede the existing entries.
  private init(adding others: RestEntries, toEntriesOf address: UnsafeRawPointer, areOthersFirst: Bool) throws {
    codec = others.codec
    keys = ElementBuffer(of: codec.key.type, announced: others.keys.count)
    values = ElementBuffer(of: codec.value.type, announced: others.keys.count)
    if areOthersFirst { append(others) }
    try codec.forEach(of: address) { key, value in
      keys.append(copying: key)
      values.append(copying: value)
    }
    if !areOthersFirst { append(others) }
  }

  private func append(_ others: RestEntries) {
    for index in 0..<others.keys.count {
      keys.append(copying: others.keys[index])
      values.append(copying: others.values[index])
    }
  }

  /// Commits these entries with the existing ones of the property at a position of a record that is updated. Does nothing
  /// if there are none.
  ///
  /// - Parameter keepingFirst: Whether the first of several values for one key counts, rather than the last.
  package func update(
    _ position: Int, of assembly: inout RecordAssembly, base: UnsafeRawPointer, map: TypeMap.Storage,
    keepingFirst: Bool
  ) throws {
    guard keys.count > 0 else { return }
    let existing = base + map.operation(at: position).pointee.offset
    let all = try RestEntries(adding: self, toEntriesOf: existing, areOthersFirst: keepingFirst)
    all.initialize(assembly.slot(position), keepingFirst: keepingFirst)
    assembly.commit(position)
  }

  /// Adds a value that `read` initializes; if it returns false, the entry is left out.
  package func add(_ key: String, _ read: (UnsafeMutableRawPointer) throws -> Bool) throws {
    guard codec.initializeKey(keys.next(), from: key) else { return }
    keys.commit()
    if try read(values.next()) { values.commit() } else { keys.removeLast() }
  }
}

extension TypeMap.Storage {
  /// The codec of the dictionary for all keys that no property has.
  package var restCodec: DictionaryCodec? {
    guard let flattening, let location = flattening.rest else { return nil }
    let owner = location.part.map { flattening.parts[$0].map } ?? self
    return owner.operation(at: location.position).pointee.codec.dictionary
  }
}

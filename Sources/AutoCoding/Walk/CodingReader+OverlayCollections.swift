/// The walk that merges collections into existing ones; see ``CollectionUpdateStrategy``.
extension CodingReader {
  /// Merges a collection into an existing one. Returns false, and consumes nothing, if collections are not to be merged,
  /// if the value is no collection that can be, and for null.
  ///
  /// - Parameters:
  ///   - existing: The address of the existing value.
  ///   - slot: Memory for the merged value. It stays uninitialized if false is returned or an error is thrown.
  mutating func mergeCollection(
    at existing: UnsafeRawPointer, into slot: UnsafeMutableRawPointer, as codec: Codec, _ undo: OverlayUndo
  ) throws -> Bool {
    guard undo.mergesCollections else { return false }
    switch codec.kind {
    case .optional:
      let codec = unsafeDowncast(codec, to: OptionalCodec.self)
      // The wrapped value is at the Optional's own address.
      guard !codec.isNil(existing), try mergeCollection(at: existing, into: slot, as: codec.wrapped, undo) else {
        return false
      }
      codec.wrap(slot)
    case .sequence:
      let codec = unsafeDowncast(codec, to: SequenceCodec.self)
      guard !codec.isSet, !codec.element.kind.isLeaf, try !isAtNull else { return false }
      try mergeElements(of: existing, into: slot, as: codec, undo)
    case .dictionary:
      let codec = unsafeDowncast(codec, to: DictionaryCodec.self)
      guard codec.isKeyed, !rules.keysAreValues, try !isAtNull else { return false }
      let announced = try beginDictionary()
      try mergeEntries(
        of: existing, into: slot, as: codec, undo, announced: announced, isText: codec.isTextKeyed,
        isEntry: { _ in true }
      )
    default: return false
    }
    return true
  }

  /// Whether the next value may be a collection of a codec: a rule decides what becomes of another value.
  func beginsCollection(_ codec: Codec) -> Bool {
    var reader = self
    do {
      // Their results are nil if the data does not announce a count.
      switch (codec.optional?.wrapped ?? codec).kind {
      case .sequence: _ = try reader.beginArray()
      case .dictionary: _ = try reader.beginDictionary()
      default: break
      }
      return true
    } catch {
      return false
    }
  }

  private var isAtNull: Bool {
    get throws {
      var reader = self
      return try reader.readNull()
    }
  }

  /// Reads an element or value for which there may be an existing one. Returns false if it is left out.
  ///
  /// - Parameter find: Returns the address of the existing one; nil if there is none.
  mutating func merge(
    into place: UnsafeMutableRawPointer, as codec: Codec, recoveringBy recovery: ErrorRecovery, _ undo: OverlayUndo,
    finding find: (Self) throws -> UnsafeRawPointer?
  ) throws -> Bool {
    let count = undo.count
    let isRead = try reading(recoveringBy: recovery) { reader in
      if let existing = try find(reader), try reader.mergeExisting(existing, into: place, as: codec, undo) { return }
      try reader.decode(into: place, as: codec)
    }
    if !isRead { undo.undo(count..<undo.count) }
    return isRead
  }

  /// Reads an element or value into a copy of the existing one. Returns false, and reads nothing, if it replaces that one.
  private mutating func mergeExisting(
    _ existing: UnsafeRawPointer, into place: UnsafeMutableRawPointer, as codec: Codec, _ undo: OverlayUndo
  ) throws -> Bool {
    guard let record = codec.overlaidRecord(at: existing), try isPart(of: record, at: existing) else {
      return try mergeCollection(at: existing, into: place, as: codec, undo)
    }
    try ValueOperations(codec.type).copy(from: existing, to: place) { try overlay(place, as: record, undo) }
    return true
  }

  private mutating func mergeElements(
    of existing: UnsafeRawPointer, into slot: UnsafeMutableRawPointer, as codec: SequenceCodec, _ undo: OverlayUndo
  ) throws {
    var elements = ElementBuffer(of: codec.element.type, announced: try beginArray())
    try codec.withElements(of: existing) { first, count in
      var identities = try ElementIdentities(of: codec, first, count)
      let property = identities.map { (map: $0.map, position: $0.position) }
      var index = 0
      while try hasNextElement() {
        try trackedPath.within(DynamicKey(index: index)) {
          var place: Int?
          let isRead = try merge(
            into: elements.next(), as: codec.element,
            recoveringBy: codec.skipsUndecodable ? .skippedByProperty : .skippedElement, undo
          ) { reader in
            guard let property else { return index < count ? first + index &* codec.stride : nil }
            place = identities?.place(of: try reader.identity(at: property.position, in: property.map))
            return place.map { first + $0 &* codec.stride }
          }
          // An element that is left out has no counterpart.
          if isRead {
            elements.commit()
            if let place { identities?.take(place) }
          }
        }
        index += 1
      }
    }
    codec.initialize(slot, taking: &elements)
  }

  /// Merges the entries of the dictionary that was begun, or those of a record that was begun, into an existing dictionary.
  ///
  /// - Parameters:
  ///   - isText: Whether keys are taken as they are.
  ///   - isEntry: Whether a key is one of the dictionary, and not another one of the record.
  mutating func mergeEntries(
    of existing: UnsafeRawPointer, into slot: UnsafeMutableRawPointer, as codec: DictionaryCodec, _ undo: OverlayUndo,
    announced: Int?, isText: Bool, isEntry: (String) -> Bool
  ) throws {
    // Only one of several values for a key may change the existing value, which may be an object.
    var counted = try CountedEntries(
      lastNumbers: rules.keepsFirstOfDuplicateKeys ? nil : lastNumbers(of: codec, isText: isText, isEntry))
    var entries = try MergedEntries(of: existing, codec, announced: announced)
    while let key = try nextKey(isText: isText) {
      guard isEntry(key) else {
        try skipValue()
        continue
      }
      try trackedPath.within(DynamicKey(stringValue: key)) {
        guard codec.initializeKey(entries.keys.next(), inDataFrom: key) else {
          throw DecodingError.invalidKey(key, of: codec.key.type)
        }
        entries.keys.commit()
        guard counted.takes(entries.keys[entries.keys.count - 1], codec) else {
          if rules.refusesEqualKeys { throw codec.equalKeys() }
          entries.keys.removeLast()
          return try skipValue()
        }
        try mergeValue(
          into: &entries, recoveringBy: codec.skipsUndecodable ? .skippedByProperty : .skippedElement, undo)
      }
    }
    try entries.initialize(slot, by: rules)
  }

  /// Reads the value of the last key into that of the existing entry, if there is one.
  mutating func mergeValue(
    into entries: inout MergedEntries, recoveringBy recovery: ErrorRecovery, _ undo: OverlayUndo
  ) throws {
    let codec = entries.codec.value
    let (text, place) = entries.removeOld()
    if codec.kind != .optional, try readNull() { return entries.keys.removeLast() }
    let existing = place.map { entries.oldValues[$0] }
    if try merge(into: entries.values.next(), as: codec, recoveringBy: recovery, undo, finding: { _ in existing }) {
      entries.values.commit()
    } else {
      entries.keys.removeLast()
      // The value in the data is skipped, so the existing one stays.
      entries.oldPlaces[text] = place
    }
  }
}

/// The entries of an existing dictionary, and others that are merged into them.
struct MergedEntries: ~Copyable {
  let codec: DictionaryCodec
  /// The keys that were read, and their values.
  var keys: ElementBuffer
  var values: ElementBuffer
  /// Copies of the existing entries.
  private var oldKeys: ElementBuffer
  private(set) var oldValues: ElementBuffer
  /// The indices of the existing entries, by their keys as text, without those that were replaced.
  fileprivate var oldPlaces: [String: Int] = [:]

  /// - Parameter existing: The address of the existing dictionary.
  init(of existing: UnsafeRawPointer, _ codec: DictionaryCodec, announced: Int?) throws {
    self.codec = codec
    keys = ElementBuffer(of: codec.key.type, announced: announced)
    values = ElementBuffer(of: codec.value.type, announced: announced)
    oldKeys = ElementBuffer(of: codec.key.type, announced: nil)
    oldValues = ElementBuffer(of: codec.value.type, announced: nil)
    try codec.forEach(of: existing) { key, value in
      let text = codec.string(forKey: key)
      guard oldPlaces.updateValue(oldKeys.count, forKey: text) == nil else {
        throw DecodingError.dataCorrupted(
          .init(
            """
            Two keys of the existing dictionary are "\(text)" in data, so a merge would lose the value of one. Give the keys \
            different texts, or let collectionUpdates replace the dictionary.
            """))
      }
      oldKeys.append(copying: key)
      oldValues.append(copying: value)
    }
  }

  /// Removes the existing entry of the last key. Returns the key as text, and the index of the entry.
  @discardableResult
  mutating func removeOld() -> (text: String, place: Int?) {
    let text = codec.string(forKey: keys[keys.count - 1])
    return (text, oldPlaces.removeValue(forKey: text))
  }

  /// Makes the dictionary of all entries at an uninitialized address.
  mutating func initialize(_ address: UnsafeMutableRawPointer, by rules: ReadingRules) throws {
    for place in oldPlaces.values {
      keys.append(copying: oldKeys[place])
      values.append(copying: oldValues[place])
    }
    try codec.initialize(address, takingKeys: &keys, values: &values, by: rules)
  }
}

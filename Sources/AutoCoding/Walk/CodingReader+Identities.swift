/// The `id` of elements that are merged by it.
extension CodingReader {
  /// Returns the `id` of the next element, and consumes nothing; nil if it has none.
  ///
  /// - Parameters:
  ///   - id: The position of the property.
  ///   - map: The map of the element's type.
  func identity(at id: Int, in map: Unmanaged<TypeMap.Storage>) throws -> ElementIdentity? {
    // It does not check for unknown keys: the element may be of a subclass.
    var reader = try self.reader()
    guard try !reader.readNull() else { return nil }
    return try map._withUnsafeGuaranteedRef { map in
      var search = IdentitySearch(map, id)
      if let found = try reader.migratedIdentity(&search) { return found.identity }
      if map.flattening?.parts.contains(where: { $0.parent == nil && $0.position == id }) ?? false {
        // Its properties are those of the element. If one is missing, so is the `id`.
        return try? search.value(from: &reader)
      }
      try reader.beginRecord()
      if let group = map.keyGroup, rules.nestsKeyPaths {
        try reader.find(&search, in: group)
      } else {
        try reader.find(&search, in: map.index)
      }
      return search.found
    }
  }

  /// Returns the `id` of the next element after its migrations; nil, and consumes nothing, if it is not older than its type.
  private mutating func migratedIdentity(_ search: inout IdentitySearch) throws -> FoundIdentity? {
    let map = search.map
    guard let versions = map.versions else { return nil }
    var reader = try reader()
    try reader.beginRecord()
    guard try reader.isToBeMigrated(map) else { return nil }
    _ = try reader.readMigratedProperties(of: versions, keys: map.index) { reader, properties in
      let group = reader.rules.nestsKeyPaths ? map.keyGroup : nil
      if group != nil,
        let part = map.flattening?.parts.first(where: { $0.parent == nil && $0.position == search.position })
      {
        search.found =
          (try? part.codec.boxedValue { try reader.makeFlattened(part, properties, at: $0) })
          .flatMap { ElementIdentity($0) }
      } else {
        try reader.find(&search, in: properties, map.index, group)
      }
    }
    return FoundIdentity(identity: search.found)
  }

  private mutating func find(
    _ search: inout IdentitySearch, in properties: ArchivedProperties, _ index: PropertyIndex, _ group: KeyGroup?
  ) throws {
    for (key, value) in properties.members {
      guard let match = properties.match(key, in: group?.index ?? index) else { continue }
      try trackedPath.within(DynamicKey(key)) {
        switch (group?.members[match.position] ?? .property(position: match.position, rank: match.rank), value.content)
        {
        case (.property(let position, let rank), .archived(let raw)):
          try reading(raw) { try $0.read(&search, at: position, rank: rank) }
        case (.property(let position, let rank), _):
          guard position == search.position, search.isNewer(rank, keepingFirst: rules.keepsFirstOfDuplicateKeys)
          else { return }
          let codec = search.map.operation(at: position).pointee.codec
          search.found = ElementIdentity(try codec.boxedValue { try decode(value, into: $0, as: codec) })
          search.rank = rank
        case (.group(let inner), .archived(let raw)): try reading(raw) { try $0.find(&search, within: inner) }
        case (.group(let inner), .nested(let properties)): try find(&search, in: properties, inner.index, inner)
        // It is refused when it is read.
        case (.group, .set): return
        }
      }
    }
  }

  /// Reads the rest of a record that was begun.
  private mutating func find(_ search: inout IdentitySearch, in index: PropertyIndex) throws {
    var expected = 0
    while let match = try nextProperty(in: index, expecting: expected) {
      expected = match.position + 1
      try trackedPath.within(index.keys[match.position]) {
        try read(&search, at: match.position, rank: match.rank)
      }
    }
  }

  /// Reads the rest of an object that was begun, on whose members there are key paths.
  private mutating func find(_ search: inout IdentitySearch, in group: KeyGroup) throws {
    var met: Set<Int> = []
    var expected = 0
    while let match = try nextProperty(in: group.index, expecting: expected) {
      expected = match.position + 1
      try trackedPath.within(group.key(match.position)) {
        switch group.members[match.position] {
        case .property(let position, let rank): try read(&search, at: position, rank: rank)
        case .group(let inner):
          if !met.insert(match.position).inserted {
            // The object is a duplicate: either the first or the last counts as a whole.
            if rules.keepsFirstOfDuplicateKeys { return try skipValue() }
            inner.forEachProperty { position, rank in search.forget(position, rank: rank) }
          }
          try find(&search, within: inner)
        }
      }
    }
  }

  /// Reads the object or array of a group, or null.
  private mutating func find(_ search: inout IdentitySearch, within group: KeyGroup) throws {
    guard try !readNull() else { return }
    let start = self
    do {
      try begin(group)
    } catch is DecodingError {
      // It is refused, or recovered from, when it is read.
      self = start
      return try skipValue()
    }
    guard group.isArray else { return try find(&search, in: group) }
    try withUnsafeMutablePointer(to: &search) { search in
      try forEachElement(of: group) { reader, _, member in
        switch member {
        case .property(let position, let rank): try reader.read(&search.pointee, at: position, rank: rank)
        case .group(let inner): try reader.find(&search.pointee, within: inner)
        }
      }
    }
  }

  /// Reads the value of a property: the `id`, or another one, which is skipped.
  private mutating func read(_ search: inout IdentitySearch, at position: Int, rank: Int) throws {
    guard position == search.position else { return try skipValue() }
    if search.map.hasFormerKeys, try passesNullOn(at: position, of: search.map) { return }
    guard search.isNewer(rank, keepingFirst: rules.keepsFirstOfDuplicateKeys) else { return try skipValue() }
    guard rank > 0 else {
      search.rank = rank
      search.found = try search.value(from: &self)
      return
    }
    // The update itself throws the error if it matters.
    var failures = FormerKeyFailures()
    _ = try readFormer(position, rank: rank, &failures) { reader in
      search.found = try search.value(from: &reader)
      search.rank = rank
      return true
    }
  }
}

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

/// The type of an `id`, which may be in a property wrapper.
private enum IdentityType {
  static func of<Value: Identifiable>(_: Value.Type) -> Any.Type { Value.ID.self }

  /// Returns the type of the property that is stored as a type.
  static func wrapped(in type: Any.Type) -> Any.Type {
    func wrapped<Wrapper: CodedPropertyWrapper>(_: Wrapper.Type) -> Any.Type { Wrapper.WrappedValue.self }
    if let type = Conformances.cast(type, to: (any CodedPropertyWrapper.Type).self) { return wrapped(type) }
    return Conformances.cast(type, to: (any TransformedProperty.Type).self)?.wrappedType ?? type
  }
}

/// An `id`. All that are compared are of one type.
enum ElementIdentity: Hashable {
  // Without a box, whose comparison takes longer than to read the value.
  case int(Int)
  case string(String)
  case other(AnyHashable)

  /// The `id` of the property that is stored as a value; nil if it has none.
  fileprivate init?(_ value: Any) {
    let identity =
      if let wrapper = value as? any CodedPropertyWrapper {
        wrapper.wrappedValue as? AnyHashable
      } else {
        ((value as? any TransformedProperty)?.anyWrappedValue ?? value) as? AnyHashable
      }
    switch identity?.base {
    case nil: return nil
    case let number as Int: self = .int(number)
    case let text as String: self = .string(text)
    default:
      guard let identity else { return nil }
      self = .other(identity)
    }
  }
}

/// The `id` of an element, which may be nil.
private struct FoundIdentity {
  let identity: ElementIdentity?
}

/// The `id` of an element, as far as it was found.
private struct IdentitySearch {
  unowned(unsafe) let map: TypeMap.Storage
  /// The position of the property.
  let position: Int
  var found: ElementIdentity?
  /// The rank of the key under which it was found.
  var rank: Int?

  init(_ map: TypeMap.Storage, _ position: Int) {
    self.map = map
    self.position = position
  }

  /// Whether a value under a key of a rank counts: the newest key wins; for one key, the first or the last value.
  func isNewer(_ other: Int, keepingFirst: Bool) -> Bool {
    rank.map { other < $0 || other == $0 && !keepingFirst } ?? true
  }

  /// Forgets what was found under a key.
  mutating func forget(_ position: Int, rank: Int) {
    guard position == self.position, rank == self.rank else { return }
    (found, self.rank) = (nil, nil)
  }

  /// Reads the next value as the `id`.
  func value(from reader: inout some CodingReader) throws -> ElementIdentity? {
    let codec = map.operation(at: position).pointee.codec
    switch codec.kind {
    case .int: return .int(try reader.readInteger(as: Int.self))
    case .string: return .string(try reader.readString())
    case .optional where try reader.readNull(): return nil
    default: return ElementIdentity(try codec.boxedValue { try reader.decode(into: $0, as: codec) })
    }
  }
}

/// The existing elements of an array by their `id`.
struct ElementIdentities {
  /// The map of the elements' type.
  let map: Unmanaged<TypeMap.Storage>
  /// The position of the property `id`.
  let position: Int
  /// The `id` of each element that was not taken; nil for others.
  private var identities: [ElementIdentity?] = []
  /// No element before this index is left.
  private var firstLeft = 0
  /// The indices of elements by their `id`, the first one last; some may have been taken. Nil until elements are not in the
  /// same order as in the data.
  private var places: [ElementIdentity: [Int]]?

  /// Returns nil if the elements have no `id` among the properties that are read.
  init?(of codec: SequenceCodec, _ first: UnsafeRawPointer, _ count: Int) throws {
    var element = codec.element
    while let codec = element.optional { element = codec.wrapped }
    guard let record = element.record, record.isOverlaid,
      let type = Conformances.cast(record.type, to: (any Identifiable.Type).self)
    else {
      return nil
    }
    map = try record.map
    let found: Int? = map._withUnsafeGuaranteedRef { map in
      let properties = map.properties.coded
      // A superclass may have a private `id` besides, which the protocol does not mean.
      guard let position = properties.lastIndex(where: { $0.name == "id" }), map.operations.indices.contains(position),
        properties[position].direction != .encodedOnly,
        IdentityType.wrapped(in: map.operation(at: position).pointee.codec.type) == IdentityType.of(type)
      else { return nil }
      return position
    }
    guard let found else { return nil }
    position = found
    identities.reserveCapacity(count)
    for index in 0..<count {
      let address = first + index &* codec.stride
      guard codec.element.overlaidRecord(at: address) != nil else {
        identities.append(nil)
        continue
      }
      let base = record.isClass ? address.value(as: UnsafeRawPointer.self) : address
      identities.append(map._withUnsafeGuaranteedRef { Self.identity(of: $0.operation(at: found), in: base) })
    }
  }

  /// Returns the value of the property `id` of an element.
  private static func identity(
    of operation: UnsafePointer<PropertyOperation>, in base: UnsafeRawPointer
  ) -> ElementIdentity? {
    let (codec, address) = (operation.pointee.codec, base + operation.pointee.offset)
    switch codec.kind {
    case .int: return .int(address.value(as: Int.self))
    case .string: return .string(address.value(as: String.self))
    case .optional where unsafeDowncast(codec, to: OptionalCodec.self).isNil(address): return nil
    default: return ElementIdentity(codec.boxedValue(at: address))
    }
  }

  /// Returns the index of the first element that has an `id` and was not taken; nil if there is none.
  mutating func place(of identity: ElementIdentity?) -> Int? {
    guard let identity else { return nil }
    while firstLeft < identities.count, identities[firstLeft] == nil { firstLeft += 1 }
    guard firstLeft < identities.count else { return nil }
    // Most data has the elements in the same order.
    if identities[firstLeft] == identity { return firstLeft }
    return otherPlace(of: identity)
  }

  @inline(never)
  private mutating func otherPlace(of identity: ElementIdentity) -> Int? {
    var known = places.take() ?? [:]
    defer { places = known }
    if known.isEmpty {
      for index in identities.indices.reversed() {
        if let identity = identities[index] { known[identity, default: []].append(index) }
      }
    }
    while let place = known[identity]?.last {
      if identities[place] != nil { return place }
      known[identity]?.removeLast()
    }
    return nil
  }

  /// Takes the element at an index.
  mutating func take(_ place: Int) { identities[place] = nil }
}

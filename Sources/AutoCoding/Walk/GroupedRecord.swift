/// A record that is written by key groups: its properties, and those of its flattened models.
struct GroupedRecord {
  // Maps are immortal. Retaining one that several threads use would be expensive.
  unowned(unsafe) let map: TypeMap.Storage
  // As immortal as its map.
  private unowned(unsafe) let flattening: TypeMap.Flattening?
  private let base: UnsafeRawPointer
  /// The addresses of the flattened models' properties; nil for those that are nil or not written.
  private var bases: [UnsafeRawPointer?] = []
  /// Optionals of flattened models that are written although they are nil; see ``keepPresent(_:)``.
  private var writtenNils: Set<Int> = []
  /// Whether the coder writes nil as null.
  private let writesNils: Bool

  /// Precondition: `base` is the address of a struct or object of the map's type.
  ///
  /// - Throws: `EncodingError` for a flattened model that the object around it cannot have.
  @inline(__always)
  init(_ map: TypeMap.Storage, at base: UnsafeRawPointer, writesNils: Bool) throws {
    self.map = map
    self.base = base
    self.writesNils = writesNils
    flattening = map.flattening
    if let flattening { try findParts(flattening) }
  }

  /// A property, and the record or model that has it.
  struct PropertyLocation {
    unowned(unsafe) let map: TypeMap.Storage
    let base: UnsafeRawPointer
    let position: Int
    /// Whether it is written although it is a nil that would be left out.
    let isKept: Bool

    var operation: UnsafePointer<PropertyOperation> { map.operation(at: position) }
    var address: UnsafeRawPointer { base + operation.pointee.offset }
  }

  /// Returns the property at a position; nil if it is that of a model that is nil.
  func location(of position: Int) -> PropertyLocation? {
    guard let flattening, position >= map.operations.count else {
      return PropertyLocation(map: map, base: base, position: position, isKept: false)
    }
    let location = flattening.location(of: position)
    guard let part = location.part, let base = bases[part] else { return nil }
    return PropertyLocation(
      map: flattening.parts[part].map, base: base, position: location.position, isKept: writtenNils.contains(position))
  }

  /// Returns the property at a position if it is written: not if it is a nil that is left out, or a wrapper that omits its
  /// value.
  func written(_ position: Int) -> PropertyLocation? {
    guard let location = location(of: position) else { return nil }
    return location.isKept || !location.isLeftOut(writesNils: writesNils) ? location : nil
  }

  /// Whether a group is written: like a nil, an object with nothing but nils is left out, unless it is required.
  func isWritten(_ group: KeyGroup) -> Bool {
    group.isRequired
      || group.members[..<group.writtenCount].contains { member in
        switch member {
        case .property(let position, _): written(position) != nil
        case .group(let group): isWritten(group)
        }
      }
  }

  // MARK: Flattened models

  @inline(never)
  private mutating func findParts(_ flattening: TypeMap.Flattening) throws {
    for part in flattening.parts {
      let owner = part.parent.map { flattening.parts[$0].map } ?? map
      guard part.isWritten, let base = part.parent.map({ bases[$0] }) ?? base else {
        bases.append(nil)
        continue
      }
      let operation = owner.operation(at: part.position)
      let address = base + operation.pointee.offset
      if operation.pointee.isOptional, operation.pointee.memory.enumTag(address) != 0 {
        guard !part.isRead || owner.omitsNil(part.position) else {
          throw Self.refused(
            part, "is nil, which cannot be told from a missing \(_typeName(part.map.type, qualified: false))",
            "Since a missing one has a default, let the default be nil, or remove .flattened from the rule.", owner)
        }
        bases.append(nil)
        continue
      }
      try check(part, address, owner)
      bases.append(part.map.objectType == nil ? address : address.value(as: UnsafeRawPointer.self))
    }
    for index in flattening.parts.indices where bases[index] != nil { try keepPresent(index, flattening) }
  }

  private func check(
    _ part: TypeMap.Flattening.Part, _ address: UnsafeRawPointer, _ owner: TypeMap.Storage
  ) throws {
    if let type = part.map.objectType, !Instance.isExactly(address.value(as: UnsafeRawPointer.self), type) {
      let dynamic = TypeLookup.name(of: Swift.type(of: address.value(as: AnyObject.self)))
      throw Self.refused(
        part, "is of the class \(dynamic), whose name and properties would be lost",
        "Make its type final, or remove .flattened from the rule.", owner)
    }
    if let codec = part.codec.record, codec.encodingDefault(of: address) != .structure {
      throw Self.refused(
        part, "has its own encode(to:)", "Remove .flattened from the rule, or encode(to:).", owner)
    }
    try part.map.checkEncoding()
  }

  /// Lets a model that is nothing but nils be told from a missing one, if that would be nil or a default: its first nil is
  /// written as null.
  private mutating func keepPresent(_ index: Int, _ flattening: TypeMap.Flattening) throws {
    let part = flattening.parts[index]
    let owner = part.parent.map { flattening.parts[$0].map } ?? map
    guard part.isRead, !part.isRest,
      owner.operation(at: part.position).pointee.isOptional || owner.keepsDefault(part.position)
    else { return }
    if part.hasRest, let rest = map.keyGroup?.rest, let location = location(of: rest.position),
      map.restCodec.map({ $0.count(of: location.address) > 0 }) ?? false
    {
      return
    }
    var firstNil: Int?
    for (position, own) in flattening.positions(within: index) {
      let map = flattening.parts[own].map
      guard let location = location(of: position), !flattening.isPart(location.position, of: own),
        map.readOperations.contains(where: { $0.position == location.position }),
        map.writtenOperations.contains(where: { $0.position == location.position })
      else { continue }
      if written(position) != nil { return }
      if firstNil == nil, location.operation.pointee.isOptional, !location.operation.pointee.isLazyOptional {
        firstNil = position
      }
    }
    if let firstNil {
      writtenNils.insert(firstNil)
    } else if !part.map.operations.isEmpty {
      throw Self.refused(
        part, "has nothing to write, so it cannot be told from a missing one",
        "Remove .flattened from the rule.", owner)
    }
  }

  private static func refused(
    _ part: TypeMap.Flattening.Part, _ explanation: String, _ remedy: String, _ owner: TypeMap.Storage
  ) -> EncodingError {
    let coded = owner.properties.coded
    return .invalidValue(
      part.map.type,
      .init(
        codingPath: [],
        debugDescription: """
          propertyRules of \(TypeLookup.name(of: owner.type)) flattens the property \(coded[part.position].name), which \
          \(explanation). \(remedy)
          """))
  }
}

extension GroupedRecord.PropertyLocation {
  func isLeftOut(writesNils: Bool) -> Bool {
    if operation.pointee.isLeftOutWrapper(address) { return true }
    return (!writesNils || operation.pointee.isLazyOptional) && operation.pointee.isOptional
      && operation.pointee.memory.enumTag(address) != 0 && map.omitsNil(position)
  }
}

extension TypeMap.Flattening {
  /// The positions of the properties of a part and of the parts within it, each with its part.
  fileprivate func positions(within index: Int) -> [(position: Int, part: Int)] {
    var owners: Set<Int> = [index]
    return parts.indices.flatMap { part -> [(position: Int, part: Int)] in
      if let parent = parts[part].parent, owners.contains(parent) { owners.insert(part) }
      guard owners.contains(part), parts[part].isWritten, parts[part].isRead else { return [] }
      return parts[part].map.operations.indices.map { (parts[part].first + $0, part) }
    }
  }

  /// Whether the property at a position of a part is a part itself, or the dictionary for all other keys.
  fileprivate func isPart(_ position: Int, of part: Int) -> Bool {
    parts.contains { $0.parent == part && $0.position == position } || rest.map { $0 == (part, position) } ?? false
  }
}

extension TypeMap.Storage {
  /// Calls `body` with each entry of the dictionary for all other keys.
  ///
  /// - Throws: `EncodingError` for an entry with a key that a property has, or that has another meaning.
  func forEachEntry(
    of record: GroupedRecord, _ rest: KeyGroup.Rest, codingPath: @autoclosure () -> [any CodingKey] = [],
    written: (String) -> String, _ body: (String, UnsafeRawPointer) throws -> Void
  ) throws {
    guard let location = record.location(of: rest.position), let codec = restCodec, let group = keyGroup else { return }
    let index = group.index
    let unread = Set(group.unread.map { index.keys[$0].stringValue })
    var converted: [String: String] = [:]
    if !rest.areKeysFixed {
      // A tag is one of the ignored keys.
      for key in index.ignoredKeys { converted[written(key)] = key }
      for key in index.keys { converted[written(key.stringValue)] = key.stringValue }
    }
    try codec.forEach(of: location.address) { address, value in
      let key = codec.string(forKey: address)
      let text = rest.areKeysFixed ? key : written(key)
      if index.match(key) != nil || unread.contains(key) || index.isKnown(key) {
        throw clash(of: key, with: key, rest, codingPath())
      }
      if !rest.areKeysFixed, let other = converted.updateValue(key, forKey: text) {
        throw clash(of: key, with: other, rest, codingPath())
      }
      try body(key, value)
    }
  }

  private func clash(
    of key: String, with other: String, _ rest: KeyGroup.Rest, _ codingPath: [any CodingKey]
  ) -> EncodingError {
    let owner: String
    if key == TypeNames.classKey || key == ArchivedVersions.key {
      owner = "which is reserved"
    } else if let position = keyGroup?.firstProperty(under: other) {
      owner = "which is that of \(describedProperty(at: position))"
    } else if other != key {
      owner = "which the encoder's key strategy makes equal to \"\(other)\""
    } else {
      owner = "which has another meaning in \(TypeLookup.name(of: type))"
    }
    return .invalidValue(
      key,
      .init(
        codingPath: codingPath + [DynamicKey(key)],
        debugDescription: """
          The dictionary \(describedProperty(at: rest.position)), which is flattened, has the key "\(key)", \(owner). Remove \
          the key from the dictionary.
          """))
  }
}

/// A record that is written by key groups: its properties, and those of its flattened models.
struct GroupedRecord {
  // Maps are immortal, and so is what they have. Retaining it would take most of the time that a record takes.
  private let unretainedMap: Unmanaged<TypeMap.Storage>
  private let firstOperation: UnsafePointer<PropertyOperation>
  private let ownCount: Int
  /// The properties of the flattened models.
  private let locations: UnsafePointer<TypeMap.Flattening.Location>?
  private let base: UnsafeRawPointer
  /// The addresses of the flattened models' properties; nil for those that are nil or not written.
  private var bases: [UnsafeRawPointer?] = []
  /// Properties of flattened models that are written although they would be left out; see ``keepPresent(_:_:)``.
  private var kept: Set<Int> = []
  /// Whether the coder writes nil as null.
  private let writesNils: Bool

  /// Precondition: `base` is the address of a struct or object of the map's type.
  ///
  /// - Throws: `EncodingError` for a flattened model that the object around it cannot have; what its `willEncode()` throws.
  @inline(__always)
  init(_ map: TypeMap.Storage, at base: UnsafeRawPointer, writesNils: Bool) throws {
    unretainedMap = .passUnretained(map)
    firstOperation = map.operation(at: 0)
    ownCount = map.operations.count
    self.base = base
    self.writesNils = writesNils
    locations = map.flattening?.locations.baseAddress
    if let flattening = map.flattening { try findParts(flattening) }
  }

  /// The map of the record's type.
  var map: TypeMap.Storage { unretainedMap.takeUnretainedValue() }

  /// A property, and the record or model that has it.
  struct PropertyLocation {
    let unretainedMap: Unmanaged<TypeMap.Storage>
    let operation: UnsafePointer<PropertyOperation>
    let base: UnsafeRawPointer
    let position: Int
    /// Whether it is written although it is a nil or a default that would be left out.
    let isKept: Bool

    var map: TypeMap.Storage { unretainedMap.takeUnretainedValue() }
    var address: UnsafeRawPointer { base + operation.pointee.offset }
  }

  /// Returns the property at a position; nil if it is that of a model that is nil.
  @inline(__always)
  func location(of position: Int) -> PropertyLocation? {
    guard position >= ownCount, let location = locations.map({ $0 + (position - ownCount) }) else {
      return PropertyLocation(
        unretainedMap: unretainedMap, operation: firstOperation + position, base: base, position: position,
        isKept: false)
    }
    guard let base = bases[location.pointee.part] else { return nil }
    return PropertyLocation(
      unretainedMap: location.pointee.map, operation: location.pointee.operation, base: base,
      position: location.pointee.position, isKept: !kept.isEmpty && kept.contains(position))
  }

  /// Returns the operation of the property at a position, also of one that a model that is nil would have.
  func operation(at position: Int) -> UnsafePointer<PropertyOperation> {
    guard position >= ownCount, let locations else { return firstOperation + position }
    return locations[position - ownCount].operation
  }

  /// Returns the property at a position if it is written: not if it is a nil or a default that is left out, or a wrapper that
  /// omits its value.
  @inline(__always)
  func written(_ position: Int) -> PropertyLocation? {
    guard let location = location(of: position) else { return nil }
    return location.isKept || !location.isLeftOut(writesNils: writesNils) ? location : nil
  }

  /// Whether a group is written: like a nil, an object with nothing but nils and defaults that are left out is, too, unless it is required.
  func isWritten(_ group: KeyGroup) -> Bool {
    group.isRequired
      || group.written.contains { member in member.group.map(isWritten) ?? (written(member.position) != nil) }
  }

  /// Returns the address and the map of a flattened model; nil if it is nil, or is not written.
  func model(_ part: Int) -> (address: UnsafeRawPointer, map: TypeMap.Storage)? {
    guard let flattening = map.flattening, let address = bases[part] else { return nil }
    return (address, flattening.parts[part].map)
  }

  // MARK: Flattened models

  @inline(never)
  private mutating func findParts(_ flattening: TypeMap.Flattening) throws {
    bases.reserveCapacity(flattening.parts.count)
    for part in flattening.parts {
      let owner = part.parent.map { flattening.parts[$0].unretainedMap } ?? unretainedMap
      guard part.isWritten, let base = part.parent.map({ bases[$0] }) ?? base else {
        bases.append(nil)
        continue
      }
      let operation = owner._withUnsafeGuaranteedRef { $0.operation(at: part.position) }
      let address = base + operation.pointee.offset
      if operation.pointee.isOptional, operation.pointee.memory.enumTag(address) != 0 {
        guard !part.isRead || owner._withUnsafeGuaranteedRef({ $0.omitsNil(part.position) }) else {
          throw Self.refused(
            part, "is nil, which cannot be told from a missing \(_typeName(part.map.type, qualified: false))",
            "Since a missing one has a default, let the default be nil, or remove .flattened from the rule.", owner)
        }
        bases.append(nil)
        continue
      }
      let type: AnyClass? = part.unretainedMap._withUnsafeGuaranteedRef { $0.objectType }
      try check(part, address, type, owner)
      bases.append(type == nil ? address : address.value(as: UnsafeRawPointer.self))
    }
    for index in flattening.parts.indices where bases[index] != nil { try keepPresent(index, flattening) }
  }

  /// Refuses a model that the object around it cannot have, and calls the `willEncode()` of any other.
  private func check(
    _ part: TypeMap.Flattening.Part, _ address: UnsafeRawPointer, _ objectType: AnyClass?,
    _ owner: Unmanaged<TypeMap.Storage>
  ) throws {
    if let type = objectType, !Instance.isExactly(address.value(as: UnsafeRawPointer.self), type) {
      let dynamic = TypeLookup.name(of: Swift.type(of: address.value(as: AnyObject.self)))
      throw Self.refused(
        part, "is of the class \(dynamic), whose name and properties would be lost",
        "Make its type final, or remove .flattened from the rule.", owner)
    }
    let hasOwnCode = try part.unretainedCodec._withUnsafeGuaranteedRef { codec in
      guard codec.kind == .record else { return false }
      let record = unsafeDowncast(codec, to: RecordCodec.self)
      guard record.encodingDefault(of: address) == .structure else { return true }
      if record.mayHaveWillEncode { try record.willEncode(address) }
      part.unretainedMap._withUnsafeGuaranteedRef { record.publish($0) }
      return false
    }
    if hasOwnCode {
      throw Self.refused(
        part, "has its own encode(to:)", "Remove .flattened from the rule, or encode(to:).", owner)
    }
    try part.unretainedMap._withUnsafeGuaranteedRef { try $0.checkEncoding() }
  }

  /// Lets a model that is nothing but nils and defaults be told from a missing one, if that would be nil or a default: its
  /// first nil is written as null, or the first default that it omits.
  private mutating func keepPresent(_ index: Int, _ flattening: TypeMap.Flattening) throws {
    let part = flattening.parts[index]
    let owner = part.parent.map { flattening.parts[$0].unretainedMap } ?? unretainedMap
    // The key that names a case tells an enum from nil.
    guard part.isRead, !part.isRest, !part.isEnum,
      owner._withUnsafeGuaranteedRef({
        $0.operation(at: part.position).pointee.isOptional || $0.keepsDefault(part.position)
      })
    else { return }
    if flattening.enums.contains(where: { bases[$0] != nil && flattening.isPart($0, within: index) }) { return }
    if part.hasRest, let rest = map.keyGroup?.rest, let location = location(of: rest.position),
      map.restCodec.map({ $0.count(of: location.address) > 0 }) ?? false
    {
      return
    }
    var first: Int?
    for (position, own) in flattening.positions(within: index) {
      let map = flattening.parts[own].map
      guard let location = location(of: position), !flattening.isPart(location.position, of: own),
        map.readOperations.contains(where: { $0.position == location.position }),
        map.writtenOperations.contains(where: { $0.position == location.position })
      else { continue }
      if written(position) != nil { return }
      if first == nil,
        location.operation.pointee.omitsDefault
          || location.operation.pointee.isOptional && !location.operation.pointee.isLazyOptional
      {
        first = position
      }
    }
    if let first {
      kept.insert(first)
    } else if !part.map.operations.isEmpty {
      throw Self.refused(
        part, "has nothing to write, so it cannot be told from a missing one",
        "Remove .flattened from the rule.", owner)
    }
  }

  private static func refused(
    _ part: TypeMap.Flattening.Part, _ explanation: String, _ remedy: String,
    _ owner: Unmanaged<TypeMap.Storage>
  ) -> EncodingError {
    let owner = owner.takeUnretainedValue()
    let coded = owner.codedProperties
    return .invalidValue(
      part.map.type,
      .init(
        """
        propertyRules of \(TypeLookup.name(of: owner.type)) flattens the property \(coded[part.position].name), which \
        \(explanation). \(remedy)
        """))
  }
}

extension GroupedRecord.PropertyLocation {
  @inline(__always)
  func isLeftOut(writesNils: Bool) -> Bool {
    if operation.pointee.isLeftOut(address) { return true }
    return operation.pointee.isOptional && (!writesNils || operation.pointee.isLazy)
      && operation.pointee.memory.enumTag(address) != 0
      && unretainedMap._withUnsafeGuaranteedRef { $0.omitsNil(position) }
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

  /// Whether a part is within another one.
  fileprivate func isPart(_ part: Int, within owner: Int) -> Bool {
    parts[part].parent.map { $0 == owner || isPart($0, within: owner) } ?? false
  }

  /// Whether the property at a position of a part is a part itself, or the dictionary for all other keys.
  fileprivate func isPart(_ position: Int, of part: Int) -> Bool {
    parts.contains { $0.parent == part && $0.position == position } || rest.map { $0 == (part, position) } ?? false
  }
}

extension TypeMap.Storage {
  /// Calls `body` with each entry of the dictionary for all other keys.
  ///
  /// - Parameter written: Returns the text that a key becomes; nil if keys stay as they are.
  /// - Throws: `EncodingError` for an entry with a key that a property has, or that has another meaning.
  func forEachEntry(
    of record: GroupedRecord, _ rest: KeyGroup.Rest, codingPath: @autoclosure () -> [any CodingKey] = [],
    written: ((String) -> String)?, _ body: (String, UnsafeRawPointer) throws -> Void
  ) throws {
    guard let location = record.location(of: rest.position), let codec = restCodec, let group = keyGroup else { return }
    let index = group.index
    // The keys by the texts that they become, if they do not stay as they are.
    var texts: [String: String] = [:]
    if let written, rest.areKeysFixed {
      for key in index.convertedKeys { texts[written(key)] = key }
    } else if let written {
      // A tag is one of the ignored keys.
      for key in index.ignoredKeys { texts[written(key)] = key }
      for key in index.keys { texts[written(key.stringValue)] = key.stringValue }
    }
    try codec.forEach(of: location.address) { address, value in
      let key = codec.string(forKey: address)
      if index.match(key) != nil || group.unreadKeys.contains(key) || index.isKnown(key) {
        throw clash(of: key, with: key, rest, codingPath())
      }
      if let other = rest.areKeysFixed ? texts[key] : written.flatMap({ texts.updateValue(key, forKey: $0(key)) }) {
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

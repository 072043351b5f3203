/// Finds the properties of flattened models, and checks that they can be in the object around them.
struct FlatteningDiscovery {
  let type: any AutoCoding.Type
  /// The first keys that no property may have, with what they are for.
  private let reservedKeys: [(key: String, use: String)]
  private(set) var problems: [AutoCodingError.Problem] = []
  private(set) var parts: [TypeMap.Flattening.Part] = []
  private(set) var rest: (part: Int?, position: Int)?
  /// All properties of the object. Those of parts have positions after the type's own.
  private(set) var entries: [KeyGroup.Entry] = []
  /// The property that each entry is, and the flattened property that has it; nil if it is the type's own.
  private(set) var origins: [(property: TypeMap.Property, within: TypeMap.Property?)] = []
  /// The paths of properties of parts that are left out, and the keys of enums.
  private(set) var ignoredPaths: [[String]] = []
  /// The keys of enums that strategies of coders convert.
  private(set) var convertedKeys: Set<String> = []
  private var nextPosition: Int
  let keyStyle: TypeRules.KeyStyle?

  /// The types whose flattened properties are being found, the outermost first. Each is flattened by the one before.
  @TaskLocal static var chain: [Any.Type] = []

  init(
    of type: any AutoCoding.Type, keyStyle: TypeRules.KeyStyle?, reservedKeys: [(key: String, use: String)]
  ) {
    self.type = type
    self.keyStyle = keyStyle
    self.reservedKeys = reservedKeys
    nextPosition = 0
  }

  /// What is found, if there are no problems.
  var flattening: TypeMap.Flattening { flattening(mapInPlace: nil) }

  func flattening(mapInPlace: TypeMap.Storage?) -> TypeMap.Flattening {
    TypeMap.Flattening(parts: parts, rest: rest, mapInPlace: mapInPlace)
  }

  /// - Parameter properties: All properties of the type, those that are left out included.
  mutating func find(in properties: [TypeMap.Property]) {
    let coded = properties.coded
    nextPosition = coded.count
    for (position, property) in coded.enumerated() {
      guard property.isFlattened else {
        add(property, at: position, within: nil)
        continue
      }
      // The caller reports a property without a codec.
      guard let codec = property.codec else { continue }
      if let dictionary = codec.dictionary {
        addRest(property, dictionary, at: position)
      } else if let (record, map) = model(property, codec) {
        addPart(
          property, at: position, of: nil, record, map, within: property,
          isWritten: property.direction != .decodedOnly, isRead: property.direction != .encodedOnly)
      }
    }
    guard problems.isEmpty else { return }
    checkOptionals(coded)
    checkKeys()
  }

  // MARK: Models

  /// Returns the codec and map of a property that can be flattened, or reports why it cannot.
  private mutating func model(
    _ property: TypeMap.Property, _ codec: Codec
  ) -> (RecordCodec, TypeMap.Storage)? {
    let codec = codec.optional?.wrapped ?? codec
    let name = TypeLookup.name(of: codec.type)
    let remedy = "Remove .flattened from its rule."
    if codec.dictionary != nil {
      refuse(property, "\(name) is Optional here", "Make it a dictionary that is empty if there are no other keys.")
      return nil
    }
    guard let record = codec.record, [.structure, .class, .enumeration].contains(Metadata(codec.type).kind) else {
      refuse(property, "\(name) is not coded by its properties", remedy)
      return nil
    }
    if record.hasTypeKey {
      refuse(property, "\(name) is a class that data names by a type key, and has subclasses", remedy)
      return nil
    }
    guard record.decodingDefault == .structure else {
      let explanation =
        record.decodingDefault == nil ? "\(name) has its own init(from:)" : "\(name) is coded as its raw value"
      refuse(property, explanation, remedy)
      return nil
    }
    let chain = Self.chain(to: type)
    if chain.contains(where: { $0 == codec.type }) {
      let names = (chain.drop { $0 != codec.type } + [codec.type]).map { _typeName($0, qualified: false) }
      refuse(
        property, "that flattens a type in itself (\(names.joined(separator: " > ")))", remedy, dependsOnRoot: true)
      return nil
    }
    do {
      let map = try Self.$chain.withValue(chain + [codec.type]) { try record.map }._withUnsafeGuaranteedRef { $0 }
      if let problem = problem(of: map, name) ?? problem(ofEnum: map, name) {
        refuse(property, problem.explanation, problem.remedy)
        return nil
      }
      return (record, map)
    } catch {
      problems += (error as? AutoCodingError)?.problems ?? []
      return nil
    }
  }

  func problem(of map: TypeMap.Storage, _ name: String) -> (explanation: String, remedy: String)? {
    if map.versions != nil {
      return (
        "\(name) has an archiveVersion, which needs a separate object",
        "Declare the version in \(_typeName(type, qualified: false)), or remove .flattened from the rule."
      )
    }
    guard (map.typeRules.keyStyle == nil) != (keyStyle == nil), !map.firstKeys.isEmpty else { return nil }
    let (styled, other) = keyStyle == nil ? (name, type) : (TypeLookup.name(of: type), map.type)
    return (
      "\(styled) has a key style, and \(TypeLookup.name(of: other)) has none, so a coder's key strategy would convert only "
        + "some of the keys",
      "Give \(_typeName(other, qualified: false)) a key style, too: TypeRules(keyStyle: .original) leaves its keys as they are."
    )
  }

  private mutating func addPart(
    _ property: TypeMap.Property, at position: Int, of parent: Int?, _ codec: Codec, _ map: TypeMap.Storage,
    within outer: TypeMap.Property, isWritten: Bool, isRead: Bool
  ) {
    let index = parts.count
    let first = nextPosition
    parts.append(
      .init(
        parent: parent, position: position, map: map, codec: codec, first: first, isWritten: isWritten, isRead: isRead))
    if let tags = map.caseTags {
      // An enum has no properties of which positions tell.
      entries.append(
        .init(position: first, path: nil, flattenedEnum: index, isWritten: isWritten, isRead: isRead))
      origins.append((property, outer))
      ignoredPaths += tags.ownKeys.keys.map { [$0] } + tags.ignoredKeys.map { [$0] }
      convertedKeys.formUnion(tags.convertedKeys)
      return
    }
    nextPosition += map.operations.count
    for left in map.properties where left.exclusion != nil || !isRead || left.direction == .encodedOnly {
      if !left.isFlattened { ignoredPaths.append(left.keyPath) }
    }
    for (inner, property) in map.properties.filter({ $0.exclusion == nil }).enumerated() {
      let isWritten = isWritten && property.direction != .decodedOnly
      let isRead = isRead && property.direction != .encodedOnly
      guard property.isFlattened, let codec = property.codec else {
        add(property, at: first + inner, within: outer, isWritten: isWritten, isRead: isRead)
        continue
      }
      if codec.dictionary != nil {
        addRest(property, within: outer, part: index, at: inner, isWritten: isWritten, isRead: isRead)
      } else if let record = codec.optional?.wrapped ?? codec as Codec?,
        let found = map.flattening?.parts.first(where: { $0.parent == nil && $0.position == inner })
      {
        addPart(
          property, at: inner, of: index, record, found.map, within: outer, isWritten: isWritten, isRead: isRead)
      }
    }
  }

  private mutating func add(
    _ property: TypeMap.Property, at position: Int, within outer: TypeMap.Property?, isWritten: Bool = true,
    isRead: Bool = true
  ) {
    entries.append(
      .init(
        position: position, path: property.paths.first, formerPaths: Array(property.paths.dropFirst()),
        isWritten: isWritten && property.direction != .decodedOnly,
        isRead: isRead && property.direction != .encodedOnly))
    origins.append((property, outer))
  }

  // MARK: Dictionaries

  private mutating func addRest(_ property: TypeMap.Property, _ codec: DictionaryCodec, at position: Int) {
    guard codec.isTextKeyed else {
      return refuse(
        property, "the keys of \(TypeLookup.name(of: codec.type)) are not of type String",
        "Make it a dictionary of type [String: JSONValue], or remove .flattened from its rule.")
    }
    if property.defaultValue != nil, property.direction != .encodedOnly {
      return refuse(property, "it also gives it a default", "Remove the default: without other keys, it is empty.")
    }
    addRest(
      property, within: nil, part: nil, at: position, isWritten: property.direction != .decodedOnly,
      isRead: property.direction != .encodedOnly)
  }

  private mutating func addRest(
    _ property: TypeMap.Property, within outer: TypeMap.Property?, part: Int?, at position: Int, isWritten: Bool,
    isRead: Bool
  ) {
    if let other = entries.firstIndex(where: \.isRest) {
      return refuse(
        outer ?? property,
        "both \(origins[other].property.place) and \(property.place) would take all other keys",
        "Remove .flattened from the rule of one of them.")
    }
    let first = part.map { parts[$0].first } ?? 0
    entries.append(.init(position: first + position, path: nil, isWritten: isWritten, isRead: isRead))
    origins.append((property, outer))
    rest = (part, position)
  }

  // MARK: Checks

  /// Checks that data can tell nil from a value.
  private mutating func checkOptionals(_ properties: [TypeMap.Property]) {
    let flattening = flattening
    for (index, part) in flattening.parts.enumerated() where part.parent == nil {
      let property = properties[part.position]
      guard property.codec?.kind == .optional, part.isRead, part.isWritten, !part.isEnum else { continue }
      if part.hasRest {
        refuse(
          property,
          "\(TypeLookup.name(of: part.map.type)) has a dictionary for all other keys, so nil cannot be told from it",
          "Make the property no Optional, or remove .flattened from one of the rules.")
      } else if !entries.contains(where: {
        $0.isRead && $0.isWritten
          && isPart($0.flattenedEnum ?? flattening.location(of: $0.position).part, of: index, flattening)
      }) {
        refuse(
          property,
          "\(TypeLookup.name(of: part.map.type)) has no key that is encoded and decoded, so nil cannot be told from it",
          "Remove .flattened from its rule.")
      }
    }
  }

  private func isPart(_ part: Int?, of owner: Int, _ flattening: TypeMap.Flattening) -> Bool {
    guard let part else { return false }
    return part == owner || isPart(flattening.parts[part].parent, of: owner, flattening)
  }

  /// Checks that no key leads to two properties, or both to a property and into an object.
  private mutating func checkKeys() {
    let claims = entries.indices.map(claims)
    for index in entries.indices {
      for (path, place) in claims[index] {
        guard let outer = origins[index].within,
          let reserved = reservedKeys.first(where: { $0.key == path.steps.first })
        else { continue }
        refuse(
          outer, "the key \"\(path.joined)\" of \(place) is \(reserved.use)",
          "Give it another key in propertyRules, or remove .flattened from the rule.", .duplicateKey)
      }
      for earlier in entries.indices.prefix(index) {
        // The type's own map has checked properties of one owner.
        guard let outer = origins[index].within ?? origins[earlier].within,
          origins[index].within?.offset != origins[earlier].within?.offset,
          let (claim, other) = clash(of: claims[index], claims[earlier])
        else { continue }
        let explanation =
          claim.path.steps == other.path.steps
          ? "the key \"\(claim.path.joined)\" of \(claim.place) is also that of \(other.place)"
          : "the key \"\(claim.path.joined)\" of \(claim.place) and the key \"\(other.path.joined)\" of \(other.place) "
            + "need different values in one place"
        refuse(
          outer, explanation,
          "Give one of the two another key in propertyRules, or remove .flattened from the rule.", .duplicateKey)
      }
    }
  }

  /// Returns two paths of two entries that cannot be in one object.
  private func clash(of claims: [Claim], _ others: [Claim]) -> (Claim, Claim)? {
    for claim in claims {
      for other in others {
        let (path, otherPath) = (claim.path, other.path)
        let count = zip(path.steps, otherPath.steps).prefix { $0 == $1 }.count
        if count == min(path.steps.count, otherPath.steps.count) { return (claim, other) }
        // One leads through an array, and the other through an object.
        if (0...count).contains(where: { path.indices.contains($0) != otherPath.indices.contains($0) }) {
          return (claim, other)
        }
      }
    }
    return nil
  }

  private mutating func refuse(
    _ property: TypeMap.Property, _ explanation: String, _ remedy: String,
    _ code: AutoCodingError.Code = .invalidRule, dependsOnRoot: Bool = false
  ) {
    problems.append(
      .init(
        code, type: property.declaringType, property: property.name, propertyType: property.type,
        explanation: "propertyRules flattens it, but \(explanation).", remedy: remedy, dependsOnRoot: dependsOnRoot))
  }
}

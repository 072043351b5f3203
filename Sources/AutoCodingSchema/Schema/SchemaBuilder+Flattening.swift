import AutoCoding

/// Models whose properties are in the object around them.
extension SchemaBuilder {
  /// Adds the properties of a record that has flattened ones, and of their models.
  func addFlattened(
    _ map: TypeMap.Storage, _ flattening: TypeMap.Flattening, _ defaults: DefaultValues,
    to members: inout SchemaMembers
  ) throws {
    guard let group = map.keyGroup else { return }
    try add(group, of: map, defaults, to: &members)
    addTogether(group, of: map, flattening, to: &members)
    if let rest = flattening.rest, coder.isDecoding ? group.rest?.isRead == true : group.rest?.writtenBefore != nil {
      let owner = rest.part.map { flattening.parts[$0].map } ?? map
      guard let codec = owner.operations[rest.position].codec.dictionary else { return }
      try within(path(to: rest.part, flattening, map) + [owner.codedProperties[rest.position].name]) {
        members.others =
          isStrict
          ? refuse(
            codec.type, "The dialect has no objects with any keys.",
            remedy: "Make it an array of a model with a key and a value.")
          : try schema(of: codec.value)
      }
    }
    for index in flattening.enums { try addEnum(index, of: map, flattening, to: &members) }
  }

  /// Adds the choice of members that a flattened enum has.
  private func addEnum(
    _ index: Int, of map: TypeMap.Storage, _ flattening: TypeMap.Flattening, to members: inout SchemaMembers
  ) throws {
    let part = flattening.parts[index]
    guard coder.isDecoding ? part.isRead : part.isWritten, case .enumeration(let cases) = part.map.shape,
      let tags = cases.tags
    else { return }
    try within(path(to: index, flattening, map)) {
      if isStrict {
        _ = refuse(
          part.map.type, "It is a flattened enum, and the dialect has no choice of members beside others.",
          remedy: "Remove .flattened from the rule of the property.")
        return
      }
      let outer = (isWithinFlattened, isPartOfObject)
      defer { (isWithinFlattened, isPartOfObject) = outer }
      (isWithinFlattened, isPartOfObject) = (false, true)
      var choice = try enumeration(part.map, cases)
      let tag = coder.key(tags.key)
      if chain(from: index, flattening).contains(where: { mayBeMissing(flattening.parts[$0], flattening, map) }) {
        // When decoding, null is as a missing name.
        let missing: Schema =
          coder.isDecoding
          ? ["properties": .object([tag: ["type": "null"]])] : ["not": ["required": [.string(tag)]]]
        if let known = choice[union]?.array {
          choice[union] = .array(known + [.object(missing)])
        } else {
          choice = [union: [.object(choice), .object(missing)]]
        }
      }
      members.choices.append(choice)
    }
    // If the schema refuses or describes all other members, it allows those of the enum.
    guard isClosed || members.others != nil else { return }
    for key in Set(tags.ownKeys.keys).union(coder.isDecoding ? tags.ignoredKeys : []).sorted() {
      members.allow(coder.key(PropertyKey(key, isFixed: !tags.convertedKeys.contains(key))))
    }
  }

  /// Says which members of an object are there together, since a flattened model that may be missing has them. Of members that
  /// are objects, only those count whose properties are all the model's.
  func addTogether(
    _ group: KeyGroup, of map: TypeMap.Storage, _ flattening: TypeMap.Flattening, to members: inout SchemaMembers
  ) {
    let owners = group.members.indices.map { parts(of: group, $0, flattening) }
    for (index, part) in flattening.parts.enumerated() where mayBeMissing(part, flattening, map) {
      let owned = owners.indices.filter { member in
        !owners[member].isEmpty && owners[member].allSatisfy { chain(from: $0, flattening).contains(index) }
      }
      // An object on a key path of the model alone is there with the model.
      guard group === map.keyGroup || owned.count < owners.count(where: { !$0.isEmpty }) else { continue }
      let required = owned.filter { member in
        owners[member].contains { owner in
          chain(from: owner, flattening).prefix { $0 != index }
            .allSatisfy { !mayBeMissing(flattening.parts[$0], flattening, map) }
        }
      }
      func keys(_ members: [Int]) -> [String] { members.map { coder.key(group.key($0)) } }
      members.addTogether(keys(owned), required: keys(required))
    }
  }

  /// Whether the object may have none of the keys of a flattened model, although some of them are required.
  func mayBeMissing(
    _ part: TypeMap.Flattening.Part, _ flattening: TypeMap.Flattening, _ map: TypeMap.Storage
  ) -> Bool {
    let owner = part.parent.map { flattening.parts[$0].map } ?? map
    return owner.operations[part.position].isOptional || coder.isDecoding && owner.keepsDefault(part.position)
  }

  /// The part, the one that it is in, and so on.
  func chain(from part: Int?, _ flattening: TypeMap.Flattening) -> [Int] {
    var chain: [Int] = []
    var next = part
    while let part = next {
      chain.append(part)
      next = flattening.parts[part].parent
    }
    return chain
  }

  /// The names of the properties that lead to a part.
  func path(to part: Int?, _ flattening: TypeMap.Flattening, _ map: TypeMap.Storage) -> [String] {
    chain(from: part, flattening).reversed().map { index in
      let part = flattening.parts[index]
      let owner = part.parent.map { flattening.parts[$0].map } ?? map
      return owner.codedProperties[part.position].name
    }
  }

  /// Notes that the strict dialect has no models that may be missing, and returns a schema in place of one's property.
  func refuseMissing(_ part: Int, _ flattening: TypeMap.Flattening, _ map: TypeMap.Storage) -> Schema {
    within(path(to: part, flattening, map)) {
      refuse(
        flattening.parts[part].map.type, "It is flattened and may be missing, but the dialect requires every property.",
        remedy: "Make the flattened property neither Optional nor one with a default.")
    }
  }

  /// The parts that have the properties of a member of a group.
  private func parts(of group: KeyGroup, _ member: Int, _ flattening: TypeMap.Flattening) -> [Int?] {
    guard isCurrent(group, member) else { return [] }
    switch group.members[member] {
    case .property(let position, _): return [flattening.location(of: position).part]
    case .group(let inner): return inner.members.indices.flatMap { parts(of: inner, $0, flattening) }
    }
  }
}

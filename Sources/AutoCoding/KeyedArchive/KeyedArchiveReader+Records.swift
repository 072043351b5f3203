/// Records: structs, enums, tuples, and the properties of objects.
extension KeyedArchiveReader {
  /// How the keys of a record's dictionary match a type's properties.
  final class Plan {
    let pairs: PropertyListReader.Pairs
    let matches: [PropertyIndex.Match?]

    init(pairs: PropertyListReader.Pairs, matches: [PropertyIndex.Match?]) {
      self.pairs = pairs
      self.matches = matches
    }
  }

  mutating func beginRecord() throws {
    frames.append(Frame(contents: .record(try record())))
  }

  mutating func beginRecord(of type: Any.Type) throws {
    let pairs = try record()
    let found = try archivedClass(of: pairs)
    // What a type's own `encode(to:)` has written.
    if found?.foundation == .dictionary {
      _ = try beginDictionary()
      return
    }
    try check(found, isOf: type)
    frames.append(Frame(contents: .record(pairs)))
  }

  /// The dictionary of the current value, which has to be an object of any class.
  private mutating func record() throws -> PropertyListReader.Pairs {
    let object = try resolved()
    guard try list.kind(of: object) == .dictionary else { throw mismatch([String: Any].self) }
    return try list.dictionary(object)
  }

  /// Refuses a record of a class that does not stand for the type.
  private func check(_ found: ArchivedClass?, isOf type: Any.Type) throws {
    guard let found else {
      throw corrupted("An object has no $class; expected one for \(_typeName(type, qualified: true)).")
    }
    guard let coded = type as? any AutoCoding.Type else {
      // Tuples, whose parts are checked one by one.
      guard found.name.hasPrefix("(") || found.name == _typeName(type, qualified: true) || found.foundation == nil
      else {
        throw refusal(found, type)
      }
      return
    }
    guard found.name == TypeNames.name(of: coded) || coded.formerTypeNames.contains(found.name) else {
      throw refusal(found, type)
    }
  }

  func refusal(_ found: ArchivedClass, _ type: Any.Type) -> DecodingError {
    .typeMismatch(
      type,
      .init(
        codingPath: [],
        debugDescription: """
          Expected an object of \(_typeName(type, qualified: true)), but the archive has one of class \
          \(found.shownName), which is not allowed here. If the type was renamed, name the old one in formerTypeNames.
          """))
  }

  /// Nil: the classes of objects are read with the references to them.
  mutating func readTypeName() throws -> String? { nil }

  mutating func nextProperty(in keys: PropertyIndex, expecting expected: Int) throws -> PropertyIndex.Match? {
    noteProperty()
    guard case .record(let pairs) = frames[frames.count - 1].contents else {
      return try nextPropertyOfDictionary(in: keys)
    }
    let plan: Plan
    if let known = frames[frames.count - 1].plan {
      plan = known
    } else {
      plan = try self.plan(for: pairs, keys)
      frames[frames.count - 1].plan = plan
    }
    var next = frames[frames.count - 1].next
    while next < plan.matches.count {
      if let match = plan.matches[next] {
        frames[frames.count - 1].next = next + 1
        current = try list.value(next, of: pairs)
        noteProperty(match.position)
        try spend()
        return match
      }
      next += 1
    }
    frames.removeLast()
    return nil
  }

  private mutating func nextPropertyOfDictionary(in keys: PropertyIndex) throws -> PropertyIndex.Match? {
    while try hasNextElement() {
      let key = try readString()
      guard try hasNextElement() else { break }
      if let match = keys.match(key) { return match }
      try keys.refuseUnknown(key)
    }
    return nil
  }

  private mutating func plan(for pairs: PropertyListReader.Pairs, _ keys: PropertyIndex) throws -> Plan {
    let identity = ObjectIdentifier(keys)
    if let known = plans[identity], list.hasSameKeys(known.pairs, pairs) { return known }
    var matches: [PropertyIndex.Match?] = []
    for index in 0..<pairs.count {
      let key = try string(try list.key(index, of: pairs))
      guard key.hasPrefix("$") else {
        let match = keys.match(key)
        if match == nil { try keys.refuseUnknown(key) }
        matches.append(match)
        continue
      }
      // The format's own keys; others have a second dollar sign.
      matches.append(key.hasPrefix("$$") ? keys.match(String(key.dropFirst())) : nil)
    }
    let plan = Plan(pairs: pairs, matches: matches)
    plans[identity] = plan
    return plan
  }
}

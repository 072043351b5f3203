/// Finds the members of objects by their keys.
extension JSONContainerSource {
  /// Whether two keys of an object may be the same; false is certain.
  func mayHaveDuplicateKeys(_ object: Int) -> Bool {
    // Objects with duplicate keys were refused already.
    options.values.duplicateKeys != .throw && index.mayHaveDuplicateKeys(object, in: reader.pointee.start)
  }

  /// Returns the members of an object by key.
  func members(of object: Int) throws -> JSONMemberTable {
    if let last = lastTable, last.object == object { return last.members }
    let members = try tables[object] ?? makeTable(of: object)
    lastTable = (object, members)
    return members
  }

  private func makeTable(of object: Int) throws -> JSONMemberTable {
    let made = JSONMemberTable()
    var member = object + 1
    while member < Int(index[object].end) {
      let hash = try unescapedKey(at: member).flatMap(made.keys.asciiHash) ?? made.keys.hash(of: readString(at: member))
      try made.add(member, hash: hash) { try isSameKey(member, $0) }
      member = Int(index[member + 1].end)
    }
    tables[object] = made
    return made
  }

  func member(_ key: String, ofLarge object: Int) throws -> Int {
    let members = try members(of: object)
    var key = key
    let expected = Int(index[object].expected)
    if members.surplus.isEmpty, expected != 0, expected < Int(index[object].end),
      key.withUTF8({ isUnescapedKey($0, index[expected]) })
    {
      index.expect(memberAfter: expected, 0, in: object)
      return expected + 1
    }
    let hash = members.keys.hash(of: key)
    let found = try members.keys.number(hash: hash) { member in
      try key.withUTF8 { isUnescapedKey($0, index[member]) } || readString(at: member) == key
    }
    guard let found else { return Self.null }
    index.expect(memberAfter: found, 0, in: object)
    return members.used(found, keepingFirst: usesFirst) + 1
  }

  func find(_ key: UnsafeBufferPointer<UInt8>, in object: Int) throws -> Int {
    if index.mayHaveEquivalentKeys { return try findEquivalent(key, in: object) }
    let end = Int(index[object].end)
    // The expected member is the first with its key, unless that is one of the keys before it.
    let expected = Int(index[object].expected)
    if usesFirst, expected != 0, expected < end, isUnescapedKey(key, index[expected]),
      !index[object].mayHaveBeenAskedFor(index[expected])
    {
      index.expect(memberAfter: expected, index[expected].hash, in: object)
      return expected + 1
    }
    let hash = KeyHash.of(key)
    var found = Self.null
    var member = object + 1
    if index[object].count >= JSONMemberSlots.minimumCount,
      let only = slots.member(hash: hash, of: object, in: index)
    {
      if only != 0, isUnescapedKey(key, index[only]) {
        member = only
        found = member + 1
      }
    } else if searched.object != object || searched.keyBits & KeyHash.bit(of: hash) != 0 {
      var keyBits: UInt64 = 0
      while member < end {
        if try isKey(key, hash, at: member) {
          found = member + 1
          if usesFirst { break }
        }
        keyBits |= index[member].hasEscapes ? .max : KeyHash.bit(of: index[member].hash)
        member = Int(index[member + 1].end)
      }
      if found == Self.null { searched = (object, keyBits) }
    }
    if found != Self.null, expected != 0 {
      if usesFirst, member == expected {
        index.expect(memberAfter: expected, hash, in: object)
      } else if member > expected {
        index.expectNothing(in: object)
      }
    }
    return found == Self.null && key.contains { $0 >= 0x80 } ? try findEquivalent(key, in: object) : found
  }

  /// Finds a key that is the same text in other bytes: letters may be composed in several ways.
  @inline(never)
  private func findEquivalent(_ key: UnsafeBufferPointer<UInt8>, in object: Int) throws -> Int {
    let isASCII = UnsafeRawBufferPointer(key).isASCII
    lazy var text = String(decoding: key, as: UTF8.self)
    var found = Self.null
    var member = object + 1
    while member < Int(index[object].end) {
      var isSame: Bool?
      if let other = unescapedKey(at: member) {
        if isUnescapedKey(key, index[member]) {
          isSame = true
        } else if isASCII, other.count <= key.count || UnsafeRawBufferPointer(other).isASCII {
          // The others that equal a character of ASCII have several bytes.
          isSame = false
        }
      }
      if try isSame ?? (readString(at: member) == text) {
        found = member + 1
        if usesFirst { break }
      }
      member = Int(index[member + 1].end)
    }
    return found
  }

  /// Whether the key of a member equals the bytes.
  @inline(__always)
  private func isKey(_ key: UnsafeBufferPointer<UInt8>, _ hash: UInt32, at member: Int) throws -> Bool {
    let entry = index[member]
    if entry.hasEscapes { return try readString(at: member).utf8.elementsEqual(key) }
    return entry.hash == hash && isUnescapedKey(key, entry)
  }

  /// The bytes of a key in the text, or nil if the key has escapes.
  @inline(__always)
  private func unescapedKey(at member: Int) -> UnsafeBufferPointer<UInt8>? {
    let entry = index[member]
    guard !entry.hasEscapes else { return nil }
    return UnsafeBufferPointer(start: reader.pointee.start + entry.offset + 1, count: Int(entry.count))
  }

  private func isSameKey(_ member: Int, _ other: Int) throws -> Bool {
    if let key = unescapedKey(at: member), isUnescapedKey(key, index[other]) { return true }
    return try readString(at: member) == readString(at: other)
  }

  /// Whether the key of a member has no escapes and equals the bytes.
  @inline(__always)
  private func isUnescapedKey(_ key: UnsafeBufferPointer<UInt8>, _ entry: JSONValueIndex.Entry) -> Bool {
    Int(entry.count) == key.count && UnsafeRawPointer(reader.pointee.start + entry.offset + 1).hasBytes(of: key)
  }
}

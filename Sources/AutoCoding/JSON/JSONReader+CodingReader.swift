extension JSONReader: CodingReader {
  @inline(__always)
  mutating func readNull(forDefault: Bool) throws -> Bool {
    if forDefault { return isLenient ? try readLenientNull() : false }
    skipSpace()
    guard next < end, next.pointee == UInt8(ascii: "n") else { return false }
    try skipLiteral("null")
    return true
  }

  @inline(__always)
  mutating func readBool() throws -> Bool {
    skipSpace()
    guard next < end else { throw unexpected("a value") }
    if next.pointee == UInt8(ascii: "t") {
      try skipLiteral("true")
      return true
    }
    guard next.pointee == UInt8(ascii: "f") else {
      if let value = try boolFromOther() { return value }
      throw mismatch(Bool.self)
    }
    try skipLiteral("false")
    return false
  }

  @inline(__always)
  mutating func readInteger<Integer: FixedWidthInteger>(as type: Integer.Type) throws -> Integer {
    if try !beginNumber() {
      if let value: Integer = try integerFromString({ $0.exactly(type) != nil })?.exactly() { return value }
      throw mismatch(type)
    }
    return try integer(as: type)
  }

  @inline(__always)
  mutating func readFloat() throws -> Float {
    if let value = try nonConforming(Float.self) { return value }
    if try !beginNumber() {
      if let value = try numberFromString({ try $0.float() }) { return value }
      throw mismatch(Float.self)
    }
    return try float()
  }

  @inline(__always)
  mutating func readDouble() throws -> Double {
    if let value = try nonConforming(Double.self) { return value }
    if try !beginNumber() {
      if let value = try numberFromString({ try $0.double() }) { return value }
      throw mismatch(Double.self)
    }
    return try double()
  }

  /// Reads infinity or NaN if the next value is the string that the decoder's strategy has for it. Returns nil, and
  /// consumes nothing, for any other value.
  @inline(__always)
  mutating func nonConforming<Number: BinaryFloatingPoint>(_ type: Number.Type) throws -> Number? {
    skipSpace()
    guard next < end, next.pointee == .quote else { return nil }
    return try nonConformingString(type)
  }

  @inline(never)
  private mutating func nonConformingString<Number: BinaryFloatingPoint>(_ type: Number.Type) throws -> Number? {
    guard case .convertFromString = options.values.floats else { return nil }
    let begin = next
    if let number = options.nonFinite(try readText(), as: type) { return number }
    next = begin
    return nil
  }

  @inline(__always)
  mutating func readString() throws -> String {
    skipSpace()
    var cursor = cursor
    if let text = cursor.string(strings) {
      next = cursor.place.assumingMemoryBound(to: UInt8.self)
      return text
    }
    guard next < end, next.pointee == .quote else {
      if let value = try stringFromNumber() { return value }
      throw mismatch(String.self)
    }
    return try readText()
  }

  // MARK: Arrays

  @inline(__always)
  mutating func beginArray(isOrdered: Bool) throws -> Int? {
    try begin(.openBracket, for: [Any].self)
    return nil
  }

  @inline(__always)
  mutating func hasNextElement() throws -> Bool {
    try hasNext(before: .closeBracket)
  }

  // MARK: Objects

  @inline(__always)
  mutating func beginRecord(of type: Any.Type?) throws { try begin(.openBrace, for: [String: Any].self) }

  mutating func beginDictionary() throws -> Int? {
    try begin(.openBrace, for: [String: Any].self)
    return nil
  }

  mutating func nextKey(isText: Bool) throws -> String? {
    guard try hasNext(before: .closeBrace) else { return nil }
    skipSpace()
    guard next < end, next.pointee == .quote else { throw unexpected("'\"' of a key") }
    let key = try readString()
    try skipColon()
    return isText || usesKeysAsTheyAre ? key : converted(key)
  }

  @inline(__always)
  mutating func nextProperty(in keys: PropertyIndex, expecting expected: Int) throws -> PropertyIndex.Match? {
    let previous = previousByte
    skipSpace()
    // Compare the expected key as bytes, with its quotes and its colon. Anything else takes the slow path.
    if usesKeysAsTheyAre, let key = keys.key(at: expected).map({ JSONKey($0).quoted }) {
      var place = next
      var isAtMember = previous == .openBrace || previous == .comma
      if !isAtMember, place < end, place.pointee == .comma {
        place += 1
        isAtMember = true
        if place < end, place.pointee <= 0x20 {
          next = place
          skipSpace()
          guard next < end, next.pointee == .quote else { throw unexpected("'\"' of a key") }
          place = next
        }
      }
      if isAtMember, let value = value(of: key, at: place) {
        next = value
        return .init(position: expected, rank: 0)
      }
    }
    return try nextPropertyByName(in: keys)
  }

  @inline(never)
  private mutating func nextPropertyByName(in keys: PropertyIndex) throws -> PropertyIndex.Match? {
    while try hasNext(before: .closeBrace) {
      skipSpace()
      guard next < end, next.pointee == .quote else { throw unexpected("'\"' of a key") }
      if usesKeysAsTheyAre || keys.hasFixedKeys {
        let raw = try scanString(validates: true)
        try skipColon()
        if !raw.hasEscapes {
          if let match = keys.match(raw.bytes) { return match }
        } else if let match = keys.match(try text(of: raw)) {
          return match
        }
        if raw.bytes.count == 8, !keys.isVersioned, raw.bytes.elementsEqual(ArchivedVersions.key.utf8) {
          try refuseVersions(of: keys)
        }
        if checksKeys || !usesKeysAsTheyAre {
          let text = try text(of: raw)
          let key = fixedKey(text, in: keys)
          if key == ArchivedVersions.key, key != text, !keys.isVersioned { try refuseVersions(of: keys) }
          if checksKeys { try passOver(unknownKey: text, as: key, in: keys) }
        }
      } else {
        let text = try readText()
        let key = converted(text)
        try skipColon()
        if let match = keys.match(key) { return match }
        if key == ArchivedVersions.key, !keys.isVersioned { try refuseVersions(of: keys) }
        if checksKeys { try passOver(unknownKey: text, as: key, in: keys) }
      }
      try skipValue()
    }
    return nil
  }

  func fixedKey(_ key: String, in keys: PropertyIndex) -> String {
    options.fixedKey(key, in: keys) { converted($0) }
  }

  // MARK: Older data

  mutating func readMembers<Result>(
    of keys: PropertyIndex?,
    _ body: (_ reader: inout Self, _ members: [RawMember]) throws -> Result
  ) throws -> Result {
    var members: [RawMember] = []
    while let keyInData = try nextKey() {
      skipSpace()
      let key =
        if let keys, keys.hasFixedKeys {
          fixedKey(keyInData, in: keys)
        } else {
          usesKeysAsTheyAre ? keyInData : converted(keyInData)
        }
      members.append(RawMember(key: key, keyInData: keyInData, value: .place(offset)))
      try skipValue()
    }
    return try body(&self, members)
  }

  mutating func reading<Result>(
    _ value: RawValueLocation, _ body: (inout Self) throws -> Result
  ) throws -> Result {
    guard case .place(let place) = value else { throw unmigratable() }
    let next = next
    self.next = start + place
    let result = try body(&self)
    self.next = next
    return result
  }

  /// Returns the key of the code for a key of the object that is being read.
  private func converted(_ key: String) -> String { options.convertedKey(key, in: trackedPath) }

  /// Returns the place behind a key and its colon if they are at a place. Returns nil if the text has fewer than 8 bytes
  /// after them.
  ///
  /// Precondition: at least 8 bytes follow the expected key in memory.
  @inline(__always)
  private func value(
    of key: UnsafeBufferPointer<UInt8>, at place: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    guard let first = key.baseAddress, end - place >= key.count &+ 9 else { return nil }
    var expected = UnsafeRawPointer(first)
    var found = UnsafeRawPointer(place)
    var count = key.count
    while count > 8 {
      if expected.loadUnaligned(as: UInt64.self) != found.loadUnaligned(as: UInt64.self) { return nil }
      expected += 8
      found += 8
      count &-= 8
    }
    let difference = expected.loadUnaligned(as: UInt64.self) ^ found.loadUnaligned(as: UInt64.self)
    guard UInt64(littleEndian: difference) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count) == 0 else { return nil }
    var colon = place + key.count
    // Pretty-printed text has a space there.
    if colon.pointee == .space { colon += 1 }
    return colon.pointee == .colon ? colon + 1 : nil
  }
}

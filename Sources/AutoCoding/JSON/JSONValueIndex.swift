/// An index of the places of a JSON value and all values within it, in the order of the text. Each member of an object
/// has an entry for its key, followed by those of its value.
final class JSONValueIndex {
  struct Entry: BitwiseCopyable {
    /// The count of an array or object that was passed over.
    fileprivate static let passedOver: Int32 = -1
    /// The number of bytes before it in the text.
    let offset: Int
    /// For a value: the position of the entry after it and all values within it. For a key: its hash.
    fileprivate(set) var end: UInt32 = 0
    /// For an array or object: the number of elements or members, or -1 if it was passed over. For a key: the number of
    /// bytes between its quotes, or -1 if it has escapes.
    fileprivate(set) var count: Int32 = 0
    /// For an object: the member after those asked for so far, if they were asked for in their order; otherwise 0.
    /// For an array or object that was passed over: the position of its other entry, once there is one.
    fileprivate(set) var expected: Int32 = 0
    /// For an object: a bit for the hash of each key before the expected member.
    fileprivate(set) var keyBits: UInt32 = 0

    var hash: UInt32 { end }
    var hasEscapes: Bool { count < 0 }
    /// For an array or object: whether the values within it have no entries behind this one.
    var isPassedOver: Bool { count == Self.passedOver }

    @inline(__always)
    fileprivate static func bit(of hash: UInt32) -> UInt32 { 1 &<< hash }
    /// Whether a key may be before the expected member of an object; false is certain.
    @inline(__always)
    func mayHaveBeenAskedFor(_ key: Entry) -> Bool { keyBits & Self.bit(of: key.hash) != 0 }
  }

  /// The table has manually managed memory, since the runtime guards every access to a stored `var` of an object.
  private let entries: UnsafeMutablePointer<GrowingTable<Entry>>

  /// Whether keys in other bytes may be the same text: letters may be composed in several ways, or escaped.
  @exclusivity(unchecked) private(set) var mayHaveEquivalentKeys = false

  init() {
    entries = .allocate(capacity: 1)
    entries.initialize(to: GrowingTable())
  }

  deinit {
    entries.deinitialize(count: 1)
    entries.deallocate()
  }

  var count: Int { entries.pointee.count }

  func removeAll() {
    entries.pointee.removeAll()
    mayHaveEquivalentKeys = false
  }

  /// Frees the memory of an empty index, unless it is small.
  func freeLargeMemory() { entries.pointee.removeAll(keepingAtMost: 1 << 16) }

  /// The number of entries of a value and all values within it.
  @inline(__always)
  func entryCount(of position: Int) -> Int { Int(self[position].end) - position }

  @inline(__always)
  subscript(position: Int) -> Entry {
    // Positions come from the index itself.
    entries.pointee.first[position]
  }

  /// Expects the member behind one whose key was asked for, provided that all members before that one were, too.
  @inline(__always)
  func expect(memberAfter member: Int, _ hash: UInt32, in object: Int) {
    let end = Int32(truncatingIfNeeded: self[member + 1].end)
    let entry = entries.pointee.first + object
    entry.pointee.expected = end
    entry.pointee.keyBits = entry.pointee.keyBits | Entry.bit(of: hash)
  }

  func expectNothing(in object: Int) { entries.pointee.first[object].expected = 0 }

  /// Not written as one change in place, with which Swift 6.3 ends with an error under the thread sanitizer.
  @inline(__always)
  private func countMember(of container: Int) {
    let entry = entries.pointee.first + container
    entry.pointee.count = entry.pointee.count &+ 1
  }

  /// Fills the index with the reader's next value, which is skipped. Entries of an earlier value are removed.
  ///
  /// - Parameter walked: The members that are passed over.
  func find(with reader: inout JSONReader, passingOver walked: JSONWalkedMembers? = nil) throws {
    removeAll()
    try add(with: &reader, passingOver: walked)
  }

  /// Returns the position of an array or object whose values have entries, for one that was passed over: they are added
  /// behind all others. Precondition: the reader is at the value.
  func open(_ position: Int, with reader: inout JSONReader) throws -> Int {
    let known = Int(self[position].expected)
    if known > 0 { return known }
    let opened = count
    try add(with: &reader, passingOver: nil)
    entries.pointee.first[position].expected = Int32(truncatingIfNeeded: opened)
    return opened
  }

  /// There is no recursion, so deep nesting needs no stack.
  private func add(with reader: inout JSONReader, passingOver walked: JSONWalkedMembers?) throws {
    var walked = walked
    // The innermost open array or object. While one is open, the end in its entry is the number of the one around it.
    var container: UInt32 = .max
    var depth = 0
    var isObject = false
    let limit = reader.maximumNesting
    while true {
      reader.skipSpace()
      guard reader.next < reader.end else { throw reader.unexpected("a value") }
      guard count < Int(Int32.max) - 2 else {
        throw reader.invalid("The value has more than 2147483645 values within it.", as: .limit)
      }
      let position = count
      entries.pointee.push(Entry(offset: reader.offset))
      let byte = reader.next.pointee
      let isContainer = byte == .openBracket || byte == .openBrace
      if isContainer, isObject, let members = walked, members.contain(self[position - 1]) {
        if Self.passOver(with: &reader, maximumDepth: limit - depth) {
          entries.pointee.first[position].end = UInt32(truncatingIfNeeded: count)
          entries.pointee.first[position].count = Entry.passedOver
        } else {
          // Find what is wrong in the order of the text, once.
          walked = nil
          entries.pointee.removeLast()
          continue
        }
      } else if isContainer {
        guard depth < limit else { throw reader.tooDeep }
        reader.next += 1
        entries.pointee.first[position].expected = Int32(truncatingIfNeeded: position + 1)
        entries.pointee.first[position].end = container
        container = UInt32(truncatingIfNeeded: position)
        depth += 1
        isObject = byte == .openBrace
      } else {
        try reader.skipLeaf()
        entries.pointee.first[position].end = UInt32(truncatingIfNeeded: count)
      }
      // Continue with the next value, and close the containers that end here.
      while true {
        guard depth > 0 else { return }
        if try reader.hasNext(before: isObject ? .closeBrace : .closeBracket) {
          countMember(of: Int(container))
          if isObject { try findKey(with: &reader) }
          break
        }
        let closed = Int(container)
        container = entries.pointee.first[closed].end
        entries.pointee.first[closed].end = UInt32(truncatingIfNeeded: count)
        depth -= 1
        isObject = depth > 0 && reader.start[entries.pointee.first[Int(container)].offset] == .openBrace
      }
    }
  }

  private static func passOver(with reader: inout JSONReader, maximumDepth: Int) -> Bool {
    let begin = reader.next
    do {
      try reader.skipValue(maximumDepth: maximumDepth)
      return true
    } catch {
      reader.next = begin
      return false
    }
  }

  private func findKey(with reader: inout JSONReader) throws {
    reader.skipSpace()
    guard reader.next < reader.end, reader.next.pointee == .quote else { throw reader.unexpected("'\"' of a key") }
    let offset = reader.offset
    let raw = try reader.scanString(validates: true)
    try reader.checkEscapes(of: raw)
    var entry = Entry(offset: offset)
    entry.end = raw.hasEscapes ? 0 : KeyHash.of(raw.bytes)
    entry.count = raw.hasEscapes ? -1 : Int32(clamping: raw.count)
    entries.pointee.push(entry)
    if raw.hasEscapes || raw.mayBeWide { noteEquivalents(of: raw) }
    try reader.skipColon()
  }

  @inline(never)
  private func noteEquivalents(of raw: JSONReader.RawString) {
    guard !mayHaveEquivalentKeys else { return }
    // Of the escapes, only `\u0041` may be a letter.
    mayHaveEquivalentKeys =
      raw.hasEscapes && raw.bytes.contains(UInt8(ascii: "u")) || Unicode.Scalar.mayHaveEquivalents(raw.bytes)
  }

  /// Whether two keys of an object may be the same. Compares them in place; false is certain.
  func mayHaveDuplicateKeys(_ object: Int, in start: UnsafePointer<UInt8>) -> Bool {
    // Each pair of keys whose hashes have the same bit is compared, which takes too long for large objects.
    guard self[object].count <= 64 else { return true }
    var keyBits: UInt64 = 0
    var member = object + 1
    while member < Int(self[object].end) {
      let key = self[member]
      // Keys with other bytes may be the same String, composed differently.
      if key.hasEscapes || !UnsafeRawBufferPointer(start: start + key.offset + 1, count: Int(key.count)).isASCII {
        return true
      }
      let bit = KeyHash.bit(of: key.hash)
      if keyBits & bit != 0 {
        var other = object + 1
        while other < member {
          if self[other].hash == key.hash { return true }
          other = Int(self[other + 1].end)
        }
      }
      keyBits |= bit
      member = Int(self[member + 1].end)
    }
    return false
  }
}

extension JSONReader {
  /// Throws an error if any object in the text has duplicate keys.
  func refuseDuplicateKeys() throws {
    var reader = self
    let index = JSONValueIndex()
    try index.find(with: &reader)
    var position = 0
    while position < index.count {
      let object = index[position]
      if start[object.offset] == .openBrace, Int(object.end) > position {
        try refuseDuplicateKeys(of: position, in: index, with: &reader)
      }
      position += 1
    }
  }

  private func refuseDuplicateKeys(of object: Int, in index: JSONValueIndex, with reader: inout JSONReader) throws {
    if !index.mayHaveDuplicateKeys(object, in: start) { return }
    var keys: Set<String> = []
    var member = object + 1
    while member < Int(index[object].end) {
      reader.next = start + index[member].offset
      let key = try reader.readText()
      guard keys.insert(key).inserted else {
        throw try refused("Duplicate key \"\(key.shortened)\" in one object.", at: start + index[member].offset)
          .prepending(path(to: object, in: index, with: &reader) + [DynamicKey(key)])
      }
      member = Int(index[member + 1].end)
    }
  }

  private func path(
    to object: Int, in index: JSONValueIndex, with reader: inout JSONReader
  ) throws -> [any CodingKey] {
    var path: [any CodingKey] = []
    var position = 0
    while position < object {
      let isObject = start[index[position].offset] == .openBrace
      var element = 0
      position += 1
      while Int(index[isObject ? position + 1 : position].end) <= object {
        position = Int(index[isObject ? position + 1 : position].end)
        element += 1
      }
      if isObject {
        reader.next = start + index[position].offset
        path.append(DynamicKey(try reader.readText()))
        position += 1
      } else {
        path.append(DynamicKey(index: element))
      }
    }
    return path
  }
}

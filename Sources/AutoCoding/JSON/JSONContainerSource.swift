#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The values within a JSON value, for types with their own `Codable` code: an index of their places in the text.
///
/// Keys are compared with the text in place, by hash and then by bytes.
final class JSONContainerSource: ContainerSource {
  /// Objects with more members are searched with ``tables``.
  private static let maximumScan: Int32 = 64

  let reader: UnsafeMutablePointer<JSONReader>
  private let index = JSONValueIndex()
  private var lines: JSONLineTable?
  private let isLenient: Bool
  private let readsFloatsFromText: Bool
  /// Whether the first of several members with the same key is used; otherwise the last is.
  private let usesFirst: Bool
  /// The members of large objects, and of those with duplicate keys, by position.
  private var tables: [Int: JSONMemberTable] = [:]
  /// The object whose table was asked for last.
  @exclusivity(unchecked) private var lastTable: (object: Int, members: JSONMemberTable)?
  /// A reader that is not in use, for values that are read by their codecs.
  @exclusivity(unchecked) private var spare: UnsafeMutablePointer<JSONReader>?

  /// Whether the reader has the text of the next value.
  private var hasText = true

  /// Finds the values within the reader's next value, which is skipped.
  init(with reader: inout JSONReader) throws {
    try index.find(with: &reader)
    isLenient = reader.isLenient
    readsFloatsFromText = if case .throw = reader.options.values.floats { false } else { true }
    usesFirst = reader.options.values.duplicateKeys != .useLast
    self.reader = Self.allocate(reader)
    super.init(options: reader.options, userInfo: reader.options.values.userInfo)
    useText(of: reader)
  }

  /// Reuses the source for the reader's next value, which is skipped. Precondition: the source is closed, and was made
  /// with a reader of the same options.
  func restart(with reader: inout JSONReader) throws {
    try index.find(with: &reader)
    if !hasText {
      self.reader.pointee = reader
      useText(of: reader)
    }
    if !tables.isEmpty {
      tables = [:]
      lastTable = nil
    }
    forgetKeys()
  }

  /// Precondition: ``reader`` is a copy of this reader.
  private func useText(of other: JSONReader) {
    reader.pointee.isValidated = true
    reader.pointee.elementMemory = nil
    reader.pointee.elementRegion = nil
    reader.pointee.spareSource = nil
    spare?.pointee = reader.pointee
    lines = other.lines
    isReporting = report != nil || other.issues != nil
    hasText = true
  }

  /// Called when the text ends. Precondition: the source is closed.
  func leaveText() {
    hasText = false
    lines = nil
    index.freeLargeMemory()
    reader.pointee.reset()
    spare?.pointee.reset()
  }

  deinit {
    Self.free(reader)
    Self.free(spare)
  }

  /// Called before the text is freed. From then on, decoders that code has kept find nothing.
  func close() {
    index.removeAll()
  }

  /// Whether the text still exists. If so, every position is in the index.
  @inline(__always)
  private var isOpen: Bool { index.count > 0 }

  // MARK: Reading

  /// Moves the reader to a value.
  @inline(__always)
  private func seek(_ position: Int) throws {
    guard isOpen else { throw Self.closed }
    reader.pointee.next = reader.pointee.start + index[position].offset
  }

  private static var closed: DecodingError {
    .dataCorrupted(
      .init(codingPath: [], debugDescription: "A decoder was used after the decoding that it was made for."))
  }

  override func isNull(_ position: Int) throws -> Bool {
    try seek(position)
    return try reader.pointee.readNull()
  }

  override func readString(at position: Int) throws -> String {
    try seek(position)
    return try reader.pointee.readString()
  }

  override func readLeaf(_ kind: Codec.Kind, at position: Int, into address: UnsafeMutableRawPointer) throws {
    try seek(position)
    try reader.pointee.decodeLeaf(into: address, kind: kind)
  }

  override func dynamicLeaf(at position: Int) throws -> Any? {
    try seek(position)
    let byte = reader.pointee.next.pointee
    return byte == .openBrace || byte == .openBracket ? nil : try reader.pointee.readDynamicLeaf()
  }

  override func walk(
    _ codec: Codec, at position: Int, path: @autoclosure () -> ContainerPath?, into address: UnsafeMutableRawPointer
  ) throws {
    if codec.kind.isLeaf { return try readLeaf(codec.kind, at: position, into: address) }
    try seek(position)
    // Take the spare reader, since the code that is called may read another value meanwhile.
    let walking = spare ?? Self.allocate(reader.pointee)
    spare = nil
    // After an error a reader is in a state between two values.
    var isUsable = false
    defer { if isUsable, isOpen, spare == nil { spare = walking } else { Self.free(walking) } }
    walking.pointee.next = reader.pointee.next
    if let tracked = walking.pointee.trackedPath {
      // The outer reader shares the object.
      let outer = tracked.keys
      tracked.keys = ContainerPath.keys(of: path())
      defer { tracked.keys = outer }
      try walking.pointee.readValue(into: address, as: codec)
    } else {
      try walking.pointee.readValue(into: address, as: codec)
    }
    isUsable = true
  }

  private static func allocate(_ reader: JSONReader) -> UnsafeMutablePointer<JSONReader> {
    let memory = UnsafeMutablePointer<JSONReader>.allocate(capacity: 1)
    memory.initialize(to: reader)
    return memory
  }

  private static func free(_ reader: UnsafeMutablePointer<JSONReader>?) {
    reader?.deinitialize(count: 1)
    reader?.deallocate()
  }

  override func isOther(than kind: Codec.Kind, at position: Int) -> Bool {
    guard isOpen, !isLenient else { return false }
    let byte = reader.pointee.start[index[position].offset]
    return switch kind {
    case .bool: byte != UInt8(ascii: "t") && byte != UInt8(ascii: "f")
    case .string: byte != .quote
    // Strings may stand for infinity and NaN.
    case .float where byte == .quote, .double where byte == .quote: !readsFloatsFromText
    default: byte != UInt8(ascii: "-") && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte)
    }
  }

  override func mismatch(_ type: Any.Type, at position: Int, codingPath: [any CodingKey]) -> DecodingError {
    if position == Self.null { return Self.missing(type, codingPath: codingPath) }
    guard isOpen else { return Self.closed }
    // Pass parts of the reader, since a method of the reader would need a copy of it.
    let text = reader.pointee.text
    let offset = index[position].offset
    guard let found = FoundValue(text[offset]) else { return reader.pointee.mismatch(type) }
    return JSONLineTable.mismatch(type, found, at: offset, in: text, lines, codingPath: codingPath)
  }

  override var reportCount: Int { reader.pointee.issues?.list.count ?? 0 }
  override func forgetReports(from count: Int) { reader.pointee.issues?.forget(from: count) }
  override func report(unknownKey key: String, at position: Int, path: [any CodingKey]) {
    reader.pointee.issues?.add(.unknownKey, at: index[position].offset)
  }
  override func refusal(ofUnknownKey key: String, at position: Int, _ keys: PropertyIndex) -> DecodingError {
    reader.pointee.refused(keys.refusal(of: key), at: reader.pointee.start + index[position].offset)
  }

  // MARK: Arrays and objects

  override func elements(of position: Int) throws -> (first: Int, count: Int)? {
    try seek(position)
    guard reader.pointee.next.pointee == .openBracket else { return nil }
    return (position + 1, Int(index[position].count))
  }

  override func element(after position: Int) -> Int { Int(index[position].end) }

  override func beginObject(_ position: Int) throws -> Bool {
    try seek(position)
    return reader.pointee.next.pointee == .openBrace
  }

  override func forEachMember(of object: Int, _ body: (String, Int) throws -> Void) throws {
    let unused = try mayHaveDuplicateKeys(object) ? members(of: object).unused(keepingFirst: usesFirst) : []
    var member = object + 1
    while member < Int(index[object].end) {
      if unused.isEmpty || !unused.contains(member) { try body(readString(at: member), member + 1) }
      member = Int(index[member + 1].end)
    }
  }

  override func onlyKey(of object: Int) throws -> String? {
    isOpen && index[object].count == 1 ? try readString(at: object + 1) : nil
  }

  /// Returns false if the hashes of an object's keys show that they are all different.
  private func mayHaveDuplicateKeys(_ object: Int) -> Bool {
    // Objects with duplicate keys were refused already.
    guard options.values.duplicateKeys != .throw else { return false }
    let count = Int(index[object].count)
    guard count <= Self.maximumScan else { return true }
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: max(count, 1)) { hashes in
      var member = object + 1
      for position in 0..<count {
        let entry = index[member]
        if entry.hasEscapes { return true }
        for other in 0..<position where hashes[other] == entry.hash { return true }
        hashes[position] = entry.hash
        member = Int(index[member + 1].end)
      }
      return false
    }
  }

  override func surplusKeys(of object: Int) throws -> [String] {
    guard index[object].count > 1, mayHaveDuplicateKeys(object) else { return [] }
    return try members(of: object).surplus.map { try readString(at: $0) }
  }

  override func member(_ key: String, of object: Int) throws -> Int {
    guard isOpen else { throw Self.closed }
    if index[object].count > Self.maximumScan { return try member(key, ofLarge: object) }
    var key = key
    return try key.withUTF8 { try find($0, in: object) }
  }

  /// Returns the members of an object by key.
  private func members(of object: Int) throws -> JSONMemberTable {
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

  private func member(_ key: String, ofLarge object: Int) throws -> Int {
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

  private func find(_ key: UnsafeBufferPointer<UInt8>, in object: Int) throws -> Int {
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
    while member < end {
      if try isKey(key, hash, at: member) {
        found = member + 1
        if usesFirst { break }
      }
      member = Int(index[member + 1].end)
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
    let key = String(decoding: key, as: UTF8.self)
    var found = Self.null
    var member = object + 1
    while member < Int(index[object].end) {
      if try readString(at: member) == key {
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
    guard Int(entry.count) == key.count else { return false }
    guard let bytes = key.baseAddress else { return true }
    let text = UnsafeRawPointer(reader.pointee.start + entry.offset + 1)
    return equalBytes(text, UnsafeRawPointer(bytes), key.count)
  }
}

/// Whether `count` bytes are the same at two addresses.
@inline(__always)
private func equalBytes(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
  var offset = 0
  while count &- offset >= 8 {
    if left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    {
      return false
    }
    offset &+= 8
  }
  while offset < count {
    if left.load(fromByteOffset: offset, as: UInt8.self) != right.load(fromByteOffset: offset, as: UInt8.self) {
      return false
    }
    offset &+= 1
  }
  return true
}

extension JSONReader {
  /// Returns a source of the next value, which is skipped.
  mutating func containerSource() throws -> JSONContainerSource {
    lines = lines ?? JSONLineTable()
    guard var source = spareSource, source.report === CoderContext.current?.report else {
      return try JSONContainerSource(with: &self)
    }
    spareSource = nil
    // A decoder that code has kept must not find the values of another one.
    guard isKnownUniquelyReferenced(&source) else { return try JSONContainerSource(with: &self) }
    try source.restart(with: &self)
    return source
  }

  /// Ends the use of a source for a value.
  mutating func leave(_ source: JSONContainerSource) {
    source.close()
    spareSource = source
  }

  /// Calls `decode` with a decoder of the next value, which is skipped.
  mutating func decodingOwn<Value>(_ decode: (ContainerDecoder) throws -> Value) throws -> Value {
    let source = try containerSource()
    defer { leave(source) }
    guard let trackedPath else {
      return try decode(ContainerDecoder(source: source, position: ContainerSource.root, path: nil))
    }
    do {
      return try decode(ContainerDecoder(source: source, position: ContainerSource.root, path: .of(trackedPath)))
    } catch {
      // The walk adds the steps while the error unwinds.
      throw error.dropping(trackedPath.keys)
    }
  }

  mutating func readCodable(into address: UnsafeMutableRawPointer, as access: CodableAccess) throws {
    if type(of: access) == JSONValueAccess.self { return address.initialize(with: try readJSONValue()) }
    // The decoder enters a level, as for every type with its own code.
    try decodingOwn { try access.decode(into: address, from: $0) }
    // What the code caught is no failure of the value.
    if isLenient { ThreadState.hasOwnCodeFailed = false }
  }

  /// Reads a value with a codec of its type.
  mutating func value<Value>(_ type: Value.Type, as codec: Codec) throws -> Value {
    try withValue(of: type) { try readValue(into: $0, as: codec) }
  }
}

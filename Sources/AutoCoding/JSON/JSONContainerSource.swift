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
  static let maximumScan: Int32 = 64

  /// A reader of the text; uninitialized memory after the text has ended.
  let reader: UnsafeMutablePointer<JSONReader>
  let index = JSONValueIndex()
  /// The members that the value's code leaves to the walk.
  @exclusivity(unchecked) private var walked: JSONWalkedMembers?
  private var lines: JSONLineTable?
  @exclusivity(unchecked) private var isLenient: Bool
  @exclusivity(unchecked) private var readsFloatsFromText: Bool
  /// Whether the first of several members with the same key is used; otherwise the last is.
  @exclusivity(unchecked) private(set) var usesFirst: Bool
  /// The members of large objects, and of those with duplicate keys, by position.
  @exclusivity(unchecked) var tables: [Int: JSONMemberTable] = [:]
  /// The object whose table was asked for last.
  @exclusivity(unchecked) var lastTable: (object: Int, members: JSONMemberTable)?
  @exclusivity(unchecked) var slots = JSONMemberSlots()
  /// The object that lacked the key that was last searched, and a bit for the hash of each of its keys. Code may ask for
  /// many keys that are absent.
  @exclusivity(unchecked) var searched = (object: -1, keyBits: 0 as UInt64)
  /// A reader that is not in use, for values that are read by their codecs. Like ``reader``, it ends with the text.
  @exclusivity(unchecked) private var spare: UnsafeMutablePointer<JSONReader>?
  /// Whether the text exists.
  @exclusivity(unchecked) private var hasText = true

  /// Finds the values within the reader's next value, which is skipped.
  ///
  /// - Parameter walked: The members that the value's code leaves to the walk.
  init(with reader: inout JSONReader, _ walked: JSONWalkedMembers?) throws {
    try index.find(with: &reader, passingOver: walked)
    self.walked = walked
    isLenient = reader.isLenient
    readsFloatsFromText = reader.options.readsFloatsFromText
    usesFirst = !reader.options.values.usesLastDuplicate
    self.reader = Self.allocate(reader)
    super.init(options: reader.options, userInfo: reader.options.userInfo)
    useText(of: reader)
  }

  /// Reuses the source for the reader's next value, which is skipped. Precondition: the source is closed, and has the
  /// reader's options.
  func restart(with reader: inout JSONReader, _ walked: JSONWalkedMembers?) throws {
    try index.find(with: &reader, passingOver: walked)
    self.walked = walked
    if !hasText {
      self.reader.initialize(to: reader)
      useText(of: reader)
      spare?.initialize(to: self.reader.pointee)
    }
    slots.removeAll()
    searched.object = -1
    forgetMembers()
  }

  /// Forgets the members of objects: they hold keys of the text, and paths at which a strategy was called, whose keys are
  /// those of the value's own code.
  private func forgetMembers() {
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
    lines = other.lines
    isReporting = report != nil || other.issues != nil
    hasText = true
  }

  /// Called when the text ends. Precondition: the source is closed, and no code has kept a decoder.
  func leaveText() {
    guard hasText else { return }
    hasText = false
    lines = nil
    index.freeLargeMemory()
    forgetMembers()
    reader.deinitialize(count: 1)
    spare?.deinitialize(count: 1)
  }

  override func adopt(_ options: JSONDecodingOptions) {
    super.adopt(options)
    isLenient = options.values.leniencyBits != 0
    readsFloatsFromText = options.readsFloatsFromText
    usesFirst = !options.values.usesLastDuplicate
  }

  deinit {
    leaveText()
    reader.deallocate()
    spare?.deallocate()
  }

  /// Called before the text is freed. From then on, decoders that code has kept find nothing.
  func close() {
    index.removeAll()
    slots.removeAll()
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
    .dataCorrupted(.init("A decoder was used after the decoding that it was made for."))
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

  override var findsTags: Bool { true }

  override func tag(of plainEnum: PlainEnum, at position: Int) -> UInt8? {
    guard isOpen, let cases = JSONCases.prepared(for: plainEnum) else { return nil }
    var cursor = JSONCursor(
      place: UnsafeRawPointer(reader.pointee.start + index[position].offset), limit: reader.pointee.limit)
    return cases.pointee.find(at: &cursor)
  }

  override func dynamicLeaf(at position: Int) throws -> Any? {
    try seek(position)
    let byte = reader.pointee.next.pointee
    return byte == .openBrace || byte == .openBracket ? nil : try reader.pointee.readDynamicLeaf()
  }

  override func walk(
    _ codec: Codec, at position: Int, path: @autoclosure () -> ContainerPath, into address: UnsafeMutableRawPointer
  ) throws {
    if codec.kind.isLeaf { return try readLeaf(codec.kind, at: position, into: address) }
    try seek(position)
    if let walked, index.entryCount(of: position) >= JSONWalkedMembers.leastCount, let key = key(of: position) {
      walked.insert(key)
    }
    // Take the spare reader, since the code that is called may read another value meanwhile.
    let walking = spare ?? Self.allocate(reader.pointee)
    spare = nil
    // After an error a reader is in a state between two values.
    var isUsable = false
    defer { if isUsable, isOpen, spare == nil { spare = walking } else { Self.free(walking) } }
    walking.pointee.next = reader.pointee.next
    // The outer reader may have the same steps, so the container's path comes before those of this value.
    let trackedPath = walking.pointee.pathTracking.begin(within: codec)
    try trackedPath.starting(at: path()) { try walking.pointee.readValue(into: address, as: codec) }
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

  override var reportCount: Int { reader.pointee.issues?.count ?? 0 }
  override func forgetReports(from count: Int) { reader.pointee.issues?.forget(from: count) }
  override func report(unknownKey key: String, at position: Int, path: [any CodingKey]) {
    reader.pointee.issues?.add(.unknownKey, at: index[position].offset)
  }
  override func refusal(ofUnknownKey key: String, at position: Int, _ keys: PropertyIndex) -> DecodingError {
    reader.pointee.refused(keys.refusal(of: key), at: reader.pointee.start + index[position].offset)
  }

  // MARK: Arrays and objects

  /// The position of the entries of an array or object, which it does not have yet if it was passed over.
  @inline(__always)
  private func opened(_ position: Int) throws -> Int {
    index[position].isPassedOver ? try open(position) : position
  }

  @inline(never)
  private func open(_ position: Int) throws -> Int {
    if let walked, let key = key(of: position) { walked.exclude(key) }
    try seek(position)
    return try index.open(position, with: &reader.pointee)
  }

  /// The key of a member's value.
  private func key(of position: Int) -> JSONValueIndex.Entry? {
    var place = reader.pointee.start + index[position].offset
    guard position > 0, place > reader.pointee.start else { return nil }
    repeat { place -= 1 } while place > reader.pointee.start && place.pointee <= 0x20
    return place.pointee == .colon ? index[position - 1] : nil
  }

  override func elements(of position: Int) throws -> (first: Int, count: Int)? {
    try seek(position)
    guard reader.pointee.next.pointee == .openBracket else { return nil }
    let array = try opened(position)
    return (array + 1, Int(index[array].count))
  }

  // A container that code has kept may ask this after the text was freed, since not every element is read.
  override func element(after position: Int) -> Int { isOpen ? Int(index[position].end) : position }

  override func beginObject(_ position: Int) throws -> Bool {
    try seek(position)
    return reader.pointee.next.pointee == .openBrace
  }

  override func forEachMember(of object: Int, _ body: (String, Int) throws -> Void) throws {
    guard isOpen else { throw Self.closed }
    let object = try opened(object)
    let unused = try mayHaveDuplicateKeys(object) ? members(of: object).unused(keepingFirst: usesFirst) : []
    var member = object + 1
    while member < Int(index[object].end) {
      if unused.isEmpty || !unused.contains(member) { try body(readString(at: member), member + 1) }
      member = Int(index[member + 1].end)
    }
  }

  override func onlyKey(of object: Int) throws -> String? {
    guard isOpen else { return nil }
    let object = try opened(object)
    return index[object].count == 1 ? try readString(at: object + 1) : nil
  }

  override func surplusKeys(of object: Int) throws -> [String] {
    guard isOpen else { throw Self.closed }
    let object = try opened(object)
    guard index[object].count > 1, mayHaveDuplicateKeys(object) else { return [] }
    return try members(of: object).surplus.map { try readString(at: $0) }
  }

  override func member(_ key: String, of object: Int) throws -> Int {
    guard isOpen else { throw Self.closed }
    let object = try opened(object)
    if index[object].count > Self.maximumScan { return try member(key, ofLarge: object) }
    // A copy would be retained.
    if let found = try key.utf8.withContiguousStorageIfAvailable({ try find($0, in: object) }) { return found }
    var key = key
    return try key.withUTF8 { try find($0, in: object) }
  }
}

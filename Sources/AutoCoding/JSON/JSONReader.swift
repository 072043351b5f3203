/// Reads JSON text in place.
///
/// The text is between ``start`` and ``end``. It must exist until another text is set or the reader is reset. No byte
/// beyond ``limit`` is read.
struct JSONReader: PooledWorker {
  static let pool = ReusePool()
  static var standardOptions: JSONDecodingOptions.Values { .init() }

  private(set) var options: JSONDecodingOptions
  // What the options say is kept here as well, since options are retained if they are asked.
  private(set) var usesKeysAsTheyAre = true
  private(set) var datesAreDeferred = true
  private(set) var isLenient = false
  private(set) var rules = ReadingRules()
  /// The number of arrays and objects that may be nested in each other.
  private(set) var maximumNesting = 0
  /// Whether the text may be in another notation than strict JSON.
  private(set) var hasNotation = false
  private(set) var refusesDuplicateKeys = false
  /// Whether keys that a type does not know are reported or refused.
  var checksKeys = false
  /// Whether records are read in one pass: keys are used as they are or converted from snake case.
  private(set) var readsRecordsAtOnce = true
  /// Whether collections of records are read in one pass, too. The walk skips elements that cannot be decoded, and tracks
  /// paths.
  private(set) var readsElementsAtOnce = true
  /// How the keys of records are read in one pass.
  private(set) var style: JSONStyle = []
  let strings: UTF8StringBuilder
  private(set) var start: UnsafePointer<UInt8>
  private(set) var end: UnsafePointer<UInt8>
  /// The end of the bytes that a ``cursor`` may read: ``end``, or the end of the zeros after it.
  private(set) var limit: UnsafeRawPointer
  /// Memory for a root value, and for a copy of a short text and the zeros after it. Only readers that are workers own it;
  /// see ``free()``.
  private var memory: UnsafeMutableRawPointer?
  /// The address of the next byte.
  var next: UnsafePointer<UInt8>
  /// The expected white space before each member of the next array or object, in bytes.
  var lineLength = 0
  /// The expected increase of the white space from one level of nesting to the next.
  var lineStep = 0
  /// Whether the text may name classes; nil until this is needed.
  var mayNameTypes: Bool?
  /// What is known of the values that were passed over; shared by copies.
  let skips = JSONSkips()
  /// The classes that the text has named.
  var namedClasses = JSONNamedClasses()
  /// The offsets of the tags in a part of the text, if a tag followed nested values.
  var tagOffsets: JSONTagOffsets?
  /// The table of lines, if there may be many errors. A reader of a whole text has it; it serves later texts, too, until an
  /// error needs it.
  var lines: JSONLineTable?
  /// The issues so far, if the caller asked for them.
  var issues: JSONIssues?
  /// Memory for the elements of an array until all are read; made for the first array that needs it.
  var elementMemory: ElementMemory?
  var elementRegion: ElementRegion?
  var pathTracking = PathTracking()
  var trackedPath: TrackedPath? { pathTracking.path }
  /// The source of an earlier value with its own `Codable` code, for reuse. It may be of an earlier text.
  var spareSource: JSONContainerSource?
  /// Whether ``spareSource`` has the reader's options.
  var isSourceCurrent = true
  /// Whether the text is known to be valid JSON.
  var isValidated = false

  init(options: JSONDecodingOptions) {
    self.options = options
    strings = options.strings
    start = UnsafePointer(Self.noBytes)
    end = start
    next = start
    limit = UnsafeRawPointer(start)
    useOptions()
  }

  private mutating func useOptions() {
    usesKeysAsTheyAre = options.usesKeysAsTheyAre
    datesAreDeferred = options.datesAreDeferred
    maximumNesting = max(options.limits.maximumDepth, 1)
    rules = ReadingRules()
    rules.limits = options.limits
    pathTracking.adopt(hasCustomValues: options.hasCustomValues, hasCustomKeys: options.hasCustomKeys)
    // Only stored properties: for one that is computed, all values would be copied.
    let leniency = AutoJSONDecoder.Leniency(rawValue: options.values.leniencyBits)
    isLenient = !leniency.isEmpty
    rules.keepsFirstOfDuplicateKeys = !options.values.usesLastDuplicate
    rules.refusesEqualKeys = options.values.refusesDuplicates
    rules.setLeniency(leniency)
    rules.passesNullOn = leniency.contains(.defaultsForNull)
    rules.acceptsNewerVersions = options.values.acceptsNewerVersions
    checksKeys = options.values.unknownKeys != .ignore
    hasNotation = if case .some = options.values.notation { true } else { false }
    refusesDuplicateKeys = options.values.refusesDuplicates
    let convertsFromSnakeCase = if case .convertFromSnakeCase = options.values.keys { true } else { false }
    style = convertsFromSnakeCase ? .fromSnakeCase : []
    readsRecordsAtOnce = (usesKeysAsTheyAre || convertsFromSnakeCase) && options.values.usesFastPath
    readsElementsAtOnce = readsRecordsAtOnce && !rules.skipsUndecodableElements
  }

  init(options: JSONDecodingOptions, text: UnsafeBufferPointer<UInt8>) {
    self.init(options: options)
    self.text = text
  }

  /// The address of an empty text, whose buffer may have none.
  private nonisolated(unsafe) static let noBytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

  /// Empties the reader for reuse, and releases the state that belongs to the text. Precondition: it has read a
  /// whole text.
  mutating func reset() {
    end = start
    next = start
    limit = UnsafeRawPointer(start)
    lineLength = 0
    lineStep = 0
    mayNameTypes = nil
    skips.reset()
    namedClasses.removeAll()
    // Most calls leave these as they are, and to release nothing takes time as well.
    if tagOffsets != nil { tagOffsets = nil }
    if issues != nil { issues = nil }
    elementMemory?.freeSpare()
    leaveSource()
    // A decoder that code has kept may still need the table for its text.
    if lines != nil, !isKnownUniquelyReferenced(&lines) || lines?.isUnused == false { lines = nil }
    isValidated = false
    pathTracking.reset()
  }

  mutating func adopt(_ options: JSONDecodingOptions) {
    self.options = options
    useOptions()
    isSourceCurrent = false
    if let spareSource, !spareSource.options.mayOutliveCoder { update(spareSource) }
  }

  /// Gives a source the reader's options. A source that may keep its old ones gets them only if it is used again.
  @inline(never)
  mutating func update(_ source: JSONContainerSource) {
    source.adopt(options)
    isSourceCurrent = true
  }

  func free() { memory?.deallocate() }

  /// The worker's memory, for a root value of up to ``largestRoot`` bytes and the copy of a short text after it.
  @inline(__always)
  private mutating func ownMemory() -> UnsafeMutableRawPointer {
    if let memory { return memory }
    let new = UnsafeMutableRawPointer.allocate(
      byteCount: Self.largestRoot + Self.longestCopy + Self.padding, alignment: Self.rootAlignment)
    memory = new
    return new
  }

  /// The largest root value, in bytes, that is made in the worker's memory, and its alignment.
  private static let largestRoot = 128
  private static let rootAlignment = 16

  /// Reads a root value.
  ///
  /// Precondition: the reader is a worker, and reads no other root value meanwhile.
  mutating func rootValue<Value>(_ type: Value.Type, as codec: Codec) throws -> Value {
    guard MemoryLayout<Value>.size <= Self.largestRoot, MemoryLayout<Value>.alignment <= Self.rootAlignment else {
      return try value(type, as: codec)
    }
    let memory = ownMemory()
    try readValue(into: memory, as: codec)
    return memory.assumingMemoryBound(to: type).move()
  }

  /// The longest text that is copied, in bytes, and the number of zeros after it. With the zeros, values at the end of
  /// the text are read like all others, many bytes at a time.
  private static let longestCopy = 2048
  private static let padding = 64

  /// Sets the text, and moves the reader to its start. A short text is copied.
  ///
  /// Precondition: the reader is a worker.
  mutating func setText(_ bytes: UnsafeRawBufferPointer) {
    text = bytes.bindMemory(to: UInt8.self)
    guard let first = bytes.baseAddress, bytes.count <= Self.longestCopy else { return }
    let copy = ownMemory() + Self.largestRoot
    copy.copyMemory(from: first, byteCount: bytes.count)
    (copy + bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
    text = UnsafeBufferPointer(start: copy.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    limit += Self.padding
  }

  /// A cursor at the next byte.
  @inline(__always)
  var cursor: JSONCursor { JSONCursor(place: UnsafeRawPointer(next), limit: limit) }

  /// The offset of the next byte in the text.
  var offset: Int { next - start }

  /// The whole text. Setting it moves the reader to the start of the new text.
  var text: UnsafeBufferPointer<UInt8> {
    get { UnsafeBufferPointer(start: start, count: end - start) }
    set {
      start = newValue.baseAddress ?? UnsafePointer(Self.noBytes)
      end = start + newValue.count
      next = start
      limit = UnsafeRawPointer(end)
      skips.reset()
    }
  }

  // MARK: Bytes

  @inline(__always)
  mutating func skipSpace() {
    if next < end, next.pointee > 0x20 { return }
    skipSpaces()
  }

  @inline(never)
  private mutating func skipSpaces() {
    var cursor = cursor
    cursor.skipSpace()
    next = cursor.place.assumingMemoryBound(to: UInt8.self)
  }

  /// Begins a document, in UTF-8. Skips a byte order mark.
  mutating func begin() {
    if end - next >= 3, next[0] == 0xef, next[1] == 0xbb, next[2] == 0xbf { next += 3 }
  }

  /// Ends a document: only white space may follow.
  mutating func finish() throws {
    skipSpace()
    guard next == end else { throw unexpected("the end of the text") }
  }

  /// Skips a literal. Precondition: its first letter is next.
  @inline(__always)
  mutating func skipLiteral(_ literal: StaticString) throws {
    let count = literal.utf8CodeUnitCount
    guard end - next >= count else { throw unexpected("\(literal)") }
    for index in 1..<count where next[index] != literal.utf8Start[index] { throw unexpected("\(literal)") }
    next += count
  }

  // MARK: Arrays and objects

  @inline(__always)
  mutating func begin(_ bracket: UInt8, for type: @autoclosure () -> Any.Type) throws {
    skipSpace()
    guard next < end, next.pointee == bracket else { throw mismatch(type()) }
    next += 1
  }

  /// Returns whether another element or member follows; skips the closing bracket if not.
  ///
  /// Precondition: an array or object has been begun, and its last element or member has been read to its end.
  @inline(__always)
  mutating func hasNext(before bracket: UInt8) throws -> Bool {
    let previous = previousByte
    skipSpace()
    guard next < end else { throw unexpected("',' or the end of an array or object") }
    let byte = next.pointee
    if previous != .openBracket, previous != .openBrace, previous != .comma {
      guard byte == .comma || byte == bracket else {
        throw unexpected("',' or '\(Character(Unicode.Scalar(bracket)))'")
      }
      next += 1
      return byte == .comma
    }
    // After a comma the caller expects a value or a key, and refuses the bracket.
    guard byte == bracket, previous != .comma else { return true }
    next += 1
    return false
  }

  /// The last byte before the next one that is not white space. It determines what may follow, since no value ends with
  /// an opening bracket or a comma.
  ///
  /// Precondition: an array or object has been begun.
  @inline(__always)
  var previousByte: UInt8 {
    let byte = next[-1]
    return byte > 0x20 ? byte : Self.byteBeforeSpace(in: start, next - 1)
  }

  /// Static, since a method that does not change the reader would need a copy of it.
  @inline(never)
  private static func byteBeforeSpace(in start: UnsafePointer<UInt8>, _ last: UnsafePointer<UInt8>) -> UInt8 {
    var place = last
    while place > start, place.pointee <= 0x20 { place -= 1 }
    return place.pointee
  }

  /// Skips the colon between a key and its value.
  @inline(__always)
  mutating func skipColon() throws {
    if next < end, next.pointee == .colon {
      next += 1
      return
    }
    skipSpace()
    guard next < end, next.pointee == .colon else { throw unexpected("':'") }
    next += 1
  }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads values from property lists that Foundation's `PropertyListEncoder` or others wrote.
struct PropertyListCodingReader: CodingReader {
  /// A dictionary or array that is being read. It is trivially copyable, since every record begins one.
  struct Frame {
    enum Contents {
      /// No container.
      case none
      case members(PropertyListReader.Pairs)
      case elements(PropertyListReader.Elements)
    }

    let contents: Contents
    /// The index after that of the value that was begun last.
    var next = 0
    /// The plan of a record, owned by ``PropertyListReadingState``; nil if each key is looked up.
    var plan: Unmanaged<RecordPlan>?
    var isBegun = false
  }

  let list: PropertyListReader
  let options: JSONDecodingOptions
  let state: PropertyListReadingState
  /// The object to read next.
  var current: UInt32
  /// The container that is being read, and those around it, the outermost first.
  var frame = Frame(contents: .none)
  var frames: [Frame] = []
  var depth = 0
  /// Whether keys that a type does not know are reported or refused.
  var checksKeys: Bool
  /// Keys of the path that are not in a frame, if unknown keys are looked for; each with the number of frames around
  /// it.
  var outerKeys: [(depth: Int, key: any CodingKey)] = []

  init(_ list: PropertyListReader, object: UInt32, options: JSONDecodingOptions, state: PropertyListReadingState) {
    self.list = list
    self.options = options
    self.state = state
    current = object
    checksKeys = options.values.unknownKeys != .ignore
  }

  @inline(__always)
  var rules: ReadingRules {
    var rules = ReadingRules()
    rules.limits = options.limits
    rules.acceptsNewerVersions = options.values.acceptsNewerVersions
    // As in Foundation's reader.
    rules.keepsFirstOfDuplicateKeys = true
    return rules
  }

  @inline(__always)
  var trackedPath: TrackedPath? { state.values.pointee.pathTracking.path }

  mutating func reading(recoveringBy recovery: ErrorRecovery, _ read: (inout Self) throws -> Void) throws -> Bool {
    let report = checksKeys ? CoderContext.current?.report : nil
    let reported = report?.count ?? 0
    return try reading(
      recoveringBy: recovery, read,
      saving: { ($0.current, $0.frame, $0.depth, frameCount: $0.frames.count, keyCount: $0.outerKeys.count) }
    ) { reader, saved, _ in
      // With what was begun and reported within the value.
      reader.frames.removeLast(max(0, reader.frames.count - saved.frameCount))
      reader.outerKeys.removeLast(max(0, reader.outerKeys.count - saved.keyCount))
      (reader.current, reader.frame, reader.depth) = (saved.0, saved.1, saved.2)
      report?.forget(from: reported)
    }
  }

  var reportedIssues: (any ReportedIssues)? { checksKeys ? CoderContext.current?.report : nil }

  // MARK: Containers

  // Functions called for every value must be mutating or inlined; otherwise the reader is copied.

  @inline(__always)
  private mutating func begin(_ contents: Frame.Contents) {
    if depth > 0 { frames.append(frame) }
    depth &+= 1
    frame = Frame(contents: contents)
  }

  @inline(__always)
  mutating func end() {
    depth &-= 1
    frame = frames.popLast() ?? Frame(contents: .none)
  }

  /// Counts values, so that a small list cannot expand without limit.
  @inline(__always)
  mutating func spend(_ count: Int) throws {
    // A container has no more elements than the list has bytes.
    try spend(cost: count &+ 1)
  }

  /// Counts what is made of the data beside values.
  @inline(__always)
  func spend(cost: Int) throws {
    state.values.pointee.budget &-= cost
    guard state.values.pointee.budget > 0 else { throw exhausted() }
  }

  @inline(never)
  private func exhausted() -> DecodingError {
    DataRefusal(
      .limit,
      """
      The property list stands for far more values than it has, since its containers share parts or contain each other; \
      limits.maximumExpansion sets how many more it may be (\(limits.maximumExpansion) times).
      """
    ).decodingError()
  }

  mutating func beginArray(isOrdered: Bool) throws -> Int? {
    guard try list.marker(of: current) & 0xF0 == PropertyListMarker.array else { throw mismatch([Any].self) }
    let elements = try list.array(current)
    try spend(elements.count)
    begin(.elements(elements))
    return elements.count
  }

  @inline(__always)
  mutating func hasNextElement() throws -> Bool {
    guard case .elements(let elements) = frame.contents, frame.next < elements.count else {
      end()
      return false
    }
    current = try list.element(frame.next, of: elements)
    frame.next &+= 1
    return true
  }

  mutating func beginDictionary() throws -> Int? {
    let members = try members()
    begin(.members(members))
    return members.count
  }

  @inline(__always)
  private mutating func members() throws -> PropertyListReader.Pairs {
    guard try list.marker(of: current) & 0xF0 == PropertyListMarker.dictionary else {
      throw mismatch([String: Any].self)
    }
    let members = try list.dictionary(current)
    try spend(members.count)
    return members
  }

  mutating func beginRecord(of type: Any.Type?) throws { begin(.members(try members())) }

  mutating func nextKey(isText: Bool) throws -> String? {
    guard case .members(let members) = frame.contents, frame.next < members.count else {
      end()
      return nil
    }
    let key = try string(list.key(frame.next, of: members))
    current = try list.value(frame.next, of: members)
    frame.next &+= 1
    return key
  }

  mutating func readTag(_ key: PropertyKey) throws -> String? {
    guard case .members(let members) = frame.contents, let value = try value(of: key.stringValue, in: members)
    else { return nil }
    let kept = current
    current = value
    defer { current = kept }
    return try readTagText(key)
  }

  mutating func skipValue() throws {}

  /// Returns the value of a key in a dictionary; the first one, if there are several.
  func value(of key: String, in members: PropertyListReader.Pairs) throws -> UInt32? {
    var key = key
    return try key.withUTF8 { text in
      for index in 0..<members.count where try list.isString(list.key(index, of: members), equalTo: text) {
        return try list.value(index, of: members)
      }
      return nil
    }
  }

  // MARK: Older data

  mutating func readVersions() throws -> ArchivedVersions? {
    guard case .members(let members) = frame.contents,
      let value = try value(of: ArchivedVersions.key, in: members)
    else { return nil }
    try refuseArchive(members)
    // Nearly all versions are small numbers, which are read without a copy of the reader.
    if let number = try list.smallInteger(at: list.position(of: value)) { return .single(Int(number)) }
    let record = current
    current = value
    defer { current = record }
    return versions()
  }

  mutating func readMembers<Result>(
    of keys: PropertyIndex?,
    _ body: (_ reader: inout Self, _ members: [RawMember]) throws -> Result
  ) throws -> Result {
    var members: [RawMember] = []
    while let key = try nextKey(isText: false) { members.append(RawMember(key: key, value: .object(current))) }
    return try body(&self, members)
  }

  mutating func reading<Result>(
    _ value: RawValueLocation, _ body: (inout Self) throws -> Result
  ) throws -> Result {
    guard case .object(let object) = value else { throw unmigratable() }
    let kept = current
    current = object
    defer { current = kept }
    return try body(&self)
  }

  // MARK: Types with their own Codable code

  mutating func readCodable(into address: UnsafeMutableRawPointer, as access: CodableAccess) throws {
    if let numbers = access.numbers?.takeUnretainedValue(), try readNumbers(into: address, numbers) { return }
    if readPlainEnum(access, into: address) { return }
    // The decoder enters a level, as for every type with handwritten code.
    try decodingOwn { try access.decode(into: address, in: $0) }
  }

  /// Calls `decode` with a decoder of the next value.
  func decodingOwn<Value>(_ decode: (ContainerDecoder) throws -> Value) throws -> Value {
    let report = checksKeys ? CoderContext.current?.report : nil
    let count = report?.count ?? 0
    var source = state.values.pointee.spareSource.takeReusable() ?? PropertyListContainerSource(options: options)
    source.open(list, object: current, state: state)
    let value: Value
    do {
      value = try source.withRootDecoder(.init(trackedPath), decode)
    } catch {
      source.close()
      throw error.dropping(trackedPath)
    }
    source.close()
    // A decoder that code has kept must not find the values of another one.
    if isKnownUniquelyReferenced(&source) {
      source.removeAll()
      state.values.pointee.spareSource = source
    }
    report?.prepend(path, from: count)
    return value
  }

  // MARK: Errors

  /// Returns the error for a value of the wrong kind.
  @inline(never)
  func mismatch(_ type: Any.Type) -> DecodingError {
    let noun: String
    do {
      if try list.isNull(current) { return ContainerSource.missing(type) }
      noun = try list.kind(of: current).name
    } catch {
      return error as? DecodingError ?? ContainerSource.missing(type)
    }
    return .typeMismatch(type, .init("Expected to decode \(type) but found \(noun) instead."))
  }

  /// Returns the error for a value of the right kind that the type cannot represent.
  func refused(_ explanation: String) -> DecodingError {
    .dataCorrupted(.init(explanation))
  }
}

extension PropertyListReader {
  /// Whether an object is null, or the string that stands for it.
  @inline(__always)
  func isNull(_ object: UInt32) throws -> Bool {
    let position = try position(of: object)
    let head = loadBigEndian(position)
    // "$null", behind the marker of an ASCII string of five.
    if head &>> 16 == 0x55_24_6E_75_6C_6C { return position &+ 6 <= tableOffset }
    let marker = UInt8(truncatingIfNeeded: head &>> 56)
    if marker == PropertyListMarker.null { return true }
    guard marker & 0xF0 == PropertyListMarker.utf16String || marker == PropertyListMarker.asciiString | 0x0F
    else { return false }
    return try isString(object, equalTo: "$null")
  }
}

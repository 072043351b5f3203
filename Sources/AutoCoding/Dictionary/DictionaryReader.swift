#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads values from dictionaries, arrays and leaves in memory.
struct DictionaryReader: CodingReader {
  /// A dictionary or array that is being read.
  struct Frame {
    var elements: [Any] = []
    /// The number of elements or members begun so far.
    var count = 0
    var members: [String: Any] = [:]
    /// The next member; nil for an array. No iterator: a copy of the reader would share that of a bridged dictionary.
    var next: Dictionary<String, Any>.Index?
    /// The key of the member that was begun last, if the path is tracked.
    var key: String?
    /// The original keys by the keys that they were converted to.
    var converted: [String: String] = [:]
  }

  let options: JSONDecodingOptions
  /// The next value to read.
  private(set) var value: Any
  /// The dictionaries and arrays being read, the innermost last.
  var frames: [Frame] = []

  let growth: InputGrowth
  /// Whether keys that a type does not know are reported or refused.
  var checksKeys: Bool
  /// Whether the path of the next value is known, for unknown keys and for reports of what was tolerated.
  let tracksPath: Bool
  /// Keys of the path that are not in a frame, if the path is tracked; each with the number of frames around it.
  var outerKeys: [(depth: Int, key: any CodingKey)] = []
  var pathTracking = PathTracking()
  var trackedPath: TrackedPath? { pathTracking.path }
  /// The source of the last value that coded itself, for the next one.
  private var spareSource: DictionaryContainerSource?

  init(_ value: Any, options: JSONDecodingOptions, growth: InputGrowth) {
    self.value = value
    self.options = options
    self.growth = growth
    checksKeys = options.values.unknownKeys != .ignore
    tracksPath = checksKeys || CoderContext.current?.report != nil
    pathTracking.adopt(hasCustomValues: options.hasCustomValues, hasCustomKeys: options.hasCustomKeys)
  }

  @inline(__always)
  var rules: ReadingRules {
    var rules = ReadingRules()
    rules.limits = options.limits
    rules.acceptsNewerVersions = options.values.acceptsNewerVersions
    // A dictionary has no first key.
    rules.refusesEqualKeys = true
    if options.values.leniencyBits != 0 {
      rules.setLeniency(options.values.leniency)
      rules.passesNullOn = options.values.leniency.contains(.defaultsForNull)
    }
    return rules
  }

  // MARK: Arrays

  mutating func beginArray(isOrdered: Bool) throws -> Int? {
    guard let elements = inlineValue(value, as: [Any].self) ?? value as? [Any] else { throw mismatch([Any].self) }
    try count(elements.count)
    frames.append(Frame(elements: elements))
    return elements.count
  }

  /// Reads an array of common leaves that the dictionary holds as such, so that no element is put into a box.
  mutating func readNested(into address: UnsafeMutableRawPointer, as codec: Codec) throws -> Bool {
    guard codec.kind == .sequence, case let sequence = unsafeDowncast(codec, to: SequenceCodec.self), sequence.isArray
    else { return false }
    func take<Leaf>(_ type: [Leaf].Type) throws -> Bool {
      guard let leaves = exactValue(value, as: type) else { return false }
      try count(leaves.count)
      address.initialize(with: leaves)
      return true
    }
    return switch sequence.element.kind {
    case .bool: try take([Bool].self)
    case .int: try take([Int].self)
    case .double: try take([Double].self)
    case .string: try take([String].self)
    default: false
    }
  }

  mutating func hasNextElement() throws -> Bool {
    // In place: a copy of the frame would retain and release all that it refers to.
    let last = frames.count - 1
    guard last >= 0, case let count = frames[last].count, count < frames[last].elements.count else {
      frames.removeLast(frames.isEmpty ? 0 : 1)
      return false
    }
    value = frames[last].elements[count]
    frames[last].count = count + 1
    return true
  }

  mutating func reading(recoveringBy recovery: ErrorRecovery, _ read: (inout Self) throws -> Void) throws -> Bool {
    let report = tracksPath ? CoderContext.current?.report : nil
    let reported = report?.count ?? 0
    return try reading(
      recoveringBy: recovery, read,
      saving: { ($0.value, frameCount: $0.frames.count, keyCount: $0.outerKeys.count) }
    ) { reader, saved, error in
      // With what was begun and reported within the value.
      reader.frames.removeLast(reader.frames.count - saved.frameCount)
      reader.outerKeys.removeLast(reader.outerKeys.count - saved.keyCount)
      report?.forget(from: reported)
      reader.value = saved.0
      if let kind = AutoJSONDecoder.Issue.Kind(recovery) { reader.note(kind, error) }
    }
  }

  /// Counts the values within the next value.
  @inline(__always)
  private func count(_ count: Int) throws { try self.count(count, in: value) }

  /// Counts the values within a value.
  ///
  /// - Throws: `DecodingError` if shared parts were read too often.
  @inline(__always)
  func count(_ count: Int, in value: Any) throws {
    try growth.read(value, count: count, limits: limits)
  }

  // MARK: Dictionaries

  mutating func beginRecord(of type: Any.Type?) throws { _ = try beginDictionary() }

  mutating func beginDictionary() throws -> Int? {
    guard let members = inlineValue(value, as: [String: Any].self) ?? value as? [String: Any] else {
      throw mismatch([String: Any].self)
    }
    try count(members.count)
    frames.append(Frame(members: members, next: members.startIndex))
    return members.count
  }

  mutating func nextKey(isText: Bool) throws -> String? {
    guard let key = try nextMember() else { return nil }
    return isText || options.usesKeysAsTheyAre ? key : try converted(key)
  }

  private mutating func nextMember() throws -> String? {
    let last = frames.count - 1
    guard last >= 0, let index = frames[last].next, frames[last].count < frames[last].members.count else {
      frames.removeLast(frames.isEmpty ? 0 : 1)
      return nil
    }
    let member = frames[last].members[index]
    frames[last].next = frames[last].members.index(after: index)
    frames[last].count += 1
    value = member.value
    if tracksPath { frames[last].key = member.key }
    return member.key
  }

  /// Returns what the strategy makes of a key of the dictionary that is being read.
  private mutating func converted(_ key: String) throws -> String {
    let converted = options.convertedKey(key, in: trackedPath)
    if let other = frames[frames.count - 1].converted.updateValue(key, forKey: converted) {
      throw DecodingError.ambiguousKeys(key, other, as: converted)
    }
    return converted
  }

  mutating func nextProperty(in keys: PropertyIndex, expecting expected: Int) throws -> PropertyIndex.Match? {
    // Check versions first: members are unordered.
    let last = frames.count - 1
    if !keys.isVersioned, last >= 0, frames[last].count == 0, keys.match(ArchivedVersions.key) == nil {
      if let versions = frames[last].members[ArchivedVersions.key] {
        value = versions
        try refuseVersions(of: keys)
      } else if options.hasCustomKeys, !options.values.acceptsNewerVersions {
        try readVersions()?.refuse(for: keys.owner)
      }
    }
    while let key = try nextKey(isText: keys.hasFixedKeys) {
      if let match = keys.match(key) { return match }
      if checksKeys {
        let meaning = keys.hasFixedKeys ? fixedKey(key, in: keys) : key
        try passOver(unknownKey: frames.last?.key ?? key, as: meaning, in: keys)
      }
    }
    return nil
  }

  func fixedKey(_ key: String, in keys: PropertyIndex) -> String {
    options.fixedKey(key, in: keys) { options.convertedKey($0, in: trackedPath) }
  }

  mutating func readTag(_ key: PropertyKey) throws -> String? {
    guard !key.isTag, !options.hasCustomKeys else { return try searchTag(key) }
    guard let name = frames.last?.members[key.stringValue] else { return nil }
    return try typeName(name)
  }

  /// Returns the value of the class key as text.
  func typeName(_ value: Any) throws -> String {
    if let name = value as? String { return name }
    throw DictionaryReader(value, options: options, growth: growth).mismatch(String.self)
      .prepending(TypeNames.classPropertyKey)
  }

  mutating func skipValue() throws {}

  // MARK: Older data

  mutating func readMembers<Result>(
    of keys: PropertyIndex?,
    _ body: (_ reader: inout Self, _ members: [RawMember]) throws -> Result
  ) throws -> Result {
    var members: [RawMember] = []
    while let keyInData = try nextMember() {
      let key =
        if let keys, keys.hasFixedKeys {
          fixedKey(keyInData, in: keys)
        } else {
          options.usesKeysAsTheyAre ? keyInData : try converted(keyInData)
        }
      members.append(RawMember(key: key, keyInData: keyInData, value: .value(value)))
    }
    return try body(&self, members)
  }

  mutating func reading<Result>(
    _ value: RawValueLocation, _ body: (inout Self) throws -> Result
  ) throws -> Result {
    guard case .value(let value) = value else { throw unmigratable() }
    let kept = self.value
    self.value = value
    defer { self.value = kept }
    return try body(&self)
  }

  // MARK: Types with their own Codable code

  mutating func readCodable(into address: UnsafeMutableRawPointer, as access: CodableAccess) throws {
    if options.values.leniencyBits == 0, readPlainEnum(access, into: address) { return }
    // The decoder enters a level, as for every type with handwritten code.
    try decodingOwn { try access.decode(into: address, in: $0) }
  }

  /// Calls `decode` with a decoder of the next value.
  mutating func decodingOwn<Value>(_ decode: (ContainerDecoder) throws -> Value) throws -> Value {
    let report = tracksPath ? CoderContext.current?.report : nil
    let count = report?.count ?? 0
    let source = containerSource()
    let value: Value
    do {
      value = try source.withRootDecoder(.init(trackedPath), decode)
    } catch {
      throw error.dropping(trackedPath)
    }
    spareSource = source
    report?.prepend(path, from: count)
    return value
  }

  /// Returns a source of the next value.
  private mutating func containerSource() -> DictionaryContainerSource {
    guard let spare = spareSource.takeReusable() else {
      return DictionaryContainerSource(value, options: options, growth: growth)
    }
    spare.restart(with: value)
    return spare
  }

  // MARK: Errors

  /// Returns the error for a value of the wrong kind.
  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      "Expected to decode \(type) but found \(DictionaryValue.noun(of: value)) instead.")
    return DictionaryValue.isNull(value) ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// Returns the error for a value of the right kind that the type cannot represent.
  func refused(_ explanation: String) -> DecodingError {
    .dataCorrupted(.init(explanation))
  }
}

extension DecodingError {
  /// Returns the error for two keys that a strategy converts to the same key.
  static func ambiguousKeys(_ key: String, _ other: String, as converted: String) -> DecodingError {
    let keys = [key, other].inOrder()
    return .dataCorrupted(
      .init(
        """
        The decoder's keyDecodingStrategy converts both "\(keys[0])" and "\(keys[1])" to "\(converted)", so the \
        value of that key is ambiguous.
        """))
  }
}

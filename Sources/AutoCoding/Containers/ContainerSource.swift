/// The state that the decoders of one value with its own `Codable` code share: the values within it, by their
/// positions.
///
/// A subclass is a format: it finds elements and members, and reads leaves. Only the format knows what a position
/// means; ``null`` stands for a missing value.
class ContainerSource: ContainerOwner {
  static let null = -1
  /// The position of the root.
  static let root = 0

  @exclusivity(unchecked) final private(set) var options: JSONDecodingOptions
  @exclusivity(unchecked) final private(set) var userInfo: [CodingUserInfoKey: Any]
  // What the options say is kept here as well, since options are retained if they are asked.
  @exclusivity(unchecked) final private(set) var limits = CodingLimits()
  /// Whether the caller's own code handles dates or data.
  @exclusivity(unchecked) final private(set) var hasCustomValues = false
  /// Whether types with a map are walked.
  final let isDirect: Bool
  @exclusivity(unchecked) final private(set) var usesKeysAsTheyAre = false
  /// Where unknown keys are reported, if the caller asked for a report.
  final let report: UnknownKeyReport?
  /// The members of objects whose keys are converted, by position. No code of models runs while it is changed.
  @exclusivity(unchecked) private final var converted: [Int: ConvertedMembers] = [:]
  /// The object that was asked for last, and its members. They are in ``converted`` only if another one was asked for
  /// since.
  @exclusivity(unchecked) private final var lastConverted: (object: Int, members: ConvertedMembers)?

  /// - Parameter isDirect: Whether the format can walk types with a map.
  init(options: JSONDecodingOptions, userInfo: [CodingUserInfoKey: Any], isDirect: Bool = true) {
    self.options = options
    self.userInfo = userInfo
    report = CoderContext.current?.report
    isReporting = report != nil
    self.isDirect = isDirect
    super.init()
    useOptions()
  }

  private final func useOptions() {
    limits = options.limits
    hasCustomValues = options.hasCustomValues
    usesKeysAsTheyAre = options.usesKeysAsTheyAre
  }

  /// Replaces the options. Precondition: the source is closed, and no code has kept a decoder.
  func adopt(_ options: JSONDecodingOptions) {
    self.options = options
    userInfo = options.userInfo
    useOptions()
  }

  deinit {
    containers.removeAll()
  }

  // MARK: Overridden by formats

  // Errors have no path, except those of `mismatch`. Positions are never ``null``, except for `mismatch`.

  func isNull(_ position: Int) throws -> Bool { true }
  /// Reads a leaf. Precondition: the address is uninitialized memory for a value of the kind.
  func readLeaf(_ kind: Codec.Kind, at position: Int, into address: UnsafeMutableRawPointer) throws {}
  func readString(at position: Int) throws -> String { "" }
  /// Whether ``tag(of:at:)`` may return something.
  var findsTags: Bool { false }
  /// Returns the byte of the case whose raw value is at a position; nil if that is not found.
  ///
  /// Precondition: the standard library's code has decoded a value of the enum.
  func tag(of plainEnum: PlainEnum, at position: Int) -> UInt8? { nil }
  /// Reads a value with its codec. Precondition: the address is uninitialized memory for a value of the codec's type.
  func walk(
    _ codec: Codec, at position: Int, path: @autoclosure () -> ContainerPath, into address: UnsafeMutableRawPointer
  ) throws {}
  /// Returns the position of an array's first element, if it has any, and their number; nil if the value is no array.
  func elements(of position: Int) throws -> (first: Int, count: Int)? { nil }
  /// Returns the position of the element after another. Precondition: there is one.
  func element(after position: Int) -> Int { position }
  /// Begins to read an object; returns false if the value is not an object.
  func beginObject(_ position: Int) throws -> Bool { false }
  /// Returns the position of the value for a key, spelled as in the data; ``null`` if there is none.
  func member(_ key: String, of object: Int) throws -> Int { Self.null }
  /// Calls `body` once with every key of an object, spelled as in the data, and the position of its value.
  func forEachMember(of object: Int, _ body: (String, Int) throws -> Void) throws {}
  /// Returns the key of an object's only member, spelled as in the data; nil if it has no or several members, or if
  /// their number is not known at once.
  func onlyKey(of object: Int) throws -> String? { nil }
  /// Returns the duplicate keys of an object, spelled as in the data. Precondition: the object was opened.
  func surplusKeys(of object: Int) throws -> [String] { [] }
  /// Whether a value is certainly not a leaf of a kind, as far as this is known without reading it.
  func isOther(than kind: Codec.Kind, at position: Int) -> Bool { false }
  /// The error for a value that is not of a type.
  func mismatch(_ type: Any.Type, at position: Int, codingPath: [any CodingKey]) -> DecodingError {
    Self.missing(type, codingPath: codingPath)
  }
  /// Returns a value without a declared type; nil for an array or object.
  func dynamicLeaf(at position: Int) throws -> Any? { nil }
  /// Whether decimal numbers are objects with the members that `Decimal`'s own code encodes.
  var hasDecimalObjects: Bool { false }
  /// Whether the data itself has a date or data at a position, to which no strategy applies.
  func hasNative(_ type: Any.Type, at position: Int) -> Bool { false }
  /// Whether an object whose class the data names is at a position.
  ///
  /// - Parameter type: The type that code asks for.
  func isObject(at position: Int, for type: Any.Type) throws -> Bool { false }
  /// Returns the value of an object whose class the data names; nil if the type's own code reads it.
  ///
  /// Precondition: there is an object at the position.
  func value<Value: Decodable>(_ type: Value.Type, ofObjectAt position: Int) throws -> Value? { nil }
  /// Whether a model at a position has the keys of an archive: without objects along key paths, flattened models and case
  /// keys.
  func hasArchiveKeys(at position: Int) -> Bool { false }
  /// Handles two keys that a strategy converts to the same key.
  func resolve(_ key: String, _ other: String, as converted: String) throws {}

  // MARK: Unknown keys

  /// Whether unknown keys are reported.
  final var isReporting: Bool
  /// The number of keys to the value that the decoder began with. Reports have the others; the walk adds these.
  @exclusivity(unchecked) final var rootKeyCount = 0
  /// The number of keys reported so far.
  var reportCount: Int { report?.count ?? 0 }
  /// Discards reports after the first `count`: they are from a value whose decoding was abandoned.
  func forgetReports(from count: Int) { report?.forget(from: count) }
  /// Reports an unknown key.
  ///
  /// - Parameters:
  ///   - key: The key, spelled as in the data.
  ///   - position: The position of its value.
  func report(unknownKey key: String, at position: Int, path: [any CodingKey]) {
    report?.add(path.dropFirst(rootKeyCount) + [DynamicKey(key)])
  }
  /// The error for an unknown key, without its path.
  func refusal(ofUnknownKey key: String, at position: Int, _ keys: PropertyIndex) -> DecodingError {
    .dataCorrupted(.init(keys.refusal(of: key)))
  }

  // MARK: Keys

  /// Converts the keys of an object, if there is a strategy for them. Returns false if the value is no object.
  final func open(_ object: Int, path: ContainerPath) throws -> Bool {
    guard try beginObject(object) else { return false }
    guard !usesKeysAsTheyAre, convertedMembers(of: object) == nil else { return true }
    guard case .custom(let convert) = options.values.keys else {
      try convertKeys(of: object, at: []) { options.convertedKey($0, at: []) }
      return true
    }
    let codingPath = path.keys
    // One array for all keys, unless the caller's code keeps it.
    var keyPath = codingPath + [DynamicKey("")]
    try convertKeys(of: object, at: codingPath) { key in
      keyPath[keyPath.count - 1] = DynamicKey(key)
      return convert(keyPath).stringValue
    }
    return true
  }

  @inline(__always)
  private final func convertKeys(
    of object: Int, at codingPath: [any CodingKey], _ convert: (String) throws -> String
  ) throws {
    let members = ConvertedMembers(at: codingPath)
    try forEachMember(of: object) { key, position in
      let text = try convert(key)
      guard let index = members.add(text, spelled: key, position) else { return }
      try resolve(key, members[index].origin, as: text)
      members.merge(key, position, into: index, isUsed: options.values.usesLastDuplicate)
    }
    use(members, of: object)
  }

  private final func use(_ members: ConvertedMembers, of object: Int) {
    if let last = lastConverted { converted[last.object] = last.members }
    lastConverted = (object, members)
  }

  /// Returns the members of an object whose keys are converted; nil if it was not opened.
  private final func convertedMembers(of object: Int) -> ConvertedMembers? {
    if let last = lastConverted, last.object == object { return last.members }
    guard let members = converted[object] else { return nil }
    use(members, of: object)
    return members
  }

  /// Returns the position of a member's value; ``null`` if there is none. Precondition: the object was opened.
  @inline(__always)
  final func value(forKey key: some CodingKey, of object: Int) throws -> Int {
    usesKeysAsTheyAre ? try member(key.stringValue, of: object) : try convertedValue(forKey: key, of: object)
  }

  @inline(never)
  private final func convertedValue(forKey key: any CodingKey, of object: Int) throws -> Int {
    if key.isFixedKey { return try member(key.stringValue, of: object) }
    return convertedMembers(of: object)?.position(of: key.stringValue) ?? Self.null
  }

  /// Returns the keys of an object. Precondition: the object was opened.
  final func keys(of object: Int) throws -> [String] {
    if let members = convertedMembers(of: object) { return members.all.map(\.key) }
    var keys: [String] = []
    try forEachMember(of: object) { key, _ in keys.append(key) }
    return keys
  }

  /// Calls `body` with every key of an object, as spelled in the data and as converted by a strategy, and the position
  /// of its value. Precondition: the object was opened.
  final func forEachKey(of object: Int, _ body: (_ key: String, _ converted: String, Int) throws -> Void) throws {
    guard let members = convertedMembers(of: object) else {
      return try forEachMember(of: object) { try body($0, $0, $1) }
    }
    for member in members.all { try body(member.origin, member.key, member.position) }
  }

  /// Returns the keys of an object, with duplicates. Precondition: the object was opened.
  final func allKeys(of object: Int) throws -> [String] {
    let surplus = try surplusKeys(of: object)
    guard let members = convertedMembers(of: object) else { return try keys(of: object) + surplus }
    return members.all.map(\.key) + members.merged + surplus.map { options.convertedKey($0, at: members.codingPath) }
  }

  /// Resets the source for reuse.
  final func forgetKeys() {
    lastConverted = nil
    if !converted.isEmpty { converted = [:] }
  }

  // MARK: Errors

  final func mismatch(_ type: Any.Type, at position: Int) -> DecodingError {
    mismatch(type, at: position, codingPath: [])
  }

  static func missing(_ type: Any.Type, codingPath: [any CodingKey] = []) -> DecodingError {
    .valueNotFound(type, .init(codingPath: codingPath, debugDescription: FoundValue.null.mismatch(type)))
  }
}

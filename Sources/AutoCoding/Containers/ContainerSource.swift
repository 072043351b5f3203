/// What the decoders of one value with `Codable` code of its own share: the values within it, by their positions.
///
/// A subclass is a format: it finds elements and members, and reads what is no container. What a position is, only the
/// format knows; ``null`` stands for a value that is not there.
class ContainerSource {
  static let null = -1
  /// Where the root is.
  static let root = 0

  final let options: JSONDecodingOptions
  final let userInfo: [CodingUserInfoKey: Any]
  /// Whether types with a map are walked.
  final let isDirect: Bool
  final let usesKeysAsTheyAre: Bool
  /// Where unknown keys are reported, if somebody asks for them.
  final let report: UnknownKeyReport?
  /// The members of objects whose keys are converted, by position.
  private final var converted: [Int: ConvertedMembers] = [:]

  /// - Parameter walksModels: Whether the format can walk types with a map.
  init(options: JSONDecodingOptions, userInfo: [CodingUserInfoKey: Any], walksModels: Bool = true) {
    self.options = options
    self.userInfo = userInfo
    report = CoderContext.current?.report
    isReporting = report != nil
    isDirect = walksModels && !options.needsPath
    usesKeysAsTheyAre = options.usesKeysAsTheyAre
  }

  // MARK: What a format says

  // Errors have no path, but for that of `mismatch`. Positions are none of ``null``, but for `mismatch`.

  func isNull(_ position: Int) throws -> Bool { true }
  /// Reads a leaf. Precondition: the address is uninitialized memory for a value of the kind.
  func readLeaf(_ kind: Codec.Kind, at position: Int, into address: UnsafeMutableRawPointer) throws {}
  func readString(at position: Int) throws -> String { "" }
  /// Reads a value by its codec. Precondition: the address is uninitialized memory for a value of the codec's type.
  func walk(_ codec: Codec, at position: Int, into address: UnsafeMutableRawPointer) throws {}
  /// The position of an array's first element, if it has any, and how many it has; nil if the value is no array.
  func elements(of position: Int) throws -> (first: Int, count: Int)? { nil }
  /// The position of the element after another. Precondition: there is one.
  func element(after position: Int) -> Int { position }
  /// Returns false if the value is no object.
  func beginObject(_ position: Int) throws -> Bool { false }
  /// The position of the value that counts for a key as it is in the data; ``null`` if there is none.
  func member(_ key: String, of object: Int) throws -> Int { Self.null }
  /// Calls `body` with every key of an object as it is in the data, once, and its value's position.
  func forEachMember(of object: Int, _ body: (String, Int) throws -> Void) throws {}
  /// About how many members an object has. Precondition: the object was opened.
  func memberCount(of object: Int) -> Int { 0 }
  /// The keys that an object has again after the first time, as they are in the data. Precondition: the object was opened.
  func surplusKeys(of object: Int) throws -> [String] { [] }
  /// Whether a value can be no leaf of a kind, as far as that can be told without reading it.
  func isOther(than kind: Codec.Kind, at position: Int) -> Bool { false }
  /// The error of a value that is not of a type.
  func mismatch(_ type: Any.Type, at position: Int, codingPath: [any CodingKey]) -> DecodingError {
    Self.missing(type, codingPath: codingPath)
  }
  /// A value of which no type is declared, if it is no array or object, else nil.
  func dynamicLeaf(at position: Int) throws -> Any? { nil }
  /// Whether the data has a date or data as such at a position, which no strategy is asked about.
  func hasNative(_ type: Any.Type, at position: Int) -> Bool { false }
  /// The value of an object of a class that the data names; nil if there is none, or if the type's own code reads it.
  func value<Value: Decodable>(_ type: Value.Type, ofObjectAt position: Int) throws -> Value? { nil }
  /// What is done about two keys that a strategy makes one.
  func resolve(_ key: String, _ other: String, as converted: String) throws {}

  // MARK: Unknown keys

  /// Whether anything is reported.
  final var isReporting: Bool
  /// How much was reported so far.
  var reportCount: Int { report?.count ?? 0 }
  /// Forgets what was reported since there was as much, in a value that was given up.
  func forgetReports(from count: Int) { report?.forget(from: count) }
  /// Reports an unknown key.
  ///
  /// - Parameters:
  ///   - key: The key as it is in the data.
  ///   - position: That of its value.
  func report(unknownKey key: String, at position: Int, path: [any CodingKey]) {
    report?.add(path + [DynamicKey(key)])
  }
  /// The error for an unknown key, without its path.
  func refusal(ofUnknownKey key: String, at position: Int, _ keys: PropertyIndex) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: keys.refusal(of: key)))
  }

  // MARK: Keys

  /// The members of an object under the keys that a strategy gives them, in the order of the data.
  final class ConvertedMembers {
    var keys: [String] = []
    var positions: [String: Int] = [:]
    /// The keys as they are in the data.
    fileprivate(set) var origins: [String: String] = [:]
    /// Keys that the strategy has made one with others, and the path at which it was asked.
    fileprivate var merged: [String] = []
    fileprivate var codingPath: [any CodingKey] = []
  }

  /// Converts the keys of an object, if there is a strategy for them. Returns false if the value is no object.
  final func open(_ object: Int, path: ContainerPath?) throws -> Bool {
    guard try beginObject(object) else { return false }
    guard !usesKeysAsTheyAre, converted[object] == nil else { return true }
    let members = ConvertedMembers()
    let codingPath: [any CodingKey] =
      if case .custom = options.values.keys { ContainerPath.keys(of: path) } else { [] }
    try forEachMember(of: object) { key, position in
      let text = options.convertedKey(key, at: codingPath)
      if let other = members.origins.updateValue(key, forKey: text) {
        try resolve(key, other, as: text)
        if options.values.duplicateKeys == .useLast { members.positions[text] = position }
        members.merged.append(text)
        return
      }
      members.keys.append(text)
      members.positions[text] = position
    }
    members.codingPath = codingPath
    converted[object] = members
    return true
  }

  /// The position of a member's value; ``null`` if there is none. Precondition: the object was opened.
  @inline(__always)
  final func value(forKey key: String, of object: Int) throws -> Int {
    usesKeysAsTheyAre ? try member(key, of: object) : converted[object]?.positions[key] ?? Self.null
  }

  /// The keys of an object. Precondition: the object was opened.
  final func keys(of object: Int) throws -> [String] {
    if let members = converted[object] { return members.keys }
    var keys: [String] = []
    try forEachMember(of: object) { key, _ in keys.append(key) }
    return keys
  }

  /// Calls `body` with every key of an object as it is in the data, as a strategy gives it, and its value's position.
  /// Precondition: the object was opened.
  final func forEachKey(of object: Int, _ body: (_ key: String, _ converted: String, Int) throws -> Void) throws {
    guard let members = converted[object] else { return try forEachMember(of: object) { try body($0, $0, $1) } }
    for key in members.keys { try body(members.origins[key] ?? key, key, members.positions[key] ?? Self.null) }
  }

  /// The keys of an object, each as often as it is there. Precondition: the object was opened.
  final func allKeys(of object: Int) throws -> [String] {
    let surplus = try surplusKeys(of: object)
    guard let members = converted[object] else { return try keys(of: object) + surplus }
    return members.keys + members.merged + surplus.map { options.convertedKey($0, at: members.codingPath) }
  }

  /// Makes the source as good as new.
  final func forgetKeys() {
    if !converted.isEmpty { converted = [:] }
  }

  // MARK: Errors

  final func mismatch(_ type: Any.Type, at position: Int) -> DecodingError {
    mismatch(type, at: position, codingPath: [])
  }

  static func missing(_ type: Any.Type, codingPath: [any CodingKey] = []) -> DecodingError {
    .valueNotFound(
      type,
      .init(codingPath: codingPath, debugDescription: "Cannot get value of type \(type) -- found null value instead"))
  }
}

/// The parts of the output that some properties are: what is kept of an object, or of each element of an array.
final class SelectedParts {
  /// Whether a property is selected with all that is in it.
  var isWhole = false
  /// What is selected in each value of a dictionary.
  private(set) var values: SelectedParts?
  /// What is selected in each value of a dictionary that is written as an array of keys and values in turn.
  private(set) var alternateValues: SelectedParts?
  /// Selections name few properties, so a search by their texts beats a hash table.
  private var members: [(key: [UInt8], parts: SelectedParts)] = []
  /// A bit for each length of a key, which most keys that are not selected have not.
  private var lengths: UInt64 = 0

  var isEmpty: Bool { members.isEmpty && values == nil && alternateValues == nil }

  /// What is selected in each value of a dictionary, which is an object or else an array.
  func values(ofObject isObject: Bool) -> SelectedParts {
    let known = isObject ? values : alternateValues
    let parts = known ?? SelectedParts()
    if isObject { values = parts } else { alternateValues = parts }
    return parts
  }

  func member(_ key: String) -> SelectedParts {
    var key = key
    return key.withUTF8 { key in
      if let known = member(key) { return known }
      let parts = SelectedParts()
      members.append((Array(key), parts))
      lengths |= Self.bit(ofLength: key.count)
      return parts
    }
  }

  /// Returns the parts of a member, whose key is UTF-8.
  func found(under key: UnsafeBufferPointer<UInt8>) -> SelectedParts? { member(key) ?? values }

  private func member(_ key: UnsafeBufferPointer<UInt8>) -> SelectedParts? {
    guard lengths & Self.bit(ofLength: key.count) != 0 else { return nil }
    return members.first { $0.key.count == key.count && $0.key.elementsEqual(key) }?.parts
  }

  private static func bit(ofLength count: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: count) }
}

/// The parts of the output that an encoder writes, or leaves out, because its options name their properties.
struct PropertySelection {
  enum Kind: String {
    case including = "includedProperties"
    case omitting = "omittedProperties"
  }

  /// What is kept of a member of an object.
  enum Kept {
    case nothing, all
    case parts(SelectedParts)
  }

  /// Which of this library's own keys an object has.
  struct OwnKeys {
    fileprivate var hasClass = false
    fileprivate var hasValue = false
  }

  let kind: Kind
  let options: JSONEncodingOptions
  let root = SelectedParts()
  /// The value, for messages.
  private let value: Any

  /// Finds properties in a value.
  ///
  /// - Parameters:
  ///   - paths: Names of properties, with dots between them.
  ///   - address: The value.
  /// - Throws: `EncodingError` if a path leads to no property that is written.
  private init(
    _ kind: Kind, of paths: Set<String>, in value: Any, at address: UnsafeRawPointer, as codec: Codec,
    _ options: JSONEncodingOptions
  ) throws {
    self.kind = kind
    self.options = options
    self.value = value
    let failure = { Self.failure(kind, value, $0) }
    if case .custom = options.values.keys {
      throw failure("cannot be used with a custom key strategy, whose keys are unknown. Remove one of them.")
    }
    for path in paths.inOrder() {
      guard let steps = PropertyPath(parsing: path)?.steps else {
        throw failure("has the path \"\(path)\", in which a name is empty. Correct it.")
      }
      let finder = PropertyFinder(options, keepsTags: kind == .including) { type, explanation in
        failure("has the path \"\(path)\", but \(TypeLookup.name(of: type)) \(explanation)")
      }
      guard try finder.find(steps[...], in: codec, at: address, root).isFound else {
        throw failure("has the path \"\(path)\", but \(PropertyFinder.unknown(steps, in: codec))")
      }
    }
    if kind == .including {
      try PropertyFinder(options, keepsTags: true) { failure("\($0) \($1)") }.keepTags(in: codec, at: address, root)
    }
  }

  /// Returns what a value is encoded as, with the properties that an encoder is to write.
  ///
  /// - Parameter encode: Encodes the whole value.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  static func output<Value: Encodable, Output: SelectableOutput>(
    of value: Value, by options: JSONEncodingOptions, encode: (JSONEncodingOptions.Values) throws -> Output
  ) throws -> Output {
    // First, since `willEncode()` may change objects, and so the keys that there are.
    let output = try encode(options.values.withoutSelection)
    let codec = try Discovery.codec(for: Value.self)
    let (included, omitted) = try withUnsafePointer(to: value) { address in
      (
        try options.values.included.map { try Self(.including, of: $0, in: value, at: address, as: codec, options) },
        try Self(.omitting, of: options.values.omitted, in: value, at: address, as: codec, options)
      )
    }
    let kept = try included.map { try output.keeping($0.root, of: $0) } ?? output
    return omitted.root.isEmpty ? kept : try kept.keeping(omitted.root, of: omitted)
  }

  /// Returns what is kept of a member of an object, whose key is UTF-8.
  func kept(of key: UnsafeBufferPointer<UInt8>, in parts: SelectedParts, _ own: inout OwnKeys) -> Kept {
    var isNeeded = false
    if key.first == UInt8(ascii: "$") {
      let isClass = key.elementsEqual(TypeNames.classKey.utf8)
      if isClass { own.hasClass = true }
      if key.elementsEqual(DynamicValue.valueKey.utf8) { own.hasValue = true }
      // Without them, the rest could not be decoded.
      isNeeded = kind == .including && (isClass || key.elementsEqual(ArchivedVersions.key.utf8))
    }
    guard let found = parts.found(under: key) else { return kind == .omitting || isNeeded ? .all : .nothing }
    if found.isWhole { return kind == .including ? .all : .nothing }
    return kind == .omitting && found.isEmpty ? .all : .parts(found)
  }

  private static func failure(_ kind: Kind, _ value: Any, _ explanation: String) -> EncodingError {
    .invalidValue(
      PrintableValue.of(value), .init(codingPath: [], debugDescription: "\(kind.rawValue) \(explanation)"))
  }

  /// Refuses an object that a path leads into, but that its type's own code wrote.
  func refuseOwnCode(_ own: OwnKeys) throws {
    guard own.hasClass, own.hasValue else { return }
    throw Self.failure(
      kind, value, "leads into an object that has its own Codable code. Name the whole property instead.")
  }
}

extension JSONEncodingOptions.Values {
  /// The options of an encoder that writes all properties.
  var withoutSelection: Self {
    var values = self
    (values.included, values.omitted) = (nil, [])
    return values
  }
}

/// Encoded values of which parts can be left out.
protocol SelectableOutput {
  /// Returns an array of what is kept of its elements, an object of what is kept of its members, and any other value as
  /// it is. Keys of dictionaries stay whole.
  ///
  /// - Throws: `EncodingError` for an object that its type's own code wrote.
  func keeping(_ parts: SelectedParts, of selection: PropertySelection) throws -> Self
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

  private let kind: Kind
  /// The type of the value, for messages. The value itself may have what the options are to keep out of logs.
  private let type: Any.Type

  /// Finds properties in a value.
  ///
  /// - Parameters:
  ///   - paths: Names of properties, with dots between them.
  ///   - address: The value.
  /// - Returns: The parts of the output, and whether they are those of all values of the type.
  /// - Throws: `EncodingError` if a path leads to no property that is written.
  private func find(
    _ paths: Set<String>, at address: UnsafeRawPointer, as codec: Codec, _ options: JSONEncodingOptions
  ) throws -> (parts: SelectedParts, areOfType: Bool) {
    if case .custom = options.values.keys {
      throw failure("cannot be used with a custom key strategy, whose keys are unknown. Remove one of them.")
    }
    let root = SelectedParts()
    var areOfType = true
    let keepsTags = kind == .including
    for path in paths.inOrder() {
      guard let steps = PropertyPath(parsing: path)?.steps else {
        throw failure("has the path \"\(path)\", in which a name is empty. Correct it.")
      }
      let finder = PropertyFinder(options, keepsTags: keepsTags) {
        failure("has the path \"\(path)\", but \(TypeLookup.name(of: $0)) \($1.explanation(ofPath: steps))")
      }
      let finding = try finder.find(steps[...], in: codec, at: address, root)
      guard finding.isFound else {
        throw failure("has the path \"\(path)\", but \(PropertyFinder.unknown(steps, in: codec))")
      }
      areOfType = areOfType && finding.likes == .all
    }
    if let conflict = root.conflict(options) { throw failure("\(conflict) Encode these values apart.") }
    if keepsTags {
      let finder = PropertyFinder(options, keepsTags: true) { failure("\($0) \($1.explanation(ofPath: []))") }
      areOfType = try finder.keepTags(in: codec, at: address, root).likes == .all && areOfType
    }
    return (root, areOfType)
  }

  /// Returns what a value is encoded as, with the properties that an encoder is to write.
  ///
  /// - Parameter encode: Encodes the whole value.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  static func output<Value: Encodable, Output: SelectableOutput>(
    of value: Value, by options: JSONEncodingOptions, encode: (JSONEncodingOptions) throws -> Output
  ) throws -> Output {
    // First, since `willEncode()` may change objects, and so the keys that there are.
    let output = try encode(options.whole ?? options)
    let (including, omitting) = (
      Self(kind: .including, type: Swift.type(of: value)), Self(kind: .omitting, type: Swift.type(of: value))
    )
    let type = ObjectIdentifier(Value.self)
    let parts =
      try options.partsOfTypes?.withLock { $0[type] }
      ?? withUnsafePointer(to: value) { address in
        let codec = try Discovery.codec(for: Value.self)
        let included = try options.values.included.map {
          try including.find($0, at: address, as: codec, options)
        }
        let omitted = try omitting.find(options.values.omitted, at: address, as: codec, options)
        let found = SelectedParts.Pair(included: included?.parts, omitted: omitted.parts)
        if omitted.areOfType, included?.areOfType ?? true { options.partsOfTypes?.withLock { $0[type] = found } }
        return found
      }
    let kept = try parts.included.map { try output.keeping($0, of: including) } ?? output
    return parts.omitted.isEmpty ? kept : try kept.keeping(parts.omitted, of: omitting)
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

  private func failure(_ explanation: String) -> EncodingError {
    .invalidValue(type, .init("\(kind.rawValue) \(explanation)"))
  }

  /// Refuses an object that a path leads into, but that its type's own code wrote.
  func refuseOwnCode(_ own: OwnKeys) throws {
    guard own.hasClass, own.hasValue else { return }
    throw failure("leads into an object that has its own Codable code. Name the whole property instead.")
  }
}

extension PropertyFinder.Refusal {
  /// What is wrong with a type, and what to do, to follow its name.
  func explanation(ofPath path: [String]) -> String {
    switch self {
    case .unwritten(let name): return "does not write \"\(name)\". Remove the path."
    case .withoutProperties(let reason, let count, let rootRemedy):
      let whole = PropertyPath(Array(path.prefix(count))).notation
      return "\(reason). \(count > 0 ? "Name the whole property instead: \"\(whole)\"." : rootRemedy)"
    }
  }
}

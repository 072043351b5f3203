extension Codec {
  /// Returns the codec of a type that formats write themselves, or nil.
  ///
  /// It is made when the type is first met.
  static func leaf(for type: Any.Type) -> Codec? {
    if let known = leaves.value(for: type) { return known }
    guard let kind = leafKinds.value(for: type), let made = kind.withLeafType(Maker(kind: kind)) else {
      return nil
    }
    return leaves.insert(made, for: type)
  }

  private static let leaves = PermanentTable<Codec>()

  /// Whether values consist of leaves alone, as in `[String: Int?]`, so that they lead to no models.
  var isMadeOfLeaves: Bool { !knownParts.contains(.others) }

  /// Whether code that may ask for a path may code the value, or a part of it: a strategy of the caller for dates or data, or
  /// that of a type which codes itself.
  var mayNeedPath: Bool { !knownParts.isDisjoint(with: [.datesOrData, .others]) }

  /// Whether a strategy of the caller may convert keys of the value, or of a part of it.
  var mayHaveKeys: Bool { !knownParts.isDisjoint(with: [.dictionaries, .others]) }

  private var knownParts: Parts {
    let known = Parts(rawValue: parts.value)
    if known.contains(.areKnown) { return known }
    var found: Parts =
      switch kind {
      case .dictionary: [.areKnown, .dictionaries]
      case .date, .data: [.areKnown, .datesOrData]
      case .optional, .sequence, .tuple, .conversion: .areKnown
      default: kind.isLeaf ? .areKnown : [.areKnown, .others]
      }
    if !found.contains(.others) { for child in children { found.formUnion(child.knownParts) } }
    parts.value = found.rawValue
    return found
  }

  /// What values consist of, apart from leaves that no strategy of a coder codes.
  private struct Parts: OptionSet {
    let rawValue: Int
    static let areKnown = Parts(rawValue: 1)
    static let datesOrData = Parts(rawValue: 2)
    static let dictionaries = Parts(rawValue: 4)
    /// Anything that is neither a leaf nor made of leaves.
    static let others = Parts(rawValue: 8)
  }

  private struct Maker: LeafVisitor {
    let kind: Kind
    // Generic code makes `ValueAccess<Value>` of the conformances that it was given. Specialized code names the type, and
    // the runtime looks for its two conformances among all of the process.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func visit<Value: Codable & Hashable>(_ type: Value.Type) -> Codec {
      Codec(type: type, kind: kind, codable: ValueAccess<Value>())
    }
  }

  private struct Identifier: LeafVisitor {
    func visit<Value: Codable & Hashable>(_ type: Value.Type) -> Any.Type { type }
  }

  private static let leafKinds = {
    let table = PermanentTable<Kind>()
    for kind in (0...Kind.decimal.rawValue).compactMap(Kind.init(rawValue:)) {
      if let type = kind.withLeafType(Identifier()) { _ = table.insert(kind, for: type) }
    }
    return table
  }()
}

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
  var isMadeOfLeaves: Bool { knownParts != .any }

  /// Whether a strategy of the caller for dates or data may code the value, or a part of it, and ask for its path.
  var mayNeedPath: Bool { knownParts != .fixedLeaves }

  private var knownParts: Parts {
    if let known = Parts(rawValue: parts.value) { return known }
    let found: Parts =
      switch kind {
      case .optional, .sequence, .dictionary, .tuple, .conversion:
        children.reduce(.fixedLeaves) { max($0, $1.knownParts) }
      case .date, .data: .leaves
      default: kind.isLeaf ? .fixedLeaves : .any
      }
    parts.value = found.rawValue
    return found
  }

  /// What values consist of.
  private enum Parts: Int, Comparable {
    /// Leaves that no strategy of a coder's user can code.
    case fixedLeaves = 1
    case leaves, any

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
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

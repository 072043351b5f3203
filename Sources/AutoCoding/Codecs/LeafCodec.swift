extension Codec {
  /// Returns the codec of a type that formats write themselves, or nil.
  static func leaf(for type: Any.Type) -> Codec? {
    leaves[ObjectIdentifier(type)]
  }

  private static let leaves: [ObjectIdentifier: Codec] = {
    struct Maker: LeafVisitor {
      let kind: Kind
      func visit<Value: Codable & Hashable>(_ type: Value.Type) -> Codec {
        Codec(type: type, kind: kind, codable: ValueAccess<Value>())
      }
    }
    let codecs = (0...Kind.decimal.rawValue).compactMap(Kind.init(rawValue:)).compactMap { kind in
      kind.withLeafType(Maker(kind: kind))
    }
    return Dictionary(uniqueKeysWithValues: codecs.map { (ObjectIdentifier($0.type), $0) })
  }()
}

/// Enums that are coded as the name of their case alone, since the case for unknown data keeps a name that no case has.
///
/// ```swift
/// enum Status: AutoCoding {
///   case active, closed
///   case unknown(String)
///   static let typeRules = TypeRules(unknownCase: "unknown")
/// }
/// ```
///
/// The names are numbers if that case has an `Int`. To all coders, the names are the enum's raw values.
package enum OpenEnum {
  /// Whether a type is such an enum. Its rules may still have problems, which ``codec(of:)`` reports.
  static func includes(_ type: any AutoCoding.Type) -> Bool {
    guard Metadata(type).kind == .enumeration, case let rules = type.typeRules, let unknown = rules.unknownCase,
      rules.caseKey == nil, rules.casesAreUntagged != true,
      !Conformances.includes(type, (any RawRepresentable.Type).self),
      let layout = try? EnumLayout(reflecting: type)
    else { return false }
    return layout.cases.contains { $0.name.withoutBackticks == unknown && isName($0.payload) }
  }

  private static func isName(_ payload: Any.Type?) -> Bool {
    payload == String.self || payload == Int.self
  }

  /// Returns the cases of such an enum; nil for any other type.
  ///
  /// - Throws: ``AutoCodingError`` if another case has values, or if a name is no number although the case for unknown data
  ///   has one.
  package static func cases(of type: any AutoCoding.Type) throws(AutoCodingError) -> TypeMap.Cases? {
    guard includes(type) else { return nil }
    let layout = try Discovery.layout(of: type)
    guard let unknown = try UnknownCase.position(in: layout, of: type, isCodedAsName: true),
      let payload = layout.cases[unknown].payload
    else { return nil }
    var problems: [AutoCodingError.Problem] = []
    // Before the codecs of the values are looked for, which may lead to this type.
    for enumCase in layout.cases where enumCase.name != layout.cases[unknown].name {
      guard let other = enumCase.payload, other != Void.self else { continue }
      problems.append(
        problem(
          type, enumCase.name.withoutBackticks, unknown: layout.cases[unknown], "it has values",
          "Give the enum a caseKey, or take the value from the case for unknown data."))
    }
    guard problems.isEmpty else { throw AutoCodingError(type: type, problems: problems) }
    let cases = try EnumDiscovery(type: type, decodesByHand: false).cases().cases
    let names = zip(cases.index.keys, cases.formerKeys).map { [$0] + $1 }
    for (position, enumCase) in layout.cases.enumerated() where position != unknown {
      let name = enumCase.name.withoutBackticks
      for key in names[position] where payload == Int.self && PropertyKey.Tag.integer(key.stringValue) == nil {
        problems.append(
          problem(
            type, name, unknown: layout.cases[unknown], "its name in data, \"\(key.stringValue)\", is no number",
            "State the number in propertyKeys: [\"\(name)\": \"1\"]."))
      }
    }
    guard problems.isEmpty else { throw AutoCodingError(type: type, problems: problems) }
    return cases
  }

  private static func problem(
    _ type: Any.Type, _ name: String, unknown: EnumLayout.Case, _ explanation: String, _ remedy: String
  ) -> AutoCodingError.Problem {
    .init(
      .invalidRule, type: type, property: name,
      explanation: """
        The unknown case '\(unknown.name.withoutBackticks)' has a value of type \
        \(unknown.payload.map { TypeLookup.name(of: $0) } ?? ""), so values are coded as the name of their case, but \
        \(explanation).
        """, remedy: remedy)
  }

  /// Returns the codec of such an enum as its raw value; nil for any other type.
  static func codec(of type: any AutoCoding.Type) throws(AutoCodingError) -> ConversionCodec? {
    if let known = codecs.value(for: type) { return known }
    return try makeCodec(of: type).map { codecs.insert($0, for: type) }
  }

  /// Each property of such a type asks for the codec.
  private static let codecs = PermanentTable<OpenEnumCodec>()

  private static func makeCodec(of type: any AutoCoding.Type) throws(AutoCodingError) -> OpenEnumCodec? {
    guard let cases = try cases(of: type), let unknown = cases.unknown else { return nil }
    func access<Value: AutoCoding>(_: Value.Type) -> CodableAccess { ValueAccess<Value>() }
    /// The names of all cases, and the positions of those that are known.
    func names<Name: Hashable>(_ name: (String) -> Name, none: Name) -> ([Name], [Name: Int]) {
      let known = cases.index.keys.indices.filter { $0 != unknown }
      let positions = known.flatMap { position in
        ([cases.index.keys[position]] + cases.formerKeys[position]).map { (name($0.stringValue), position) }
      }
      return (
        cases.index.keys.indices.map { $0 == unknown ? none : name(cases.index.keys[$0].stringValue) },
        Dictionary(positions) { first, _ in first }
      )
    }
    let isText = cases.layout.cases[unknown].payload == String.self
    guard let representation = Codec.leaf(for: isText ? String.self : Int.self) else { return nil }
    let found: OpenEnumCodec.Names
    if isText {
      let (names, positions) = names({ $0 }, none: "")
      found = .texts(names, positions: positions)
    } else {
      let (names, positions) = names({ PropertyKey.Tag.integer($0) ?? 0 }, none: 0)
      found = .integers(names, positions: positions)
    }
    return OpenEnumCodec(
      cases.layout, unknown: unknown, names: found, representation: representation, codable: access(type))
  }
}

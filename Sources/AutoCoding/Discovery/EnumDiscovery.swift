/// Makes the map of an enum. Each case with a payload is a record.
struct EnumDiscovery {
  private let type: any AutoCoding.Type
  private let decodesByHand: Bool
  private var problems: [AutoCodingError.Problem] = []
  /// Problems of encoding alone, if the type decodes itself.
  private var encodingProblems: [AutoCodingError.Problem] = []

  init(type: any AutoCoding.Type, decodesByHand: Bool) {
    self.type = type
    self.decodesByHand = decodesByHand
  }

  consuming func cases() throws(AutoCodingError) -> (
    cases: TypeMap.Cases, versions: TypeMap.Versions?, encodingError: AutoCodingError?
  ) {
    let layout = try Discovery.layout(of: type)
    let names = layout.cases.map(\.name.withoutBackticks)
    problems += PropertyPolicies.uselessTypeRules(in: type, because: "an enum has no key style and no subclasses")
    var tags = CaseTagDiscovery(of: type, problems: &problems)
    var contents: [TypeMap.CaseTags.Content] = []
    var untagged = UntaggedCaseDiscovery(of: type)
    var values = CaseValueDiscovery(type: type)
    let isOpen = OpenEnum.includes(type)
    let payloads = layout.cases.map { enumCase in
      let candidates = values.candidates(of: enumCase)
      if isOpen, let ruled = candidates?.first(where: \.hasRules) {
        problems.append(
          CaseValueDiscovery.ruleWithoutKey(ruled, of: enumCase.name.withoutBackticks, in: type, takesKey: false))
      }
      if let content = tags?.content(
        of: enumCase.name.withoutBackticks, payload: candidates == nil ? nil : enumCase.payload, candidates ?? [])
      {
        contents.append(content)
      }
      untagged?.add(
        enumCase.name.withoutBackticks, payload: candidates == nil ? nil : enumCase.payload, candidates ?? [])
      return candidates.flatMap { payload(of: enumCase, $0) }
    }
    for problem in values.problems { add(problem) }
    let declared = declaredKeys()
    if declared != nil, let style = type.typeRules.caseStyle {
      add(
        .init(
          .invalidRule, type: type,
          explanation:
            "It has caseStyle: \(style) in typeRules (\(type.typeRules.location)), but CodingKeys names its cases.",
          remedy: "Remove one of them."))
    }
    refuseKeysWithoutCase(declared ?? [], names)
    let style = type.typeRules.caseStyle
    let declaredNames = names.map { name in
      guard let declared else {
        return style.map { PropertyKey($0.key(for: name), isFixed: true) } ?? PropertyKey(name)
      }
      guard let key = declared.first(where: { $0.name == name }) else {
        add(
          .init(
            .unknownProperty, type: type, property: name, explanation: "CodingKeys has no case for this case.",
            remedy: "Add one: a value of this case could not be coded."))
        return PropertyKey(name)
      }
      return PropertyKey(key.stringValue, intValue: key.intValue)
    }
    var nameProblems: [AutoCodingError.Problem] = []
    let found = CaseNameDiscovery(of: type, names: names).keys(replacing: declaredNames, problems: &nameProblems)
    for problem in nameProblems { add(problem) }
    let versions = VersionDiscovery.versions(
      of: type, levels: [type], decodesByHand: decodesByHand, problems: &problems)
    var unknown: Int?
    do {
      unknown = try UnknownCase.position(in: layout, of: type, isCodedAsName: isOpen)
    } catch {
      problems += error.problems
    }
    tags?.refuse(layout.cases, namedBy: found)
    tags?.refuse(decodesByHand: decodesByHand, versions: versions)
    problems += tags?.problems ?? []
    untagged?.refuse(decodesByHand: decodesByHand, versions: versions)
    problems += untagged?.problems ?? []
    guard problems.isEmpty else {
      throw AutoCodingError(type: type, problems: decodesByHand ? problems.offeringOwnEncode(of: type) : problems)
    }
    return (
      TypeMap.Cases(
        type: type, layout: layout, names: found, isVersioned: versions != nil, payloads: payloads, unknown: unknown,
        tags: tags.map {
          TypeMap.CaseTags(
            key: PropertyKey($0.caseKey, tag: $0.rules.tag), contentKey: $0.rules.contentKey, contents: contents)
        }, untagged: untagged?.codecs), versions,
      encodingProblems.isEmpty ? nil : AutoCodingError(type: type, problems: encodingProblems)
    )
  }

  /// Adds a problem of the keys. Whether a type that decodes by hand also encodes by hand cannot be found out.
  private mutating func add(_ problem: AutoCodingError.Problem) {
    if decodesByHand { encodingProblems.append(problem) } else { problems.append(problem) }
  }

  private mutating func declaredKeys() -> [CodingKeysDiscovery.Key]? {
    do {
      return try CodingKeysDiscovery.keys(of: type, declaredIn: type)
    } catch {
      add(error.problem(in: type))
      return nil
    }
  }

  /// Refuses cases of `CodingKeys` that are no case of the enum. The type's own `Codable` code may use such a key.
  private mutating func refuseKeysWithoutCase(_ keys: [CodingKeysDiscovery.Key], _ names: [String]) {
    guard !decodesByHand else { return }
    for key in keys where !names.contains(key.name) {
      problems.append(
        .init(
          .unknownProperty, type: type, property: key.name,
          explanation: "CodingKeys has a case of that name, but the enum has no such case.",
          remedy: "Remove the case, or write init(from:) and encode(to:)."))
    }
  }

  private mutating func payload(of enumCase: EnumLayout.Case, _ candidates: [PropertyCandidate]) -> TypeMap.Storage? {
    guard let payload = enumCase.payload else { return nil }
    refusePayloadKeys(of: enumCase.name.withoutBackticks)
    var record = RecordBuilder()
    for candidate in candidates { record.add(candidate, describedAs: "\(enumCase.name).\(candidate.name)") }
    problems += record.problems
    return record.storage(
      type: payload, shape: .structure, construction: .memberwise, uncodedProperties: [],
      layout: (ValueOperations(payload).size, ValueOperations(payload).alignment))
  }

  /// Refuses `CircleCodingKeys`, which synthesized `Codable` uses for the payload of `circle`: no protocol can refer to
  /// it.
  private mutating func refusePayloadKeys(of name: String) {
    let problem = CodingKeysDiscovery.unseenProblem(
      in: type, named: name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys",
      remedy: """
        State the keys in propertyKeys, such as "\(name).value": "key", and remove it, or write init(from:) and encode(to:).
        """)
    if let problem { add(problem) }
  }
}

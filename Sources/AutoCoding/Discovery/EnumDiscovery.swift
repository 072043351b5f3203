/// Makes the map of an enum: each case that carries something is a record of its own.
struct EnumDiscovery {
  private let type: any AutoCoding.Type
  private let decodesByHand: Bool
  private var problems: [AutoCodingError.Problem] = []

  init(type: any AutoCoding.Type, decodesByHand: Bool) {
    self.type = type
    self.decodesByHand = decodesByHand
  }

  consuming func cases() throws(AutoCodingError) -> (cases: TypeMap.Cases, versions: TypeMap.Versions?) {
    let layout: EnumLayout
    do {
      layout = try EnumLayout(reflecting: type)
    } catch {
      throw AutoCodingError(type: type, problems: [.init(error, of: type)])
    }
    // An enum has no stored properties that its policies could name.
    var none: [PropertyCandidate] = []
    PropertyPolicies(levels: [type]).apply(to: &none, problems: &problems)
    let payloads = layout.cases.map { payload(of: $0) }
    let declared = decodesByHand ? nil : declaredKeys()
    let keys = layout.cases.map { enumCase in
      let name = enumCase.name.withoutBackticks
      if let declared, declared[name] == nil {
        problems.append(
          .init(
            .unknownProperty, type: type, property: name, explanation: "CodingKeys has no case for this case.",
            remedy: "Add one: a value of this case could not be coded."))
      }
      return PropertyKey(declared?[name] ?? name)
    }
    let versions = versions()
    guard problems.isEmpty else { throw AutoCodingError(type: type, problems: problems) }
    let index = PropertyIndex(keys: keys, formerKeys: [], isVersioned: versions != nil)
    return (TypeMap.Cases(type: type, layout: layout, index: index, payloads: payloads), versions)
  }

  private mutating func versions() -> TypeMap.Versions? {
    guard decodesByHand else { return VersionDiscovery.versions(of: type, levels: [type], problems: &problems) }
    if let problem = VersionDiscovery.misplaced(in: type, because: "its init(from:) is its own") {
      problems.append(problem)
    }
    return nil
  }

  private mutating func declaredKeys() -> [String: String]? {
    do {
      return try CodingKeysDiscovery.keys(of: type)
    } catch {
      problems.append(CodingKeysDiscovery.hiddenProblem(in: type))
      return nil
    }
  }

  private mutating func payload(of enumCase: EnumLayout.Case) -> TypeMap.Storage? {
    // `()` is a record without values, as if the case carried nothing.
    guard let payload = enumCase.payload, payload != Void.self else { return nil }
    refusePayloadKeys(of: enumCase.name.withoutBackticks)
    let candidates = elements(of: enumCase, payload).enumerated().map { index, child in
      PropertyCandidate(
        child, declaringType: type, level: 0, name: child.label.isEmpty ? "_\(index)" : child.label.withoutBackticks)
    }
    var record = RecordBuilder()
    for candidate in candidates {
      record.add(candidate, describedAs: "\(enumCase.name).\(candidate.name)")
    }
    problems += record.problems
    return record.storage(
      type: payload, shape: .structure, construction: .memberwise, uncodedProperties: [],
      layout: (ValueOperations(payload).size, ValueOperations(payload).alignment))
  }

  /// Synthesized `Codable` honours `CircleCodingKeys` for the payload of `circle`; no protocol can refer to it.
  private mutating func refusePayloadKeys(of name: String) {
    guard !decodesByHand else { return }
    let problem = CodingKeysDiscovery.unseenProblem(
      in: type, named: name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys",
      remedy: "Name the payload's values as their keys and remove it, or write init(from:) and encode(to:).")
    if let problem { problems.append(problem) }
  }

  /// The values of a payload: the elements of a tuple, or the one value that it is.
  private func elements(of enumCase: EnumLayout.Case, _ payload: Any.Type) -> [TypeMirror.Child] {
    let children = try? TypeMirror(reflecting: payload).children
    if Metadata(payload).kind == .tuple, let children, !children.isEmpty {
      return children.map { child in
        TypeMirror.Child(
          label: child.label, type: child.type, offset: child.offset, isVariable: true, ownership: .strong,
          isDeclaredOptional: Metadata(child.type).kind == .optional && enumCase.mentionsOptional)
      }
    }
    return [
      TypeMirror.Child(
        label: "", type: payload, offset: 0, isVariable: true, ownership: .strong,
        isDeclaredOptional: Metadata(payload).kind == .optional && enumCase.mentionsOptional)
    ]
  }
}

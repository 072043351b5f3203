/// Makes the map of an enum: each case that carries something is a record of its own.
struct EnumDiscovery {
  private let type: any AutoCoding.Type
  private var problems: [AutoCodingError.Problem] = []

  init(type: any AutoCoding.Type) {
    self.type = type
  }

  consuming func cases() throws(AutoCodingError) -> TypeMap.Cases {
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
    let declared = declaredKeys(named: "CodingKeys")
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
    guard problems.isEmpty else { throw AutoCodingError(type: type, problems: problems) }
    return TypeMap.Cases(
      layout: layout, index: PropertyIndex(keys: keys, formerKeys: []), payloads: payloads)
  }

  private mutating func declaredKeys(named name: String) -> [String: String]? {
    do {
      return try CodingKeysDiscovery.keys(of: type, named: name)
    } catch {
      problems.append(CodingKeysDiscovery.problem(in: type, named: name))
      return nil
    }
  }

  private mutating func payload(of enumCase: EnumLayout.Case) -> TypeMap.Storage? {
    guard let payload = enumCase.payload else { return nil }
    // `CircleCodingKeys` for the payload of `circle`, as synthesized `Codable` has it.
    let name = enumCase.name.withoutBackticks
    let declared = declaredKeys(named: name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys")
    let candidates = elements(of: enumCase, payload).enumerated().map { index, child in
      PropertyCandidate(
        child, declaringType: type, level: 0, name: child.label.isEmpty ? "_\(index)" : child.label.withoutBackticks)
    }
    var record = RecordBuilder()
    for var candidate in candidates {
      if let declared { candidate.key = declared[candidate.name] ?? candidate.key }
      record.add(candidate, describedAs: "\(enumCase.name).\(candidate.name)")
    }
    problems += record.problems
    return record.storage(
      type: payload, shape: .structure, construction: .memberwise, uncodedProperties: [],
      layout: (ValueOperations(payload).size, ValueOperations(payload).alignment), isClosed: true)
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

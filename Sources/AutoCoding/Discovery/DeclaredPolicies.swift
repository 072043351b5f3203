/// Finds declarations that are meant to say how a type is coded but that Swift ignores: their name or type is wrong, or
/// they are below the class that conforms.
///
/// Such a declaration changes nothing at run time; only its symbol shows that it exists.
struct DeclaredPolicies {
  private let members: DeclaredMembers

  init(of types: [any AutoCoding.Type]) {
    // The superclasses tell whether a declaration is an override.
    members = DeclaredMembers(of: types.flatMap { [$0] + Self.superclasses(of: $0) })
  }

  /// Images that could not be searched.
  var unreadable: [DeclaredMembers.Unreadable] { members.unreadable }

  /// The superclasses of a type, base first, without the toolchain's.
  private static func superclasses(of type: Any.Type) -> [Any.Type] {
    var above: [Any.Type] = []
    var level: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
    while let current = level, !TypeLookup.isToolchain(current) {
      above.insert(current, at: 0)
      level = _getSuperclass(current)
    }
    return above
  }

  /// Whether a type or a superclass declares its own `encode(to:)`; nil if that is unknown.
  func encodesByHand(_ type: any AutoCoding.Type) -> Bool? {
    let levels = [type] + Self.superclasses(of: type)
    let known = levels.compactMap { members.members(of: $0) }
    if known.contains(where: { $0.contains { PolicyRequirement.encode.isMet(by: $0, type: nil) } }) { return true }
    return known.count == levels.count ? false : nil
  }

  // MARK: Problems

  /// Reports declarations of a type that have no effect.
  func problems(of type: any AutoCoding.Type) -> [AutoCodingError.Problem] {
    guard let own = members.members(of: type) else { return [] }
    let above = Self.superclasses(of: type)
    let declared = Self.declaredTypes(of: type).mapValues { DeclaredMembers.text(of: $0) }
    var problems: [String: AutoCodingError.Problem] = [:]
    for member in own.sorted(byText: { "\($0.name) \($0.kind)" }) {
      guard let requirement = PolicyRequirement.meant(by: member) else {
        continue
      }
      let expected = declared[requirement.name] ?? nil
      let problem =
        if requirement.name != member.name {
          misspelled(member, as: requirement, in: type)
        } else if let conforming = above.first(where: { Conformances.includes($0, (any AutoCoding.Type).self) }) {
          uncalled(member, requirement, expected, in: type, below: above, conforming)
        } else {
          mistyped(member, requirement, expected, in: type)
        }
      // The getter and the storage of a property are two symbols of the same declaration.
      if let problem { problems[member.name] = problems[member.name] ?? problem }
    }
    for problem in constrainedProblems(of: type, below: above) {
      guard let name = problem.property else { continue }
      problems[name] = problems[name] ?? problem
    }
    return problems.sorted(byText: \.key).map(\.value) + repeatedCall(own, in: type)
      + unversionedMigration(own, in: type)
  }

  /// Reports declarations in extensions with constraints on generic parameters, `extension Page where T == Int`. A
  /// conformance has one implementation for all arguments, so they are never called, unless the conformance has
  /// constraints, too.
  private func constrainedProblems(
    of type: any AutoCoding.Type, below above: [Any.Type]
  ) -> [AutoCodingError.Problem] {
    #if os(Linux) || canImport(Darwin)
    let constrained = members.constrainedMembers(of: type)
    let conforming = above.first { Conformances.includes($0, (any AutoCoding.Type).self) } ?? type
    guard !constrained.isEmpty, Conformances.areUnconditional(of: conforming, to: (any AutoCoding).self) else {
      return []
    }
    return constrained.sorted(byText: { "\($0.name) \($0.kind)" }).compactMap { member in
      guard let requirement = PolicyRequirement.meant(by: member), requirement.isMet(by: member, type: nil) else {
        return nil
      }
      return problem(
        .ignoredPolicy, member, type,
        "Swift never calls it: it is in an extension with constraints, and the conformance to AutoCoding has none.",
        "Declare it without constraints, and ask for the generic argument in it: 'T.self == Int.self'.")
    }
    #else
    return []
    #endif
  }

  /// Reports properties that are coded under the name of their storage, although their type has a `wrappedValue`.
  ///
  /// A property wrapper that is a model looks like any other model at run time. Only the symbol of the computed
  /// `wrappedValue` tells.
  func wrapperProblems(in map: TypeMap) -> [AutoCodingError.Problem] {
    map.properties.compactMap { property in
      guard property.exclusion == nil, !property.isWrapper, property.name.hasPrefix("_"),
        property.keyPath.last?.hasPrefix("_") == true,
        members.members(of: property.type)?.contains(where: { $0.name == "wrappedValue" && !$0.isStatic }) == true
      else { return nil }
      let (wrapper, name) = (_typeName(property.type, qualified: false), property.name.dropFirst())
      return .init(
        .invalidKey, type: property.declaringType, property: property.name, propertyType: property.type,
        explanation: "It seems to be the storage of '@\(wrapper) var \(name)', and its key is \"\(property.key)\".",
        remedy: "Adopt CodedPropertyWrapper in \(wrapper), or state the key: "
          + "propertyKeys [\"\(property.name)\": \"\(name)\"].")
    }
  }

  /// Reports a type that declares both forms of `didDecode`, which is refused when its first value is decoded.
  private func repeatedCall(
    _ own: Set<DeclaredMember>, in type: any AutoCoding.Type
  ) -> [AutoCodingError.Problem] {
    let isRepeated = [PolicyRequirement.didDecode, .didDecodeInContext].allSatisfy { call in
      own.contains { call.isMet(by: $0, type: nil) }
    }
    guard isRepeated, !Conformances.includes(type, (any OverridableCalls.Type).self) else { return [] }
    return [AutoCodingError.Problem(repeatedDidDecodeIn: type)]
  }

  /// Reports a migration of a type that has no version. A class may declare one for its subclasses.
  private func unversionedMigration(
    _ own: Set<DeclaredMember>, in type: any AutoCoding.Type
  ) -> [AutoCodingError.Problem] {
    guard !(type is AnyClass), type.archiveVersion == 0,
      let member = own.first(where: { PolicyRequirement.migrate.isMet(by: $0, type: nil) })
    else { return [] }
    return [
      problem(
        .ignoredPolicy, member, type, "It is never called, since archiveVersion is 0.",
        "Declare 'static var archiveVersion: Int { 1 }', or remove it.")
    ]
  }

  /// The type that each requirement has in a conforming type.
  private static func declaredTypes<Value: AutoCoding>(of type: Value.Type) -> [String: Any.Type] {
    func result<Result>(_: @autoclosure () -> Result) -> Any.Type { Result.self }
    return [
      "unEncodedProperties": result(Value.unEncodedProperties), "propertyKeys": result(Value.propertyKeys),
      "propertyRules": result(Value.propertyRules), "typeRules": result(Value.typeRules),
      "archivedTypeName": result(Value.archivedTypeName), "formerTypeNames": result(Value.formerTypeNames),
      "archiveVersion": result(Value.archiveVersion),
    ]
  }

  /// A declaration below the class that conforms is called only if that class, or one above it, declares it too.
  private func uncalled(
    _ member: DeclaredMember, _ requirement: PolicyRequirement, _ expected: String?, in type: any AutoCoding.Type,
    below above: [Any.Type], _ conforming: Any.Type
  ) -> AutoCodingError.Problem? {
    guard isRelevant(member, requirement, in: type) else { return nil }
    let end = above.firstIndex { $0 == conforming } ?? above.endIndex
    for level in above[...end] {
      // Report nothing if the members are unknown.
      guard let members = members.members(of: level) else { return nil }
      if members.contains(where: { requirement.isMet(by: $0, type: expected) }) { return nil }
    }
    let name = _typeName(conforming, qualified: false)
    let remedy = "'\(requirement.overridable(type: expected))' in \(name) as well, and override it here."
    return problem(
      .ignoredPolicy, member, type,
      "Swift never calls it: \(name), the class that conforms to AutoCoding, does not declare it.",
      (requirement.isOfCodable ? "Remove it; or write " : "Declare ") + remedy)
  }

  private func mistyped(
    _ member: DeclaredMember, _ requirement: PolicyRequirement, _ expected: String?, in type: any AutoCoding.Type
  ) -> AutoCodingError.Problem? {
    guard !requirement.isMet(by: member, type: expected), !requirement.isOfCodable,
      isRelevant(member, requirement, in: type)
    else { return nil }
    guard member.isStatic == requirement.isStatic else {
      return problem(
        .misplacedPolicy, member, type,
        requirement.isStatic
          ? "It is an instance member, which does not affect how the type is coded."
          : "It is a static member, which is not called for values.",
        "Declare it as '\(requirement.source(type: expected))', or give it another name.")
    }
    let found =
      switch member.kind {
      case .property(let type): "It is of type \(DeclaredMembers.short(type))"
      case .function(_, let signature): "It is a function \(DeclaredMembers.short(signature))"
      }
    return problem(
      .ignoredPolicy, member, type, "\(found), and so Swift ignores it.",
      "Declare it as '\(requirement.source(type: expected))', or give it another name.")
  }

  private func misspelled(
    _ member: DeclaredMember, as requirement: PolicyRequirement, in type: any AutoCoding.Type
  ) -> AutoCodingError.Problem {
    problem(
      .misspelledPolicy, member, type,
      "AutoCoding has no requirement of that name, and ignores it. Perhaps '\(requirement.name)' is meant.",
      "Correct the name, or choose a less similar one.")
  }

  /// Whether a member with a requirement's name may be meant for it. A stored instance property is not: the type map
  /// checks it.
  private func isRelevant(_ member: DeclaredMember, _ requirement: PolicyRequirement, in type: Any.Type) -> Bool {
    guard requirement.admitsKind(of: member) else { return false }
    guard case .property = member.kind, !member.isStatic else { return true }
    let stored = (try? TypeMirror(reflecting: type).children.map(\.label)) ?? [member.name]
    return !stored.contains { $0 == member.name || $0.hasSuffix("_\(member.name)") }
  }

  private func problem(
    _ code: AutoCodingError.Code, _ member: DeclaredMember, _ type: Any.Type, _ explanation: String, _ remedy: String
  ) -> AutoCodingError.Problem {
    .init(code, type: type, property: member.name, explanation: explanation, remedy: remedy)
  }
}

/// Finds what tells whether a property has its default, for the rule `.omitsDefault`.
struct OmissionDiscovery {
  /// The type whose map is made; nil for the values of a case, which no `init()` sets.
  let type: (any AutoCoding.Type)?
  let typeRules: TypeRules

  /// Sets what tells whether the property has its default, if a rule leaves defaults out.
  ///
  /// - Returns: The problem, if the property's own rule cannot be followed.
  func apply(to candidate: inout PropertyCandidate) -> AutoCodingError.Problem? {
    guard candidate.exclusion == nil, candidate.omitsDefault || typeRules.omitsDefaults ?? false else { return nil }
    let found = omission(of: candidate)
    switch found {
    case .success(let omission): candidate.omission = omission
    case .failure(let obstacle) where candidate.omitsDefault:
      return .init(
        .invalidRule, type: candidate.declaringType, property: candidate.name, propertyType: candidate.child.type,
        explanation: "propertyRules says that its default is left out, but \(obstacle.explanation).",
        remedy: obstacle.remedy)
    // The type's rule is for the properties that can follow it.
    case .failure: break
    }
    return nil
  }

  private struct Obstacle: Error {
    let explanation: String
    let remedy: String
  }

  private func omission(of candidate: PropertyCandidate) -> Result<OmittedDefault, Obstacle> {
    if let explanation = reasonToWrite(candidate) {
      return .failure(.init(explanation: explanation, remedy: "Remove .omitsDefault."))
    }
    let property = candidate.child.type
    let source: OmissionSource
    if let value = candidate.defaultValue {
      source = .rule(value)
    } else if let type, let initializable = Conformances.cast(type, to: (any DefaultInitializable.Type).self) {
      source = .initializer(initializable, offset: candidate.child.offset)
    } else {
      let other = type.map { ", or conform \(_typeName($0, qualified: false)) to DefaultInitializable" } ?? ""
      return .failure(
        .init(
          explanation: "neither a rule nor init() gives it one",
          remedy: "Add a default to the rule, .omitsDefault.default(…)\(other)."))
    }
    guard let omission = OmittedDefault.comparing(property, source) else {
      return .failure(
        .init(
          explanation: "its values cannot be compared",
          remedy: """
            Conform \(_typeName(property, qualified: false)) to Equatable (by a nonisolated conformance, if the module's default \
            isolation is an actor), or remove .omitsDefault.
            """))
    }
    return .success(omission)
  }

  /// Why the property is always written, whatever its value; nil if it is not.
  private func reasonToWrite(_ candidate: PropertyCandidate) -> String? {
    if candidate.child.ownership != .strong || candidate.isLazy {
      return "a lazy or unowned property has no default of that kind"
    }
    if candidate.isFlattened { return "it has no key" }
    if (Conformances.cast(candidate.child.type, to: (any AnyOptional.Type).self)?.wrappedType ?? candidate.child.type)
      is AnyClass
    {
      return "it refers to an object, which has an identity"
    }
    if let key = typeRules.typeKey, candidate.path.steps == [key] { return "its key names the class" }
    if candidate.defaultValue == nil, candidate.isRequired { return "its key is required" }
    guard !candidate.omitsDefault else { return nil }
    // The rule of the property says more than that of its type.
    if candidate.encodesNil || candidate.encodesNilByType { return "its nil is written" }
    // It is not read, so a missing key is no default, or not written at all.
    if let direction = candidate.direction { return "it is \(direction == .encodedOnly ? "encoded" : "decoded") only" }
    return nil
  }
}

/// Finds how the values of an enum's cases are coded if data does not name the cases, and checks that this can be.
struct UntaggedCaseDiscovery {
  private let type: any AutoCoding.Type
  private let rules: TypeRules
  /// The codec of each case's payload; nil for a case without one.
  private(set) var codecs: [Codec?] = []
  private(set) var problems: [AutoCodingError.Problem] = []
  /// The names of the cases, and the types of their payloads.
  private var payloads: [(name: String, type: Any.Type)] = []

  /// Returns nil if data names the cases.
  init?(of type: any AutoCoding.Type) {
    rules = type.typeRules
    guard rules.casesAreUntagged == true else { return nil }
    self.type = type
  }

  /// Adds the next case.
  ///
  /// - Parameters:
  ///   - payload: The type of the payload; nil if there is none.
  ///   - candidates: The values of the payload.
  mutating func add(_ name: String, payload: Any.Type?, _ candidates: [PropertyCandidate]) {
    let payload = payload ?? Void.self
    if let other = payloads.first(where: { $0.type == payload }) {
      let values = payload == Void.self ? "no values" : "values of the same types"
      add(
        name, "It has \(values), as '\(other.name)' has, so that its data would be decoded as that case",
        "Remove one of them, or name the cases by a caseKey.")
    }
    if payload == type || Conformances.cast(payload, to: (any AnyOptional.Type).self)?.wrappedType == type {
      add(
        name, "It has a value of the enum itself, which would be decoded without an end",
        "Put the value into an array or a struct, or name the cases by a caseKey.")
    }
    payloads.append((name, payload))
    if candidates.isEmpty { return codecs.append(nil) }
    // The caller reports a value without a codec.
    let isSingle = candidates.count == 1 && candidates[0].isUnlabeled
    if let ruled = candidates.first(where: \.hasRules), candidates.allSatisfy(\.isUnlabeled) {
      problems.append(CaseValueDiscovery.ruleWithoutKey(ruled, of: name, in: type, takesKey: true))
    }
    codecs.append(isSingle ? try? candidates[0].codec() : try? CaseValueDiscovery.codec(of: payload, candidates))
  }

  /// Reports what such an enum cannot be combined with.
  mutating func refuse(decodesByHand: Bool, versions: TypeMap.Versions?) {
    let others = [
      rules.caseKey.map { ("the caseKey \"\($0)\"", "Remove one of them.") },
      rules.caseStyle.map { ("the caseStyle \($0)", "Remove it, since data does not name the cases.") },
      rules.unknownCase.map {
        ("the unknownCase '\($0)'", "Remove it, and let the last case take any data, as case \($0)(JSONValue) does.")
      },
      decodesByHand ? ("its own init(from:)", "Remove one of them.") : nil,
      versions == nil
        ? nil
        : (
          "an archiveVersion",
          "Remove archiveVersion, and declare one in the type that has this one as a property."
        ),
    ]
    for case let (other, remedy)? in others { add(nil, "It has casesAreUntagged: true, but also \(other)", remedy) }
  }

  private mutating func add(_ name: String?, _ explanation: String, _ remedy: String) {
    problems.append(
      .init(
        .invalidRule, type: type, property: name, explanation: "\(explanation); typeRules (\(rules.location)).",
        remedy: remedy))
  }
}

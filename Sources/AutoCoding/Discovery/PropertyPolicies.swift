/// A type's own say in how it is coded: `unEncodedProperties`, `propertyKeys`, `formerPropertyKeys`.
///
/// A class is asked level by level, base first. What a class says anew belongs to its own property of that name, or else
/// to the nearest one above; what it says like the class above it, it has inherited. So the policies of all levels are
/// joined, and a private property below is not touched by what a class above says of its namesake.
struct PropertyPolicies {
  /// The class and its superclasses, base first; or the struct.
  let levels: [Any.Type]

  func apply(to candidates: inout [PropertyCandidate], problems: inout [AutoCodingError.Problem]) {
    var aboveUnEncoded: Set<String> = []
    var aboveKeys: [String: String] = [:]
    var aboveFormerKeys: [String: Set<String>] = [:]
    for (level, type) in levels.enumerated() {
      guard let type = type as? any AutoCoding.Type else { continue }

      for name in type.unEncodedProperties.subtracting(aboveUnEncoded).sorted() {
        guard let index = index(of: name, in: candidates, level: level) else {
          problems.append(unknown(name, "unEncodedProperties", type, candidates, level))
          continue
        }
        candidates[index].exclusion = candidates[index].exclusion ?? .unEncoded(by: type)
      }
      for (name, key) in type.propertyKeys.sorted(by: { $0.key < $1.key }) where aboveKeys[name] != key {
        guard let index = index(of: name, in: candidates, level: level) else {
          problems.append(unknown(name, "propertyKeys", type, candidates, level))
          continue
        }
        candidates[index].key = key
      }
      for (name, keys) in type.formerPropertyKeys.sorted(by: { $0.key < $1.key }) where aboveFormerKeys[name] != keys {
        guard let index = index(of: name, in: candidates, level: level) else {
          problems.append(unknown(name, "formerPropertyKeys", type, candidates, level))
          continue
        }
        candidates[index].formerKeys = Set(candidates[index].formerKeys).union(keys).sorted()
      }
      aboveUnEncoded = type.unEncodedProperties
      aboveKeys = type.propertyKeys
      aboveFormerKeys = type.formerPropertyKeys
    }
    for index in candidates.indices {
      let key = candidates[index].key
      candidates[index].formerKeys.removeAll { $0 == key }
    }
  }

  private func index(of name: String, in candidates: [PropertyCandidate], level: Int) -> Int? {
    candidates.lastIndex { $0.isNamed(name) && $0.level <= level }
  }

  private func unknown(
    _ name: String, _ policy: String, _ type: Any.Type, _ candidates: [PropertyCandidate], _ level: Int
  ) -> AutoCodingError.Problem {
    let names = candidates.filter { $0.level <= level }.map(\.name)
    let known = names.isEmpty ? "It has none." : "It has \(names.map { "'\($0)'" }.joined(separator: ", "))."
    return .init(
      .unknownProperty, type: type, property: name,
      explanation: "\(policy) names it, but the type has no such stored property. \(known)",
      remedy: "Correct the name or remove it; computed properties are never coded.")
  }
}

/// A type's own say in how it is coded: `unEncodedProperties`, `propertyKeys`, `formerPropertyKeys`,
/// `propertyTransformers`.
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
    var aboveTransformers: [String: any PropertyTransformer.Type] = [:]
    for (level, type) in levels.enumerated() {
      guard let type = type as? any AutoCoding.Type else { continue }

      let unEncoded = type.unEncodedSet
      for name in unEncoded.subtracting(aboveUnEncoded).sorted() {
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
        if let path = parsed(key, of: candidates[index], type, "propertyKeys", &problems) {
          candidates[index].path = path
        }
      }
      let formerKeys = type.formerKeySets
      for (name, keys) in formerKeys.sorted(by: { $0.key < $1.key }) where aboveFormerKeys[name] != keys {
        guard let index = index(of: name, in: candidates, level: level) else {
          problems.append(unknown(name, "formerPropertyKeys", type, candidates, level))
          continue
        }
        let paths = keys.compactMap { parsed($0, of: candidates[index], type, "formerPropertyKeys", &problems) }
        candidates[index].formerPaths = Set(candidates[index].formerPaths).union(paths).sorted { $0.joined < $1.joined }
      }
      for (name, transformer) in type.propertyTransformers.sorted(by: { $0.key < $1.key })
      where aboveTransformers[name].map({ $0 != transformer }) ?? true {
        guard let index = index(of: name, in: candidates, level: level) else {
          problems.append(unknown(name, "propertyTransformers", type, candidates, level))
          continue
        }
        candidates[index].transformer = transformer
      }
      aboveTransformers = type.propertyTransformers
      aboveUnEncoded = unEncoded
      aboveKeys = type.propertyKeys
      aboveFormerKeys = formerKeys
    }
    problems += candidates.compactMap(misplaced)
    for index in candidates.indices {
      let path = candidates[index].path
      candidates[index].formerPaths.removeAll { $0.steps == path.steps }
    }
  }

  /// What a type declares static to say how it is coded.
  static let names = [
    "unEncodedProperties", "propertyKeys", "formerPropertyKeys", "propertyTransformers", "archivedTypeName",
    "formerTypeNames", "archiveVersion",
  ]

  /// The problem of a stored property that is most likely meant to say how the type is coded, or nil.
  private func misplaced(_ candidate: PropertyCandidate) -> AutoCodingError.Problem? {
    guard candidate.exclusion == nil, candidate.declaringType is any AutoCoding.Type,
      let name = Self.names.first(where: { $0.lowercased() == candidate.name.lowercased() })
    else { return nil }
    return .init(
      .misplacedPolicy, type: candidate.declaringType, property: candidate.name, propertyType: candidate.child.type,
      explanation: "It is a stored property of every value, and says nothing of how the type is coded.",
      remedy: """
        Declare 'static var \(name)' ('class var' in a class that has subclasses), or give the property another name; mark \
        it @Transient if it is meant to be one.
        """)
  }

  private func index(of name: String, in candidates: [PropertyCandidate], level: Int) -> Int? {
    candidates.lastIndex { $0.isNamed(name) && $0.level <= level }
  }

  /// The path that a policy means, or nil where it has an empty step.
  private func parsed(
    _ key: String, of candidate: PropertyCandidate, _ type: Any.Type, _ policy: String,
    _ problems: inout [AutoCodingError.Problem]
  ) -> PropertyPath? {
    if let path = PropertyPath(parsing: key) { return path }
    problems.append(
      .init(
        .invalidKey, type: type, property: candidate.name, propertyType: candidate.child.type,
        explanation: "Its key \"\(key)\" in \(policy) leads through an object without a name.",
        remedy: "Put a backslash before a dot that is part of a key: \"\\\\.\" in source code."))
    return nil
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

/// What a type may list as a set or an array, as sets.
extension AutoCoding {
  fileprivate static var unEncodedSet: Set<String> { Set(unEncodedProperties) }
  fileprivate static var formerKeySets: [String: Set<String>] { formerPropertyKeys.mapValues { Set($0) } }
}

/// Finds the versions of a type, level by level like its other policies.
enum VersionDiscovery {
  /// - Parameter levels: The class and its superclasses, base first; or the struct or enum.
  /// - Returns: The versions; nil if every level has version 0.
  static func versions(
    of type: any AutoCoding.Type, levels: [Any.Type], decodesByHand: Bool, problems: inout [AutoCodingError.Problem]
  ) -> TypeMap.Versions? {
    if decodesByHand {
      if let problem = misplaced(in: type, because: "it has its own init(from:)") { problems.append(problem) }
      return nil
    }
    var found: [TypeMap.Versions.Level] = []
    var above: (any AutoCoding.Type)?
    for (index, type) in levels.enumerated() {
      guard let level = Conformances.cast(type, to: (any AutoCoding.Type).self) else { continue }
      let version = level.archiveVersion
      if version < 0 {
        problems.append(
          .init(
            .invalidVersion, type: level, explanation: "Its archiveVersion is \(version).",
            remedy: "Number the versions from 0 upwards; version 0 is not written."))
      }
      if version > 0 {
        let migrates = above == nil || migrates(level, below: levels[..<index], &problems)
        if migrates || version != above?.archiveVersion {
          found.append(.init(type: level, version: version, migrates: migrates))
        }
      }
      above = level
    }
    return found.isEmpty ? nil : TypeMap.Versions(of: type, levels: found)
  }

  /// Whether a class implements `migrate(_:from:)` itself rather than inheriting it.
  private static func migrates(
    _ level: any AutoCoding.Type, below superclasses: ArraySlice<Any.Type>, _ problems: inout [AutoCodingError.Problem]
  ) -> Bool {
    guard let type = level as? AnyClass else { return true }
    switch ClassMethods.overriding(by: type, in: superclasses.compactMap { $0 as? AnyClass }) {
    case .everything?: return true
    case .nothing?: return false
    case .something?, nil:
      problems.append(
        .init(
          .invalidVersion, type: level,
          explanation: "It is not known whether it overrides migrate(_:from:) or only other class methods.",
          remedy: "Make the other class methods of its superclasses static, or override all of them."))
      return false
    }
  }

  /// The problem of a version declared by a type whose data has no place for it.
  static func misplaced(in type: any AutoCoding.Type, because explanation: String) -> AutoCodingError.Problem? {
    guard type.archiveVersion != 0 else { return nil }
    return .init(
      .invalidVersion, type: type, explanation: "It has an archiveVersion, but \(explanation).",
      remedy: "Remove archiveVersion, and declare one in the type that has this one as a property.")
  }
}

extension TypeMap {
  /// The versions of a type and its superclasses.
  package struct Versions: Sendable {
    /// A class that declares a version, or the struct or enum.
    package struct Level: Sendable {
      package let type: any AutoCoding.Type
      package let version: Int
      /// Whether it implements `migrate(_:from:)` itself, as far as can be determined.
      package let migrates: Bool

      package init(type: any AutoCoding.Type, version: Int, migrates: Bool) {
        self.type = type
        self.version = version
        self.migrates = migrates
      }
    }

    /// Those above 0, base first; there is at least one.
    package let levels: [Level]
    private let type: any AutoCoding.Type

    package init(of type: any AutoCoding.Type, levels: [Level]) {
      self.type = type
      self.levels = levels
      only = levels.count == 1 && levels[0].type == type ? levels[0].version : nil
    }

    /// The version, if it is that of the type alone; nil if superclasses have versions.
    package let only: Int?

    /// The versions to write.
    package var archived: ArchivedVersions {
      if let only { return .single(only) }
      let versions = levels.map { (TypeNames.name(of: $0.type), $0.version) }
      return .levels(Dictionary(versions) { max($0, $1) })
    }

    /// The levels with a higher version than the data, base first, each with the data's version.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the data is newer than a level; if its versions are none; and if they are
    ///   those of other classes only.
    package func outdated(
      by archived: ArchivedVersions?, acceptsNewer: Bool
    ) throws -> [(level: Level, version: Int)] {
      if let only, case .single(only) = archived { return [] }
      try archived?.check(for: type)
      if case .levels(let versions) = archived, !versions.isEmpty, !namesType(in: versions) {
        throw unnamed(versions)
      }
      var outdated: [(level: Level, version: Int)] = []
      for level in levels {
        let found = version(of: level, in: archived)
        if found > level.version, !acceptsNewer { throw Self.newer(found, level.type, version: level.version) }
        if found < level.version { outdated.append((level, found)) }
      }
      return outdated
    }

    /// Refuses data that is newer than the type, or that would have to be migrated by a coder that cannot.
    ///
    /// - Parameter remedy: Why the coder cannot migrate, and what to do.
    package func refuseOutdated(
      _ archived: ArchivedVersions?, acceptsNewer: Bool = false, remedy: @autoclosure () -> String
    ) throws {
      let outdated = try outdated(by: archived, acceptsNewer: acceptsNewer)
      guard let (level, version) = outdated.first(where: \.level.migrates) else { return }
      throw DecodingError.dataCorrupted(
        .init(
          """
          The data is of version \(version) of \(TypeLookup.name(of: level.type)), which is at version \
          \(level.version) here. \(remedy())
          """))
    }

    /// Whether any class of the hierarchy is among those with a version. Of a class that is not there, nothing is known: a
    /// superclass may have been removed, or have had no version yet.
    private func namesType(in versions: [String: Int]) -> Bool {
      var next: (any AutoCoding.Type)? = type
      while let type = next {
        if TypeNames.namesInData(of: type).contains(where: { versions[$0] != nil }) { return true }
        next = (type as? AnyClass).flatMap { _getSuperclass($0) as? any AutoCoding.Type }
      }
      return false
    }

    /// The error for versions of other classes: the data would be migrated again.
    private func unnamed(_ versions: [String: Int]) -> DecodingError {
      let names = versions.keys.inOrder().map { "'\($0.shortened)'" }.listed
      return DecodingError.dataCorrupted(
        .init(
          codingPath: [ArchivedVersions.propertyKey],
          debugDescription: """
            The data has versions of \(names), and none of \(TypeLookup.name(of: type)) or a superclass. If a class was renamed, \
            name it in formerTypeNames.
            """))
    }

    private func version(of level: Level, in archived: ArchivedVersions?) -> Int {
      switch archived {
      case nil: return 0
      case .unreadable: return 0
      case .single(let version): return level.type == type ? version : 0
      case .levels(let versions):
        return TypeNames.namesInData(of: level.type).compactMap { versions[$0] }.max() ?? 0
      }
    }

    /// The error for data that is newer than the type.
    package static func newer(_ found: Int, _ type: Any.Type, version: Int) -> DecodingError {
      DataRefusal(
        .newerVersion,
        "The data is of version \(found) of \(TypeLookup.name(of: type)), which is at version \(version) here.",
        remedy: DataRefusal.newerVersionRemedy
      ).decodingError(codingPath: [ArchivedVersions.propertyKey])
    }
  }
}

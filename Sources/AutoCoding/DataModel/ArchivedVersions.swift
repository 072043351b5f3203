/// The versions that a model's data records.
package enum ArchivedVersions: Equatable {
  /// One version, of the type itself.
  case single(Int)
  /// The versions of a class and its superclasses, by class name. Classes without a separate version are left out.
  case levels([String: Int])
  /// A value that is no version, and why not.
  case unreadable(String)

  /// The key that holds the versions.
  package static let key = "$version"
  package static let propertyKey = PropertyKey(key)

  /// The greatest version.
  package var greatest: Int {
    switch self {
    case .single(let version): version
    case .levels(let versions): versions.values.max() ?? 0
    case .unreadable: 0
    }
  }

  /// Whether any version is above 0.
  package var isPositive: Bool { greatest > 0 }

  /// Why the value is no version; nil if it is one.
  private var flaw: String? {
    switch self {
    case .single(let version): version < 0 ? "\(version)" : nil
    case .levels(let versions):
      versions.min { ($0.value, $0.key) < ($1.value, $1.key) }.flatMap {
        $0.value < 0 ? "\($0.value) for \($0.key)" : nil
      }
    case .unreadable(let found): found
    }
  }

  /// Refuses what is no version, in the data of a type that has versions: it would count as version 0, and the data
  /// would be migrated again.
  package func check(for type: Any.Type) throws {
    guard let flaw else { return }
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: [Self.propertyKey],
        debugDescription: """
          The value under "\(Self.key)" is no version of \(TypeLookup.name(of: type)): expected a whole number from 0 on, or such \
          numbers by the names of classes, found \(flaw).
          """))
  }

  /// Returns the versions that a value is, or why it is none.
  ///
  /// - Parameters:
  ///   - readInteger: Reads it as a number.
  ///   - readLevels: Reads it as numbers by name.
  package static func reading(
    _ readInteger: () throws -> Int, or readLevels: () throws -> ArchivedVersions
  ) -> ArchivedVersions {
    do {
      return .single(try readInteger())
    } catch {
      if let levels = try? readLevels() { return levels }
      return .unreadable(text(of: error))
    }
  }

  private static func text(of error: any Error) -> String {
    let text = (error as? DecodingError)?.context?.debugDescription ?? "\(error)"
    return "another value (\(text.hasSuffix(".") ? String(text.dropLast()) : text))"
  }

  /// Checks versions that were found in the data of a type without versions.
  ///
  /// - Parameter owner: The type, if it is one that could have versions.
  /// - Throws: `DecodingError.dataCorrupted` for versions above 0: the data is newer than the type.
  package func refuse(for owner: Any.Type?) throws {
    guard isPositive else { return }
    let type = owner.map { TypeLookup.name(of: $0) } ?? "a type"
    throw DataRefusal(
      .newerVersion, "The data is of version \(greatest) of \(type), which has no versions here.",
      remedy: DataRefusal.newerVersionRemedy
    ).decodingError(codingPath: [Self.propertyKey])
  }
}

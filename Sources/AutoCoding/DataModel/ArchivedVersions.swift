/// The versions that a model's data records.
package enum ArchivedVersions: Equatable {
  /// One version, of the type itself.
  case single(Int)
  /// The versions of a class and its superclasses, by class name. Classes without a separate version are left out.
  case levels([String: Int])

  /// The key that holds the versions.
  package static let key = "$version"
  package static let propertyKey = PropertyKey(key)

  /// The greatest version.
  package var greatest: Int {
    switch self {
    case .single(let version): version
    case .levels(let versions): versions.values.max() ?? 0
    }
  }

  /// Whether any version is above 0.
  package var isPositive: Bool { greatest > 0 }

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

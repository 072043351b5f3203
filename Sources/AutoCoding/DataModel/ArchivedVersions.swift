/// The versions of a model's data, as it names them.
package enum ArchivedVersions: Equatable {
  /// That of the type alone.
  case single(Int)
  /// Those of classes, by name.
  case levels([String: Int])

  /// The key under which they are.
  package static let key = "$version"
  package static let propertyKey = PropertyKey(key)

  /// The greatest of them.
  package var greatest: Int {
    switch self {
    case .single(let version): version
    case .levels(let versions): versions.values.max() ?? 0
    }
  }

  /// Whether any of them is above 0.
  package var isPositive: Bool { greatest > 0 }

  /// Called for the versions in data of a type that has none.
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

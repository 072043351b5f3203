import AutoCoding
import Foundation

/// Refuses archives that would have to be migrated. Foundation's coders cannot list their keys, which a migration
/// needs.
extension CoderBridge {
  static func encode(_ versions: TypeMap.Versions, with coder: NSCoder) {
    switch versions.archived {
    case .single(let version): coder.encode(version, forKey: ArchivedVersions.key)
    case .levels(let versions): coder.encode(versions as NSDictionary, forKey: ArchivedVersions.key)
    case .unreadable: break
    }
  }

  static func checkVersions(of map: TypeMap.Storage, in source: CoderSource) throws {
    let isVersioned = source.contains(ArchivedVersions.key, escaped: escapedVersionKey)
    guard let versions = map.versions else {
      // In a type without versions, a property may have this key.
      if isVersioned, map.index.match(ArchivedVersions.key) == nil {
        try archivedVersions(in: source)?.refuse(for: map.model)
      }
      return
    }
    try versions.refuseOutdated(
      isVersioned ? try archivedVersions(in: source) : nil,
      remedy: "\(type(of: source.scope.coder)) cannot migrate it. KeyedArchiveDecoder can.")
  }

  private static let escapedVersionKey = ArchiveKeys.escaped(ArchivedVersions.key)

  private static func archivedVersions(in source: CoderSource) throws -> ArchivedVersions? {
    let expectation = expectation(of: try Discovery.codec(for: [String: Int].self))
    switch try source.value(forKey: ArchivedVersions.key, kind: .int, expectation) {
    case .number(let version): return Self.version(version)
    case .object(let versions as [String: Int]): return .levels(versions)
    case .object(let version as NSNumber): return Self.version(version)
    case .object(nil), .object(is NSNull), .missing: return nil
    case .object(let other?): return .unreadable("another value (of type \(type(of: other)))")
    }
  }

  /// The version that a number is. A fraction is none.
  private static func version(_ number: NSNumber) -> ArchivedVersions {
    guard let version = CoderNumber.integer(number, as: Int.self) else {
      return .unreadable("another value (\(number))")
    }
    return .single(version)
  }
}

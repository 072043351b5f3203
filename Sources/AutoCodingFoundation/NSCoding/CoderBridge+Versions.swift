import AutoCoding
import Foundation

/// Refuses archives that would have to be migrated. Foundation's coders cannot list their keys, which a migration
/// needs.
extension CoderBridge {
  static func encode(_ versions: TypeMap.Versions, with coder: NSCoder) {
    switch versions.archived {
    case .single(let version): coder.encode(version, forKey: ArchivedVersions.key)
    case .levels(let versions): coder.encode(versions as NSDictionary, forKey: ArchivedVersions.key)
    }
  }

  static func checkVersions(of map: TypeMap.Storage, in source: CoderSource) throws {
    guard let versions = map.versions else {
      // In a type without versions, a property may have this key.
      if map.index.match(ArchivedVersions.key) == nil { try archivedVersions(in: source)?.refuse(for: map.model) }
      return
    }
    try versions.refuseOutdated(
      try archivedVersions(in: source),
      remedy: "\(type(of: source.scope.coder)) cannot migrate it. KeyedArchiveDecoder can.")
  }

  private static func archivedVersions(in source: CoderSource) throws -> ArchivedVersions? {
    guard source.contains(ArchivedVersions.key) else { return nil }
    let expectation = expectation(of: try Discovery.codec(for: [String: Int].self))
    switch try source.value(forKey: ArchivedVersions.key, kind: .int, expectation) {
    case .number(let version): return .single(version.intValue)
    case .object(let versions as [String: Int]): return .levels(versions)
    case .object(let version as Int): return .single(version)
    case .object, .missing: return nil
    }
  }
}

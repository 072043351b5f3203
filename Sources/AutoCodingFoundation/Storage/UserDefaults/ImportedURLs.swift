import AutoCoding
import Foundation

/// URLs as `UserDefaults` keeps them: a file URL as its path, any other URL as an archive.
enum ImportedURLs {
  /// Replaces values of properties that are URLs by what `UserDefaults.url(forKey:)` returns for them.
  ///
  /// Text with a scheme stays as it is: an app has stored it itself.
  ///
  /// - Throws: `DecodingError` for text that is neither a path nor has a scheme.
  static func replace(in values: inout [String: Any], for map: TypeMap.Storage) throws {
    for key in keys(of: map) {
      switch values[key] {
      case let data as Data:
        if let url = try? KeyedArchiveDecoder().decode(URL.self, from: data) { values[key] = url }
      case let text as String where text.hasPrefix("/") || text.hasPrefix("~"):
        values[key] = URL(fileURLWithPath: NSString(string: text).expandingTildeInPath)
      case let text as String where URL(string: text).map({ $0.scheme == nil }) ?? false:
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: [PropertyKey(key)],
            debugDescription: """
              Expected a path that begins with "/" or "~", or a URL with a scheme. Import other URLs with \
              importing: .value(forKey:), which converts them.
              """))
      default: break
      }
    }
  }

  /// The current and former keys of properties that are read from URLs.
  private static func keys(of map: TypeMap.Storage) -> Set<String> {
    var keys: Set<String> = []
    guard let group = map.keyGroup else {
      for operation in map.operations where isURL(operation.codec) {
        keys.formUnion(([operation.key] + operation.formerKeys).map(\.stringValue))
      }
      return keys
    }
    for (member, key) in zip(group.members, group.index.keys) {
      guard case .property(let position, _) = member else { continue }
      let location = map.flattening?.location(of: position) ?? (part: nil, position: position)
      let owner = location.part.flatMap { map.flattening?.parts[$0].map } ?? map
      if owner.operations.indices.contains(location.position), isURL(owner.operations[location.position].codec) {
        keys.insert(key.stringValue)
      }
    }
    return keys
  }

  private static func isURL(_ codec: Codec) -> Bool {
    switch codec.concrete {
    case .optional(let codec): isURL(codec.wrapped)
    case .conversion(let codec): isURL(codec.representation)
    default: codec.type == URL.self
    }
  }
}

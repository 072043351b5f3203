/// The keys of the objects of a type to which paths lead, each with the keys before it on a key path.
final class SelectedKeys {
  let map: TypeMap.Storage
  var selected: Set<[String]> = []
  /// The keys of dictionaries that are flattened in the objects.
  var dictionaryKeys: Set<String> = []

  init(_ map: TypeMap.Storage) { self.map = map }

  /// Returns a selected key under which objects of another type have another value, or have one within it.
  func conflict(with other: SelectedKeys, _ options: JSONEncodingOptions) -> [String]? {
    let others = other.selected
    let paths = selected.subtracting(others)
    if paths.isEmpty { return nil }
    let written =
      Self.written(by: other.map, options, areKeysFixed: other.map.index.hasFixedKeys)
      + other.dictionaryKeys.map { [$0] }
    let rest = written.filter { !others.contains($0) }
    return paths.filter { path in rest.contains { $0.starts(with: path) || path.starts(with: $0) } }
      .min { $0.lexicographicallyPrecedes($1) }
  }

  /// The keys that objects of a type have, with those of flattened models.
  private static func written(
    by map: TypeMap.Storage, _ options: JSONEncodingOptions, areKeysFixed: Bool
  ) -> [[String]] {
    map.properties.filter { $0.exclusion == nil && $0.direction != .decodedOnly }.flatMap { property in
      guard property.isFlattened else {
        return [property.keyPath.map { options.writtenKey($0, isFixed: areKeysFixed) }]
      }
      let codec = property.codec?.optional?.wrapped ?? property.codec
      guard let inner = try? codec?.record?.map else { return [] }
      return inner._withUnsafeGuaranteedRef { map in
        if let tags = map.caseTags { return written(by: tags, options) }
        return written(by: map, options, areKeysFixed: areKeysFixed)
      }
    }
  }

  /// The keys that an enum may have in the object that it is flattened into.
  static func written(by tags: TypeMap.CaseTags, _ options: JSONEncodingOptions) -> [[String]] {
    let contents = tags.contents.compactMap(\.map)
    return [[options.writtenKey(tags.key)]]
      + contents.flatMap { written(by: $0, options, areKeysFixed: $0.index.hasFixedKeys) }
  }
}

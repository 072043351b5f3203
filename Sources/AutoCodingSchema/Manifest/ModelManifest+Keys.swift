import AutoCoding

extension ModelManifest {
  /// Returns a manifest of format 1 with the keys as a newer manifest has them: format 1 has no backslashes before dots, so
  /// that a key with a dot looks like a path.
  func respelled(as newer: ModelManifest) -> ModelManifest {
    var manifest = self
    for (name, type) in types {
      guard let now = newer.types[name] else { continue }
      manifest.types[name]?.properties = type.properties.respelled(as: now.properties)
      for (key, values) in type.cases {
        manifest.types[name]?.cases[key] = values.respelled(as: now.cases[key] ?? [:])
      }
    }
    return manifest
  }
}

extension [String: ManifestProperty] {
  fileprivate func respelled(as newer: Self) -> Self {
    let keys = Set(newer.flatMap { [$0.key] + $0.value.former })
    var spellings: [String: String] = [:]
    for key in keys where key.contains("\\") {
      // What is also there without backslashes may be either of the two.
      if let joined = PropertyPath(parsing: key)?.joined, !keys.contains(joined) { spellings[joined] = key }
    }
    if spellings.isEmpty { return self }
    var properties: Self = [:]
    for (key, property) in self {
      var property = property
      property.former = property.former.map { spellings[$0] ?? $0 }
      properties[spellings[key] ?? key] = property
    }
    return properties
  }
}

/// Keys of one object that an encoder's conversion makes equal: one of the values would be lost.
extension TypeMap {
  /// Two such keys, and what they become.
  package struct EqualKeys {
    package let first: String
    package let second: String
    package let written: String
  }
}

extension TypeMap.Storage {
  /// Returns two keys that snake case makes equal; nil if there are none.
  ///
  /// Besides the keys of properties, these are the tag of a class or case, the names of cases that are keys, and the keys in
  /// objects of key paths.
  package var keysEqualInSnakeCase: TypeMap.EqualKeys? {
    guard case .enumeration(let cases) = shape else { return keysEqualInSnakeCase(beside: tags?.ownKey) }
    guard let tags = cases.tags else { return cases.untagged == nil ? cases.index.keys.equalInSnakeCase : nil }
    for content in tags.contents {
      switch content {
      case .values(let map), .properties(let map, _):
        if let equal = map.keysEqualInSnakeCase(beside: tags.key) { return equal }
      case .own, .whole: break
      }
    }
    return nil
  }

  private func keysEqualInSnakeCase(beside tag: PropertyKey?) -> TypeMap.EqualKeys? {
    keysEqualInSnakeCase(beside: [tag].compactMap { $0 })
  }

  fileprivate func keysEqualInSnakeCase(beside tags: [PropertyKey]) -> TypeMap.EqualKeys? {
    if let equal = flattening?.keysEqualInSnakeCase(beside: tags + (keyGroup?.written.map(\.key) ?? [])) {
      return equal
    }
    if let keyGroup { return keyGroup.keysEqualInSnakeCase(beside: tags) }
    return (tags + writtenOperations.map(\.key)).equalInSnakeCase
  }
}

extension TypeMap.Flattening {
  /// Returns two keys of a flattened enum's object that snake case makes equal.
  ///
  /// - Parameter keys: The keys in the object that are of no enum.
  fileprivate func keysEqualInSnakeCase(beside keys: [PropertyKey]) -> TypeMap.EqualKeys? {
    for index in enums {
      guard let tags = parts[index].tags else { continue }
      for map in tags.contents.compactMap(\.map) {
        if let equal = map.keysEqualInSnakeCase(beside: keys + [tags.key]) { return equal }
      }
    }
    return nil
  }
}

extension KeyGroup {
  fileprivate func keysEqualInSnakeCase(beside tags: [PropertyKey]) -> TypeMap.EqualKeys? {
    if let equal = (tags + written.map(\.key)).equalInSnakeCase { return equal }
    for case let group? in written.map(\.group) {
      if let equal = group.keysEqualInSnakeCase(beside: []) { return equal }
    }
    return nil
  }
}

extension [String] {
  /// Whether snake case makes no two keys the same, in encoders that convert every key.
  var areDistinctInSnakeCase: Bool {
    // Keys that become equal have the same letters, apart from underscores and case; that is quickly ruled out.
    let letters = map { key in
      key.utf8.reduce(into: UInt(0)) { if $1 != UInt8(ascii: "_") { $0 = ($0 &* 31) &+ UInt($1 | 0x20) } }
    }.sorted()
    let areASCII = allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    return areASCII && zip(letters, letters.dropFirst()).allSatisfy(!=)
      || Set(map(SnakeCaseConversion.snakeCase)).count == count
  }
}

extension [PropertyKey] {
  fileprivate var equalInSnakeCase: TypeMap.EqualKeys? {
    var known: [String: String] = [:]
    for key in self {
      let written = SnakeCaseConversion.written(key.stringValue, isFixed: key.isFixed, convertsToSnakeCase: true)
      if let first = known.updateValue(key.stringValue, forKey: written) {
        return TypeMap.EqualKeys(first: first, second: key.stringValue, written: written)
      }
    }
    return nil
  }
}

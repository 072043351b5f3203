extension TypeMap.Storage {
  /// The names of the coded properties in the source code, by position, each of them once.
  var codedNames: [String] {
    hasRepeatedNames ? Self.distinctNames(of: codedProperties) : codedProperties.map(\.name)
  }

  /// A class and its superclass may each have a private property of a name. Such a name has its class before it, so that
  /// a step leads to one property.
  private static func distinctNames(of properties: [TypeMap.Property]) -> [String] {
    var taken = Set(properties.map(\.name))
    var counts: [String: Int] = [:]
    for property in properties { counts[property.name, default: 0] += 1 }
    return properties.map { property in
      guard counts[property.name] != 1 else { return property.name }
      // Classes of several modules may have the same name, too.
      let names = [false, true].lazy.map { "\(_typeName(property.declaringType, qualified: $0)).\(property.name)" }
      var name = names.first { !taken.contains($0) } ?? property.name
      while !taken.insert(name).inserted { name += "'" }
      return name
    }
  }
}

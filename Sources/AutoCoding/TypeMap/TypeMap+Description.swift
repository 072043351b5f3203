extension TypeMap: CustomStringConvertible {
  /// A table of the properties.
  public var description: String {
    var lines = ["\(TypeLookup.name(of: type)): \(summary)"]
    if let style = storage.typeRules.keyStyle { lines.append("  key style: \(style)") }
    if let tags = storage.tags { lines.append("  \(tags)") }
    if case .enumeration(let cases) = storage.shape {
      if let tags = cases.tags { lines.append("  \(tags)") }
      if cases.untagged != nil { lines.append("  cases without tags: the first that fits") }
    }
    let rows = properties.map { property in
      [
        property.name, _typeName(property.type, qualified: false),
        property.exclusion == nil && !property.isFlattened ? "\"\(property.key)\"" : "-",
        _typeName(property.declaringType, qualified: false),
        note(on: property),
      ]
    }
    if !rows.isEmpty {
      lines += Self.aligned([["property", "type", "key", "declared in", "note"]] + rows)
    }
    if let keys = storage.ignoredKeys {
      lines.append("ignored: CodingKeys, which is \(TypeLookup.name(of: keys)) and may come from a protocol")
    }
    if let superclass = storage.opaqueSuperclass {
      lines.append("not coded: the stored properties of superclass \(TypeLookup.name(of: superclass))")
    }
    if let decodingError {
      lines += decodingError.problems.map { "encode-only: \($0)" }
    }
    if let encodingError = storage.encodingError {
      lines += encodingError.problems.map { "decode-only, unless it has its own encode(to:): \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  private var summary: String {
    let left = properties.count { $0.exclusion != nil }
    let count = properties.count - left
    let coded = "\(count) coded \(count == 1 ? "property" : "properties")" + (left > 0 ? ", \(left) left out" : "")
    let base =
      switch storage.shape {
      case .structure: "struct, \(coded)"
      case .object: "class, \(coded)"
      case .enumeration(let cases): "enum, cases \(cases.description)"
      case .rawValue(let rawType):
        "coded as \(type is any RawRepresentable.Type ? "its raw value" : "the name of its case"), "
          + _typeName(rawType, qualified: false)
      }
    return storage.decodesByHand ? base + "; decoded by its own init(from:)" : base
  }

  private func note(on property: Property) -> String {
    var notes: [String] = []
    if let exclusion = property.exclusion { notes.append("left out: \(exclusion)") }
    if property.isFlattened { notes.append("flattened: " + flattenedKeys(of: property)) }
    if !property.formerKeys.isEmpty {
      notes.append("formerly " + property.formerKeys.map { "\"\($0)\"" }.joined(separator: ", "))
    }
    if let transformer = property.transformer {
      notes.append("transformed by \(_typeName(transformer, qualified: false))")
    }
    if let direction = property.direction { notes.append(direction.rawValue) }
    notes += property.notes
    if let value = property.defaultValue { notes.append("default \(value)") }
    if property.isWrapper, property.codec?.kind == .codable { notes.append("coded by the wrapper's own Codable") }
    if property.codec?.wrapper?.hasDefault == true { notes.append("the wrapper has a value for a missing key") }
    if let documentation = property.documentation { notes.append(documentation) }
    return notes.joined(separator: "; ")
  }

  /// The keys of a flattened property.
  private func flattenedKeys(of property: Property) -> String {
    if property.codec?.kind == .dictionary { return "all other keys" }
    guard let flattening = storage.flattening,
      let position = storage.codedProperties.firstIndex(where: { $0.offset == property.offset }),
      let part = flattening.parts.first(where: { $0.parent == nil && $0.position == position })
    else { return "no keys" }
    if let tags = part.tags {
      let own = tags.ownKeys.keys.filter { $0 != tags.key.stringValue }.inOrder()
      return ([tags.key.stringValue] + own).map { "\"\($0)\"" }.joined(separator: ", ")
    }
    let keys = part.map.codedProperties.map { property in
      guard property.isFlattened else { return "\"\(property.key)\"" }
      return TypeMap(part.map).flattenedKeys(of: property)
    }
    return keys.isEmpty ? "no keys" : keys.joined(separator: ", ")
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = (0..<(rows.first?.count ?? 0)).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let line = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
      return "  " + String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}

extension FlatteningDiscovery {
  /// The properties of a record's object as if all were its own, and their operations.
  struct InPlace {
    var properties: [TypeMap.Property] = []
    var operations: [PropertyOperation] = []
  }

  /// Returns the properties of the object, in their order, if no flattened model can tell that it is none in memory: each is
  /// a struct in the record's memory that is made from its properties alone, under keys that lead to them directly.
  ///
  /// - Parameters:
  ///   - coded: The type's own coded properties.
  ///   - operations: Their operations.
  func inPlace(_ coded: [TypeMap.Property], _ operations: [PropertyOperation]) -> InPlace? {
    guard rest == nil, !parts.isEmpty else { return nil }
    var offsets: [Int] = []
    for part in parts {
      let (property, operation, base) =
        if let parent = part.parent {
          (
            parts[parent].map.codedProperties[part.position], parts[parent].map.operations[part.position],
            offsets[parent]
          )
        } else {
          (coded[part.position], operations[part.position], 0)
        }
      guard operation.kind == .record, property.defaultValue == nil, part.map.isStructOfProperties else { return nil }
      offsets.append(base + operation.offset)
    }
    var result = InPlace()
    for (entry, property) in zip(entries, origins.map(\.property)) {
      guard let path = entry.path, path.steps.count == 1, entry.formerPaths.isEmpty, entry.isRead, entry.isWritten
      else {
        return nil
      }
      let operation =
        if let part = parts.lastIndex(where: { $0.first <= entry.position }) {
          parts[part].map.operations[entry.position - parts[part].first].moved(by: offsets[part])
        } else {
          operations[entry.position]
        }
      result.properties.append(property)
      result.operations.append(operation)
    }
    return result
  }
}

extension TypeMap.Storage {
  /// Whether the type is a struct that is made from its coded properties alone, none of which has a default.
  fileprivate var isStructOfProperties: Bool {
    guard case .structure = shape else { return false }
    return hasOnlyCodedProperties && !hasAnyDefaults && encodingError == nil && !decodesByHand
  }
}

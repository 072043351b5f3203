/// Finds the keys that a type declares as synthesized `Codable` wants them: a nested enum that is a `CodingKey`.
enum CodingKeysDiscovery {
  struct Hidden: Error {}

  /// The keys by property name, or nil where the type declares none.
  ///
  /// - Throws: ``Hidden`` where there is such an enum, but its cases cannot be had.
  static func keys(of type: Any.Type, named name: String) throws -> [String: String]? {
    switch NestedTypes.nestedEnum(name, in: type) {
    case nil: return nil
    case .hidden: throw Hidden()
    case .type(let found):
      guard let keyType = found as? any CodingKey.Type else { return nil }
      guard let layout = try? EnumLayout(reflecting: found), layout.cases.allSatisfy({ $0.payload == nil }) else {
        throw Hidden()
      }
      return Dictionary(
        uniqueKeysWithValues: layout.cases.indices.map { position in
          (layout.cases[position].name.withoutBackticks, stringValue(of: keyType, layout, position))
        })
    }
  }

  private static func stringValue<Key: CodingKey>(
    of type: Key.Type, _ layout: EnumLayout, _ position: Int
  ) -> String {
    withTemporaryMemory(size: MemoryLayout<Key>.size, alignment: MemoryLayout<Key>.alignment) { memory in
      layout.initialize(memory, case: position) { _ in }
      return memory.take(as: type).stringValue
    }
  }

  static func problem(in type: Any.Type, named name: String) -> AutoCodingError.Problem {
    .init(
      .hiddenCodingKeys, type: type, property: name,
      explanation:
        "The type declares \(name), whose cases cannot be seen: it is nested in a generic type, or no plain enum.",
      remedy: "Say the same by propertyKeys and unEncodedProperties, and remove \(name).")
  }
}

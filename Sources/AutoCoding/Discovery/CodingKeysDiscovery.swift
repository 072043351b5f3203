/// The keys that a type declares as synthesized `Codable` wants them: by a nested enum that is a `CodingKey`.
enum CodingKeysDiscovery {
  /// There is such an enum, but its cases are no keys by themselves.
  struct Hidden: Error {}

  /// The keys by property name, or nil where the type declares none.
  static func keys(of type: any AutoCoding.Type) throws(Hidden) -> [String: String]? {
    func keyType<Value: AutoCoding>(of type: Value.Type) -> Any.Type { Value.CodingKeys.self }
    let found = keyType(of: type)
    guard found != AutoCodingKeys.self, let keyType = found as? any CodingKey.Type else { return nil }
    guard let layout = try? EnumLayout(reflecting: found), layout.cases.allSatisfy({ $0.payload == nil }) else {
      throw Hidden()
    }
    return Dictionary(
      layout.cases.indices.map { position in
        (layout.cases[position].name.withoutBackticks, stringValue(of: keyType, layout, position))
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func stringValue<Key: CodingKey>(
    of type: Key.Type, _ layout: EnumLayout, _ position: Int
  ) -> String {
    withTemporaryMemory(size: MemoryLayout<Key>.size, alignment: MemoryLayout<Key>.alignment) { memory in
      layout.initialize(memory, case: position) { _ in }
      return memory.take(as: type).stringValue
    }
  }

  static func hiddenProblem(in type: Any.Type) -> AutoCodingError.Problem {
    .init(
      .hiddenCodingKeys, type: type, property: "CodingKeys",
      explanation: "CodingKeys is no plain enum, so its cases cannot be seen.",
      remedy: "Say the same by propertyKeys and unEncodedProperties, and rename CodingKeys.")
  }

  /// The problem of an enum that is found although nothing refers to it: an optimized build of the same code has none.
  ///
  /// - Parameter remedy: How to do without it.
  static func unseenProblem(in type: Any.Type, named name: String, remedy: String) -> AutoCodingError.Problem? {
    guard NestedTypes.contains(enumNamed: name, in: type) else { return nil }
    return .init(
      .hiddenCodingKeys, type: type, property: name,
      explanation: "\(name) cannot be honoured here: an optimized build would not contain it.",
      remedy: remedy)
  }
}

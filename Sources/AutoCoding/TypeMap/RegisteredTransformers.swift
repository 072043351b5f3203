/// The transformers that apply to all properties of a type.
enum RegisteredTransformers {
  private static let table = Locked<[ObjectIdentifier: any PropertyTransformer.Type]>([:])

  /// Whether no transformer is registered.
  static var isEmpty: Bool { table.withLock { $0.isEmpty } }

  /// Returns the transformer of a type's values, or nil.
  static func transformer(of type: Any.Type) -> (any PropertyTransformer.Type)? {
    table.withLock { $0[ObjectIdentifier(type)] }
  }

  /// Registers a transformer of a type's values.
  ///
  /// - Parameter problem: Returns what keeps the transformer from being registered now, or nil.
  /// - Throws: ``AutoCodingError`` if there is a problem, or if another transformer is registered for the type.
  static func register(
    _ transformer: any PropertyTransformer.Type, of type: Any.Type, unless problem: () -> AutoCodingError.Problem?
  ) throws {
    // First, so that every map that is made from now on has it.
    let other = table.withLock { table in
      let other = table[ObjectIdentifier(type)]
      if other == nil { table[ObjectIdentifier(type)] = transformer }
      return other
    }
    if let other {
      guard other != transformer else { return }
      throw AutoCodingError(
        .init(
          .invalidRule, type: type,
          explanation: """
            \(TypeLookup.name(of: transformer)) cannot be registered for it, since \(TypeLookup.name(of: other)) is \
            already.
            """,
          remedy: "Register one of them, and name the other in propertyRules."))
    }
    if let problem = problem() {
      table.withLock { $0[ObjectIdentifier(type)] = nil }
      throw AutoCodingError(problem)
    }
  }
}

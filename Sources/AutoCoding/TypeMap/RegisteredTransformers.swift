/// The transformers that apply to all properties of a type.
enum RegisteredTransformers {
  /// Few. A list, since each property's type is looked up when a map is made: the first use of a table of types makes the
  /// runtime scan all conformances.
  private static let list = Locked<[(type: Any.Type, transformer: any PropertyTransformer.Type)]>([])

  /// Whether no transformer is registered.
  static var isEmpty: Bool { list.withLock { $0.isEmpty } }

  /// Returns the transformer of a type's values, or nil.
  static func transformer(of type: Any.Type) -> (any PropertyTransformer.Type)? {
    list.withLock { transformer(of: type, in: $0) }
  }

  private static func transformer(
    of type: Any.Type, in list: [(type: Any.Type, transformer: any PropertyTransformer.Type)]
  ) -> (any PropertyTransformer.Type)? {
    for entry in list where entry.type == type { return entry.transformer }
    return nil
  }

  /// Registers a transformer of a type's values.
  ///
  /// - Parameter problem: Returns what keeps the transformer from being registered now, or nil.
  /// - Throws: ``AutoCodingError`` if there is a problem, or if another transformer is registered for the type.
  static func register(
    _ transformer: any PropertyTransformer.Type, of type: Any.Type, unless problem: () -> AutoCodingError.Problem?
  ) throws {
    // First, so that every map that is made from now on has it.
    let other = list.withLock { list in
      let other = Self.transformer(of: type, in: list)
      if other == nil { list.append((type, transformer)) }
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
      list.withLock { $0.removeAll { $0.type == type } }
      throw AutoCodingError(problem)
    }
  }
}

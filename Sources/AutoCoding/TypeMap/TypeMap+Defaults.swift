extension TypeMap {
  /// The default that `propertyRules` gives a property.
  package struct DefaultValue: Sendable, CustomStringConvertible {
    private let maker: PropertyDefault
    /// What a type map prints after "default".
    package let description: String
    /// Whether it is certainly nil. A nil property is then left out when encoding.
    package let isNil: Bool

    package init(_ maker: PropertyDefault, description: String, isNil: Bool) {
      self.maker = maker
      self.description = description
      self.isNil = isNil
    }

    /// Initializes a property of uninitialized memory with a new value.
    package func initialize(_ address: UnsafeMutableRawPointer) { maker.initialize(address) }
  }
}

extension TypeMap.Storage {
  /// The default that a rule gives the coded property at a position, or nil.
  @inline(never)
  package func defaultValue(at position: Int) -> TypeMap.DefaultValue? {
    defaultValues.isEmpty ? nil : defaultValues[position]
  }

  /// Whether a missing key leaves a default that `init()` or a rule has set.
  ///
  /// Used only if ``hasAnyDefaults``.
  @inline(never)
  package func keepsDefault(_ position: Int) -> Bool {
    hasDefaults && !(hasRequiredKeys && requiredPositions.contains(position)) || defaultValue(at: position) != nil
  }
}

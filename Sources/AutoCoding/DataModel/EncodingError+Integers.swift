extension EncodingError {
  /// What helps if a format has no integer as large as a value of a type.
  package static func remedy(forLargeIntegersOf type: Any.Type) -> String {
    "Store it as text, by .transformed(by: NumberAsText<\(type)>.self) in propertyRules."
  }
}

/// The reason why a type cannot be reflected.
package struct ReflectionError: Error, Sendable {
  package enum Reason: Sendable {
    /// The runtime does not behave as this library expects. No value was touched.
    case unsupportedRuntime(String)
    case notNominal
    case foreignClass
    case actor
    case noReflectionMetadata
    case noReflectionNames
    case inconsistentFields
    case unknownOwnership(property: String)
    case hiddenFields(before: String?)
    case unknownLayout(property: String)
    case unknownPayload(case: String)
    /// A payload that is the metatype of a struct or enum, of which Swift stores nothing.
    case metatypePayload(case: String)
  }

  package let type: Any.Type
  package let reason: Reason

  init(_ type: Any.Type, _ reason: Reason) {
    self.type = type
    self.reason = reason
  }
}

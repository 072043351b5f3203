/// Why a type cannot be reflected on.
package struct ReflectionError: Error, Sendable {
  package enum Reason: Sendable {
    /// The runtime does not answer as this library expects; nothing was touched.
    case unsupportedRuntime(String)
    case notNominal
    case foreignClass
    case actor
    case noReflectionMetadata
    case noReflectionNames
    case inconsistentFields
    case unknownOwnership(property: String)
    case hiddenFields(before: String?)
    case unknownPayload(case: String)
  }

  package let type: Any.Type
  package let reason: Reason

  init(_ type: Any.Type, _ reason: Reason) {
    self.type = type
    self.reason = reason
  }
}

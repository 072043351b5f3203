/// Whether nil is left out, for each property of a type with defaults.
package final class OmittedNils: Sendable {
  package let isOmitted: [Bool]

  package init(isOmitted: [Bool]) { self.isOmitted = isOmitted }
}

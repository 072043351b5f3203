/// Of each property of a type with defaults, whether its nil is left out.
package final class OmittedNils: Sendable {
  package let isOmitted: [Bool]

  package init(isOmitted: [Bool]) { self.isOmitted = isOmitted }
}

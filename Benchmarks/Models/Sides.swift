// Every side has models of its own, the same shape, in a namespace of its own. The lists of fields are repeated by
// necessity: how a type is coded is decided by its one conformance.

/// Models coded by this library: one line each.
enum Auto {}

/// Models encoded by a `Mirror` of every value: the idea of this library without its type map.
enum Uncached {}

/// Models with `CodingKeys`, `init(from:)` and `encode(to:)` written by hand: the baseline.
enum Hand {}

/// Models whose `Codable` the compiler writes.
enum Synth {}

/// The names under which the sides are reported.
enum SideName {
  static let auto = "AutoCoding"
  static let uncached = "Mirror on every value"
  static let hand = "hand-written"
  static let synth = "synthesized"
  static let handAgain = "hand-written (A/A)"
}

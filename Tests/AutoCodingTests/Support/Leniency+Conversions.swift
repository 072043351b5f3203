import AutoCoding

extension AutoJSONDecoder.Leniency {
  /// All but what gives values up.
  static let conversions = all.subtracting([.nilForUndecodable, .defaultsForUndecodable])
}

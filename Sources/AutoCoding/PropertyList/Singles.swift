/// The values that are written once each: -1 ... 255, false and true.
enum Singles {
  /// Marks a value that has no object yet.
  static let none = UInt32.max
  static let `false` = 257
  static let `true` = 258
  static let null = 259
  static let count = 260

  /// Returns the index of a small integer.
  @inline(__always)
  static func index(of integer: Int64) -> Int? {
    integer >= -1 && integer <= 255 ? Int(truncatingIfNeeded: integer) &+ 1 : nil
  }
}

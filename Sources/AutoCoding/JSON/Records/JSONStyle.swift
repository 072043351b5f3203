/// The options that determine the text of keys and their order. There is a ``JSONRecord`` for each combination.
struct JSONStyle: OptionSet {
  let rawValue: Int

  /// Keys are converted to snake case.
  static let toSnakeCase = JSONStyle(rawValue: 1)
  /// Properties are in the order of their keys.
  static let sorted = JSONStyle(rawValue: 2)
  /// Slashes in keys are written as they are.
  static let plainSlashes = JSONStyle(rawValue: 4)
  /// There are spaces around the colon.
  static let pretty = JSONStyle(rawValue: 8)
  /// Keys that are read are converted from snake case.
  static let fromSnakeCase = JSONStyle(rawValue: 16)

  static let count = 32
}

import Foundation

/// Whether two values say the same.
enum SameContent {
  static func holds<Value: Codable>(_ value: Value, _ other: Value) -> Bool {
    if let value = value as? any Equatable { return isEqual(value, other) }
    // The bytes of a keyed archive have dictionaries in the order in which Swift has them; here keys are sorted.
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // What JSON cannot say, such as a cycle, has changed as far as anybody knows.
    guard let text = try? encoder.encode(value), let otherText = try? encoder.encode(other) else { return false }
    return text == otherText
  }

  private static func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    (other as? Value).map { $0 == value } ?? false
  }
}

import Foundation

/// Compares the contents of two values.
enum SameContent {
  static func holds<Value: Codable>(_ value: Value, _ other: Value) -> Bool {
    if let value = value as? any Equatable { return isEqual(value, other) }
    // A keyed archive has dictionaries in Swift's random order; JSON can sort their keys.
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // Values that JSON cannot express, such as cycles, count as changed.
    guard let text = try? encoder.encode(value), let otherText = try? encoder.encode(other) else { return false }
    return text == otherText
  }

  private static func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    (other as? Value).map { $0 == value } ?? false
  }
}

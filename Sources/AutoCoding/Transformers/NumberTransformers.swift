#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stores a number as text: `"12"`, `"-0.5"`.
///
/// It serves integers, floating-point numbers and `Decimal`. A text that is not a decimal number, or that the type does
/// not hold, is an error, and so is a number that is not finite.
public enum NumberAsText<Number: Numeric & CustomStringConvertible & SendableMetatype>: PropertyTransformer {
  /// Returns the text of a number.
  ///
  /// - Throws: `EncodingError` if it is not finite.
  public static func encode(_ number: Number) throws -> String {
    let text = number.description
    guard text.isDecimalNumber else {
      throw EncodingError.invalidValue(
        number,
        .init(
          codingPath: [],
          debugDescription: "\(text) is not a finite number. Set the property to one, or make it Optional and nil."))
    }
    return text
  }

  /// Returns the number of a text.
  ///
  /// - Throws: `DecodingError` if the text is no number of the type.
  public static func decode(_ text: String) throws -> Number {
    guard text.isDecimalNumber, let number = number(text), number.description.isDecimalNumber else {
      throw TransformerError.decoding(
        "Expected a number of type \(Number.self) as text, but found \(TransformerError.quoted(text)).")
    }
    return number
  }

  private static func number(_ text: String) -> Number? {
    func make<Value: LosslessStringConvertible>(_: Value.Type) -> Value? { Value(text) }
    if let type = Number.self as? any LosslessStringConvertible.Type { return make(type) as? Number }
    return Decimal(exactDigits: text) as? Number
  }
}

extension String {
  /// Whether this is a number such as `12`, `-0.5` or `1e+300`.
  fileprivate var isDecimalNumber: Bool {
    var rest = utf8[...]
    func skip(_ characters: String) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func skipDigits() -> Bool {
      guard skip("0123456789") else { return false }
      while skip("0123456789") {}
      return true
    }
    _ = skip("+-")
    guard skipDigits() else { return false }
    if skip("."), !skipDigits() { return false }
    if skip("eE") {
      _ = skip("+-")
      guard skipDigits() else { return false }
    }
    return rest.isEmpty
  }
}

/// Stores a Bool as 0 or 1. Any other number is an error.
public enum BoolAsNumber: PropertyTransformer {
  /// Returns 1 for true and 0 for false.
  public static func encode(_ value: Bool) -> Int { value ? 1 : 0 }

  /// Returns the Bool of a number.
  ///
  /// - Throws: `DecodingError` if the number is neither 0 nor 1.
  public static func decode(_ number: Int) throws -> Bool {
    guard number == 0 || number == 1 else { throw TransformerError.decoding("Expected 0 or 1, but found \(number).") }
    return number == 1
  }
}

/// Stores a Bool as `yes` or `no`.
///
/// It reads both in capital letters, too. Any other text is an error.
public enum BoolAsYesOrNo: PropertyTransformer {
  /// Returns `yes` for true and `no` for false.
  public static func encode(_ value: Bool) -> String { value ? "yes" : "no" }

  /// Returns the Bool of a text.
  ///
  /// - Throws: `DecodingError` if the text is neither yes nor no.
  public static func decode(_ text: String) throws -> Bool {
    switch text {
    case "yes", "Yes", "YES": true
    case "no", "No", "NO": false
    default: throw TransformerError.decoding("Expected \"yes\" or \"no\", but found \(TransformerError.quoted(text)).")
    }
  }
}

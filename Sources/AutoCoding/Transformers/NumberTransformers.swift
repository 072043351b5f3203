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
  /// - Throws: `EncodingError` if it is not finite, or ``decode(_:)`` cannot make a number of the type.
  public static func encode(_ number: Number) throws -> String {
    let text = (Number.self == Decimal.self ? (number as? Decimal)?.text : nil) ?? number.description
    guard text.isDecimalNumber else {
      throw EncodingError.invalidValue(
        number, .init("\(text) is not a finite number. Set the property to one, or make it Optional and nil."))
    }
    guard canBeRead else {
      throw EncodingError.invalidValue(
        number,
        .init(
          """
          \(Number.self) cannot be made of text: it is no floating-point number and not LosslessStringConvertible. \
          Conform it to LosslessStringConvertible, or name a PropertyTransformer of your own.
          """))
    }
    return text
  }

  /// Returns the number of a text.
  ///
  /// - Throws: `DecodingError` if the text is no number of the type.
  public static func decode(_ text: String) throws -> Number {
    guard text.isDecimalNumber, let number = number(text) else {
      throw TransformerError.decoding(
        "Expected a number of type \(Number.self) as text, but found \(TransformerError.quoted(text)).")
    }
    return number
  }

  /// Whether there is a way to make a number of text.
  private static var canBeRead: Bool {
    // The most common types, without a search for their conformance.
    Number.self == Int.self || Number.self == Double.self || Number.self == Decimal.self
      || Number.self is any LosslessStringConvertible.Type || Number.self is any BinaryFloatingPoint.Type
  }

  private static func number(_ text: String) -> Number? {
    if Number.self == Decimal.self { return Decimal(exactDigits: text) as? Number }
    if Number.self == Int.self { return Int(text) as? Number }
    if Number.self == Double.self { return Double(text).flatMap { $0.isFinite ? $0 as? Number : nil } }
    func make<Value: LosslessStringConvertible>(_: Value.Type) -> Value? { Value(text) }
    // Such as CGFloat.
    func convert<Value: BinaryFloatingPoint>(_: Value.Type) -> Value? { Double(text).flatMap { Value(exactly: $0) } }
    let number: Any? =
      if let type = Number.self as? any LosslessStringConvertible.Type {
        make(type)
      } else {
        (Number.self as? any BinaryFloatingPoint.Type).flatMap { convert($0) }
      }
    // A number that is too large may have become infinity.
    guard let number = number as? Number, number.description.isDecimalNumber else { return nil }
    return number
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
/// It also reads `Yes` and `YES`, `No` and `NO`. Any other text is an error.
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

/// Reads a text also from a number or a Bool: `12` as `"12"`, `1.50` as `"1.50"`. It is written as text.
///
/// It does for one property what ``AutoJSONDecoder/Leniency/stringsFromNumbers`` does for all, and in every format: for
/// identifiers that an API writes as numbers here and as text there.
public enum LenientString: PropertyTransformer, RefusesNull {
  /// Returns the text.
  public static func encode(_ text: String) -> JSONValue { .string(text) }

  /// Returns the text, or that of a number, `true` or `false`, as it is in the data.
  ///
  /// - Throws: `DecodingError` for any other value.
  public static func decode(_ value: JSONValue) throws -> String {
    switch value {
    case .string(let text): return text
    case .number(let number): return number.description
    case .bool(let value): return "\(value)"
    case .null, .array, .object:
      throw TransformerError.decoding("Expected a text, a number or a Bool, but found \(value.kindInWords).")
    }
  }
}

/// Reads a number also from text: `"12"` as `12`. It is written as a number.
///
/// It does for one property what ``AutoJSONDecoder/Leniency/numbersFromStrings`` does for all, and in every format. It serves
/// the numbers that ``NumberAsText`` serves.
public enum LenientNumber<Number: Numeric & Codable & CustomStringConvertible & SendableMetatype>: PropertyTransformer,
  RefusesNull
{
  /// Returns the number.
  ///
  /// - Throws: `EncodingError` if it is not finite.
  public static func encode(_ number: Number) throws -> JSONValue {
    // What most properties are, without an encoder.
    if let integer = number as? Int { return .number(JSONNumber(integer)) }
    if let number = (number as? Double).flatMap({ JSONNumber($0) }) { return .number(number) }
    return try JSONValue(encoding: number)
  }

  /// Returns the number, or that of a text.
  ///
  /// - Throws: `DecodingError` for any other value, for a text that is no number, and for a number that the type does not hold.
  public static func decode(_ value: JSONValue) throws -> Number {
    switch value {
    case .string(let text):
      do {
        return try NumberAsText<Number>.decode(text)
      } catch {
        // As a number of JSON would be read: 12 from "12.0" and "1.2e1".
        guard let number = JSONNumber(text) else { throw error }
        return try decode(.number(number))
      }
    case .number(let number):
      // An integer may be written as 5.0.
      return try (try? NumberAsText<Number>.decode(number.description)) ?? value.decode(Number.self)
    case .null, .bool, .array, .object:
      throw TransformerError.decoding("Expected a number or its text, but found \(value.kindInWords).")
    }
  }
}

/// Reads a Bool also from a number or a text: 0, 1, `"0"`, `"1"`, `"true"` and `"false"`. It is written as a Bool.
///
/// It does for one property what ``AutoJSONDecoder/Leniency/boolsFromNumbersAndStrings`` does for all, and in every format.
public enum LenientBool: PropertyTransformer, RefusesNull {
  /// Returns the Bool.
  public static func encode(_ value: Bool) -> JSONValue { .bool(value) }

  /// Returns the Bool, or that of a number or a text.
  ///
  /// - Throws: `DecodingError` for any other value, number or text.
  public static func decode(_ value: JSONValue) throws -> Bool {
    switch value {
    case .bool(let value): return value
    case .number(0), .string("0"), .string("false"): return false
    case .number(1), .string("1"), .string("true"): return true
    case .null, .number, .string, .array, .object:
      let found =
        switch value {
        case .number(let number): number.description
        case .string(let text): TransformerError.quoted(text)
        default: value.kindInWords
        }
      throw TransformerError.decoding("Expected a Bool, 0, 1, or one of them as text, but found \(found).")
    }
  }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DictionaryReader {
  mutating func readNull(forDefault: Bool) throws -> Bool {
    guard forDefault else { return DictionaryValue.isNull(value) }
    guard tolerates(.defaultsForNull), DictionaryValue.isNull(value) else { return false }
    note(.defaultForNull)
    return true
  }

  mutating func readBool() throws -> Bool {
    if let bool = DictionaryValue.bool(value) { return bool }
    guard tolerates(.boolsFromNumbersAndStrings) else { throw mismatch(Bool.self) }
    let bool: Bool
    switch value as? String ?? DictionaryValue.number(value)?.integer?.digits {
    case "true", "1": bool = true
    case "false", "0": bool = false
    default: throw mismatch(Bool.self)
    }
    note(.boolFromNumberOrString)
    return bool
  }

  mutating func readString() throws -> String {
    if let string = inlineValue(value, as: String.self) ?? value as? String { return string }
    guard tolerates(.stringsFromNumbers) else { throw mismatch(String.self) }
    let text: String
    if let bool = DictionaryValue.bool(value) {
      text = bool ? "true" : "false"
    } else if let number = DictionaryValue.number(value), number.isFinite {
      text = number.text
    } else {
      throw mismatch(String.self)
    }
    note(.stringFromNumber)
    return text
  }

  // MARK: Leniency

  @inline(__always)
  private func tolerates(_ mismatch: AutoJSONDecoder.Leniency) -> Bool {
    options.values.leniencyBits & mismatch.rawValue != 0
  }

  /// Returns the number that a text stands for if that is tolerated.
  private func numberFromString<Number>(_ read: (inout JSONReader) throws -> Number) -> Number? {
    guard tolerates(.numbersFromStrings), let text = value as? String else { return nil }
    guard let number = JSONReader.number(text, options: options, read) else { return nil }
    note(.numberFromString)
    return number
  }

  // MARK: Numbers

  mutating func readInteger<Integer: FixedWidthInteger>(as type: Integer.Type) throws -> Integer {
    // The most common type, without a number of any kind.
    if let value = inlineValue(value, as: Int.self), let exact = Integer(exactly: value) { return exact }
    let (integer, isText) = try integer(type)
    guard let exact = integer.exactly(type) else { throw isText ? mismatch(type) : misfit(type) }
    if isText { note(.numberFromString) }
    return exact
  }

  /// Returns the value as an integer, and whether it is a text that stands for a number.
  private func integer(_ type: Any.Type) throws -> (WideInteger, isText: Bool) {
    if let number = DictionaryValue.number(value) {
      guard let integer = number.integer else { throw misfit(type) }
      return (integer, false)
    }
    guard tolerates(.numbersFromStrings), let text = value as? String,
      let integer = JSONReader.number(text, options: options, { try $0.wideInteger() })
    else { throw mismatch(type) }
    return (integer, true)
  }

  /// Returns the error for a number that the type cannot represent.
  private func misfit(_ type: Any.Type) -> DecodingError {
    refused("Number \(DictionaryValue.number(value)?.text ?? "") does not fit in \(type).")
  }

  mutating func readFloat() throws -> Float {
    if let float = inlineValue(value, as: Float.self) { return float }
    if let number = numberFromString({ try $0.float() }) { return number }
    return try floating(Float.self) { value in
      let number = Float(value)
      // Rounding is expected of a Float, but a finite number must not become infinite.
      return number.isInfinite && value.isFinite ? nil : number
    }
  }

  mutating func readDouble() throws -> Double {
    if let double = inlineValue(value, as: Double.self) { return double }
    return try numberFromString { try $0.double() } ?? floating(Double.self) { $0 }
  }

  private func floating<Value: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Value.Type, rounded: (Double) -> Value?
  ) throws -> Value {
    if let text = value as? String, let special = options.nonFinite(text, as: type) { return special }
    guard let number = DictionaryValue.number(value) else { throw mismatch(type) }
    let found: Value? =
      switch number {
      case .int(let value): Value(exactly: value) ?? wholeDouble(value).flatMap(rounded)
      case .uint(let value): Value(exactly: value) ?? wholeDouble(value).flatMap(rounded)
      case .big(let digits): Value(digits).flatMap { $0.isExactly(digits) ? $0 : nil }
      case .float(let value): Value(value)
      case .double(let value): rounded(value)
      // `JSONSerialization` makes Decimals of fractions with many digits.
      case .decimal(let value): Value(digitsOfDecimal: value.description)
      }
    guard let found else { throw refused("Number \(number.text) does not fit in \(type).") }
    return found
  }

  /// Returns a whole number that an object has as a Double, if one holds it. An `NSNumber` does not say that it was one, such
  /// as that which `JSONSerialization` makes of 1.6695366e+10, the text of a Float.
  private func wholeDouble(_ number: some FixedWidthInteger) -> Double? {
    DictionaryValue.isObject(value) ? Double(exactly: number) : nil
  }

  mutating func readDecimal() throws -> Decimal {
    let text: String
    if let string = value as? String {
      // Property lists have text for decimal numbers, and no other notation for this one.
      if string == "NaN" { return .nan }
      text = string
    } else if let number = DictionaryValue.number(value) {
      if case .decimal(let decimal) = number { return decimal }
      if case .double = number, DictionaryValue.isObject(value), case .float(let float)? = PlainValue(value) {
        text = "\(float)"
      } else {
        text = number.text
      }
    } else {
      throw mismatch(Decimal.self)
    }
    guard let decimal = Decimal(wholeText: text) else {
      throw refused("Number \(text.prefix(50)) is not representable as Decimal.")
    }
    return decimal
  }

  // MARK: Foundation's types

  mutating func readDate() throws -> Date {
    if let date = inlineValue(value, as: Date.self) ?? value as? Date { return date }
    do {
      return try readDateByStrategy()
    } catch {
      throw error.explainingDate()
    }
  }

  private mutating func readDateByStrategy() throws -> Date {
    switch options.values.dates {
    case .deferredToDate: return Date(timeIntervalSinceReferenceDate: try readDouble())
    case .secondsSince1970: return Date(timeIntervalSince1970: try readDouble())
    case .millisecondsSince1970: return Date(timeIntervalSince1970: try readDouble() / 1000)
    case .iso8601:
      guard let date = (try? readString()).flatMap(Date.init(iso8601:)) else {
        throw value is String ? refused("Expected date string to be ISO8601-formatted.") : mismatch(Date.self)
      }
      return date
    case .custom(let decode):
      if DictionaryValue.isNull(value) { throw mismatch(Date.self) }
      return try decodingOwn { try decode($0) }
    #if !canImport(FoundationEssentials)
    case .formatted(let formatter):
      guard let date = formatter.date(from: try readString()) else {
        throw refused("Date string does not match format expected by formatter.")
      }
      return date
    #endif
    @unknown default: throw refused("The date strategy is not known here; use .custom.")
    }
  }

  mutating func readData() throws -> Data {
    if let data = value as? Data { return data }
    switch options.values.data {
    case .base64:
      guard let text = value as? String else { throw mismatch(Data.self) }
      guard let data = Data(base64Encoded: text) else { throw refused("Encountered Data is not valid Base64.") }
      return data
    case .deferredToData:
      do {
        return try readByteArray()
      } catch {
        throw error.refusingNull(as: Data.self)
      }
    case .custom(let decode):
      if DictionaryValue.isNull(value) { throw mismatch(Data.self) }
      return try decodingOwn { try decode($0) }
    @unknown default: throw refused("The data strategy is not known here; use .custom.")
    }
  }

  mutating func readURL() throws -> URL {
    if let url = value as? URL { return url }
    guard let text = value as? String else { throw mismatch(URL.self) }
    guard let url = URL(string: text) else { throw refused("Invalid URL string.") }
    return url
  }

  mutating func readUUID() throws -> UUID {
    if let uuid = inlineValue(value, as: UUID.self) ?? value as? UUID { return uuid }
    guard let text = value as? String else { throw mismatch(UUID.self) }
    guard let uuid = UUID(text: text) else {
      throw refused("Attempted to decode UUID from invalid UUID string.")
    }
    return uuid
  }
}

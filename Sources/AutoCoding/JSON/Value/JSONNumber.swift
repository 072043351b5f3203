#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A number as JSON writes it, of any size and precision.
///
/// A number keeps its text: it is converted only when it is asked for as a Swift number, and written as it came. Two
/// numbers are equal if their values are, however they are written: `1`, `1.0` and `10e-1` are one number, with one hash.
///
/// ```swift
/// let price = JSONNumber("19.90")!
/// price.decimal      // 19.9
/// price.description  // "19.90"
/// ```
public struct JSONNumber: Sendable, CustomStringConvertible {
  /// The number as JSON writes it.
  public let description: String

  /// Precondition: the text is a number in JSON.
  init(unchecked text: String) { description = text }

  /// Makes a number from its notation in JSON; nil for any other text, including white space and `NaN`.
  public init?(_ text: String) {
    var text = text
    let isNumber = text.withUTF8 { bytes in
      var reader = JSONReader(options: .with(.init()), text: bytes)
      return (try? reader.skipNumber()) != nil && reader.next == reader.end
    }
    guard isNumber else { return nil }
    self.init(unchecked: text)
  }

  /// Makes a number from an integer of any type.
  public init(_ value: some BinaryInteger) { self.init(unchecked: String(value)) }

  /// Makes a number in the shortest notation that stands for the value; nil for infinity and not-a-number, for which JSON has
  /// no notation.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init(unchecked: Self.text { JSONWriter.putFinite(value, at: $0) })
  }

  /// Makes a number in the shortest notation that stands for the value; nil for infinity and not-a-number, for which JSON has
  /// no notation.
  public init?(_ value: Float) {
    guard value.isFinite else { return nil }
    self.init(unchecked: Self.text { JSONWriter.putFinite(value, at: $0) })
  }

  /// Makes a number with all digits of the value; nil for not-a-number, for which JSON has no notation.
  public init?(_ value: Decimal) {
    guard value.isFinite else { return nil }
    self.init(value.description)
  }

  /// Returns the text that `put` writes, whose end it returns.
  private static func text(_ put: (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer) -> String {
    withUnsafeTemporaryAllocation(byteCount: JSONWriter.numberRoom, alignment: 8) { buffer in
      guard let start = buffer.baseAddress else { return "0" }
      return String(decoding: UnsafeRawBufferPointer(start: start, count: put(start) - start), as: UTF8.self)
    }
  }

  // MARK: Swift numbers

  /// The number as an `Int`; nil if it has a fraction or does not fit.
  public var int: Int? { integer(as: Int.self) }

  /// Returns the number as an integer of a type; nil if it has a fraction or does not fit.
  ///
  /// - Complexity: O(*n*) for a text of *n* bytes, whatever the exponent.
  public func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
    withDigits { $0.integer(as: type) }
  }

  /// The `Double` nearest to the number; nil if it is beyond what a `Double` holds.
  ///
  /// A `Double` has some 16 digits. ``decimal`` has 38, and is the number itself or nil.
  public var double: Double? {
    guard let value = Double(description), value.isFinite else { return nil }
    return value
  }

  /// The number as a `Decimal`, exactly; nil if it has more digits than a `Decimal` holds, or too large an exponent.
  public var decimal: Decimal? {
    let isPossible = withDigits { $0.isZero || $0.count <= 39 && ($0.exponent.map { $0.magnitude <= 200 } ?? false) }
    guard isPossible, let value = Decimal(string: description), value.isFinite, let exact = JSONNumber(value),
      exact == self
    else { return nil }
    return value
  }

  /// Whether the text is that of an integer: without a point and an exponent. `-0` is not, since an integer would lose its sign.
  var isInteger: Bool {
    description != "-0" && description.utf8.allSatisfy { $0 == UInt8(ascii: "-") || JSONReader.isDigit($0) }
  }

  func withDigits<Result>(_ body: (JSONNumberDigits) -> Result) -> Result {
    var text = description
    return text.withUTF8 { body(JSONNumberDigits($0)) }
  }
}

extension JSONNumber: Hashable {
  /// Whether two numbers have the same value.
  ///
  /// - Complexity: O(*n*) for texts of *n* bytes, whatever the exponents.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    if left.description == right.description { return true }
    return left.withDigits { left in right.withDigits { left.isEqual(to: $0) } }
  }

  /// Feeds the value to the hasher.
  public func hash(into hasher: inout Hasher) { withDigits { $0.hash(into: &hasher) } }
}

extension JSONNumber: LosslessStringConvertible, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Makes a number from an integer literal.
  public init(integerLiteral value: Int) { self.init(value) }

  /// Makes a number from a floating-point literal.
  ///
  /// - Precondition: The literal is finite.
  public init(floatLiteral value: Double) {
    precondition(value.isFinite, "JSON has no notation for a literal that is beyond what a Double holds.")
    self = JSONNumber(value) ?? 0
  }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  /// Makes the number that is nearest to a `Decimal` with a fraction, as for the same digits in a text, or exactly a whole
  /// one; nil if there is none.
  init?(digitsOfDecimal digits: String) {
    guard let number = Self(digits), digits.contains(".") || number.isExactly(digits) else { return nil }
    self = number
  }

  /// Whether the number's description has exactly the digits, or the number is exactly the integer that they stand for.
  func isExactly(_ digits: String) -> Bool {
    guard isFinite, let decimal = Decimal(string: digits) else { return false }
    if Decimal(string: description) == decimal { return true }
    // Large integers have more digits than their description.
    guard let integer = WideInteger(digits) else { return false }
    return integer == WideInteger(exactly: Double(self))
  }
}

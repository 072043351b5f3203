#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Decimal {
  /// Makes a decimal from digits in the form of a Swift number's `description`: `12`, `-0.5`, `1e+300`.
  ///
  /// Returns nil if the number is not finite, or if a `Decimal` cannot represent it exactly. `Decimal(Double)` is no
  /// alternative: it traps for infinity, and returns other digits or `nan` for many numbers that it cannot represent.
  package init?(exactDigits digits: String) {
    guard digits.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }), let value = Decimal(string: digits),
      value.isFinite
    else { return nil }
    // 38 digits always fit; `Decimal(string:)` drops any digits at the end that do not.
    guard digits.utf8.count <= 38 || value.description == digits else { return nil }
    self = value
  }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Decimal {
  /// The decimal number of a number's digits, as Swift's own numbers describe themselves: `12`, `-0.5`, `1e+300`.
  ///
  /// Nil if the number is not finite, or if a `Decimal` cannot hold it. `Decimal(Double)` is no way to get one: it stops the
  /// process for infinity, and gives other digits or `nan` for much of what it cannot hold.
  package init?(exactDigits digits: String) {
    guard digits.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }), let value = Decimal(string: digits),
      value.isFinite
    else { return nil }
    // 38 digits always fit; of more, `Decimal(string:)` drops those at the end.
    guard digits.utf8.count <= 38 || value.description == digits else { return nil }
    self = value
  }
}

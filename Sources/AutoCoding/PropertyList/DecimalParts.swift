#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A decimal number as property lists have it, and as `NSDecimalNumber` archives it. The parts are those of `Decimal`'s own `Codable` code, which is
/// the only access to all of them on every platform.
package struct DecimalParts: Codable {
  /// `NSByteOrder.littleEndian`.
  package static let littleEndian: Int64 = 1

  package let exponent: Int32
  package let length: UInt32
  package let isNegative: Bool
  package let isCompact: Bool
  package let mantissa: [UInt16]

  package init(exponent: Int32, length: UInt32, isNegative: Bool, isCompact: Bool, mantissa: [UInt16]) {
    self.exponent = exponent
    self.length = length
    self.isNegative = isNegative
    self.isCompact = isCompact
    self.mantissa = mantissa
  }

  package init(_ value: Decimal) throws {
    self = try DecimalParts(from: CodedTree.encoded { try value.encode(to: $0) }.decoder())
  }

  package var littleEndianMantissa: [UInt8] {
    mantissa.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// Returns the number.
  ///
  /// - Throws: `DecodingError` if the parts do not form a number.
  package func decimal() throws -> Decimal {
    try check()
    return try Decimal(from: CodedTree.encoded { try encode(to: $0) }.decoder())
  }

  /// Throws `DecodingError` if the parts do not form a number. `Decimal`'s own code drops bits of such parts.
  func check() throws {
    guard -128...127 ~= exponent, length <= 8, mantissa.count == 8 else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [], debugDescription: "No decimal number has an exponent of \(exponent) and \(length) digits."))
    }
  }
}

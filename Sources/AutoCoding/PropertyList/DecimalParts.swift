#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A decimal number as property lists have it, and as `NSDecimalNumber` archives it. The parts are those of `Decimal`'s own
/// `Codable` code, which is the only public access to all of them on every platform.
package struct DecimalParts: Codable, Equatable {
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

  /// Reads the parts that `NSDecimalNumber` archives.
  ///
  /// - Parameters:
  ///   - bytes: The words of the mantissa, the lowest first.
  ///   - byteOrder: `NSByteOrder` of each word: 1 is little-endian, 2 is big-endian.
  /// - Throws: `DecodingError` for any other byte order.
  package init(
    exponent: Int32, length: UInt32, isNegative: Bool, isCompact: Bool, bytes: [UInt8], byteOrder: Int64
  ) throws {
    guard byteOrder == 1 || byteOrder == 2 else {
      throw DecodingError.dataCorrupted(.init("No decimal number has the byte order \(byteOrder); it is 1 or 2."))
    }
    let isLittle = byteOrder == Self.littleEndian
    let mantissa = (0..<bytes.count / 2).map { index in
      let (first, second) = (UInt16(bytes[2 * index]), UInt16(bytes[2 * index + 1]))
      return isLittle ? first | second << 8 : first << 8 | second
    }
    self.init(
      exponent: exponent, length: length, isNegative: isNegative, isCompact: isCompact, mantissa: mantissa)
  }

  package init(_ value: Decimal) throws {
    if Self.areInMemory, let parts = Self(inMemoryOf: value) { self = parts } else { self = try Self(encoding: value) }
  }

  private init(encoding value: Decimal) throws {
    self = try DecimalParts(from: CodedTree.encoded { try value.encode(to: $0) }.decoder())
  }

  /// Returns nil for numbers whose parts ``DecimalDigits`` does not read.
  private init?(inMemoryOf value: Decimal) {
    guard let parts = DecimalDigits(value) else { return nil }
    self.init(
      exponent: Int32(parts.exponent), length: UInt32(parts.wordCount), isNegative: parts.isNegative,
      isCompact: parts.isCompact,
      mantissa: (0..<8).map {
        UInt16(truncatingIfNeeded: ($0 < 4 ? parts.digits : parts.highDigits) >> UInt64(16 * ($0 & 3)))
      })
  }

  /// Whether the parts of samples in memory are those that `Decimal`'s own code encodes.
  private static let areInMemory: Bool = {
    let samples = [
      0, 1, Decimal(string: "-12.50"), Decimal(1200), Decimal(sign: .minus, exponent: 3, significand: 70_000),
      Decimal(sign: .plus, exponent: -2, significand: 1200), Decimal(UInt64.max), Decimal(UInt64.max) * 65536 + 7,
      .greatestFiniteMagnitude,
    ]
    return samples.allSatisfy { sample in
      guard let sample, let parts = Self(inMemoryOf: sample) else { return false }
      return parts == (try? Self(encoding: sample))
    }
  }()

  /// 2 to the power of 64.
  private static let highUnit = Decimal(UInt64.max) + 1

  package var littleEndianMantissa: [UInt8] {
    mantissa.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// Returns the number.
  ///
  /// - Throws: `DecodingError` if the parts do not form a number.
  package func decimal() throws -> Decimal {
    // `Decimal`'s own code drops bits of other parts.
    guard -128...127 ~= exponent, length <= 8, mantissa.count == 8 else {
      throw DecodingError.dataCorrupted(
        .init("No decimal number has an exponent of \(exponent), a length of \(length) and \(mantissa.count) words."))
    }
    // A larger exponent may not fit together with the digits.
    if Self.areInMemory, -40...30 ~= exponent {
      func number(_ words: ArraySlice<UInt16>) -> Decimal {
        Decimal(words.reversed().reduce(0 as UInt64) { $0 << 16 | UInt64($1) })
      }
      var digits = number(mantissa[..<4])
      if mantissa[4...].contains(where: { $0 != 0 }) { digits += number(mantissa[4...]) * Self.highUnit }
      let value = Decimal(sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: digits)
      // It may have another form of the same number, or be another number: 0 cannot be negative, for example.
      if Self(inMemoryOf: value) == self { return value }
    }
    return try Decimal(from: CodedTree.encoded { try encode(to: $0) }.decoder())
  }
}

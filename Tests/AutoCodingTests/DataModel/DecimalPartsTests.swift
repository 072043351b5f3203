import AutoCoding
import Foundation
import Testing

/// The parts of decimal numbers, which are read from memory if they can be.
struct DecimalPartsTests {
  private struct Price<Number: Codable>: Codable {
    var amount: Number
  }

  private static var numbers: [Decimal] {
    var numbers: [Decimal] = [
      0, 1, -1, 100, 0.1, .nan, .pi, .greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude,
      Decimal(UInt64.max), Decimal(UInt64.max) + 1,
    ]
    for round in 0..<2000 {
      let digits = UInt64.random(in: 0...UInt64.max) >> UInt64(round % 64)
      numbers.append(Decimal(sign: .plus, exponent: Int.random(in: -40...40), significand: Decimal(digits)))
      numbers.append(-Decimal(digits) / 100)
      numbers.append(Decimal(digits) * 1000 / 7)
      // Not compact: the digits end in zeros.
      numbers.append(Decimal(digits >> 8) / 4 + Decimal(digits >> 8) * 3 / 4)
    }
    return numbers
  }

  @Test("they are those that Decimal's own code encodes, and make the same number")
  func encoded() throws {
    for number in Self.numbers {
      let list = try PropertyListEncoder().encode(Price(amount: number))
      let expected = try PropertyListDecoder().decode(Price<DecimalParts>.self, from: list).amount
      let parts = try DecimalParts(number)
      #expect(parts == expected, "\(number)")
      let made = try parts.decimal()
      #expect(made == number || made.isNaN && number.isNaN, "\(number)")
      #expect(try DecimalParts(made) == parts, "\(number)")
    }
  }

  @Test("other parts are the number that Decimal's own code makes of them, or refused")
  func unusual() throws {
    for round in 0..<2000 {
      let mantissa = (0..<8).map { $0 < round % 9 ? UInt16.random(in: 0 ... .max) : 0 }
      let parts = DecimalParts(
        exponent: Int32.random(in: -130...130), length: UInt32.random(in: 0...9), isNegative: .random(),
        isCompact: .random(), mantissa: mantissa)
      guard -128...127 ~= parts.exponent, parts.length <= 8 else {
        #expect(throws: DecodingError.self) { try parts.decimal() }
        continue
      }
      let list = try PropertyListEncoder().encode(Price(amount: parts))
      let expected = try PropertyListDecoder().decode(Price<Decimal>.self, from: list).amount
      let made = try parts.decimal()
      #expect(made == expected || made.isNaN && expected.isNaN, "\(parts)")
      #expect(try AutoPropertyListDecoder().decode(Price<Decimal>.self, from: list).amount.description == "\(expected)")
    }
  }
}

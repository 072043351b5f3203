import AutoCoding
import AutoCodingFoundation
import Foundation
import Testing

/// `Decimal(string:)` reads the beginning of a text, and its `Codable` code a part of the bits.
struct DecimalFormTests {
  struct Price: AutoCoding, Equatable { var amount: Decimal }

  static let refused = [
    "2020-01-01", "1.2.3", "1-2", "1+1", "1e5e6", "1e2.5", "--1", "+-1", ".", "-", "+", "e5", "1e", "1e+", "", "1,5",
    " 1",
    "1 ", "1e99999", "nan",
  ]

  @Test("text that only begins with a number is refused", arguments: refused)
  func refusal(text: String) throws {
    #expect(throws: DecodingError.self) { try DictionaryDecoder().decode(Price.self, from: ["amount": text]) }
    #expect(throws: DecodingError.self) { try DictionaryDecoder().decodeValue([Decimal].self, from: [text]) }
    let lists = AutoPropertyListEncoder()
    for format in [AutoPropertyListEncoder.PropertyListFormat.binary, .xml] {
      lists.outputFormat = format
      let data = try lists.encode(["amount": text])
      #expect(throws: DecodingError.self) { try AutoPropertyListDecoder().decode(Price.self, from: data) }
    }
  }

  @Test(
    "text that is a number is read",
    arguments: ["12", "-0.5", "+3", "1e2", "1E-2", "12345678901234567890.25", "0", "1e+10"])
  func numbers(text: String) throws {
    let price = Price(amount: try #require(Decimal(string: text)))
    #expect(try DictionaryDecoder().decode(Price.self, from: ["amount": text]) == price)
    let data = try AutoPropertyListEncoder().encode(["amount": text])
    #expect(try AutoPropertyListDecoder().decode(Price.self, from: data) == price)
  }

  /// A `Decimal` as its own code encodes it.
  struct Parts: Codable {
    var exponent = 0
    var length = 1
    var mantissa = [1, 0, 0, 0, 0, 0, 0, 0]
    var isNegative = false
    var isCompact = true
  }

  @Test("a property list with parts that no Decimal has is refused")
  func parts() throws {
    func decode(_ parts: Parts) throws -> Decimal {
      let data = try PropertyListEncoder().encode(["amount": parts])
      return try AutoPropertyListDecoder().decode(Price.self, from: data).amount
    }
    #expect(try decode(Parts(exponent: 2)) == 100)
    #expect(try decode(Parts(exponent: -128)) == Decimal(sign: .plus, exponent: -128, significand: 1))
    for parts in [
      Parts(exponent: 300), Parts(exponent: -129), Parts(length: 16), Parts(length: 9), Parts(length: -1),
      Parts(mantissa: [1]), Parts(mantissa: [1, 0, 0, 0, 0, 0, 0, 0, 9]),
    ] {
      #expect(throws: DecodingError.self, "\(parts)") { try decode(parts) }
    }
  }
}

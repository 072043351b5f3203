import AutoCoding
import Foundation
import Testing

/// ``JSONNumber``: exact, compared by value, and bounded in what it takes.
struct JSONNumberValueTests {
  private func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text)) }

  static let equal: [[String]] = [
    ["1", "1.0", "1e0", "1E+0", "10e-1", "0.1e1", "100e-2", "1.000", "0.0001e4"],
    ["0", "-0", "0.0", "0e5", "-0.00e-7", "0e99999999999999999999999"],
    ["-12.5", "-125e-1", "-0.125E2", "-12.50"],
    ["100", "1e2", "1.00e2", "100.0"],
    ["1e400", "10e399", "0.1e401", "1E+400"],
    ["1e-400", "0.1e-399"],
    ["1e99999999999999999999999", "1e+99999999999999999999999", "1E099999999999999999999999"],
    ["1e-99999999999999999999999"],
    ["123456789012345678901234567890", "1234567890123456789012345678900e-1"],
    ["0.1"], ["0.10000000000000000000000000001"], ["18446744073709551615"], ["18446744073709551616"],
    [String(repeating: "9", count: 100), String(repeating: "9", count: 100) + ".0"], ["-1"], ["11"], ["1.1"], ["101"],
  ]

  @Test func `Numbers are equal if their values are`() throws {
    for (row, texts) in Self.equal.enumerated() {
      for (other, others) in Self.equal.enumerated() {
        for text in texts {
          for otherText in others {
            let (left, right) = (try number(text), try number(otherText))
            #expect((left == right) == (row == other), "\(text) \(otherText)")
            if row == other { #expect(left.hashValue == right.hashValue, "\(text) \(otherText)") }
          }
        }
      }
    }
  }

  @Test(arguments: [
    "", " 1", "1 ", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "-", "NaN", "Infinity", "0x1", "1,0", "1a", "\"1\"",
    "1\n",
  ])
  func `Text that is no number is refused`(_ text: String) { #expect(JSONNumber(text) == nil) }

  @Test func `Integers are exact or nil`() throws {
    #expect(try number("9223372036854775807").int == .max && number("-9223372036854775808").int == .min)
    #expect(try number("9223372036854775808").int == nil && number("-9223372036854775809").int == nil)
    #expect(try number("18446744073709551615").integer(as: UInt64.self) == .max)
    #expect(try number("18446744073709551616").integer(as: UInt64.self) == nil)
    #expect(try number("-1").integer(as: UInt64.self) == nil && number("-0").integer(as: UInt8.self) == 0)
    #expect(try number("-128").integer(as: Int8.self) == -128 && number("128").integer(as: Int8.self) == nil)
    #expect(try number("1e2").integer(as: Int8.self) == 100 && number("1e3").integer(as: Int8.self) == nil)
    #expect(try number("1.50e2").int == 150 && number("1.5").int == nil && number("100e-2").int == 1)
    #expect(try number("1e400").int == nil && number("1e-400").int == nil && number("0e400").int == 0)
    #expect(try number("1e19").integer(as: UInt64.self) == 10_000_000_000_000_000_000)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      #expect(try number("170141183460469231731687303715884105727").integer(as: Int128.self) == .max)
      #expect(try number("1e38").integer(as: Int128.self) == Int128("1" + String(repeating: "0", count: 38)))
      #expect(try number("1e39").integer(as: Int128.self) == nil)
    }
  }

  @Test func `Doubles are the nearest, and Decimals exact or nil`() throws {
    #expect(try number("0.1").double == 0.1 && number("1e400").double == nil && number("-1e400").double == nil)
    #expect(try number("1e308").double == 1e308 && number("5e-324").double == .leastNonzeroMagnitude)
    #expect(try number("0.1").decimal == Decimal(string: "0.1"))
    let digits = "12345678901234567890.123456789012345678"
    #expect(try number(digits).decimal.map { "\($0)" } == digits)
    #expect(try number(digits + "901").decimal == nil)
    #expect(try number("1e400").decimal == nil && number("1e-400").decimal == nil)
    #expect(try number("1e127").decimal != nil && number("0.00").decimal == 0)
    #expect(try number(String(repeating: "1", count: 100)).decimal == nil)
  }

  @Test func `Swift numbers have the text that the encoder writes`() throws {
    for value in [0, -0.0, 1, 0.1, 1e21, 1e-7, 123456.789, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
      let text = try AutoJSONEncoder().encodeToString(value)
      #expect(JSONNumber(value)?.description == text && JSONNumber(value)?.double == value)
    }
    #expect(JSONNumber(Float(0.1))?.description == "0.1" && JSONNumber(Float.nan) == nil)
    #expect(JSONNumber(UInt8.max).description == "255" && JSONNumber(Int.min).int == .min)
    #expect((-3 as JSONNumber).int == -3 && (2.5 as JSONNumber).double == 2.5)
  }

  /// Digits and exponents of any length: nothing traps, and nothing takes time by the size of the number.
  @Test(.timeLimit(.minutes(10))) func `Huge numbers take time by the length of their text`() throws {
    let many = String(repeating: "7", count: 20_000)
    let texts = [
      "1e999999999", "-1e-999999999", "1e9223372036854775807", "1e-9223372036854775808", "1e9223372036854775808",
      "0.\(String(repeating: "0", count: 20_000))1e20001", "1e\(many)", many, "0.\(many)", "\(many)e-20001",
      "9.9e9223372036854775807", "0.01e-9223372036854775807",
    ]
    let numbers = try texts.map(number)
    for value in numbers {
      _ = (value.int, value.double, value.decimal, value.integer(as: UInt8.self), value.hashValue)
      for other in numbers { #expect((value == other) == (value.description == other.description)) }
      let json = JSONValue.number(value)
      #expect(try AutoJSONEncoder().encodeToString(json) == value.description)
      _ = try? JSONEncoder().encode([json])
    }
    #expect(try number("0.\(String(repeating: "0", count: 20_000))1e20001").int == 1)
  }
}

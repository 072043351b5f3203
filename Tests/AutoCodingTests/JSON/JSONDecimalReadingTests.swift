import AutoCoding
import Foundation
import Testing

/// Decimal numbers in texts of all forms, in the form in which Foundation reads them.
struct JSONDecimalReadingTests {
  struct Model: AutoCoding { var number: Decimal }
  struct Twin: Codable { var number: Decimal }

  /// The number's memory, or the error.
  private func outcome(_ decode: () throws -> Decimal) -> String {
    do {
      return withUnsafeBytes(of: try decode()) { "\(Array($0))" }
    } catch {
      return error is DecodingError ? "error" : "\(error)"
    }
  }

  private func compare(_ number: String) {
    let array = Data("[\(number)]".utf8)
    let expected = outcome { try JSONDecoder().decode([Decimal].self, from: array)[0] }
    #expect(outcome { try AutoJSONDecoder().decode([Decimal].self, from: array)[0] } == expected, "\(number)")
    let object = Data("{\"number\":\(number)}".utf8)
    let value = outcome { try JSONDecoder().decode(Twin.self, from: object).number }
    #expect(outcome { try AutoJSONDecoder().decode(Model.self, from: object).number } == value, "\(number)")
  }

  @Test("usual and unusual numbers")
  func numbers() {
    for number in [
      "0", "-0", "0.0", "0.00", "-0.00", "0e5", "0E-7", "-0e3", "1", "-1", "10", "1200", "0.10", "1.50", "12e3", "1E+2",
      "1e-2",
      "1e30", "1e31", "1e99", "1e100", "1e101", "1e126", "1e127", "1e128", "1e-99", "1e-100", "1e-127", "1e-128",
      "1e-129",
      "12e127", "0.1e128", "1e1000", "1e-1000", "1e99999999999999999999", "340282366920938463463374607431768211455",
      "340282366920938463463374607431768211456", "0.340282366920938463463374607431768211455",
      "99999999999999999999999999999999999999", "9999999999999999999", "18446744073709551615", "18446744073709551616",
      "184467440737095516150", "100000000000000000000000000000000000000", "1000000000000000000000000000000000000000",
      "00", "01", "-01", "-", "+1", ".5", "1.", "1.e5", "1e", "1e+", "1e5.5", "--1", "1-", "0x10", "NaN", "\"1\"",
      "null",
      "1 2", "1,,", "1e5x", "1_0", "123456789012345678e-18", "1234567890123456789e-19", "12345678901234567890e-20",
    ] { compare(number) }
  }

  @Test("numbers of any count of digits, zeros and exponent")
  func random() {
    for round in 0..<3000 {
      func digits(_ most: Int) -> String {
        let zeros = Int.random(in: 0...3) == 0 ? Int.random(in: 0...most) : 0
        let count = Int.random(in: 0...most)
        let text = (0..<count).map { _ in "\(Int.random(in: 0...9))" }.joined()
        return Bool.random() ? text + String(repeating: "0", count: zeros) : String(repeating: "0", count: zeros) + text
      }
      let integral = "\(Int.random(in: 1...9))" + digits(round % 25)
      let fraction = round % 3 == 0 ? "" : "." + digits(round % 25) + "\(Int.random(in: 0...9))"
      let exponent = round % 4 != 0 ? "" : "e\(Int.random(in: -140...140))"
      compare((round % 5 == 0 ? "-" : "") + (round % 7 == 0 ? "0" : integral) + fraction + exponent)
    }
  }

  @Test("text of numbers that Swift describes")
  func exactDigits() {
    for value in [0, 1, -2.5, 1e20, 1e22, 1e30, 1e-300, 1.7976931348623157e308, 1e100, 1e-100, 0.1, 123_456.789] {
      let text = "\(value)"
      let expected = Decimal(string: text).flatMap { $0.isFinite ? $0 : nil }
      #expect(JSONNumber("\(value)")?.decimal == expected || expected == nil, "\(text)")
    }
  }
}

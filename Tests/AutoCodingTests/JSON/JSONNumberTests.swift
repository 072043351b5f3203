import AutoCoding
import Foundation
import Testing

/// Numbers: bit-exact both ways, in their shortest form, and never by way of another type.
struct JSONNumberTests {
  private static let encoder = AutoJSONEncoder()
  private static let decoder = AutoJSONDecoder()

  private static func text<Value: Encodable>(_ value: Value) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// As `JSONEncoder` writes it: Swift's description without a fraction of zero.
  private static func reference(_ description: String) -> String {
    description.hasSuffix(".0") ? String(description.dropLast(2)) : description
  }

  @Test("the decimal corpus is read bit-exactly, and written as short as Swift describes it", .timeLimit(.minutes(10)))
  func corpus() throws {
    let lines = try TestCorpora.floats()
    #expect(lines.count >= 50_000 || !TestCorpora.exist)
    var wrong: [String] = []
    for line in lines {
      // f16 f32 f64 text
      let fields = line.split(separator: " ")
      guard fields.count == 4, let bits = UInt64(fields[2], radix: 16), let narrow = UInt32(fields[1], radix: 16) else {
        Issue.record("\(line)")
        continue
      }
      let text = Self.json(String(fields[3]))
      let double = try? Self.decoder.decode(Double.self, from: Data(text.utf8))
      let expected = Double(bitPattern: bits)
      if (double ?? .infinity * (expected < 0 ? -1 : 1)).bitPattern != bits { wrong.append("\(text) as Double") }
      let float = try? Self.decoder.decode(Float.self, from: Data(text.utf8))
      let expectedFloat = Float(bitPattern: narrow)
      if (float ?? .infinity * (expected < 0 ? -1 : 1)).bitPattern != narrow { wrong.append("\(text) as Float") }
      if expected.isFinite {
        let written = try Self.text(expected)
        if written != Self.reference(expected.description) { wrong.append("\(expected) written as \(written)") }
      }
      if expectedFloat.isFinite {
        let written = try Self.text(expectedFloat)
        if written != Self.reference(expectedFloat.description) {
          wrong.append("\(expectedFloat) written as \(written)")
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(lines.count), the first: \(wrong.prefix(5))")
  }

  @Test(
    "integers with many digits, points and exponents are read exactly or refused",
    arguments: [
      ("18446744073709551615", "18446744073709551615"), ("18446744073709551616", nil), ("12345678901234567890", nil),
      ("9223372036854775808", nil), ("-0", "0"), ("0e9", "0"), ("0.000", "0"), ("1.0", "1"), ("1e3", "1000"),
      ("100e-2", "1"), ("0.01e2", "1"), ("10.50e1", "105"), ("1.5", nil), ("15e-1", nil),
      ("1e19", "10000000000000000000"),
      ("1e20", nil), ("1e999999999999999999999", nil), ("1e-999999999999999999999", nil), ("1\(zeros)", nil),
      ("1\(zeros)e-50", "1"), ("0.\(zeros)1", nil), ("0.\(zeros)1e51", "1"), ("7.\(zeros)", "7"),
      ("1844674407370955161500e-2", "18446744073709551615"),
    ] as [(String, String?)])
  func exactIntegers(text: String, expected: String?) throws {
    struct Number: AutoCoding { let a: UInt64 }
    let one = try? Self.decoder.decode(UInt64.self, from: Data(text.utf8))
    let records = try? Self.decoder.decode([String: [Number]].self, from: Data("{\"l\":[{\"a\":\(text)}]}".utf8))
    let expected = expected ?? (UInt64(text).map(String.init))
    #expect(one.map(String.init) == expected)
    #expect((records?["l"]?.first?.a).map(String.init) == expected)
  }

  @Test("zeros in front of a number's digits do not count as digits")
  func leadingZeros() throws {
    struct Number: AutoCoding { let a: Double }
    var texts = [
      "0.0012345678901234567", "0.00012345678901234567", "-0.0098765432109876543", "0.\(Self.zeros)",
      "0.\(Self.zeros)1",
    ]
    let zeros = Self.zeros
    texts += ["0.\(zeros)1234567890123456789", "0.\(zeros)12345678901234567891", "0.00\(zeros)\(zeros)25", "0.0e5"]
    texts += (0..<400).map { "0." + String(repeating: "0", count: $0) + "17976931348623157" }
    for _ in 0..<2_000 { texts.append(Double.random(in: -0.01...0.01).description) }
    for text in texts {
      let expected = try #require(Double(text))
      let records = try Self.decoder.decode([Number].self, from: Data("[{\"a\":\(text)},{\"a\":\(text)}]".utf8))
      #expect(records.allSatisfy { $0.a.bitPattern == expected.bitPattern }, "\(text)")
      let list = try Self.decoder.decode([Double].self, from: Data("[\(text),\(text)]".utf8))
      #expect(list.allSatisfy { $0.bitPattern == expected.bitPattern }, "\(text)")
    }
  }

  private static let zeros = String(repeating: "0", count: 50)

  @Test("decimals are read exactly, also as last elements")
  func decimals() throws {
    for text in ["0.001", "5", "-12.34", "1e3", "123456789012345678901234", "0.10"] {
      let list = try Self.decoder.decode([Decimal].self, from: Data("[\(text),\(text)]".utf8))
      #expect(try list == [#require(Decimal(string: text)), #require(Decimal(string: text))])
    }
    #expect(throws: DecodingError.self) { try Self.decoder.decode([Decimal].self, from: Data("[01]".utf8)) }
    #expect(throws: DecodingError.self) { try Self.decoder.decode([Decimal].self, from: Data("[1}".utf8)) }
  }

  /// The corpus has notations that JSON lacks: a plus sign, zeros in front, a point without digits on one side.
  private static func json(_ text: String) -> String {
    var text = text.hasPrefix("+") ? String(text.dropFirst()) : text
    let sign = text.hasPrefix("-") ? "-" : ""
    text = String(text.dropFirst(sign.count))
    let exponent = text.firstIndex { $0 == "e" || $0 == "E" }.map { String(text[$0...]) } ?? ""
    let parts = text.dropLast(exponent.count).split(separator: ".", omittingEmptySubsequences: false)
    var integral = String(parts[0].drop { $0 == "0" })
    if integral.isEmpty { integral = "0" }
    let fraction = parts.count > 1 && !parts[1].isEmpty ? "." + parts[1] : ""
    return sign + integral + fraction + exponent
  }

  @Test("random bit patterns come back, and are written as Swift describes them")
  func randomPatterns() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50_000 {
      let double = Double(bitPattern: random.next())
      if double.isFinite {
        let written = try Self.text(double)
        #expect(written == Self.reference(double.description))
        #expect(try Self.decoder.decode(Double.self, from: Data(written.utf8)).bitPattern == double.bitPattern)
      }
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      if float.isFinite {
        let written = try Self.text(float)
        #expect(written == Self.reference(float.description))
        #expect(try Self.decoder.decode(Float.self, from: Data(written.utf8)).bitPattern == float.bitPattern)
      }
    }
  }

  @Test("short decimals of every magnitude")
  func shortDecimals() throws {
    for exponent in -330...310 {
      for digits in ["1", "9", "15", "99", "123456", "4503599627370497", "9007199254740993", "17976931348623157"] {
        guard let value = Double("\(digits)e\(exponent)"), value.isFinite else { continue }
        #expect(try Self.text(value) == Self.reference(value.description))
        #expect(try Self.decoder.decode(Double.self, from: Data("\(digits)e\(exponent)".utf8)) == value)
      }
    }
    for power in 0..<1024 {
      let value = Double(sign: .plus, exponent: power - 512, significand: 1)
      for near in [value, value.nextUp, value.nextDown] {
        #expect(try Self.text(near) == Self.reference(near.description))
      }
    }
  }

  @Test("numbers beside integers, and with many places behind whole numbers of every length")
  func manyPlaces() throws {
    var random = SystemRandomNumberGenerator()
    var power = 1.0
    while power < 1e18 {
      for whole in [power, power - 1, power + 1, 2.5 * power] {
        for near in [whole, whole.nextUp, whole.nextDown, whole + 0.00005, -whole.nextUp] {
          #expect(try Self.text(near) == Self.reference(near.description))
        }
        let narrow = Float(whole)
        for near in [narrow, narrow.nextUp, narrow.nextDown, -narrow.nextUp] {
          #expect(try Self.text(near) == Self.reference(near.description))
        }
      }
      for _ in 0..<500 {
        let value = Double.random(in: power..<10 * power, using: &random)
        #expect(try Self.text(value) == Self.reference(value.description))
        let short = Double("\(Int(value) % 1000).\(UInt64.random(in: 0..<1_000_000_000_000, using: &random))") ?? 0
        #expect(try Self.text(short) == Self.reference(short.description))
        let narrow = Float.random(in: Float(power)..<Float(10 * power), using: &random)
        #expect(try Self.text(narrow) == Self.reference(narrow.description))
      }
      power *= 10
    }
  }

  @Test("decimals of every length, below 1 and above, and fractions that end in 5")
  func decimalLengths() throws {
    var random = SystemRandomNumberGenerator()
    for places in 1...17 {
      for _ in 0..<300 {
        let digits = UInt64.random(in: 0..<1_000_000_000_000_000_000, using: &random) >> UInt64.random(in: 0...59)
        for text in ["\(digits)e-\(places)", "-\(digits)5e-\(places)", "\(digits)e-\(places + 3)"] {
          let value = Double(text) ?? 0
          #expect(try Self.text(value) == Self.reference(value.description))
          let narrow = Float(text) ?? 0
          #expect(try Self.text(narrow) == Self.reference(narrow.description))
        }
      }
    }
    // Exact decimals with as many places as the power of two, which are shortened or written whole.
    for power in 1...60 {
      for odd in 0..<40 {
        let value = Double(2 * odd + 1) / Double(sign: .plus, exponent: power, significand: 1)
        #expect(try Self.text(value) == Self.reference(value.description))
        #expect(try Self.text(Float(value)) == Self.reference(Float(value).description))
      }
    }
    // The smallest numbers have fewer bits.
    for bits in 1...2000 as ClosedRange<UInt64> {
      #expect(try Self.text(Double(bitPattern: bits)) == Self.reference(Double(bitPattern: bits).description))
      let narrow = Float(bitPattern: UInt32(bits))
      #expect(try Self.text(narrow) == Self.reference(narrow.description))
    }
  }

  @Test("integers of every length")
  func lengths() throws {
    var power: UInt64 = 1
    while true {
      let values = [power - 1, power, power + 1, 2 * power - 1, power + power / 2]
      #expect(try Self.text(values) == "[\(values.map(String.init).joined(separator: ","))]")
      if power < 1_000_000_000_000_000_000 {
        let signed = values.flatMap { [Int($0), -Int($0)] }
        #expect(try Self.text(signed) == "[\(signed.map(String.init).joined(separator: ","))]")
      }
      guard power < 1_000_000_000_000_000_000 else { break }
      power *= 10
    }
  }

  @Test("numbers at the ends of the range")
  func ends() throws {
    let ends = [1e22, 1e-22, Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude]
    #expect(try Self.text(ends) == "[1e+22,1e-22,5e-324,1.7976931348623157e+308]")
  }

  @Test("integers are exact to their type's limits, and refused beyond")
  func integers() throws {
    func check<Integer: FixedWidthInteger & Codable>(_ type: Integer.Type) throws {
      for value in [Integer.min, .min + 1, 0, 1, .max - 1, .max] {
        let written = try Self.text(value)
        #expect(written == String(value))
        #expect(try Self.decoder.decode(type, from: Data(written.utf8)) == value)
        #expect(try Self.decoder.decode(type, from: Data("\(value).000".utf8)) == value)
        #expect(try Self.decoder.decode(type, from: Data("\(value == 0 ? "" : "\(value)")0e-1".utf8)) == value)
      }
      for beyond in [
        "\(Integer.max)0", "-\(Integer.max)9", "1e400", "-1e400", "1.5", "1e-1",
        "123456789012345678901234567890123456789012",
      ] {
        #expect(throws: DecodingError.self) { try Self.decoder.decode(type, from: Data(beyond.utf8)) }
      }
    }
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    try check(Int128.self)
    try check(UInt128.self)
    #expect(try Self.decoder.decode(Int.self, from: Data("9007199254740993".utf8)) == 9_007_199_254_740_993)
    #expect(try Self.decoder.decode(UInt64.self, from: Data("1844674407370955161500e-2".utf8)) == .max)
    #expect(throws: DecodingError.self) { try Self.decoder.decode(UInt.self, from: Data("-1".utf8)) }
    #expect(try Self.decoder.decode(Int.self, from: Data("-0".utf8)) == 0)
  }
}

import Testing

@testable import AutoCoding

/// The standard library's integers are the judges.
struct WideIntegerTests {
  private static let edges: [String] = [
    "0", "-0", "+0", "1", "-1", "+7", "127", "128", "-128", "-129", "255", "256", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616", "-18446744073709551615", "-18446744073709551616",
    "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
    "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105729",
    "340282366920938463463374607431768211455", "340282366920938463463374607431768211456",
    "-340282366920938463463374607431768211455", "99999999999999999999999999999999999999999", "", "-", "+", "--1", "1.0",
    "1e3", " 1", "1 ", "١", "0x10", "000000000000000000000000000000000000000000000000012",
  ]

  private func check<Value: FixedWidthInteger>(_ type: Value.Type, _ text: String) {
    #expect(WideInteger(text)?.exactly(type) == Value(text), "\(text) as \(type)")
  }

  @Test("digits are read as by each integer type", arguments: edges)
  func digits(text: String) {
    check(Int8.self, text)
    check(UInt8.self, text)
    check(Int16.self, text)
    check(UInt32.self, text)
    check(Int64.self, text)
    check(UInt64.self, text)
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    check(Int128.self, text)
    check(UInt128.self, text)
    if let value = Int128(text) {
      let wide = WideInteger(twosComplement: Int64(truncatingIfNeeded: value >> 64), UInt64(truncatingIfNeeded: value))
      #expect(wide == WideInteger(text))
      #expect(wide.exactly(Int128.self) == value)
      #expect(wide.twosComplement == (Int64(truncatingIfNeeded: value >> 64), UInt64(truncatingIfNeeded: value)))
      #expect(wide.digits == "\(value)")
    }
  }

  @Test(
    "doubles are read exactly",
    arguments: [
      0, -0.0, 0.5, -1, 1, 255, 256, 0x1p53, 0x1p63, -0x1p63, 0x1p64, -0x1p64, 0x1.fffffffffffffp126, 0x1p127, -0x1p127,
      0x1.fffffffffffffp127, 0x1p128, -0x1p128, 1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 1e20 + 4096,
    ])
  func doubles(value: Double) {
    let wide = WideInteger(exactly: value)
    #expect(wide?.exactly(Int8.self) == Int8(exactly: value))
    #expect(wide?.exactly(Int64.self) == Int64(exactly: value))
    #expect(wide?.exactly(UInt64.self) == UInt64(exactly: value))
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    #expect(wide?.exactly(Int128.self) == Int128(exactly: value))
    #expect(wide?.exactly(UInt128.self) == UInt128(exactly: value))
  }
}

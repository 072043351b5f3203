import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A kind of contents. Code that refuses one kind may accept another.
struct SampleForm: Hashable {
  private let number: Int

  /// Readable text, and small positive numbers.
  static let first = SampleForm(number: 0)
  static let all = (0..<texts.count).map { SampleForm(number: $0) }

  /// The number of elements of an array that code reads by itself.
  var elementCount: Int { Self.elementCounts[number] }
  private static let elementCounts = [2, 2, 1, 2, 2, 2, 4, 16, 1, 0, 2, 2, 3, 32, 2, 2, 2, 2, 8, 64, 2, 2, 2, 2]

  /// Returns a text.
  ///
  /// - Parameters:
  ///   - label: The name of the property.
  ///   - count: A number that no other value of the sample has.
  func text(_ label: String, _ count: UInt64) -> String { Self.texts[number](label, count) }

  /// Returns a number.
  ///
  /// - Parameter count: A number that no other value of the sample has.
  func integer<Integer: FixedWidthInteger>(_ count: UInt64, as type: Integer.Type) -> Integer {
    let small = Integer(exactly: count) ?? Integer(truncatingIfNeeded: 1 + (count - 1) % UInt64(clamping: Integer.max))
    switch number % 6 {
    case 1: return 0
    case 2: return 1
    case 3: return Integer.isSigned ? 0 - small : small
    case 4: return Integer(exactly: 1_700_000_000 + count) ?? small
    case 5: return small % 10
    default: return small
    }
  }

  /// Returns a number with a fraction that every format keeps.
  func floatingPoint(_ count: UInt64) -> Double {
    let small = Double(count % 100_000)
    switch number % 6 {
    case 1: return 0
    case 2: return 1
    case 3: return -small - 0.5
    case 4: return 1_700_000_000 + small
    case 5: return Double(1 + count % 7) / 8
    default: return small + 0.5
    }
  }

  private static let texts: [@Sendable (_ label: String, _ count: UInt64) -> String] = [
    { "\($0) \($1)" },
    { "\($1)" },
    { "https://example.com/\($1)" },
    { "2026-01-02T03:\(digits($1, below: 60)):05Z" },
    { UUID(sample: $1).uuidString },
    { $1 % 2 == 1 ? "true" : "false" },
    { "\($1).5" },
    { "2026-01-\(day($1))" },
    { "#" + hexadecimal($1, count: 6) },
    { hexadecimal($1, count: 8) },
    { "{\"\($0)\":\($1)}" },
    { "[\($1)]" },
    { "\($0)\($1)@example.com" },
    { _, count in letter(count) },
    { Data("\($0) \($1)".utf8).base64EncodedString() },
    { _, count in ["en_US", "de_DE", "ja_JP"][Int(count % 3)] },
    { _, count in ["GMT", "Europe/Berlin", "Asia/Tokyo"][Int(count % 3)] },
    { _, count in ["EUR", "JPY", "USD"][Int(count % 3)] },
    { "2026-01-02T03:\(digits($1, below: 60)):05.125Z" },
    { "03:\(digits($1, below: 60)):05" },
    { "1.2.\($1)" },
    { _, _ in "" },
    { $1 % 2 == 1 ? "yes" : "no" },
    { "Fri, 02 Jan 2026 03:\(digits($1, below: 60)):05 GMT" },
  ]

  private static func day(_ count: UInt64) -> String {
    let day = (count + 1) % 28
    return day == 0 ? "28" : digits(day, below: 28)
  }

  private static func digits(_ count: UInt64, below limit: UInt64) -> String {
    let number = count % limit
    return number < 10 ? "0\(number)" : "\(number)"
  }

  private static func hexadecimal(_ count: UInt64, count digits: Int) -> String {
    let text = String(count, radix: 16)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text.suffix(digits)
  }

  private static func letter(_ count: UInt64) -> String {
    String(UnicodeScalar(UInt8(ascii: "a") + UInt8(count % 26)))
  }
}

extension UUID {
  /// An identifier of version 4 that ends with a number.
  init(sample count: UInt64) {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
    self.init(
      uuid: (
        0x5A, 0x5A, 0x5A, 0x5A, 0x5A, 0x5A, 0x40, 0, 0x80, bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6],
        bytes[7]
      ))
  }
}

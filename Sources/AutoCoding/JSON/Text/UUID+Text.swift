#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// UUIDs as they are written, straight between text and bytes: Foundation scans with the C library's formats, which takes
/// longer than the rest of a small model.
extension UUID {
  /// How many bytes the text has.
  static let textCount = 36
  /// The bytes before which there is a hyphen.
  private static let hyphens: UInt16 = 1 << 4 | 1 << 6 | 1 << 8 | 1 << 10

  /// The UUID of 36 bytes, four hyphens among digits of either case; nil where they are anything else.
  ///
  /// Precondition: there are as many bytes.
  init?(text: UnsafeRawPointer) {
    func bytes(_ offset: Int) -> UInt64 { text.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    func four(_ offset: Int) -> UInt32 { text.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    func hyphen(_ offset: Int) -> Bool { text.load(fromByteOffset: offset, as: UInt8.self) == UInt8(ascii: "-") }
    guard hyphen(8), hyphen(13), hyphen(18), hyphen(23) else { return nil }
    // The digits without the hyphens.
    let low = SIMD4<UInt32>(four(0), four(4), four(9), four(14))
    let high = SIMD4<UInt32>(four(19), four(24), four(28), four(32))
    guard let first = Self.bytes(ofDigits: unsafeBitCast(low, to: SIMD16<UInt8>.self)),
      let second = Self.bytes(ofDigits: unsafeBitCast(high, to: SIMD16<UInt8>.self))
    else { return nil }
    self.init(uuid: unsafeBitCast(SIMD2(first, second), to: uuid_t.self))
  }

  /// Returns the bytes of 16 hexadecimal digits, as they are in memory; nil if they are anything else.
  @inline(__always)
  private static func bytes(ofDigits text: SIMD16<UInt8>) -> UInt64? {
    let digits = text &- SIMD16<UInt8>(repeating: UInt8(ascii: "0"))
    let letters = (text | SIMD16<UInt8>(repeating: 0x20)) &- SIMD16<UInt8>(repeating: UInt8(ascii: "a"))
    let areDigits: ByteMask = digits .< SIMD16<UInt8>(repeating: 10)
    let areLetters: ByteMask = letters .< SIMD16<UInt8>(repeating: 6)
    guard (areDigits .| areLetters).words == (.max, .max) else { return nil }
    let values =
      (digits & areDigits.bytes) | ((letters &+ SIMD16<UInt8>(repeating: 10)) & ~areDigits.bytes)
    let pairs = values.evenHalf &<< SIMD8<UInt8>(repeating: 4) | values.oddHalf
    return unsafeBitCast(pairs, to: UInt64.self)
  }

  /// Writes what ``uuidString`` is.
  ///
  /// Precondition: there is room for 36 bytes.
  func write(to target: UnsafeMutableRawPointer) {
    var place = target
    withUnsafeBytes(of: uuid) { bytes in
      for index in bytes.indices {
        if Self.hyphens >> UInt16(index) & 1 != 0 {
          place.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
          place += 1
        }
        place.storeBytes(of: Self.text(bytes[index] >> 4), as: UInt8.self)
        place.storeBytes(of: Self.text(bytes[index] & 0xf), toByteOffset: 1, as: UInt8.self)
        place += 2
      }
    }
  }

  @inline(__always)
  private static func text(_ digit: UInt8) -> UInt8 {
    digit < 10 ? digit &+ UInt8(ascii: "0") : digit &+ (UInt8(ascii: "A") - 10)
  }
}

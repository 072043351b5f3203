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
    var place = text
    var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    var wrong: UInt8 = 0
    withUnsafeMutableBytes(of: &value) { bytes in
      for index in bytes.indices {
        if Self.hyphens >> UInt16(index) & 1 != 0 {
          wrong |= place.load(as: UInt8.self) ^ UInt8(ascii: "-")
          place += 1
        }
        let high = JSONReader.hexadecimalDigit(place.load(as: UInt8.self))
        let low = JSONReader.hexadecimalDigit(place.load(fromByteOffset: 1, as: UInt8.self))
        wrong |= (high | low) & 0xf0
        bytes[index] = high << 4 | low
        place += 2
      }
    }
    guard wrong == 0 else { return nil }
    self.init(uuid: value)
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

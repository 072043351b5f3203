#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Converts UUIDs straight between text and bytes. Foundation scans with the C library's formats, which takes longer
/// than the rest of a small model.
extension UUID {
  /// The number of bytes of the text.
  static let textCount = 36
  /// A bit for each byte of the UUID that has a hyphen before it.
  private static let hyphens: UInt16 = 1 << 4 | 1 << 6 | 1 << 8 | 1 << 10

  /// Creates a UUID from 36 bytes of text, with four hyphens among digits of either case. Returns nil for any other
  /// text.
  ///
  /// Precondition: 36 bytes can be read.
  init?(text: UnsafeRawPointer) {
    func hyphen(_ offset: Int) -> Bool { text.load(fromByteOffset: offset, as: UInt8.self) == UInt8(ascii: "-") }
    func digits(_ first: Int, _ second: Int) -> UInt64 {
      UInt64(UInt32(littleEndian: text.loadUnaligned(fromByteOffset: first, as: UInt32.self)))
        | UInt64(UInt32(littleEndian: text.loadUnaligned(fromByteOffset: second, as: UInt32.self))) &<< 32
    }
    guard hyphen(8), hyphen(13), hyphen(18), hyphen(23), let first = Self.bytes(ofDigits: digits(0, 4)),
      let second = Self.bytes(ofDigits: digits(9, 14)), let third = Self.bytes(ofDigits: digits(19, 24)),
      let fourth = Self.bytes(ofDigits: digits(28, 32))
    else { return nil }
    var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &value) { bytes in
      bytes.storeBytes(of: first.littleEndian, as: UInt32.self)
      bytes.storeBytes(of: second.littleEndian, toByteOffset: 4, as: UInt32.self)
      bytes.storeBytes(of: third.littleEndian, toByteOffset: 8, as: UInt32.self)
      bytes.storeBytes(of: fourth.littleEndian, toByteOffset: 12, as: UInt32.self)
    }
    self.init(uuid: value)
  }

  /// Creates a UUID from text, as `init(uuidString:)` does.
  init?(text: String) {
    let usual = text.utf8.withContiguousStorageIfAvailable { text -> UUID? in
      guard text.count == Self.textCount, let start = text.baseAddress else { return nil }
      return UUID(text: start)
    }
    guard let uuid = (usual ?? nil) ?? UUID(uuidString: text) else { return nil }
    self = uuid
  }

  /// The same as ``uuidString``.
  var text: String {
    String(unsafeUninitializedCapacity: Self.textCount) { text in
      guard let start = text.baseAddress else { return 0 }
      write(to: start)
      return Self.textCount
    }
  }

  /// Returns the bytes of 8 hexadecimal digits, the first in the lowest byte; nil if the text is anything else.
  @inline(__always)
  private static func bytes(ofDigits text: UInt64) -> UInt32? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // 1 for each byte that may be a letter.
    let letters = (text &>> 6) & ones
    let values = (text & (ones &* 0x0f)) &+ letters &* 9
    let isLetter = letters &* 0xff
    let wrong =
      ((text & (ones &* 0xf0)) ^ (ones &* 0x30)) & ~isLetter
      | ((text & (ones &* 0xd0)) ^ (ones &* 0x40)) & isLetter
      // Digits are below 10, letters 10 to 15.
      | (values & (ones &* 0xf0)) | (((values &+ ones &* 6) & (ones &* 0x10)) ^ letters &<< 4)
    guard wrong == 0 else { return nil }
    // Two digits become a byte; then the bytes move together.
    var bytes = (values &<< 4 | values &>> 8) & 0x00ff_00ff_00ff_00ff
    bytes = (bytes | bytes &>> 8) & 0x0000_ffff_0000_ffff
    return UInt32(truncatingIfNeeded: bytes | bytes &>> 16)
  }

  /// Writes the same text as ``uuidString``.
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

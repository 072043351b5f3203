/// The first byte of every object in a binary property list. The high four bits are its kind; the low four bits are a
/// size, a count, or one of the singular values. Docs/Formats.md has the table.
enum PropertyListMarker {
  static let null: UInt8 = 0x00
  static let `false`: UInt8 = 0x08
  static let `true`: UInt8 = 0x09
  static let integer: UInt8 = 0x10
  static let float: UInt8 = 0x22
  static let double: UInt8 = 0x23
  static let date: UInt8 = 0x33
  static let data: UInt8 = 0x40
  static let asciiString: UInt8 = 0x50
  static let utf16String: UInt8 = 0x60
  static let uid: UInt8 = 0x80
  static let array: UInt8 = 0xA0
  static let orderedSet: UInt8 = 0xB0
  static let set: UInt8 = 0xC0
  static let dictionary: UInt8 = 0xD0

  /// In the low four bits: the count is in an integer object that follows.
  static let countFollows: UInt8 = 0x0F

  /// Returns how an integer is written: its marker, and how many bytes follow. From 0 to `UInt32.max`, it takes 1, 2 or 4
  /// bytes and is unsigned; all others take 8 bytes and are signed.
  @inline(__always)
  static func form(of value: Int64) -> (marker: UInt8, size: Int) {
    if value < 0 || value > UInt32.max { return (integer | 3, 8) }
    if value > UInt16.max { return (integer | 2, 4) }
    return value > UInt8.max ? (integer | 1, 2) : (integer, 1)
  }
}

/// Encodes keys as names, for stores that do not accept every text.
///
/// A byte that a store does not accept is written as `%` and two hexadecimal digits. So names are ASCII, every key has
/// exactly one name, and every name belongs to at most one key.
struct KeyName {
  /// For file systems, including those that ignore case or normalize Unicode, as Apple's do.
  ///
  /// No name starts with a dot. So no file is hidden, leads out of the directory (`..`), or is taken for a temporary
  /// file.
  static let file = KeyName(emptyName: "%") { byte, isFirst in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"): true
    case UInt8(ascii: "."): !isFirst
    default: false
    }
  }

  /// For dictionaries that may compare keys as Unicode text. Printable ASCII other than `%` stays as it is.
  static let ascii = KeyName(emptyName: "%") { byte, _ in
    byte > 0x20 && byte < 0x7f && byte != UInt8(ascii: "%")
  }

  /// The name of the empty key. It must differ from every other key's name.
  let emptyName: String
  /// Whether a byte is written as it is. Never true for `%`.
  let isUnescaped: @Sendable (_ byte: UInt8, _ isFirst: Bool) -> Bool

  /// Returns the name of a key.
  func encode(_ key: String) -> String {
    if key.isEmpty { return emptyName }
    var name: [UInt8] = []
    for byte in key.utf8 {
      if isUnescaped(byte, name.isEmpty) {
        name.append(byte)
      } else {
        name += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 0xf)]]
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// Returns the key of a name, or nil if ``encode(_:)`` does not produce that name.
  func decode(_ name: String) -> String? {
    if name == emptyName { return "" }
    var bytes: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(Self.digits.firstIndex),
        let low = rest.popFirst().flatMap(Self.digits.firstIndex)
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    guard !bytes.isEmpty, let key = String(validating: bytes, as: UTF8.self), encode(key) == name else { return nil }
    return key
  }
}

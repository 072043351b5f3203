#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stores a URL as text, and reads text with characters that a URL must escape: `https://example.com/a b/ü`.
///
/// Characters that a URL does not allow at their position are escaped in UTF-8. So is a percent sign that begins no
/// escape. Existing escapes are kept: `/a b%20c` becomes `/a%20b%20c`. The escaped text is written.
public enum EscapedURL: PropertyTransformer {
  /// Returns the text of a URL.
  public static func encode(_ url: URL) -> String { url.absoluteString }

  /// Returns the URL of a text.
  ///
  /// - Throws: `DecodingError` if the text is no URL even when it is escaped.
  public static func decode(_ text: String) throws -> URL {
    guard let url = URL(string: escaped(text)) else {
      throw TransformerError.decoding("Expected a URL, but found \(TransformerError.quoted(text)).")
    }
    return url
  }

  /// Escapes what is behind the host.
  private static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = hostEnd(of: bytes)
    result += bytes[..<index]
    var isInFragment = false
    while index < bytes.count {
      let byte = bytes[index]
      let isAllowed: Bool
      switch byte {
      case UInt8(ascii: "#"):
        isAllowed = !isInFragment
        isInFragment = true
      case UInt8(ascii: "?"): isAllowed = true
      case UInt8(ascii: "%"):
        isAllowed = index + 2 < bytes.count && isHexadecimal(bytes[index + 1]) && isHexadecimal(bytes[index + 2])
      default: isAllowed = Self.isAllowed(byte)
      }
      if isAllowed { result.append(byte) } else { result += escape(byte) }
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the end of the scheme and host, which have other rules; 0 if the text has none.
  private static func hostEnd(of bytes: [UInt8]) -> Int {
    var start = 0
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[..<colon].allSatisfy(isInScheme) { start = colon + 1 }
    guard bytes[start...].starts(with: "//".utf8) else { return start }
    return bytes[(start + 2)...].firstIndex {
      $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#")
    } ?? bytes.count
  }

  private static func isInScheme(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }

  /// Whether RFC 3986 allows a character in paths, queries and fragments.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    // Besides letters and digits: `-._~!$&'()*+,;=:@/`.
    switch byte {
    case 0x21, 0x24, 0x26...0x2f, 0x3a, 0x3b, 0x3d, 0x40, 0x5f, 0x7e: true
    default: isAlphanumeric(byte)
    }
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}

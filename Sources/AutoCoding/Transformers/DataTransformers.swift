#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stores data as hexadecimal text: `48656c6c6f`.
///
/// It writes small letters and reads both. Text of another kind is an error.
public enum HexadecimalData: PropertyTransformer {
  /// Returns the text of some bytes.
  public static func encode(_ data: Data) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: data.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Returns the bytes of a text.
  ///
  /// - Throws: `DecodingError` if the text has another character than hexadecimal digits, or an odd number of them.
  public static func decode(_ text: String) throws -> Data {
    var data = Data()
    data.reserveCapacity(text.utf8.count / 2)
    var high: UInt8?
    for character in text.utf8 {
      guard let digit = digit(character) else { throw failure(text) }
      if let first = high {
        data.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    guard high == nil else { throw failure(text) }
    return data
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x41...0x46: character - 0x37
    case 0x61...0x66: character - 0x57
    default: nil
    }
  }

  private static func failure(_ text: String) -> DecodingError {
    TransformerError.decoding(
      "Expected hexadecimal digits, two for each byte, but found \(TransformerError.quoted(text)).")
  }
}

/// Stores data as Base64URL, which JSON Web Tokens use: Base64 with `-` and `_`, and without padding.
///
/// It also reads text with padding. Text with other characters, and text that encodes more bits than its bytes have, is
/// an error.
public enum Base64URLData: PropertyTransformer {
  /// Returns the text of some bytes.
  public static func encode(_ data: Data) -> String {
    String(data.base64EncodedString().prefix { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
  }

  /// Returns the bytes of a text.
  ///
  /// - Throws: `DecodingError` if the text is not Base64URL.
  public static func decode(_ text: String) throws -> Data {
    let digits = text.prefix { $0 != "=" }
    let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
    guard !digits.utf8.contains(where: { "+/".utf8.contains($0) }),
      digits.count == text.count || text == digits + padding,
      let data = Data(base64Encoded: digits.map { $0 == "-" ? "+" : $0 == "_" ? "/" : String($0) }.joined() + padding),
      encode(data) == digits
    else {
      throw TransformerError.decoding("Expected Base64URL text, but found \(TransformerError.quoted(text)).")
    }
    return data
  }
}

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
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value }
    let bytes = [UInt8](data)
    var text = [UInt8](repeating: 0, count: 2 * bytes.count)
    for index in bytes.indices {
      text[2 * index] = digit(bytes[index] >> 4)
      text[2 * index + 1] = digit(bytes[index] & 15)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a text.
  ///
  /// - Throws: `DecodingError` if the text has another character than hexadecimal digits, or an odd number of them.
  public static func decode(_ text: String) throws -> Data {
    let characters = [UInt8](text.utf8)
    guard characters.count.isMultiple(of: 2) else { throw failure(text) }
    var bytes = [UInt8](repeating: 0, count: characters.count / 2)
    for index in bytes.indices {
      guard let high = digit(characters[2 * index]), let low = digit(characters[2 * index + 1]) else {
        throw failure(text)
      }
      bytes[index] = high << 4 | low
    }
    return Data(bytes)
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
    String(decoding: digits(of: data), as: UTF8.self)
  }

  /// Returns the bytes of a text.
  ///
  /// - Throws: `DecodingError` if the text is not Base64URL.
  public static func decode(_ text: String) throws -> Data {
    guard let data = data(of: text.utf8) else {
      throw TransformerError.decoding("Expected Base64URL text, but found \(TransformerError.quoted(text)).")
    }
    return data
  }

  private static func digits(of data: Data) -> [UInt8] {
    var digits = Array(data.base64EncodedData())
    while digits.last == UInt8(ascii: "=") { digits.removeLast() }
    for index in digits.indices {
      switch digits[index] {
      case UInt8(ascii: "+"): digits[index] = UInt8(ascii: "-")
      case UInt8(ascii: "/"): digits[index] = UInt8(ascii: "_")
      default: break
      }
    }
    return digits
  }

  /// Returns the bytes of a text; nil if it is not Base64URL.
  private static func data(of text: String.UTF8View) -> Data? {
    var base64: [UInt8] = []
    base64.reserveCapacity(text.count + 3)
    var hasPadding = false
    for byte in text {
      switch byte {
      case UInt8(ascii: "="):
        hasPadding = true
        continue
      case _ where hasPadding: return nil
      case UInt8(ascii: "+"), UInt8(ascii: "/"): return nil
      case UInt8(ascii: "-"): base64.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): base64.append(UInt8(ascii: "/"))
      default: base64.append(byte)
      }
    }
    let count = base64.count
    let padding = (4 - count % 4) % 4
    guard !hasPadding || text.count == count + padding else { return nil }
    base64 += repeatElement(UInt8(ascii: "="), count: padding)
    guard let data = Data(base64Encoded: Data(base64)) else { return nil }
    // The last digit may have bits that belong to no byte. Only zeros are valid there.
    let rest = data.suffix(data.count % 3)
    let last = text.prefix(count).suffix(rest.count + 1)
    guard rest.isEmpty || digits(of: Data(rest)).elementsEqual(last) else { return nil }
    return data
  }
}

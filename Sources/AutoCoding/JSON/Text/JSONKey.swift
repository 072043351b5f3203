/// A property's key as JSON text, prepared at its first use and cached in the key's slot.
struct JSONKey {
  private static let textOffset = 16

  /// Holds the number of bytes of the text without its colon, whether it contains a slash, and the text.
  private let block: UnsafeRawPointer

  @inline(__always)
  init(_ key: PropertyKey) { block = key.slot.prepared ?? Self.prepare(key) }

  /// The key in quotes and a colon, followed by at least 15 bytes of memory.
  @inline(__always)
  var text: UnsafePointer<UInt8> { (block + Self.textOffset).assumingMemoryBound(to: UInt8.self) }

  /// The number of bytes of ``text`` without the colon.
  @inline(__always)
  var count: Int { block.load(as: Int.self) }

  /// ``text`` without the colon.
  @inline(__always)
  var quoted: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: text, count: count) }

  /// Whether the key contains a slash, which JSON text may or may not escape. ``text`` escapes it.
  @inline(__always)
  var hasSlash: Bool { block.load(fromByteOffset: 8, as: Bool.self) }

  @inline(never)
  private static func prepare(_ key: PropertyKey) -> UnsafeRawPointer {
    let bytes = text(of: key.stringValue)
    // Readers and writers access 8 bytes at a time, possibly beyond the end.
    let size = textOffset + bytes.count + 16
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    block.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    block.storeBytes(of: bytes.count - 1, as: Int.self)
    block.storeBytes(of: key.stringValue.utf8.contains(UInt8(ascii: "/")), toByteOffset: 8, as: Bool.self)
    (block + textOffset).copyMemory(from: bytes, byteCount: bytes.count)
    key.slot.keep(block)
    return UnsafeRawPointer(block)
  }

  /// Returns a key in quotes, followed by a colon.
  static func text(of string: String, escapesSlashes: Bool = true) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(string.utf8.count + 3)
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "/") where !escapesSlashes: bytes.append(byte)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes += [UInt8(ascii: "\\"), byte]
      case 8: bytes += Array(#"\b"#.utf8)
      case 9: bytes += Array(#"\t"#.utf8)
      case 10: bytes += Array(#"\n"#.utf8)
      case 12: bytes += Array(#"\f"#.utf8)
      case 13: bytes += Array(#"\r"#.utf8)
      case 0..<32: bytes += Array((byte < 16 ? #"\u000"# : #"\u00"#).utf8) + Array(String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    return bytes
  }
}

/// A hash of keys, compared before their text.
enum KeyHash {
  /// - Parameter bytes: A key in UTF-8.
  @inline(__always)
  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let count = bytes.count
    guard count > 0, let first = UnsafeRawPointer(bytes.baseAddress) else { return 0 }
    var word: UInt64
    if count >= 8 {
      word = first.loadUnaligned(as: UInt64.self)
      let last = first.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      word = (word &* 0x9e37_79b9_7f4a_7c15) ^ last
      // Names with the same beginning and end usually differ in the middle.
      word ^= UInt64(first.load(fromByteOffset: count &>> 1, as: UInt8.self)) &<< 32
    } else if count >= 4 {
      let low = UInt64(first.loadUnaligned(as: UInt32.self))
      let high = UInt64(first.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      word = low | high &<< 32
    } else {
      word = UInt64(bytes[0]) | UInt64(bytes[count &>> 1]) &<< 8 | UInt64(bytes[count &- 1]) &<< 16
    }
    word = (word ^ UInt64(truncatingIfNeeded: count)) &* 0xd6e8_feb8_6659_fd93
    return UInt32(truncatingIfNeeded: word &>> 32)
  }

  @inline(__always)
  static func of(_ key: String) -> UInt32 {
    var key = key
    return key.withUTF8 { of($0) }
  }
}

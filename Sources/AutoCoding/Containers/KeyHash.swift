/// A hash of keys, compared before their text.
enum KeyHash {
  /// The bit of a hash in a set of hashes, which tells that most keys are not among others.
  @inline(__always)
  static func bit(of hash: UInt32) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: hash) }

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

  /// The hash of a key's text. Keys that `==` says are equal have one hash, however their letters are composed.
  @inline(__always)
  static func of(_ key: String) -> UInt32 {
    // A copy would be retained.
    (key.utf8.withContiguousStorageIfAvailable { ofASCII($0) } ?? nil) ?? otherHash(of: key)
  }

  /// The hash of a key that is compared by its bytes.
  @inline(__always)
  static func ofBytes(_ key: String) -> UInt32 {
    var key = key
    return key.withUTF8 { of($0) }
  }

  /// The hash of a key in ASCII; nil for any other key.
  @inline(__always)
  private static func ofASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
    UnsafeRawBufferPointer(bytes).isASCII ? of(bytes) : nil
  }

  @inline(never)
  private static func otherHash(of key: String) -> UInt32 {
    var key = key.withASCIIEquivalents
    return key.withUTF8 { ofASCII($0) } ?? UInt32(truncatingIfNeeded: key.hashValue)
  }
}

extension String {
  /// The text with ASCII characters in place of the three others that Swift finds equal to one. Equal texts in ASCII then
  /// have equal bytes.
  var withASCIIEquivalents: String {
    func equivalent(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
      switch scalar {
      case "\u{37e}": ";"
      case "\u{1fef}": "`"
      case "\u{212a}": "K"
      default: nil
      }
    }
    guard unicodeScalars.contains(where: { equivalent($0) != nil }) else { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars { text.append(equivalent(scalar) ?? scalar) }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether texts of such scalars are equal only if their bytes are: they are composed (Unicode's form NFC), whatever is
  /// before and after them. That is so for most letters; false says nothing.
  private var isComposed: Bool {
    switch value {
    case 0..<0x300, 0x388...0x482, 0x3041...0x3098, 0x30a0...0x30ff, 0x3400...0x9fff, 0xac00...0xd7a3,
      0x1f000...0x1ffff:
      true
    default: false
    }
  }

  /// Whether a text may be equal to another composed text in other bytes; false is certain.
  static func mayHaveEquivalents(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    !String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy(\.isComposed)
  }
}

/// Strings of up to 15 bytes, which Swift keeps in the two words of a `String`: made of these words, and taken apart,
/// without a look at every byte where they are ASCII. The bytes of longer ones are in an object, or in the program.
///
/// The layout is part of the stable ABI: the text, padded with zeros, and in the highest byte the count with 0xe0, or with
/// 0xa0 beyond ASCII; of longer strings, the second word says where the bytes are, less 32.
/// Whether the standard library does it so is checked before anything is made in this way.
package enum SmallString {
  /// Whether strings of the standard library are laid out as described, and may be used so.
  package static let isSupported: Bool = {
    if Portability.isRequired { return false }
    let texts = ["a", "ab/", "1234567", "12345678", "123456789", "ABCDEFGHIJKLMN", "~~~~~~~~~~~~~~~"]
    guard MemoryLayout<String>.size == 16, 1.littleEndian == 1 else { return false }
    return texts.allSatisfy { text in
      // A copy that was not known when this was compiled.
      let string = String(decoding: Array(text.utf8), as: UTF8.self)
      var bytes = [UInt8](repeating: 0, count: 16)
      for (index, byte) in text.utf8.enumerated() { bytes[index] = byte }
      let (low, high) = bytes.withUnsafeBytes {
        ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      }
      let words = unsafeBitCast(string, to: (UInt64, UInt64).self)
      return words.0 == low && words.1 == high | (0xe0 | UInt64(text.utf8.count)) << 56
    } && hasMark && hasSteadyBytes
  }()

  /// Whether the bytes of longer strings are where these say, and not in a copy that is made to be looked at.
  private static var hasSteadyBytes: Bool {
    let long = String(decoding: Array("a text that is too long to be stored inline".utf8), as: UTF8.self)
    return [long, "a literal that is too long to be stored inline"].allSatisfy { string in
      let word = unsafeBitCast(string, to: (UInt64, UInt64).self).1 & (1 << 56 - 1)
      let address = withUnsafePointer(to: string) { largeBytes(at: $0)?.baseAddress }
      return address == UnsafePointer(bitPattern: UInt(truncatingIfNeeded: word) &+ 32)
    }
  }

  /// Whether the mark of small strings tells them from others, those beyond ASCII among them.
  private static var hasMark: Bool {
    let wide = unsafeBitCast(String(decoding: Array("Zürich".utf8), as: UTF8.self), to: (UInt64, UInt64).self)
    let long = String(decoding: Array("a text that is too long to be stored inline".utf8), as: UTF8.self)
    let large = unsafeBitCast(long, to: (UInt64, UInt64).self).1
    let literal = unsafeBitCast("a literal that is too long to be stored inline", to: (UInt64, UInt64).self).1
    return wide.0 == 0x68_6369_72bc_c35a && wide.1 == 0xa7 << 56 && (large | literal) & 1 << 61 == 0
  }

  /// The words of a string that is kept in them, and how many bytes of text they begin with; nil for any other.
  ///
  /// Precondition: ``isSupported``.
  @inline(__always)
  package static func bytes(at string: UnsafePointer<String>) -> (block: SIMD16<UInt8>, count: Int)? {
    let mark = UnsafeRawPointer(string).load(fromByteOffset: 15, as: UInt8.self)
    // The third bit says that the string is small, and the lowest four how many bytes it has.
    guard mark & 1 << 5 != 0 else { return nil }
    return (UnsafeRawPointer(string).loadUnaligned(as: SIMD16<UInt8>.self), Int(truncatingIfNeeded: mark & 15))
  }

  /// The bytes of a string that is not kept in its two words, where they lie: valid for as long as the string at the address
  /// stays there. Nil where they are not in memory as UTF-8.
  ///
  /// Precondition: ``bytes(at:)`` is nil.
  @inline(__always)
  package static func largeBytes(at string: UnsafePointer<String>) -> UnsafeBufferPointer<UInt8>? {
    // Taken out of the call, as a copy of the string, retained for as long as the bytes are used, would cost as much as
    // their use. They are in an object that the string at the address keeps alive, or in the program itself.
    string.pointee.utf8.withContiguousStorageIfAvailable { $0 }
  }

  /// The string of the first `count` bytes of two words.
  ///
  /// Precondition: ``isSupported``; `count` is 0 to 15.
  ///
  /// - Parameter isUTF8: Asked where the bytes are not ASCII; nil is returned where the answer is no.
  @inline(__always)
  package static func string(_ low: UInt64, _ high: UInt64, count: Int, isUTF8: () -> Bool) -> String? {
    let bits = UInt64(truncatingIfNeeded: count &* 8)
    // A shift by all bits or more leaves none of them.
    let low = low & ~(UInt64.max << bits)
    let high = high & ~(UInt64.max << (bits > 64 ? bits &- 64 : 0))
    var mark: UInt64 = 0xe0
    if (low | high) & 0x8080_8080_8080_8080 != 0 {
      guard isUTF8() else { return nil }
      mark = 0xa0
    }
    // A cast would retain what is no object.
    var words = (low, high | (mark | UInt64(truncatingIfNeeded: count)) << 56)
    return withUnsafeMutablePointer(to: &words) { UnsafeMutableRawPointer($0).take(as: String.self) }
  }
}

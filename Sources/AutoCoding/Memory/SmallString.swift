/// Direct access to strings of up to 15 bytes, which Swift stores in the two words of a `String`. They are made from
/// these words and taken apart without looking at each byte if they are ASCII. The bytes of longer strings are in an
/// object, or in the program's image.
///
/// The layout is part of the stable ABI: the text, padded with zeros, and in the highest byte the count with 0xe0, or
/// with 0xa0 if the text is not ASCII. The second word of a longer string holds the address of its bytes minus 32.
/// Whether the standard library keeps to this layout is checked before any string is accessed in this way.
package enum SmallString {
  /// Whether the standard library lays out strings as described, and ``Portability`` permits this access.
  package static let isSupported: Bool = {
    if Portability.isRequired { return false }
    let texts = ["a", "ab/", "1234567", "12345678", "123456789", "ABCDEFGHIJKLMN", "~~~~~~~~~~~~~~~"]
    guard MemoryLayout<String>.size == 16, 1.littleEndian == 1 else { return false }
    return texts.allSatisfy { text in
      // A copy that the compiler cannot evaluate.
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

  /// Whether access to the bytes of a longer string yields the address that its second word holds, not that of a copy.
  private static var hasSteadyBytes: Bool {
    let long = String(decoding: Array("a text that is too long to be stored inline".utf8), as: UTF8.self)
    return [long, "a literal that is too long to be stored inline"].allSatisfy { string in
      let word = unsafeBitCast(string, to: (UInt64, UInt64).self).1 & (1 << 56 - 1)
      let address = withUnsafePointer(to: string) { largeBytes(at: $0)?.baseAddress }
      return address == UnsafePointer(bitPattern: UInt(truncatingIfNeeded: word) &+ 32)
    }
  }

  /// Whether the mark distinguishes small strings, including those that are not ASCII, from longer ones.
  private static var hasMark: Bool {
    let wide = unsafeBitCast(String(decoding: Array("Zürich".utf8), as: UTF8.self), to: (UInt64, UInt64).self)
    let long = String(decoding: Array("a text that is too long to be stored inline".utf8), as: UTF8.self)
    let large = unsafeBitCast(long, to: (UInt64, UInt64).self).1
    let literal = unsafeBitCast("a literal that is too long to be stored inline", to: (UInt64, UInt64).self).1
    return wide.0 == 0x68_6369_72bc_c35a && wide.1 == 0xa7 << 56 && (large | literal) & 1 << 61 == 0
  }

  /// Returns the words of a small string and the number of bytes of text in them; nil for a longer string.
  ///
  /// Precondition: ``isSupported``.
  @inline(__always)
  package static func bytes(at string: UnsafePointer<String>) -> (block: SIMD16<UInt8>, count: Int)? {
    let mark = UnsafeRawPointer(string).load(fromByteOffset: 15, as: UInt8.self)
    // Bit 5 is set if the string is small; the lowest four bits are the number of bytes.
    guard mark & 1 << 5 != 0 else { return nil }
    return (UnsafeRawPointer(string).loadUnaligned(as: SIMD16<UInt8>.self), Int(truncatingIfNeeded: mark & 15))
  }

  /// Returns the bytes of a longer string in place; they are valid while the string at the address is unchanged.
  /// Returns nil if they are not in memory as UTF-8.
  ///
  /// Precondition: ``bytes(at:)`` is nil.
  @inline(__always)
  package static func largeBytes(at string: UnsafePointer<String>) -> UnsafeBufferPointer<UInt8>? {
    // The address may leave the closure: the string at the address keeps the object with the bytes alive, or they are
    // in the program's image. Retaining a copy of the string would cost as much as using the bytes.
    string.pointee.utf8.withContiguousStorageIfAvailable { $0 }
  }

  /// Makes a string from the first `count` bytes of two words.
  ///
  /// Precondition: ``isSupported``; `count` is 0 to 15.
  ///
  /// - Parameter isUTF8: Returns whether the bytes are UTF-8. Called only if they are not ASCII.
  /// - Returns: Nil if the bytes are not UTF-8.
  @inline(__always)
  package static func string(_ low: UInt64, _ high: UInt64, count: Int, isUTF8: () -> Bool) -> String? {
    let bits = UInt64(truncatingIfNeeded: count &* 8)
    // A smart shift by 64 bits or more gives 0.
    let low = low & ~(UInt64.max << bits)
    let high = high & ~(UInt64.max << (bits > 64 ? bits &- 64 : 0))
    var mark: UInt64 = 0xe0
    if (low | high) & 0x8080_8080_8080_8080 != 0 {
      guard isUTF8() else { return nil }
      mark = 0xa0
    }
    // A bit cast would retain the words, which are not an object.
    var words = (low, high | (mark | UInt64(truncatingIfNeeded: count)) << 56)
    return withUnsafeMutablePointer(to: &words) { UnsafeMutableRawPointer($0).take(as: String.self) }
  }
}

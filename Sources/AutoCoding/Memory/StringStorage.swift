import RuntimeShims

/// Makes a `String` that is too long for ``SmallString``. The standard library would validate every byte again.
///
/// Such a string is two words: the number of its bytes with some flags, and a reference to an object. The object's
/// header is followed by the capacity, by a copy of the first of the two words, and at offset 32 by the text and a zero
/// byte. From 64 bytes of text on, the object ends with room for a reference to the breadcrumbs, which the standard
/// library computes for UTF-16 offsets (swift/stdlib/public/core/StringObject.swift and StringStorage.swift). Whether
/// the standard library keeps to this layout is checked before any string is made in this way.
package struct StringStorage: @unchecked Sendable {
  /// Immortal.
  private let header: UnsafePointer<Header>

  /// The shared instance; nil if the standard library does not lay out strings as described, or if ``Portability``
  /// forbids it.
  package static let shared: StringStorage? = {
    guard !Portability.isRequired, let header = Header.checked() else { return nil }
    let memory = UnsafeMutablePointer<Header>.allocate(capacity: 1)
    memory.initialize(to: header)
    return StringStorage(header: UnsafePointer(memory))
  }()

  /// Makes a string from a copy of the bytes.
  ///
  /// Precondition: the bytes are UTF-8, at least 16, and all ASCII if `isASCII` is true.
  @inline(__always)
  package func string(copying text: UnsafeRawPointer, count: Int, isASCII: Bool) -> String {
    header.pointee.string(copying: text, count: count, isASCII: isASCII)
  }
}

extension StringStorage {
  /// The class and flags that the objects of all strings share.
  private struct Header {
    private static let capacityOffset = 16
    private static let countOffset = 24
    private static let textOffset = 32
    private static let countMask: UInt64 = 1 << 48 - 1
    /// The first word's flags for text in an object of this kind: the object is the standard library's own class, and
    /// the text follows its header.
    private static let nativeFlags: UInt64 = 3 << 60
    private static let breadcrumbsFlag: UInt64 = 1 << 63
    private static let breadcrumbsCount = 64

    let type: UnsafeRawPointer
    let flags: UInt64
    let asciiFlags: UInt64

    @inline(__always)
    func string(copying text: UnsafeRawPointer, count: Int, isASCII: Bool) -> String {
      let hasBreadcrumbs = count >= Self.breadcrumbsCount
      let end = hasBreadcrumbs ? 8 : 0
      let size = (Self.textOffset &+ count &+ 1 &+ end &+ 7) & ~15 &+ 8
      let capacity = UInt64(truncatingIfNeeded: size &- Self.textOffset &- end)
      let word = UInt64(truncatingIfNeeded: count) | (isASCII ? asciiFlags : flags)
      let object = swift_allocObject(type, size, 7)
      object.storeBytes(
        of: hasBreadcrumbs ? capacity | Self.breadcrumbsFlag : capacity, toByteOffset: Self.capacityOffset,
        as: UInt64.self)
      object.storeBytes(of: word, toByteOffset: Self.countOffset, as: UInt64.self)
      (object + Self.textOffset).copyMemory(from: text, byteCount: count)
      object.storeBytes(of: 0, toByteOffset: Self.textOffset &+ count, as: UInt8.self)
      if hasBreadcrumbs { object.storeBytes(of: 0, toByteOffset: size &- end, as: UInt64.self) }
      // A bit cast would retain the object once more.
      var words = (word, object)
      return withUnsafeMutablePointer(to: &words) { UnsafeMutableRawPointer($0).take(as: String.self) }
    }

    /// Returns the class of a string's object and the flags in its first word; nil if the string is not laid out as
    /// described.
    private static func parts(of string: String) -> (type: UnsafeRawPointer, flags: UInt64)? {
      let (word, reference) = unsafeBitCast(string, to: (UInt64, UInt64).self)
      let flags = word & ~countMask
      let count = Int(truncatingIfNeeded: word & countMask)
      guard count == string.utf8.count, flags & nativeFlags == nativeFlags, reference >> 56 == 0,
        let object = UnsafeRawPointer(bitPattern: UInt(truncatingIfNeeded: reference)),
        let type = UnsafeRawPointer(bitPattern: object.load(as: UInt.self)),
        object.load(fromByteOffset: countOffset, as: UInt64.self) == word
      else { return nil }
      let capacity = object.load(fromByteOffset: capacityOffset, as: UInt64.self)
      guard capacity & countMask > UInt64(truncatingIfNeeded: count),
        capacity & ~countMask == (count >= breadcrumbsCount ? breadcrumbsFlag : 0),
        UnsafeRawBufferPointer(start: object + textOffset, count: count + 1).elementsEqual(Array(string.utf8) + [0])
      else { return nil }
      return (type, flags)
    }

    /// Returns the header that all sample strings share; nil if they differ, or if a string made with it is not like
    /// them.
    static func checked() -> Header? {
      guard MemoryLayout<String>.size == 16, MemoryLayout<UnsafeRawPointer>.size == 8, 1.littleEndian == 1 else {
        return nil
      }
      // Made at run time, since literals are not in objects. Few, since this delays the first text of a process.
      let texts = [16, 17, 31, 32, 63, 64, 65, 500].map { count in
        String(decoding: (0..<count).map { UInt8($0 % 26 + 97) }, as: UTF8.self)
      }
      let wide = [8, 15, 16, 31, 32, 63, 64, 65].map { count in
        String(decoding: Array(String(repeating: "ü", count: count).utf8), as: UTF8.self)
      }
      guard let (type, asciiFlags) = parts(of: texts[0]), let (_, flags) = parts(of: wide[0]) else { return nil }
      let header = Header(type: type, flags: flags, asciiFlags: asciiFlags)
      let isRight = (texts.map { ($0, asciiFlags) } + wide.map { ($0, flags) }).allSatisfy { text, flags in
        guard let parts = parts(of: text), parts == (type, flags) else { return false }
        return header.isRight(for: text, isASCII: flags == asciiFlags)
      }
      return isRight ? header : nil
    }

    /// Whether a string made from the bytes of another equals it, also after both were appended to.
    private func isRight(for text: String, isASCII: Bool) -> Bool {
      let bytes = Array(text.utf8)
      var made = bytes.withUnsafeBytes { bytes in
        bytes.baseAddress.map { string(copying: $0, count: bytes.count, isASCII: isASCII) } ?? ""
      }
      // For UTF-16 offsets the standard library uses the room for breadcrumbs at the end.
      guard made == text, made.hashValue == text.hashValue, made.utf16.count == text.utf16.count,
        made.utf16.index(made.startIndex, offsetBy: made.utf16.count) == made.endIndex
      else { return false }
      let kept = made
      made.append(contentsOf: text)
      return made == text + text && kept == text
    }
  }
}

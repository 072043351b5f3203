import RuntimeShims

/// The memory of a `String` that is too long for ``SmallString``, which the standard library fills only after a look at
/// every byte, whoever has had one already.
///
/// Such a string is two words: the number of its bytes with some flags, and a reference to an object. That has, after its
/// header, its capacity, the first of the two words once more, and from the 32nd byte on the text with a zero behind it. From
/// 64 bytes on there is room at the end for a reference to what the standard library finds out about UTF-16
/// (swift/stdlib/public/core/StringObject.swift and StringStorage.swift). Whether the standard library does it so is
/// checked before anything is made in this way.
package struct StringStorage: @unchecked Sendable {
  /// Immortal.
  private let header: UnsafePointer<Header>

  /// How strings are made; nil where they are not laid out as described.
  package static let shared: StringStorage? = {
    guard !Portability.isRequired, let header = Header.checked() else { return nil }
    let memory = UnsafeMutablePointer<Header>.allocate(capacity: 1)
    memory.initialize(to: header)
    return StringStorage(header: UnsafePointer(memory))
  }()

  /// A string of these bytes.
  ///
  /// Precondition: the bytes are UTF-8, 16 at least; all are ASCII if `isASCII` says so.
  @inline(__always)
  package func string(copying text: UnsafeRawPointer, count: Int, isASCII: Bool) -> String {
    header.pointee.string(copying: text, count: count, isASCII: isASCII)
  }
}

extension StringStorage {
  /// What the objects of all strings have in common.
  private struct Header {
    private static let capacityOffset = 16
    private static let countOffset = 24
    private static let textOffset = 32
    private static let countMask: UInt64 = 1 << 48 - 1
    /// The first word's flags of a text in an object of this kind: that it is the standard library's, and after a header.
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
      // A cast would retain the object once more.
      var words = (word, object)
      return withUnsafeMutablePointer(to: &words) { UnsafeMutableRawPointer($0).take(as: String.self) }
    }

    /// The class of a string's object and the flags in its first word; nil where it is not laid out as described.
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

    /// The header that all of some strings have, where what is made with it cannot be told from them.
    static func checked() -> Header? {
      guard MemoryLayout<String>.size == 16, MemoryLayout<UnsafeRawPointer>.size == 8, 1.littleEndian == 1 else {
        return nil
      }
      let counts = [16, 17, 23, 24, 31, 32, 47, 62, 63, 64, 65, 127, 128, 1000]
      // Made while the program runs: literals are not in objects.
      let texts = counts.map { count in String(decoding: (0..<count).map { UInt8($0 % 26 + 97) }, as: UTF8.self) }
      let wide = counts.map { String(decoding: Array(String(repeating: "ü", count: $0).utf8), as: UTF8.self) }
      guard let (type, asciiFlags) = parts(of: texts[0]), let (_, flags) = parts(of: wide[0]) else { return nil }
      let header = Header(type: type, flags: flags, asciiFlags: asciiFlags)
      let isRight = (texts.map { ($0, asciiFlags) } + wide.map { ($0, flags) }).allSatisfy { text, flags in
        guard let parts = parts(of: text), parts == (type, flags) else { return false }
        return header.isRight(for: text, isASCII: flags == asciiFlags)
      }
      return isRight ? header : nil
    }

    /// Whether a string that is made is like the one that it is made from, also when it is changed.
    private func isRight(for text: String, isASCII: Bool) -> Bool {
      let bytes = Array(text.utf8)
      var made = bytes.withUnsafeBytes { bytes in
        bytes.baseAddress.map { string(copying: $0, count: bytes.count, isASCII: isASCII) } ?? ""
      }
      // Asked for UTF-16, the standard library makes use of the room at the end.
      guard made == text, made.hashValue == text.hashValue, made.utf16.count == text.utf16.count,
        made.utf16.index(made.startIndex, offsetBy: made.utf16.count) == made.endIndex
      else { return false }
      let kept = made
      made.append(contentsOf: text)
      return made == text + text && kept == text
    }
  }
}

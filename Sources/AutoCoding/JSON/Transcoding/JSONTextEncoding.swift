/// The encodings of JSON text, as `JSONDecoder` tells them apart: by the byte order mark, or else by the zero bytes of the first
/// character, which is ASCII (RFC 4627, section 3).
enum JSONTextEncoding: Sendable {
  case utf8, utf16LittleEndian, utf16BigEndian, utf32LittleEndian, utf32BigEndian

  /// Whether a text must be transcoded before it is read: no UTF-8 text begins like this. Two bytes tell.
  @inline(__always)
  static func isForeign(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 2 else { return false }
    let (first, second) = (bytes[0], bytes[1])
    return first == 0 || second == 0 || first == 0xff && second == 0xfe || first == 0xfe && second == 0xff
  }

  /// Detects the encoding of a text, and the length of its byte order mark, which is 0 if there is none.
  static func detect(_ bytes: UnsafeRawBufferPointer) -> (encoding: JSONTextEncoding, mark: Int) {
    func begins(with mark: UInt8...) -> Bool { bytes.starts(with: mark) }
    if begins(with: 0xef, 0xbb, 0xbf) { return (.utf8, 3) }
    if begins(with: 0, 0, 0xfe, 0xff) { return (.utf32BigEndian, 4) }
    // `JSONDecoder` takes the second of these for the mark of UTF-32. Neither begins valid JSON in UTF-16.
    if begins(with: 0xff, 0xfe, 0, 0) || begins(with: 0xfe, 0xff, 0, 0) { return (.utf32LittleEndian, 4) }
    if begins(with: 0xfe, 0xff) { return (.utf16BigEndian, 2) }
    if begins(with: 0xff, 0xfe) { return (.utf16LittleEndian, 2) }
    guard bytes.count >= 2, bytes[0] == 0 || bytes[1] == 0 else { return (.utf8, 0) }
    if bytes[0] == 0 { return (bytes[1] == 0 ? .utf32BigEndian : .utf16BigEndian, 0) }
    return (bytes.count >= 4 && bytes[2] == 0 && bytes[3] == 0 ? .utf32LittleEndian : .utf16LittleEndian, 0)
  }

  /// The number of bytes of a code unit.
  var width: Int {
    switch self {
    case .utf8: 1
    case .utf16LittleEndian, .utf16BigEndian: 2
    case .utf32LittleEndian, .utf32BigEndian: 4
    }
  }

  var isBigEndian: Bool { self == .utf16BigEndian || self == .utf32BigEndian }

  /// The name in errors.
  var name: String { width == 2 ? "UTF-16" : "UTF-32" }
}

/// What is wrong with a text that cannot be transcoded.
struct JSONTextFlaw: Error {
  let reason: String
  /// The place in the text as UTF-8.
  let place: Int
}

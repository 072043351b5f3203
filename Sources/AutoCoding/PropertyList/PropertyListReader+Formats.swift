extension PropertyListReader {
  /// Whether bytes begin like a binary property list of any version.
  static func isBinary(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes.starts(with: "bplist".utf8) }

  /// Throws the best explanation of why the bytes are not a binary property list.
  static func refuseOtherFormats(_ bytes: UnsafeRawBufferPointer) throws {
    // All versions that begin with 0 have the same objects; Foundation accepts them, too.
    if bytes.count >= PropertyListLayout.headerSize, let base = bytes.baseAddress,
      load(base, 0) &>> 8 == 0x62_70_6C_69_73_74_30
    {
      return
    }
    throw refusal(of: bytes).decodingError()
  }

  /// Returns the first eight bytes in hexadecimal, for messages.
  static func start(of bytes: UnsafeRawBufferPointer) -> String {
    bytes.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined(separator: " ")
  }

  private static func refusal(of bytes: UnsafeRawBufferPointer) -> DataRefusal {
    if bytes.isEmpty {
      return DataRefusal(.damage, "The data is empty; a binary property list begins with \"bplist00\".")
    }
    if bytes.starts(with: "bplist".utf8) {
      let version = bytes.dropFirst(6).prefix(2)
      guard version.count == 2 else {
        return DataRefusal(
          .damage, "Invalid binary property list: expected its version at byte offset 6, found the end of the data.")
      }
      let text = String(decoding: version, as: UTF8.self)
      return DataRefusal(
        .otherFormat,
        """
        This is a binary property list of version \(text.debugDescription), which some of Apple's frameworks exchange \
        between processes; only versions that begin with 0 are supported.
        """, remedy: "Write it with PropertyListSerialization or NSKeyedArchiver.")
    }
    switch format(of: bytes) {
    case .xml:
      return DataRefusal(
        .otherFormat, "This is an XML property list; only binary ones are read.",
        remedy: """
          Convert it with `plutil -convert binary1 FILE`, or have it written in the binary format, which \
          NSKeyedArchiver's outputFormat and PropertyListEncoder's outputFormat set.
          """)
    case .text:
      return DataRefusal(
        .otherFormat, "This is text, perhaps an OpenStep property list or JSON; only binary property lists are read.",
        remedy: "Convert a property list with `plutil -convert binary1 FILE`; for JSON there is AutoJSONDecoder.")
    case .unknown:
      return DataRefusal(
        .damage,
        """
        This is not a binary property list: expected "bplist00" at byte offset 0, found the bytes \
        \(start(of: bytes)).
        """)
    }
  }

  enum Format {
    case xml, text, unknown
  }

  /// Guesses the format from the first character after a byte order mark and white space.
  static func format(of bytes: UnsafeRawBufferPointer) -> Format {
    // In UTF-16 and UTF-32, ASCII characters are padded with zeros.
    let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(4).contains(0)
    let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
    let start = bytes.drop { byte in
      marks.contains(byte) || byte == 0x20 || 0x09...0x0D ~= byte || (isWide && byte == 0)
    }
    guard let first = start.first else { return .unknown }
    switch first {
    case UInt8(ascii: "<"):
      // OpenStep text has data in angle brackets, as hexadecimal digits.
      let tag = start.dropFirst().prefix(16).filter { $0 != 0 }
      if let second = tag.first, "?!p".utf8.contains(second) { return .xml }
      // Foundation also reads a value without the element around it.
      return PropertyListXMLScanner.Element(name: tag.prefix { 0x61...0x7A ~= $0 }) == .unknown ? .text : .xml
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "/"):
      return .text
    default:
      return .unknown
    }
  }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// XML property lists, by way of binary ones.
enum PropertyListXML {
  private typealias Pool = CoderPool<PropertyListEncodingWorker>
  private static let pool = Pool()

  /// Returns an encoded value in a format that is not binary.
  ///
  /// - Parameters:
  ///   - value: The value, for errors.
  ///   - encode: Calls its parameter with the binary property list, whose text is UTF-8, and returns the result.
  /// - Throws: `EncodingError` if the format is not XML, or XML cannot represent a date; the errors of `encode`.
  static func encode<T>(
    _ value: T, _ format: AutoPropertyListEncoder.PropertyListFormat, limits: CodingLimits,
    _ encode: ((UnsafeRawBufferPointer) throws -> Data) throws -> Data
  ) throws -> Data {
    guard format == .xml else {
      throw EncodingError.invalidValue(
        PrintableValue.of(value),
        .init(
          """
          The OpenStep format of property lists is only read by some programs, and not written; set outputFormat to \
          .binary or .xml.
          """))
    }
    let text = try encode { bytes in
      var writer = PropertyListXMLWriter(try PropertyListReader(bytes, hasUTF8: true))
      return try writer.text()
    }
    try check(text, of: value, limits: limits)
    return text
  }

  /// Refuses a property list of more bytes than the limit.
  static func check<Value>(_ list: Data, of value: Value, limits: CodingLimits) throws {
    guard list.count <= limits.maximumByteCount else {
      throw EncodingError.invalidValue(
        PrintableValue.of(value),
        .init(
          "The property list has \(list.count) bytes, more than limits.maximumByteCount allows (\(limits.maximumByteCount))."
        ))
    }
  }

  /// Returns the binary form of an XML property list.
  ///
  /// - Throws: `DecodingError` for text that is no XML property list, with the line.
  static func binary(from bytes: UnsafeRawBufferPointer, limits: CodingLimits) throws -> Data {
    try parse(bytes, limits: limits, keepsUTF8: false) { try $0.finish(top: $1) }
  }

  /// Calls `body` with the binary form of an XML property list, whose text is UTF-8.
  ///
  /// - Throws: As ``binary(from:limits:)``; the errors of `body`.
  static func withBinary<Result>(
    from bytes: UnsafeRawBufferPointer, limits: CodingLimits, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    try parse(bytes, limits: limits, keepsUTF8: true) { try $0.withList(top: $1, body) }
  }

  /// - Parameters:
  ///   - keepsUTF8: ``PropertyListWriter/keepsUTF8``.
  ///   - finish: Is passed the list and the object of its root.
  private static func parse<Result>(
    _ bytes: UnsafeRawBufferPointer, limits: CodingLimits, keepsUTF8: Bool,
    _ finish: (inout PropertyListWriter, UInt32) throws -> Result
  ) throws -> Result {
    guard !bytes.isEmpty else {
      throw DataRefusal(.damage, "The data is empty; a property list has at least one value.").decodingError()
    }
    guard bytes.count <= limits.maximumByteCount else {
      throw DataRefusal(
        .limit,
        """
        The property list has \(bytes.count) bytes, more than limits.maximumByteCount allows \
        (\(limits.maximumByteCount)).
        """
      ).decodingError()
    }
    let converted = try utf8(bytes)
    return try (converted ?? []).withUnsafeBytes { text in
      let text = converted == nil ? bytes : text
      try refuseOtherFormats(text)
      let item = pool.take()
      let builder = item.pointee.worker.builder
      builder.pointee.list.keepsUTF8 = keepsUTF8
      defer {
        builder.pointee.removeAll()
        pool.leave(item)
      }
      var parser = PropertyListXMLParser(text, isConverted: converted != nil, builder: builder)
      try parser.parse()
      let root = builder.pointee.pop()
      return try finish(&builder.pointee.list, root)
    }
  }

  private static func refuseOtherFormats(_ bytes: UnsafeRawBufferPointer) throws {
    switch PropertyListReader.format(of: bytes) {
    case .xml: return
    case .text:
      throw DataRefusal(
        .otherFormat,
        """
        This is text, perhaps an OpenStep property list or JSON; AutoPropertyListDecoder reads binary and XML property \
        lists.
        """,
        remedy: """
          Convert an OpenStep property list with `plutil -convert binary1 FILE`; for JSON there is AutoJSONDecoder.
          """
      ).decodingError()
    case .unknown:
      throw DataRefusal(
        .damage,
        """
        This is no property list: expected "bplist00" or an XML element <plist> at byte offset 0, found the bytes \
        \(PropertyListReader.start(of: bytes)).
        """
      ).decodingError()
    }
  }

  /// Returns text in UTF-16 or UTF-32 as UTF-8; nil for any other text, which is read in place.
  private static func utf8(_ bytes: UnsafeRawBufferPointer) throws -> [UInt8]? {
    // By the mark or the first character, "<". UTF-32 first: its little-endian mark begins with that of UTF-16, whose
    // text has no character 0.
    switch true {
    case bytes.starts(with: [0, 0, 0xFE, 0xFF]), bytes.starts(with: [0, 0, 0, 0x3C]):
      return try utf8(bytes, from: UTF32.self, "UTF-32", isBig: true)
    case bytes.starts(with: [0xFF, 0xFE, 0, 0]), bytes.starts(with: [0x3C, 0, 0, 0]):
      return try utf8(bytes, from: UTF32.self, "UTF-32", isBig: false)
    case bytes.starts(with: [0xFE, 0xFF]), bytes.starts(with: [0, 0x3C]):
      return try utf8(bytes, from: UTF16.self, "UTF-16", isBig: true)
    case bytes.starts(with: [0xFF, 0xFE]), bytes.starts(with: [0x3C, 0]):
      return try utf8(bytes, from: UTF16.self, "UTF-16", isBig: false)
    default: return nil
    }
  }

  private static func utf8<Encoding: UnicodeCodec>(
    _ bytes: UnsafeRawBufferPointer, from encoding: Encoding.Type, _ name: String, isBig: Bool
  ) throws -> [UInt8] where Encoding.CodeUnit: FixedWidthInteger {
    let width = MemoryLayout<Encoding.CodeUnit>.size
    let units = stride(from: 0, through: bytes.count - width, by: width).lazy.map { index in
      let unit = bytes.loadUnaligned(fromByteOffset: index, as: Encoding.CodeUnit.self)
      return isBig ? unit.bigEndian : unit.littleEndian
    }
    var text: [UInt8] = []
    let isInvalid = transcode(units.makeIterator(), from: encoding, to: UTF8.self, stoppingOnError: true) {
      text.append($0)
    }
    // Without a mark, what begins like it may be something else.
    let hasMark = text.starts(with: [0xEF, 0xBB, 0xBF])
    guard !isInvalid, bytes.count % width == 0, hasMark || !text.contains(0) else {
      throw DataRefusal(.damage, "The XML property list begins like \(name), and is not valid \(name).").decodingError()
    }
    return text
  }
}

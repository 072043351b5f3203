#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads untrusted XML property lists, and makes binary ones of them.
///
/// It reads the XML that property lists consist of: elements without declarations of their own, comments between them,
/// CDATA sections, and entities for single characters. Anything else is an error, with its line.
struct PropertyListXMLParser: ~Copyable {
  /// An array or dictionary that is being read.
  private struct Frame {
    let isArray: Bool
    /// Whether the next element has to be a value of a dictionary.
    var hasKey = false
    /// The positions of values on the builder's stack, by the objects of their keys.
    var positions: [UInt32: Int] = [:]
    /// The position of the value that the next one replaces, since both have one key.
    var replaced: Int?
  }

  private struct Tag {
    let name: Substring
    let isClosing: Bool
    let isEmpty: Bool
  }

  private let bytes: UnsafeRawBufferPointer
  /// Whether the text was converted from UTF-16.
  private let isConverted: Bool
  private var position = 0
  private var builder = PropertyListBuilder(limits: CodingLimits())
  private var frames: [Frame] = []

  init(_ bytes: UnsafeRawBufferPointer, isConverted: Bool) {
    self.bytes = bytes
    self.isConverted = isConverted
  }

  /// Returns the binary property list.
  mutating func list() throws -> Data {
    guard UTF8StringBuilder.isUTF8(bytes) else { throw error("expected UTF-8", "bytes that are not valid") }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    var tag = try nextTag()
    let isWrapped = tag.name == "plist" && !tag.isClosing
    if isWrapped {
      guard !tag.isEmpty else { throw error("expected a value in <plist>", "none") }
      tag = try nextTag()
    }
    try element(tag)
    while !frames.isEmpty { try element(try nextTag()) }
    if isWrapped {
      let end = try nextTag()
      guard end.name == "plist", end.isClosing else { throw error("expected </plist>", Self.text(of: end)) }
    }
    try skipMisc()
    guard position == bytes.count else { throw error("expected the end of the text", "more") }
    return try builder.list.finish(top: builder.pop())
  }

  // MARK: Elements

  /// Reads a leaf, or begins or ends a container.
  private mutating func element(_ tag: Tag) throws {
    if tag.isClosing { return try end(tag) }
    if let frame = frames.last, !frame.isArray, !frame.hasKey {
      guard tag.name == "key" else { throw error("expected <key>", Self.text(of: tag)) }
      return try key(tag)
    }
    switch tag.name {
    case "array", "dict":
      builder.begin()
      frames.append(Frame(isArray: tag.name == "array"))
      if tag.isEmpty { try end(tag) }
      return
    case "true", "false":
      guard try content(of: tag).allSatisfy(\.isWhitespace) else {
        throw error("expected </\(tag.name)>", "text")
      }
      builder.push(builder.list.add(bool: tag.name == "true"))
    case "string": builder.add(try content(of: tag))
    case "integer": try integer(try trimmed(tag))
    case "real": try real(try trimmed(tag))
    case "date": try date(try trimmed(tag))
    case "data":
      let text = try content(of: tag)
      let digits = String(decoding: text.utf8.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }, as: UTF8.self)
      guard let data = Data(base64Encoded: digits) else { throw error("expected Base64 in <data>", "something else") }
      data.withUnsafeBytes { builder.push(builder.list.add(data: $0)) }
    default:
      throw error("expected an element of property lists", Self.text(of: tag))
    }
    didAddValue()
  }

  private mutating func key(_ tag: Tag) throws {
    let key = builder.object(of: try content(of: tag))
    let index = frames.count - 1
    frames[index].hasKey = true
    frames[index].replaced = frames[index].positions[key]
    // As with Foundation's parser, the last of several values under one key counts.
    guard frames[index].replaced == nil else { return }
    frames[index].positions[key] = builder.valueCount
    builder.addKey(object: key)
  }

  private mutating func end(_ tag: Tag) throws {
    guard let frame = frames.last, tag.name == (frame.isArray ? "array" : "dict") else {
      throw error(
        frames.isEmpty ? "expected a value" : "expected an element or the end of the container", Self.text(of: tag))
    }
    guard !frame.hasKey else { throw error("expected the value of a key", Self.text(of: tag)) }
    frames.removeLast()
    if frame.isArray { builder.endArray() } else { builder.endDictionary() }
    didAddValue()
  }

  private mutating func didAddValue() {
    guard let frame = frames.last, !frame.isArray else { return }
    frames[frames.count - 1].hasKey = false
    if let replaced = frame.replaced { builder.moveLastValue(to: replaced) }
  }

  // MARK: Leaves

  private mutating func trimmed(_ tag: Tag) throws -> String {
    let text = try content(of: tag)[...]
    let start = text.drop(while: \.isWhitespace)
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }

  private mutating func integer(_ text: String) throws {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst().drop(while: \.isWhitespace) : text[...]
    let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    let bare = isHex ? digits.dropFirst(2) : digits
    // The conversion would accept another sign.
    guard let first = bare.first, first != "-", first != "+", let size = UInt64(bare, radix: isHex ? 16 : 10) else {
      throw error("expected an integer of at most 64 bits in <integer>", "\"\(text.prefix(50))\"")
    }
    if !isNegative { return builder.push(builder.list.add(unsigned: size)) }
    guard size <= Int64.min.magnitude else {
      throw error("expected an integer of at most 64 bits in <integer>", "\"\(text.prefix(50))\"")
    }
    builder.push(builder.list.add(integer: Int64(truncatingIfNeeded: 0 &- size)))
  }

  private mutating func real(_ text: String) throws {
    let value: Double?
    switch text.lowercased() {
    case "nan": value = .nan
    case "+infinity", "infinity", "+inf", "inf": value = .infinity
    case "-infinity", "-inf": value = -.infinity
    default:
      let isNumber = text.utf8.allSatisfy { "+-.eE0123456789".utf8.contains($0) }
      value = isNumber ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
    }
    guard let value else { throw error("expected a number in <real>", "\"\(text.prefix(50))\"") }
    builder.push(builder.list.add(double: value))
  }

  private mutating func date(_ text: String) throws {
    let shape = text.utf8.map { 0x30...0x39 ~= $0 ? UInt8(ascii: "0") : $0 }
    // Some versions of Foundation wrote the first day of a month as day 32 of the month before it.
    let isDay32 = text.utf8.dropFirst(8).starts(with: "32T".utf8)
    guard shape.elementsEqual("0000-00-00T00:00:00Z".utf8),
      let date = Date(iso8601: isDay32 ? "\(text.prefix(8))31\(text.dropFirst(10))" : text)
    else {
      throw error("expected a date like 2001-01-01T00:00:00Z in <date>", "\"\(text.prefix(50))\"")
    }
    builder.push(builder.list.add(date: date.timeIntervalSinceReferenceDate + (isDay32 ? 86400 : 0)))
  }

  // MARK: Text

  /// Returns the text up to the end of an element that has no elements within it.
  private mutating func content(of tag: Tag) throws -> String {
    var text: [UInt8] = []
    while !tag.isEmpty {
      let start = position
      while position < bytes.count, bytes[position] != UInt8(ascii: "<"), bytes[position] != UInt8(ascii: "&") {
        position += 1
      }
      text.append(contentsOf: bytes[start..<position])
      guard position < bytes.count else { throw error("expected </\(tag.name)>", "the end of the text") }
      if bytes[position] == UInt8(ascii: "&") {
        text.append(contentsOf: String(try entity()).utf8)
      } else if skip("<![CDATA[") {
        let start = position
        try skip(through: "]]>")
        text.append(contentsOf: bytes[start..<(position - 3)])
      } else {
        guard !isNext("<!"), !isNext("<?") else { throw error("expected text or </\(tag.name)>", "a comment") }
        let end = try nextTag()
        guard end.isClosing, end.name == tag.name else { throw error("expected </\(tag.name)>", Self.text(of: end)) }
        break
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func entity() throws -> Unicode.Scalar {
    let start = position + 1
    let name = bytes[start...].prefix(10).prefix { $0 != UInt8(ascii: ";") }
    guard start + name.count < bytes.count, bytes[start + name.count] == UInt8(ascii: ";") else {
      throw error("expected an entity like &amp;", "an ampersand alone")
    }
    let text = String(decoding: name, as: UTF8.self)
    let scalar: Unicode.Scalar?
    switch text {
    case "amp": scalar = "&"
    case "lt": scalar = "<"
    case "gt": scalar = ">"
    case "quot": scalar = "\""
    case "apos": scalar = "'"
    default:
      let digits = text.hasPrefix("#x") ? text.dropFirst(2) : text.hasPrefix("#") ? text.dropFirst(1) : ""
      let isPlain = digits.allSatisfy(\.isHexDigit)
      scalar = isPlain ? UInt32(digits, radix: text.hasPrefix("#x") ? 16 : 10).flatMap(Unicode.Scalar.init) : nil
    }
    guard let scalar else { throw error("expected an entity like &amp;", "&\(text);") }
    position = start + name.count + 1
    return scalar
  }

  // MARK: Tags

  private func isNext(_ text: StaticString) -> Bool {
    let text = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return bytes[position...].starts(with: text)
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    guard isNext(text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  private mutating func skip(through text: StaticString) throws {
    while !isNext(text) {
      guard position < bytes.count else { throw error("expected \(text)", "the end of the text") }
      position += 1
    }
    position += text.utf8CodeUnitCount
  }

  /// Skips white space, comments, processing instructions and the document type.
  private mutating func skipMisc() throws {
    while position < bytes.count {
      if [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
        position += 1
      } else if skip("<!--") {
        try skip(through: "-->")
      } else if skip("<?") {
        let start = position
        try skip(through: "?>")
        try checkEncoding(String(decoding: bytes[start..<(position - 2)], as: UTF8.self))
      } else if skip("<!DOCTYPE") {
        let start = position
        try skip(through: ">")
        guard !bytes[start..<position].contains(UInt8(ascii: "[")) else {
          throw error("expected a document type without declarations", "\"[\"")
        }
      } else {
        return
      }
    }
  }

  private func checkEncoding(_ declaration: String) throws {
    guard declaration.hasPrefix("xml") else { return }
    var rest = declaration[...]
    while !rest.isEmpty, !rest.hasPrefix("encoding") { rest.removeFirst() }
    let name = rest.dropFirst("encoding".count).drop { $0 == " " || $0 == "=" }
    guard let quote = name.first else { return }
    let encoding = name.dropFirst().prefix { $0 != quote }.lowercased()
    let known = isConverted ? ["utf-16", "utf-16le", "utf-16be"] : ["utf-8", "us-ascii", "ascii"]
    guard known.contains(encoding) else {
      throw error("expected text in \(isConverted ? "UTF-16" : "UTF-8")", "the encoding \"\(encoding)\"")
    }
  }

  private mutating func nextTag() throws -> Tag {
    try skipMisc()
    guard skip("<") else {
      throw error("expected an element", position < bytes.count ? "text" : "the end of the text")
    }
    let isClosing = skip("/")
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)[...]
    guard !name.isEmpty else { throw error("expected the name of an element", "something else") }
    // Attributes, of which property lists have only the version.
    var quote: UInt8?
    let attributes = position
    while position < bytes.count, quote != nil || bytes[position] != UInt8(ascii: ">") {
      let byte = bytes[position]
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if quote == nil, byte == UInt8(ascii: "<") {
        throw error("expected the end of the tag <\(name)", "another tag")
      }
      position += 1
    }
    guard position < bytes.count else { throw error("expected the end of the tag <\(name)", "the end of the text") }
    let isEmpty = position > attributes && bytes[position - 1] == UInt8(ascii: "/")
    position += 1
    return Tag(name: name, isClosing: isClosing, isEmpty: isEmpty && !isClosing)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "-")
  }

  private static func text(of tag: Tag) -> String { tag.isClosing ? "</\(tag.name)>" : "<\(tag.name)>" }

  // MARK: Errors

  private func error(_ expected: String, _ found: String) -> DecodingError {
    let line = 1 + bytes[..<min(position, bytes.count)].reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
    return DataRefusal(.damage, "Invalid XML property list: \(expected) in line \(line), found \(found).")
      .decodingError()
  }
}

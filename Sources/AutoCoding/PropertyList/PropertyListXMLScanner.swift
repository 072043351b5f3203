/// Splits untrusted XML into tags and the text of leaves.
///
/// It reads the XML that property lists consist of: elements without their own declarations, comments between them,
/// CDATA sections, and entities for single characters. Anything else is an error, with its line.
struct PropertyListXMLScanner {
  /// The name of an element of property lists.
  enum Element {
    case plist, array, dict, key, string, integer, real, date, data, `true`, `false`
    case unknown

    /// - Parameter letters: The bytes of the name, the last in the lowest byte. Longer names are cut at the front.
    init(letters: UInt64) {
      switch letters {
      case 0x70_6C69_7374: self = .plist
      case 0x61_7272_6179: self = .array
      case 0x6469_6374: self = .dict
      case 0x6B_6579: self = .key
      case 0x7374_7269_6E67: self = .string
      case 0x69_6E74_6567_6572: self = .integer
      case 0x7265_616C: self = .real
      case 0x6461_7465: self = .date
      case 0x6461_7461: self = .data
      case 0x7472_7565: self = .true
      case 0x66_616C_7365: self = .false
      default: self = .unknown
      }
    }

    init(name: some Collection<UInt8>) {
      self = name.count <= 7 ? Element(letters: name.reduce(0) { $0 << 8 | UInt64($1) }) : .unknown
    }
  }

  struct Tag {
    let element: Element
    let isClosing: Bool
    let isEmpty: Bool
    /// The range of the name in the bytes.
    fileprivate let name: Range<Int>
  }

  /// The text of a leaf.
  struct Text {
    /// The range of the text in the bytes, if it needs no change.
    fileprivate let range: Range<Int>
    /// The text if it has to be put together, since it has entities or CDATA sections.
    fileprivate var assembled: [UInt8]?
  }

  let bytes: UnsafeRawBufferPointer
  /// Whether the text was converted from UTF-16 or UTF-32.
  let isConverted: Bool
  var position = 0

  /// - Precondition: The bytes exist as long as the scanner.
  init(_ bytes: UnsafeRawBufferPointer, isConverted: Bool) {
    self.bytes = bytes
    self.isConverted = isConverted
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  var isAtEnd: Bool { position == bytes.count }

  // MARK: Text

  /// Calls a closure with the bytes of a text.
  @inline(__always)
  func withBytes<Result>(of text: Text, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    if let assembled = text.assembled { return try assembled.withUnsafeBufferPointer(body) }
    return try UnsafeRawBufferPointer(rebasing: bytes[text.range]).withMemoryRebound(to: UInt8.self, body)
  }

  func string(of text: Text) -> String { withBytes(of: text) { String(decoding: $0, as: UTF8.self) } }

  /// Returns the text up to the end of an element that has no elements within it.
  @inline(__always)
  mutating func content(of tag: Tag) throws -> Text {
    let start = position
    if tag.isEmpty { return Text(range: start..<start) }
    let end = endOfCharacters(from: start)
    guard end + 1 < bytes.count, bytes[end] == UInt8(ascii: "<"), bytes[end + 1] == UInt8(ascii: "/") else {
      return try assembledContent(of: tag)
    }
    position = end
    try readEnd(of: tag)
    return Text(range: start..<end)
  }

  @inline(__always)
  private mutating func readEnd(of tag: Tag) throws {
    // Nearly always it is the name between "</" and ">".
    let name = position + 2
    let end = name + tag.name.count
    if end < bytes.count, bytes[end] == UInt8(ascii: ">"), bytes[position] == UInt8(ascii: "<"),
      bytes[position + 1] == UInt8(ascii: "/"), areEqual(name, tag.name)
    {
      position = end + 1
    } else {
      try readUnusualEnd(of: tag)
    }
  }

  /// Whether a name is at a place. Precondition: the bytes have room for it there.
  @inline(__always)
  private func areEqual(_ place: Int, _ name: Range<Int>) -> Bool {
    for index in 0..<name.count where bytes[place + index] != bytes[name.lowerBound + index] { return false }
    return true
  }

  @inline(never)
  private mutating func readUnusualEnd(of tag: Tag) throws {
    let end = try nextTag()
    guard end.isClosing, end.element == tag.element else {
      throw error("expected </\(name(of: tag))>", description(of: end))
    }
  }

  @inline(never)
  private mutating func assembledContent(of tag: Tag) throws -> Text {
    let begin = position
    var text: [UInt8] = []
    while true {
      let start = position
      position = endOfCharacters(from: start)
      text.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
      guard position < bytes.count else { throw error("expected </\(name(of: tag))>", "the end of the text") }
      if bytes[position] == UInt8(ascii: "&") {
        if let byte = usualEntity() {
          text.append(byte)
        } else {
          text.append(contentsOf: String(try entity()).utf8)
        }
      } else if skip("<![CDATA[") {
        let start = position
        try skip(through: "]]>")
        text.append(contentsOf: bytes[start..<(position - 3)])
      } else {
        guard !isNext("<!"), !isNext("<?") else { throw error("expected text or </\(name(of: tag))>", "a comment") }
        try readEnd(of: tag)
        return Text(range: begin..<begin, assembled: text)
      }
    }
  }

  /// Returns the next place of a tag or an entity, or the end of the text.
  @inline(__always)
  private func endOfCharacters(from start: Int) -> Int {
    var place = start
    while place < bytes.count {
      // Most texts are short.
      let byte = bytes[place]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") { return place }
      place += 1
      if place - start == 16 { return endOfLongText(from: place) }
    }
    return place
  }

  @inline(never)
  private func endOfLongText(from start: Int) -> Int {
    var place = start
    while bytes.count - place >= 16 {
      let next = bytes.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      let isEnd: ByteMask =
        (next .== SIMD16<UInt8>(repeating: UInt8(ascii: "<"))) .| (next .== SIMD16<UInt8>(repeating: UInt8(ascii: "&")))
      if !isEnd.isEmpty { return place + isEnd.bits.trailingZeroBitCount }
      place += 16
    }
    while place < bytes.count, bytes[place] != UInt8(ascii: "<"), bytes[place] != UInt8(ascii: "&") { place += 1 }
    return place
  }

  /// Reads an entity that this library writes; otherwise reads nothing and returns nil.
  @inline(__always)
  private mutating func usualEntity() -> UInt8? {
    guard bytes.count - position >= MemoryLayout<UInt64>.size,
      case let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self),
      let entity = PropertyListXMLEntity(startOf: UInt64(littleEndian: word))
    else { return nil }
    position += entity.count
    return entity.rawValue
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
      let isASCIIHex = digits.allSatisfy(\.isHexDigit)
      scalar = isASCIIHex ? UInt32(digits, radix: text.hasPrefix("#x") ? 16 : 10).flatMap(Unicode.Scalar.init) : nil
    }
    guard let scalar else { throw error("expected an entity like &amp;", "&\(text);") }
    position = start + name.count + 1
    return scalar
  }

  // MARK: Tags

  mutating func nextTag() throws -> Tag {
    try skipMisc()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "<") else {
      throw error("expected an element", position < bytes.count ? "text" : "the end of the text")
    }
    position += 1
    let isClosing = position < bytes.count && bytes[position] == UInt8(ascii: "/")
    if isClosing { position += 1 }
    let start = position
    var letters: UInt64 = 0
    while position < bytes.count, Self.isNameByte(bytes[position]) {
      letters = letters << 8 | UInt64(bytes[position])
      position += 1
    }
    let name = start..<position
    guard !name.isEmpty else { throw error("expected the name of an element", "something else") }
    let isEmpty = try skipAttributes(of: name)
    return Tag(
      element: name.count <= 7 ? Element(letters: letters) : .unknown, isClosing: isClosing,
      isEmpty: isEmpty && !isClosing, name: name)
  }

  /// Skips attributes, of which property lists have only the version, and the end of the tag. Returns whether that is `/>`.
  @inline(__always)
  private mutating func skipAttributes(of name: Range<Int>) throws -> Bool {
    if position < bytes.count, bytes[position] == UInt8(ascii: ">") {
      position += 1
      return false
    }
    if position < bytes.count, bytes[position] > 0x20, bytes[position] != UInt8(ascii: "/") {
      throw error("expected the end of the tag <\(text(in: name))", "another character")
    }
    var quote: UInt8?
    let attributes = position
    while position < bytes.count, quote != nil || bytes[position] != UInt8(ascii: ">") {
      let byte = bytes[position]
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if quote == nil, byte == UInt8(ascii: "<") {
        throw error("expected the end of the tag <\(text(in: name))", "another tag")
      }
      position += 1
    }
    guard position < bytes.count else {
      throw error("expected the end of the tag <\(text(in: name))", "the end of the text")
    }
    position += 1
    return position - 1 > attributes && bytes[position - 2] == UInt8(ascii: "/")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte || 0x41...0x5A ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "-")
  }

  func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func name(of tag: Tag) -> String { text(in: tag.name) }

  func description(of tag: Tag) -> String { tag.isClosing ? "</\(name(of: tag))>" : "<\(name(of: tag))>" }

  // MARK: Errors

  /// Returns the error of what is next.
  func error(_ expected: String, _ found: String) -> DecodingError {
    let line = 1 + bytes[..<min(position, bytes.count)].reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
    return DataRefusal(.damage, "Invalid XML property list: \(expected) in line \(line), found \(found).")
      .decodingError()
  }
}

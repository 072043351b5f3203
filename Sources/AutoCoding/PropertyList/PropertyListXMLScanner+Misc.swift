/// Passes over what XML allows between tags: white space, comments and declarations.
extension PropertyListXMLScanner {
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

  /// Skips white space, comments, processing instructions and the document type.
  mutating func skipMisc() throws {
    while true {
      while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
      guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "<"),
        bytes[position + 1] == UInt8(ascii: "!") || bytes[position + 1] == UInt8(ascii: "?"), try skipDeclaration()
      else { return }
    }
  }

  /// Skips a comment, a processing instruction or the document type. Returns false for anything else.
  private mutating func skipDeclaration() throws -> Bool {
    if skip("<!--") {
      try skip(through: "-->")
    } else if skip("<?") {
      let start = position
      try skip(through: "?>")
      if !isNext(#"xml version="1.0" encoding="UTF-8"?>"#, at: start) || isConverted {
        try checkEncoding(text(in: start..<(position - 2)))
      }
    } else if skip("<!DOCTYPE") {
      let start = position
      try skip(through: ">")
      guard !bytes[start..<position].contains(UInt8(ascii: "[")) else {
        throw error("expected a document type without declarations", "\"[\"")
      }
    } else {
      return false
    }
    return true
  }

  private func checkEncoding(_ declaration: String) throws {
    guard declaration.hasPrefix("xml") else { return }
    var rest = declaration[...]
    while !rest.isEmpty, !rest.hasPrefix("encoding") { rest.removeFirst() }
    let name = rest.dropFirst("encoding".count).drop { $0 == " " || $0 == "=" }
    guard let quote = name.first else { return }
    let encoding = name.dropFirst().prefix { $0 != quote }.lowercased()
    let known =
      isConverted
      ? ["utf-16", "utf-16le", "utf-16be", "utf-32", "utf-32le", "utf-32be"] : ["utf-8", "us-ascii", "ascii"]
    guard known.contains(encoding) else {
      throw error("expected text in \(isConverted ? "UTF-16 or UTF-32" : "UTF-8")", "the encoding \"\(encoding)\"")
    }
  }

  @inline(__always)
  func isNext(_ text: StaticString) -> Bool { isNext(text, at: position) }

  @inline(__always)
  func isNext(_ text: StaticString, at place: Int) -> Bool {
    guard bytes.count - place >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount where bytes[place + index] != text.utf8Start[index] { return false }
    return true
  }

  mutating func skip(_ text: StaticString) -> Bool {
    guard isNext(text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  @inline(__always)
  mutating func skip(through text: StaticString) throws {
    let first = text.utf8Start[0]
    while position < bytes.count {
      if bytes[position] == first, skip(text) { return }
      position += 1
    }
    throw error("expected \(text)", "the end of the text")
  }
}

/// Makes strict JSON of JSON5, as `JSONDecoder` reads it, in one pass.
///
/// It rewrites what strict JSON has no notation for, and copies everything else, be it valid or not: ``JSONReader`` refuses it,
/// and knows its place by the map. Nothing that JSON5 does not have becomes valid. Comments become spaces.
struct JSON5Rewriter: ~Copyable {
  /// What a token was.
  enum Token {
    case other, open, key, value, comma
  }

  let text: UnsafeBufferPointer<UInt8>
  var place: Int
  var rewriting = JSONRewriting()
  /// The last token.
  var previous = Token.other
  /// Whether each of the arrays and objects that are open is an object.
  var levels = GrowingTable<Bool>()
  /// The place in the output of a comma that may turn out to be a trailing one.
  var comma: Int?

  private init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
    self.text = text
    place = min(start, text.count)
    rewriting.hasSpecialNumbers = true
    _ = rewriting.output.reserve(text.count + text.count / 8 + 16)
  }

  static func rewrite(_ text: UnsafeBufferPointer<UInt8>, from start: Int, in notation: JSONNotation) -> JSONRewriting {
    var rewriter = JSON5Rewriter(text, from: start)
    do throws(JSONTextFlaw) {
      try rewriter.rewriteText(assumesTopLevelDictionary: notation.assumesTopLevelDictionary)
    } catch {
      rewriter.rewriting.flaw = error
    }
    return rewriter.rewriting
  }

  private mutating func rewriteText(assumesTopLevelDictionary: Bool) throws(JSONTextFlaw) {
    if place > 0 { rewriting.offsets.add(output: 0, source: place) }
    if assumesTopLevelDictionary {
      try skipSpace()
      if place == text.count || text[place] != .openBrace {
        rewriting.output.truncate(to: 0)
        rewriting.offsets = JSONOffsetMap()
        rewriting.begin(at: place)
        levels.push(true)
        previous = .open
      }
    }
    while place < text.count {
      copyStrictTokens()
      try rewriteToken()
    }
    guard rewriting.hasAddedBraces else { return }
    dropTrailingComma()
    rewriting.end(at: place)
  }

  private mutating func rewriteToken() throws(JSONTextFlaw) {
    try skipSpace()
    guard place < text.count else { return }
    let byte = text[place]
    switch byte {
    case .openBrace, .openBracket:
      levels.push(byte == .openBrace)
      copy(1)
      previous = .open
    case .closeBrace, .closeBracket:
      dropTrailingComma()
      if rewriting.hasAddedBraces, levels.count == 1, byte == .closeBrace { throw .surplusBrace(at: place) }
      if levels.count > 0 { levels.removeLast() }
      copy(1)
      previous = .value
    case .comma:
      comma = previous == .value ? rewriting.output.count : nil
      copy(1)
      previous = .comma
    case .colon:
      copy(1)
      previous = .other
    default:
      let isKey = isAtKey
      if byte == .quote || byte == UInt8(ascii: "'") {
        try rewriteString()
      } else if isKey {
        try rewriteIdentifier()
      } else {
        try rewriteWord()
      }
      previous = isKey ? .key : .value
    }
  }

  /// Removes the comma in front of a closing bracket, if there is one behind a value.
  private mutating func dropTrailingComma() {
    guard previous == .comma, let comma else { return }
    rewriting.output.first[comma] = .space
    previous = .value
  }

  /// Rewrites a literal or a number, or copies what is neither.
  private mutating func rewriteWord() throws(JSONTextFlaw) {
    switch text[place] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "I"), UInt8(ascii: "N"):
      try rewriteNumber()
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      let begin = place
      while place < text.count, Self.isWordByte(text[place]) { place += 1 }
      rewriting.append(UnsafeBufferPointer(rebasing: text[begin..<place]))
    default: copy(1)
    }
  }

  /// Whether a byte may be in a number or literal.
  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "."), UInt8(ascii: "+"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  // MARK: Bytes

  /// Copies bytes of the text. Precondition: there are as many.
  mutating func copy(_ count: Int) {
    rewriting.append(UnsafeBufferPointer(rebasing: text[place..<place + count]))
    place += count
  }

  /// Records that the output differs in length from what it was made of, up to the next byte of the text.
  mutating func mapOffset() {
    rewriting.offsets.add(output: rewriting.output.count, source: place)
  }

  /// Describes the byte at a place, as the reader's errors do.
  func found(at place: Int) -> String {
    guard place < text.count else { return "end of the text" }
    let byte = text[place]
    return byte > 0x20 && byte < 0x7f ? "'\(Character(Unicode.Scalar(byte)))'" : "byte 0x\(String(byte, radix: 16))"
  }

  func unexpected(at place: Int, _ expected: String) -> JSONTextFlaw {
    JSONTextFlaw(reason: "Unexpected \(found(at: place)); expected \(expected).", place: min(place, text.count))
  }

  /// Decodes the character at a place. Returns nil for bytes that are not UTF-8. Precondition: there is a byte.
  func scalar(at place: Int) -> (scalar: Unicode.Scalar, count: Int)? {
    let first = text[place]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let count = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    guard text.count - place >= count else { return nil }
    let decoded = String(decoding: text[place..<place + count], as: UTF8.self).unicodeScalars
    // A replacement stands for bytes that are not UTF-8, or for itself.
    guard let scalar = decoded.first, decoded.count == 1, UTF8.width(scalar) == count,
      scalar != "\u{fffd}" || first == 0xef
    else { return nil }
    return (scalar, count)
  }

  // MARK: Spaces and comments

  /// Passes over white space and comments, for which spaces are written.
  private mutating func skipSpace() throws(JSONTextFlaw) {
    while place < text.count {
      switch text[place] {
      case 0x20, 0x09, 0x0a, 0x0d: copy(1)
      case 0x0b, 0x0c: blank(upTo: place + 1)
      case UInt8(ascii: "/"):
        guard let end = try endOfComment() else { return }
        blank(upTo: end)
      case 0x80...:
        guard let (scalar, count) = scalar(at: place), Self.isSpace(scalar) else { return }
        blank(upTo: place + count)
      default: return
      }
    }
  }

  private mutating func blank(upTo end: Int) {
    rewriting.append(repeating: .space, count: end - place)
    place = end
  }

  /// The white space beyond ASCII: that of ECMAScript, with its line separators.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{a0}", "\u{2028}", "\u{2029}", "\u{feff}": true
    default: scalar.properties.generalCategory == .spaceSeparator
    }
  }

  /// Returns the end of the comment that begins at the next byte, or nil if there is none. The comment's text is not checked.
  private func endOfComment() throws(JSONTextFlaw) -> Int? {
    guard text.count - place >= 2 else { return nil }
    var end = place + 2
    switch text[place + 1] {
    case UInt8(ascii: "/"):
      // As in JSONDecoder, U+2028 and U+2029 do not end a comment.
      while end < text.count, text[end] != .newline, text[end] != 0x0d { end += 1 }
      return end
    case UInt8(ascii: "*"):
      while text.count - end >= 2 {
        if text[end] == UInt8(ascii: "*"), text[end + 1] == UInt8(ascii: "/") { return end + 2 }
        end += 1
      }
      throw JSONTextFlaw(reason: "The comment has no end; expected '*/'.", place: place)
    default: return nil
    }
  }
}

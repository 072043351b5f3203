/// The fast path for text that is strict JSON already, as most of it is.
extension JSON5Rewriter {
  /// Copies the next tokens that strict JSON has, with the white space around them. Copies nothing if the next token is
  /// not in its most common form.
  ///
  /// It changes what the rewriter knows of the tokens exactly as they would one by one.
  mutating func copyStrictTokens() {
    let begin = place
    var end = place
    let output = rewriting.output.count
    scan: while end < text.count {
      let byte = text[end]
      switch byte {
      case .space, .newline, 0x09, 0x0d:
        end += 1
        continue
      case .openBrace, .openBracket:
        levels.push(byte == .openBrace)
        previous = .open
      case .closeBrace, .closeBracket:
        // A trailing comma, or a brace that is not in the text.
        if previous == .comma || rewriting.hasAddedBraces { break scan }
        if levels.count > 0 { levels.removeLast() }
        previous = .value
      case .comma:
        comma = previous == .value ? output + (end - begin) : nil
        previous = .comma
      case .colon: previous = .other
      case .quote:
        guard let last = endOfStrictString(at: end) else { break scan }
        previous = isAtKey ? .key : .value
        end = last
        continue
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard !isAtKey, let last = endOfStrictNumber(at: end) else { break scan }
        previous = .value
        end = last
        continue
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        guard !isAtKey, let last = endOfStrictLiteral(at: end) else { break scan }
        previous = .value
        end = last
        continue
      default: break scan
      }
      end += 1
    }
    if end > begin { copy(end - begin) }
  }

  /// Whether the next token is the key of a member, if it is a string or word.
  var isAtKey: Bool { levels.last == true && (previous == .open || previous == .comma) }

  /// Returns the end of the string at a place, if it has only characters that stand for themselves and escapes of strict
  /// JSON. Precondition: a quote is at the place.
  private func endOfStrictString(at begin: Int) -> Int? {
    guard let base = UnsafeRawPointer(text.baseAddress) else { return nil }
    let repeated: UInt64 = 0x0101_0101_0101_0101
    var end = begin + 1
    while true {
      while text.count - end >= 8 {
        let word = base.loadUnaligned(fromByteOffset: end, as: UInt64.self)
        // The high bit of each byte that is a quote, a backslash or a control character; bytes behind the first of
        // them may have it too.
        let quotes = word ^ (repeated &* UInt64(UInt8.quote))
        let escapes = word ^ (repeated &* UInt64(UInt8.backslash))
        let found =
          ((quotes &- repeated) & ~quotes | (escapes &- repeated) & ~escapes | (word &- repeated &* 0x20) & ~word)
          & (repeated &* 0x80)
        if found != 0 { break }
        end += 8
      }
      while end < text.count, text[end] >= 0x20, text[end] != .quote, text[end] != .backslash { end += 1 }
      guard end < text.count else { return nil }
      if text[end] == .quote { return end + 1 }
      guard text[end] == .backslash, text.count - end >= 2 else { return nil }
      switch text[end + 1] {
      case .quote, .backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
        UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "u"):
        end += 2
      default: return nil
      }
    }
  }

  /// Returns the end of the number at a place, if strict JSON has it.
  private func endOfStrictNumber(at begin: Int) -> Int? {
    func skipDigits(_ place: inout Int) -> Bool {
      let first = place
      while place < text.count, JSONReader.isDigit(text[place]) { place += 1 }
      return place > first
    }
    var end = begin
    if text[end] == UInt8(ascii: "-") { end += 1 }
    let first = end
    guard skipDigits(&end), end == first + 1 || text[first] != UInt8(ascii: "0") else { return nil }
    if end < text.count, text[end] == UInt8(ascii: ".") {
      end += 1
      guard skipDigits(&end) else { return nil }
    }
    // Numbers with an exponent are rare, and some of them stand for infinity.
    return end < text.count && Self.isWordByte(text[end]) ? nil : end
  }

  private func endOfStrictLiteral(at begin: Int) -> Int? {
    var end = begin
    while end < text.count, Self.isWordByte(text[end]) { end += 1 }
    let word = UnsafeBufferPointer(rebasing: text[begin..<end])
    let isLiteral =
      word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8) || word.elementsEqual("null".utf8)
    return isLiteral ? end : nil
  }
}

extension JSON5Rewriter {
  /// Rewrites a string with quotes of either kind. Precondition: one of them is the next byte.
  mutating func rewriteString() throws(JSONTextFlaw) {
    let quote = text[place]
    rewriting.output.push(.quote)
    place += 1
    while true {
      copyPlain(quote: quote)
      guard place < text.count else { throw unexpected(at: place, "the end of a string") }
      switch text[place] {
      case quote:
        rewriting.output.push(.quote)
        place += 1
        return
      case .quote:
        rewriting.append("\\\"")
        place += 1
        mapOffset()
      case UInt8(ascii: "\\"): try rewriteEscape()
      case .newline, 0x0d: throw unexpected(at: place, "the end of a string, or '\\' before a line break")
      default:
        appendEscape(UInt32(text[place]))
        place += 1
        mapOffset()
      }
    }
  }

  /// Copies characters that stand for themselves.
  private mutating func copyPlain(quote: UInt8) {
    var end = place
    while end < text.count, text[end] >= 0x20, text[end] != quote, text[end] != UInt8(ascii: "\\"), text[end] != .quote
    {
      end += 1
    }
    copy(end - place)
  }

  private mutating func appendEscape(_ value: UInt32) {
    rewriting.append("\\u")
    for shift: UInt32 in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: value >> shift) & 15
      rewriting.output.push(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
  }

  /// Rewrites an escape. Precondition: a backslash is the next byte.
  private mutating func rewriteEscape() throws(JSONTextFlaw) {
    guard text.count - place >= 2 else { throw unexpected(at: text.count, "the end of a string") }
    switch text[place + 1] {
    case .quote, UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "u"):
      // The reader looks at the digits behind \u.
      return copy(2)
    case UInt8(ascii: "x"):
      guard let value = hexNumber(at: place + 2, count: 2) else {
        throw unexpected(at: firstOther(from: place + 2, count: 2), "a hexadecimal digit, of which \\x needs two")
      }
      appendEscape(value)
      place += 4
    case UInt8(ascii: "v"):
      appendEscape(0x0b)
      place += 2
    case UInt8(ascii: "0"):
      if text.count - place > 2, JSONReader.isDigit(text[place + 2]) { throw octal(at: place + 1) }
      appendEscape(0)
      place += 2
    case UInt8(ascii: "1")...UInt8(ascii: "9"): throw octal(at: place + 1)
    case .newline:
      // JSONDecoder keeps the line break, which ECMAScript leaves out.
      rewriting.append("\\n")
      place += 2
      return
    case 0x0d:
      rewriting.append("\\r")
      place += 2
      guard place < text.count, text[place] == .newline else { return }
      rewriting.append("\\n")
      place += 1
    case 0..<0x20:
      appendEscape(UInt32(text[place + 1]))
      place += 2
    default:
      // Any other character stands for itself.
      place += 1
      mapOffset()
      return copy(1)
    }
    mapOffset()
  }

  private func octal(at place: Int) -> JSONTextFlaw {
    JSONTextFlaw(reason: "A digit must not follow a backslash, except for \\0 without another digit.", place: place)
  }

  /// Returns the value of hexadecimal digits, or nil if there are fewer.
  private func hexNumber(at place: Int, count: Int) -> UInt32? {
    guard text.count - place >= count else { return nil }
    var value: UInt32 = 0
    for byte in text[place..<place + count] {
      let digit = JSONReader.hexadecimalDigit(byte)
      guard digit < 16 else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// The place of the first of some bytes that is no hexadecimal digit, or the end of the text.
  private func firstOther(from place: Int, count: Int) -> Int {
    let end = min(place + count, text.count)
    return text[min(place, end)..<end].firstIndex { JSONReader.hexadecimalDigit($0) > 15 } ?? end
  }

  // MARK: Keys without quotes

  /// Rewrites a key without quotes: an identifier of ECMAScript, with its escapes.
  mutating func rewriteIdentifier() throws(JSONTextFlaw) {
    let begin = place
    rewriting.output.push(.quote)
    while place < text.count {
      let isEscaped = text[place] == UInt8(ascii: "\\")
      let (scalar, count) = isEscaped ? try escapedScalar() : (scalar(at: place) ?? ("\u{fffd}", 1))
      guard Self.isIdentifier(scalar, isFirst: place == begin) else {
        if isEscaped {
          throw JSONTextFlaw(reason: "The escaped character must not be in a key without quotes.", place: place)
        }
        break
      }
      if isEscaped {
        place += count
        UTF8.encode(scalar)?.forEach { rewriting.output.push($0) }
        mapOffset()
      } else {
        copy(count)
      }
    }
    guard place > begin else { throw unexpected(at: place, "'\"' of a key, or a key without quotes") }
    rewriting.output.push(.quote)
    mapOffset()
  }

  /// Decodes the escape that is next.
  private func escapedScalar() throws(JSONTextFlaw) -> (scalar: Unicode.Scalar, count: Int) {
    guard text.count - place >= 2, text[place + 1] == UInt8(ascii: "u") else {
      throw unexpected(at: place + 1, "'u' of an escape in a key without quotes")
    }
    guard let value = hexNumber(at: place + 2, count: 4) else {
      throw unexpected(at: firstOther(from: place + 2, count: 4), "a hexadecimal digit, of which \\u needs four")
    }
    // Half a surrogate pair is no letter.
    return (Unicode.Scalar(value) ?? "\u{fffd}", 6)
  }

  private static func isIdentifier(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "$", "_": return true
    case "0"..."9", "\u{200c}", "\u{200d}": return !isFirst
    case "\0"..."\u{7f}": return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !isFirst
    default: return false
    }
  }
}

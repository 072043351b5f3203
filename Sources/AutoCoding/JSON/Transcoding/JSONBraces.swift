/// Strict JSON that may lack the braces around the whole text.
enum JSONBraces {
  /// Makes a dictionary of a text that lacks the braces; any other text stays as it is.
  static func rewrite(_ text: UnsafeBufferPointer<UInt8>, from start: Int, in notation: JSONNotation) -> JSONRewriting {
    var rewriting = JSONRewriting()
    let rest = UnsafeBufferPointer(rebasing: text[min(start, text.count)...])
    if rest.first(where: { $0 > 0x20 }) == .openBrace {
      if start > 0 { rewriting.offsets.add(output: 0, source: start) }
      rewriting.append(rest)
      return rewriting
    }
    rewriting.begin(at: start)
    rewriting.append(rest)
    rewriting.end(at: text.count)
    if let place = surplusBrace(in: rest) {
      rewriting.flaw = .surplusBrace(at: start + place)
    }
    return rewriting
  }

  /// Returns the place of a closing brace that no brace opens. It would pair with the one that is added.
  private static func surplusBrace(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    var depth = 0
    var isInString = false
    var place = 0
    while place < text.count {
      let byte = text[place]
      if isInString {
        if byte == UInt8(ascii: "\\") { place += 1 }
        if byte == .quote { isInString = false }
      } else if byte == .quote {
        isInString = true
      } else if byte == .openBrace || byte == .openBracket {
        depth += 1
      } else if byte == .closeBrace || byte == .closeBracket {
        if depth == 0, byte == .closeBrace { return place }
        depth = max(depth - 1, 0)
      }
      place += 1
    }
    return nil
  }
}

extension JSONRewriting {
  /// Adds the brace in front of the text.
  mutating func begin(at start: Int) {
    hasAddedBraces = true
    output.push(.openBrace)
    offsets.add(output: 0, source: start)
    offsets.add(output: 1, source: start)
  }

  /// Adds the brace behind the text.
  mutating func end(at end: Int) {
    offsets.add(output: output.count, source: end)
    output.push(.closeBrace)
  }
}

extension JSONTextFlaw {
  static func surplusBrace(at place: Int) -> JSONTextFlaw {
    JSONTextFlaw(reason: "Unexpected '}'; the text has no '{' for it.", place: place)
  }
}

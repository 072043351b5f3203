extension JSON5Rewriter {
  /// The most digits of a hexadecimal number that are converted: as many bits as the range of a Double has.
  private static let mostHexDigits = 256

  /// Rewrites a number: hexadecimal, with a plus sign, with a point at either end, Infinity or NaN.
  mutating func rewriteNumber() throws(JSONTextFlaw) {
    let begin = place
    var end = place
    while end < text.count, Self.isWordByte(text[end]) { end += 1 }
    let isNegative = text[begin] == UInt8(ascii: "-")
    let first = isNegative || text[begin] == UInt8(ascii: "+") ? begin + 1 : begin
    let written = rewriting.output.count
    if isNegative { rewriting.output.push(UInt8(ascii: "-")) }
    if let special = special(first..<end) {
      rewriting.append(special.text)
    } else if end - first >= 2, text[first] == UInt8(ascii: "0"), text[first + 1] | 0x20 == UInt8(ascii: "x") {
      try rewriteHex(first + 2..<end)
    } else {
      try rewriteDecimal(first..<end)
    }
    place = end
    if rewriting.output.count - written != end - begin { mapOffset() }
  }

  private func special(_ range: Range<Int>) -> JSONSpecialNumber? {
    JSONSpecialNumber.allCases.first { $0.name.withUTF8Buffer { text[range].elementsEqual($0) } }
  }

  private mutating func rewriteDecimal(_ range: Range<Int>) throws(JSONTextFlaw) {
    let start = rewriting.output.count
    let end = range.upperBound
    let integral = digits(from: range.lowerBound, to: end)
    var next = integral.upperBound
    if integral.count > 1, text[integral.lowerBound] == UInt8(ascii: "0") {
      throw JSONTextFlaw(reason: "A number must not begin with 0 before another digit.", place: integral.lowerBound)
    }
    if integral.isEmpty { rewriting.output.push(UInt8(ascii: "0")) } else { append(integral) }
    if next < end, text[next] == UInt8(ascii: ".") {
      let fraction = digits(from: next + 1, to: end)
      if integral.isEmpty, fraction.isEmpty { throw unexpected(at: next + 1, "a digit") }
      if !fraction.isEmpty { append(next..<fraction.upperBound) }
      next = fraction.upperBound
    } else if integral.isEmpty {
      throw unexpected(at: next, "a digit")
    }
    var exponent = end..<end
    if next < end, text[next] | 0x20 == UInt8(ascii: "e") {
      let sign = next + 1 < end && (text[next + 1] == UInt8(ascii: "+") || text[next + 1] == UInt8(ascii: "-")) ? 2 : 1
      exponent = digits(from: next + sign, to: end)
      if exponent.isEmpty { throw unexpected(at: next + sign, "a digit") }
      append(next..<exponent.lowerBound)
      append(exponent)
      next = exponent.upperBound
    }
    if next < end { throw unexpected(at: next, "the end of a number") }
    // Written with a zero more, it is the same number and not Infinity.
    if JSONSpecialNumber(rewriting.output.suffix(from: start)) != nil {
      rewriting.output.truncate(to: start)
      rewriting.append("1e0")
      append(exponent)
    }
  }

  private mutating func append(_ range: Range<Int>) {
    rewriting.append(UnsafeBufferPointer(rebasing: text[range]))
  }

  /// The digits from a place on.
  private func digits(from start: Int, to end: Int) -> Range<Int> {
    var place = min(start, end)
    let first = place
    while place < end, JSONReader.isDigit(text[place]) { place += 1 }
    return first..<place
  }

  private mutating func rewriteHex(_ range: Range<Int>) throws(JSONTextFlaw) {
    if let other = range.first(where: { JSONReader.hexadecimalDigit(text[$0]) > 15 }) {
      throw unexpected(at: other, "a hexadecimal digit")
    }
    if range.isEmpty { throw unexpected(at: range.upperBound, "a hexadecimal digit") }
    let digits = text[range].drop { $0 == UInt8(ascii: "0") }
    guard digits.count <= Self.mostHexDigits else {
      throw JSONTextFlaw(
        reason: "A hexadecimal number has \(digits.count) digits; \(Self.mostHexDigits) is the limit.",
        place: range.lowerBound - 2)
    }
    // The number in base 10^9, the lowest part first.
    var parts: [UInt64] = [0]
    for byte in digits {
      var carry = UInt64(JSONReader.hexadecimalDigit(byte))
      for index in parts.indices {
        let value = parts[index] * 16 + carry
        parts[index] = value % 1_000_000_000
        carry = value / 1_000_000_000
      }
      if carry > 0 { parts.append(carry) }
    }
    var decimal = ""
    for part in parts.reversed() {
      let written = String(part)
      decimal += (decimal.isEmpty ? "" : String(repeating: "0", count: 9 - written.count)) + written
    }
    decimal.withUTF8 { rewriting.append($0) }
  }
}

extension JSONReader {
  @inline(__always)
  var reportedIssues: (any ReportedIssues)? { issues }

  @inline(__always)
  mutating func reading(recoveringBy recovery: ErrorRecovery, _ read: (inout Self) throws -> Void) throws -> Bool {
    try reading(recoveringBy: recovery, read, saving: \.offset) { reader, place, error in
      try reader.passOver(valueAt: place, as: AutoJSONDecoder.Issue.Kind(recovery), because: error)
    }
  }

  @inline(never)
  mutating func readLenientNull() throws -> Bool {
    skipSpace()
    let begin = offset
    guard options.values.leniency.contains(.defaultsForNull), try readNull() else { return false }
    issues?.add(.defaultForNull, at: begin)
    return true
  }

  /// Skips the value at a place, which could not be decoded.
  private mutating func passOver(
    valueAt place: Int, as kind: AutoJSONDecoder.Issue.Kind?, because error: DecodingError
  ) throws {
    next = start + place
    skipSpace()
    let begin = offset
    try skipValue()
    issues?.forget(in: begin..<offset)
    if let kind { issues?.add(kind, at: begin, error: error) }
  }

  /// Reads the next value as a number if it is a string and that is tolerated; otherwise returns nil.
  @inline(never)
  mutating func numberFromString<Number>(_ read: (inout JSONReader) throws -> Number) throws -> Number? {
    guard options.values.leniency.contains(.numbersFromStrings), next < end, next.pointee == .quote else { return nil }
    let begin = next
    let text = try readText()
    guard let number = Self.number(text, options: options, read) else {
      next = begin
      return nil
    }
    issues?.add(.numberFromString, at: begin - start)
    return number
  }

  /// Returns the number that a text is in JSON; nil for any other text.
  static func number<Number>(
    _ text: String, options: JSONDecodingOptions, _ read: (inout JSONReader) throws -> Number
  ) -> Number? {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      guard var reader = reader(ofNumber: bytes, options), let number = try? read(&reader), reader.next == reader.end
      else { return nil }
      return number
    }
  }

  @inline(never)
  private static func reader(
    ofNumber text: UnsafeBufferPointer<UInt8>, _ options: JSONDecodingOptions
  ) -> JSONReader? {
    guard let first = text.first, first == UInt8(ascii: "-") || isDigit(first) else { return nil }
    return JSONReader(options: options, text: text)
  }

  /// Reads an integer in any of its forms.
  mutating func wideInteger() throws -> WideInteger {
    let begin = next
    try skipNumber()
    guard let value = Self.exactInteger(UnsafeBufferPointer(start: begin, count: next - begin)) else {
      throw mismatch(Int.self)
    }
    return value
  }

  /// Reads the next value as an integer if it is a string and that is tolerated; otherwise returns nil.
  @inline(never)
  mutating func integerFromString(_ fits: (WideInteger) -> Bool) throws -> WideInteger? {
    try numberFromString { reader in
      let value = try reader.wideInteger()
      guard fits(value) else { throw reader.mismatch(Int.self) }
      return value
    }
  }

  /// Reads the next value as a string if it is a number or bool and that is tolerated; otherwise returns nil.
  @inline(never)
  mutating func stringFromNumber() throws -> String? {
    guard options.values.leniency.contains(.stringsFromNumbers), next < end else { return nil }
    switch next.pointee {
    case UInt8(ascii: "-"), UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
    default: return nil
    }
    let begin = next
    try skipValue()
    issues?.add(.stringFromNumber, at: begin - start)
    return numberText(UnsafeBufferPointer(start: begin, count: next - begin))
  }

  /// Reads the next value as a bool if it is a number or string and that is tolerated; otherwise returns nil.
  @inline(never)
  mutating func boolFromOther() throws -> Bool? {
    guard options.values.leniency.contains(.boolsFromNumbersAndStrings), next < end else { return nil }
    let begin = next
    var value: Bool?
    if next.pointee == .quote {
      let text = try readText()
      value = text == "true" || text == "1" ? true : text == "false" || text == "0" ? false : nil
    } else if Self.isDigit(next.pointee) {
      try skipNumber()
      let text = String(decoding: UnsafeBufferPointer(start: begin, count: next - begin), as: UTF8.self)
      value = text == "1" ? true : text == "0" ? false : nil
    }
    guard let value else {
      next = begin
      return nil
    }
    issues?.add(.boolFromNumberOrString, at: begin - start)
    return value
  }
}

/// Makes errors, with the offset and the reason.
extension JSONReader {
  func error(_ reason: String, at place: UnsafePointer<UInt8>) -> AutoJSONError {
    JSONLineTable.error(reason, at: place - start, in: text, lines)
  }

  /// The error of text that is not JSON, or not JSON that this reader supports.
  @inline(never)
  func invalid(
    _ reason: String, at place: UnsafePointer<UInt8>? = nil, as kind: DataRefusal.Kind? = .damage
  ) -> DecodingError {
    Self.invalid(error(reason, at: place ?? next), as: kind)
  }

  static func invalid(_ error: AutoJSONError, as kind: DataRefusal.Kind? = .damage) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: [], debugDescription: "The given data was not valid JSON.", underlyingError: error.refusing(kind)))
  }

  /// Returns the error of a next byte that is not allowed.
  @inline(never)
  func unexpected(_ expected: String) -> DecodingError {
    guard next < end, lines?.source?.isAddedBrace(offset) != true else {
      return invalid("Unexpected end of the text; expected \(expected).")
    }
    let byte = next.pointee
    let found =
      byte > 0x20 && byte < 0x7f ? "'\(Character(Unicode.Scalar(byte)))'" : "byte 0x\(String(byte, radix: 16))"
    if byte == .closeBrace || byte == .closeBracket, isCommaLast, !options.values.allowsJSON5 {
      return invalid("Unexpected \(found) behind a comma. JSON has no trailing commas; allowsJSON5 reads them.")
    }
    return invalid("Unexpected \(found); expected \(expected).")
  }

  /// Whether the last byte before the next that is no white space is a comma.
  private var isCommaLast: Bool {
    var place = next
    while place > start, place[-1] <= 0x20 { place -= 1 }
    return place > start && place[-1] == UInt8(ascii: ",")
  }

  /// Returns the error of a value that does not fit its type.
  @inline(never)
  func refused(_ reason: String, at place: UnsafePointer<UInt8>) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: [], debugDescription: reason,
        underlyingError: JSONLineTable.error(reason, at: place - start, in: text, lines, isReasonKnown: true)))
  }

  /// Returns the error of a next value whose kind is not that of the type.
  @inline(never)
  func mismatch(_ type: Any.Type) -> DecodingError {
    guard next < end else { return unexpected("a value") }
    guard let found = FoundValue(next.pointee) else { return unexpected("a value") }
    // Text that is not JSON is refused as such.
    if !isValidated, let error = flawOfNextValue() { return error }
    return JSONLineTable.mismatch(type, found, at: next - start, in: text, lines, codingPath: [])
  }

  /// Returns the error of a value that is not JSON, or nil.
  @inline(never)
  private func flawOfNextValue() -> DecodingError? {
    var reader = self
    do {
      try reader.skipValue()
      return nil
    } catch {
      return error as? DecodingError ?? unexpected("a value")
    }
  }
}

/// What the first byte of a value shows of its type.
extension JSONReader {
  func mayRead(_ codec: Codec) -> Bool {
    var cursor = cursor
    cursor.skipSpace()
    guard cursor.has(1) else { return true }
    return mayBegin(codec, with: cursor.byte)
  }

  /// Whether a value of a codec may begin with a byte. A lenient decoder takes more for numbers, Bools and text.
  private func mayBegin(_ codec: Codec, with byte: UInt8) -> Bool {
    switch codec.concrete {
    case .leaf(.string): byte == .quote || isLenient && byte != .openBrace && byte != .openBracket
    case .leaf(.bool): byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f") || isLenient
    case .leaf(.int), .leaf(.int8), .leaf(.int16), .leaf(.int32), .leaf(.int64), .leaf(.uint), .leaf(.uint8),
      .leaf(.uint16), .leaf(.uint32), .leaf(.uint64):
      byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || isLenient
    case .optional(let codec):
      // What does not fit may be nil.
      byte == UInt8(ascii: "n") || codec.isNilForUndecodable || isLenient && rules.allow(.nilForValue)
        || mayBegin(codec.wrapped, with: byte)
    case .record(let codec) where codec.decodingDefault == .structure && codec.isNamedAmongProperties:
      byte == .openBrace
    case .sequence: byte == .openBracket
    case .dictionary(let codec): byte == (codec.isKeyed ? .openBrace : .openBracket)
    case .tuple(let codec): byte == (codec.isKeyed ? .openBrace : .openBracket)
    default: true
    }
  }
}

/// What the first byte of a value, or the form of a number, shows of its type.
extension JSONReader {
  func mayRead(_ codec: Codec) -> Bool {
    var cursor = cursor
    cursor.skipSpace()
    guard cursor.has(1) else { return true }
    if codec.kind.isInteger { return isLenient || Self.mayBeginNumber(cursor.byte) && !cursor.isAtFraction }
    return mayBegin(codec, with: cursor.byte)
  }

  /// Whether a value of a codec may begin with a byte. A lenient decoder takes more for numbers, Bools and text.
  private func mayBegin(_ codec: Codec, with byte: UInt8) -> Bool {
    switch codec.concrete {
    case .leaf(.string): byte == .quote || isLenient && byte != .openBrace && byte != .openBracket
    case .leaf(.bool): byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f") || isLenient
    case .leaf(.decimal): Self.mayBeginNumber(byte) || isLenient
    case .leaf(let kind) where kind.isInteger: Self.mayBeginNumber(byte) || isLenient
    case .leaf(.float), .leaf(.double):
      Self.mayBeginNumber(byte) || isLenient || byte == .quote && readsNonFinite
    case .leaf(.uuid), .leaf(.url): byte == .quote || isLenient
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

  /// JSON5's words, signs and points have become digits before.
  private static func mayBeginNumber(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || isDigit(byte) }

  /// Whether text may stand for infinity and NaN.
  private var readsNonFinite: Bool { if case .throw = options.values.floats { false } else { true } }
}

extension JSONCursor {
  /// Whether a number is next that no integer equals: it has a digit after the point that is not 0, and no exponent.
  fileprivate var isAtFraction: Bool {
    var place = byte == UInt8(ascii: "-") ? place + 1 : place
    while place < limit, JSONReader.isDigit(place.load(as: UInt8.self)) { place += 1 }
    guard place < limit, place.load(as: UInt8.self) == UInt8(ascii: ".") else { return false }
    place += 1
    var isFraction = false
    while place < limit, case let byte = place.load(as: UInt8.self), JSONReader.isDigit(byte) {
      isFraction = isFraction || byte != UInt8(ascii: "0")
      place += 1
    }
    return isFraction && (place == limit || place.load(as: UInt8.self) | 0x20 != UInt8(ascii: "e"))
  }
}

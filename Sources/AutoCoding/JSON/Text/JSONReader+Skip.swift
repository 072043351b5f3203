extension JSONReader {
  /// A bit for each open array or object, the innermost in the lowest bit: 1 for an object.
  private struct Stack {
    private var words: [UInt64] = []
    private var current: UInt64 = 0
    private(set) var count = 0

    mutating func push(isObject: Bool) {
      if count > 0, count & 63 == 0 { words.append(current) }
      current = current << 1 | (isObject ? 1 : 0)
      count += 1
    }

    /// Precondition: the stack is not empty.
    mutating func pop() {
      count -= 1
      current >>= 1
      if count > 0, count & 63 == 0, let word = words.popLast() { current = word }
    }

    var isObject: Bool { current & 1 == 1 }
  }

  /// Passes over one value of any kind, and checks that it is valid.
  mutating func skipValue() throws { try skipValue(maximumDepth: maximumNesting) }

  /// - Parameter maximumDepth: The number of arrays and objects that may be open within the value.
  mutating func skipValue(maximumDepth: Int) throws {
    let begin = next
    var cursor = cursor
    if skips.areRepeated(in: end - start) {
      try skipValue(recordingEnds: true, maximumDepth)
    } else if cursor.skipValue(maximumDepth: maximumDepth) {
      next = cursor.place.assumingMemoryBound(to: UInt8.self)
    } else {
      try skipValue(recordingEnds: false, maximumDepth)
    }
    skips.count(next - begin)
  }

  /// - Parameter recordsEnds: Whether the ends of arrays and objects are recorded, and those that are known are not scanned.
  private mutating func skipValue(recordingEnds recordsEnds: Bool, _ maximumDepth: Int) throws {
    var stack = Stack()
    var begins: [Int] = []
    while true {
      skipSpace()
      guard next < end else { throw unexpected("a value") }
      switch next.pointee {
      case .openBracket, .openBrace:
        if recordsEnds {
          if let known = skips.end(from: offset) {
            next = start + known
            break
          }
          begins.append(offset)
        }
        let isObject = next.pointee == .openBrace
        guard stack.count < maximumDepth else { throw tooDeep }
        stack.push(isObject: isObject)
        next += 1
      default: try skipLeaf()
      }
      // Move to the next value, or close what ends here.
      while true {
        if stack.count == 0 { return }
        if try hasNext(before: stack.isObject ? .closeBrace : .closeBracket) { break }
        stack.pop()
        if let begin = begins.popLast() { skips.record(begin..<offset) }
      }
      if stack.isObject {
        try skipKey()
        try skipColon()
      }
    }
  }

  /// Passes over a value that is not an array or object, and checks it. Precondition: the text has not ended.
  @inline(__always)
  mutating func skipLeaf() throws {
    var cursor = cursor
    if cursor.skipLeaf() {
      next = cursor.place.assumingMemoryBound(to: UInt8.self)
      return
    }
    switch next.pointee {
    case .quote: try skipString()
    case UInt8(ascii: "t"): try skipLiteral("true")
    case UInt8(ascii: "f"): try skipLiteral("false")
    case UInt8(ascii: "n"): try skipLiteral("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
    default: throw unexpected("a value")
    }
  }

  var tooDeep: DecodingError {
    invalid(CodingLimits.tooDeep(maximumNesting), as: .limit)
  }

  /// Passes over a string whose opening quote is next, and checks its UTF-8 and its escapes.
  private mutating func skipString() throws {
    try checkEscapes(of: try scanString(validates: true))
  }

  private mutating func skipKey() throws {
    skipSpace()
    guard next < end, next.pointee == .quote else { throw unexpected("'\"' of a key") }
    try skipString()
  }
}

extension JSONReader {
  /// Which of the arrays and objects that are open are objects: the innermost in the lowest bit.
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

  /// Passes over one value of any shape, and checks that it is one.
  mutating func skipValue() throws {
    var stack = Stack()
    while true {
      skipSpace()
      guard next < end else { throw unexpected("a value") }
      switch next.pointee {
      case .quote: try skipString()
      case .openBracket, .openBrace:
        let isObject = next.pointee == .openBrace
        guard stack.count < options.values.maximumNesting else { throw tooDeep }
        stack.push(isObject: isObject)
        next += 1
        isFirst = true
      case UInt8(ascii: "t"): try skipLiteral("true")
      case UInt8(ascii: "f"): try skipLiteral("false")
      case UInt8(ascii: "n"): try skipLiteral("null")
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
      default: throw unexpected("a value")
      }
      // To the next value, or out of what ends here.
      while true {
        if stack.count == 0 {
          isFirst = false
          return
        }
        if try hasNext(before: stack.isObject ? .closeBrace : .closeBracket) { break }
        stack.pop()
      }
      if stack.isObject {
        try skipKey()
        try skipColon()
      }
    }
  }

  var tooDeep: DecodingError {
    invalid(CodingLimits.tooDeep(options.values.maximumNesting))
  }

  /// Passes over a string whose opening quote is next, and checks what is in it.
  private mutating func skipString() throws {
    let raw = try scanString(validates: true)
    if raw.hasEscapes { _ = try text(of: raw) }
  }

  private mutating func skipKey() throws {
    skipSpace()
    guard next < end, next.pointee == .quote else { throw unexpected("'\"' of a key") }
    try skipString()
  }
}

extension JSONReader {
  /// Looks through the whole text for objects that have a key more than once.
  func refuseRepeatedKeys() throws {
    var reader = self
    let entries = try JSONDecodingSession(with: &reader, lines: lines ?? JSONLines(), concessions: nil).entries
    // Entries of objects are found by what they begin with.
    for (position, object) in entries.enumerated() where start[object.offset] == .openBrace {
      var keys: Set<String> = []
      var member = position + 1
      while member < object.end {
        reader.next = start + entries[member].offset
        let key = try reader.readText()
        guard keys.insert(key).inserted else {
          throw refused("The key \"\(key.prefix(100))\" comes twice.", at: start + entries[member].offset)
        }
        member = entries[member + 1].end
      }
    }
  }
}

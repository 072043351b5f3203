/// Writes the line breaks and indentation of records and arrays that are written in one pass.
extension JSONWriter {
  /// Begins an array or object whose members are each on a line. Returns the number of bytes before each member: those
  /// of a line break and spaces, or 0 if the text is not indented.
  @inline(__always)
  mutating func beginLines() -> Int { isPretty ? indent() : 0 }

  @inline(never)
  private mutating func indent() -> Int {
    // A value within it that the walk writes must not be indented again, as an element of an enclosing array.
    frames.append(Frame(isArray: false, firstMember: memberKeys.count))
    indentation += 1
    return 1 &+ 2 &* indentation
  }

  /// Ends what ``beginLines()`` began.
  @inline(never)
  mutating func endLines() {
    frames.removeLast()
    indentation -= 1
  }

  /// Writes a line break and spaces. Precondition: there is room for them.
  @inline(never)
  static func putLine(_ count: Int, at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    target.storeBytes(of: .newline, as: UInt8.self)
    (target + 1).initializeMemory(as: UInt8.self, repeating: .space, count: count &- 1)
    return target + count
  }

  /// Writes a line break and spaces before an element.
  @inline(never)
  mutating func putElementLine(_ count: Int, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    var target = place
    if UnsafeMutableRawPointer(end) - target < count { target = makeRoom(count, at: target) }
    return Self.putLine(count, at: target)
  }

  /// Writes a bracket or brace on its own line, and a comma, in place of the comma after the last member.
  ///
  /// - Parameter line: The result of ``beginLines()``.
  @inline(never)
  mutating func endLines(
    with bracket: UInt8, _ line: Int, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var target = place
    if UnsafeMutableRawPointer(end) - target < line &+ 8 { target = makeRoom(line &+ 8, at: target) }
    if (target - 1).load(as: UInt8.self) == .comma {
      target -= 1
    } else {
      // Foundation writes an empty line in an empty array or object.
      target.storeBytes(of: .newline, as: UInt8.self)
      target += 1
    }
    target = Self.putLine(line &- 2, at: target)
    target.storeBytes(of: bracket, as: UInt8.self)
    target.storeBytes(of: .comma, toByteOffset: 1, as: UInt8.self)
    return target + 2
  }
}

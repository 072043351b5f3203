/// Writes and reads values that are numbers in memory, such as vectors and ranges, as their own code does.
extension JSONWriter {
  /// Returns nil, and writes nothing, if the type's code has to be called.
  @inline(never)
  mutating func putNumbers(
    of address: UnsafeRawPointer, _ numbers: StoredNumbers, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    for index in 0..<numbers.count {
      // The coder's strategy decides how others are written.
      switch numbers[index].kind {
      case .float: guard (address + numbers[index].offset).value(as: Float.self).isFinite else { return nil }
      case .double: guard (address + numbers[index].offset).value(as: Double.self).isFinite else { return nil }
      default: break
      }
    }
    // Code within the type's code enters another level.
    guard NestedLevel.canEnter(numbers.isOneArray ? 1 : 2, within: limits) else { return nil }
    if numbers.isOneArray { return putNumbers(of: address, numbers, from: 0, at: place) }
    var target = openArray(at: place)
    let line = beginLines()
    for first in stride(from: 0, to: numbers.count, by: numbers.countPerArray) {
      if line != 0 { target = putElementLine(line, at: target) }
      target = putNumbers(of: address, numbers, from: first, at: target)
    }
    if line != 0 { endLines() }
    return closeArray(isEmpty: false, line, at: target)
  }

  /// Writes an array of numbers, and a comma.
  private mutating func putNumbers(
    of address: UnsafeRawPointer, _ numbers: StoredNumbers, from first: Int, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var target = openArray(at: place)
    let line = beginLines()
    for index in first..<first &+ numbers.countPerArray {
      if line != 0 { target = putElementLine(line, at: target) }
      if UnsafeMutableRawPointer(end) - target < Self.numberRoom { target = makeRoom(Self.numberRoom, at: target) }
      let number = address + numbers[index].offset
      switch numbers[index].kind {
      case .double: target = Self.put(finite: number.value(as: Double.self), at: target)
      case .float: target = Self.put(finite: number.value(as: Float.self), at: target)
      default: target = Self.put(integer: number, as: numbers[index].kind, at: target)
      }
    }
    if line != 0 { endLines() }
    return closeArray(isEmpty: false, line, at: target)
  }
}

extension JSONReader {
  /// Returns false, and reads nothing, if the type's code has to be called.
  @inline(never)
  mutating func readNumbers(into address: UnsafeMutableRawPointer, _ numbers: StoredNumbers) -> Bool {
    let begin = next
    if let end = readArrays(of: numbers, into: address), numbers.isDecodable(address) {
      next = end.assumingMemoryBound(to: UInt8.self)
      return true
    }
    next = begin
    return false
  }

  /// Reads all numbers, and returns their end. Returns nil if the type's code has to be called.
  private mutating func readArrays(
    of numbers: StoredNumbers, into address: UnsafeMutableRawPointer
  ) -> UnsafeRawPointer? {
    guard NestedLevel.canEnter(numbers.isOneArray ? 1 : 2, within: limits) else { return nil }
    // A vector may have more memory than numbers.
    address.initializeMemory(as: UInt8.self, repeating: 0, count: numbers.size)
    var cursor = cursor
    cursor.skipSpace()
    if numbers.isOneArray { return readNumbers(at: &cursor, into: address, numbers, from: 0) ? cursor.place : nil }
    guard cursor.skipOpenBracket() else { return nil }
    var line = 0
    for first in stride(from: 0, to: numbers.count, by: numbers.countPerArray) {
      guard readNumbers(at: &cursor, into: address, numbers, from: first),
        cursor.endElement(&line, step: 0) == (first &+ numbers.countPerArray == numbers.count)
      else { return nil }
    }
    return cursor.place
  }

  /// Reads an array of just as many numbers.
  private mutating func readNumbers(
    at cursor: inout JSONCursor, into address: UnsafeMutableRawPointer, _ numbers: StoredNumbers, from first: Int
  ) -> Bool {
    guard cursor.skipOpenBracket() else { return false }
    let end = first &+ numbers.countPerArray
    var line = 0
    for index in first..<end {
      let (begin, slot) = (cursor.place, address + numbers[index].offset)
      if !Self.readNumber(at: &cursor, into: slot, as: numbers[index].kind) {
        // Numbers of many digits, for one. What a lenient decoder tolerates depends on the type's code.
        next = begin.assumingMemoryBound(to: UInt8.self)
        guard !isLenient, (try? decodeLeaf(into: slot, kind: numbers[index].kind)) != nil else { return false }
        cursor.place = UnsafeRawPointer(next)
      }
      guard cursor.endElement(&line, step: 0) == (index &+ 1 == end) else { return false }
    }
    return true
  }
}

extension JSONCursor {
  /// Passes over an opening bracket and the white space behind it. Returns false if there is none.
  @inline(__always)
  fileprivate mutating func skipOpenBracket() -> Bool {
    guard has(1), byte == .openBracket else { return false }
    place += 1
    skipSpace()
    return true
  }
}

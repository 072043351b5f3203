extension PropertyListWriter {
  /// Adds a string: as ASCII if possible, otherwise as big-endian UTF-16. Equal strings are not merged.
  package mutating func add(string: String) -> UInt32 {
    var string = string
    return string.withUTF8 { add(utf8: $0) }
  }

  /// Adds bytes.
  package mutating func add(data: UnsafeRawBufferPointer) -> UInt32 {
    let head = headSize(count: data.count)
    // The data is already in memory, so the sum cannot overflow.
    guard let target = beginObject(head &+ data.count) else { return 0 }
    let contents = storeHead(PropertyListMarker.data, count: data.count, at: target)
    if let source = data.baseAddress {
      UnsafeMutableRawPointer(contents).copyMemory(from: source, byteCount: data.count)
    }
    return lastObject
  }

  /// Adds a string.
  ///
  /// - Precondition: `text` is valid UTF-8.
  package mutating func add(utf8 text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let source = text.baseAddress, text.count > 0 else {
      guard let target = beginObject(1) else { return 0 }
      target.pointee = PropertyListMarker.asciiString
      return lastObject
    }
    guard Self.isASCII(source, count: text.count) else { return add(nonASCII: text) }
    guard let target = beginObject(headSize(count: text.count) &+ text.count) else { return 0 }
    let contents = storeHead(PropertyListMarker.asciiString, count: text.count, at: target)
    UnsafeMutableRawPointer(contents).copyMemory(from: source, byteCount: text.count)
    return lastObject
  }

  /// Checks eight bytes at a time.
  @inline(__always)
  private static func isASCII(_ start: UnsafePointer<UInt8>, count: Int) -> Bool {
    let source = UnsafeRawPointer(start)
    var bits: UInt64 = 0
    var position = 0
    while count &- position >= 8 {
      bits |= source.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      if bits & 0x8080_8080_8080_8080 != 0 { return false }
      position &+= 8
    }
    while position < count {
      bits |= UInt64(start[position])
      position &+= 1
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }

  @inline(never)
  private mutating func add(nonASCII text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    // One UTF-16 unit for each character, and one more for each that takes four bytes in UTF-8.
    var count = 0
    for byte in text {
      count &+= (byte & 0xC0 == 0x80 ? 0 : 1) &+ (byte >= 0xF0 ? 1 : 0)
    }
    // No overflow: twice the units is at most twice the bytes in memory.
    guard let target = beginObject(headSize(count: count) &+ count &* 2) else { return 0 }
    var end = storeHead(PropertyListMarker.utf16String, count: count, at: target)
    // The text should be valid. Even if it is not, the decoder yields at most as many units as were counted: a unit of
    // its replacements stands for at least one byte that is not a continuation, or the loop ends here.
    var left = count
    _ = transcode(text.makeIterator(), from: UTF8.self, to: UTF16.self, stoppingOnError: true) { unit in
      guard left > 0 else { return }
      store(unit, at: end)
      end += 2
      left &-= 1
    }
    while left > 0 {
      store(0xFFFD as UInt16, at: end)
      end += 2
      left &-= 1
    }
    return lastObject
  }

  // MARK: Comparison

  /// Whether an added object is a string equal to this text.
  ///
  /// - Precondition: `text` is valid UTF-8.
  @inline(__always)
  func isString(_ object: UInt32, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.base, let starts = offsets.base, Int(object) < offsets.count else { return false }
    let head = base + Int(starts[Int(object)])
    switch head.pointee & 0xF0 {
    case PropertyListMarker.asciiString:
      let (start, count) = contents(at: head)
      return count == text.count && Self.isEqual(start, text)
    case PropertyListMarker.utf16String:
      let (start, count) = contents(at: head)
      return Self.isUTF16(start, count: count, of: text)
    default: return false
    }
  }

  /// Whether the bytes are equal to those of the text. There must be as many.
  @inline(__always)
  private static func isEqual(_ start: UnsafePointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let other = UnsafeRawPointer(text.baseAddress) else { return true }
    let bytes = UnsafeRawPointer(start)
    func differ<Word: FixedWidthInteger & BitwiseCopyable>(at index: Int, as type: Word.Type) -> Bool {
      bytes.loadUnaligned(fromByteOffset: index, as: type) != other.loadUnaligned(fromByteOffset: index, as: type)
    }
    var index = 0
    while text.count &- index >= 8 {
      if differ(at: index, as: UInt64.self) { return false }
      index &+= 8
    }
    while index < text.count {
      if differ(at: index, as: UInt8.self) { return false }
      index &+= 1
    }
    return true
  }

  /// Whether `count` big-endian UTF-16 units are equal to the text.
  @inline(never)
  private static func isUTF16(
    _ start: UnsafePointer<UInt8>, count: Int, of text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    // A unit stands for one to three bytes of UTF-8.
    guard count <= text.count, text.count / 3 <= count else { return false }
    var index = 0
    var isEqual = true
    _ = transcode(text.makeIterator(), from: UTF8.self, to: UTF16.self, stoppingOnError: true) { unit in
      guard isEqual, index < count else { return isEqual = false }
      isEqual = UInt16(start[2 &* index]) &<< 8 | UInt16(start[2 &* index &+ 1]) == unit
      index &+= 1
    }
    return isEqual && index == count
  }
}

extension PropertyListWriter {
  /// Adds a string: as ASCII if possible, otherwise as big-endian UTF-16. Equal strings are not merged.
  package mutating func add(string: String) -> UInt32 {
    var string = string
    return string.withUTF8 { add(utf8: $0, isASCII: UnsafeRawBufferPointer($0).isASCII) }
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
  /// - Precondition: `text` is valid UTF-8, and ASCII if `isASCII` is true.
  package mutating func add(utf8 text: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> UInt32 {
    guard isASCII || keepsUTF8 else { return add(nonASCII: text) }
    guard let target = beginObject(headSize(count: text.count) &+ text.count) else { return 0 }
    let contents = storeHead(PropertyListMarker.asciiString, count: text.count, at: target)
    if let source = text.baseAddress { Self.copy(source, count: text.count, to: contents) }
    return lastObject
  }

  /// Copies the bytes of a string: a short one without a call.
  @inline(__always)
  private static func copy(_ source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>) {
    let bytes = UnsafeRawPointer(source)
    let copy = UnsafeMutableRawPointer(target)
    func move<Word: FixedWidthInteger & BitwiseCopyable>(_ type: Word.Type) {
      // The two words may overlap; the bytes that they share are equal in both.
      let last = count &- MemoryLayout<Word>.size
      copy.storeBytes(of: bytes.loadUnaligned(as: type), as: type)
      copy.storeBytes(of: bytes.loadUnaligned(fromByteOffset: last, as: type), toByteOffset: last, as: type)
    }
    switch count {
    case 17...: copy.copyMemory(from: bytes, byteCount: count)
    case 8...16: move(UInt64.self)
    case 4..<8: move(UInt32.self)
    default:
      for index in 0..<max(count, 0) { target[index] = source[index] }
    }
  }

  @inline(never)
  private mutating func add(nonASCII text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let count = BigEndianUTF16.count(ofUTF8: text)
    // No overflow: twice the units is at most twice the bytes in memory.
    guard let target = beginObject(headSize(count: count) &+ count &* 2) else { return 0 }
    var end = storeHead(PropertyListMarker.utf16String, count: count, at: target)
    // The text should be valid. Even if it is not, as many units are written as were counted.
    var left = count
    BigEndianUTF16.forEachUnit(ofUTF8: text) { unit in
      guard left > 0 else { return false }
      store(unit, at: end)
      end += 2
      left &-= 1
      return true
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
      return count == text.count && UnsafeRawPointer(start).hasBytes(of: text)
    case PropertyListMarker.utf16String:
      let (start, count) = contents(at: head)
      return Self.isUTF16(start, count: count, of: text)
    default: return false
    }
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
    BigEndianUTF16.forEachUnit(ofUTF8: text) { unit in
      isEqual = index < count && UInt16(start[2 &* index]) &<< 8 | UInt16(start[2 &* index &+ 1]) == unit
      index &+= 1
      return isEqual
    }
    return isEqual && index == count
  }
}

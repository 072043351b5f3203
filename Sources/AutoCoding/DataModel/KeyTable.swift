/// Finds a type's keys by their bytes, without making a `String` of each key in the data.
///
/// All keys in the table come from the type, so data cannot add colliding keys, and a lookup compares few keys.
struct KeyTable: @unchecked Sendable {
  private struct Slot {
    let word: UInt64
    let bytes: UnsafeBufferPointer<UInt8>
    let match: PropertyIndex.Match
  }

  /// At most half of the slots are occupied. Never freed.
  private let slots: UnsafeMutableBufferPointer<Slot?>
  private let mask: Int

  /// Of several matches with the same key, the first is used.
  init(_ matches: [(key: String, match: PropertyIndex.Match)]) {
    var capacity = 2
    while capacity < 2 * matches.count { capacity *= 2 }
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: nil)
    mask = capacity - 1
    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: matches.reduce(0) { $0 + $1.key.utf8.count })
    var end = 0
    for (key, match) in matches {
      let start = end
      end = text[start...].initialize(fromContentsOf: key.utf8)
      let bytes = UnsafeBufferPointer(UnsafeMutableBufferPointer(rebasing: text[start..<end]))
      if self.match(bytes) != nil { continue }
      let word = Self.word(bytes)
      var index = Self.hash(word) & mask
      while slots[index] != nil { index = (index + 1) & mask }
      slots[index] = Slot(word: word, bytes: bytes, match: match)
    }
  }

  @inline(__always)
  func match(_ bytes: UnsafeBufferPointer<UInt8>) -> PropertyIndex.Match? {
    let word = Self.word(bytes)
    var index = Self.hash(word) & mask
    while let slot = slots[index] {
      if slot.word == word, slot.bytes.count == bytes.count, isEqual(slot.bytes, bytes) { return slot.match }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Like ``match(_:)``, for up to 8 bytes in an integer: the first byte is the lowest, and unused bytes are zero.
  @inline(__always)
  func match(word: UInt64, count: Int) -> PropertyIndex.Match? {
    var index = Self.hash(word) & mask
    while let slot = slots[index] {
      if slot.word == word, slot.bytes.count == count { return slot.match }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Precondition: both have the same length and the same word.
  @inline(__always)
  private func isEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count > 8, let first = left.baseAddress else { return true }
    return UnsafeRawPointer(first).hasBytes(of: right)
  }

  /// Returns up to 8 bytes as an integer, the first byte lowest; for more bytes, a mix of the first 8 and the last 8.
  @inline(__always)
  private static func word(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let count = bytes.count
    guard let first = UnsafeRawPointer(bytes.baseAddress), count > 0 else { return 0 }
    func word<Part: FixedWidthInteger & BitwiseCopyable>(_ type: Part.Type, _ position: Int) -> UInt64 {
      UInt64(Part(littleEndian: first.loadUnaligned(fromByteOffset: position, as: Part.self)))
    }
    if count > 8 { return word(UInt64.self, 0) ^ word(UInt64.self, count &- 8) &* 31 }
    // The two loads may overlap; the bytes that they share are equal in both.
    if count >= 4 { return word(UInt32.self, 0) | word(UInt32.self, count &- 4) &<< UInt64((count &- 4) &* 8) }
    if count >= 2 { return word(UInt16.self, 0) | word(UInt16.self, count &- 2) &<< UInt64((count &- 2) &* 8) }
    return UInt64(bytes[0])
  }

  @inline(__always)
  private static func hash(_ word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &* 0x9e37_79b9_7f4a_7c15) &>> 32)
  }
}

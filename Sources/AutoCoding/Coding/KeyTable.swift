/// Finds a type's keys by their bytes, without a `String` for those that data has.
///
/// The keys are the type's own: whatever data says, a look-up compares few of them.
struct KeyTable: @unchecked Sendable {
  private struct Slot {
    let bytes: UnsafeBufferPointer<UInt8>
    let match: PropertyIndex.Match
  }

  /// At most half of them are taken; never freed.
  private let slots: UnsafeMutableBufferPointer<Slot?>
  private let mask: Int

  init(_ matches: [String: PropertyIndex.Match]) {
    var capacity = 2
    while capacity < 2 * matches.count { capacity *= 2 }
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: nil)
    mask = capacity - 1
    for (key, match) in matches {
      let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: key.utf8.count)
      _ = bytes.initialize(from: key.utf8)
      var index = Self.hash(UnsafeBufferPointer(bytes)) & mask
      while slots[index] != nil { index = (index + 1) & mask }
      slots[index] = Slot(bytes: UnsafeBufferPointer(bytes), match: match)
    }
  }

  @inline(__always)
  func match(_ bytes: UnsafeBufferPointer<UInt8>) -> PropertyIndex.Match? {
    var index = Self.hash(bytes) & mask
    while let slot = slots[index] {
      if slot.bytes.count == bytes.count, isEqual(slot.bytes, bytes) { return slot.match }
      index = (index + 1) & mask
    }
    return nil
  }

  @inline(__always)
  private func isEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<left.count where left[index] != right[index] { return false }
    return true
  }

  /// Of the length, the first 8 bytes and the last.
  @inline(__always)
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else { return 0 }
    let count = bytes.count
    var value: UInt64
    if count >= 8 {
      value = first.loadUnaligned(as: UInt64.self) ^ (first + (count - 8)).loadUnaligned(as: UInt64.self) &* 31
    } else {
      value = 0
      for index in 0..<count { value = value << 8 | UInt64(bytes[index]) }
    }
    value = (value ^ UInt64(truncatingIfNeeded: count)) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: value >> 32)
  }
}

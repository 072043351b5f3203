/// A hash table of JSON strings, such as keys. It finds the string that begins at a place in a text, by its first 16
/// bytes up to the closing quote. A table is never freed.
struct JSONTextTable: Sendable {
  /// By hash: the index of a string plus 1, or 0 for an empty slot.
  private nonisolated(unsafe) let slots: UnsafePointer<UInt16>
  private let shift: UInt64
  private let mask: Int

  /// The number of bytes that the table reads of each string.
  static let readByteCount = 17

  /// - Parameter texts: The strings with their quotes; ``readByteCount`` bytes can be read at each. The table leaves
  ///   out strings that do not begin with a quote. Precondition: there are fewer than 65,535 strings.
  init(_ texts: [UnsafeRawPointer]) {
    var bits = 2
    while 1 << bits < 2 * texts.count { bits += 1 }
    shift = UInt64(64 - bits)
    mask = 1 << bits - 1
    let slots = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << bits)
    slots.initialize(repeating: 0, count: 1 << bits)
    for (index, text) in texts.enumerated() where text.load(as: UInt8.self) == .quote {
      var slot = Int(truncatingIfNeeded: Self.hash(of: text) >> shift)
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt16(index + 1)
    }
    self.slots = UnsafePointer(slots)
  }

  /// Returns the index of the string that begins at a place; nil if the table has none that `isString` confirms.
  ///
  /// Precondition: ``readByteCount`` bytes can be read at the place, and the first is a quote.
  @inline(__always)
  func index(at place: UnsafeRawPointer, _ isString: (Int) -> Bool) -> Int? {
    var slot = Int(truncatingIfNeeded: Self.hash(of: place) &>> shift)
    while true {
      let index = Int(slots[slot]) &- 1
      if index < 0 { return nil }
      if isString(index) { return index }
      slot = (slot &+ 1) & mask
    }
  }

  @inline(__always)
  private static func hash(of text: UnsafeRawPointer) -> UInt64 {
    let block = text.loadUnaligned(fromByteOffset: 1, as: SIMD16<UInt8>.self)
    let quotes: ByteMask = block .== SIMD16<UInt8>(repeating: .quote)
    let (low, high) = quotes.words
    var first = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 1, as: UInt64.self))
    var second = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: 9, as: UInt64.self))
    if low != 0 {
      first &= 1 &<< UInt64(low.trailingZeroBitCount & ~7) &- 1
      second = 0
    } else if high != 0 {
      second &= 1 &<< UInt64(high.trailingZeroBitCount & ~7) &- 1
    }
    return (first ^ second &* 0xc2b2_ae3d_27d4_eb4f) &* 0x9e37_79b9_7f4a_7c15
  }
}

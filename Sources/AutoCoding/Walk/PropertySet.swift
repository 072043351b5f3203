/// A set of positions in a map's operations. It needs no allocation for up to 64 positions.
struct PropertySet: ~Copyable {
  private(set) var count = 0
  private var first: UInt64 = 0
  /// Words for the positions from 64.
  private let rest: UnsafeMutablePointer<UInt64>?

  @inline(__always)
  init(count: Int) {
    rest = count <= 64 ? nil : Self.allocate((count - 1) / 64)
  }

  private static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    words.initialize(repeating: 0, count: count)
    return words
  }

  deinit { rest?.deallocate() }

  @inline(__always)
  func contains(_ position: Int) -> Bool {
    let bit: UInt64 = 1 &<< UInt64(position & 63)
    guard position >= 64, let rest else { return first & bit != 0 }
    return rest[position / 64 - 1] & bit != 0
  }

  /// Precondition: the set does not contain the position.
  @inline(__always)
  mutating func insert(_ position: Int) {
    count &+= 1
    let bit: UInt64 = 1 &<< UInt64(position & 63)
    guard position >= 64, let rest else {
      first |= bit
      return
    }
    rest[position / 64 - 1] |= bit
  }

  /// Precondition: the set is empty, and made for 64 positions at most.
  @inline(__always)
  mutating func insert(all positions: UInt64) {
    first = positions
    count = positions.nonzeroBitCount
  }

  /// Precondition: the set contains the position.
  mutating func remove(_ position: Int) {
    count &-= 1
    let bit: UInt64 = 1 &<< UInt64(position & 63)
    guard position >= 64, let rest else {
      first &= ~bit
      return
    }
    rest[position / 64 - 1] &= ~bit
  }
}

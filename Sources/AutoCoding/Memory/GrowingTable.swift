#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Elements one after the other in memory of their own, without the retain, uniqueness and bounds checks of an array:
/// the tables of a ``PropertyListWriter``, to which every value appends.
struct GrowingTable<Element: BitwiseCopyable>: ~Copyable {
  /// Memory for `capacity` elements, of which the first `count` have a value; nil while the capacity is 0.
  private(set) var base: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0
  /// How many elements it may grow to.
  private let maximumCount: Int

  init(maximumCount: Int) {
    self.maximumCount = maximumCount
  }

  deinit {
    TableMemory.release(base, byteCount)
  }

  /// The number of bytes that the memory was allocated for.
  var byteCount: Int { capacity &* MemoryLayout<Element>.stride }

  /// Room for `extra` more elements behind the last, which the caller fills in and then claims by ``advance(by:)``; nil
  /// if that would exceed the maximum, or if memory is exhausted.
  ///
  /// - Precondition: `extra` is not negative.
  @inline(__always)
  mutating func reserve(_ extra: Int) -> UnsafeMutablePointer<Element>? {
    // Neither can overflow: the count is never above the capacity, nor either of them negative.
    if extra > capacity &- count || base == nil {
      guard grow(by: extra) else { return nil }
    }
    return base.map { $0 + count }
  }

  /// Counts `added` elements in that were written where ``reserve(_:)`` pointed to.
  @inline(__always)
  mutating func advance(by added: Int) {
    count &+= added
  }

  /// - Returns: Whether there was room.
  @inline(__always)
  mutating func append(_ element: Element) -> Bool {
    guard let end = reserve(1) else { return false }
    end.initialize(to: element)
    count &+= 1
    return true
  }

  var last: Element? { count > 0 ? base?[count &- 1] : nil }

  mutating func removeLast() {
    if count > 0 { count &-= 1 }
  }

  /// Forgets the elements from a position on.
  @inline(__always)
  mutating func truncate(to count: Int) {
    if count >= 0, count < self.count { self.count = count }
  }

  /// The elements from a position on, valid until the table is changed.
  @inline(__always)
  func suffix(from position: Int) -> UnsafeBufferPointer<Element> {
    guard let base, position >= 0, position < count else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: base + position, count: count &- position)
  }

  /// Forgets all elements, and gives the memory back if it is more than `most` bytes.
  mutating func removeAll(keepingAtMost most: Int) {
    count = 0
    guard capacity > most / max(MemoryLayout<Element>.stride, 1) else { return }
    TableMemory.release(base, byteCount)
    base = nil
    capacity = 0
  }

  @inline(never)
  private mutating func grow(by extra: Int) -> Bool {
    guard extra <= maximumCount - count else { return false }
    // Doubling is capped by the maximum, which is far from overflow; a page's worth comes first.
    let wanted = max(count + extra, capacity < maximumCount / 2 ? capacity * 2 : maximumCount)
    let newCapacity = min(max(wanted, 512), maximumCount)
    let (size, overflow) = newCapacity.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    guard !overflow, let memory = TableMemory.resize(base, from: byteCount, to: size) else { return false }
    base = memory.bindMemory(to: Element.self, capacity: newCapacity)
    capacity = newCapacity
    return true
  }
}

extension GrowingTable where Element == UInt8 {
  /// Hands the first `count` bytes over without copying them, and starts anew.
  ///
  /// - Precondition: `count` is not above the capacity, and all of these bytes have a value.
  mutating func takeData(count: Int) -> Data {
    guard let memory = base, count > 0, count <= capacity else { return Data() }
    let data = OwnedBytes(memory, count: count, capacity: capacity).data
    base = nil
    self.count = 0
    capacity = 0
    return data
  }
}

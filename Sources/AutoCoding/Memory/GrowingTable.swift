#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A growing buffer of elements without the retains, uniqueness checks and bounds checks of an array.
///
/// Precondition: elements may be moved as plain bytes, as all Swift values may that hold no weak reference.
struct GrowingTable<Element>: ~Copyable {
  /// Memory for `capacity` elements, of which the first `count` are initialized; nil if the capacity is 0.
  private(set) var base: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0
  /// How many elements the table may grow to. It may have more if this was greater before.
  var maximumCount: Int
  /// How many elements the table has room for at first; nil for as many as take a page.
  private let firstCapacity: Int?

  /// - Parameter firstCapacity: How many elements the table has room for at first, if most have few.
  init(maximumCount: Int = .max, firstCapacity: Int? = nil) {
    self.maximumCount = maximumCount
    self.firstCapacity = firstCapacity
  }

  deinit {
    base?.deinitialize(count: count)
    TableMemory.release(base, byteCount)
  }

  /// The number of bytes that the memory was allocated for.
  var byteCount: Int { capacity &* MemoryLayout<Element>.stride }

  /// Makes room for `extra` more elements after the last. The caller initializes them and then calls ``advance(by:)``.
  /// Returns nil if that would exceed the maximum, or if memory is exhausted.
  ///
  /// - Precondition: `extra` is not negative.
  @inline(__always)
  mutating func reserve(_ extra: Int) -> UnsafeMutablePointer<Element>? {
    // This cannot overflow, since the count is never negative and never above the capacity.
    if extra > capacity &- count || base == nil {
      guard grow(by: extra) else { return nil }
    }
    return base.map { $0 + count }
  }

  /// Adds `added` elements to the count, which were initialized at the address from ``reserve(_:)``.
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

  /// Appends an element. Ends the process if memory is exhausted, as Swift's own collections do.
  @inline(__always)
  mutating func push(_ element: consuming Element) {
    guard let end = reserve(1) else { GrowingMemory.isExhausted() }
    end.initialize(to: element)
    count &+= 1
  }

  /// The address of the first element. Precondition: the table has elements.
  @inline(__always)
  var first: UnsafeMutablePointer<Element> { base.unsafelyUnwrapped }

  var last: Element? { count > 0 ? base?[count &- 1] : nil }

  mutating func removeLast() {
    truncate(to: count &- 1)
  }

  /// Removes the elements from a position on.
  @inline(__always)
  mutating func truncate(to count: Int) {
    guard count >= 0, count < self.count else { return }
    base.map { _ = ($0 + count).deinitialize(count: self.count &- count) }
    self.count = count
  }

  /// The elements from a position on, valid until the table is changed.
  @inline(__always)
  func suffix(from position: Int) -> UnsafeBufferPointer<Element> {
    guard let base, position >= 0, position < count else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: base + position, count: count &- position)
  }

  /// Removes the elements from a position on, and returns them. Precondition: the position is at most the count.
  mutating func takeSuffix(from position: Int) -> [Element] {
    let taken = count &- position
    guard taken > 0, let base else { return [] }
    count = position
    return Array(unsafeUninitializedCapacity: taken) { buffer, initialized in
      buffer.baseAddress?.moveInitialize(from: base + position, count: taken)
      initialized = taken
    }
  }

  /// Removes all elements, and frees the memory if it is more than `most` bytes.
  mutating func removeAll(keepingAtMost most: Int = .max) {
    truncate(to: 0)
    guard capacity > most / max(MemoryLayout<Element>.stride, 1) else { return }
    TableMemory.release(base, byteCount)
    base = nil
    capacity = 0
  }

  /// The number of elements that the first memory is for, at most a page.
  private static var fewest: Int { min(512, max(4096 / max(MemoryLayout<Element>.stride, 1), 8)) }

  @inline(never)
  private mutating func grow(by extra: Int) -> Bool {
    guard extra <= maximumCount - count else { return false }
    // Neither sum can overflow, since the maximum caps it. After much that is added at once, a little more is likely to
    // follow, and should not make the table grow again.
    let needed = count + extra
    let roomy = needed + min(needed / 16, maximumCount - needed)
    let wanted = max(roomy, capacity < maximumCount / 2 ? capacity * 2 : maximumCount)
    let newCapacity = min(max(wanted, firstCapacity ?? Self.fewest), maximumCount)
    let (size, overflow) = newCapacity.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
    guard !overflow, let memory = TableMemory.resize(base, from: byteCount, to: size) else { return false }
    base = memory.bindMemory(to: Element.self, capacity: newCapacity)
    capacity = newCapacity
    return true
  }
}

extension GrowingTable where Element == UInt8 {
  /// Hands over the first `count` bytes without copying them, and leaves the table empty.
  ///
  /// - Precondition: `count` is not above the capacity, and all of these bytes are initialized.
  mutating func takeData(count: Int) -> Data {
    guard let memory = base, count > 0, count <= capacity else { return Data() }
    let data = OwnedBytes(memory, count: count, capacity: capacity).data
    base = nil
    self.count = 0
    capacity = 0
    return data
  }
}

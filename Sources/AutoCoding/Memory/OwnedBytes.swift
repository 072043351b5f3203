#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Memory that is to become a `Data`.
struct OwnedBytes {
  let start: UnsafeMutablePointer<UInt8>
  let count: Int
  private let capacity: Int

  init(_ start: UnsafeMutablePointer<UInt8>, count: Int, capacity: Int) {
    self.start = start
    self.count = count
    self.capacity = capacity
  }

  /// Allocates uninitialized memory of at least one byte; nil if memory is exhausted.
  init?(count: Int) {
    guard count > 0, let memory = TableMemory.resize(nil, from: 0, to: count) else { return nil }
    self.init(memory.bindMemory(to: UInt8.self, capacity: count), count: count, capacity: count)
  }

  /// A `Data` that owns the memory.
  ///
  /// - Precondition: All bytes are initialized. This is read only once, and the memory is not used in any other way.
  var data: Data {
    // Free the capacity that doubling left over, unless it is little.
    guard capacity - count > capacity / 8, let memory = TableMemory.resize(start, from: capacity, to: count) else {
      return TableMemory.data(start, count: count, of: capacity)
    }
    return TableMemory.data(memory, count: count, of: count)
  }
}

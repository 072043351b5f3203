// Typed access to a stored value. Precondition of all: the address is aligned for the type; it holds an initialized
// value of it, or none, as the name says.
extension UnsafeRawPointer {
  /// The value at this address.
  @inlinable @inline(__always)
  package func value<Value>(as type: Value.Type) -> Value {
    assumingMemoryBound(to: type).pointee
  }
}

extension UnsafeMutableRawPointer {
  /// The value at this address, which is uninitialized afterwards.
  @inlinable @inline(__always)
  package func take<Value>(as type: Value.Type) -> Value {
    assumingMemoryBound(to: type).move()
  }

  /// Stores a value at this address, which holds none yet.
  @inlinable @inline(__always)
  package func initialize<Value>(with value: consuming Value) {
    assumingMemoryBound(to: Value.self).initialize(to: value)
  }
}

/// Calls `body` with uninitialized memory for one value of the type, which `body` leaves uninitialized again.
@inline(__always)
package func withTemporaryMemory<Result>(
  size: Int, alignment: Int, _ body: (UnsafeMutableRawPointer) throws -> Result
) rethrows -> Result {
  try withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: alignment) { buffer in
    if let memory = buffer.baseAddress { return try body(memory) }
    // A buffer of at least one byte has an address; should that ever change, the heap has one.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: alignment)
    defer { memory.deallocate() }
    return try body(memory)
  }
}

/// Memory on the heap for one value, to be deallocated as usual.
@inline(__always)
package func allocateMemory(size: Int, alignment: Int) -> UnsafeMutableRawPointer {
  // A constant alignment that every allocation has is allocated faster.
  alignment <= 16
    ? .allocate(byteCount: max(size, 1), alignment: 16) : .allocate(byteCount: max(size, 1), alignment: alignment)
}

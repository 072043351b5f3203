// Typed access to a stored value. Precondition of all: the address is aligned for the type, and it holds an initialized
// value of the type, or for `initialize` none.
extension UnsafeRawPointer {
  /// The value at this address.
  @inlinable @inline(__always)
  package func value<Value>(as type: Value.Type) -> Value {
    assumingMemoryBound(to: type).pointee
  }

  /// Whether the reference at this address is the only one to its object. Precondition: it is a strong reference, which no
  /// code changes meanwhile.
  @inline(__always)
  package var isOnlyReference: Bool {
    isKnownUniquelyReferenced(&UnsafeMutableRawPointer(mutating: self).assumingMemoryBound(to: AnyObject.self).pointee)
  }
}

extension UnsafeMutableRawPointer {
  /// The value at this address, which is uninitialized afterwards.
  @inlinable @inline(__always)
  package func take<Value>(as type: Value.Type) -> Value {
    assumingMemoryBound(to: type).move()
  }

  /// Initializes the memory at this address with a value.
  @inlinable @inline(__always)
  package func initialize<Value>(with value: consuming Value) {
    assumingMemoryBound(to: Value.self).initialize(to: value)
  }
}

extension UnsafeMutableRawPointer {
  /// Initializes the memory at this address with an integer of another type. Returns false, and stores nothing, if the
  /// type cannot represent it.
  @inline(__always)
  func store<Integer: FixedWidthInteger & BitwiseCopyable>(_ value: Int, as type: Integer.Type) -> Bool {
    guard let exact = Integer(exactly: value) else { return false }
    storeBytes(of: exact, as: type)
    return true
  }
}

extension UnsafeRawPointer {
  /// Whether the bytes at this address are those of a text. Precondition: there are as many.
  @inline(__always)
  func hasBytes(of text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let other = UnsafeRawPointer(text.baseAddress) else { return true }
    func differ<Word: FixedWidthInteger & BitwiseCopyable>(at index: Int, as type: Word.Type) -> Bool {
      loadUnaligned(fromByteOffset: index, as: type) != other.loadUnaligned(fromByteOffset: index, as: type)
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
}

extension UnsafeRawBufferPointer {
  /// Whether all bytes are ASCII characters.
  @inline(__always)
  var isASCII: Bool {
    var bits: UInt64 = 0
    var index = 0
    while count &- index >= 8 {
      bits |= loadUnaligned(fromByteOffset: index, as: UInt64.self)
      index &+= 8
    }
    while index < count {
      bits |= UInt64(self[index])
      index &+= 1
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }
}

/// Calls `body` with uninitialized memory for one value, which `body` must leave uninitialized.
@inlinable @inline(__always)
package func withTemporaryMemory<Result>(
  size: Int, alignment: Int, _ body: (UnsafeMutableRawPointer) throws -> Result
) rethrows -> Result {
  try withUnsafeTemporaryAllocation(byteCount: max(size, 1), alignment: alignment) { buffer in
    if let memory = buffer.baseAddress { return try body(memory) }
    // Not reached: a buffer of at least one byte has an address.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: alignment)
    defer { memory.deallocate() }
    return try body(memory)
  }
}

/// Allocates memory on the heap for one value. The caller deallocates it.
@inline(__always)
package func allocateMemory(size: Int, alignment: Int) -> UnsafeMutableRawPointer {
  // Allocation is faster with a constant alignment that every allocation has anyway.
  alignment <= 16
    ? .allocate(byteCount: max(size, 1), alignment: 16) : .allocate(byteCount: max(size, 1), alignment: alignment)
}

/// Memory for a small value, in the stack frame of the function that declares it.
private struct InlineMemory {
  private typealias Words = SIMD2<UInt64>
  private var words: (Words, Words, Words, Words, Words, Words, Words, Words) =
    (.zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero)

  /// Whether a value of a type fits.
  @inline(__always)
  static func fits<Value>(_: Value.Type) -> Bool {
    MemoryLayout<Value>.size <= MemoryLayout<InlineMemory>.size
      && MemoryLayout<Value>.alignment <= MemoryLayout<InlineMemory>.alignment
  }
}

/// Returns the value that `read` stores in memory. The memory is uninitialized if `read` throws.
@inline(__always)
func withValue<Value>(of type: Value.Type, _ read: (UnsafeMutableRawPointer) throws -> Void) throws -> Value {
  // The memory's address is passed by calls, not by a closure that returns the value: such a closure is generic, and would
  // look up its metadata at every call.
  guard InlineMemory.fits(type) else { return try withAllocatedValue(of: type, read) }
  var memory = InlineMemory()
  try read(&memory)
  return value(of: type, takenFrom: &memory)
}

@inline(__always)
private func value<Value>(of type: Value.Type, takenFrom memory: UnsafeMutableRawPointer) -> Value {
  memory.take(as: type)
}

@inline(never)
private func withAllocatedValue<Value>(
  of type: Value.Type, _ read: (UnsafeMutableRawPointer) throws -> Void
) throws -> Value {
  // `malloc` is cheaper than Swift's allocator; use the latter for over-aligned types.
  let isCommon = MemoryLayout<Value>.alignment <= 16
  let size = MemoryLayout<Value>.size
  let memory =
    isCommon
    ? GrowingMemory.resize(nil, to: max(size, 1))
    : allocateMemory(size: size, alignment: MemoryLayout<Value>.alignment)
  defer { if isCommon { GrowingMemory.free(memory) } else { memory.deallocate() } }
  try read(memory)
  return memory.take(as: type)
}

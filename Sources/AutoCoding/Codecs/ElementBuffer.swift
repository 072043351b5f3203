/// Decoded elements whose number is not known yet. Remaining elements are destroyed with the buffer.
package struct ElementBuffer: ~Copyable {
  private let operations: ValueOperations
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  package private(set) var count = 0
  /// Bytes from one element to the next.
  private let stride: Int
  /// Whether the memory is ``GrowingMemory``, which moves elements as plain bytes.
  private let isMovable: Bool
  /// Whether the memory is the caller's.
  private var isBorrowed = false

  /// - Parameter announced: The number of elements that the data announces; not trusted beyond a page of memory.
  package init(of type: Any.Type, announced: Int?) {
    operations = ValueOperations(type)
    stride = operations.stride
    capacity = min(max(announced ?? 0, 4), max(4096 / max(stride, 1), 4))
    isMovable = operations.isBitwiseTakable && operations.alignment <= 16
    memory =
      isMovable
      ? GrowingMemory.resize(nil, to: max(capacity * stride, 1))
      : .allocate(byteCount: capacity * stride, alignment: operations.alignment)
  }

  /// - Parameter scratch: Memory for the first elements, aligned to 16 bytes. Precondition: it outlives the buffer.
  package init(of type: Any.Type, in scratch: UnsafeMutableRawBufferPointer) {
    operations = ValueOperations(type)
    stride = operations.stride
    isMovable = operations.isBitwiseTakable && operations.alignment <= 16
    let count = scratch.count / max(stride, 1)
    isBorrowed = isMovable && count > 0 && scratch.baseAddress != nil
    capacity = isBorrowed ? count : max(4096 / max(stride, 1) / 16, 4)
    if isBorrowed, let first = scratch.baseAddress {
      memory = first
    } else if isMovable {
      memory = GrowingMemory.resize(nil, to: max(capacity * stride, 1))
    } else {
      memory = .allocate(byteCount: capacity * stride, alignment: operations.alignment)
    }
  }

  deinit {
    operations.destroy(memory, count: count)
    if isBorrowed { return }
    if isMovable { GrowingMemory.free(memory) } else { memory.deallocate() }
  }

  /// The address at which the next element is to be initialized.
  package mutating func next() -> UnsafeMutableRawPointer {
    if count == capacity { grow() }
    return memory + count * stride
  }

  /// Records that the element at ``next()`` is initialized.
  package mutating func commit() {
    count += 1
  }

  /// The address of an element.
  package subscript(index: Int) -> UnsafeRawPointer {
    UnsafeRawPointer(memory + index * stride)
  }

  /// Appends a copy of the element at the address.
  mutating func append(copying address: UnsafeRawPointer) {
    operations.copy(from: address, to: next())
    commit()
  }

  /// Destroys the last element. Precondition: there is one.
  package mutating func removeLast() {
    count -= 1
    operations.destroy(memory + count * stride)
  }

  mutating func removeAll() {
    operations.destroy(memory, count: count)
    count = 0
  }

  /// Gives up ownership of all elements. The caller destroys or moves them before the buffer is freed.
  mutating func takeAll() -> (first: UnsafeMutableRawPointer, count: Int) {
    let held = count
    count = 0
    return (memory, held)
  }

  /// Gives up ownership of all elements together with those of another buffer, as many as both have. The caller
  /// destroys or moves them before the buffers are freed.
  mutating func takeAll(
    with other: inout ElementBuffer
  ) -> (first: UnsafeMutableRawPointer, other: UnsafeMutableRawPointer, count: Int) {
    let pairs = min(count, other.count)
    operations.destroy(memory + pairs * stride, count: count - pairs)
    other.operations.destroy(other.memory + pairs * other.stride, count: other.count - pairs)
    count = 0
    other.count = 0
    return (memory, other.memory, pairs)
  }

  /// Moves the elements to uninitialized memory.
  mutating func moveAll(to destination: UnsafeMutableRawPointer) {
    if operations.isBitwiseTakable {
      destination.copyMemory(from: memory, byteCount: count * stride)
    } else {
      for index in 0..<count {
        operations.move(from: memory + index * stride, to: destination + index * stride)
      }
    }
    count = 0
  }

  @inline(never)
  private mutating func grow() {
    if isMovable {
      capacity *= 2
      let size = max(capacity * stride, 1)
      if isBorrowed {
        let larger = GrowingMemory.resize(nil, to: size)
        larger.copyMemory(from: memory, byteCount: count * stride)
        (memory, isBorrowed) = (larger, false)
      } else {
        memory = GrowingMemory.resize(memory, to: size)
      }
      return
    }
    let larger = UnsafeMutableRawPointer.allocate(
      byteCount: 2 * capacity * stride, alignment: operations.alignment)
    let held = count
    moveAll(to: larger)
    memory.deallocate()
    memory = larger
    capacity *= 2
    count = held
  }
}

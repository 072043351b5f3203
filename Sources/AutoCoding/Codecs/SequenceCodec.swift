/// Values of one codec in order: arrays of every kind, and sets.
package class SequenceCodec: Codec, @unchecked Sendable {
  package let element: Codec
  /// Whether elements have no order, and are hashed.
  package let isSet: Bool
  /// What can be done with the memory of elements.
  package let elementOperations: ValueOperations
  /// Whether values are of the type `Array`.
  let isArray: Bool
  /// Bytes from one element to the next.
  package let stride: Int
  /// What the memory of arrays begins with; nil where elements cannot be reached in place.
  private let header: ArrayStorage.Header?
  /// Of an array's memory.
  private let alignmentMask: Int
  private let empty = ArrayStorage.empty

  init(type: Any.Type, element: Codec, header: ArrayStorage.Header?, isArray: Bool, isSet: Bool) {
    self.element = element
    self.isArray = isArray
    self.isSet = isSet
    self.header = header
    elementOperations = ValueOperations(element.type)
    movesElements = header != nil && elementOperations.isBitwiseTakable
    stride = elementOperations.stride
    alignmentMask = max(elementOperations.alignment, 8) - 1
    super.init(type: type, kind: .sequence, codable: codableAccess(to: type))
  }

  package override var children: [Codec] { [element] }
  package override var hasElementsInPlace: Bool { header != nil }

  /// The first element's address and the number of elements, which lie one stride apart.
  ///
  /// Precondition: ``hasElementsInPlace``; at the address is a value of the codec's type, which stays as it is.
  @inline(__always)
  package func elementsInPlace(of address: UnsafeRawPointer) -> (first: UnsafeRawPointer, count: Int) {
    ArrayStorage.elements(ofArrayAt: address)
  }

  /// Whether ``initialize(_:moving:count:)`` can be called.
  package let movesElements: Bool

  /// Makes an array of elements, which are moved there: their memory holds none afterwards.
  ///
  /// Precondition: ``movesElements``; the elements lie one stride apart.
  @inline(__always)
  package func initialize(_ address: UnsafeMutableRawPointer, moving first: UnsafeMutableRawPointer, count: Int) {
    guard count > 0, let header else { return address.storeBytes(of: empty, as: UInt.self) }
    ArrayStorage.initialize(
      address, header: header, moving: first, count: count, stride: stride, alignmentMask: alignmentMask)
  }

  /// Makes memory of ``ArrayStorage`` an array of its elements, which stay where they are.
  ///
  /// Precondition: ``movesElements``; the elements lie one stride apart; there is one at least.
  package func initialize(
    _ address: UnsafeMutableRawPointer, adopting first: UnsafeMutableRawPointer, count: Int, capacity: Int
  ) {
    guard let header else { return }
    ArrayStorage.initialize(
      address, header: header, adopting: first, count: count, capacity: capacity, stride: stride)
  }

  /// Calls `body` as ``elementsInPlace(of:)`` says, for a value that code of a type's own may replace meanwhile.
  @inline(__always)
  package func withKeptElements<Result>(
    of address: UnsafeRawPointer, _ body: (_ first: UnsafeRawPointer, _ count: Int) throws -> Result
  ) rethrows -> Result {
    try ArrayStorage.withKeptElements(ofArrayAt: address, body)
  }

  /// Calls `body` with the address of the first element and the number of elements, which lie one stride apart.
  package func withElements(
    of address: UnsafeRawPointer, _ body: (_ first: UnsafeRawPointer, _ count: Int) throws -> Void
  ) throws {}

  /// Makes a value of the elements in the buffer, and empties it.
  package func initialize(_ address: UnsafeMutableRawPointer, taking elements: inout ElementBuffer) {}
}

/// A collection that can be had from an array of its elements, and given back as one.
protocol ArrayConvertible<Element> {
  associatedtype Element
  /// Whether elements have no order, and are hashed.
  static var isSet: Bool { get }
  init(array: [Element])
  var array: [Element] { get }
}

extension ArrayConvertible {
  static var isSet: Bool { false }
}

private final class ArrayConvertibleCodec<Value: ArrayConvertible>: SequenceCodec, @unchecked Sendable {
  override func withElements(
    of address: UnsafeRawPointer, _ body: (_ first: UnsafeRawPointer, _ count: Int) throws -> Void
  ) throws {
    try address.value(as: Value.self).array.withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      try body(first, elements.count)
    }
  }

  override func initialize(_ address: UnsafeMutableRawPointer, taking elements: inout ElementBuffer) {
    // With a capacity of 0 the standard library writes a count to the storage that all empty arrays share: a data race, as
    // the thread sanitizer sees it.
    guard elements.count > 0 else { return address.initialize(with: Value(array: [])) }
    let array = [Value.Element](unsafeUninitializedCapacity: elements.count) { storage, count in
      count = elements.count
      if let first = storage.baseAddress { elements.moveAll(to: first) }
    }
    address.initialize(with: Value(array: array))
  }
}

extension ArrayConvertible where Self: ComposedType {
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec {
    let isArray = Self.self == [Element].self
    return ArrayConvertibleCodec<Self>(
      type: Self.self, element: try codec(Element.self), header: isArray ? ArrayStorage.header(of: Element.self) : nil,
      isArray: isArray, isSet: isSet)
  }
}

extension Array: ArrayConvertible, ComposedType {
  init(array: [Element]) { self = array }
  var array: [Element] { self }
}

extension ContiguousArray: ArrayConvertible, ComposedType {
  init(array: [Element]) { self.init(array) }
  var array: [Element] { Array(self) }
}

extension ArraySlice: ArrayConvertible, ComposedType {
  init(array: [Element]) { self = array[...] }
  var array: [Element] { Array(self) }
}

extension Set: ArrayConvertible, ComposedType {
  static var isSet: Bool { true }
  init(array: [Element]) { self.init(array) }
  var array: [Element] { Array(self) }
}

/// Decoded elements whose number is not known yet. What it still holds when it goes is destroyed.
package struct ElementBuffer: ~Copyable {
  private let operations: ValueOperations
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  package private(set) var count = 0
  /// Bytes from one element to the next.
  private let stride: Int
  /// Whether the memory is of ``GrowingMemory``, which moves bytes without a look at them.
  private let isMovable: Bool

  /// - Parameter announced: How many elements the data says there are; not trusted beyond a page of memory.
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

  deinit {
    operations.destroy(memory, count: count)
    if isMovable { GrowingMemory.free(memory) } else { memory.deallocate() }
  }

  /// The address at which the next element is to be initialized.
  package mutating func next() -> UnsafeMutableRawPointer {
    if count == capacity { grow() }
    return memory + count * stride
  }

  /// Says that the element at ``next()`` is there.
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

  mutating func removeAll() {
    operations.destroy(memory, count: count)
    count = 0
  }

  /// Gives all elements away, with those of another buffer, as many as both have: whoever calls destroys them or moves
  /// them elsewhere, before the buffers go.
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
      memory = GrowingMemory.resize(memory, to: max(capacity * stride, 1))
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

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

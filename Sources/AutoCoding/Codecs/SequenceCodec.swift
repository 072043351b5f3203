/// Values of one codec in order: all kinds of arrays, and sets.
package class SequenceCodec: Codec, @unchecked Sendable {
  package let element: Codec
  /// Whether elements are unordered and hashed.
  package let isSet: Bool
  /// The operations on the memory of elements.
  package let elementOperations: ValueOperations
  /// Whether values are of the type `Array`.
  let isArray: Bool
  /// Whether elements that cannot be decoded are left out, as the rule of a property says.
  package internal(set) var skipsUndecodable = false
  /// Bytes from one element to the next.
  package let stride: Int
  /// The header of an array's memory; nil if elements cannot be accessed in place.
  private let header: ArrayStorage.Header?
  /// The alignment mask of an array's memory.
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
    super.init(
      type: type, kind: .sequence, codable: codableAccess(to: type, of: element, hashed: isSet ? element.type : nil))
  }

  package override var children: [Codec] { [element] }
  package override var hasElementsInPlace: Bool { header != nil }

  /// Returns the address of the first element and the number of elements, which are one stride apart.
  ///
  /// Precondition: ``hasElementsInPlace``; the address holds a value of the codec's type, which does not change
  /// meanwhile.
  @inline(__always)
  package func elementsInPlace(of address: UnsafeRawPointer) -> (first: UnsafeRawPointer, count: Int) {
    ArrayStorage.elements(ofArrayAt: address)
  }

  /// Whether ``initialize(_:moving:count:)`` can be called.
  package let movesElements: Bool

  /// Makes an array by moving elements into it; their memory is uninitialized afterwards.
  ///
  /// Precondition: ``movesElements``; the elements are one stride apart.
  @inline(__always)
  package func initialize(_ address: UnsafeMutableRawPointer, moving first: UnsafeMutableRawPointer, count: Int) {
    guard count > 0, let header else { return address.storeBytes(of: empty, as: UInt.self) }
    ArrayStorage.initialize(
      address, header: header, moving: first, count: count, stride: stride, alignmentMask: alignmentMask)
  }

  /// Turns memory of ``ArrayStorage`` into an array of its elements, which stay in place.
  ///
  /// Precondition: ``movesElements``; the elements are one stride apart; there is at least one.
  package func initialize(
    _ address: UnsafeMutableRawPointer, adopting first: UnsafeMutableRawPointer, count: Int, capacity: Int
  ) {
    guard let header else { return }
    ArrayStorage.initialize(
      address, header: header, adopting: first, count: count, capacity: capacity, stride: stride)
  }

  /// Calls `body` like ``elementsInPlace(of:)``, for a value that a type's own code may replace meanwhile.
  @inline(__always)
  package func withKeptElements<Result>(
    of address: UnsafeRawPointer, _ body: (_ first: UnsafeRawPointer, _ count: Int) throws -> Result
  ) rethrows -> Result {
    try ArrayStorage.withKeptElements(ofArrayAt: address, body)
  }

  /// Calls `body` once, also for an empty collection, with the address of the first element and the number of elements,
  /// which are one stride apart.
  package func withElements(
    of address: UnsafeRawPointer, _ body: (_ first: UnsafeRawPointer, _ count: Int) throws -> Void
  ) throws {}

  /// Makes a value from the elements in the buffer, and empties the buffer.
  package func initialize(_ address: UnsafeMutableRawPointer, taking elements: inout ElementBuffer) {}

  /// Makes a value from the elements in the buffer, and empties the buffer. The indices of a slice begin where those of
  /// the original do.
  package func initialize(
    _ address: UnsafeMutableRawPointer, taking elements: inout ElementBuffer, inPlaceOf original: UnsafeRawPointer
  ) {}
}

extension Codec {
  /// Lets a collection leave out elements that cannot be decoded. Returns false for any other value.
  ///
  /// Precondition: the codec is used by this caller alone.
  func skipUndecodable() -> Bool {
    switch concrete {
    case .sequence(let codec): codec.skipsUndecodable = true
    case .dictionary(let codec): codec.skipsUndecodable = true
    default: return false
    }
    return true
  }

  /// Whether it is a collection that leaves out elements that cannot be decoded, or an Optional of one.
  var skipsUndecodableElements: Bool {
    switch concrete {
    case .optional(let codec): codec.wrapped.skipsUndecodableElements
    case .sequence(let codec): codec.skipsUndecodable
    case .dictionary(let codec): codec.skipsUndecodable
    default: false
    }
  }
}

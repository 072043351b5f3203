/// A collection that can be converted to and from an array of its elements.
protocol ArrayConvertible<Element> {
  associatedtype Element
  /// Whether elements are unordered and hashed.
  static var isSet: Bool { get }
  init(array: [Element])
  /// Makes a collection by moving elements into it, of which there is at least one.
  init(moving elements: UnsafeMutablePointer<Element>, count: Int)
  var array: [Element] { get }
  /// Returns a collection of other elements, whose indices begin where those of this collection do.
  func replacingElements(by array: [Element]) -> Self
}

extension ArrayConvertible {
  static var isSet: Bool { false }
  func replacingElements(by array: [Element]) -> Self { Self(array: array) }

  init(moving elements: UnsafeMutablePointer<Element>, count: Int) {
    self.init(
      array: [Element](unsafeUninitializedCapacity: count) { storage, initialized in
        storage.baseAddress?.moveInitialize(from: elements, count: count)
        initialized = count
      })
  }
}

private final class ArrayConvertibleCodec<Value: ArrayConvertible>: SequenceCodec, @unchecked Sendable {
  /// Chosen once, when the codec is made.
  private let leafSet: LeafSetAccess? = Value.isSet ? LeafSetAccess(to: Value.Element.self) : nil

  override func withElements(
    of address: UnsafeRawPointer, _ body: (_ first: UnsafeRawPointer, _ count: Int) throws -> Void
  ) throws {
    if hasElementsInPlace { return try withKeptElements(of: address, body) }
    if let leafSet { return try leafSet.withElements(address, body) }
    try address.value(as: Value.self).array.withUnsafeBufferPointer { elements in
      // Of no elements, any address will do.
      try body(elements.baseAddress.map { UnsafeRawPointer($0) } ?? address, elements.count)
    }
  }

  override func initialize(_ address: UnsafeMutableRawPointer, taking elements: inout ElementBuffer) {
    // With a capacity of 0, the standard library writes a count to the storage that all empty arrays share. The thread
    // sanitizer reports that as a data race.
    guard elements.count > 0 else { return address.initialize(with: Value(array: [])) }
    if movesElements {
      let (first, count) = elements.takeAll()
      return initialize(address, moving: first, count: count)
    }
    if let leafSet { return leafSet.initialize(address, &elements) }
    let (first, count) = elements.takeAll()
    address.initialize(with: Value(moving: first.assumingMemoryBound(to: Value.Element.self), count: count))
  }

  override func initialize(
    _ address: UnsafeMutableRawPointer, taking elements: inout ElementBuffer, inPlaceOf original: UnsafeRawPointer
  ) {
    if isArray || isSet { return initialize(address, taking: &elements) }
    let array = elements.count > 0 ? Self.array(taking: &elements) : []
    address.initialize(with: original.value(as: Value.self).replacingElements(by: array))
  }

  private static func array(taking elements: inout ElementBuffer) -> [Value.Element] {
    [Value.Element](unsafeUninitializedCapacity: elements.count) { storage, count in
      count = elements.count
      if let first = storage.baseAddress { elements.moveAll(to: first) }
    }
  }
}

extension ArrayConvertible where Self: TransformableCollection {
  static var transformableType: Any.Type { Element.self }

  static func makeCodec(_ codec: (Any.Type) throws -> Codec, value: (Any.Type) throws -> Codec) throws -> Codec {
    let isArray = Self.self == [Element].self
    return ArrayConvertibleCodec<Self>(
      type: Self.self, element: try value(Element.self), header: isArray ? ArrayStorage.header(of: Element.self) : nil,
      isArray: isArray, isSet: isSet)
  }
}

extension Array: ArrayConvertible, TransformableCollection {
  init(array: [Element]) { self = array }
  var array: [Element] { self }
}

extension ContiguousArray: ArrayConvertible, TransformableCollection {
  init(array: [Element]) { self.init(array) }
  var array: [Element] { Array(self) }
}

extension ArraySlice: ArrayConvertible, TransformableCollection {
  init(array: [Element]) { self = array[...] }
  var array: [Element] { Array(self) }

  func replacingElements(by array: [Element]) -> Self {
    var slice = self
    slice.replaceSubrange(startIndex..<endIndex, with: array)
    return slice
  }
}

extension Set: ArrayConvertible, TransformableCollection {
  static var isSet: Bool { true }
  init(array: [Element]) { self.init(array) }

  // To loop here takes two thirds of the time of the standard library's unspecialized code, which looks up more metadata for
  // each element.

  init(moving elements: UnsafeMutablePointer<Element>, count: Int) {
    self.init(minimumCapacity: count)
    for index in 0..<count { insert((elements + index).move()) }
  }

  var array: [Element] {
    guard !isEmpty else { return [] }
    return [Element](unsafeUninitializedCapacity: count) { storage, initialized in
      guard let first = storage.baseAddress else { return }
      for element in self {
        (first + initialized).initialize(to: element)
        initialized += 1
      }
    }
  }
}

/// Access to sets of leaves, by specialized code: the standard library's unspecialized code looks metadata up for each
/// element.
private struct LeafSetAccess {
  typealias Elements = (_ first: UnsafeRawPointer, _ count: Int) throws -> Void

  let withElements: (UnsafeRawPointer, Elements) throws -> Void
  let initialize: (UnsafeMutableRawPointer, inout ElementBuffer) -> Void

  /// Returns nil if the elements are no leaves.
  init?(to elements: Any.Type) {
    guard let access = Codec.leaf(for: elements)?.kind.withLeafType(Visitor()) else { return nil }
    self = access
  }

  private struct Visitor: LeafVisitor {
    func visit<Value: Codable & Hashable>(_ type: Value.Type) -> LeafSetAccess { LeafSetAccess(of: type) }
  }

  @inline(__always)
  private init<Leaf: Hashable>(of type: Leaf.Type) {
    withElements = { address, body in
      let set = address.assumingMemoryBound(to: Set<Leaf>.self).pointee
      try withUnsafeTemporaryAllocation(of: Leaf.self, capacity: set.count) { buffer in
        let end = buffer.initialize(fromContentsOf: set)
        defer { buffer[..<end].deinitialize() }
        try body(buffer.baseAddress.map { UnsafeRawPointer($0) } ?? address, end)
      }
    }
    initialize = { address, elements in
      var set = Set<Leaf>(minimumCapacity: elements.count)
      let (first, count) = elements.takeAll()
      let leaves = first.assumingMemoryBound(to: Leaf.self)
      for index in 0..<count { set.insert((leaves + index).move()) }
      address.initialize(with: set)
    }
  }
}

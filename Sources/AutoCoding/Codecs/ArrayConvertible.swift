/// A collection that can be converted to and from an array of its elements.
protocol ArrayConvertible<Element> {
  associatedtype Element
  /// Whether elements are unordered and hashed.
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
    // With a capacity of 0, the standard library writes a count to the storage that all empty arrays share. The thread
    // sanitizer reports that as a data race.
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

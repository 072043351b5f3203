/// A type of values that are nothing but numbers in memory, which its own `Codable` code codes as an array, such as
/// vectors and ranges.
package protocol CodedAsNumbers: Codable {
  /// The type and the offset in memory of each number, in the order of the array.
  static var numbers: [(type: Any.Type, offset: Int)] { get }
  /// How many numbers an inner array has, if the array consists of arrays; otherwise nil.
  static var numbersPerArray: Int? { get }
  /// Whether the type's own code would decode the value, of whose memory the numbers have been read.
  var isDecodable: Bool { get }
}

extension CodedAsNumbers {
  package static var numbersPerArray: Int? { nil }
  package var isDecodable: Bool { true }
}

/// How the values of a ``CodedAsNumbers`` type are coded: for formats that do so without calling its code.
package final class StoredNumbers: @unchecked Sendable {
  package struct Number {
    package let kind: Codec.Kind
    package let offset: Int
  }

  /// The numbers, in order; empty if the type's own code has to be called. Never freed.
  private let start: UnsafeMutablePointer<Number>
  package let count: Int
  /// How many numbers an inner array has; as many as there are if the array consists of numbers.
  package let countPerArray: Int
  /// Whether the array consists of numbers, not of arrays.
  @inline(__always)
  package var isOneArray: Bool { countPerArray == count }
  /// The bytes of a value.
  package let size: Int
  /// Returns whether the type's own code would decode the value at an address.
  package let isDecodable: (UnsafeRawPointer) -> Bool

  package init(
    _ numbers: [Number], countPerArray: Int? = nil, size: Int = 0,
    isDecodable: @escaping (UnsafeRawPointer) -> Bool = { _ in false }
  ) {
    start = .allocate(capacity: max(numbers.count, 1))
    start.initialize(from: numbers, count: numbers.count)
    count = numbers.count
    self.countPerArray = countPerArray ?? numbers.count
    self.size = size
    self.isDecodable = isDecodable
  }

  @inline(__always)
  package subscript(index: Int) -> Number { start[index] }
}

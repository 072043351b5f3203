extension CodableAccess {
  /// How values are coded that are numbers in memory; nil if the type's own code has to be called.
  @inline(__always)
  final var numbers: Unmanaged<StoredNumbers>? {
    guard let found = storedNumbers.value else { return findNumbers() }
    return found._withUnsafeGuaranteedRef { $0.count > 0 } ? found : nil
  }

  @inline(never)
  private func findNumbers() -> Unmanaged<StoredNumbers>? {
    let type = codableType.flatMap { Conformances.cast($0, to: (any CodedAsNumbers.Type).self) }
    // An error, such as one of a thread without stack, does not say that the code is another one.
    guard let found = try? type.map({ try StoredNumbers($0) ?? StoredNumbers([]) }) ?? StoredNumbers([]) else {
      return nil
    }
    storedNumbers.store(found)
    return found.count > 0 ? .passUnretained(found) : nil
  }
}

extension StoredNumbers {
  /// Returns nil if the type's own code has to be called.
  fileprivate convenience init?<Value: CodedAsNumbers>(_ type: Value.Type) throws {
    let numbers = Value.numbers.compactMap { number in
      Codec.leaf(for: number.type).map { Number(kind: $0.kind, offset: number.offset) }
    }
    guard numbers.count == Value.numbers.count, ValueOperations(type).isTrivial,
      numbers.allSatisfy({
        $0.kind.isStoredNumber && $0.offset + ($0.kind.withLeafType(Size()) ?? 0) <= MemoryLayout<Value>.size
      }),
      try Self.areCoded(numbers, of: type)
    else { return nil }
    self.init(numbers, countPerArray: Value.numbersPerArray, size: MemoryLayout<Value>.size) {
      $0.value(as: Value.self).isDecodable
    }
  }

  /// Whether the type's own code encodes a sample as expected, so that neither its memory nor its code are other ones in
  /// this version of the system.
  private static func areCoded<Value: CodedAsNumbers>(_ numbers: [Number], of type: Value.Type) throws -> Bool {
    let size = MemoryLayout<Value>.size
    let tree = try withTemporaryMemory(size: size, alignment: MemoryLayout<Value>.alignment) { memory in
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
      for (index, number) in numbers.enumerated() {
        _ = number.kind.withLeafType(Store(value: index + 1, address: memory + number.offset))
      }
      return try CodedTree(encoding: UnsafeRawPointer(memory).value(as: type))
    }
    let count = Value.numbersPerArray ?? numbers.count
    guard let elements = tree.elements else { return false }
    let rows = Value.numbersPerArray == nil ? [elements] : elements.compactMap(\.elements)
    let expected = (1...numbers.count).map { Double($0) }
    return rows.allSatisfy { $0.count == count } && rows.joined().map(\.number) == expected
  }

  private struct Size: LeafVisitor {
    func visit<Value: Codable & Hashable>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
  }

  /// Stores a small number of any type.
  private struct Store: LeafVisitor {
    let value: Int
    let address: UnsafeMutableRawPointer

    func visit<Value: Codable & Hashable>(_ type: Value.Type) {}
    func visit<Integer: FixedWidthInteger & Codable>(integer type: Integer.Type) {
      address.initialize(with: Integer(value))
    }
    func visit<Number: BinaryFloatingPoint & LosslessStringConvertible & Codable>(number type: Number.Type) {
      address.initialize(with: Number(value))
    }
  }
}

extension CodedTree {
  fileprivate var elements: [CodedTree]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  fileprivate var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .uint(let value): Double(value)
    case .float(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}

extension Codec.Kind {
  /// Whether this is a number of up to 64 bits, which no strategy of a coder codes in another way while it is finite.
  fileprivate var isStoredNumber: Bool {
    switch self {
    case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64, .float, .double: true
    default: false
    }
  }
}

// MARK: Types

extension SIMD {
  fileprivate static var scalars: [(type: Any.Type, offset: Int)] {
    (0..<scalarCount).map { (Scalar.self, $0 * MemoryLayout<Scalar>.stride) }
  }
}

extension SIMD2: CodedAsNumbers where Scalar: Codable {
  package static var numbers: [(type: Any.Type, offset: Int)] { scalars }
}
extension SIMD3: CodedAsNumbers where Scalar: Codable {
  package static var numbers: [(type: Any.Type, offset: Int)] { scalars }
}
extension SIMD4: CodedAsNumbers where Scalar: Codable {
  package static var numbers: [(type: Any.Type, offset: Int)] { scalars }
}
extension SIMD8: CodedAsNumbers where Scalar: Codable {
  package static var numbers: [(type: Any.Type, offset: Int)] { scalars }
}
extension SIMD16: CodedAsNumbers where Scalar: Codable {
  package static var numbers: [(type: Any.Type, offset: Int)] { scalars }
}
extension SIMD32: CodedAsNumbers where Scalar: Codable {
  package static var numbers: [(type: Any.Type, offset: Int)] { scalars }
}
extension SIMD64: CodedAsNumbers where Scalar: Codable {
  package static var numbers: [(type: Any.Type, offset: Int)] { scalars }
}

extension Range: CodedAsNumbers where Bound: Codable {
  package static var numbers: [(type: Any.Type, offset: Int)] {
    [(Bound.self, 0), (Bound.self, MemoryLayout<Bound>.stride)]
  }
  package var isDecodable: Bool { lowerBound <= upperBound }
}

extension ClosedRange: CodedAsNumbers where Bound: Codable {
  package static var numbers: [(type: Any.Type, offset: Int)] {
    [(Bound.self, 0), (Bound.self, MemoryLayout<Bound>.stride)]
  }
  package var isDecodable: Bool { lowerBound <= upperBound }
}

extension PartialRangeFrom: CodedAsNumbers where Bound: Codable {
  package static var numbers: [(type: Any.Type, offset: Int)] { [(Bound.self, 0)] }
}

extension PartialRangeThrough: CodedAsNumbers where Bound: Codable {
  package static var numbers: [(type: Any.Type, offset: Int)] { [(Bound.self, 0)] }
}

extension PartialRangeUpTo: CodedAsNumbers where Bound: Codable {
  package static var numbers: [(type: Any.Type, offset: Int)] { [(Bound.self, 0)] }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension Duration: CodedAsNumbers {
  /// The upper half is first in the array, and the lower half in memory.
  package static var numbers: [(type: Any.Type, offset: Int)] { [(Int64.self, 8), (UInt64.self, 0)] }
}

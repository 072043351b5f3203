#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValueComparison {
  /// Returns whether two leaves are equal; not-a-number equals itself. Precondition: `kind` is that of a leaf.
  @inline(__always)
  static func compareLeaves(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, kind: Codec.Kind) -> Bool {
    kind.withLeafType(LeafComparison(a: a, b: b)) ?? false
  }

  private struct LeafComparison: LeafVisitor {
    let a: UnsafeRawPointer
    let b: UnsafeRawPointer

    @inline(__always)
    func visit<Value: Codable & Hashable>(_ type: Value.Type) -> Bool {
      let (a, b) = (a.assumingMemoryBound(to: type), b.assumingMemoryBound(to: type))
      if a.pointee == b.pointee { return true }
      return (type == Date.self || type == Decimal.self) && a.pointee.isSame(as: b.pointee)
    }

    @inline(__always)
    func visit<Number: BinaryFloatingPoint & LosslessStringConvertible & Codable>(number type: Number.Type) -> Bool {
      let (a, b) = (a.value(as: type), b.value(as: type))
      return a == b || a.isNaN && b.isNaN
    }
  }

  /// Compares arrays of the most common leaves by Swift's `==`. Returns nil for other elements, and if that does not
  /// decide.
  static func compareArrays(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, of kind: Codec.Kind) -> Bool? {
    func same<Value: Equatable>(_ type: Value.Type) -> Bool {
      a.assumingMemoryBound(to: [Value].self).pointee == b.assumingMemoryBound(to: [Value].self).pointee
    }
    switch kind {
    case .string: return same(String.self)
    case .int: return same(Int.self)
    case .bool: return same(Bool.self)
    case .uint8: return same(UInt8.self)
    // Unequal arrays may differ only because not-a-number does not equal itself.
    case .double: return same(Double.self) ? true : nil
    default: return nil
    }
  }

  /// As ``compareArrays(_:_:of:)``, for sets.
  static func compareSets(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, of kind: Codec.Kind) -> Bool? {
    func same<Element: Hashable>(_ type: Element.Type) -> Bool {
      a.assumingMemoryBound(to: Set<Element>.self).pointee == b.assumingMemoryBound(to: Set<Element>.self).pointee
    }
    switch kind {
    case .string: return same(String.self)
    case .int: return same(Int.self)
    default: return nil
    }
  }

  /// As ``compareArrays(_:_:of:)``, for dictionaries.
  static func compareDictionaries(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, of codec: DictionaryCodec
  ) -> Bool? {
    func same<Key: Hashable, Value: Equatable>(_ type: [Key: Value].Type) -> Bool {
      a.assumingMemoryBound(to: type).pointee == b.assumingMemoryBound(to: type).pointee
    }
    switch (codec.key.kind, codec.value.kind) {
    case (.string, .string): return same([String: String].self)
    case (.string, .int): return same([String: Int].self)
    case (.string, .bool): return same([String: Bool].self)
    case (.string, .double): return same([String: Double].self) ? true : nil
    case (.int, .string): return same([Int: String].self)
    case (.int, .int): return same([Int: Int].self)
    default: return nil
    }
  }

  /// Compares values of a type with handwritten `Codable` code: by its `==` if it has one, or else by their encodings.
  /// A value that does not equal itself has a not-a-number in it, as a `Float16` or a `Measurement` may; it is compared by
  /// its encoding, too.
  static func compareByOwnCode(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as codec: Codec, _ access: CodableAccess
  ) throws -> Bool {
    func areSame<Value: Equatable>(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as type: Value.Type) -> Bool {
      a.assumingMemoryBound(to: type).pointee == b.assumingMemoryBound(to: type).pointee
    }
    if let type = access.equatable(codec.type) {
      if areSame(a, b, as: type) { return true }
      guard !areSame(a, a, as: type) else { return false }
    } else if codec.type is AnyClass, let value = codec.boxedValue(at: a) as? any Equatable {
      // A subclass may have an `==`.
      if value.isEqual(to: codec.boxedValue(at: b)) { return true }
      guard !value.isEqual(to: value) else { return false }
    }
    guard let a = access.value(at: a), let b = access.value(at: b) else { return false }
    return try CodedTree(encoding: a).isEqual(to: try CodedTree(encoding: b))
  }
}

extension Equatable {
  /// Returns whether another value has the same type and is equal.
  func isEqual(to other: Any) -> Bool {
    (other as? Self).map { $0 == self } ?? false
  }

  /// Returns whether another value is equal, or both are not-a-number: a number, date or Decimal that does not equal
  /// itself.
  func isSame(as other: Self) -> Bool {
    self == other || self != self && other != other
  }
}

extension CodedTree {
  /// Returns whether two trees are equal, regardless of the order of keys.
  fileprivate func isEqual(to other: CodedTree) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.uint(let a), .uint(let b)): a == b
    case (.bigInteger(let a), .bigInteger(let b)): a == b
    case (.float(let a), .float(let b)): a.isSame(as: b)
    case (.double(let a), .double(let b)): a.isSame(as: b)
    case (.string(let a), .string(let b)): a == b
    case (.date(let a), .date(let b)): a.isSame(as: b)
    case (.data(let a), .data(let b)): a == b
    case (.url(let a), .url(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a.isSame(as: b)
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isEqual(to: $1) }
    case (.dictionary(let a), .dictionary(let b)):
      a.count == b.count
        && zip(a.sorted(byText: \.key), b.sorted(byText: \.key))
          .allSatisfy { $0.key == $1.key && $0.value.isEqual(to: $1.value) }
    case (.object(let a), .object(let b)):
      a.classNames == b.classNames && CodedTree.dictionary(a.values).isEqual(to: .dictionary(b.values))
    default: false
    }
  }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An operation on a leaf whose type is known only by its ``Codec/Kind``.
protocol LeafVisitor {
  associatedtype Result
  associatedtype Failure: Error

  func visit<Value: Codable & Hashable>(_ type: Value.Type) throws(Failure) -> Result
  func visit<Integer: FixedWidthInteger & Codable>(integer type: Integer.Type) throws(Failure) -> Result
  func visit<Number: BinaryFloatingPoint & LosslessStringConvertible & Codable>(
    number type: Number.Type
  ) throws(Failure) -> Result
}

extension LeafVisitor {
  @inline(__always)
  func visit<Integer: FixedWidthInteger & Codable>(integer type: Integer.Type) throws(Failure) -> Result {
    try visit(type)
  }

  @inline(__always)
  func visit<Number: BinaryFloatingPoint & LosslessStringConvertible & Codable>(
    number type: Number.Type
  ) throws(Failure) -> Result {
    try visit(type)
  }
}

extension Codec.Kind {
  /// Calls a visitor with the type of a leaf. Returns nil for other values, and for types that the system does not
  /// have.
  ///
  /// All code calls this, except code that reads or writes a value, for which a call for each type would be too slow: the
  /// walks (`encodeLeaf` and `decodeLeaf`), the `Codable` bridge (`CodableBridge+Property`), the NSCoder bridge
  /// (`CoderBridge+Encode`, `CoderBridge+Decode`), JSON's fast path (in `JSON/Records`), and the numbers that property
  /// lists and archives hold inline (``isInlineLeaf``; in `PropertyListLeaves+Properties` and
  /// `PropertyListReader+Leaves`). A switch over a few kinds that are treated differently is no exception,
  /// nor is one that returns other types than the leaves (`PlainEnum+Learning`).
  @inline(__always)
  func withLeafType<Visitor: LeafVisitor>(_ visitor: Visitor) throws(Visitor.Failure) -> Visitor.Result? {
    switch self {
    case .bool: return try visitor.visit(Bool.self)
    case .int: return try visitor.visit(integer: Int.self)
    case .int8: return try visitor.visit(integer: Int8.self)
    case .int16: return try visitor.visit(integer: Int16.self)
    case .int32: return try visitor.visit(integer: Int32.self)
    case .int64: return try visitor.visit(integer: Int64.self)
    case .uint: return try visitor.visit(integer: UInt.self)
    case .uint8: return try visitor.visit(integer: UInt8.self)
    case .uint16: return try visitor.visit(integer: UInt16.self)
    case .uint32: return try visitor.visit(integer: UInt32.self)
    case .uint64: return try visitor.visit(integer: UInt64.self)
    case .int128:
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
      return try visitor.visit(integer: Int128.self)
    case .uint128:
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
      return try visitor.visit(integer: UInt128.self)
    case .float: return try visitor.visit(number: Float.self)
    case .double: return try visitor.visit(number: Double.self)
    case .string: return try visitor.visit(String.self)
    case .date: return try visitor.visit(Date.self)
    case .data: return try visitor.visit(Data.self)
    case .url: return try visitor.visit(URL.self)
    case .uuid: return try visitor.visit(UUID.self)
    case .decimal: return try visitor.visit(Decimal.self)
    case .optional, .sequence, .dictionary, .record, .existential, .tuple, .conversion, .codable: return nil
    }
  }
}

extension Codec.Kind {
  /// The least and the greatest value of an integer type, in decimal digits; nil for other kinds.
  package var integerBounds: (least: String, greatest: String)? { withLeafType(BoundsVisitor()) ?? nil }

  private struct BoundsVisitor: LeafVisitor {
    func visit<Value: Codable & Hashable>(_ type: Value.Type) -> (least: String, greatest: String)? { nil }
    func visit<Integer: FixedWidthInteger & Codable>(integer type: Integer.Type) -> (least: String, greatest: String)? {
      (String(Integer.min), String(Integer.max))
    }
  }
}

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
  /// The walks and the `Codable` bridge have separate switches, which also write and read; all other code calls this.
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

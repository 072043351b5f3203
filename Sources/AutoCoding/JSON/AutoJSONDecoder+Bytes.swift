#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decoding from bytes that are in one piece, without copying them.
extension AutoJSONDecoder {
  /// Decodes a value as ``decode(_:from:)-(_,Data)`` does, without a copy of the bytes, from a slice of an array, a buffer of a
  /// network library, or anything else that is contiguous in memory.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from bytes: some ContiguousBytes) throws -> T {
    try bytes.withUnsafeBytes { try decode(type, from: $0) }
  }

  /// Decodes a value as ``decode(_:from:)-(_,Data)`` does, without a copy of the bytes.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from bytes: RawSpan) throws -> T {
    try bytes.withUnsafeBytes { try decode(type, from: $0) }
  }

  /// Decodes a value as ``decode(_:from:)-(_,Data)`` does, without a copy of the bytes.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from bytes: Span<UInt8>) throws -> T {
    try bytes.withUnsafeBufferPointer { try decode(type, from: UnsafeRawBufferPointer($0)) }
  }
}

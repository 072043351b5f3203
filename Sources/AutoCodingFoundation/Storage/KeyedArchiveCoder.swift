import Foundation

/// A coder that keeps values as keyed archives. They preserve shared objects and cycles, and values of any size and
/// shape.
public struct KeyedArchiveCoder: DataCoder {
  private let encoder: KeyedArchiveEncoder
  private let decoder: KeyedArchiveDecoder

  /// - Parameters:
  ///   - encoder: The encoder, with its options.
  ///   - decoder: The decoder. Its options must match those of the encoder.
  public init(
    encoder: KeyedArchiveEncoder = KeyedArchiveEncoder(), decoder: KeyedArchiveDecoder = KeyedArchiveDecoder()
  ) {
    self.encoder = encoder
    self.decoder = decoder
  }

  /// Encodes a value with ``KeyedArchiveEncoder``.
  ///
  /// - Throws: The errors of the encoder.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try encoder.encode(value)
  }

  /// Decodes a value with ``KeyedArchiveDecoder``.
  ///
  /// - Throws: The errors of the decoder.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }

  /// The decoder's ``CodingLimits/maximumByteCount``, but at most 4 GB, which is the most an archive can have.
  public var maximumByteCount: Int { min(decoder.limits.maximumByteCount, Int(clamping: UInt32.max)) }
}

extension DataCoder where Self == KeyedArchiveCoder {
  /// Keyed archives with default options.
  public static var keyedArchive: KeyedArchiveCoder { KeyedArchiveCoder() }
}

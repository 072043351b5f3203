import Foundation

/// Keeps values as keyed archives, which hold shared objects once, cycles, and values of any size and shape.
public struct KeyedArchiveCoder: DataCoder {
  private let encoder: KeyedArchiveEncoder
  private let decoder: KeyedArchiveDecoder

  /// - Parameters:
  ///   - encoder: Has the options for writing.
  ///   - decoder: Has the same options for reading.
  public init(
    encoder: KeyedArchiveEncoder = KeyedArchiveEncoder(), decoder: KeyedArchiveDecoder = KeyedArchiveDecoder()
  ) {
    self.encoder = encoder
    self.decoder = decoder
  }

  /// A value's archive, as ``KeyedArchiveEncoder`` makes it.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try encoder.encode(value)
  }

  /// An archive's value, as ``KeyedArchiveDecoder`` reads it.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }

  /// The decoder's ``CodingLimits/maximumByteCount``, and never more than the 4 GB that an archive may have.
  public var maximumByteCount: Int { min(decoder.limits.maximumByteCount, Int(clamping: UInt32.max)) }
}

extension DataCoder where Self == KeyedArchiveCoder {
  /// Keyed archives.
  public static var keyedArchive: KeyedArchiveCoder { KeyedArchiveCoder() }
}

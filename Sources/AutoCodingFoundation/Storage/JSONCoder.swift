import Foundation

/// A coder that keeps values as JSON, which people and other programs can read.
public struct JSONCoder: DataCoder {
  private let encoder: AutoJSONEncoder
  private let decoder: AutoJSONDecoder

  /// - Parameters:
  ///   - encoder: The encoder, with its options.
  ///   - decoder: The decoder. Its options must match those of the encoder.
  public init(encoder: AutoJSONEncoder = AutoJSONEncoder(), decoder: AutoJSONDecoder = AutoJSONDecoder()) {
    self.encoder = encoder
    self.decoder = decoder
  }

  /// Encodes a value as JSON.
  ///
  /// - Throws: The errors of the encoder.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try encoder.encode(value)
  }

  /// Decodes a value from JSON.
  ///
  /// - Throws: The errors of the decoder.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }

  /// The decoder's ``CodingLimits/maximumByteCount``.
  public var maximumByteCount: Int { decoder.limits.maximumByteCount }
}

extension DataCoder where Self == JSONCoder {
  /// JSON with the default options of ``AutoJSONEncoder``.
  public static var json: JSONCoder { JSONCoder() }
}

import Foundation

/// Keeps values as JSON, which people and other programs read.
public struct JSONCoder: DataCoder {
  private let encoder: AutoJSONEncoder
  private let decoder: AutoJSONDecoder

  /// - Parameters:
  ///   - encoder: Has the options for writing.
  ///   - decoder: Has the same options for reading.
  public init(encoder: AutoJSONEncoder = AutoJSONEncoder(), decoder: AutoJSONDecoder = AutoJSONDecoder()) {
    self.encoder = encoder
    self.decoder = decoder
  }

  /// A value's JSON.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try encoder.encode(value)
  }

  /// The value of JSON.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }

  /// The decoder's ``CodingLimits/maximumByteCount``.
  public var maximumByteCount: Int { decoder.limits.maximumByteCount }
}

extension DataCoder where Self == JSONCoder {
  /// JSON with the options that ``AutoJSONEncoder`` starts with.
  public static var json: JSONCoder { JSONCoder() }
}

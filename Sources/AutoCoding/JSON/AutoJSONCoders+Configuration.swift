#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AutoJSONEncoder {
  /// Encodes a value that needs a configuration, such as an `AttributedString`.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - configuration: What the value's `encode(to:configuration:)` is called with.
  /// - Throws: As ``encode(_:)``.
  public func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration
  ) throws -> Data {
    try ConfiguredValue(value: value, configuration: configuration).encoded(by: encode)
  }

  /// Encodes a value with the configuration that a type provides.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - configuration: The type that has the configuration.
  /// - Throws: As ``encode(_:)``.
  public func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
    _ value: T, configuration: C.Type
  ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
    try encode(value, configuration: C.encodingConfiguration)
  }
}

extension AutoJSONDecoder {
  /// Decodes a value that needs a configuration, such as an `AttributedString`.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: JSON text in UTF-8, UTF-16 or UTF-32.
  ///   - configuration: What the type's `init(from:configuration:)` is called with.
  /// - Throws: As ``decode(_:from:)-(_,Data)``.
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    try data.bytes.withUnsafeBytes { try decode(from: $0) { try T(from: $0, configuration: configuration) } }
  }

  /// Decodes a value with the configuration that a type provides.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: JSON text in UTF-8, UTF-16 or UTF-32.
  ///   - configuration: The type that has the configuration.
  /// - Throws: As ``decode(_:from:)-(_,Data)``.
  public func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
    _ type: T.Type, from data: Data, configuration: C.Type
  ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
    try decode(type, from: data, configuration: C.decodingConfiguration)
  }
}

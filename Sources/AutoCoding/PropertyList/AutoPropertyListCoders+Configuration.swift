#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AutoPropertyListEncoder {
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

extension AutoPropertyListDecoder {
  /// Decodes a value that needs a configuration, such as an `AttributedString`.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: A property list, binary or XML.
  ///   - configuration: What the type's `init(from:configuration:)` is called with.
  /// - Throws: As ``decode(_:from:)``.
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    try decode(from: data) { try T(from: $0, configuration: configuration) }.value
  }

  /// Decodes a value that needs a configuration, and says in which format it was.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: A property list, binary or XML.
  ///   - format: Set to the format of the data; unchanged if an error is thrown.
  ///   - configuration: What the type's `init(from:configuration:)` is called with.
  /// - Throws: As ``decode(_:from:)``.
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, format: inout PropertyListFormat, configuration: T.DecodingConfiguration
  ) throws -> T {
    let (value, found) = try decode(from: data) { try T(from: $0, configuration: configuration) }
    format = found
    return value
  }

  /// Decodes a value with the configuration that a type provides.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: A property list, binary or XML.
  ///   - configuration: The type that has the configuration.
  /// - Throws: As ``decode(_:from:)``.
  public func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
    _ type: T.Type, from data: Data, configuration: C.Type
  ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
    try decode(type, from: data, configuration: C.decodingConfiguration)
  }

  /// Decodes a value with the configuration that a type provides, and says in which format it was.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: A property list, binary or XML.
  ///   - format: Set to the format of the data; unchanged if an error is thrown.
  ///   - configuration: The type that has the configuration.
  /// - Throws: As ``decode(_:from:)``.
  public func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
    _ type: T.Type, from data: Data, format: inout PropertyListFormat, configuration: C.Type
  ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
    try decode(type, from: data, format: &format, configuration: C.decodingConfiguration)
  }
}

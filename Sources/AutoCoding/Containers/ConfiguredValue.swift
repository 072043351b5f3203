#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Wraps a value and its configuration, so that encoders can encode it like any `Encodable` type.
struct ConfiguredValue<Value: EncodableWithConfiguration>: Encodable {
  let value: Value
  let configuration: Value.EncodingConfiguration

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder, configuration: configuration)
  }

  /// Encodes this value. An error about it as a whole names the value within.
  func encoded<Result>(by encode: (Self) throws -> Result) throws -> Result {
    do {
      return try encode(self)
    } catch EncodingError.invalidValue(let found as Self, let context) {
      throw EncodingError.invalidValue(
        found.value,
        .init(
          codingPath: context.codingPath,
          debugDescription: context.debugDescription.replacing("\(Self.self)", with: "\(Value.self)"),
          underlyingError: context.underlyingError))
    }
  }
}

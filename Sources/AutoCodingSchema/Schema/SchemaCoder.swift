import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the options of an encoder or decoder mean for a schema.
struct SchemaCoder {
  enum Dates {
    /// A number, and what it counts.
    case number(of: String)
    case dateTime
    case text
    case custom
  }

  enum Bytes {
    case base64
    case array
    case custom
  }

  let isDecoding: Bool
  let dates: Dates
  let data: Bytes
  /// The strings for infinity and NaN; nil if they are refused.
  let nonFinite: [String]?
  private let convertsKeys: Bool
  /// Whether objects have no members but those that the schema names.
  let isClosed: Bool
  /// Whether an encoder writes nil as null.
  let writesNils: Bool
  /// Writes defaults, as the described coder would write them.
  private let values: AutoJSONEncoder
  /// The described decoder, if it converts keys. It does not find every key that ``values`` writes.
  private let converting: AutoJSONDecoder?

  init(_ purpose: JSONSchema.Purpose, type: Any.Type) throws {
    switch purpose.coder {
    case .decoder(let decoder): try self.init(decoder, type: type)
    case .encoder(let encoder): try self.init(encoder, type: type)
    }
  }

  private init(_ decoder: AutoJSONDecoder, type: Any.Type) throws {
    isDecoding = true
    isClosed = decoder.unknownKeys == .refuse
    writesNils = false
    values = AutoJSONEncoder()
    values.nilEncodingStrategy = .null
    values.outputFormatting = .sortedKeys
    switch decoder.dateDecodingStrategy {
    case .deferredToDate: dates = .number(of: "Seconds since 2001-01-01T00:00:00Z.")
    case .secondsSince1970:
      dates = .number(of: "Seconds since 1970-01-01T00:00:00Z.")
      values.dateEncodingStrategy = .secondsSince1970
    case .millisecondsSince1970:
      dates = .number(of: "Milliseconds since 1970-01-01T00:00:00Z.")
      values.dateEncodingStrategy = .millisecondsSince1970
    case .iso8601:
      dates = .dateTime
      values.dateEncodingStrategy = .iso8601
    #if !canImport(FoundationEssentials)
    case .formatted(let formatter):
      dates = .text
      values.dateEncodingStrategy = .formatted(formatter)
    #endif
    default:
      dates = .custom
      values.dateEncodingStrategy = .custom { _, _ in throw NoDefault() }
    }
    switch decoder.dataDecodingStrategy {
    case .base64: data = .base64
    case .deferredToData:
      data = .array
      values.dataEncodingStrategy = .deferredToData
    default:
      data = .custom
      values.dataEncodingStrategy = .custom { _, _ in throw NoDefault() }
    }
    if case .convertFromString(let positive, let negative, let nan) = decoder.nonConformingFloatDecodingStrategy {
      nonFinite = [positive, negative, nan]
      values.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    } else {
      nonFinite = nil
    }
    switch decoder.keyDecodingStrategy {
    case .useDefaultKeys: convertsKeys = false
    case .convertFromSnakeCase:
      convertsKeys = true
      values.keyEncodingStrategy = .convertToSnakeCase
    default: throw Self.refusal(of: type, "keyDecodingStrategy")
    }
    converting = convertsKeys ? decoder : nil
  }

  private init(_ encoder: AutoJSONEncoder, type: Any.Type) throws {
    isDecoding = false
    isClosed = true
    writesNils = encoder.nilEncodingStrategy == .null
    values = encoder
    converting = nil
    switch encoder.dateEncodingStrategy {
    case .deferredToDate: dates = .number(of: "Seconds since 2001-01-01T00:00:00Z.")
    case .secondsSince1970: dates = .number(of: "Seconds since 1970-01-01T00:00:00Z.")
    case .millisecondsSince1970: dates = .number(of: "Milliseconds since 1970-01-01T00:00:00Z.")
    case .iso8601: dates = .dateTime
    #if !canImport(FoundationEssentials)
    case .formatted: dates = .text
    #endif
    default: dates = .custom
    }
    switch encoder.dataEncodingStrategy {
    case .base64: data = .base64
    case .deferredToData: data = .array
    default: data = .custom
    }
    if case .convertToString(let positive, let negative, let nan) = encoder.nonConformingFloatEncodingStrategy {
      nonFinite = [positive, negative, nan]
    } else {
      nonFinite = nil
    }
    switch encoder.keyEncodingStrategy {
    case .useDefaultKeys: convertsKeys = false
    case .convertToSnakeCase: convertsKeys = true
    default: throw Self.refusal(of: type, "keyEncodingStrategy")
    }
    guard encoder.includedProperties == nil, encoder.omittedProperties.isEmpty else {
      throw JSONSchemaError(
        type: type,
        problems: [
          .init(
            path: "", type: type,
            explanation: "The encoder writes only some properties, and a model may be part of several others.",
            remedy: "Use an encoder without includedProperties and omittedProperties.")
        ])
    }
  }

  private static func refusal(of type: Any.Type, _ option: String) -> JSONSchemaError {
    JSONSchemaError(
      type: type,
      problems: [
        .init(
          path: "", type: type,
          explanation: "The coder's \(option) is .custom: what it makes of a key depends on the key's path.",
          remedy: "Use a coder without it, and say the keys by keyStyle in typeRules or by propertyRules.")
      ])
  }

  /// The value of a default that is not written.
  private struct NoDefault: Error {}

  /// Returns a value as JSON; nil if it cannot be encoded, or if the described decoder reads another value.
  func value(_ value: some Encodable) -> JSONValue? {
    guard let json = try? JSONValue(encoding: value, by: values) else { return nil }
    guard let converting else { return json }
    func readBack<Value: Decodable>(_ type: Value.Type) -> (any Encodable)? {
      (try? json.decode(type, by: converting)) as? any Encodable
    }
    guard let type = type(of: value) as? any Decodable.Type, let found = readBack(type) else { return nil }
    return (try? JSONValue(encoding: found, by: values)) == json ? json : nil
  }

  /// Returns the key in JSON of a property, case or tag.
  func key(_ key: PropertyKey) -> String { key.isFixed ? key.stringValue : self.key(key.stringValue) }

  /// Returns the key in JSON of a key in code.
  func key(_ key: String) -> String {
    guard convertsKeys else { return key }
    let converted = SnakeCaseConversion.snakeCase(key)
    // A decoder does not find every key of an encoder: "my_url" is myUrl, and not myURL. It takes that one as it is.
    return isDecoding && SnakeCaseConversion.camelCase(converted) != key ? key : converted
  }
}

extension SchemaCoder {
  static var dateType: Any.Type { Date.self }
  static var dataType: Any.Type { Data.self }
}

import AutoCoding

extension JSONSchema {
  /// What a schema describes: the input of a decoder, or the output of an encoder.
  public struct Purpose: Sendable {
    enum Coder: Sendable {
      case decoder(AutoJSONDecoder)
      case encoder(AutoJSONEncoder)
    }

    let coder: Coder

    /// What a decoder with no options set reads.
    public static var decoding: Purpose { decoding(by: AutoJSONDecoder()) }

    /// What a decoder reads. Its strategies for dates, data, keys, infinity and unknown keys count; its leniency does not.
    ///
    /// Options that are set later do not count.
    public static func decoding(by decoder: AutoJSONDecoder) -> Purpose { Purpose(coder: .decoder(decoder)) }

    /// What an encoder with no options set writes.
    public static var encoding: Purpose { encoding(by: AutoJSONEncoder()) }

    /// What an encoder writes. Its strategies for dates, data, keys, infinity and nil count.
    public static func encoding(by encoder: AutoJSONEncoder) -> Purpose { Purpose(coder: .encoder(encoder)) }
  }

  /// The keywords that a schema uses.
  public enum Dialect: Hashable, Sendable {
    /// All keywords of JSON Schema that say something: draft 2020-12.
    case draft2020_12
    /// The keywords that language models' structured output takes: every property is required, an Optional is a union with
    /// null, and no other properties are allowed. What it cannot say is a ``JSONSchemaError``.
    ///
    /// The article <doc:Schemas> lists the keywords.
    case strict
  }

  /// Where the schemas of models within a model are.
  public enum Definitions: Hashable, Sendable {
    /// Each is under its name in `$defs`, and referred to by `$ref`.
    case named
    /// Each is at the place of the property. Only models that contain themselves are in `$defs`.
    case inline
  }

  /// The order of properties and definitions in a schema.
  public enum KeyOrder: Hashable, Sendable {
    /// That of the properties in the source, and of the models as they are met.
    case declared
    /// That of the keys' UTF-8.
    case sorted
  }

  /// How a schema is written.
  public struct Options: Hashable, Sendable {
    /// The keywords that are used. The default is those of draft 2020-12.
    public var dialect: Dialect
    /// Where the schemas of models within a model are. The default is `$defs`.
    public var definitions: Definitions
    /// The order of properties and definitions. The default is that of the source.
    public var keyOrder: KeyOrder

    /// Makes options.
    public init(
      dialect: Dialect = .draft2020_12, definitions: Definitions = .named, keyOrder: KeyOrder = .declared
    ) {
      self.dialect = dialect
      self.definitions = definitions
      self.keyOrder = keyOrder
    }
  }
}

/// A type that says itself what its JSON looks like.
///
/// For types with their own `Codable` code, which a schema cannot see, and for transformers of properties:
///
/// ```swift
/// extension Money: JSONSchemaDescribed {
///   static var jsonSchema: JSONValue { ["type": "string", "pattern": "^[0-9]+ [A-Z]{3}$"] }
/// }
/// ```
///
/// It is believed, and not checked. It wins over what the type map says.
public protocol JSONSchemaDescribed {
  /// The schema of a value: an object. It goes into schemas of every dialect as it is.
  static var jsonSchema: JSONValue { get }
}

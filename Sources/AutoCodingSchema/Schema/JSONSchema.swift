import AutoCoding

/// A JSON Schema (draft 2020-12) of a type, made from its type map.
///
/// ```swift
/// let schema = try JSONSchema(of: Person.self)
/// let text = schema.description
/// let data = try AutoJSONEncoder().encode(schema)
/// ```
///
/// It describes the JSON that a decoder reads as the type, or that an encoder writes of it. The article <doc:Schemas> says
/// what a schema cannot express.
public struct JSONSchema: Hashable, Sendable {
  /// The schema as a JSON value.
  public let value: JSONValue

  /// Makes the schema of a type.
  ///
  /// - Parameters:
  ///   - type: A type that conforms to `AutoCoding`, or that can be coded as a part of one: `[Person].self`.
  ///   - purpose: What the schema describes: the input of a decoder, or the output of an encoder, with its options. By
  ///     default, the input of a decoder with no options set; a date is then a number.
  ///   - options: How the schema is written.
  /// - Throws: `AutoCodingError` for a type that cannot be coded; ``JSONSchemaError`` for what the dialect cannot say, and
  ///   for options of the coder that no schema can describe.
  /// - Complexity: O(*n*) for *n* properties of all types that the type leads to. Nothing is cached. If the options inline
  ///   definitions, a model is repeated at each place that leads to it, so the schema may be exponentially larger.
  public init(of type: Any.Type, for purpose: Purpose = .decoding, options: Options = Options()) throws {
    let builder = SchemaBuilder(coder: try SchemaCoder(purpose, type: type), options: options)
    let root = try builder.schema(of: type)
    value = .object(try builder.document(of: root, type: type))
  }

  /// Returns the schemas of some types and of all models that they lead to, under their names: the `schemas` of an OpenAPI
  /// description's `components`.
  ///
  /// - Parameters:
  ///   - types: The types, each of which has a name: models, and no arrays or Optionals.
  ///   - purpose: As for ``init(of:for:options:)``.
  ///   - prefix: What precedes the name of a schema in a reference to it.
  ///   - options: How the schemas are written. They refer to one another, whatever the options say about definitions.
  /// - Returns: An object with a schema for each type, in the order in which they are met.
  /// - Throws: As ``init(of:for:options:)``.
  public static func components(
    of types: [Any.Type], for purpose: Purpose = .decoding, referencePrefix prefix: String = "#/components/schemas/",
    options: Options = Options()
  ) throws -> JSONValue {
    guard let first = types.first else { return [:] }
    let builder = SchemaBuilder(coder: try SchemaCoder(purpose, type: first), options: options)
    for type in types { try builder.addComponent(type) }
    return .object(try builder.components(prefix: prefix, type: first))
  }
}

extension JSONSchema: CustomStringConvertible {
  /// The schema as JSON text, with line breaks and indentation.
  public var description: String {
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
    encoder.limits.maximumDepth = .max
    return (try? encoder.encodeToString(value)) ?? value.description
  }
}

extension JSONSchema: Encodable {
  /// Encodes the schema as its ``value``.
  ///
  /// - Throws: Whatever the encoder throws.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

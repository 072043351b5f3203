import AutoCoding

/// A JSON Schema (draft 2020-12) of a model's type.
public struct JSONSchema: Sendable {
  /// The schema as a JSON value.
  public let value: JSONValue
}

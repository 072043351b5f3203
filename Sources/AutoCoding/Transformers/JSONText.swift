/// Stores a value as JSON inside of text: `{"payload": "{\"id\": 1}"}`.
///
/// The text is written and read by an ``AutoJSONEncoder`` and an ``AutoJSONDecoder`` with their default options, whatever
/// those of the coder around it are.
public enum JSONText<Value: Codable & SendableMetatype>: PropertyTransformer {
  /// Returns the JSON of a value.
  ///
  /// - Throws: `EncodingError` if the value cannot be encoded.
  public static func encode(_ value: Value) throws -> String { try AutoJSONEncoder().encodeToString(value) }

  /// Returns the value of JSON.
  ///
  /// - Throws: `DecodingError` if the text is not JSON, or not of that value. Its path leads on into the text.
  public static func decode(_ text: String) throws -> Value { try AutoJSONDecoder().decode(Value.self, from: text) }
}

import AutoCoding
import AutoCodingSchema
import Testing

/// Types that say their schema themselves.
struct DescribedTypeTests {
  private struct Said<Words: SchemaWords>: Codable, JSONSchemaDescribed {
    var size = 1
    static var jsonSchema: JSONValue { Words.schema }
  }
  private protocol SchemaWords { static var schema: JSONValue { get } }
  private enum AllOf: SchemaWords { static let schema: JSONValue = ["allOf": [["type": "object"]]] }
  private enum Not: SchemaWords { static let schema: JSONValue = ["not": ["type": "null"]] }
  private enum Condition: SchemaWords { static let schema: JSONValue = ["if": ["type": "null"], "then": false] }
  private enum TypeAndUnion: SchemaWords {
    static let schema: JSONValue = ["type": "object", "oneOf": [["required": ["size"]], ["required": ["width"]]]]
  }
  private enum NullInUnion: SchemaWords {
    static let schema: JSONValue = ["oneOf": [["type": ["null", "object"]], ["type": "string"]]]
  }
  private enum Union: SchemaWords {
    static let schema: JSONValue = ["oneOf": [["type": "object"], ["type": "string"]]]
  }

  @Test("what a type says of itself may have any keywords, and its Optional takes null")
  func optionalsOfDescribedTypes() throws {
    func expect(_ type: Any.Type, _ expected: JSONValue, sourceLocation: SourceLocation = #_sourceLocation) throws {
      var schema = try JSONSchema(of: type).value
      schema["$schema"] = nil
      #expect(schema == expected, sourceLocation: sourceLocation)
    }
    func wrapped(_ schema: JSONValue) -> JSONValue { ["anyOf": [schema, ["type": "null"]]] }
    try expect(Said<AllOf>?.self, wrapped(AllOf.schema))
    try expect(Said<Not>?.self, wrapped(Not.schema))
    try expect(Said<Condition>?.self, wrapped(Condition.schema))
    try expect(Said<TypeAndUnion>?.self, wrapped(TypeAndUnion.schema))
    try expect(Said<NullInUnion>?.self, wrapped(NullInUnion.schema))
    try expect(Said<Union>?.self, ["oneOf": [["type": "object"], ["type": "string"], ["type": "null"]]])
  }
}

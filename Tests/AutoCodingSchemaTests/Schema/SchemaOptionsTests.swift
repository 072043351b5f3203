import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// Every option of schemas, and of the coders that they describe.
struct SchemaOptionsTests {
  private struct Timed: AutoCoding { let dueAt: Date; let blob: Data; let ratio: Double }

  private func properties(of type: Any.Type, _ purpose: JSONSchema.Purpose) throws -> JSONValue? {
    try JSONSchema(of: type, for: purpose).value["properties"]
  }

  // MARK: Options of coders

  @Test func defaultStrategies() throws {
    let expected: JSONValue = [
      "dueAt": ["type": "number", "description": "Seconds since 2001-01-01T00:00:00Z."],
      "blob": ["type": "string", "contentEncoding": "base64"], "ratio": ["type": "number"],
    ]
    #expect(try properties(of: Timed.self, .decoding) == expected)
    #expect(try properties(of: Timed.self, .encoding) == expected)
  }

  @Test func dates() throws {
    let expected: [(AutoJSONDecoder.DateDecodingStrategy, AutoJSONEncoder.DateEncodingStrategy, JSONValue)] = [
      (.iso8601, .iso8601, ["type": "string", "format": "date-time"]),
      (
        .secondsSince1970, .secondsSince1970,
        ["type": "number", "description": "Seconds since 1970-01-01T00:00:00Z."]
      ),
      (
        .millisecondsSince1970, .millisecondsSince1970,
        ["type": "number", "description": "Milliseconds since 1970-01-01T00:00:00Z."]
      ),
      (
        .custom { _ in Date() }, .custom { _, _ in },
        ["$comment": "Written by the coder's date strategy, which is .custom."]
      ),
    ]
    for (reading, writing, schema) in expected {
      let decoder = AutoJSONDecoder()
      decoder.dateDecodingStrategy = reading
      #expect(try JSONSchema(of: Timed.self, for: .decoding(by: decoder)).value["properties"]?["dueAt"] == schema)
      let encoder = AutoJSONEncoder()
      encoder.dateEncodingStrategy = writing
      #expect(try JSONSchema(of: Timed.self, for: .encoding(by: encoder)).value["properties"]?["dueAt"] == schema)
    }
  }

  @Test func dataAndNumbers() throws {
    let decoder = AutoJSONDecoder()
    decoder.dataDecodingStrategy = .deferredToData
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let encoder = AutoJSONEncoder()
    encoder.dataEncodingStrategy = .deferredToData
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let blob: JSONValue = ["type": "array", "items": ["type": "integer", "minimum": 0, "maximum": 255]]
    let ratio: JSONValue = ["anyOf": [["type": "number"], ["type": "string", "enum": ["inf", "-inf", "nan"]]]]
    for purpose in [JSONSchema.Purpose.decoding(by: decoder), .encoding(by: encoder)] {
      #expect(try properties(of: Timed.self, purpose)?["blob"] == blob)
      #expect(try properties(of: Timed.self, purpose)?["ratio"] == ratio)
    }
    decoder.dataDecodingStrategy = .custom { _ in Data() }
    let comment: JSONValue = ["$comment": "Written by the coder's data strategy, which is .custom."]
    #expect(try properties(of: Timed.self, .decoding(by: decoder))?["blob"] == comment)
  }

  private struct Keys: AutoCoding { let dueAt: Int; let myURL: Int; let suits: [Suit: Int] }

  @Test func keys() throws {
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let read = try JSONSchema(of: Keys.self, for: .decoding(by: decoder)).value
    // A decoder makes myUrl of "my_url".
    #expect(read["properties"]?.object?.keys == ["due_at", "myURL", "suits"])
    #expect(read["properties"]?["suits"]?["propertyNames"] == ["enum": ["red_hearts", "spades"]])
    let encoder = AutoJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let written = try JSONSchema(of: Keys.self, for: .encoding(by: encoder)).value
    #expect(written["properties"]?.object?.keys == ["due_at", "my_url", "suits"])
    #expect(written["properties"]?["suits"]?["propertyNames"] == ["enum": ["red_hearts", "spades"]])
  }

  @Test func defaultsThatAreNotReadBack() throws {
    struct Link: AutoCoding { var myURL = 1 }
    struct Page: AutoCoding, DefaultInitializable {
      var link = Link()
      var links: [Link]? = [Link()]
      var dueAt = ["oneTwo": 2]
    }
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let read = try JSONSchema(of: Page.self, for: .decoding(by: decoder)).value["properties"]
    // The encoder would write "my_url", which the decoder takes for myUrl.
    #expect(read?["link"]?["default"] == nil && read?["links"]?["default"] == nil)
    #expect(read?["due_at"]?["default"] == ["oneTwo": 2])
    #expect(try JSONSchema(of: Page.self).value["properties"]?["links"]?["default"] == [["myURL": 1]])
  }

  @Test func nils() throws {
    let encoder = AutoJSONEncoder()
    encoder.nilEncodingStrategy = .null
    let schema = try JSONSchema(of: Required.self, for: .encoding(by: encoder)).value
    #expect(schema["required"] == ["name", "age", "mail"])
    #expect(schema["properties"]?["mail"] == ["type": ["string", "null"]])
  }

  @Test func unknownKeys() throws {
    let decoder = AutoJSONDecoder()
    let expectations: [(UnknownKeyStrategy, JSONValue?)] = [(.ignore, nil), (.report, nil), (.refuse, false)]
    for (strategy, expected) in expectations {
      decoder.unknownKeys = strategy
      let schema = try JSONSchema(of: Required.self, for: .decoding(by: decoder)).value
      #expect(schema["additionalProperties"] == expected)
    }
  }

  @Test func optionsOfCodersThatNoSchemaDescribes() throws {
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .custom { $0.last ?? AnyKey("") }
    #expect {
      try JSONSchema(of: Point.self, for: .decoding(by: decoder))
    } throws: { error in
      "\(error)" == """
        There is no such schema of Point:
          Point: The coder's keyDecodingStrategy is .custom: what it makes of a key depends on the key's path. \
        Use a coder without it, and say the keys by keyStyle in typeRules or by propertyRules.
        """
    }
    let encoder = AutoJSONEncoder()
    encoder.keyEncodingStrategy = .custom { $0.last ?? AnyKey("") }
    #expect(throws: JSONSchemaError.self) { try JSONSchema(of: Point.self, for: .encoding(by: encoder)) }
    let selecting = AutoJSONEncoder()
    selecting.omittedProperties = ["x"]
    #expect {
      try JSONSchema(of: Point.self, for: .encoding(by: selecting))
    } throws: { error in
      (error as? JSONSchemaError)?.problems.first?.remedy
        == "Use an encoder without includedProperties and omittedProperties."
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  // MARK: Options of schemas

  @Test func inlineDefinitions() throws {
    let options = JSONSchema.Options(definitions: .inline)
    let line = try JSONSchema(of: Line.self, options: options).value
    let point = try JSONSchema(of: Point.self).value
    #expect(line["$defs"] == nil)
    #expect(line["properties"]?["from"]?["properties"] == point["properties"])
    let tree = try JSONSchema(of: Forest.self, options: options).value
    #expect(tree["properties"]?["trees"]?["items"] == ["$ref": "#/$defs/Tree"])
    #expect(tree["properties"]?["origin"]?["description"] == "Where it is.")
    #expect(tree["properties"]?["origin"]?["type"] == "object")
    #expect(tree["$defs"]?.object?.keys == ["Tree"])
    #expect(tree["$defs"]?["Tree"]?["properties"]?["children"]?["items"] == ["$ref": "#/$defs/Tree"])
    let own = try JSONSchema(of: Tree.self, options: options).value
    #expect(own["properties"]?["children"]?["items"] == ["$ref": "#"])
    #expect(own["$defs"] == nil)
  }

  private struct Forest: AutoCoding {
    let trees: [Tree]
    let origin: Point
    static let propertyRules: PropertyRules = ["origin": .described("Where it is.")]
  }

  private struct Stay: AutoCoding {
    let room: Room
    let board: Board
    let meal: Meal
    let guest: Guest
    static let propertyRules: PropertyRules = ["board": .described("What is included.")]
    static let typeRules = TypeRules(description: "A stay at the hotel.")
  }
  private enum Room: AutoCoding {
    case suite(name: String), single
    static let typeRules = TypeRules(caseKey: "kind", description: "Where a guest sleeps.")
  }
  private enum Board: String, AutoCoding {
    case full, none
    static let typeRules = TypeRules(description: "What a guest eats.")
  }
  private enum Meal: AutoCoding {
    case dish(name: String)
    static let typeRules = TypeRules(description: "What is served.")
  }
  private class Guest: AutoCoding, DefaultInitializable {
    class var typeRules: TypeRules { TypeRules(typeKey: "kind", types: ["vip": Vip.self], description: "Who comes.") }
    required init() {}
  }
  private final class Vip: Guest {
    override class var typeRules: TypeRules { TypeRules(keyStyle: .snakeCase) }
  }

  @Test func descriptionsOfTypes() throws {
    for dialect in [JSONSchema.Dialect.draft2020_12, .strict] {
      let schema = try JSONSchema(of: Stay.self, options: .init(dialect: dialect)).value
      #expect(schema["description"] == "A stay at the hotel.")
      #expect(schema["properties"]?["board"]?["description"] == "What is included. What a guest eats.")
      #expect(schema["$defs"]?["Room"]?["description"] == "Where a guest sleeps.")
      #expect(schema["$defs"]?["Meal"]?["description"] == "What is served.")
      // A subclass inherits it, as all rules of a type.
      #expect(schema["$defs"]?["Guest"]?["description"] == "Who comes.")
    }
  }

  @Test func keyOrder() throws {
    let declared = try JSONSchema(of: Forest.self).value
    #expect(declared["properties"]?.object?.keys == ["trees", "origin"])
    #expect(declared["$defs"]?.object?.keys == ["Tree", "Point"])
    let sorted = try JSONSchema(of: Forest.self, options: .init(keyOrder: .sorted)).value
    #expect(sorted["properties"]?.object?.keys == ["origin", "trees"])
    #expect(sorted["required"] == ["origin", "trees"])
    #expect(sorted["$defs"]?.object?.keys == ["Point", "Tree"])
    #expect(sorted["$defs"]?["Tree"]?["properties"]?.object?.keys == ["children", "value"])
  }

  @Test func components() throws {
    let components = try JSONSchema.components(of: [Line.self, Suit.self])
    #expect(components.object?.keys == ["Line", "Point", "Suit"])
    #expect(components["Line"]?["properties"]?["from"] == ["$ref": "#/components/schemas/Point"])
    #expect(components["Suit"] == ["type": "string", "enum": ["redHearts", "spades"]])
    #expect(try JSONSchema.components(of: []) == [:])
    let others = try JSONSchema.components(of: [Line.self], referencePrefix: "#/definitions/")
    #expect(others["Line"]?["properties"]?["from"] == ["$ref": "#/definitions/Point"])
  }

  private struct Demanding: AutoCoding, DefaultInitializable {
    var id = 1
    var size = 2
    var note: String?
    static let propertyRules: PropertyRules = ["id": .required, "note": .encodesNil]
  }

  @Test func rulesOfNilAndMissingKeys() throws {
    #expect(try JSONSchema(of: Demanding.self).value["required"] == ["id"])
    let encoding = try JSONSchema(of: Demanding.self, for: .encoding(by: AutoJSONEncoder())).value
    #expect(encoding["required"] == ["id", "size", "note"])
    #expect(encoding["properties"]?["note"]?["type"] == ["string", "null"])
    #expect(SchemaValidator(root: encoding).accepts(try JSONValue(encoding: Demanding())))
  }

  struct Sparse: AutoCoding {
    var id: Int
    var size: Int
    var note: String?
    static let propertyRules: PropertyRules = ["size": .default(3).omitsDefault, "note": .default("n").omitsDefault]
  }

  @Test func omittedDefaults() throws {
    let encoding = try JSONSchema(of: Sparse.self, for: .encoding).value
    #expect(encoding["required"] == ["id"])
    #expect(encoding["properties"]?["note"]?["type"] == ["string", "null"])
    for note in ["n", "m", nil] {
      let value = try JSONValue(encoding: Sparse(id: 1, size: 3, note: note))
      #expect(SchemaValidator(root: encoding).accepts(value))
    }
    let decoding = try JSONSchema(of: Sparse.self).value
    #expect(decoding["required"] == ["id"] && decoding["properties"]?["size"]?["default"] == 3)
    let error = #expect(throws: (any Error).self) {
      try JSONSchema(of: Sparse.self, for: .encoding, options: .init(dialect: .strict))
    }
    #expect("\(error as Any)".contains("Remove the rule by which its default is left out"))
  }
}

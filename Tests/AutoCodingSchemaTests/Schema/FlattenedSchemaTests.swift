import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// Schemas of models whose properties are in the object around them.
struct FlattenedSchemaTests {
  struct Address: AutoCoding {
    var street: String
    var zip: Int?
  }

  struct Owner: AutoCoding {
    var name: String
    var age: UInt8
    var address: Address
    var nickname: String?
    static let propertyRules: PropertyRules = ["address": .flattened, "age": .described("In years.")]
  }

  struct Account: AutoCoding {
    var id: Int
    var owner: Owner?
    var counts: [String: Int]
    static let propertyRules: PropertyRules = ["owner": .flattened, "counts": .flattened]
  }

  struct Letter: AutoCoding {
    var text: String
    var address: Address
    static let propertyRules: PropertyRules = ["address": .flattened]
  }

  static let owner = Owner(name: "n", age: 3, address: Address(street: "s", zip: 1), nickname: "x")

  @Test func requiredModel() throws {
    #expect(
      try JSONSchema(of: Letter.self, options: .init(dialect: .strict)).value == [
        "type": "object",
        "properties": [
          "text": ["type": "string"], "street": ["type": "string"], "zip": ["type": ["integer", "null"]],
        ],
        "required": ["text", "street", "zip"], "additionalProperties": false,
      ])
  }

  @Test func optionalModelAndOtherKeys() throws {
    let schema = try JSONSchema(of: Account.self).value
    #expect(schema["required"] == ["id"])
    #expect(schema["additionalProperties"] == ["type": "integer"])
    #expect(schema["properties"]?["age"]?["description"] == "In years.")
    let others: JSONValue = ["name", "age", "street"]
    #expect(schema["dependentRequired"]?["nickname"] == others)
    #expect(schema["dependentRequired"]?["zip"] == others)
    #expect(schema["dependentRequired"]?["name"] == ["age", "street"])
    #expect(schema["dependentRequired"]?["id"] == nil)
  }

  @Test func strictDialectRefusesWhatMayBeMissing() throws {
    let error = #expect(throws: JSONSchemaError.self) {
      try JSONSchema(of: Account.self, options: .init(dialect: .strict))
    }
    #expect(error?.localizedDescription == error?.description)
    #expect(
      "\(try #require(error))" == """
        There is no such schema of Account:
          owner: Owner: It is flattened and may be missing, but the dialect requires every property. \
        Make the flattened property neither Optional nor one with a default.
          counts: Dictionary<String, Int>: The dialect has no objects with any keys. \
        Make it an array of a model with a key and a value.
        """)
  }

  struct Parcel: AutoCoding {
    var contents: Contents
    static let propertyRules: PropertyRules = ["contents": .flattened]
  }

  struct Contents: AutoCoding {
    var label: Label
    var other: [String: Bool]
    static let propertyRules: PropertyRules = ["label": .flattened, "other": .flattened]
  }

  struct Label: AutoCoding { var texts: [String: String] }

  /// A path leads through the flattened properties, although their keys are not in the JSON.
  @Test func pathsOfProblems() throws {
    let error = #expect(throws: JSONSchemaError.self) {
      try JSONSchema(of: Parcel.self, options: .init(dialect: .strict))
    }
    #expect(try #require(error).problems.map(\.path) == ["contents.label.texts", "contents.other"])
  }

  @Test func documentsAndMutants() throws {
    try checkSchemas(of: [
      Account(id: 1, owner: nil, counts: [:]), Account(id: 2, owner: nil, counts: ["a": 1, "b": 2]),
      Account(id: 3, owner: Self.owner, counts: ["c": 3]),
    ])
    try checkSchemas(of: [Self.owner])
    try checkSchemas(of: [Letter(text: "t", address: Self.owner.address)])
  }

  struct Item: AutoCoding, DefaultInitializable {
    var count = 3
    var note: String? = "x"
  }

  struct Part: AutoCoding {
    var items: [Item]
    var pair: (left: Item, right: Int?)
    var plain = 1
    static let propertyRules: PropertyRules = ["plain": .default(7)]
  }

  struct ItemFirst: AutoCoding {
    var item: Item
    var part: Part?
    static let propertyRules: PropertyRules = ["part": .flattened]
  }

  struct PartFirst: AutoCoding {
    var part: Part?
    var item: Item
    static let propertyRules: PropertyRules = ["part": .flattened]
  }

  /// The definition of a model does not depend on where it is met first.
  @Test func definitionsOfModelsWithin() throws {
    for (first, second) in [
      (try JSONSchema(of: ItemFirst.self).value, try JSONSchema(of: PartFirst.self).value),
      (
        try JSONSchema(of: ItemFirst.self, for: .encoding(by: AutoJSONEncoder())).value,
        try JSONSchema(of: PartFirst.self, for: .encoding(by: AutoJSONEncoder())).value
      ),
    ] {
      #expect(first["$defs"]?["Item"] == second["$defs"]?["Item"])
      #expect(first["$defs"]?["Item"] != nil)
      for name in ["items", "pair", "plain", "item"] {
        #expect(first["properties"]?[name] == second["properties"]?[name], "\(name)")
      }
    }
    let schema = try JSONSchema(of: PartFirst.self).value
    #expect(schema["$defs"]?["Item"]?["properties"]?["count"]?["default"] == 3)
    // The part itself may be missing, and then has no default.
    #expect(schema["properties"]?["plain"]?["default"] == nil)
    let encoding = try JSONSchema(of: PartFirst.self, for: .encoding(by: AutoJSONEncoder())).value
    #expect(encoding["properties"]?["pair"]?["properties"]?["right"] == ["type": "integer"])
  }

  struct Shelf: AutoCoding {
    var width: Int
    var height: Int
    var seal: Int
    static let propertyRules: PropertyRules = [
      "width": .key("size.width"), "seal": .key("marks.seal").encodedOnly.default(3),
    ]
  }

  struct Room: AutoCoding {
    var shelf: Shelf?
    static let propertyRules: PropertyRules = ["shelf": .flattened]
  }

  struct SharedRoom: AutoCoding {
    var shelf: Shelf?
    var depth: Int
    var note: String?
    static let propertyRules: PropertyRules = [
      "shelf": .flattened, "depth": .key("size.depth"), "note": .key("marks.note"),
    ]
  }

  @Test("objects on key paths of a model that may be missing")
  func keyPathsOfMissingModel() throws {
    let shelf = Shelf(width: 1, height: 2, seal: 3)
    try checkSchemas(of: [Room(shelf: nil), Room(shelf: shelf)])
    let rooms = [SharedRoom(shelf: nil, depth: 1, note: nil), SharedRoom(shelf: shelf, depth: 2, note: "n")]
    try checkSchemas(of: rooms, acceptsMore: true)
    for schema in [
      try JSONSchema(of: Room.self, for: .encoding(by: AutoJSONEncoder())).value,
      try JSONSchema(of: Room.self, for: .decoding(by: AutoJSONDecoder())).value,
    ] {
      #expect(schema["required"] == nil)
      #expect(schema["properties"]?["size"]?["required"] == ["width"])
    }
    let shared = try JSONSchema(of: SharedRoom.self, for: .encoding(by: AutoJSONEncoder())).value
    #expect(shared["required"] == ["size"])
    #expect(shared["properties"]?["size"]?["required"] == ["depth"])
  }

  struct Reading: AutoCoding {
    var raw: JSONValue
    var any: Any
    var unit: String?
    static let propertyRules: PropertyRules = [
      "raw": .key("value.raw"), "any": .key("value.any"), "unit": .key("value.unit"),
    ]
  }

  @Test("null in place of an object on key paths whose properties all take null")
  func nullOnKeyPath() throws {
    let schema = SchemaValidator(root: try JSONSchema(of: Reading.self, for: .decoding(by: AutoJSONDecoder())).value)
    let reading = try AutoJSONDecoder().decode(Reading.self, from: #"{"value":null}"#)
    #expect(reading.raw == .null && reading.unit == nil)
    #expect(schema.accepts(["value": .null]) && !schema.accepts(["value": 1]) && !schema.accepts([:]))
  }

  private struct Login: AutoCoding {
    var name: String
    var password: String?
    var scores: [String: Int]
    static let propertyRules: PropertyRules = ["password": .encodedOnly, "scores": .flattened]
  }

  @Test("keys that are not read may have any value beside a flattened dictionary")
  func keysThatAreNotRead() throws {
    let schema = try JSONSchema(of: Login.self, for: .decoding(by: AutoJSONDecoder())).value
    #expect(schema["properties"]?["password"] == true)
    #expect(schema["additionalProperties"] == ["type": "integer"])
  }
}

import AutoCoding
import AutoCodingSchema
import CModels
import Foundation
import Testing

/// Whole schemas of one shape after the other.
struct JSONSchemaTests {
  /// Expects a schema without `$schema`; the order of keywords counts for nothing, as in JSON.
  private func expect(
    _ type: Any.Type, _ expected: JSONValue, for purpose: JSONSchema.Purpose = .decoding,
    options: JSONSchema.Options = JSONSchema.Options(), sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var schema = try JSONSchema(of: type, for: purpose, options: options).value
    schema["$schema"] = nil
    #expect(schema == expected, sourceLocation: sourceLocation)
  }

  @Test func structs() throws {
    try expect(
      Required.self,
      [
        "type": "object",
        "properties": ["name": ["type": "string"], "age": ["type": "integer"], "mail": ["type": ["string", "null"]]],
        "required": ["name", "age"],
      ])
    try expect(
      Required.self,
      [
        "type": "object",
        "properties": ["name": ["type": "string"], "age": ["type": "integer"], "mail": ["type": "string"]],
        "required": ["name", "age"], "additionalProperties": false,
      ], for: .encoding)
  }

  @Test func defaultsOfInitializersAndRules() throws {
    try expect(
      Defaults.self,
      [
        "type": "object",
        "properties": [
          "name": ["type": "string", "default": "none"],
          "tags": ["type": "array", "items": ["type": "string"], "default": ["a"]],
          "id": ["type": "string", "format": "uuid"], "note": ["type": ["string", "null"]],
        ],
      ])
    try expect(
      Ruled.self,
      [
        "type": "object",
        "properties": [
          "user": ["type": "string"], "volume": ["type": "number", "default": 0.5, "description": "From 0 to 1."],
          "id": ["type": "string", "format": "uuid"],
        ],
        "required": ["user"],
      ])
  }

  @Test func numbers() throws {
    func range(_ least: String, _ most: String) -> JSONValue {
      [
        "type": "integer", "minimum": JSONNumber(least).map { .number($0) } ?? nil,
        "maximum": JSONNumber(most).map { .number($0) } ?? nil,
      ]
    }
    try expect(Int8.self, range("-128", "127"))
    try expect(UInt8.self, range("0", "255"))
    try expect(Int16.self, range("-32768", "32767"))
    try expect(UInt16.self, range("0", "65535"))
    try expect(Int32.self, range("-2147483648", "2147483647"))
    try expect(UInt32.self, range("0", "4294967295"))
    try expect(Int64.self, range("-9223372036854775808", "9223372036854775807"))
    try expect(UInt64.self, range("0", "18446744073709551615"))
    try expect(UInt.self, ["type": "integer", "minimum": 0])
    try expect(Int.self, ["type": "integer"])
    try expect(Decimal.self, ["type": "number"])
    try expect(Float.self, ["type": "number"])
    try expect(Bool.self, ["type": "boolean"])
    try expect(Character.self, ["type": "string", "minLength": 1])
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      try expect(
        Int128.self,
        range("-170141183460469231731687303715884105728", "170141183460469231731687303715884105727"))
      try expect(UInt128.self, range("0", "340282366920938463463374607431768211455"))
    }
  }

  final class Ticket: AutoCoding, Hashable {
    var number = 1
    init() {}
    static func == (left: Ticket, right: Ticket) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  struct Sets: AutoCoding {
    var tickets: Set = [Ticket(), Ticket()]
    var dates: Set = [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 1.5)]
    var numbers: Set = [Double.nan, .nan, 1]
    var suits: Set = [Suit.redHearts, .spades]
  }

  /// Different elements may have the same JSON.
  @Test func setsOfEqualJSON() throws {
    let encoder = AutoJSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let schema = try JSONSchema(of: Sets.self, for: .encoding(by: encoder)).value
    let document = try JSONValue(encoding: Sets(), by: encoder)
    #expect(SchemaValidator(root: schema).accepts(document), "\(document)")
    let isUnique = ["tickets", "dates", "numbers", "suits"].map { schema["properties"]?[$0]?["uniqueItems"] != nil }
    #expect(isUnique == [false, false, false, true])
    try expect(Set<Double>.self, ["type": "array", "items": ["type": "number"], "uniqueItems": true])
  }

  @Test func collections() throws {
    try expect(Set<Int>.self, ["type": "array", "items": ["type": "integer"], "uniqueItems": true])
    try expect([[Bool?]].self, ["type": "array", "items": ["type": "array", "items": ["type": ["boolean", "null"]]]])
    try expect([String: Int].self, ["type": "object", "additionalProperties": ["type": "integer"]])
    try expect(
      [Int: String].self,
      ["type": "object", "additionalProperties": ["type": "string"], "propertyNames": ["pattern": "^[+-]?[0-9]+$"]])
    try expect(
      [Suit: Bool].self,
      [
        "type": "object", "additionalProperties": ["type": "boolean"],
        "propertyNames": ["enum": ["redHearts", "spades"]],
      ])
    try expect(
      [Bool: String].self,
      [
        "type": "array", "items": ["anyOf": [["type": "boolean"], ["type": "string"]]],
        "$comment": "Keys and values in turn.",
      ])
  }

  @Test func tuples() throws {
    try expect(
      Tuples.self,
      [
        "type": "object",
        "properties": [
          "pair": [
            "type": "array", "prefixItems": [["type": "integer"], ["type": "string"]], "items": false, "minItems": 2,
            "maxItems": 2,
          ],
          "same": ["type": "array", "items": ["type": "number"], "minItems": 3, "maxItems": 3],
          "named": [
            "type": "object", "properties": ["x": ["type": "integer"], "y": ["type": ["integer", "null"]]],
            "required": ["x"],
          ],
        ],
        "required": ["pair", "same", "named"],
      ])
  }

  private enum Never: AutoCoding {}
  private enum NoCase: AutoCoding {
    static let typeRules = TypeRules(caseKey: "type")
  }

  /// No list of schemas is empty, as the draft asks for.
  @Test func typesWithoutValuesOrWithOne() throws {
    try expect(Never.self, ["not": [:]])
    try expect(NoCase.self, ["not": [:]])
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      try expect([0 of Int].self, ["type": "array", "maxItems": 0])
      try expect(
        [2 of Int].self, ["type": "array", "items": ["type": "integer"], "minItems": 2, "maxItems": 2])
    }
  }

  @Test func enums() throws {
    try expect(Suit.self, ["type": "string", "enum": ["redHearts", "spades"]])
    try expect(Suit?.self, ["type": ["string", "null"], "enum": ["redHearts", "spades", nil]])
    try expect(Level.self, ["type": "integer", "enum": [1, 5]])
    try expect(PlainLevel.self, ["type": "integer", "enum": [1, 5]])
    try expect(PlainSuit.self, ["type": "string", "enum": ["a", "b"]])
    let circle: JSONValue = [
      "type": "object", "properties": ["radius": ["type": "number"]], "required": ["radius"],
    ]
    try expect(
      Shape.self,
      [
        "oneOf": [
          ["type": "object", "properties": ["circle": circle], "required": ["circle"]],
          [
            "type": "object",
            "properties": [
              "label": ["type": "object", "properties": ["_0": ["type": "string"]], "required": ["_0"]]
            ], "required": ["label"],
          ],
          ["type": "object", "properties": ["empty": ["type": "object"]], "required": ["empty"]],
        ]
      ])
  }

  /// Reflection does not show their cases, so any raw value may be one.
  @Test func enumsFromC() throws {
    let integer: JSONValue = ["type": "integer", "minimum": -2_147_483_648, "maximum": 2_147_483_647]
    try expect(CDirection.self, integer)
    let plain = try JSONSchema(of: CPlainDirection.self).value
    #expect(plain["enum"] == nil)
  }

  @Test func taggedEnums() throws {
    try expect(
      Event.self,
      [
        "oneOf": [
          [
            "type": "object",
            "properties": ["type": ["type": "string", "const": "opened"], "at": ["type": "integer"]],
            "required": ["type", "at"],
          ],
          [
            "type": "object",
            "properties": [
              "type": ["type": "string", "const": "moved"], "x": ["type": "integer"], "y": ["type": "integer"],
            ], "required": ["type", "x", "y"],
          ],
          ["type": "object", "properties": ["type": ["type": "string", "const": "closed"]], "required": ["type"]],
        ]
      ])
    try expect(
      Message.self,
      [
        "oneOf": [
          [
            "type": "object",
            "properties": ["kind": ["type": "string", "const": "text"], "value": ["type": "string"]],
            "required": ["kind", "value"], "additionalProperties": false,
          ],
          [
            "type": "object",
            "properties": [
              "kind": ["type": "string", "const": "point"],
              "value": [
                "type": "object", "properties": ["x": ["type": "integer"], "y": ["type": "integer"]],
                "required": ["x", "y"], "additionalProperties": false,
              ],
            ], "required": ["kind", "value"], "additionalProperties": false,
          ],
        ]
      ], for: .encoding)
  }

  @Test func nestedAndRecursiveTypes() throws {
    let point: JSONValue = [
      "type": "object", "properties": ["x": ["type": "integer"], "y": ["type": "integer"]], "required": ["x", "y"],
    ]
    try expect(
      Line.self,
      [
        "type": "object",
        "properties": [
          "from": ["$ref": "#/$defs/Point"], "to": ["anyOf": [["$ref": "#/$defs/Point"], ["type": "null"]]],
        ],
        "required": ["from"], "$defs": ["Point": point],
      ])
    try expect(
      Tree.self,
      [
        "type": "object",
        "properties": ["value": ["type": "integer"], "children": ["type": "array", "items": ["$ref": "#"]]],
        "required": ["value", "children"],
      ])
    try expect(
      [Tree].self,
      [
        "type": "array", "items": ["$ref": "#/$defs/Tree"],
        "$defs": [
          "Tree": [
            "type": "object",
            "properties": [
              "value": ["type": "integer"], "children": ["type": "array", "items": ["$ref": "#/$defs/Tree"]],
            ],
            "required": ["value", "children"],
          ]
        ],
      ])
  }

  @Test func namesOfDefinitionsAreUniqueAndNeedNoEscapes() throws {
    let schema = try JSONSchema(of: Twice.self).value
    #expect(schema["properties"]?["box"] == ["$ref": "#/$defs/Box_Int"])
    #expect(schema["$defs"]?.object?.keys == ["Inner", "AutoCodingSchemaTests.Second.Inner", "Box_Int"])
  }

  @Test func classes() throws {
    let wheels: JSONValue = ["type": "integer", "default": 0]
    try expect(
      Vehicle.self,
      [
        "oneOf": [
          [
            "type": "object",
            "properties": ["$class": ["type": "string", "const": "AutoCodingSchemaTests.Vehicle"], "wheels": wheels],
          ],
          [
            "type": "object",
            "properties": [
              "$class": ["type": "string", "const": "AutoCodingSchemaTests.Car"], "wheels": wheels,
              "doors": ["type": "integer", "default": 4],
            ], "required": ["$class"],
          ],
        ]
      ])
    try expect(
      Car.self, ["type": "object", "properties": ["wheels": wheels, "doors": ["type": "integer", "default": 4]]])
  }

  @Test func classesWithTypeKey() throws {
    func part(_ tag: String, _ properties: JSONValue) -> JSONValue {
      var schema: JSONValue = ["type": "object", "properties": ["kind": ["type": "string", "const": .string(tag)]]]
      for (key, value) in properties.object ?? [:] { schema["properties"]?[key] = value }
      schema["required"] = ["kind"]
      return schema
    }
    let name: JSONValue = ["type": "string", "default": ""]
    try expect(
      Animal.self,
      [
        "oneOf": [
          part("cat", ["name": name, "lives": ["type": "integer", "default": 9]]), part("dog", ["name": name]),
        ]
      ])
    try expect(
      Node.self,
      [
        "oneOf": [
          [
            "type": "object",
            "properties": ["kind": ["type": "string", "const": "leaf"], "size": ["type": "integer", "default": 1]],
            "required": ["kind"],
          ],
          [
            "type": "object", "properties": ["kind": ["type": "string", "not": ["enum": ["leaf"]]]],
          ],
        ]
      ])
  }

  @Test func keyStylesAndPaths() throws {
    try expect(
      Styled.self,
      ["type": "object", "properties": ["first_name": ["type": "string"]], "required": ["first_name"]])
    try expect(
      Pathed.self,
      [
        "type": "object",
        "properties": [
          "name": ["type": "string"],
          "address": [
            "type": "object", "properties": ["city": ["type": "string"], "zip": ["type": ["string", "null"]]],
            "required": ["city"],
          ],
          "geo": ["type": ["object", "null"], "properties": ["lat": ["type": ["number", "null"]]]],
          "images": [
            "type": "array",
            "prefixItems": [
              true, ["type": "object", "properties": ["url": ["type": "string"]], "required": ["url"]],
            ], "minItems": 2,
          ],
        ],
        "required": ["name", "address", "images"],
      ])
    try expect(
      Pathed.self,
      [
        "type": "object",
        "properties": [
          "name": ["type": "string"],
          "address": [
            "type": "object", "properties": ["city": ["type": "string"], "zip": ["type": "string"]],
            "required": ["city"], "additionalProperties": false,
          ],
          "geo": ["type": "object", "properties": ["lat": ["type": "number"]], "additionalProperties": false],
        ],
        "required": ["name", "address"], "additionalProperties": false,
      ], for: .encoding)
  }

  @Test func propertiesOfOneDirection() throws {
    try expect(
      OneWay.self,
      [
        "type": "object", "properties": ["id": ["type": "integer"], "name": ["type": "string"]],
        "required": ["id", "name"],
      ])
    try expect(
      OneWay.self,
      [
        "type": "object", "properties": ["name": ["type": "string"], "secret": ["type": "string"]],
        "required": ["name"], "additionalProperties": false,
      ], for: .encoding)
    let decoder = AutoJSONDecoder()
    decoder.unknownKeys = .refuse
    try expect(
      OneWay.self,
      [
        "type": "object", "properties": ["id": ["type": "integer"], "name": ["type": "string"], "secret": true],
        "required": ["id", "name"], "additionalProperties": false,
      ], for: .decoding(by: decoder))
  }

  @Test func transformers() throws {
    try expect(
      Transformations.self,
      [
        "type": "object",
        "properties": [
          "when": ["type": "string", "format": "date-time"],
          "days": ["type": "array", "items": ["type": ["string", "null"], "format": "date"]],
          "flag": ["type": "integer", "enum": [0, 1]],
          "answer": ["type": "string", "enum": ["yes", "no", "Yes", "No", "YES", "NO"]],
          "bytes": ["type": "string", "contentEncoding": "base16"], "count": ["type": "string"],
          "link": ["type": "string", "format": "uri-reference"], "color": ["type": "string", "pattern": "^#"],
        ], "required": ["when", "days", "flag", "answer", "bytes", "count", "link", "color"],
      ])
  }

  @Test func ownCode() throws {
    try expect(
      Own.self,
      [
        "type": "object",
        "properties": [
          "any": [:], "json": [:], "number": ["type": "number"], "members": ["type": "object"],
          "money": ["type": "string"],
          "hidden": ["$comment": "Hidden has its own Codable code. It can conform to JSONSchemaDescribed."],
          "model": [
            "type": "object", "properties": ["$class": ["type": "string"]], "required": ["$class"],
          ],
        ], "required": ["any", "json", "number", "members", "money", "hidden", "model"],
      ])
  }

  @Test func versions() throws {
    try expect(
      Versioned.self,
      [
        "type": "object",
        "properties": ["$version": ["type": "integer", "const": 2], "name": ["type": "string"]],
        "required": ["$version", "name"],
      ])
  }

  @Test func propertyWrappers() throws {
    try expect(
      Wrapped.self,
      [
        "type": "object",
        "properties": ["level": ["type": ["integer", "null"], "default": 3], "plain": ["type": "integer"]],
        "required": ["plain"],
      ])
    try expect(
      Wrapped.self,
      [
        "type": "object", "properties": ["level": ["type": "integer"], "plain": ["type": "integer"]],
        "required": ["plain"], "additionalProperties": false,
      ], for: .encoding)
  }

  @Test func typesThatCannotBeCoded() {
    #expect(throws: AutoCodingError.self) { try JSONSchema(of: (() -> Void).self) }
  }

  @Test func printing() throws {
    let schema = try JSONSchema(of: Point.self)
    #expect(
      schema.description == """
        {
          "$schema" : "https://json-schema.org/draft/2020-12/schema",
          "type" : "object",
          "properties" : {
            "x" : {
              "type" : "integer"
            },
            "y" : {
              "type" : "integer"
            }
          },
          "required" : [
            "x",
            "y"
          ]
        }
        """)
    #expect(try JSONValue(encoding: schema) == schema.value)
    #expect(try JSONSerialization.jsonObject(with: JSONEncoder().encode(schema)) is [String: Any])
  }
}

extension CDirection: @retroactive Encodable, @retroactive Decodable, AutoCoding {}
extension CPlainDirection: @retroactive Codable {}

import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// The dialect of language models' structured output.
struct StrictSchemaTests {
  private let strict = JSONSchema.Options(dialect: .strict)

  /// The keywords that the article lists.
  private static let keywords: Set<String> = [
    "type", "properties", "required", "additionalProperties", "items", "enum", "anyOf", "$ref", "$defs", "description",
  ]

  private struct Order: AutoCoding, DefaultInitializable {
    var name = "n"
    var count: UInt8 = 1
    var note: String?
    var suit: Suit? = .spades
    var origin = Point(x: 1, y: 2)
    var shape = Shape.empty
    var event: Event?
    var at = Date()
    var id = UUID()
    var letter: Character = "a"
    var tags: Set<String> = []
    static let propertyRules: PropertyRules = ["origin": .described("Where from."), "note": .described("For us.")]
    init() {}
  }

  @Test func everythingThatCanBeSaid() throws {
    let decoder = AutoJSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let schema = try JSONSchema(of: Order.self, for: .decoding(by: decoder), options: strict).value
    let point: JSONValue = ["$ref": "#/$defs/Point"]
    #expect(
      schema["properties"] == [
        "name": ["type": "string"], "count": ["type": "integer"],
        "note": ["description": "For us.", "type": ["string", "null"]],
        "suit": ["type": ["string", "null"], "enum": ["redHearts", "spades", nil]],
        "origin": ["description": "Where from.", "anyOf": [point]], "shape": ["$ref": "#/$defs/Shape"],
        "event": ["anyOf": [["$ref": "#/$defs/Event"], ["type": "null"]]],
        "at": ["type": "string", "description": "A date and time of RFC 3339."],
        "id": ["type": "string", "description": "A UUID."], "letter": ["type": "string"],
        "tags": ["type": "array", "items": ["type": "string"]],
      ])
    #expect(schema["required"]?.array?.count == 11)
    #expect(schema["additionalProperties"] == false)
    #expect(
      schema["$defs"]?["Event"]?["anyOf"]?[2] == [
        "type": "object", "properties": ["type": ["type": "string", "enum": ["closed"]]], "required": ["type"],
        "additionalProperties": false,
      ])
    #expect(
      schema["$defs"]?["Shape"]?["anyOf"]?[2] == [
        "type": "object",
        "properties": ["empty": ["type": "object", "properties": [:], "additionalProperties": false]],
        "required": ["empty"], "additionalProperties": false,
      ])
    expectKeywords(schema)
    expectKeywords(try JSONSchema(of: Garage.self, options: strict).value)
    expectKeywords(try JSONSchema(of: Garage.self, options: .init(dialect: .strict, definitions: .inline)).value)
  }

  private struct Garage: AutoCoding {
    let vehicle: Vehicle
    let animal: Animal
    let node: Node
    let versioned: Versioned
    let values: Wrapped
    let flag: Bool
    let bytes: Data
    static let propertyRules: PropertyRules = ["flag": .transformed(by: BoolAsYesOrNo.self)]
  }

  /// Expects that a schema uses no keywords but those of the dialect, and closes every object.
  private func expectKeywords(_ schema: JSONValue) {
    guard case .object(let members) = schema else { return }
    #expect(Self.keywords.isSuperset(of: members.keys), "\(members.keys)")
    if members["type"] == "object" {
      #expect(members["additionalProperties"] == false)
      #expect(
        Set(members["properties"]?.object?.keys ?? []) == Set((members["required"]?.array ?? []).compactMap(\.string)))
    }
    for (keyword, value) in members {
      switch keyword {
      case "properties", "$defs": for (_, inner) in value.object ?? [:] { expectKeywords(inner) }
      case "anyOf": for inner in value.array ?? [] { expectKeywords(inner) }
      case "items": expectKeywords(value)
      default: break
      }
    }
  }

  private struct Unsayable: AutoCoding {
    let counts: [String: Int]
    let parts: [Part]
    let pair: (Int, Int)
    let money: Money
    struct Part: AutoCoding {
      let any: Any
      let hidden: Hidden
      let json: JSONValue
      let model: any Drawable
    }
  }

  @Test func refusals() {
    #expect {
      try JSONSchema(of: Unsayable.self, options: strict)
    } throws: { error in
      "\(error)" == """
        There is no such schema of Unsayable:
          counts: Dictionary<String, Int>: A dictionary has keys that the strict dialect cannot name. \
        Use an array of structs that have the key and the value.
          parts[].any: Any: Its values may be of any type. Use a type with properties, or an enum with payloads.
          parts[].hidden: Hidden: It has its own Codable code, which a schema cannot see. \
        Conform it to JSONSchemaDescribed, or to AutoCoding without that code.
          parts[].json: JSONValue: It has its own Codable code, which a schema cannot see. \
        Conform it to JSONSchemaDescribed, or to AutoCoding without that code.
          parts[].model: Drawable: Its values may be of any type. Use a type with properties, or an enum with payloads.
          pair: (Int, Int): The strict dialect has no arrays of a fixed number of elements. \
        Give the tuple's elements labels, or use a struct.
        """
    }
  }

  private func problem(
    of type: Any.Type, _ purpose: JSONSchema.Purpose = .decoding
  ) -> (path: String, explanation: String, remedy: String)? {
    do {
      _ = try JSONSchema(of: type, for: purpose, options: strict)
      return nil
    } catch let error as JSONSchemaError {
      guard let first = error.problems.first, error.problems.count == 1 else { return nil }
      return (first.path, first.explanation, first.remedy)
    } catch {
      return nil
    }
  }

  @Test func rootsThatAreNoObjects() {
    for type in [Shape.self, [Point].self, Suit.self, Vehicle.self] as [Any.Type] {
      #expect(problem(of: type)?.path == "")
      #expect(problem(of: type)?.remedy == "Make the schema of a struct that has it as a property.")
    }
  }

  private struct Timed: AutoCoding { let at: Date }
  private struct Blob: AutoCoding { let data: Data }

  @Test func strategies() {
    let decoder = AutoJSONDecoder()
    decoder.dateDecodingStrategy = .custom { _ in Date() }
    decoder.dataDecodingStrategy = .custom { _ in Data() }
    #expect(problem(of: Timed.self, .decoding(by: decoder))?.path == "at")
    #expect(problem(of: Blob.self, .decoding(by: decoder))?.path == "data")
  }

  @Test func encodersThatLeaveNilsOut() throws {
    #expect(problem(of: Required.self, .encoding)?.path == "mail")
    #expect(
      problem(of: Required.self, .encoding)?.remedy
        == "Set nilEncodingStrategy of the encoder to .null, or make the schema for decoding.")
    let encoder = AutoJSONEncoder()
    encoder.nilEncodingStrategy = .null
    #expect(try JSONSchema(of: Required.self, for: .encoding(by: encoder), options: strict).value["type"] == "object")
  }

  private struct Indexed: AutoCoding {
    let url: String
    static let propertyRules: PropertyRules = ["url": .key("images.0.url").decodedOnly]
  }

  @Test func indexedPathsAndPayloadsWithOwnCode() {
    #expect(problem(of: Indexed.self)?.path == "url")
    #expect(problem(of: Indexed.self)?.remedy == "Make the array a property.")
    #expect(problem(of: Carrier.self)?.path == "parcel.own")
  }

  private struct Carrier: AutoCoding { let parcel: Parcel }
  private enum Parcel: AutoCoding {
    case own(Hidden), none
    static let typeRules = TypeRules(caseKey: "type")
  }
}

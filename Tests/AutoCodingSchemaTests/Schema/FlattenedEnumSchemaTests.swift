import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// Schemas and samples of models with flattened enums.
struct FlattenedEnumSchemaTests {
  struct Topic: AutoCoding, Equatable {
    var title: String
    var body: String?
  }

  enum Payload: AutoCoding, Equatable {
    case push(commits: Int, branch: String?), star, issue(Topic)
    static let typeRules = TypeRules(caseKey: "type")
  }

  struct Event: AutoCoding, Equatable {
    var id: Int
    var payload: Payload
    var place: String?
    static let propertyRules: PropertyRules = ["payload": .flattened]
  }

  struct Maybe: AutoCoding, Equatable {
    var id: Int
    var payload: Payload?
    var rest: [String: Int]
    static let propertyRules: PropertyRules = ["payload": .flattened, "rest": .flattened]
  }

  enum Second: AutoCoding, Equatable {
    case a(x: Int), b
    static let typeRules = TypeRules(caseKey: "s", contentKey: "c")
  }

  struct Two: AutoCoding, Equatable {
    var payload: Payload?
    var second: Second
    static let propertyRules: PropertyRules = ["payload": .flattened, "second": .flattened]
  }

  struct Part: AutoCoding, Equatable {
    var name: String
    var second: Second
    static let propertyRules: PropertyRules = ["second": .flattened]
  }

  struct MaybePart: AutoCoding, Equatable {
    var id: Int
    var part: Part?
    static let propertyRules: PropertyRules = ["part": .flattened]
  }

  private static let payloads: [Payload] = [
    .push(commits: 3, branch: "b"), .push(commits: 3, branch: nil), .star, .issue(Topic(title: "t", body: "b")),
  ]

  @Test func choices() throws {
    let schema = try JSONSchema(of: Event.self).value
    #expect(schema["required"] == ["id"] && schema["properties"]?["place"] != nil)
    let choices = try #require(schema["oneOf"]?.array)
    #expect(choices.count == 3)
    #expect(choices[0]["properties"]?["type"]?["const"] == "push" && choices[0]["required"] == ["type", "commits"])
    let closed = try JSONSchema(of: Event.self, for: .encoding(by: AutoJSONEncoder())).value
    #expect(closed["additionalProperties"] == false && closed["properties"]?["commits"] == true)
    #expect(try JSONSchema(of: Two.self).value["allOf"]?.array?.count == 2)
  }

  @Test func strictDialectHasNone() throws {
    let error = #expect(throws: JSONSchemaError.self) {
      try JSONSchema(of: Event.self, options: .init(dialect: .strict))
    }
    #expect(
      "\(try #require(error))" == """
        There is no such schema of Event:
          payload: Payload: It is a flattened enum, and the dialect has no choice of members beside others. \
        Remove .flattened from the rule of the property.
        """)
  }

  @Test func documentsAndMutants() throws {
    try checkSchemas(
      refusingUnknownKeys: [false, true], of: Self.payloads.map { Event(id: 1, payload: $0, place: "p") })
    try checkSchemas(
      refusingUnknownKeys: [false, true],
      of: Self.payloads.map { Maybe(id: 1, payload: $0, rest: ["z": 1]) } + [Maybe(id: 2, rest: [:])])
    try checkSchemas(
      refusingUnknownKeys: [false, true],
      of: Self.payloads.map { Two(payload: $0, second: .a(x: 1)) } + [Two(second: .b)])
    let parts = [Part(name: "n", second: .a(x: 1)), Part(name: "n", second: .b)]
    try checkSchemas(
      refusingUnknownKeys: [false, true], of: parts.map { MaybePart(id: 1, part: $0) } + [MaybePart(id: 2)],
      acceptsMore: true)
  }

  @Test func samples() throws {
    for seed: UInt64 in 0..<8 {
      for isSparse in [false, true] {
        let event = try ModelValue.sample(of: Event.self, seed: seed, isSparse: isSparse)
        let data = try AutoJSONEncoder().encode(event)
        #expect(try AutoJSONDecoder().decode(Event.self, from: data) == event)
        #expect(try JSONDecoder().decode(Event.self, from: data) == event)
        let two = try ModelValue.sample(of: Two.self, seed: seed, isSparse: isSparse)
        #expect(try KeyedArchiveDecoder().decode(Two.self, from: KeyedArchiveEncoder().encode(two)) == two)
      }
    }
  }

  struct Nested: AutoCoding {
    var id: Int
    var payload: Payload
    var place: String?
    static var archivedTypeName: String { Event.archivedTypeName }
  }

  @Test("to flatten an enum is a change of the data")
  func manifests() throws {
    let nested = try ModelManifest(of: [Nested.self])
    let flat = try ModelManifest(of: [Event.self])
    #expect(flat.changes(since: nested).contains { $0.breaks.contains(.readsOld) })
  }
}

import AutoCoding
import Foundation
import Testing

/// Payloads whose properties have the name of their case, as resources of JSON:API do.
private enum Resource: AutoCoding, Equatable {
  case article(Article), person(Person), note(Note), empty
  static let typeRules = TypeRules(caseKey: "type", unknownCase: "empty")
  static let propertyRules: PropertyRules = ["person": .key("people").formerly("persons")]

  struct Article: AutoCoding, Equatable {
    var id: String
    var type: String
    var title: String?
    var author: Author?
    static let propertyRules: PropertyRules = ["title": .key("attributes.title"), "author": .nilForUndecodable]
  }

  struct Author: AutoCoding, Equatable { var name: String }

  struct Person: AutoCoding, DefaultInitializable, Equatable {
    enum Kind: String, AutoCoding { case people, persons, robots }
    var kind = Kind.people
    var name = "?"
    static let propertyRules: PropertyRules = ["kind": .key("type")]
  }

  struct Note: AutoCoding, Equatable {
    var text: String
    var type: String?
    var isRead = false
    static let unEncodedProperties: Set<String> = ["isRead"]
    static let propertyRules: PropertyRules = ["isRead": .default(true)]
  }
}

struct CaseNamePropertyTests {
  private static let values: [Resource] = [
    .article(.init(id: "1", type: "article", title: "T", author: .init(name: "Ada"))),
    .article(.init(id: "2", type: "article")), .person(.init(kind: .people, name: "B")),
    .note(.init(text: "n", type: "note", isRead: true)), .empty,
  ]

  @Test("the name is in the property, and once in the data", arguments: TestCoder.allCases)
  func roundTrip(coder: TestCoder) throws {
    #expect(try coder.roundTrip(Self.values) == Self.values)
  }

  @Test("the bytes")
  func bytes() throws {
    #expect(
      try AutoJSONEncoder().encodeToString(Self.values)
        == #"[{"type":"article","id":"1","attributes":{"title":"T"},"author":{"name":"Ada"}},{"type":"article","id":"2"},"#
        + #"{"type":"people","name":"B"},{"type":"note","text":"n"},{"type":"empty"}]"#)
    let (sorted, other) = (AutoJSONEncoder(), JSONEncoder())
    (sorted.outputFormatting, other.outputFormatting) = (.sortedKeys, .sortedKeys)
    #expect(try sorted.encode(Self.values) == other.encode(Self.values))
  }

  @Test("the name may be anywhere, and may be a former one")
  func decode() throws {
    let text = """
      [{"id": "1", "attributes": {"title": "T", "more": [1]}, "author": 5, "type": "article"},
       {"name": "B", "type": "persons"}, {"text": "n", "type": "note"}, {"type": "video"}]
      """
    let expected: [Resource] = [
      .article(.init(id: "1", type: "article", title: "T")), .person(.init(kind: .persons, name: "B")),
      .note(.init(text: "n", type: "note", isRead: true)), .empty,
    ]
    #expect(try AutoJSONDecoder().decode([Resource].self, from: text) == expected)
    #expect(try JSONDecoder().decode([Resource].self, from: Data(text.utf8)) == expected)
  }

  @Test("unknown keys are seen")
  func unknownKeys() throws {
    let decoder = AutoJSONDecoder()
    decoder.unknownKeys = .refuse
    #expect(try decoder.decode([Resource].self, from: AutoJSONEncoder().encode(Self.values)) == Self.values)
    #expect(throws: DecodingError.self) {
      try decoder.decode(Resource.self, from: #"{"type": "people", "name": "B", "age": 5}"#)
    }
  }

  @Test("another name in the value, or none, is an error", arguments: TestCoder.allCases.filter { $0 != .keyedArchive })
  func otherName(coder: TestCoder) {
    let values: [Resource] = [
      .article(.init(id: "1", type: "articles")), .person(.init(kind: .robots)), .note(.init(text: "n", type: nil)),
    ]
    for value in values {
      #expect(throws: EncodingError.self) { try coder.encode([value]) }
    }
  }
}

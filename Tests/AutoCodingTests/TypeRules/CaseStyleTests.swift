import AutoCoding
import Foundation
import TestModels
import Testing

/// Names of cases that are made by a style.
struct CaseStyleTests {
  enum Geometry: AutoCoding, Equatable {
    case point(coordinates: [Double])
    case lineString(coordinates: [[Double]], closedPath: Bool)
    case empty
    case special
    static let propertyRules: PropertyRules = [
      "special": .key("x-special").formerly("Special"), "empty": .formerly("Nothing"),
    ]
    static let typeRules = TypeRules(caseKey: "type", caseStyle: .pascalCase)
  }

  static let geometries: [(Geometry, String)] = [
    (.point(coordinates: [1, 2]), #"{"coordinates":[1,2],"type":"Point"}"#),
    (
      .lineString(coordinates: [[1, 2]], closedPath: true),
      #"{"closedPath":true,"coordinates":[[1,2]],"type":"LineString"}"#
    ),
    (.empty, #"{"type":"Empty"}"#), (.special, #"{"type":"x-special"}"#),
  ]

  @Test("names under a case key", arguments: geometries.indices)
  func tagged(index: Int) throws {
    let (geometry, text) = Self.geometries[index]
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let foundation = JSONEncoder()
    foundation.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(geometry), as: UTF8.self) == text)
    #expect(String(decoding: try foundation.encode(geometry), as: UTF8.self) == text)
    for format in RuleFormat.all { #expect(try format.copy(geometry) == geometry) }
    #expect(try AutoJSONDecoder().decode(Geometry.self, from: #"{"type":"Special"}"#) == .special)
    #expect(try AutoJSONDecoder().decode(Geometry.self, from: #"{"type":"Nothing"}"#) == .empty)
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Geometry.self, from: #"{"type":"empty"}"#) }
  }

  enum Event: AutoCoding, Equatable {
    case userJoined(userName: String), roomClosed, left
    static let propertyRules: PropertyRules = ["left": .key("hasLeft").formerly("userLeft")]
    static let typeRules = TypeRules(caseStyle: .screamingSnakeCase)
  }

  @Test("names that are keys are not converted by key strategies")
  func keys() throws {
    let text = #"[{"USER_JOINED":{"userName":"a"}},{"ROOM_CLOSED":{}},{"hasLeft":{}}]"#
    let events = [Event.userJoined(userName: "a"), .roomClosed, .left]
    #expect(String(decoding: try AutoJSONEncoder().encode(events), as: UTF8.self) == text)
    #expect(String(decoding: try JSONEncoder().encode(events), as: UTF8.self) == text)
    #expect(try AutoJSONDecoder().decode([Event].self, from: text) == events)
    #expect(try JSONDecoder().decode([Event].self, from: Data(text.utf8)) == events)
    for event in events { for format in RuleFormat.all { #expect(try format.copy(event) == event) } }
    let snake = AutoJSONEncoder()
    snake.keyEncodingStrategy = .convertToSnakeCase
    let converted = #"[{"USER_JOINED":{"user_name":"a"}},{"ROOM_CLOSED":{}},{"hasLeft":{}}]"#
    #expect(String(decoding: try snake.encode(events), as: UTF8.self) == converted)
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode([Event].self, from: converted) == events)
    #expect(try decoder.decode(Event.self, from: #"{"userLeft":{}}"#) == .left)
    #expect(try DictionaryDecoder().decode(Event.self, from: DictionaryEncoder().encode(events[0])) == events[0])
  }

  enum Status: AutoCoding, Equatable {
    case onHold, active
    case unknown(String)
    static let typeRules = TypeRules(caseStyle: .kebabCase, unknownCase: "unknown")
  }

  @Test("names that are all of a value")
  func texts() throws {
    let statuses = [Status.onHold, .active, .unknown("onHold")]
    let text = #"["on-hold","active","onHold"]"#
    #expect(String(decoding: try AutoJSONEncoder().encode(statuses), as: UTF8.self) == text)
    #expect(try AutoJSONDecoder().decode([Status].self, from: text) == statuses)
    #expect(try JSONDecoder().decode([Status].self, from: Data(text.utf8)) == statuses)
  }

  enum Untagged: AutoCoding {
    case one(Int)
    static let typeRules = TypeRules(caseStyle: .pascalCase, casesAreUntagged: true)
  }

  enum Coded: AutoCoding, Equatable {
    case firstOne, second
    enum CodingKeys: String, CodingKey {
      case firstOne = "one"
      case second
    }
    static let typeRules = TypeRules(caseStyle: .pascalCase)
  }

  enum Raw: String, AutoCoding {
    case one
    static let typeRules = TypeRules(caseStyle: .pascalCase)
  }

  struct Record: AutoCoding {
    var one = 1
    static let typeRules = TypeRules(caseStyle: .pascalCase)
  }

  enum Same: AutoCoding {
    case one, One
    static let typeRules = TypeRules(caseStyle: .pascalCase)
  }

  @Test("a style that changes nothing is refused")
  func others() throws {
    for (type, text) in [
      (Raw.self, "argument caseStyle: pascalCase in typeRules"), (Record.self, "argument caseStyle: pascalCase"),
      (Coded.self, "but CodingKeys names its cases"), (Untagged.self, "but also the caseStyle pascalCase"),
      (Same.self, #"the name "One" in data"#),
    ] as [(any AutoCoding.Type, String)] {
      let error = #expect(throws: AutoCodingError.self) { _ = try AutoJSONDecoder().decode(type, from: "1") }
      #expect(error?.description.contains(text) ?? false, "\(error?.description ?? "no error")")
    }
  }
}

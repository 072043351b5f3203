import AutoCoding
import Foundation
import Testing

/// Stored as text.
enum RuleMinutes: PropertyTransformer {
  struct NoMinutes: Error {}
  static func encode(_ seconds: Int) -> String { "\(seconds / 60)m" }
  static func decode(_ text: String) throws -> Int {
    guard text.hasSuffix("m"), let minutes = Int(text.dropLast()) else { throw NoMinutes() }
    return minutes * 60
  }
}

/// Stored as a list.
enum RuleDigits: PropertyTransformer {
  static func encode(_ number: Int) -> [Int] { "\(number)".compactMap(\.wholeNumberValue) }
  static func decode(_ digits: [Int]) -> Int { digits.reduce(0) { 10 * $0 + $1 } }
}

private struct Event: AutoCoding, Equatable {
  var name: String
  var length: Int
  var pause: Int?
  var city: String?
  var secret: String?

  static var propertyRules: PropertyRules {
    [
      "name": .formerly("label", "title").key("fullName"),
      "length": .key("duration").formerly("len").transformed(by: RuleMinutes.self),
      "pause": .transformed(by: RuleMinutes.self),
      "city": .key("place.city"),
      "secret": .excluded,
    ]
  }

  static let sample = Event(name: "n", length: 120, pause: 60, city: "c", secret: nil)
}

private struct Declared: AutoCoding {
  var name = "n"
  static let propertyRules: PropertyRules = ["name": .key("first"), "other": .excluded]
  var other: String? = "o"
}

private enum RulePayload: AutoCoding {
  case event(Event, Declared)
}

private class Node: AutoCoding, DefaultInitializable {
  var nodes: [Node] = []
  weak var kept: Node?
  weak var listed: Node?
  weak var excluded: Node?
  class var unEncodedProperties: Set<String> { ["listed"] }
  class var propertyRules: PropertyRules { ["excluded": .excluded, "kept": .key("keptNode")] }
  required init() {}
}

/// Rules of properties.
struct PropertyRuleTests {
  @Test("hold in every format", arguments: TestCoder.allCases)
  func formats(coder: TestCoder) throws {
    var event = Event.sample
    event.secret = "hidden"
    #expect(try coder.roundTrip(event) == .sample)
    #expect(try coder.roundTrip([event, event]) == [.sample, .sample])
    event = Event(name: "", length: 0, pause: nil, city: nil, secret: nil)
    #expect(try coder.roundTrip(event) == event)
  }

  @Test("say what is written", arguments: TestCoder.jsonLike)
  func text(coder: TestCoder) throws {
    var event = Event.sample
    event.secret = "hidden"
    #expect(
      try coder.jsonText(of: event) == #"{"duration":"2m","fullName":"n","pause":"1m","place":{"city":"c"}}"#)
    #expect(
      try coder.jsonText(of: RulePayload.event(.sample, Declared()))
        == #"{"event":{"_0":{"duration":"2m","fullName":"n","pause":"1m","place":{"city":"c"}},"_1":{"first":"n"}}}"#)
  }

  @Test("former keys are read in any format, and the current key wins", arguments: TestCoder.jsonLike)
  func former(coder: TestCoder) throws {
    for name in [#""fullName":"n""#, #""label":"n""#, #""title":"n""#, #""fullName":"n","label":"x""#] {
      for length in [#""duration":"2m""#, #""len":"2m""#] {
        let text = "{\(name),\(length),\"pause\":\"1m\",\"place\":{\"city\":\"c\"},\"secret\":\"x\"}"
        #expect(try coder.decode(Event.self, fromJSON: text) == .sample)
      }
    }
    #expect(throws: DecodingError.self) { try coder.decode(Event.self, fromJSON: #"{"fullName":"n"}"#) }
    #expect(throws: DecodingError.self) {
      try coder.decode(Event.self, fromJSON: #"{"fullName":"n","duration":"2h"}"#)
    }
  }

  @Test("are in the map, and in its table")
  func table() throws {
    let map = try TypeMap(reflecting: Event.self)
    #expect(map.properties.map(\.key) == ["fullName", "duration", "pause", "place.city", "secret"])
    #expect(map.properties.map(\.formerKeys) == [["label", "title"], ["len"], [], [], []])
    #expect(
      map.properties.map(\.description) == [
        #"Event.name: String, key "fullName", formerly "label", "title""#,
        #"Event.length: Int, key "duration", formerly "len", transformed by RuleMinutes"#,
        #"Event.pause: Optional<Int>, key "pause", transformed by RuleMinutes"#,
        #"Event.city: Optional<String>, key "place.city""#,
        "Event.secret: Optional<String>, left out: propertyRules of Event",
      ])
    let lines = map.description.split(separator: "\n").dropFirst()
    #expect(
      lines.joined(separator: "\n") == """
          property  type              key           declared in  note
          name      String            "fullName"    Event        formerly "label", "title"
          length    Int               "duration"    Event        formerly "len"; transformed by RuleMinutes
          pause     Optional<Int>     "pause"       Event        transformed by RuleMinutes
          city      Optional<String>  "place.city"  Event
          secret    Optional<String>  -             Event        left out: propertyRules of Event
        """)
  }

  @Test("a rule and a shorthand join")
  func shorthands() throws {
    struct Joined: AutoCoding, Equatable {
      var name = "n"
      var number = 12
      var hidden: Int?
      static var propertyKeys: [String: String] { ["name": "title", "number": "count"] }
      static var unEncodedProperties: Set<String> { ["hidden"] }
      static var propertyRules: PropertyRules {
        ["name": .formerly("label"), "number": .key("count").transformed(by: RuleDigits.self), "hidden": .excluded]
      }
    }
    #expect(try jsonText(Joined(hidden: 5)) == #"{"count":[1,2],"title":"n"}"#)
    #expect(try jsonValue(#"{"count":[1,2],"label":"n","hidden":1}"#) == Joined())
  }

  @Test("leave out a weak reference in keyed archives, too, as unEncodedProperties does")
  func weak() throws {
    let root = Node()
    root.nodes = [Node()]
    root.kept = root.nodes[0]
    root.listed = root.nodes[0]
    root.excluded = root.nodes[0]
    let data = try KeyedArchiveEncoder().encode(root)
    let copy = try KeyedArchiveDecoder().decode(Node.self, from: data)
    #expect(copy.kept === copy.nodes.first && copy.kept != nil)
    #expect(copy.listed == nil && copy.excluded == nil)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("keptNode") && !text.contains("listed") && !text.contains("excluded"))
  }

  @Test("rules of a generic type know its arguments")
  func generic() throws {
    #expect(try jsonText(Box(value: 12)) == #"{"v":[1,2]}"#)
    #expect(try TypeMap(reflecting: Box<Int>.self).properties.first?.formerKeys == ["Int"])
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Box<String>.self) }
  }
}

private struct Box<Value: Codable>: AutoCoding {
  var value: Value
  static var propertyRules: PropertyRules {
    ["value": .key("v").formerly("\(Value.self)").transformed(by: RuleDigits.self)]
  }
}

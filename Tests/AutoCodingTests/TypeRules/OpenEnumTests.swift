import AutoCoding
import Foundation
import TestModels
import Testing

/// Enums that are coded as the name of their case, and keep unknown names.
private enum Status: AutoCoding, Equatable {
  case active, closed, waiting
  case unknown(String)
  static let propertyRules: PropertyRules = ["closed": .key("shut").formerly("closed", "ended")]
  static let typeRules = TypeRules(unknownCase: "unknown")
}

private enum Level: AutoCoding, Hashable {
  case low, high
  case other(Int)
  enum CodingKeys: String, CodingKey { case low = "1", high = "2", other = "" }
  static let typeRules = TypeRules(unknownCase: "other")
}

private struct Order: AutoCoding, Equatable {
  var id: Int
  var status: Status
  var last: Status?
  var history: [Status] = []
  var byName: [String: Status] = [:]
  var level: Level = .low
}

struct OpenEnumTests {
  private static let text = """
    {"id": 1, "status": "active", "last": "shut", "history": ["ended", "closed", "waiting", "unknown", "", "ACTIVE"],
     "byName": {"a": "lost", "b": "active"}, "level": 7}
    """
  private static let order = Order(
    id: 1, status: .active, last: .closed,
    history: [.closed, .closed, .waiting, .unknown("unknown"), .unknown(""), .unknown("ACTIVE")],
    byName: ["a": .unknown("lost"), "b": .active], level: .other(7))

  @Test("unknown names are kept")
  func decode() throws {
    #expect(try AutoJSONDecoder().decode(Order.self, from: Self.text) == Self.order)
    #expect(try JSONDecoder().decode(Order.self, from: Data(Self.text.utf8)) == Self.order)
    #expect(try AutoJSONDecoder().decode(Status.self, from: #""lost""#) == .unknown("lost"))
    #expect(try JSONDecoder().decode([Level].self, from: Data("[1, 2, -3]".utf8)) == [.low, .high, .other(-3)])
  }

  @Test("values are written as text or a number", arguments: TestCoder.allCases)
  func roundTrip(coder: TestCoder) throws {
    #expect(try coder.roundTrip(Self.order) == Self.order)
    let statuses: [Status?] = [.closed, .unknown("x"), coder == .foundationPropertyList ? .active : nil]
    #expect(try coder.roundTrip(statuses) == statuses)
    #expect(try coder.roundTrip([Level.high, .other(.max)]) == [.high, .other(.max)])
  }

  @Test("the bytes")
  func bytes() throws {
    let (auto, foundation) = (AutoJSONEncoder(), JSONEncoder())
    (auto.outputFormatting, foundation.outputFormatting) = (.sortedKeys, .sortedKeys)
    let text = """
      {"byName":{"a":"lost","b":"active"},"history":["shut","shut","waiting","unknown","","ACTIVE"],"id":1,"last":"shut",\
      "level":7,"status":"active"}
      """
    #expect(try String(decoding: auto.encode(Self.order), as: UTF8.self) == text)
    #expect(try String(decoding: foundation.encode(Self.order), as: UTF8.self) == text)
    #expect(try String(decoding: auto.encode([Status.unknown("a\"b")]), as: UTF8.self) == #"["a\"b"]"#)
  }

  @Test("values of other types are errors with a path")
  func mismatch() throws {
    for (text, path) in [
      (#"{"id": 1, "status": 5}"#, ["status"]), (#"{"id": 1, "status": {"active": {}}}"#, ["status"]),
      (#"{"id": 1, "status": null}"#, ["status"]),
      (#"{"id": 1, "status": "", "history": ["", 5]}"#, ["history", "Index 1"]),
      (#"{"id": 1, "status": "", "history": [], "byName": {}, "level": "1"}"#, ["level"]),
    ] {
      for decode in [
        { try AutoJSONDecoder().decode(Order.self, from: text) },
        { try JSONDecoder().decode(Order.self, from: Data(text.utf8)) },
      ] {
        let error = #expect(throws: DecodingError.self, "\(text)") { try decode() }
        #expect(error.map(Self.path(of:)) == path)
      }
    }
  }

  private static func path(of error: DecodingError) -> [String] {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.map(\.stringValue)
    @unknown default: []
    }
  }

  @Test("an unknown name that a case has is that case once it is encoded")
  func knownName() throws {
    #expect(try TestCoder.json.roundTrip(Status.unknown("active")) == .active)
    #expect(try ModelValue.copy(of: Status.unknown("lost")) == .unknown("lost"))
    #expect(try ModelValue.areEqual(Self.order, Self.order))
    var other = Self.order
    other.history[4] = .unknown("x")
    #expect(try ModelDifference(from: Self.order, to: other).changes.count == 1)
  }

  @Test("text lives as long as its value")
  func lifetimes() throws {
    // Longer than what a String holds in place.
    let name = String(repeating: "long name ", count: 10)
    let text = try AutoJSONEncoder().encode(Array(repeating: Status.unknown(name), count: 100))
    for _ in 0..<10 {
      let read = try AutoJSONDecoder().decode([Status].self, from: text)
      #expect(read == Array(repeating: .unknown(name), count: 100))
      #expect(try ModelValue.copy(of: read) == read)
    }
  }

  private final class Watched: AutoCoding, DefaultInitializable {
    enum State: AutoCoding, Equatable {
      case on, unknown(String)
      static let typeRules = TypeRules(unknownCase: "unknown")
      mutating func didDecode() throws { if self == .unknown("bad") { throw Refused() } }
    }
    struct Refused: Error {}
    var state = State.on
    init() {}
  }

  @Test("didDecode is called")
  func hooks() throws {
    let good = #"{"state": "new"}"#
    #expect(try AutoJSONDecoder().decode(Watched.self, from: good).state == .unknown("new"))
    for text in [#"{"state": "bad"}"#, #"{"state": "b\u0061d"}"#] {
      #expect(throws: Watched.Refused.self) { try AutoJSONDecoder().decode(Watched.self, from: text) }
      #expect(throws: Watched.Refused.self) { try JSONDecoder().decode(Watched.self, from: Data(text.utf8)) }
    }
  }

  @Test("what cannot be a name is refused")
  func refusals() {
    func problem(_ type: Any.Type) -> String {
      let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
      return error.map { "\($0)" } ?? ""
    }
    enum WithValues: AutoCoding {
      case a(Int), b(String)
      static let typeRules = TypeRules(unknownCase: "b")
    }
    enum Unnumbered: AutoCoding {
      case a, b, other(Int)
      static let propertyKeys = ["b": "01"]
      static let typeRules = TypeRules(unknownCase: "other")
    }
    enum Versioned: AutoCoding {
      case a, other(String)
      static let typeRules = TypeRules(unknownCase: "other")
      static let archiveVersion = 2
    }
    enum Transformed: AutoCoding {
      case a, other(String)
      static let propertyRules: PropertyRules = ["a": .excluded]
      static let typeRules = TypeRules(unknownCase: "other")
    }
    enum Number: AutoCoding {
      case a, other(Double)
      static let typeRules = TypeRules(unknownCase: "other")
    }
    #expect(
      problem(WithValues.self).contains("coded as the name of their case, but it has values. Give the enum a caseKey"))
    indirect enum Recursive: AutoCoding {
      case leaf, children([Recursive]), pair(Int, Recursive?), unknown(String)
      static let typeRules = TypeRules(unknownCase: "unknown")
    }
    #expect(problem(Recursive.self).contains("Recursive.children"))
    let numbers = problem(Unnumbered.self)
    #expect(numbers.contains(#"its name in data, "a", is no number. State the number in propertyKeys: ["a": "1"]."#))
    #expect(numbers.contains(#"its name in data, "01", is no number"#))
    #expect(problem(Versioned.self).contains("archiveVersion"))
    #expect(problem(Transformed.self).contains("It is left out"))
    #expect(problem(Number.self).contains("it may have a String or an Int, which takes a name that no case has."))
    #expect(throws: (any Error).self) { try AutoJSONEncoder().encode([WithValues.b("")]) }
  }

  @Test("the printed map says it")
  func printed() throws {
    let text = try TypeMap(reflecting: Status.self).description
    #expect(text.hasSuffix("coded as the name of its case, String"))
  }

  /// Data may name a class that is not listed.
  private class Animal: AutoCoding, DefaultInitializable {
    enum Kind: AutoCoding, Equatable {
      case cat, unknown(String)
      static let typeRules = TypeRules(unknownCase: "unknown")
    }
    var kind: Kind = .unknown("animal")
    class var typeRules: TypeRules {
      TypeRules(typeKey: "kind", types: ["cat": Cat.self], unknownType: .base)
    }
    required init() {}
  }

  private final class Cat: Animal {
    var lives = 9
    required init() {
      super.init()
      kind = .cat
    }
  }

  @Test("it can hold the tag of a class", arguments: [TestCoder.json, .foundationJSON, .dictionary])
  func tag(coder: TestCoder) throws {
    let text = #"[{"kind":"cat","lives":7},{"kind":"dog"}]"#
    let animals = try AutoJSONDecoder().decode([Animal].self, from: text)
    #expect(animals.map(\.kind) == [.cat, .unknown("dog")] && (animals[0] as? Cat)?.lives == 7)
    let again = try coder.roundTrip(animals)
    #expect(again.map(\.kind) == [.cat, .unknown("dog")] && (again[0] as? Cat)?.lives == 7)
    #expect(try JSONValue(encoding: animals) == AutoJSONDecoder().decode(JSONValue.self, from: text))
  }
}

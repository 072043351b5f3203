import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// What a dictionary decoder reports of the mismatches that it tolerates, and its leniency over the zoo. JSON is the judge.
struct DictionaryIssueTests {
  typealias Model = DictionaryLeniencyTests.Model

  /// Whether a custom strategy converts keys.
  enum Keys: CaseIterable {
    case asTheyAre, byStrategy
  }

  private static func decoders(
    _ leniency: AutoJSONDecoder.Leniency, _ keys: Keys
  ) -> (json: AutoJSONDecoder, dictionary: DictionaryDecoder) {
    let (json, dictionary) = (AutoJSONDecoder(), DictionaryDecoder())
    (json.leniency, dictionary.leniency) = (leniency, leniency)
    if keys == .byStrategy {
      json.keyDecodingStrategy = .custom { $0[$0.count - 1] }
      dictionary.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    }
    return (json, dictionary)
  }

  private static func dictionary(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// Values that some of the model's properties can take, and others cannot.
  private static let values = [
    "1", "null", "true", #""1""#, #""1.5""#, #""true""#, #""x""#, "[1]", #"[1, "2", true, null, {}, [3], "x", 4]"#,
    #"[{"n": 1}, {"n": "2"}, {"n": "x"}, {"n": null}, 7, {"y": 1, "n": "3"}]"#, #"{"n": "3", "name": 4, "x": 1}"#,
    #"{"k": "1"}"#, #"{"count": "7", "next": {"count": null, "next": {"count": "8", "z": 1}}}"#,
    #"{"n": "1", "text": 2, "flag": 1, "list": ["3", 4, "5"]}"#,
  ]

  private static let keys = [
    "int", "byte", "double", "flag", "text", "optional", "list", "set", "table", "part", "parts", "node", "plain",
  ]

  @Test("every issue is JSON's, with its path", arguments: Keys.allCases, [UnknownKeyStrategy.ignore, .report])
  func issues(keys: Keys, unknownKeys: UnknownKeyStrategy) throws {
    let decoders = Self.decoders(.conversions, keys)
    decoders.json.unknownKeys = unknownKeys
    decoders.dictionary.unknownKeys = unknownKeys
    var total = 0
    for key in Self.keys {
      for value in Self.values {
        let text = #"{"\#(key)": \#(value)}"#
        var expected: [AutoJSONDecoder.Issue] = []
        var found: [DictionaryDecoder.Issue] = []
        let fromJSON = try? decoders.json.decode(Model.self, from: text, reporting: &expected)
        let model = try? decoders.dictionary.decode(
          Model.self, from: try Self.dictionary(text), reporting: &found)
        #expect(model == fromJSON, "\(text)")
        let expectedList = expected.map { "\(path($0.codingPath)): \($0.kind), \(path($0.error))" }.sorted()
        #expect(
          found.map { "\(path($0.codingPath)): \($0.kind), \(path($0.error))" }.sorted() == expectedList, "\(text)")
        total += found.count
      }
    }
    #expect(total > 60)
  }

  private func path(_ keys: [any CodingKey]) -> String { keys.map(\.stringValue).joined(separator: "/") }

  private func path(_ error: DecodingError?) -> String {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context),
      .keyNotFound(_, let context):
      path(context.codingPath)
    default: "no error"
    }
  }

  @Test("an issue describes itself as JSON's does, without a place in a text")
  func descriptions() throws {
    let text =
      #"{"int": "7", "parts": [{"n": 1}, {"n": []}], "text": null, "plain": {"n": "1", "text": "", "flag": 0, "list": []}}"#
    let decoder = DictionaryDecoder()
    decoder.leniency = .conversions
    var issues: [DictionaryDecoder.Issue] = []
    _ = try decoder.decode(Model.self, from: try Self.dictionary(text), reporting: &issues)
    #expect(
      issues.map(\.description).sorted() == [
        "int: a string was read as a number",
        "parts[1]: an element was skipped at parts[1].n: Expected to decode Int but found an array instead",
        "plain.flag: a number or string was read as a bool", "plain.n: a string was read as a number",
        "text: null left the default",
      ])
    // Unknown keys alone are listed as before, and nothing is appended if decoding fails.
    var keys: [UnknownKey] = []
    _ = try decoder.decode(Model.self, from: try Self.dictionary(text), reporting: &keys)
    #expect(keys.isEmpty)
    #expect(throws: DecodingError.self) {
      try decoder.decode(Model.self, from: ["int": "7", "double": "x"], reporting: &issues)
    }
    #expect(issues.count == 5)
  }

  @Test("a long array of a type with its own code, each of whose elements has an issue")
  func manyIssues() throws {
    let decoder = DictionaryDecoder()
    decoder.leniency = .conversions
    var issues: [DictionaryDecoder.Issue] = []
    let elements = Array(repeating: ["n": "1", "text": "", "flag": true, "list": []] as [String: Any], count: 3000)
    let read = try decoder.decode(
      [String: [DictionaryLeniencyTests.Plain]].self, from: ["all": elements], reporting: &issues)
    #expect(read["all"]?.count == 3000 && issues.count == 3000)
    #expect(issues.last?.description == "all[2999].n: a string was read as a number")
  }

  // MARK: The zoo

  /// What is made of each leaf of a value.
  enum Change: CaseIterable {
    case numbersAsStrings, boolsAsStrings, boolsAsNumbers, numbersAsNull, stringsAsNull, junkInArrays

    func callAsFunction(_ value: JSONValue) -> JSONValue {
      switch (value, self) {
      case (.number(let number), .numbersAsStrings): return .string("\(number)")
      case (.number, .numbersAsNull), (.string, .stringsAsNull): return .null
      case (.bool(let bool), .boolsAsStrings): return .string(bool ? "true" : "false")
      case (.bool(let bool), .boolsAsNumbers): return bool ? 1 : 0
      case (.array(let elements), .junkInArrays): return .array(elements.map { self($0) } + [["junk": [[true]]]])
      case (.array(let elements), _): return .array(elements.map { self($0) })
      case (.object(let members), _):
        var changed = JSONObject()
        for member in members { changed[member.key] = self(member.value) }
        return .object(changed)
      default: return value
      }
    }
  }

  /// What became of a value.
  private enum Outcome<Value: Equatable>: Equatable {
    case value(Value), refused

    init(_ decode: () throws -> Value) { self = (try? decode()).map { .value($0) } ?? .refused }
  }

  private final class Zoology: ZooVisitor {
    let change: Change
    let keys: Keys
    private(set) var changed = 0
    private(set) var accepted = 0

    init(_ change: Change, _ keys: Keys) { (self.change, self.keys) = (change, keys) }

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      for sample in specimen.samples {
        try compare(sample.auto, specimen.name)
        try compare(sample.twin, "\(specimen.name), the twin")
      }
    }

    private func compare<Value: Codable & Equatable>(_ value: Value, _ name: String) throws {
      guard let data = try? AutoJSONEncoder().encode(["value": value]),
        let plain = try? AutoJSONDecoder().decode(JSONValue.self, from: data)
      else { return }
      let lenient = change(plain)
      guard lenient != plain else { return }
      let decoders = DictionaryIssueTests.decoders(.conversions, keys)
      func outcomes(_ json: JSONValue) throws -> (Outcome<[String: Value]>, Outcome<[String: Value]>) {
        let data = try AutoJSONEncoder().encode(json)
        let dictionary = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return (
          Outcome { try decoders.json.decode([String: Value].self, from: data) },
          Outcome { try decoders.dictionary.decode([String: Value].self, from: dictionary) }
        )
      }
      // Values that are not equal to themselves, or that JSONSerialization changes, tell nothing.
      let before = try outcomes(plain)
      guard before.0 == before.1, before.0 != .refused else { return }
      let after = try outcomes(lenient)
      #expect(after.1 == after.0, "\(name), \(change), \(keys): \(lenient)")
      changed += 1
      if after.1 != .refused { accepted += 1 }
    }
  }

  @Test("leniency over the zoo is JSON's", arguments: Change.allCases, Keys.allCases)
  func zoo(change: Change, keys: Keys) throws {
    let zoology = Zoology(change, keys)
    let turn = (Change.allCases.firstIndex(of: change) ?? 0) + (keys == .asTheyAre ? 0 : 1)
    for specimen in TestEffort.part(of: Zoo.all, turn: turn) { try specimen.accept(zoology) }
    #expect(zoology.changed > 10 && zoology.accepted > 0, "\(zoology.changed), \(zoology.accepted)")
  }
}

/// What rules give up.
struct DictionaryRuleIssueTests {
  private struct Card: AutoCoding {
    var size: Int
    var image: Int?
    var tags: [Int]
    static let propertyRules: PropertyRules = [
      "size": .default(12).defaultForUndecodable, "image": .nilForUndecodable, "tags": .skipsUndecodableElements,
    ]
  }

  @Test("it is reported with and without other options", arguments: [false, true])
  func rules(_ checksKeys: Bool) throws {
    let decoder = DictionaryDecoder()
    if checksKeys { decoder.unknownKeys = .report }
    var issues: [DictionaryDecoder.Issue] = []
    let card = try decoder.decode(
      Card.self, from: ["size": "big", "image": [String: Any](), "tags": [1, "x"] as [Any]], reporting: &issues)
    #expect(card.size == 12 && card.image == nil && card.tags == [1])
    #expect(
      Set(issues.map { $0.codingPath.map(\.stringValue).joined(separator: ".") }) == ["size", "image", "tags.Index 1"])
  }
}

/// Null for nil, as Foundation sees it.
struct DictionaryNullTests {
  struct Box: AutoCoding {
    var value: Int?
    var list: [Int?] = [nil]
  }

  @Test("null is an NSNull in an NSDictionary")
  func bridged() throws {
    let encoder = DictionaryEncoder()
    encoder.nilEncodingStrategy = .null
    let dictionary = NSDictionary(dictionary: try encoder.encode(Box()))
    #expect(dictionary.object(forKey: "value") is NSNull)
    #expect(try DictionaryDecoder().decode(Box.self, from: ["value": NSNull(), "list": [NSNull()]]).value == nil)
  }
}

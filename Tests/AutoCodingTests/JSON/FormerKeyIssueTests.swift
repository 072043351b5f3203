import AutoCoding
import Foundation
import Testing

/// What is decoded and reported if a property has several keys, or one key several values, and leniency tolerates some.
struct FormerKeyIssueTests {
  private struct Plain: AutoCoding, DefaultInitializable { var b = 7 }

  private struct Former: AutoCoding, DefaultInitializable {
    var b = 7
    static let propertyRules: PropertyRules = ["b": .formerly("bb")]
  }

  private struct Maybe: AutoCoding, DefaultInitializable {
    var b: Int? = 7
    static let propertyRules: PropertyRules = ["b": .formerly("bb")]
  }

  private struct Paths: AutoCoding, DefaultInitializable {
    var b = 7
    static let propertyRules: PropertyRules = ["b": .key("k.b").formerly("k.bb")]
  }

  private struct Versioned: AutoCoding, DefaultInitializable {
    var b = 7
    static let propertyRules: PropertyRules = ["b": .formerly("bb")]
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  }

  private struct Flattened: AutoCoding, DefaultInitializable {
    var part = Former()
    static let propertyRules: PropertyRules = ["part": .flattened]
  }

  /// The ways that lead to the properties.
  enum Way: CaseIterable { case fields, containers, keyPaths, migration, flattened }

  private func json(
    _ text: String, _ way: Way, _ leniency: AutoJSONDecoder.Leniency, _ duplicates: AutoJSONDecoder.DuplicateKeyStrategy
  ) throws -> String {
    let decoder = AutoJSONDecoder()
    decoder.leniency = leniency
    decoder.duplicateKeys = duplicates
    if way == .containers { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
    var issues: [AutoJSONDecoder.Issue] = []
    let value =
      switch way {
      case .fields, .containers: try decoder.decode(Former.self, from: text, reporting: &issues).b
      case .keyPaths: try decoder.decode(Paths.self, from: #"{"k": \#(text)}"#, reporting: &issues).b
      case .migration: try decoder.decode(Versioned.self, from: text, reporting: &issues).b
      case .flattened: try decoder.decode(Flattened.self, from: text, reporting: &issues).part.b
      }
    return Self.described(value, issues.map { ($0.kind, $0.codingPath) })
  }

  private static func described(_ value: Int, _ issues: [(AutoJSONDecoder.Issue.Kind, [any CodingKey])]) -> String {
    ([String(value)] + issues.map { "\($0.1.last?.stringValue ?? ""): \($0.0)" }.sorted()).joined(separator: "; ")
  }

  /// Text, and what is made of it if the first of equal keys counts, and if the last does.
  static let nulls = [
    (#"{"b": null, "bb": 3}"#, "3; b: null passed on to a former key", "3; b: null passed on to a former key"),
    (#"{"bb": 3, "b": null}"#, "3; b: null passed on to a former key", "3; b: null passed on to a former key"),
    (#"{"b": 3, "bb": null}"#, "3", "3"),
    (#"{"bb": null, "b": 3}"#, "3", "3"),
    (#"{"b": null}"#, "7; b: null left the default", "7; b: null left the default"),
    (#"{"bb": null}"#, "7; bb: null left the default", "7; bb: null left the default"),
    (#"{"b": null, "b": 3}"#, "7; b: null left the default", "3"),
    (#"{"b": 3, "b": null}"#, "3", "7; b: null left the default"),
    (#"{"bb": null, "bb": 3}"#, "7; bb: null left the default", "3"),
    (#"{"bb": 3, "bb": null}"#, "3", "7; bb: null left the default"),
    (#"{"b": null, "b": 3, "bb": 4}"#, "4; b: null passed on to a former key", "3"),
    (#"{"bb": 4, "b": 3, "b": null}"#, "3", "4; b: null passed on to a former key"),
  ]

  @Test(
    "null under a key passes on to the others, and is reported if there is no other value", arguments: nulls,
    Way.allCases)
  func passedNulls(example: (text: String, first: String, last: String), way: Way) throws {
    // What a newer key has replaced has gone, so the older one would have to be read again.
    if example.text == #"{"bb": 4, "b": 3, "b": null}"#, way != .migration { return }
    #expect(try json(example.text, way, .defaultsForNull, .useFirst) == example.first)
    #expect(try json(example.text, way, .defaultsForNull, .useLast) == example.last)
  }

  static let conversions = [
    (#"{"bb": "4", "b": "5"}"#, "5; b: a string was read as a number", "5; b: a string was read as a number"),
    (#"{"b": "5", "bb": "4"}"#, "5; b: a string was read as a number", "5; b: a string was read as a number"),
    (#"{"bb": "4", "b": 5}"#, "5", "5"),
    (
      #"{"bb": "4", "b": null}"#, "4; b: null passed on to a former key; bb: a string was read as a number",
      "4; b: null passed on to a former key; bb: a string was read as a number"
    ),
    (#"{"b": "4", "b": 5}"#, "4; b: a string was read as a number", "5"),
    (#"{"bb": 4, "bb": "5"}"#, "4", "5; bb: a string was read as a number"),
  ]

  @Test("only the value that counts is reported", arguments: conversions, Way.allCases)
  func conversionsThatCount(example: (text: String, first: String, last: String), way: Way) throws {
    let leniency: AutoJSONDecoder.Leniency = [.numbersFromStrings, .defaultsForNull]
    #expect(try json(example.text, way, leniency, .useFirst) == example.first)
    #expect(try json(example.text, way, leniency, .useLast) == example.last)
  }

  static let undecodable = [
    (#"{"b": "x", "b": 3}"#, "7; b: an undecodable value left the default", "3"),
    (#"{"b": 3, "b": "x"}"#, "3", "7; b: an undecodable value left the default"),
    (#"{"bb": "x", "bb": 3}"#, "7; bb: an undecodable value left the default", "3"),
    (#"{"bb": "x", "b": 3}"#, "3", "3"),
    (#"{"b": 3, "bb": "x"}"#, "3", "3"),
    (
      #"{"b": "x", "bb": 3}"#, "7; b: an undecodable value left the default",
      "7; b: an undecodable value left the default"
    ),
    (
      #"{"bb": 3, "b": "x"}"#, "7; b: an undecodable value left the default",
      "7; b: an undecodable value left the default"
    ),
  ]

  // Values of migrated data are not tolerated.
  @Test(
    "an undecodable value counts as any other of its key", arguments: undecodable,
    [Way.fields, .containers, .keyPaths, .flattened])
  func undecodableThatCounts(example: (text: String, first: String, last: String), way: Way) throws {
    #expect(try json(example.text, way, .defaultsForUndecodable, .useFirst) == example.first)
    #expect(try json(example.text, way, .defaultsForUndecodable, .useLast) == example.last)
  }

  @Test("the first of equal keys counts without former keys, too", arguments: [false, true])
  func plain(usesContainers: Bool) throws {
    for (text, expected) in [
      (#"{"b": null, "b": 3}"#, "7; b: null left the default"), (#"{"b": 3, "b": null}"#, "3"),
      (#"{"b": "x", "b": 3}"#, "7; b: an undecodable value left the default"), (#"{"b": 3, "b": "x"}"#, "3"),
    ] {
      let decoder = AutoJSONDecoder()
      decoder.leniency = .all.subtracting(.numbersFromStrings)
      if usesContainers { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
      var issues: [AutoJSONDecoder.Issue] = []
      let value = try decoder.decode(Plain.self, from: text, reporting: &issues).b
      #expect(Self.described(value, issues.map { ($0.kind, $0.codingPath) }) == expected, "\(text)")
      decoder.duplicateKeys = .useLast
      #expect(try decoder.decode(Plain.self, from: text).b == (text.contains(#""b": 3}"#) ? 3 : 7), "\(text)")
    }
  }

  @Test("null of an Optional passes on, too, and is reported only then", arguments: nulls)
  func optionals(example: (text: String, first: String, last: String)) throws {
    if example.text == #"{"bb": 4, "b": 3, "b": null}"# { return }
    let decoder = AutoJSONDecoder()
    decoder.leniency = .defaultsForNull
    for (strategy, expected) in [
      (AutoJSONDecoder.DuplicateKeyStrategy.useFirst, example.first), (.useLast, example.last),
    ] {
      decoder.duplicateKeys = strategy
      var issues: [AutoJSONDecoder.Issue] = []
      let value = try decoder.decode(Maybe.self, from: example.text, reporting: &issues).b
      #expect(value == (expected.contains("default") ? nil : Int(expected.prefix(1))))
      let reported = expected.contains("passed on") ? expected : String(expected.prefix(1))
      #expect(Self.described(Int(expected.prefix(1)) ?? 0, issues.map { ($0.kind, $0.codingPath) }) == reported)
    }
  }

  @Test("an update takes the same value")
  func updates() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = [.defaultsForNull, .defaultsForUndecodable]
    for (text, first, last) in Self.nulls + Self.undecodable where text != #"{"bb": 4, "b": 3, "b": null}"# {
      for (strategy, expected) in [
        (AutoJSONDecoder.DuplicateKeyStrategy.useFirst, first), (.useLast, last),
      ] {
        decoder.duplicateKeys = strategy
        var value = Former()
        value.b = 9
        try decoder.update(&value, from: text)
        // What leaves the default leaves the value as it was.
        #expect(value.b == (expected.hasPrefix("7") ? 9 : Int(expected.prefix(1))), "\(text)")
      }
    }
  }

  @Test("dictionaries, which have no order, report the same each time")
  func dictionaries() throws {
    let examples: [([String: Any], String)] = [
      (["b": NSNull(), "bb": 3], "3; b: null passed on to a former key"), (["b": 3, "bb": NSNull()], "3"),
      (["b": "5", "bb": "4"], "5; b: a string was read as a number"),
      (["b": NSNull(), "bb": "4"], "4; b: null passed on to a former key; bb: a string was read as a number"),
      (["b": "x", "bb": 3], "7; b: an undecodable value left the default"), (["b": 3, "bb": "x"], "3"),
    ]
    for (members, expected) in examples {
      for capacity in 1..<40 {
        // Another size gives another order.
        var dictionary = [String: Any](minimumCapacity: capacity)
        for (key, value) in members { dictionary[key] = value }
        let decoder = DictionaryDecoder()
        decoder.leniency = .all
        var issues: [DictionaryDecoder.Issue] = []
        var value = try decoder.decode(Former.self, from: dictionary, reporting: &issues).b
        #expect(Self.described(value, issues.map { ($0.kind, $0.codingPath) }) == expected)
        issues = []
        value = try decoder.decode(Paths.self, from: ["k": dictionary], reporting: &issues).b
        #expect(Self.described(value, issues.map { ($0.kind, $0.codingPath) }) == expected)
      }
    }
  }
}

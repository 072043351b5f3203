import AutoCoding
import Foundation
import Testing

/// What an earlier version of an app writes.
private enum Before: AutoCoding, Equatable {
  case plain
  case wide(Int)
  case point(x: Int, y: Int?)
  case strange(text: String)
}

private enum Named: AutoCoding, Equatable {
  case basic
  case broad(Int)
  case point(x: Int, y: Int?)
  case other
  static let propertyRules: PropertyRules = [
    "basic": .formerly("simple", "plain").described("What most have."), "broad": .key(#"w\.ide"#).formerly("wide"),
  ]
  static let typeRules = TypeRules(unknownCase: "other")
  // Keyed archives name enums without raw values.
  static let formerTypeNames: Set<String> = ["AutoCodingTests.Before"]
}

/// The compiler's code with the same names.
private enum Twin: Codable, Equatable {
  case basic
  case broad(Int)
  case point(x: Int, y: Int?)
  case other
  enum CodingKeys: String, CodingKey {
    case basic
    case broad = "w.ide"
    case point, other
  }
}

private enum Priced: AutoCoding, Equatable {
  case basic
  case broad(width: Int)
  case other
  static let propertyRules: PropertyRules = ["broad": .key("wide").formerly("large")]
  static let typeRules = TypeRules(caseKey: "type", unknownCase: "other")
}

private enum OldMode: String, AutoCoding { case slow, fast, warp }
private enum Mode: String, AutoCoding {
  case slow, fast
  case other = "?"
  static let typeRules = TypeRules(unknownCase: "other")
}
private enum OldLevel: Int, AutoCoding { case low, high, extreme = 1000 }
private enum Level: Int, AutoCoding {
  case low, high
  case unknown = -1
  static let typeRules = TypeRules(unknownCase: "unknown")
}
private enum OldKeyMode: String, AutoCoding, CodingKeyRepresentable { case slow, fast, warp }
private enum KeyMode: String, AutoCoding, CodingKeyRepresentable {
  case slow, fast, other
  static let typeRules = TypeRules(unknownCase: "other")
}
private enum OldKeyLevel: Int, AutoCoding, CodingKeyRepresentable { case low, extreme = 1000 }
private enum KeyLevel: Int, AutoCoding, CodingKeyRepresentable {
  case low
  case unknown = -1
  static let typeRules = TypeRules(unknownCase: "unknown")
}
private struct Engine<Mode: AutoCoding & Equatable, Level: AutoCoding & Equatable>: AutoCoding, Equatable {
  var mode: Mode
  var modes: [Mode]
  var named: [String: Mode]
  var maybe: Mode?
  var level: Level
  var levels: [Level?]
}

/// Names of cases.
struct CaseNameTests {
  @Test("names are those of the rules", arguments: TestCoder.jsonLike)
  func names(coder: TestCoder) throws {
    for (value, twin) in [
      (Named.basic, Twin.basic), (.broad(2), .broad(2)), (.point(x: 1, y: nil), .point(x: 1, y: nil)), (.other, .other),
    ] {
      let expected = try JSONSerialization.jsonObject(with: JSONEncoder().encode(twin)) as? NSDictionary
      let text = try coder.jsonText(of: value)
      #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary == expected)
    }
  }

  @Test("current and former names come back in every format", arguments: TestCoder.allCases)
  func formerNames(coder: TestCoder) throws {
    for value in [Named.basic, .broad(2), .point(x: 1, y: 3), .other] {
      #expect(try coder.roundTrip(value) == value)
    }
    for (old, new) in [(Before.plain, Named.basic), (.wide(7), .broad(7)), (.point(x: 1, y: 2), .point(x: 1, y: 2))] {
      #expect(try coder.decode(Named.self, from: coder.encode(old)) == new)
      #expect(try coder.decode([Named].self, from: coder.encode([old, old])) == [new, new])
    }
  }

  @Test("a case that the type does not have is the unknown one", arguments: TestCoder.allCases)
  func unknownCase(coder: TestCoder) throws {
    #expect(try coder.decode(Named.self, from: coder.encode(Before.strange(text: "x"))) == .other)
    let mixed = [Before.strange(text: "x"), .plain, .strange(text: "y"), .wide(1)]
    #expect(try coder.decode([Named].self, from: coder.encode(mixed)) == [.other, .basic, .other, .broad(1)])
  }

  @Test("a raw value that no case has is the unknown case", arguments: TestCoder.allCases)
  func unknownRawValue(coder: TestCoder) throws {
    let old = Engine<OldMode, OldLevel>(
      mode: .warp, modes: [.slow, .warp, .fast], named: ["a": .warp, "b": .fast], maybe: .warp, level: .extreme,
      levels: [.low, .extreme, nil])
    let new = Engine<Mode, Level>(
      mode: .other, modes: [.slow, .other, .fast], named: ["a": .other, "b": .fast], maybe: .other, level: .unknown,
      levels: [.low, .unknown, nil])
    #expect(try coder.decode([Mode].self, from: coder.encode([OldMode.warp, .fast])) == [.other, .fast])
    #expect(try coder.decode([Level].self, from: coder.encode([OldLevel.extreme, .low])) == [.unknown, .low])
    #expect(try coder.roundTrip(new) == new)
    // Keyed archives name the type with its parameters.
    guard coder != .keyedArchive else { return }
    for _ in 0..<2 {
      #expect(try coder.decode(Engine<Mode, Level>.self, from: coder.encode(old)) == new)
    }
  }

  @Test("a key of a dictionary that no case has is the unknown case", arguments: TestCoder.allCases)
  func unknownKey(coder: TestCoder) throws {
    struct Counts<Mode: AutoCoding & Hashable, Level: AutoCoding & Hashable>: AutoCoding, Equatable {
      var modes: [Mode: Int]
      var levels: [Level: [Mode: Bool]]
    }
    // Where a coder calls the standard library's code for a dictionary by itself, that code decides.
    if ![TestCoder.foundationJSON, .foundationPropertyList, .dictionaryContainers].contains(coder) {
      #expect(
        try coder.decode([KeyMode: Int].self, from: coder.encode([OldKeyMode.warp: 1, .fast: 2])) == [
          .other: 1, .fast: 2,
        ])
      #expect(
        try coder.decode([KeyLevel: Int].self, from: coder.encode([OldKeyLevel.extreme: 1, .low: 2]))
          == [.unknown: 1, .low: 2])
    }
    // Keyed archives name the type with its parameters.
    guard coder != .keyedArchive else { return }
    let old = Counts<OldKeyMode, OldKeyLevel>(
      modes: [.warp: 1, .slow: 2], levels: [.extreme: [.warp: true], .low: [:]])
    let new = Counts<KeyMode, KeyLevel>(modes: [.other: 1, .slow: 2], levels: [.unknown: [.other: true], .low: [:]])
    for _ in 0..<2 {
      #expect(try coder.decode(Counts<KeyMode, KeyLevel>.self, from: coder.encode(old)) == new)
      #expect(try coder.roundTrip(new) == new)
    }
  }

  @Test("a key of a dictionary that is no raw value stays an error", arguments: CaseKeyTests.jsonCoders)
  func keysOfAnotherType(coder: TestCoder) {
    #expect(throws: DecodingError.self) {
      try coder.decode([KeyLevel: Int].self, from: .data(Data(#"{"low":1}"#.utf8)))
    }
  }

  @Test("tags have names and an unknown case", arguments: CaseKeyTests.jsonCoders)
  func tags(coder: TestCoder) throws {
    for (text, value) in [
      (#"{"type":"wide","width":1}"#, Priced.broad(width: 1)), (#"{"width":2,"type":"large"}"#, .broad(width: 2)),
      (#"{"type":"broad","width":1}"#, .other), (#"{"x":[1]}"#, .other), (#"{"type":"basic"}"#, .basic),
    ] {
      #expect(try coder.decode(Priced.self, from: .data(Data(text.utf8))) == value)
    }
    #expect(try coder.jsonText(of: Priced.broad(width: 3)).contains(#""wide""#))
  }

  @Test("what is of another type stays an error", arguments: CaseKeyTests.jsonCoders)
  func mistyped(coder: TestCoder) throws {
    for text in ["1", "null", "[]"] {
      #expect(throws: DecodingError.self) { try coder.decode([Named].self, from: .data(Data("[\(text)]".utf8))) }
      #expect(throws: DecodingError.self) { try coder.decode([Priced].self, from: .data(Data("[\(text)]".utf8))) }
      #expect(throws: DecodingError.self) { try coder.decode([Mode].self, from: .data(Data("[\(text)]".utf8))) }
    }
    #expect(throws: DecodingError.self) { try coder.decode([Level].self, from: .data(Data(#"["x"]"#.utf8))) }
    // A known case has to be as it should.
    #expect(throws: DecodingError.self) {
      try coder.decode([Named].self, from: .data(Data(#"[{"w.ide":{"_0":"x"}}]"#.utf8)))
    }
    #expect(throws: DecodingError.self) {
      try coder.decode([Named].self, from: .data(Data(#"[{"basic":{},"plain":{}}]"#.utf8)))
    }
  }

  // MARK: Problems

  private func problems(_ type: Any.Type) -> [String] {
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
    return error?.problems.map {
      $0.description.replacing(
        /[A-Za-z.]*CaseNameTests\.|AutoCodingTests\.|\(unknown context at [^)]*\)\.|Swift\./, with: "")
    } ?? []
  }

  static func rules(_ name: String) -> TypeRules {
    TypeRules(unknownCase: name, fileID: "App/Rules.swift", line: 1, column: 2)
  }

  enum Clash: AutoCoding {
    case a, b, c
    static let propertyKeys = ["a": "b", "c": "x.y"]
    static let unEncodedProperties = ["b"]
  }
  enum Stranger: AutoCoding {
    case a
    case b(Int)
    static let propertyKeys = ["z": "b"]
    static let typeRules = rules("z")
  }
  enum Valued: AutoCoding {
    case a
    case b(Double)
    static let typeRules = rules("b")
  }
  enum Raw: String, AutoCoding {
    case a, b
    static let typeRules = rules("z")
  }
  struct Record: AutoCoding {
    var a = 1
    static let typeRules = rules("z")
  }

  enum MisspeltCase: String, AutoCoding {
    case a, other
    static let typeRules = rules("othr")
  }
  enum RuledRawValue: String, AutoCoding {
    case a, b
    static let propertyRules: PropertyRules = ["a": .key("AAA").formerly("old")]
  }
  struct RuledOptions: OptionSet, AutoCoding {
    var rawValue: Int
    static let unEncodedProperties = ["rawVlue"]
    static let propertyKeys = ["rawValue": "value"]
  }
  struct HolderOf<Value: AutoCoding>: AutoCoding { var value: Value }

  @Test(
    "rules of types that are coded as raw values are refused when a property of them is coded",
    arguments: TestCoder.allCases)
  func rawValues(coder: TestCoder) throws {
    func check<Value: AutoCoding>(_ value: Value, _ explanation: String) {
      for type in [Value.self, HolderOf<Value>.self] as [any AutoCoding.Type] {
        let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
        #expect(error?.description.contains(explanation) == true, "\(String(describing: error))")
      }
      let error = #expect(throws: (any Error).self) { try coder.encode(HolderOf(value: value)) }
      #expect("\(String(describing: error))".contains(explanation), "\(String(describing: error))")
    }
    check(MisspeltCase.a, "It has the unknown case 'othr' in typeRules")
    check(RuledRawValue.a, "but it is coded as its raw value")
    check(RuledOptions(rawValue: 1), "It has unEncodedProperties, but it is coded as its raw value")
    check(RuledOptions(rawValue: 1), "It has propertyKeys, but it is coded as its raw value")
  }

  enum Overloaded: AutoCoding {
    case by(name: String?)
    case by(age: Int?)
  }
  enum Doubled: AutoCoding { case a(_1: Int, Int) }

  @Test("cases that have one name, and values that have one")
  func duplicates() throws {
    #expect(
      problems(Overloaded.self) == [
        """
        Overloaded.by: It has the name "by" in data, as another case 'by' has. Rename one of them in the source: rules \
        cannot tell them apart.
        """
      ])
    #expect(
      problems(Doubled.self) == [
        #"Doubled.a: Int: Two of its values have the key "_1". Give one of them another label."#
      ])
    #expect(throws: AutoCodingError.self) { try JSONEncoder().encode(Overloaded.by(age: 1)) }
    #expect(throws: AutoCodingError.self) { try AutoJSONEncoder().encode([Doubled.a(_1: 1, 2)]) }
  }

  enum ExtraKey: AutoCoding {
    case a, b(Int)
    enum CodingKeys: String, CodingKey { case a, b, c, d = "x" }
  }
  enum ExtraKeyByHand: AutoCoding, Equatable {
    case a
    enum CodingKeys: String, CodingKey { case a, kind }
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .kind)
      self = .a
    }
  }

  @Test("cases of CodingKeys that are no case of the enum")
  func extraKeys() throws {
    let explanation = "CodingKeys has a case of that name, but the enum has no such case."
    let remedy = "Remove the case, or write init(from:) and encode(to:)."
    #expect(
      problems(ExtraKey.self) == ["ExtraKey.c: \(explanation) \(remedy)", "ExtraKey.d: \(explanation) \(remedy)"])
    #expect(throws: AutoCodingError.self) { try JSONEncoder().encode(ExtraKey.a) }
    // Its own code may use the key.
    #expect(try AutoJSONDecoder().decode(ExtraKeyByHand.self, from: #"{"kind":"k"}"#) == .a)
  }

  @Test("names that cannot be")
  func refused() throws {
    #expect(
      problems(Clash.self) == [
        #"Clash.b: It is left out (unEncodedProperties of Clash). Remove it: an enum leaves out neither cases nor their values. A struct that is the value of a case can leave out properties."#,
        #"Clash.c: Its name in data is the key path "x.y". Put a backslash before a dot that is part of the name: "\\." in source code."#,
        #"Clash.b: It has the name "b" in data, as 'a' has. Change one of them."#,
      ])
    #expect(
      problems(Stranger.self) == [
        "Stranger.z: propertyKeys names it, but the type has no such case. It has 'b', 'a'. Correct the name or remove it.",
        "Stranger: It has the unknown case 'z' in typeRules (App/Rules.swift:1:2), but no case of that name. Correct the name, or add the case. It has 'b', 'a'.",
      ])
    #expect(
      problems(Valued.self) == [
        "Valued: It has the unknown case 'b' in typeRules (App/Rules.swift:1:2), which has values. Name a case without values. In an enum with a caseKey, it may have one, which takes the whole object. If no other case has values, it may have a String or an Int, which takes a name that no case has."
      ])
    #expect(
      problems(Raw.self) == [
        "Raw: It has the unknown case 'z' in typeRules (App/Rules.swift:1:2), but no case of that name. Correct the name, or add the case. It has 'a', 'b'."
      ])
    #expect(
      problems(Record.self) == [
        "Record: It has the unknown case 'z' in typeRules (App/Rules.swift:1:2), but only an enum has one. Remove it, since it changes nothing."
      ])
  }

  enum EqualInSnakeCase: AutoCoding, Equatable {
    case fooBar
    case foo_bar(Int)
  }

  @Test("names that snake case makes equal are refused when they are written")
  func equalNames() throws {
    let encoder = AutoJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let error = #expect(throws: EncodingError.self) { try encoder.encode([EqualInSnakeCase.foo_bar(3)]) }
    #expect(error.map { "\($0)" }?.contains(#"both become "foo_bar""#) ?? false)
    for value in [EqualInSnakeCase.fooBar, .foo_bar(3)] {
      #expect(try AutoJSONDecoder().decode(EqualInSnakeCase.self, from: AutoJSONEncoder().encode(value)) == value)
    }
  }
}

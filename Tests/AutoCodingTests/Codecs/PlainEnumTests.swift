import Foundation
import Synchronization
import TestModels
import TestSupport
import Testing

@testable import AutoCoding

/// Enums with raw values that are only `Codable`: their code is not called once it is known to be the standard library's.
struct PlainEnumTests {
  // MARK: Models

  private enum Suit: String, Codable, CaseIterable { case hearts, spades = "♠︎ of \"spades\"", clubs = "ä, b", diamonds }
  private enum Size: Int, Codable, CaseIterable { case small = -1, medium, large = 1_000_000_007 }
  private enum Tiny: Int8, Codable, CaseIterable { case lowest = -128, highest = 127 }
  private enum Wide: UInt64, Codable, CaseIterable { case one = 1, highest = 18_446_744_073_709_551_615 }
  private enum Short: Int16, Codable, CaseIterable { case one = 1, two = -2 }
  private enum Single: String, Codable, CaseIterable { case only }

  /// More cases than are learned.
  private enum Many: Int, Codable, CaseIterable {
    case a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3, c4, c5, c6, c7
    case c8, c9, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, f0, f1, f2, f3, f4, f5
    case f6, f7, f8, f9, g0, g1, g2, g3, g4, g5, g6, g7, g8, g9
  }

  private struct Plain<Value: Codable & Hashable>: Codable, Hashable {
    var value: Value
    var optional: Value?
    var values: [Value]
    var named: [String: Value]
  }

  private struct Model<Value: Codable & Hashable>: AutoCoding, Hashable {
    var value: Value
    var optional: Value?
    var values: [Value]
    var named: [String: Value]
    var plain: Plain<Value>
  }

  /// The same as ``Model``, by the compiler.
  private struct Twin<Value: Codable & Hashable>: Codable, Hashable {
    var value: Value
    var optional: Value?
    var values: [Value]
    var named: [String: Value]
    var plain: Plain<Value>
  }

  private static func plain<Value: Codable & CaseIterable>(_ number: Int, _ values: [Value]) -> Plain<Value> {
    let value = values[number % values.count]
    return Plain(
      value: value, optional: number % 2 == 0 ? nil : value, values: values, named: ["a": value, "b": values[0]])
  }

  private static func model<Value: Codable & CaseIterable>(_ number: Int, _ values: [Value]) -> Model<Value> {
    let plain = plain(number, values)
    return Model(
      value: plain.value, optional: plain.optional, values: plain.values, named: plain.named, plain: plain)
  }

  // MARK: The standard library's code

  /// Codes values until all cases are known, and further ones, with each coder, and compares with Foundation.
  private func check<Value: Codable & CaseIterable & Hashable>(_ type: Value.Type) throws {
    let values = Array(Value.allCases)
    for options in [AutoJSONEncoder.OutputFormatting(), .prettyPrinted] {
      let (own, foundation) = (AutoJSONEncoder(), JSONEncoder())
      own.outputFormatting = options.union(.sortedKeys)
      foundation.outputFormatting = options == .prettyPrinted ? [.prettyPrinted, .sortedKeys] : .sortedKeys
      for number in 0..<(3 * values.count + 12) {
        let model = Self.model(number, values)
        let twin = Twin(
          value: model.value, optional: model.optional, values: model.values, named: model.named, plain: model.plain)
        let expected = try foundation.encode(twin)
        #expect(try own.encode(model) == expected)
        #expect(try own.encode(model.plain) == foundation.encode(model.plain))
        #expect(try own.encode(values) == foundation.encode(values))
        #expect(try AutoJSONDecoder().decode(Model<Value>.self, from: expected) == model)
        #expect(try AutoJSONDecoder().decode(Twin<Value>.self, from: expected) == twin)
        #expect(try AutoJSONDecoder().decode([Value].self, from: foundation.encode(values)) == values)
        let dictionary = try DictionaryEncoder().encode(model)
        #expect(try DictionaryDecoder().decode(Model<Value>.self, from: dictionary) == model)
        let list = try AutoPropertyListEncoder().encode(twin)
        #expect(try PropertyListDecoder().decode(Twin<Value>.self, from: list) == twin)
        #expect(try AutoPropertyListDecoder().decode(Model<Value>.self, from: list) == model)
      }
    }
    // All code is called then.
    if Portability.isRequired { return #expect(PlainEnum.of(type) == nil) }
    let plainEnum = try #require(PlainEnum.of(type))
    for value in values {
      let tag = PlainEnum.tag(of: value)
      let isKnown = (decoding: plainEnum.decoding.contains(tag), encoding: plainEnum.encoding.contains(tag))
      #expect(isKnown.decoding)
      #expect(isKnown.encoding)
    }
  }

  @Test("Cases are learned, and coded as by Foundation before and after")
  func standard() throws {
    try check(Suit.self)
    try check(Size.self)
    try check(Tiny.self)
    try check(Short.self)
  }

  @Test("Values that no table has are coded by their code")
  func unlisted() throws {
    let values = Array(Many.allCases)
    for _ in 0..<6 {
      let data = try AutoJSONEncoder().encode(values)
      #expect(try data == JSONEncoder().encode(values))
      #expect(try AutoJSONDecoder().decode([Many].self, from: data) == values)
    }
    for _ in 0..<12 {
      #expect(
        try AutoJSONDecoder().decode([Wide].self, from: AutoJSONEncoder().encode(Wide.allCases)) == Wide.allCases)
    }
    // `Single` has no byte.
    #expect(PlainEnum.of(Single.self) == nil)
    #expect(
      try AutoJSONDecoder().decode([Single].self, from: AutoJSONEncoder().encode([Single.only, .only])) == [
        .only, .only,
      ])
  }

  @Test("Other spellings of a raw value, and values that have none, are the same before and after")
  func spellings() throws {
    enum Kind: String, Codable, CaseIterable { case alpha, beta, slash = "a/b" }
    enum Number: Int, Codable, CaseIterable { case one = 1, two }
    struct Holder: Codable { let kind: Kind }
    func outcomes() -> [String] {
      func outcome<Value: Decodable>(_ type: Value.Type, _ text: String) -> String {
        do {
          return "\(try AutoJSONDecoder().decode(type, from: Data(text.utf8)))"
        } catch {
          return "\(error)"
        }
      }
      return [
        #"["\u0061lpha"]"#, #"["Alpha"]"#, #"["a\/b"]"#, #"[ "beta" , "alpha"]"#, "[null]", "[1]", "[[]]", #"["alpha]"#,
      ].flatMap {
        [outcome([Kind].self, $0), outcome([Kind?].self, $0)]
      } + ["[1.0]", "[1e0]", "[-1]", "[3]", "[01]", "[1 ]", "[1", #"["1"]"#].map { outcome([Number].self, $0) }
        + [#"{"kind":"gamma"}"#, #"{"kind":"alpha"}"#, #"{"kind":null}"#, "{}"].map { outcome(Holder.self, $0) }
    }
    let before = outcomes()
    for _ in 0..<20 {
      _ = try AutoJSONDecoder().decode([Kind].self, from: Data(#"["alpha", "beta", "a/b"]"#.utf8))
      _ = try AutoJSONDecoder().decode([Number].self, from: Data("[1, 2]".utf8))
    }
    if !Portability.isRequired {
      let areKnown = try (
        kinds: #require(PlainEnum.of(Kind.self)).decoding.areAny,
        numbers: #require(PlainEnum.of(Number.self)).decoding.areAny
      )
      #expect(areKnown.kinds)
      #expect(areKnown.numbers)
    }
    #expect(outcomes() == before)
  }

  @Test("Dictionaries, property lists and archives are the same before and after")
  func otherFormats() throws {
    enum Kind: String, Codable, CaseIterable { case alpha, beta }
    enum Number: UInt8, Codable, CaseIterable { case one = 1, two }
    struct Holder: AutoCoding {
      var kind: Kind
      var other: Kind?
      var numbers: [Number]
    }
    let objects: [[String: Any]] = [
      ["kind": "alpha", "other": "beta", "numbers": [1, 2]], ["kind": "gamma", "numbers": [1]],
      ["kind": 1, "numbers": [1]], ["kind": "beta", "other": "gamma", "numbers": [1]],
      ["kind": "beta", "numbers": [1, 3]], ["kind": "beta", "numbers": [300]], ["kind": "beta", "numbers": ["1"]],
      ["kind": ["beta"], "numbers": [1]], ["numbers": [1]],
    ]
    func outcomes() throws -> [String] {
      let (strict, lenient) = (DictionaryDecoder(), DictionaryDecoder())
      lenient.leniency = .all
      return try objects.flatMap { object in
        let list = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
        return [
          { try strict.decode(Holder.self, from: object) }, { try lenient.decode(Holder.self, from: object) },
          { try AutoPropertyListDecoder().decode(Holder.self, from: list) },
        ].map { (decode: () throws -> Holder) in
          do {
            let holder = try decode()
            let dictionary = try DictionaryEncoder().encode(holder)
            let json = try JSONSerialization.data(withJSONObject: dictionary, options: .sortedKeys)
            let (archive, list) = try (KeyedArchiveEncoder().encode(holder), AutoPropertyListEncoder().encode(holder))
            let unarchived = try KeyedArchiveDecoder().decode(Holder.self, from: archive)
            return "\(holder) \(unarchived) \(json) \(list.base64EncodedString()) \(archive.base64EncodedString())"
          } catch {
            return "\(error)"
          }
        }
      }
    }
    let before = try outcomes()
    for _ in 0..<20 { _ = try DictionaryDecoder().decode(Holder.self, from: objects[0]) }
    if !Portability.isRequired {
      let areKnown = try #require(PlainEnum.of(Kind.self)).decoding.areAny
      #expect(areKnown)
    }
    #expect(try outcomes() == before)
    // The values that the outcomes encode have taught the rest.
    #expect(try outcomes() == before)
  }

  @Test("The limit of nesting is the same before and after")
  func nesting() throws {
    enum Kind: String, Codable, CaseIterable { case alpha, beta }
    struct Model: AutoCoding, Equatable { var kind = Kind.alpha; var inner: [Model] = [] }
    struct Plain: Codable, Equatable { var kind = Kind.alpha; var inner: [Plain] = [] }
    func outcomes() -> [String] {
      (1...8).flatMap { depth in
        var (own, plain) = (Model(), Plain())
        for _ in 1..<4 { (own, plain) = (Model(inner: [own]), Plain(inner: [plain])) }
        let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
        encoder.limits.maximumDepth = depth
        decoder.limits.maximumDepth = depth
        return [
          "\(Result { try encoder.encode(own).count })", "\(Result { try encoder.encode(plain).count })",
          "\(Result { try decoder.decode(Model.self, from: AutoJSONEncoder().encode(own)) })",
          "\(Result { try decoder.decode(Plain.self, from: AutoJSONEncoder().encode(plain)) })",
        ]
      }
    }
    let before = outcomes()
    for _ in 0..<20 {
      _ = try AutoJSONDecoder().decode([Model].self, from: AutoJSONEncoder().encode([Model()]))
    }
    #expect(outcomes() == before)
  }

  // MARK: Code written by hand

  private static let calls = Atomic(0)

  /// Counts what it decodes and encodes.
  private enum Counted: String, Codable, CaseIterable {
    case low, high

    init(from decoder: any Decoder) throws {
      PlainEnumTests.calls.add(1, ordering: .relaxed)
      let container = try decoder.singleValueContainer()
      guard let value = Counted(rawValue: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown")
      }
      self = value
    }

    func encode(to encoder: any Encoder) throws {
      PlainEnumTests.calls.add(1, ordering: .relaxed)
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }
  }

  /// Is coded as another enum, by the standard library's code for that one.
  private enum Translated: String, Codable, CaseIterable {
    case same, first

    private enum Other: String, Codable { case same, first = "1" }

    init(from decoder: any Decoder) throws {
      self = try Other(from: decoder) == .same ? .same : .first
    }
    func encode(to encoder: any Encoder) throws {
      try (self == .same ? Other.same : .first).encode(to: encoder)
    }
  }

  /// Has a name in place of its raw value.
  private enum Named: Int, Codable, CaseIterable {
    case zero, one

    init(from decoder: any Decoder) throws {
      self = try decoder.singleValueContainer().decode(String.self) == "one" ? .one : .zero
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("\(self)")
    }
  }

  /// Takes any spelling.
  private enum Lenient: String, Codable, CaseIterable {
    case red, green

    init?(rawValue: String) {
      guard let value = Self.allCases.first(where: { "\($0)" == rawValue.lowercased() }) else { return nil }
      self = value
    }
    var rawValue: String { "\(self)".uppercased() }
  }

  @Test("Code written by hand is called for each value")
  func ownCode() throws {
    let values = (0..<600).map { Counted.allCases[$0 % 2] }
    Self.calls.store(0, ordering: .relaxed)
    let data = try AutoJSONEncoder().encode(values)
    #expect(Self.calls.load(ordering: .relaxed) == 600)
    #expect(try AutoJSONDecoder().decode([Counted].self, from: data) == values)
    #expect(Self.calls.load(ordering: .relaxed) == 1200)
    let plain = values.map { Plain(value: $0, values: [], named: [:]) }
    #expect(
      try AutoJSONDecoder().decode([Plain<Counted>].self, from: AutoJSONEncoder().encode(plain)) == plain)
    #expect(Self.calls.load(ordering: .relaxed) == 2400)
  }

  @Test("Code that translates, or calls the standard library's code for another enum, is called")
  func otherCode() throws {
    func check<Value: Codable & CaseIterable & Hashable>(_ type: Value.Type) throws {
      let values = (0..<40).map { Array(Value.allCases)[$0 % 2] }
      let expected = try JSONEncoder().encode(values)
      #expect(try AutoJSONEncoder().encode(values) == expected)
      #expect(try AutoJSONDecoder().decode([Value].self, from: expected) == values)
      let plain = values.map { Plain(value: $0, values: [], named: [:]) }
      #expect(
        try JSONDecoder().decode([Plain<Value>].self, from: AutoJSONEncoder().encode(plain)) == plain)
      #expect(try AutoJSONDecoder().decode([Plain<Value>].self, from: JSONEncoder().encode(plain)) == plain)
    }
    try check(Translated.self)
    try check(Named.self)
    try check(Lenient.self)
    #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().decode([Translated].self, from: Data(#"["first"]"#.utf8))
    }
    #expect(try AutoJSONDecoder().decode([Lenient].self, from: Data(#"["rEd"]"#.utf8)) == [.red])
  }

  @Test("Threads may learn at once: Concurrency")
  func threads() async throws {
    enum Shared: String, Codable, CaseIterable { case a, b, c, d, e, f, g, h }
    let values = Array(Shared.allCases)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try (0..<50).allSatisfy { _ in
            try AutoJSONDecoder().decode([Shared].self, from: AutoJSONEncoder().encode(values)) == values
          }
        }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }
}

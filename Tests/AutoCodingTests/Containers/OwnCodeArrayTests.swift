import AutoCoding
import Foundation
import Synchronization
import TestSupport
import Testing

/// How many objects live.
private let living = Atomic(0)

/// An object with its own code, which refuses negative numbers.
private final class Counted: Codable {
  let value: Int

  init(_ value: Int) {
    self.value = value
    living.add(1, ordering: .relaxed)
  }

  private enum Key: CodingKey { case value }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    value = try container.decode(Int.self, forKey: .value)
    living.add(1, ordering: .relaxed)
    guard value >= 0 else {
      throw DecodingError.dataCorruptedError(forKey: .value, in: container, debugDescription: "It is negative.")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    guard value >= 0 else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: container.codingPath + [Key.value], debugDescription: "It is negative."))
    }
    try container.encode(value, forKey: .value)
  }

  deinit { living.subtract(1, ordering: .relaxed) }
}

/// Arrays of values that code themselves, in a value that does so, too.
private struct Lists: Codable {
  var objects: [Counted] = []
  var nested: [[Counted]] = []
  var optional: [Counted?] = []
  var byName: [String: [Counted]] = [:]
  var missing: [Counted]?
}

@Suite("Arrays of values that code themselves", .serialized) struct OwnCodeArrayTests {
  private func numbers(_ lists: Lists) -> String {
    let byName = lists.byName.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.map(\.value))" }
    return "\(lists.objects.map(\.value)) \(lists.nested.map { $0.map(\.value) })"
      + " \(lists.optional.map { $0?.value }) \(byName) \(lists.missing?.count ?? -1)"
  }

  @Test("they are the same in every format, and every element dies once", arguments: TestCoder.allCases)
  func roundTrips(_ coder: TestCoder) throws {
    #expect(living.load(ordering: .relaxed) == 0)
    for count in [0, 1, 2, 40, 500] {
      var lists = Lists()
      lists.objects = (0..<count).map(Counted.init)
      lists.nested = [[], (0..<count).map(Counted.init), [Counted(7)]]
      lists.byName = ["a": [Counted(1)], "b": []]
      // Property lists have no null.
      if coder != .foundationPropertyList { lists.optional = [Counted(3), nil] }
      let encoded = try coder.encode(lists)
      #expect(try numbers(coder.decode(Lists.self, from: encoded)) == numbers(lists))
    }
    #expect(living.load(ordering: .relaxed) == 0)
  }

  private func path(of error: any Error) -> [String] {
    switch error {
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context):
      context.codingPath.map(\.stringValue)
    case EncodingError.invalidValue(_, let context): context.codingPath.map(\.stringValue)
    default: ["\(error)"]
    }
  }

  @Test(
    "an error has the path that JSONDecoder says, and what was decoded before it dies",
    arguments: [
      #"{"objects":[{"value":1},{"value":2},{"value":-1}],"nested":[],"optional":[],"byName":{}}"#,
      #"{"objects":[{"value":1},{"value":"x"}],"nested":[],"optional":[],"byName":{}}"#,
      #"{"objects":[{"value":1},null],"nested":[],"optional":[],"byName":{}}"#,
      #"{"objects":{"value":1},"nested":[],"optional":[],"byName":{}}"#,
      #"{"objects":null,"nested":[],"optional":[],"byName":{}}"#,
      #"{"objects":[],"nested":[[{"value":1}],[{"value":2},{}]],"optional":[],"byName":{}}"#,
      #"{"objects":[],"nested":[[],3],"optional":[],"byName":{}}"#,
      #"{"objects":[],"nested":[],"optional":[null,{"value":-2}],"byName":{}}"#,
      #"{"objects":[],"nested":[],"optional":[],"byName":{"a":[{"value":1},{"value":-5}]}}"#,
      #"{"objects":[],"nested":[],"optional":[],"byName":{},"missing":[4]}"#,
    ])
  func failures(_ text: String) throws {
    #expect(living.load(ordering: .relaxed) == 0)
    for text in [text, "[" + text + "]"] {
      let isArray = text.hasPrefix("[")
      func error(_ decode: (any Decodable.Type) throws -> Void) -> (any Error)? {
        do { try decode(isArray ? [Lists].self : Lists.self) } catch { return error }
        return nil
      }
      let expected = try #require(error { _ = try JSONDecoder().decode($0, from: Data(text.utf8)) })
      let found = try #require(error { _ = try AutoJSONDecoder().decode($0, from: Data(text.utf8)) })
      #expect(path(of: found) == path(of: expected))
    }
    #expect(living.load(ordering: .relaxed) == 0)
  }

  @Test("an element that cannot be encoded has the path that JSONEncoder says")
  func refusedElements() throws {
    let lists = Lists(nested: [[], [Counted(1), Counted(-1)]])
    let expected = try #require(throws: (any Error).self) { try JSONEncoder().encode(lists) }
    let found = try #require(throws: (any Error).self) { try AutoJSONEncoder().encode(lists) }
    #expect(path(of: expected) == ["nested", "Index 1", "Index 1", "value"])
    #expect(path(of: found) == path(of: expected))
  }

  private struct Plain: Codable, Equatable {
    var name: String
    var inner: [Inner]
    struct Inner: Codable, Equatable {
      var numbers: [Int]
      var when: Date?
    }
  }

  @Test("a decoder reads many texts one after the other, also after errors and with kept decoders")
  func manyTexts() throws {
    struct Keeping: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        _ = try decoder.container(keyedBy: DynamicTestKey.self).decode([Int].self, forKey: DynamicTestKey("n"))
      }
    }
    let decoder = AutoJSONDecoder()
    var kept: [any Decoder] = []
    for round in 0..<(TestEffort.isThorough ? 200 : 70) {
      let count = round % 7 == 0 ? 3_000 : round % 5
      let plain = Plain(
        name: "round \(round)",
        inner: (0..<count).map { .init(numbers: [$0, round], when: Date(timeIntervalSinceReferenceDate: Double($0))) })
      let data = try JSONEncoder().encode(plain)
      #expect(try decoder.decode(Plain.self, from: data) == plain)
      #expect(throws: DecodingError.self) { try decoder.decode(Plain.self, from: data.dropLast(round % 9 + 1)) }
      #expect(throws: DecodingError.self) { try decoder.decode(Plain.self, from: Data(#"{"name":1}"#.utf8)) }
      kept.append(try decoder.decode(Keeping.self, from: Data(#"{"n":[\#(round)]}"#.utf8)).decoder)
      var report = [String]()
      decoder.userInfo[CodingUserInfoKey(rawValue: "round").unsafelyUnwrapped] = round % 3 == 0 ? nil : round
      report.append(try decoder.decode(Plain.self, from: data).name)
      #expect(report == ["round \(round)"])
    }
    for decoder in kept {
      #expect(throws: DecodingError.self) { try decoder.singleValueContainer().decode([Int].self) }
      #expect(throws: DecodingError.self) { try decoder.container(keyedBy: DynamicTestKey.self) }
    }
  }

  @Test("objects of any size are sorted as JSONEncoder sorts them", arguments: [0, 1, 2, 23, 24, 25, 60, 300])
  func sorting(_ count: Int) throws {
    struct Many: Encodable {
      let count: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DynamicTestKey.self)
        for index in 0..<count {
          let key = ["same beginning ", "k", "", "schön", "é"][index % 5] + "\(index &* 7919 % 1000)"
          try container.encode(index, forKey: DynamicTestKey(key))
        }
        // Replaces the value of a key that is there.
        for index in 0..<min(count, 3) {
          let key = ["same beginning ", "k", "", "schön", "é"][index % 5] + "\(index &* 7919 % 1000)"
          var nested = container.nestedUnkeyedContainer(forKey: DynamicTestKey(key + "n"))
          try nested.encode(index)
          try container.encode("again", forKey: DynamicTestKey(key))
        }
        try [3, 1].encode(to: container.superEncoder())
      }
    }
    for formatting: JSONEncoder.OutputFormatting in [.sortedKeys, [.sortedKeys, .prettyPrinted]] {
      let foundation = JSONEncoder()
      foundation.outputFormatting = formatting
      let encoder = AutoJSONEncoder()
      encoder.outputFormatting = formatting
      #expect(try encoder.encode([Many(count: count)]) == foundation.encode([Many(count: count)]))
    }
  }
}

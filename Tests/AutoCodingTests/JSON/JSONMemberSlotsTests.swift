import Foundation
import TestModels
import TestSupport
import Testing

@testable import AutoCoding

/// Own code that asks for the members of objects with many keys, in any order.
struct JSONMemberSlotsTests {
  /// What is asked for: the keys of the object, and those of the object under one of them.
  private final class Questions: Sendable {
    let keys: [String]
    let nested: String

    init(_ keys: [String], nested: String) { (self.keys, self.nested) = (keys, nested) }

    static func of(_ decoder: any Decoder) throws -> Questions {
      let key = try #require(CodingUserInfoKey(rawValue: "questions"))
      return try #require(decoder.userInfo[key] as? Questions)
    }
  }

  private struct Answers: Decodable, Equatable {
    var own: [String: Int] = [:]
    var nested: [String: Int] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
      let questions = try Questions.of(decoder)
      let container = try decoder.container(keyedBy: DynamicTestKey.self)
      for (index, key) in questions.keys.enumerated() {
        // Ask the other object in between.
        if index == questions.keys.count / 2, container.contains(DynamicTestKey(questions.nested)) {
          nested = try container.decode(Answers.self, forKey: DynamicTestKey(questions.nested)).own
        }
        own[key] = try container.decodeIfPresent(Int.self, forKey: DynamicTestKey(key))
      }
    }
  }

  enum Keys: CaseIterable { case short, sameHash, escaped, accented }

  /// A key, and how the text spells it.
  private static func key(_ number: Int, _ keys: Keys) -> (key: String, text: String) {
    switch keys {
    case .short: ("key\(number)", "key\(number)")
    // The hash skips what is between the first bytes, the middle and the last.
    case .sameHash: ("property\(100 + number)------------and so on", "property\(100 + number)------------and so on")
    case .escaped: number == 3 ? ("a/3", #"a\/3"#) : ("a/\(number)", "a/\(number)")
    case .accented: ("e\u{301}\(number)", number % 2 == 0 ? "é\(number)" : "e\u{301}\(number)")
    }
  }

  private static func text(
    _ keys: Keys, _ count: Int, first: Int, duplicates: Int, nested: String?, _ random: inout SplitMix
  ) -> String {
    var members = (0..<count).map { "\"\(key($0, keys).text)\":\(first + $0)" }.shuffled(using: &random)
    for number in 0..<min(duplicates, count) { members.append("\"\(key(number, keys).text)\":\(first - 1 - number)") }
    if let nested { members.insert("\"nested\":\(nested)", at: Int.random(in: 0...members.count, using: &random)) }
    return "{\(members.joined(separator: ","))}"
  }

  @Test(arguments: Keys.allCases, [0, 1, 7, 8, 9, 20, 33, 63, 64, 65, 80])
  func anyOrder(_ keys: Keys, _ count: Int) throws {
    var random = SplitMix(state: UInt64(count + 1))
    for (duplicates, useLast) in [(0, false), (0, true), (2, false), (2, true)] {
      let inner = Self.text(keys, count, first: 5000, duplicates: duplicates, nested: nil, &random)
      let json = Self.text(keys, count, first: 1000, duplicates: duplicates, nested: inner, &random)
      var expected = Answers()
      for number in 0..<count {
        let isReplaced = useLast && number < duplicates
        expected.own[Self.key(number, keys).key] = isReplaced ? 999 - number : 1000 + number
        expected.nested[Self.key(number, keys).key] = isReplaced ? 4999 - number : 5000 + number
      }
      for missing in [0, 12] {
        let asked = (0..<count + missing).map { Self.key($0, keys).key }
        for asked in [asked, asked.shuffled(using: &random), asked + asked.reversed()] {
          let decoder = AutoJSONDecoder()
          decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "questions"))] = Questions(asked, nested: "nested")
          decoder.duplicateKeys = useLast ? .useLast : .useFirst
          let found = try decoder.decode(Answers.self, from: Data(json.utf8))
          #expect(found.own == expected.own)
          #expect(found.nested == (asked.isEmpty ? [:] : expected.nested))
        }
      }
    }
  }

  /// Asks several objects in turn.
  private struct Rounds: Decodable {
    var answers: [[Int?]] = []

    init(from decoder: any Decoder) throws {
      let questions = try Questions.of(decoder)
      var objects = try decoder.unkeyedContainer()
      var containers: [KeyedDecodingContainer<DynamicTestKey>] = []
      while !objects.isAtEnd { containers.append(try objects.nestedContainer(keyedBy: DynamicTestKey.self)) }
      answers = .init(repeating: [], count: containers.count)
      for key in questions.keys {
        for (index, container) in containers.enumerated() {
          answers[index].append(try container.decodeIfPresent(Int.self, forKey: DynamicTestKey(key)))
        }
      }
    }
  }

  @Test(arguments: Keys.allCases, [1, 2, 4, 5, 9])
  func inTurn(_ keys: Keys, _ objects: Int) throws {
    var random = SplitMix(state: UInt64(objects))
    for count in [8, 20, 64] {
      let texts = (0..<objects).map {
        Self.text(keys, count, first: 1000 * ($0 + 1), duplicates: $0 % 2, nested: nil, &random)
      }
      let asked = (0..<count + 3).shuffled(using: &random)
      let decoder = AutoJSONDecoder()
      decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "questions"))] = Questions(
        asked.map { Self.key($0, keys).key }, nested: "")
      let found = try decoder.decode(Rounds.self, from: Data("[\(texts.joined(separator: ","))]".utf8))
      #expect(
        found.answers == (0..<objects).map { object in asked.map { $0 < count ? 1000 * (object + 1) + $0 : nil } })
    }
  }
}

/// The slots by themselves.
struct JSONMemberSlotTableTests {
  private static func index(of text: String) throws -> JSONValueIndex {
    let index = JSONValueIndex()
    try Data(text.utf8).withUnsafeBytes { bytes in
      var reader = JSONReader(
        options: .with(.init()), text: bytes.bindMemory(to: UInt8.self))
      try index.find(with: &reader)
    }
    return index
  }

  @Test("an object that is asked again is found by hash, also if others are asked in between")
  func objects() throws {
    let object = "{\((0..<10).map { "\"key\($0)\":\($0)" }.joined(separator: ","))}"
    let index = try Self.index(of: "[\(object),\(object),\(object),\(object),\(object)]")
    let positions = (0..<5).map { 1 + $0 * 21 }
    var slots = JSONMemberSlots()
    for objects in [1, 2, 4] {
      slots.removeAll()
      for object in positions[..<objects] { #expect(slots.member(hash: 0, of: object, in: index) == nil) }
      for number in (0..<10).reversed() {
        for object in positions[..<objects] {
          let member = object + 1 + 2 * number
          #expect(slots.member(hash: index[member].hash, of: object, in: index) == member)
        }
      }
    }
    // More objects than tables are searched in order. To fill the slots for each question would take longer.
    slots.removeAll()
    for _ in 0..<3 {
      for object in positions { #expect(slots.member(hash: index[object + 1].hash, of: object, in: index) == nil) }
    }
  }
}

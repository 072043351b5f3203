import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// Own code that asks for the members of objects with many keys, in any order.
@Suite("JSON, members that own code asks for")
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
}

import AutoCoding
import Foundation
import TestSupport
import Testing

/// Many keys are sorted by other means than few.
struct JSONKeySortingTests {
  private static let counts = [2, 199, 200, 201, TestEffort.isThorough ? 1500 : 500]

  private static let shapes: [(name: String, key: @Sendable (Int) -> String)] = [
    ("counted", { "key\($0)" }),
    ("each begins with the one before", { String(repeating: "a", count: $0) }),
    ("each begins with the one before, with zeros", { "a" + String(repeating: "\0", count: $0) }),
    ("the same long beginning", { "https://example.com/a/long/path/\($0 * 7919 % 100_003)/end" }),
    ("few beginnings, and another part later", { "\($0 % 3)https://example.com/path/\($0 * 7919 % 100_003)" }),
    ("few beginnings, and few parts later", { "\($0 % 2)-------\($0 / 2 % 2)-------\($0 / 4)" }),
    ("of one to three bytes", { Unicode.Scalar(UInt32($0 + 1)).map { String(Character($0)) } ?? "" }),
    ("composed and decomposed", { "\($0 / 2)" + ($0 % 2 == 0 ? "\u{e9}" : "f\u{301}") }),
    ("escaped", { "\"\\\n/\($0)\u{1}" }),
    ("already in order", { String(100_000 + $0) }),
  ]

  @Test("keys are in the order of Foundation's", arguments: shapes.indices)
  func order(_ shape: Int) throws {
    for count in Self.counts {
      let value = Dictionary((0..<count).map { (Self.shapes[shape].key($0), $0) }) { first, _ in first }
      for formatting in [.sortedKeys, [.sortedKeys, .prettyPrinted]] as [JSONEncoder.OutputFormatting] {
        let (encoder, foundation) = (AutoJSONEncoder(), JSONEncoder())
        (encoder.outputFormatting, foundation.outputFormatting) = (formatting, formatting)
        let (data, expected) = (try encoder.encode(value), try foundation.encode(value))
        #expect(data == expected, "\(Self.shapes[shape].name), \(count)")
        #expect(try AutoJSONDecoder().decode([String: Int].self, from: data) == value)
      }
    }
  }
}

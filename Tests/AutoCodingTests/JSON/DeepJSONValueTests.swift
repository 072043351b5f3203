import AutoCoding
import Foundation
import Testing

/// JSON values that are nested more deeply than the stack allows for recursion.
struct DeepJSONValueTests {
  /// Decodes on a thread whose stack has room for any depth here.
  private func decode(_ text: String) throws -> JSONValue {
    try TestThread.run(stackSize: 64 << 20) {
      let decoder = AutoJSONDecoder()
      decoder.limits.maximumDepth = .max
      return try decoder.decode(JSONValue.self, from: text)
    }
  }

  private func deep(_ open: String, _ leaf: String, _ close: String, _ count: Int) throws -> JSONValue {
    try decode(String(repeating: open, count: count) + leaf + String(repeating: close, count: count))
  }

  private func hash(_ value: JSONValue) -> Int {
    var hasher = Hasher()
    hasher.combine(value)
    return hasher.finalize()
  }

  @Test(
    "they are compared and hashed", arguments: [63, 64, 65, 66, 130, 1_500],
    [["[", "]"], [#"{"a":"#, "}"], [#"[{"b":2,"a":"#, "},3]"], [#"{"b":[null],"a":"#, "}"]])
  func equality(count: Int, brackets: [String]) throws {
    let value = try deep(brackets[0], "1", brackets[1], count)
    let same = try deep(brackets[0], "1.0", brackets[1], count)
    let other = try deep(brackets[0], "2", brackets[1], count)
    #expect(value == same)
    #expect(hash(value) == hash(same))
    #expect(value != other)
    #expect(hash(value) != hash(other))
  }

  @Test("the order of members does not count at any depth") func order() throws {
    let left = try deep(#"{"b":[{"x":1,"y":2}],"a":"#, "1", "}", 200)
    let right = try decode(
      String(repeating: #"{"a":"#, count: 200) + "1" + String(repeating: #","b":[{"y":2,"x":1}]}"#, count: 200))
    #expect(left == right)
    #expect(hash(left) == hash(right))
  }

  @Test("null, a missing member and an empty array are different") func leaves() throws {
    for leaves in [
      ("null", "[]"), ("{}", "[]"), (#"{"a":null}"#, "{}"), ("[null]", "[]"), ("false", "0"), (#""1""#, "1"),
    ] {
      for count in [1, 64, 65, 100] {
        #expect(try deep("[", leaves.0, "]", count) != deep("[", leaves.1, "]", count))
      }
    }
  }
}

import Foundation
import Testing

@testable import AutoCoding

private indirect enum Left: AutoCoding {
  case node(next: Right?, filler: [Int])
  static let typeRules = TypeRules(caseKey: "left")
}

private indirect enum Right: AutoCoding {
  case node(next: Left?, filler: [Int])
  static let typeRules = TypeRules(caseKey: "right")
}

private indirect enum Chain: AutoCoding {
  case link(next: Chain?, filler: [Int])
  static let typeRules = TypeRules(caseKey: "kind", contentKey: "content")
}

/// How much of the text is looked at before it is read, to find the names of cases that come last: counted, not timed.
struct TagWorkTests {
  private func lookahead<Value: AutoCoding>(_ type: Value.Type, _ text: String) throws -> Int {
    let before = ThreadState.lookaheadByteCount
    _ = try AutoJSONDecoder().decode(type, from: Data(text.utf8))
    return Int(ThreadState.lookaheadByteCount - before)
  }

  private func text(depth: Int, _ wrap: (String, Int) -> String) -> String {
    (0..<depth).reduce("null") { wrap($0, $1) }
  }

  @Test("each byte is looked at once for each key", arguments: [10, 40, 160])
  func linear(depth: Int) throws {
    let filler = "[" + Array(repeating: "1234", count: 50).joined(separator: ",") + "]"
    let one = text(depth: depth) { inner, _ in
      #"{"content":{"next":\#(inner),"filler":\#(filler)},"kind":"link"}"#
    }
    let work = try lookahead(Chain.self, one)
    #expect(work > 0 && work <= one.utf8.count)
    // Two keys in turn.
    let two = text(depth: depth) { inner, level in
      #"{"next":\#(inner),"filler":\#(filler),"\#(level % 2 == 0 ? "right" : "left")":"node"}"#
    }
    let both = try lookahead(Left.self, two)
    #expect(both > 0 && both <= 2 * two.utf8.count)
  }

  @Test("a tag that comes first costs nothing")
  func first() throws {
    let one = text(depth: 40) { inner, _ in #"{"kind":"link","content":{"next":\#(inner),"filler":[]}}"# }
    #expect(try lookahead(Chain.self, one) == 0)
  }
}

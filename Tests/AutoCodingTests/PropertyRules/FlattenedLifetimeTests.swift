import AutoCoding
import Foundation
import Synchronization
import Testing

/// Objects that came to life and died.
private final class Census: Sendable {
  static let born = Atomic(0)
  static let died = Atomic(0)
  static var living: Int { born.load(ordering: .relaxed) - died.load(ordering: .relaxed) }
}

private final class Counted: Codable {
  let number: Int
  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
    Census.born.add(1, ordering: .relaxed)
    if number < 0 { throw CocoaError(.coderReadCorrupt) }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
  deinit { Census.died.add(1, ordering: .relaxed) }
}

private struct CountedInner: AutoCoding {
  var a: Counted
  var text: String
  var deep: CountedDeep
  static let propertyRules: PropertyRules = ["deep": .flattened]
  mutating func didDecode() throws { if a.number == 13 { throw CocoaError(.coderReadCorrupt) } }
}

private final class CountedDeep: AutoCoding {
  var b: Counted
  var c: Counted?
  init(b: Counted) { self.b = b }
  deinit { Self.deinits.add(1, ordering: .relaxed) }
  static let deinits = Atomic(0)
}

private final class CountedModel: AutoCoding, DefaultInitializable {
  var d: Counted?
  init() {}
}

private struct CountedOuter: AutoCoding {
  var first: Counted
  var inner: CountedInner
  var maybe: CountedModel?
  var rest: [String: Counted]
  var last: Int
  static let propertyRules: PropertyRules = ["inner": .flattened, "maybe": .flattened, "rest": .flattened]
}

@Suite("Lifetimes of flattened properties", .serialized)
struct FlattenedLifetimeTests {
  private static let good = #""first":1,"a":2,"text":"a text that is not stored inline","b":3,"c":4,"d":5,"last":6"#

  @Test(
    "everything that decoding made dies, however it ends",
    arguments: [TestCoder.json, .jsonContainers, .foundationJSON, .dictionary])
  func decoding(coder: TestCoder) throws {
    let before = Census.living
    let good = Self.good
    var texts = [
      good: true, good + #","x":7,"y":8"#: true,
      good.replacing(#""d":5,"#, with: ""): true,
      // The last key to be read fails.
      good + #","x":-7"#: false, good.replacing(#""last":6"#, with: #""last":"6""#): false,
    ]
    for key in ["first", "a", "b"] { texts[good.replacing("\"\(key)\":", with: "\"\(key)\":-")] = false }
    for key in ["first", "a", "text", "b", "last"] {
      texts[good.replacing("\"\(key)\":", with: "\"z\":null,\"no\(key)\":")] = false
    }
    texts[good.replacing(#""a":2"#, with: #""a":13"#)] = false
    for (members, isGood) in texts {
      let deinits = CountedDeep.deinits.load(ordering: .relaxed)
      let found = DifferentialOutcome { try coder.decode(CountedOuter.self, fromJSON: "{\(members)}") }
      #expect((found.error == nil) == isGood, "\(members): \(found.error ?? "")")
      if !isGood, !members.contains(":13") {
        #expect(CountedDeep.deinits.load(ordering: .relaxed) == deinits, "no deinit of half an object: \(members)")
      }
    }
    #expect(Census.living == before)
  }

  @Test("updates that fail leave nothing behind")
  func updates() throws {
    let before = Census.living
    do {
      var outer = try AutoJSONDecoder().decode(CountedOuter.self, from: "{\(Self.good)}")
      for part in [
        #""a":9,"b":8,"x":7"#, #""a":9,"b":8,"x":-7"#, #""b":8,"a":13"#, #""a":9,"last":"x""#, #""c":null,"d":1"#,
      ] {
        try? AutoJSONDecoder().update(&outer, from: Data("{\(part)}".utf8))
      }
      #expect(outer.inner.deep.b.number == 8 && outer.rest.count == 1 && outer.inner.deep.c == nil)
    }
    #expect(Census.living == before)
  }
}

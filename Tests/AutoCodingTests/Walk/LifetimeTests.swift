import AutoCoding
import Foundation
import Synchronization
import Testing

/// Objects that came to life and died; what is left over is a leak, what is below zero was released twice.
private final class Census: Sendable {
  static let born = Atomic(0)
  static let died = Atomic(0)
  static var living: Int { born.load(ordering: .relaxed) - died.load(ordering: .relaxed) }
}

/// A leaf whose every instance is counted, and which can be made to fail.
private final class Counted: Codable {
  let number: Int
  init(_ number: Int) {
    self.number = number
    Census.born.add(1, ordering: .relaxed)
  }
  convenience init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self))
    if number < 0 { throw CocoaError(.coderReadCorrupt) }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
  deinit { Census.died.add(1, ordering: .relaxed) }
}

private struct CountedStruct: AutoCoding {
  let a: Counted
  var b: Counted?
  var list: [Counted]
  var last: Int
}

private class CountedBase: AutoCoding {
  let a: Counted
  var text = "a text that is too long to be stored inline"
  init(_ a: Counted) {
    self.a = a
  }
  deinit { Self.deinits.add(1, ordering: .relaxed) }
  static let deinits = Atomic(0)
}

private final class CountedSub: CountedBase {
  var b: Counted?
  var child: CountedSub?
  var last = 1
}

private final class CountedDefault: AutoCoding, DefaultInitializable {
  var a = Counted(0)
  var b: Counted? = Counted(1)
  var last = 1
  static let inits = Atomic(0)
  init() { Self.inits.add(1, ordering: .relaxed) }
  func didDecode() throws {
    if last == 13 { throw CocoaError(.coderReadCorrupt) }
  }
}

@Suite("Lifetimes", .serialized)
struct LifetimeTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) -> Bool {
    (try? JSONDecoder().decode(type, from: Data(text.utf8))) != nil
  }

  @Test("everything that a struct's decoding made dies, however it ends")
  func structs() {
    let before = Census.living
    let texts = [
      #"{"a":1,"b":2,"list":[3,4],"last":5}"#: true,
      #"{"a":1,"list":[],"last":5}"#: true,
      #"{"a":1,"b":2,"list":[3,4]}"#: false,
      #"{"a":1,"b":2,"list":[3,-4],"last":5}"#: false,
      #"{"a":1,"b":-2,"list":[3,4],"last":5}"#: false,
      #"{"a":-1,"b":2,"list":[3,4],"last":5}"#: false,
      #"{"a":1,"b":2,"list":[3,4],"last":"x"}"#: false,
      #"{}"#: false,
    ]
    for (text, isGood) in texts {
      for _ in 0..<20 {
        #expect(decode(CountedStruct.self, text) == isGood, "\(text)")
        #expect(decode([CountedStruct].self, "[\(text),\(text)]") == isGood, "\(text)")
      }
    }
    #expect(Census.living == before)
  }

  @Test("an object exists only if all of it was decoded; no deinit runs on half of one")
  func objects() {
    let before = Census.living
    let good = #"{"a":1,"text":"t","b":2,"last":3}"#
    let bad = [
      #"{"a":1,"text":"t","b":2}"#,
      #"{"a":1,"text":"t","b":-2,"last":3}"#,
      #"{"a":1,"text":5,"b":2,"last":3}"#,
      #"{"a":1,"text":"t","b":2,"last":[]}"#,
    ]
    let deinits = CountedBase.deinits.load(ordering: .relaxed)
    for text in bad { #expect(!decode(CountedSub.self, text)) }
    #expect(CountedBase.deinits.load(ordering: .relaxed) == deinits)
    #expect(decode(CountedSub.self, good))
    #expect(CountedBase.deinits.load(ordering: .relaxed) == deinits + 1)
    // The child is whole when its parent fails: it lived, and dies.
    #expect(!decode(CountedSub.self, #"{"a":1,"text":"t","child":\#(good),"last":"x"}"#))
    #expect(CountedBase.deinits.load(ordering: .relaxed) == deinits + 2)
    #expect(Census.living == before)
  }

  @Test("init() is called only when everything was decoded, and its defaults die when they are replaced")
  func defaults() {
    let before = Census.living
    let inits = CountedDefault.inits.load(ordering: .relaxed)
    #expect(!decode(CountedDefault.self, #"{"a":5,"b":6,"last":"x"}"#))
    #expect(!decode(CountedDefault.self, #"{"a":5,"b":-6}"#))
    #expect(CountedDefault.inits.load(ordering: .relaxed) == inits)
    #expect(decode(CountedDefault.self, #"{}"#))
    #expect(decode(CountedDefault.self, #"{"a":5,"b":null,"last":2}"#))
    #expect(decode(CountedDefault.self, #"{"a":5,"b":6,"last":2}"#))
    // didDecode() refuses a whole object, which dies.
    #expect(!decode(CountedDefault.self, #"{"a":5,"b":6,"last":13}"#))
    #expect(Census.living == before)
  }

  @Test("the walk leaves nothing behind either")
  func tokens() throws {
    let before = Census.living
    let good: [Token] = [
      .record(""), .key("a"), .integer(1), .key("list"), .array(count: 2), .integer(3), .integer(4), .endArray,
      .key("last"), .integer(5), .end,
    ]
    for end in good.indices {
      #expect(throws: (any Error).self) { try TokenReader.value(CountedStruct.self, from: Array(good[..<end])) }
    }
    #expect(try TokenReader.value(CountedStruct.self, from: good).list.map(\.number) == [3, 4])
    let duplicate: [Token] = [.record(""), .key("a"), .integer(1), .key("a"), .integer(2)] + good.dropFirst(3)
    #expect(try TokenReader.value(CountedStruct.self, from: duplicate).a.number == 2)
    #expect(Census.living == before)
  }
}

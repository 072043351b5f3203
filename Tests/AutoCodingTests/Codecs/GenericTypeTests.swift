import AutoCoding
import Foundation
import Testing

class GenericBase<First: Codable> {
  var first: First
  init(first: First) { self.first = first }
}

class GenericMiddle<Second: Codable>: GenericBase<[Second]>, AutoCoding {
  var second: Second?
}

final class GenericLeaf: GenericMiddle<String> {
  var third = 3
}

struct OuterGeneric<Value: Codable> {
  struct Inner<Other: Codable>: AutoCoding {
    var value: Value
    var other: Other
    var both: [Either<Value, Other>]
  }
}

enum Either<Left: Codable, Right: Codable>: AutoCoding {
  case left(Left)
  case right(Right)
}

/// Generic, nested and local types.
struct GenericTypeTests {
  @Test("generic superclasses, and types nested in generic types and in functions")
  func generics() throws {
    let leaf = try jsonValue(GenericLeaf.self, #"{"first":["a","b"],"second":"c","third":4}"#)
    #expect(leaf.first == ["a", "b"] && leaf.second == "c" && leaf.third == 4)
    #expect(try jsonText(leaf) == #"{"first":["a","b"],"second":"c","third":4}"#)

    typealias Deep = OuterGeneric<[String: Int]>.Inner<Either<Int, [Bool]>>
    let deep = Deep(value: ["k": 1], other: .right([true]), both: [.left(["z": 2]), .right(.left(5))])
    let written = try jsonText(deep)
    #expect(
      written == """
        {"both":[{"left":{"_0":{"z":2}}},{"right":{"_0":{"left":{"_0":5}}}}],\
        "other":{"right":{"_0":[true]}},"value":{"k":1}}
        """)
    #expect(try jsonText(jsonValue(Deep.self, written)) == written)
    #expect(try TokenWriter.tokens(of: TokenReader.value(Deep.self, from: TokenWriter.tokens(of: deep))).count > 10)

    final class Local: AutoCoding {
      var number = 1
      var next: Local?
    }
    let local = Local()
    local.next = Local()
    #expect(try jsonText(jsonValue(Local.self, jsonText(local))) == #"{"next":{"number":1},"number":1}"#)
  }
}

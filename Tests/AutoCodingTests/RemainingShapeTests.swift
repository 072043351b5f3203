import AutoCoding
import Foundation
import TestModels
import Testing
import ThirdPartyModels

// MARK: Models

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

@MainActor final class OnMainActor: AutoCoding {
  var name = "main"
  var count = 2
}

final class Aligned: AutoCoding {
  var byte: UInt8 = 1
  var vector = SIMD8<Float>(repeating: 1.5)
  var wide = SIMD16<Int32>(repeating: -1)
  var last = true
}

struct AlignedTwin: Codable {
  var byte: UInt8 = 1
  var vector = SIMD8<Float>(repeating: 1.5)
  var wide = SIMD16<Int32>(repeating: -1)
  var last = true
}

struct Ranges: AutoCoding {
  var half = 1..<5
  var closed = "a"..."z"
  var from = 2...
  var through = ...9
}

struct RangesTwin: Codable {
  var half = 1..<5
  var closed = "a"..."z"
  var from = 2...
  var through = ...9
}

final class Observed: AutoCoding {
  nonisolated(unsafe) static var calls = 0
  var value = 1 {
    didSet { Self.calls += 1 }
  }
}

final class BelowOtherModule: ThirdPartyVehicle, AutoCoding {
  var load = 7
}

struct Unsupported: AutoCoding {
  var result: Result<Int, NSError> = .success(1)
  var pairs: KeyValuePairs<String, Int> = ["a": 1]
  var pointer = UnsafeRawPointer(bitPattern: 8)
  var typed = UnsafeMutablePointer<Int>(bitPattern: 8)
  var opaque = OpaquePointer(bitPattern: 8)
  var metatype: Any.Type = Int.self
  var function: @Sendable (Int) -> Int = { $0 }
  var inline: InlineArray<3, Int> = [1, 2, 3]
}

struct UnsupportedIgnored: AutoCoding, DefaultInitializable {
  var kept = 1
  var pointer = UnsafeRawPointer(bitPattern: 8)
  var metatype: Any.Type = Int.self
  var function: (Int) -> Int = { $0 + 1 }
  @Transient var inline: InlineArray<3, Int> = [1, 2, 3]
  static var unEncodedProperties: Set<String> { ["pointer", "metatype", "function"] }
}

// Private: tests are built so that they may be tested themselves, and what others may see is not folded.
private final class ConstantLet: AutoCoding {
  let constant: Int
  let computed: Int
  let text: String
  var variable = 1
  init(_ number: Int, _ text: String) {
    constant = 1
    computed = number
    self.text = text
  }
}

/// What code that reads the constant sees, outside of the testing library's closures.
@inline(never)
private func seenConstant(of object: ConstantLet) -> Int { object.constant }

// MARK: Tests

@Suite("The rest of the zoo")
struct RemainingShapeTests {
  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test("generic superclasses, and types nested in generic types and in functions")
  func generics() throws {
    let leaf = try decode(GenericLeaf.self, #"{"first":["a","b"],"second":"c","third":4}"#)
    #expect(leaf.first == ["a", "b"] && leaf.second == "c" && leaf.third == 4)
    #expect(try text(leaf) == #"{"first":["a","b"],"second":"c","third":4}"#)

    typealias Deep = OuterGeneric<[String: Int]>.Inner<Either<Int, [Bool]>>
    let deep = Deep(value: ["k": 1], other: .right([true]), both: [.left(["z": 2]), .right(.left(5))])
    let written = try text(deep)
    #expect(
      written == """
        {"both":[{"left":{"_0":{"z":2}}},{"right":{"_0":{"left":{"_0":5}}}}],\
        "other":{"right":{"_0":[true]}},"value":{"k":1}}
        """)
    #expect(try text(decode(Deep.self, written)) == written)
    #expect(try TokenWriter.tokens(of: TokenReader.value(Deep.self, from: TokenWriter.tokens(of: deep))).count > 10)

    final class Local: AutoCoding {
      var number = 1
      var next: Local?
    }
    let local = Local()
    local.next = Local()
    #expect(try text(decode(Local.self, text(local))) == #"{"next":{"number":1},"number":1}"#)
  }

  @Test("classes on the main actor, aligned classes, observers, superclasses of other modules")
  @MainActor func classes() throws {
    let onMain = try decode(OnMainActor.self, #"{"name":"x","count":5}"#)
    #expect(onMain.name == "x" && onMain.count == 5)
    #expect(try text(onMain) == #"{"count":5,"name":"x"}"#)

    #expect(try text(Aligned()) == text(AlignedTwin()))
    let aligned = try decode(Aligned.self, text(AlignedTwin()))
    #expect(aligned.vector == SIMD8(repeating: 1.5) && aligned.wide == SIMD16(repeating: -1) && aligned.last)

    let calls = Observed.calls
    #expect(try decode(Observed.self, #"{"value":9}"#).value == 9)
    #expect(Observed.calls == calls, "observers do not fire while decoding")

    let below = try decode(BelowOtherModule.self, #"{"wheels":3,"serial":"s","load":8}"#)
    #expect(below.wheels == 3 && below.load == 8 && below.state == [3, "s"])
  }

  @Test("ranges and vectors go through their own Codable")
  func ownCodable() throws {
    #expect(try text(Ranges()) == text(RangesTwin()))
    let back = try decode(Ranges.self, text(RangesTwin()))
    #expect(back.half == 1..<5 && back.closed == "a"..."z" && back.from.lowerBound == 2 && back.through.upperBound == 9)
    #expect(try TokenReader.value(Ranges.self, from: TokenWriter.tokens(of: Ranges())).half == 1..<5)
  }

  @Test("what cannot be stored is a named error until it is left out")
  func unsupported() throws {
    let error = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: Unsupported.self) }
    #expect(
      error.problems.map(\.property)
        == ["result", "pairs", "pointer", "typed", "opaque", "metatype", "function"])
    #expect(try text(UnsupportedIgnored()) == #"{"kept":1}"#)
    let back = try decode(UnsupportedIgnored.self, #"{"kept":5,"pointer":1}"#)
    #expect(back.kept == 5 && back.function(1) == 2 && back.inline[2] == 3 && back.metatype == Int.self)
  }

  /// In release the compiler puts a constant in place of a `let` that every initializer of the class sets to it; no
  /// metadata tells. `Docs/Safety.md` says so; this pins what happens.
  @Test("a class `let` with a constant value cannot be restored in release; other `let`s are")
  func constantLet() throws {
    let object = try decode(ConstantLet.self, #"{"constant":5,"computed":6,"text":"t","variable":7}"#)
    _ = [ConstantLet(1, "a"), ConstantLet(2, "b")]
    #expect(object.computed == 6 && object.text == "t" && object.variable == 7)
    #if DEBUG
    #expect(object.constant == 5)
    #else
    // Should this fail, the compiler has become better: Docs/Safety.md has to say so then.
    #expect(seenConstant(of: object) == 1)
    // The memory is right; readers do not look at it.
    #expect(try text(object).contains(#""constant":5"#))
    #endif
  }
}

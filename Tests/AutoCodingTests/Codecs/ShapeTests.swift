import AutoCoding
import Foundation
import Observation
import Testing

// MARK: Models

@propertyWrapper struct Clamped: CodedPropertyWrapper, Equatable {
  private var value = 0
  var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, 0), 10) }
  }
  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
}

@propertyWrapper struct Logged<Value: Codable>: Codable {
  var wrappedValue: Value
}

@propertyWrapper struct Opaque<Value: Codable>: Codable {
  private var stored: Value
  var wrappedValue: Value { stored }
  init(wrappedValue: Value) { stored = wrappedValue }
}

struct Wrapping: AutoCoding {
  @Clamped var level = 3
  @Logged var text = "x"
  var _plain = 1
}

struct WrappingTwin: Codable {
  var level = 3
  @Logged var text = "x"
  var _plain = 1
}

struct Ambiguous: AutoCoding {
  @Opaque var number = 1
}

struct Resolved: AutoCoding {
  @Opaque var number = 1
  static var propertyKeys: [String: String] { ["number": "number"] }
}

struct ResolvedTwin: Codable {
  @Opaque var number = 1
}

@Observable final class Watched: AutoCoding {
  var count = 1
  var name = "n"
  let id: Int
  @ObservationIgnored var ignored = 2.5
  init(id: Int) { self.id = id }
}

@Observable final class WatchedLater: AutoCoding, DefaultInitializable {
  var count = 0
  var name: String?
  init() {}
  static let propertyRules: PropertyRules = ["count": .formerly("_count"), "_name": .formerly("_name")]
}

@Observable final class WatchedKeys: AutoCoding {
  var count = 1
  init() {}
  enum CodingKeys: String, CodingKey {
    case _count = "number"
    case _$observationRegistrar
  }
}

@Observable final class WatchedCache: AutoCoding {
  var count = 1
  @ObservationIgnored var _cache: Int? = 4
  init() {}
  static let unEncodedProperties: Set<String> = ["_cache"]
}

final class LazyModel: AutoCoding {
  var base = 2
  lazy var doubled = base * 2
}

struct Tuples: AutoCoding {
  var plain: (Int, String) = (1, "a")
  var labeled: (x: Double, y: Double?) = (1.5, nil)
  var nested: [(key: String, values: (Bool, [Int]))] = [("k", (true, [1, 2]))]
  var maybe: (Int, Int)?
  var byName: [String: (Int, Int)] = ["a": (1, 2)]
}

final class Parent: AutoCoding {
  var name = "p"
  var child: Child?
}

final class Child: AutoCoding {
  var name = "c"
  weak var parent: Parent?
}

final class Unowning: AutoCoding {
  var name = "u"
  unowned let owner: Parent
  init(_ owner: Parent) { self.owner = owner }
}

final class UnowningIgnored: AutoCoding {
  var name = "u"
  unowned let owner: Parent
  init(_ owner: Parent) { self.owner = owner }
  static var unEncodedProperties: Set<String> { ["owner"] }
}

struct Keyed: AutoCoding, Equatable {
  var first = 1
  var second = "s"
  var third: Int? = nil
  enum CodingKeys: String, CodingKey {
    case second
    case first = "FIRST"
  }
}

// Private, so that an optimized build of the tests may remove what nothing refers to.
private struct KeyedPrivately: AutoCoding {
  var a = 1
  var b: Int? = 2
  enum CodingKeys: String, CodingKey { case a = "A" }
}

struct KeyedTwin: Codable, Equatable {
  var first = 1
  var second = "s"
  var third: Int? = nil
  private enum CodingKeys: String, CodingKey {
    case second
    case first = "FIRST"
  }
}

class KeyedBase: AutoCoding {
  var a = 1
  var b = 2
  enum CodingKeys: String, CodingKey { case a, b = "bee" }
}

final class KeyedSub: KeyedBase {
  var c = 3
}

final class KeyedAgain: KeyedBase {
  var c = 3
  enum CodingKeys: String, CodingKey { case c = "sea" }
}

struct KeyedNeedsDefault: AutoCoding {
  var coded = 1
  var left = 2
  enum CodingKeys: CodingKey { case coded }
}

struct KeyedWrongly: AutoCoding {
  var coded = 1
  enum CodingKeys: CodingKey { case coded, misspelt }
}

struct KeyedGeneric<Value: Codable>: AutoCoding {
  var value: Value
  enum CodingKeys: String, CodingKey { case value = "v" }
}

enum KeyedCases: AutoCoding, Equatable {
  case circle(radius: Int, Int)
  case empty
  enum CodingKeys: String, CodingKey { case circle = "round", empty }
}

enum KeyedPayload: AutoCoding {
  case circle(radius: Int)
  enum CircleCodingKeys: String, CodingKey { case radius = "r" }
}

enum KeyedCasesTwin: Codable, Equatable {
  case circle(radius: Int, Int)
  case empty
  enum CodingKeys: String, CodingKey { case circle = "round", empty }
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

// MARK: Tests

/// Shapes.
struct ShapeTests {
  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  private func problems(of type: Any.Type) -> [AutoCodingError.Problem] {
    do {
      _ = try TypeMap(reflecting: type)
      return []
    } catch {
      return (error as? AutoCodingError)?.problems ?? []
    }
  }

  @Test("property wrappers: transparent by our protocol, else by their own Codable, else a named error")
  func wrappers() throws {
    #expect(try text(Wrapping()) == #"{"_plain":1,"level":3,"text":{"wrappedValue":"x"}}"#)
    #expect(try text(Wrapping()) == text(WrappingTwin()))
    let back = try decode(Wrapping.self, #"{"_plain":5,"level":99,"text":{"wrappedValue":"y"}}"#)
    #expect(back.level == 10 && back.text == "y" && back._plain == 5)
    #expect(try TokenReader.value(Wrapping.self, from: TokenWriter.tokens(of: back)).level == 10)

    let problem = try #require(problems(of: Ambiguous.self).first)
    #expect(problem.property == "_number" && problem.remedy.contains(#"propertyKeys ["number": …]"#))
    #expect(try text(Resolved()) == text(ResolvedTwin()))
    #expect(try decode(Resolved.self, text(ResolvedTwin(number: 7))).number == 7)
  }

  @Test("@Observable: keys without underscores, the registrar works after decoding")
  func observable() throws {
    let value = Watched(id: 9)
    value.count = 5
    #expect(try text(value) == #"{"count":5,"id":9,"ignored":2.5,"name":"n"}"#)
    let back = try decode(Watched.self, #"{"count":6,"id":10,"ignored":3.5,"name":"m"}"#)
    #expect(back.count == 6 && back.id == 10 && back.ignored == 3.5 && back.name == "m")
    let seen = Seen()
    withObservationTracking({ _ = back.count }, onChange: { seen.mark() })
    back.count = 7
    #expect(seen.isMarked)
  }

  @Test("@Observable: the storage that the macro makes can be named, and the compiler's data be read")
  func observableStorage() throws {
    // What the compiler's code writes.
    let later = try decode(WatchedLater.self, #"{"_$observationRegistrar":{},"_count":1,"_name":"n"}"#)
    #expect(later.count == 1 && later.name == "n")
    #expect(try text(WatchedKeys()) == #"{"number":1}"#)
    #expect(try decode(WatchedKeys.self, #"{"number":3}"#).count == 3)
    #expect(try text(WatchedCache()) == #"{"count":1}"#)
    #expect(try decode(WatchedCache.self, #"{"count":2}"#)._cache == nil)
  }

  private final class Seen: @unchecked Sendable {
    private(set) var isMarked = false
    func mark() { isMarked = true }
  }

  @Test("lazy: its value once computed, under its plain name; uncomputed stays uncomputed")
  func lazyProperties() throws {
    let value = LazyModel()
    #expect(try text(value) == #"{"base":2}"#)
    _ = value.doubled
    #expect(try text(value) == #"{"base":2,"doubled":4}"#)
    #expect(try decode(LazyModel.self, #"{"base":5}"#).doubled == 10)
    #expect(try decode(LazyModel.self, #"{"base":5,"doubled":1}"#).doubled == 1)
  }

  @Test("tuples: labeled keyed, unlabeled unkeyed")
  func tuples() throws {
    var value = Tuples()
    let written = try text(value)
    #expect(
      written == """
        {"byName":{"a":[1,2]},"labeled":{"x":1.5},"nested":[{"key":"k","values":[true,[1,2]]}],"plain":[1,"a"]}
        """)
    value = try decode(
      Tuples.self,
      #"{"byName":{},"labeled":{"x":2,"y":3},"maybe":[5,6],"nested":[{"values":[false,[]],"key":"z"}],"plain":[7,"b"]}"#
    )
    #expect(value.plain == (7, "b") && value.labeled == (2, 3) && value.byName.isEmpty)
    #expect(value.maybe.map { $0 == (5, 6) } == true)
    #expect(value.nested.count == 1 && value.nested[0].key == "z" && value.nested[0].values.0 == false)
    let again = try TokenReader.value(Tuples.self, from: TokenWriter.tokens(of: value))
    #expect(again.plain == value.plain && again.maybe.map { $0 == (5, 6) } == true)
    for plain in ["[7]", #"[7,"b",1]"#, "[]", #"["b",7]"#, "{}", "null"] {
      #expect(throws: DecodingError.self) {
        try decode(Tuples.self, #"{"byName":{},"labeled":{"x":2},"nested":[],"plain":\#(plain)}"#)
      }
    }
  }

  struct EqualLabels: AutoCoding { var pair: (_1: Int, Int) }

  @Test("a tuple whose elements have one key is refused")
  func equalLabels() {
    let found = problems(of: EqualLabels.self)
    #expect(found.map(\.code) == [.duplicateKey])
    #expect(found.first?.explanation.contains(#"have the key "_1""#) ?? false)
  }

  @Test("ranges and vectors go through their own Codable")
  func ownCodable() throws {
    #expect(try text(Ranges()) == text(RangesTwin()))
    let back = try decode(Ranges.self, text(RangesTwin()))
    #expect(back.half == 1..<5 && back.closed == "a"..."z" && back.from.lowerBound == 2 && back.through.upperBound == 9)
    #expect(try TokenReader.value(Ranges.self, from: TokenWriter.tokens(of: Ranges())).half == 1..<5)
  }

  @Test("weak references are left out of trees, and nil afterwards")
  func weakReferences() throws {
    let parent = Parent()
    let child = Child()
    parent.child = child
    child.parent = parent
    #expect(try text(parent) == #"{"child":{"name":"c"},"name":"p"}"#)
    let back = try decode(Parent.self, text(parent))
    #expect(back.child?.parent == nil)
    back.child?.parent = back
    #expect(back.child?.parent === back)
    #expect(try TypeMap(reflecting: Child.self).description.contains("left out: weak; only keyed archives keep it"))
  }

  @Test("unowned references are refused, or ignored and then encode-only")
  func unowned() throws {
    #expect(problems(of: Unowning.self).map(\.property) == ["owner"])
    let parent = Parent()
    #expect(try text(UnowningIgnored(parent)) == #"{"name":"u"}"#)
    #expect(throws: AutoCodingError.self) { try decode(UnowningIgnored.self, #"{"name":"u"}"#) }
  }

  @Test("a nested CodingKeys is honored as synthesized Codable would")
  func codingKeys() throws {
    #expect(try text(Keyed()) == text(KeyedTwin()))
    #expect(try decode(Keyed.self, #"{"FIRST":5,"second":"t","third":4}"#) == Keyed(first: 5, second: "t", third: nil))
    #expect(try text(KeyedPrivately()) == #"{"A":1}"#)
    #expect(try text(KeyedSub()) == #"{"a":1,"bee":2,"c":3}"#)
    #expect(try decode(KeyedSub.self, #"{"a":4,"bee":5,"c":6}"#).b == 5)
    #expect(try text(KeyedNeedsDefault()) == #"{"coded":1}"#)
    #expect(throws: AutoCodingError.self) { try decode(KeyedNeedsDefault.self, #"{"coded":1}"#) }
    #expect(problems(of: KeyedWrongly.self).map(\.property) == ["misspelt"])
    #expect(try text(KeyedGeneric(value: 1)) == #"{"v":1}"#)
    let cases: [(KeyedCases, KeyedCasesTwin)] = [(.circle(radius: 1, 2), .circle(radius: 1, 2)), (.empty, .empty)]
    for (auto, twin) in cases {
      #expect(try text(auto) == text(twin))
      #expect(try decode(KeyedCases.self, text(twin)) == auto)
    }
  }

  // In release the compiler removes what no code uses, and nothing is left to be found.
  #if DEBUG
  @Test("CodingKeys that an optimized build would not contain are refused by name")
  func unseenCodingKeys() {
    let subclass = problems(of: KeyedAgain.self)
    #expect(subclass.map(\.code) == [.hiddenCodingKeys])
    #expect(subclass.first?.description.contains("CodingKeys") == true)
    #expect(problems(of: KeyedPayload.self).map(\.property) == ["CircleCodingKeys"])
  }
  #endif
}

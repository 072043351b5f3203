import AutoCoding
import Foundation

// Structs as they differ by how their properties are declared.

private struct Flat: AutoCoding, Equatable {
  let counted: Counted
  var flag = true
  let small: UInt8
  var number = 2.5
  let text: String
  var wide = Int64.min
  var half: Float = 0.5
  let last: Counted
}

private struct Inner: AutoCoding, Equatable {
  let counted: Counted
  var text: String
}

private struct Outer: AutoCoding, Equatable {
  let first: Inner
  var nothing: Nothing
  var list: [Inner]
  let byName: [String: Inner]
  var last: Inner
}

private struct Defaults: AutoCoding, DefaultInitializable {
  var counted = Counted(1)
  var optional: Counted? = Counted(2)
  var watched = Watched(3)
  var list = [Counted(4)]
  var text = longText
  var number = 5
  @Transient var draft = Counted(6)
  var left = Counted(7)

  static var unEncodedProperties: Set<String> { ["left"] }

  static func isSame(_ left: Defaults, _ right: Defaults) -> Bool {
    guard right.draft.number == 6, right.left.number == 7 else { return false }
    return (left.counted, left.optional, left.watched, left.list, left.text, left.number)
      == (right.counted, right.optional, right.watched, right.list, right.text, right.number)
  }

  static func changed() -> Defaults {
    var value = Defaults(optional: nil, list: [], number: 6, left: Counted(8))
    value.draft = Counted(9)
    return value
  }
}

private struct Generic<Value: Codable & Equatable, Other: Codable & Equatable>: AutoCoding, Equatable {
  let value: Value
  var list: [Value]
  var optional: Value?
  let other: Other
}

private struct LeftOut: AutoCoding {
  let counted: Counted
  var cache: [Counted]? = [Counted(0)]
  var text: String? = longText
  weak var observer: Counted?
  var last: Int

  static var unEncodedProperties: Set<String> { ["cache", "text", "observer"] }

  static func isSame(_ left: LeftOut, _ right: LeftOut) -> Bool {
    guard right.cache == nil, right.text == nil, right.observer == nil else { return false }
    return (left.counted, left.last) == (right.counted, right.last)
  }
}

private struct Refusing: AutoCoding, Equatable {
  var counted: Counted
  var accepted: Bool

  mutating func didDecode() throws {
    if !accepted { throw Refusal.wanted }
    counted = Counted(counted.number)
  }
}

private struct Wrapped: AutoCoding, Equatable {
  @Boxed var boxed = Counted(1)
  @Boxed var optional: Counted?
  @Boxed var list = [Counted(2)]
  @Boxed var watched = Watched(3)
  @Logged var logged = Counted(4)
  var last = Counted(5)
}

private struct Keyed: AutoCoding {
  let counted: Counted
  var text: String
  var left: Counted?

  enum CodingKeys: String, CodingKey {
    case text = "t"
    case counted = "c"
  }

  static func isSame(_ left: Keyed, _ right: Keyed) -> Bool {
    (left.counted, left.text) == (right.counted, right.text) && right.left == nil
  }
}

private struct Lazy: AutoCoding {
  let counted: Counted
  lazy var computed = [Counted(counted.number + 1)]
  lazy var text = longText

  init(_ number: Int, computed: [Counted]? = nil) {
    counted = Counted(number)
    if let computed { self.computed = computed }
  }

  static func isSame(_ left: Lazy, _ right: Lazy) -> Bool {
    var (left, right) = (left, right)
    return (left.counted, left.computed, left.text) == (right.counted, right.computed, right.text)
  }
}

/// More properties than a machine word has bits.
private struct Many: AutoCoding, Equatable {
  let c0: Counted
  var a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9
  var b0 = 0, b1 = 1, b2 = 2, b3 = 3, b4 = 4, b5 = 5, b6 = 6, b7 = 7, b8 = 8, b9 = 9
  var d0: Int?, d1: Int?, d2: Int?, d3: Int?, d4: Int?, d5: Int?, d6: Int?, d7: Int?, d8: Int?, d9: Int?
  var e0: Int?, e1: Int?, e2: Int?, e3: Int?, e4: Int?, e5: Int?, e6: Int?, e7: Int?, e8: Int?, e9: Int?
  var f0: Int?, f1: Int?, f2: Int?, f3: Int?, f4: Int?, f5: Int?, f6: Int?, f7: Int?, f8: Int?, f9: Int?
  var g0: Int?, g1: Int?, g2: Int?, g3: Int?, g4: Int?, g5: Int?, g6: Int?, g7: Int?, g8: Int?, g9: Int?
  let c1: Counted
  var h1: String? = longText, h2: String?, h3 = longText, h4: Counted?, h5 = 5
  let c2: Counted
}

extension RoundTrips {
  static var structShapes: [Layout] {
    [
      Layout("struct: no properties", [Nothing()]),
      Layout("struct: let and var", [Flat(counted: Counted(1), small: 7, text: longText, last: Counted(2))]),
      Layout("struct: structs, an array, a dictionary", [outer]),
      Layout("struct: DefaultInitializable", isSame: Defaults.isSame, [Defaults(), .changed()]),
      Layout("struct: generic", generic),
      Layout("struct: generic, of generics", [genericOfGenerics]),
      Layout("struct: properties left out", isSame: LeftOut.isSame, [LeftOut(counted: Counted(1), last: 2)]),
      Layout(
        "struct: didDecode() that refuses", refused: [#"{"counted":1,"accepted":false}"#],
        [Refusing(counted: Counted(1), accepted: true)]),
      Layout("struct: property wrappers", [Wrapped(), Wrapped(optional: Counted(6))]),
      Layout(
        "struct: CodingKeys", isSame: Keyed.isSame, [Keyed(counted: Counted(1), text: longText, left: Counted(2))]),
      Layout("struct: lazy", isSame: Lazy.isSame, [Lazy(1), Lazy(2, computed: [Counted(5)]), Lazy(3, computed: [])]),
      Layout("struct: more than 64 properties", [Many(c0: Counted(1), c1: Counted(2), h4: Counted(3), c2: Counted(4))]),
      Layout("struct: in an array", [[inner(1), inner(2)], []]),
      Layout("struct: in a dictionary", [["a": inner(1), "b": inner(2)], [:]]),
    ]
  }

  private static func inner(_ number: Int) -> Inner {
    Inner(counted: Counted(number), text: longText)
  }

  private static var outer: Outer {
    Outer(first: inner(1), nothing: Nothing(), list: [inner(2), inner(3)], byName: ["a": inner(4)], last: inner(5))
  }

  private static var generic: [Generic<Counted, Inner>] {
    [
      Generic(value: Counted(1), list: [Counted(2)], optional: nil, other: inner(3)),
      Generic(value: Counted(4), list: [], optional: Counted(5), other: inner(6)),
    ]
  }

  private static var genericOfGenerics: Generic<Generic<UInt8, Counted>, Counted?> {
    Generic(value: Generic(value: 1, list: [2], optional: 3, other: Counted(4)), list: [], optional: nil, other: nil)
  }
}

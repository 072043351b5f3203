import AutoCoding
import Foundation

private struct Flat: AutoCoding {
  let counted: Counted
  var flag = true
  let small: UInt8
  var number = 2.5
  let text: String
  var wide = Int64.min
  var half: Float = 0.5
  let last: Counted
}

private struct Optionals: AutoCoding {
  var counted: Counted?
  let number: Int?
  var text: String?
  let flag: Bool?
  var double: Double?
  var inner: Inner?
  let list: [Counted]?
  var date: Date?
  var mark: Mark?
  var last: Int
}

private struct Inner: AutoCoding {
  let counted: Counted
  var text: String
}

private struct Outer: AutoCoding {
  let first: Inner
  var nothing: Nothing
  var list: [Inner]
  let byName: [String: Inner]
  var last: Inner
}

private struct Collections: AutoCoding {
  let array: [Counted]
  var dictionary: [String: Counted]
  let byNumber: [Int: [Counted]]
  var set: Set<String>
  let optionals: [Counted?]
  var deep: [[String: [Counted]]]
  let contiguous: ContiguousArray<Counted>
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
}

private struct Generic<Value: Codable, Other: Codable>: AutoCoding {
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
}

private struct Weak: AutoCoding {
  let first: UInt8
  var watched: Watched
  let list: [Watched]
  var optional: Watched?
  let byName: [String: Watched]
  var last: Counted
}

private struct Aligned: AutoCoding {
  let first: UInt8
  var vector: Vector
  let counted: Counted
  var list: [Vector]
}

private struct Texts: AutoCoding {
  let character: Character
  var substring: Substring
  let optional: Substring?
  var list: [Substring]
  let optionals: [Substring?]
  var byName: [String: Character]
  var byCharacter: [Character: Substring]
  let slice: ArraySlice<Counted>
  var watched: ArraySlice<Watched>
  let set: Set<Character>
}

private struct Refusing: AutoCoding {
  var counted: Counted
  var accepted: Bool

  mutating func didDecode() throws {
    if !accepted { throw Refusal.wanted }
    counted = Counted(counted.number)
  }
}

private struct Existentials: AutoCoding {
  let tenant: any Tenant
  var optional: (any Tenant)?
  let list: [any Tenant]
  let byName: [String: any Tenant]
  var both: any Tenant & Resident
  let last: Counted
}

private struct Anything: AutoCoding {
  let value: Any
  var list: [Any]
  let table: [String: Any]
  let last: Counted
}

private struct Tuples: AutoCoding {
  var plain: (Counted, String)
  let labelled: (x: Counted, y: Counted?)
  var optional: (Counted, (UInt8, Watched))?
  let list: [(key: String, Counted)]
  let byName: [String: (Int, Counted)]
  let last: Counted
}

private struct Wrapped: AutoCoding {
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

  private enum CodingKeys: String, CodingKey {
    case text = "t"
    case counted = "c"
  }
}

private struct Lazy: AutoCoding {
  let counted: Counted
  lazy var computed = [Counted(counted.number + 1)]
  lazy var text = longText

  static func computed(_ number: Int) -> Lazy {
    var value = Lazy(counted: Counted(number))
    _ = value.computed
    return value
  }

  init(counted: Counted) {
    self.counted = counted
  }
}

/// More properties than a machine word has bits.
private struct Many: AutoCoding {
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
  static var structLayouts: [Layout] {
    [
      Layout("struct: no properties", [Nothing()]),
      Layout("struct: let and var", [Flat(counted: Counted(1), small: 7, text: longText, last: Counted(2))]),
      Layout(
        "struct: Optionals",
        [
          Optionals(
            counted: Counted(1), number: 2, text: longText, flag: true, double: 0.5,
            inner: Inner(counted: Counted(3), text: "x"), list: [Counted(4)], date: someDate, mark: .minus, last: 5),
          Optionals(
            counted: nil, number: nil, text: nil, flag: nil, double: nil, inner: nil, list: nil, date: nil, mark: nil,
            last: 6),
        ]),
      Layout(
        "struct: structs, an array, a dictionary",
        [
          Outer(
            first: Inner(counted: Counted(1), text: longText), nothing: Nothing(),
            list: (0..<2).map { Inner(counted: Counted($0), text: longText) },
            byName: ["a": Inner(counted: Counted(2), text: "x")], last: Inner(counted: Counted(4), text: ""))
        ]),
      Layout(
        "struct: collections",
        [
          Collections(
            array: (0..<2).map(Counted.init), dictionary: ["a": Counted(1)], byNumber: [1: [Counted(2)], 2: []],
            set: [longText], optionals: [Counted(3), nil], deep: [["x": [Counted(4)]], [:]], contiguous: [Counted(5)])
        ]),
      Layout("struct: DefaultInitializable", [Defaults(), Defaults(optional: nil, list: [], number: 6)]),
      Layout(
        "struct: generic",
        [
          Generic(value: Counted(1), list: [Counted(2)], optional: nil, other: Inner(counted: Counted(3), text: "x")),
          Generic(value: Counted(4), list: [], optional: Counted(5), other: Inner(counted: Counted(6), text: longText)),
        ]),
      Layout(
        "struct: generic, of generics",
        [
          Generic(
            value: Generic(value: 1 as UInt8, list: [2], optional: 3, other: Counted(4)), list: [], optional: nil,
            other: Counted?.none)
        ]),
      Layout("struct: properties left out", [LeftOut(counted: Counted(1), last: 2)]),
      Layout(
        "struct: what bytes cannot move",
        [
          Weak(
            first: 1, watched: Watched(2), list: (0..<2).map(Watched.init), optional: Watched(3),
            byName: ["a": Watched(4)], last: Counted(5)),
          Weak(first: 1, watched: Watched(2), list: [], optional: nil, byName: [:], last: Counted(5)),
        ]),
      Layout(
        "struct: alignment of 32",
        [Aligned(first: 1, vector: [1.5, 2, 3, 4], counted: Counted(1), list: [[5, 6, 7, 8.5]])]),
      Layout(
        "struct: values that no container takes",
        [
          Texts(
            character: "é", substring: longText.dropFirst(), optional: longText.dropLast(),
            list: (0..<2).map { longText.dropFirst($0) }, optionals: ["x", nil], byName: ["a": "b"],
            byCharacter: ["k": longText.dropLast(2)], slice: [Counted(1), Counted(2)],
            watched: (0..<2).map(Watched.init)[...], set: ["s"])
        ]),
      Layout(
        "struct: existentials",
        [
          Existentials(
            tenant: LargeTenant(counted: Counted(1)), optional: SmallTenant(counted: Counted(2)),
            list: [TenantCase.one(Counted(3)), TenantCase.nobody],
            byName: ["a": TenantObject()], both: TenantBelow(), last: Counted(5)),
          Existentials(
            tenant: TenantObject(), optional: nil, list: [], byName: [:], both: TenantObject(), last: Counted(6)),
        ]),
      Layout(
        "struct: Any", takesAnything: true,
        [
          Anything(
            value: LargeTenant(counted: Counted(1)), list: [1, 2.5, true, longText, TenantBelow()],
            table: ["a": [SmallTenant(counted: Counted(2)), ["b": 1]] as [Any]], last: Counted(3))
        ]),
      Layout(
        "struct: tuples",
        [
          Tuples(
            plain: (Counted(1), longText), labelled: (Counted(2), nil), optional: (Counted(3), (4, Watched(5))),
            list: (0..<2).map { ("k", Counted($0)) }, byName: ["a": (6, Counted(7))], last: Counted(8)),
          Tuples(
            plain: (Counted(1), ""), labelled: (Counted(2), Counted(3)), optional: nil, list: [], byName: [:],
            last: Counted(4)),
        ]),
      Layout("struct: property wrappers", [Wrapped(), Wrapped(optional: Counted(6))]),
      Layout("struct: CodingKeys", [Keyed(counted: Counted(1), text: longText, left: Counted(2))]),
      Layout("struct: lazy", [Lazy(counted: Counted(1)), Lazy.computed(2)]),
      Layout(
        "struct: didDecode() that refuses", refused: [#"{"counted":1,"accepted":false}"#],
        [Refusing(counted: Counted(1), accepted: true)]),
      Layout("struct: more than 64 properties", [Many(c0: Counted(1), c1: Counted(2), h4: Counted(3), c2: Counted(4))]),
      Layout("struct: in an array", [(0..<2).map { Inner(counted: Counted($0), text: longText) }]),
    ]
  }
}

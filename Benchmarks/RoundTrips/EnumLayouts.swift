import AutoCoding
import Foundation

// One layout of a payload each, with the values that it can have. Most have cases without a payload beside them, which
// Swift stores in what the payload leaves unused.

private enum Sole: AutoCoding {
  case only
}

private enum Empty: AutoCoding {
  case first, second, third
}

private enum SoleWithPayload: AutoCoding {
  case only(Counted, text: String)
}

private enum Reference: AutoCoding {
  case value(Counted)
  case nothing, never
}

private enum Number: AutoCoding {
  case value(Int)
  case nothing, never
}

private enum Labelled: AutoCoding {
  case value(of: Counted)
  case nothing
}

private enum Several: AutoCoding {
  case pair(Counted, String)
  case triple(Counted, second: Counted, Int)
  case nothing
}

private enum Sizes: AutoCoding {
  case small(UInt8)
  case wide(Bool, Double, Int8, Counted, UInt16, String, last: Int32)
  case middle(Float, Counted)
  case nothing
}

private enum ZeroSized: AutoCoding {
  case empty(Nothing)
  case both(Nothing, Nothing)
  case beside(Nothing, Counted, last: Nothing)
  case none
}

private final class Node: AutoCoding {
  let counted: Counted
  let next: Node?
  init(_ number: Int, next: Node? = nil) {
    counted = Counted(number)
    self.next = next
  }
}

private enum Objects: AutoCoding {
  case node(Node)
  case counted(Counted)
  case labelled(node: Node, Node?)
  case nothing
}

private enum Nested: AutoCoding {
  case reference(Reference)
  case several(inner: Several, Counted)
  case sizes(Sizes, ZeroSized)
  case optional(Labelled?)
  case nothing
}

private enum IndirectCase: AutoCoding {
  case leaf(Counted)
  indirect case node(IndirectCase, Counted, right: IndirectCase)
  indirect case one(IndirectCase)
  case end
}

private indirect enum Indirect: AutoCoding {
  case leaf(Counted)
  case labelled(of: Int)
  case node(left: Indirect, right: Indirect)
  case list([Indirect])
  case end
}

private enum Generic<Value: Codable>: AutoCoding {
  case value(Value)
  case pair(first: Value, Value?)
  indirect case boxed(Value, Generic)
  case nothing
}

private enum Optionals: AutoCoding {
  case counted(Counted?)
  case labelled(text: String?)
  case several(Counted?, Int?, last: Several?)
  case nothing
}

private enum Big: AutoCoding {
  case inline(Int, Int, Int, Int, Int, Int, Int, Int, Int, last: Counted)
  case large(Large)
  indirect case boxed(Large, Counted)
  case nothing
}

private enum Lists: AutoCoding {
  case array([Counted])
  case dictionary([String: Counted])
  case byNumber(values: [Int: Counted], Set<String>)
  case deep([[Several]])
  case nothing
}

private class Base: AutoCoding {
  var counted = Counted(1)
}

private final class Derived: Base {
  var more: [Counted] = [Counted(2)]
}

private enum Dynamic: AutoCoding {
  case one(Base)
  case optional(Base?)
  case several(Base, list: [Base])
  case nothing
}

private enum Weak: AutoCoding {
  case watched(Watched)
  case beside(Watched, Counted, last: Int)
  indirect case boxed(Watched, Counted)
  case list([Watched])
  case optional(Watched?)
  case nothing
}

private enum Aligned: AutoCoding {
  case vector(Vector)
  case beside(UInt8, Vector, last: Counted)
  indirect case boxed(UInt8, Vector, last: Counted)
  case nothing
}

private enum Leaves: AutoCoding {
  case several(Date, URL, UUID, Data, Decimal)
  case optional(date: Date?, url: URL?, uuid: UUID?, data: Data?, decimal: Decimal?)
  case marks(Mark, Marks, counted: Counted)
}

private enum Texts: AutoCoding {
  case one(Substring)
  case several(Character, list: [Substring], Substring?, last: Counted)
  case dictionary([String: Character])
  case slice(ArraySlice<Counted>)
}

private enum Existentials: AutoCoding {
  case one(any Tenant)
  case optional(tenant: (any Tenant)?)
  case several([any Tenant], byName: [String: any Tenant], last: Counted)
  case both(any Tenant & Resident, Counted)
  indirect case boxed(any Tenant, Existentials)
  case nobody
}

private enum Anything: AutoCoding {
  case one(Any)
  case several([Any], table: [String: Any], last: Counted)
  case nothing
}

private enum Tuples: AutoCoding {
  case one(tuple: (Counted, String))
  case several((x: Counted, y: Counted?), list: [(Int, Counted)], ((UInt8, Watched), Counted)?)
  case nothing
}

private enum Keyed: AutoCoding {
  case value(Counted, text: String)
  case nothing

  private enum CodingKeys: String, CodingKey {
    case value = "v"
    case nothing = "n"
  }

  private enum ValueCodingKeys: String, CodingKey {
    case _0 = "first"
    case text = "t"
  }
}

private enum Refusing: AutoCoding {
  case value(Counted, accepted: Bool)

  func didDecode() throws {
    if case .value(_, false) = self { throw Refusal.wanted }
  }
}

extension RoundTrips {
  static var enumLayouts: [Layout] {
    [
      Layout("enum: a sole case", [Sole.only]),
      Layout("enum: no payload", [Empty.first, .second, .third]),
      Layout("enum: a sole case with a payload", [SoleWithPayload.only(Counted(1), text: longText)]),
      Layout("enum: a reference", [Reference.value(Counted(1)), .nothing, .never]),
      Layout("enum: a number", [Number.value(.max), .value(0), .nothing, .never]),
      Layout("enum: labelled", [Labelled.value(of: Counted(1)), .nothing]),
      Layout(
        "enum: several values",
        [
          Several.pair(Counted(1), longText), .triple(Counted(2), second: Counted(3), 4), .pair(Counted(5), ""),
          .nothing,
        ]),
      Layout(
        "enum: mixed sizes",
        [
          Sizes.small(255), .wide(true, 1.5, -1, Counted(1), 65_535, longText, last: .min), .middle(0.5, Counted(2)),
          .nothing,
        ]),
      Layout(
        "enum: zero-sized",
        [
          ZeroSized.empty(Nothing()), .both(Nothing(), Nothing()), .beside(Nothing(), Counted(1), last: Nothing()),
          .none,
        ]),
      Layout(
        "enum: classes",
        [
          Objects.node(Node(1, next: Node(2))), .counted(Counted(3)), .labelled(node: Node(4), nil),
          .labelled(node: Node(5), Node(6)), .nothing,
        ]),
      Layout(
        "enum: enums",
        [
          Nested.reference(.value(Counted(1))), .reference(.never),
          .several(inner: .triple(Counted(2), second: Counted(3), 4), Counted(5)),
          .several(inner: .nothing, Counted(6)),
          .sizes(.middle(1, Counted(7)), .beside(Nothing(), Counted(8), last: Nothing())), .sizes(.nothing, .none),
          .optional(.value(of: Counted(9))), .optional(nil), .nothing,
        ]),
      Layout(
        "enum: an indirect case",
        [
          IndirectCase.leaf(Counted(1)),
          .node(.one(.leaf(Counted(2))), Counted(3), right: .node(.end, Counted(4), right: .end)), .end,
        ]),
      Layout(
        "enum: indirect",
        [
          Indirect.node(left: .leaf(Counted(1)), right: .node(left: .end, right: .labelled(of: 2))),
          .list([.leaf(Counted(3)), .list([]), .leaf(Counted(4))]), .end,
        ]),
      Layout(
        "enum: generic, of objects",
        [Generic.value(Counted(1)), .pair(first: Counted(2), nil), .pair(first: Counted(3), Counted(4)), .nothing]),
      Layout(
        "enum: generic, of Optionals",
        [Generic<Counted?>.value(Counted(1)), .value(nil), .boxed(nil, .value(Counted(2))), .nothing]),
      Layout(
        "enum: generic, of arrays, boxed",
        [Generic.boxed([Counted(1)], .boxed([], .value([Counted(2), Counted(3)]))), .pair(first: [], [Counted(4)])]),
      Layout(
        "enum: generic, of enums",
        [Generic.value(Several.pair(Counted(1), longText)), .pair(first: .nothing, .pair(Counted(2), "")), .nothing]),
      Layout(
        "enum: Optionals",
        [
          Optionals.counted(Counted(1)), .counted(nil), .labelled(text: longText), .labelled(text: nil),
          .several(Counted(2), 3, last: .pair(Counted(4), "")), .several(nil, nil, last: nil), .nothing,
        ]),
      Layout(
        "enum: large",
        [
          Big.inline(1, 2, 3, 4, 5, 6, 7, 8, 9, last: Counted(1)), .large(Large(counted: Counted(2))),
          .boxed(Large(counted: Counted(3)), Counted(4)), .nothing,
        ]),
      Layout(
        "enum: collections",
        [
          Lists.array((0..<2).map(Counted.init)), .array([]), .dictionary(["a": Counted(1), "b": Counted(2)]),
          .byNumber(values: [1: Counted(3)], [longText]), .deep([[.pair(Counted(4), longText)], [], [.nothing]]),
          .nothing,
        ]),
      Layout(
        "enum: objects held as their base class",
        [
          Dynamic.one(Derived()), .one(Base()), .optional(Derived()), .optional(nil),
          .several(Derived(), list: [Base(), Derived()]), .nothing,
        ]),
      Layout(
        "enum: what bytes cannot move",
        [
          Weak.watched(Watched(1)), .beside(Watched(2), Counted(3), last: 4), .boxed(Watched(5), Counted(6)),
          .list((0..<2).map(Watched.init)), .optional(Watched(7)), .optional(nil), .nothing,
        ]),
      Layout(
        "enum: alignment of 32",
        [
          Aligned.vector([1.5, 2, 3, 4]), .beside(1, [2, 3, 4, 5.5], last: Counted(1)),
          .boxed(2, [3, 4, 5, 6.5], last: Counted(2)), .nothing,
        ]),
      Layout(
        "enum: Foundation's values",
        [
          Leaves.several(someDate, someURL, someUUID, someData, someDecimal),
          .optional(date: someDate, url: someURL, uuid: someUUID, data: someData, decimal: someDecimal),
          .optional(date: nil, url: nil, uuid: nil, data: nil, decimal: nil),
          .marks(.minus, Marks(rawValue: 5), counted: Counted(1)),
        ]),
      Layout(
        "enum: values that no container takes",
        [
          Texts.one(longText.dropFirst()),
          .several("é", list: [longText.dropLast(), "b"], longText.dropFirst(3), last: Counted(1)),
          .several("e", list: [], nil, last: Counted(2)), .dictionary(["a": "x", "b": "y"]),
          .slice([Counted(3), Counted(4)]),
        ]),
      Layout(
        "enum: existentials",
        [
          Existentials.one(SmallTenant(counted: Counted(1))), .one(LargeTenant(counted: Counted(2))),
          .one(TenantBelow()), .one(TenantCase.one(Counted(3))), .optional(tenant: TenantObject()),
          .optional(tenant: nil),
          .several(
            [SmallTenant(counted: Counted(4)), TenantCase.nobody], byName: ["a": TenantObject()], last: Counted(5)),
          .both(TenantBelow(), Counted(6)), .boxed(SmallTenant(counted: Counted(7)), .nobody),
        ]),
      Layout(
        "enum: Any", takesAnything: true,
        [
          Anything.one(SmallTenant(counted: Counted(1))), .one(LargeTenant(counted: Counted(2))),
          .one(longText),
          .several(
            [1, 2.5, true, longText, [TenantBelow()] as [Any]], table: ["a": TenantCase.one(Counted(3))],
            last: Counted(4)),
          .nothing,
        ]),
      Layout(
        "enum: tuples",
        [
          Tuples.one(tuple: (Counted(1), longText)),
          .several(
            (x: Counted(2), y: Counted(3)), list: (0..<2).map { ($0, Counted($0)) }, ((1, Watched(4)), Counted(5))),
          .several((x: Counted(6), y: nil), list: [], nil), .nothing,
        ]),
      Layout("enum: CodingKeys", [Keyed.value(Counted(1), text: longText), .nothing]),
      Layout(
        "enum: didDecode() that refuses", refused: [#"{"value":{"_0":1,"accepted":false}}"#],
        [Refusing.value(Counted(1), accepted: true)]),
    ]
  }
}

// Not stored: the leak sanitizer does not see what a global refers to by way of some of these.
var someDate: Date { Date(timeIntervalSinceReferenceDate: 700_000_000) }
var someURL: URL { URL(fileURLWithPath: "/a/path/that/is/too/long/to/be/stored/inline") }
var someUUID: UUID { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }
var someData: Data { Data(0..<100) }
var someDecimal: Decimal { Decimal(314) / 100 }

import AutoCoding

// Enums as they differ by their cases. Most have cases without a payload beside the others, which Swift stores in what
// the payloads leave unused.

private enum Sole: AutoCoding {
  case only
}

private enum Empty: AutoCoding {
  case first, second, third
}

private enum SoleWithPayload: AutoCoding, Equatable {
  case only(Counted, text: String)
}

private enum Reference: AutoCoding, Equatable {
  case value(Counted)
  case nothing, never
}

/// Every pattern of bits is a value of the payload, so the case is stored beside it.
private enum Number: AutoCoding, Equatable {
  case value(Int)
  case nothing, never
}

private enum Numbers: AutoCoding, Equatable {
  case byte(UInt8)
  case word(UInt64)
  case double(Double)
  case floats(Float, Float)
  case nothing, never
}

private enum Flag: AutoCoding, Equatable {
  case value(Bool)
  case off, on
}

private enum Labeled: AutoCoding, Equatable {
  case value(of: Counted)
  case nothing
}

private enum Several: AutoCoding, Equatable {
  case pair(Counted, String)
  case triple(Counted, second: Counted, Int)
  case nothing
}

private enum Sizes: AutoCoding, Equatable {
  case small(UInt8)
  case wide(Bool, Double, Int8, Counted, UInt16, String, last: Int32)
  case middle(Float, Counted)
  case nothing
}

private enum ZeroSized: AutoCoding, Equatable {
  case empty(Nothing)
  case both(Nothing, Nothing)
  case beside(Nothing, Counted, last: Nothing)
  case none
}

private enum Nested: AutoCoding, Equatable {
  case reference(Reference)
  case several(inner: Several, Counted)
  case sizes(Sizes, ZeroSized)
  case numbers(Numbers?, Number?, Flag?, Counted)
  case optional(Labeled?)
  case nothing
}

private enum IndirectCase: AutoCoding, Equatable {
  case leaf(Counted)
  indirect case node(IndirectCase, Counted, right: IndirectCase)
  indirect case one(IndirectCase)
  case end
}

private indirect enum Indirect: AutoCoding, Equatable {
  case leaf(Counted)
  case labeled(of: Int)
  case node(left: Indirect, right: Indirect)
  case list([Indirect])
  case end
}

private enum Generic<Value: Codable & Equatable>: AutoCoding, Equatable {
  case value(Value)
  case pair(first: Value, Value?)
  indirect case boxed(Value, Generic)
  case nothing
}

private struct Outer<Value: Codable & Equatable>: AutoCoding, Equatable {
  enum Inner: AutoCoding, Equatable {
    case value(Value)
    indirect case both(Value, last: [Inner])
    case nothing
  }

  let inner: Inner
  var optional: Inner?
}

private enum Keyed: AutoCoding, Equatable {
  case value(Counted, text: String)
  case nothing

  enum CodingKeys: String, CodingKey {
    case value = "v"
    case nothing = "n"
  }
}

private enum Refusing: AutoCoding, Equatable {
  case value(Counted, accepted: Bool)

  func didDecode() throws {
    if case .value(_, false) = self { throw Refusal.wanted }
  }
}

extension RoundTrips {
  static var enumShapes: [Layout] {
    [
      Layout("enum: a sole case", [Sole.only]),
      Layout("enum: no payload", [Empty.first, .second, .third]),
      Layout("enum: a sole case with a payload", [SoleWithPayload.only(Counted(1), text: longText)]),
      Layout("enum: a reference", [Reference.value(Counted(1)), .nothing, .never]),
      Layout("enum: a number, which leaves nothing unused", [Number.value(.max), .value(0), .nothing, .never]),
      Layout("enum: numbers, which leave nothing unused", numbers),
      Layout("enum: a flag", [Flag.value(true), .value(false), .off, .on]),
      Layout("enum: labeled", [Labeled.value(of: Counted(1)), .nothing]),
      Layout("enum: several values", several),
      Layout("enum: mixed sizes", sizes),
      Layout("enum: zero-sized", zeroSized),
      Layout("enum: enums", nested),
      Layout("enum: an indirect case", indirectCases),
      Layout("enum: indirect", indirect),
      Layout("enum: generic, of objects", genericOfObjects),
      Layout("enum: generic, of Optionals", genericOfOptionals),
      Layout("enum: generic, of arrays, boxed", genericOfArrays),
      Layout("enum: generic, of enums", genericOfEnums),
      Layout("enum: generic, of what bytes cannot move", genericOfWatched),
      Layout("enum: in a generic type", inner),
      Layout(
        "enum: CodingKeys", refused: [#"{"value":{"_0":1,"text":""}}"#],
        [Keyed.value(Counted(1), text: longText), .nothing]),
      Layout(
        "enum: two cases, an unknown case, no case",
        refused: [#"{"value":{"of":1},"nothing":{}}"#, #"{"other":{}}"#, "{}"],
        [Labeled.value(of: Counted(1)), .nothing]),
      Layout(
        "enum: didDecode() that refuses", refused: [#"{"value":{"_0":1,"accepted":false}}"#],
        [Refusing.value(Counted(1), accepted: true)]),
    ]
  }

  private static var numbers: [Numbers] {
    [.byte(255), .word(.max), .double(-0.5), .floats(1.5, 2.5), .word(0), .nothing, .never]
  }

  private static var several: [Several] {
    [.pair(Counted(1), longText), .triple(Counted(2), second: Counted(3), 4), .pair(Counted(5), ""), .nothing]
  }

  private static var sizes: [Sizes] {
    [
      .small(255), .wide(true, 1.5, -1, Counted(1), 65_535, longText, last: .min), .middle(0.5, Counted(2)), .nothing,
    ]
  }

  private static var zeroSized: [ZeroSized] {
    [.empty(Nothing()), .both(Nothing(), Nothing()), .beside(Nothing(), Counted(1), last: Nothing()), .none]
  }

  private static var nested: [Nested] {
    [
      .reference(.value(Counted(1))), .reference(.never),
      .several(inner: .triple(Counted(2), second: Counted(3), 4), Counted(5)),
      .several(inner: .nothing, Counted(6)),
      .sizes(.middle(1, Counted(7)), .beside(Nothing(), Counted(8), last: Nothing())), .sizes(.nothing, .none),
      .numbers(.double(1.5), .value(-1), .value(true), Counted(9)), .numbers(.never, .nothing, .on, Counted(10)),
      .numbers(nil, nil, nil, Counted(11)), .optional(.value(of: Counted(12))), .optional(nil), .nothing,
    ]
  }

  private static var indirectCases: [IndirectCase] {
    let inner = IndirectCase.node(.end, Counted(4), right: .end)
    return [.leaf(Counted(1)), .node(.one(.leaf(Counted(2))), Counted(3), right: inner), .end]
  }

  private static var indirect: [Indirect] {
    [
      .node(left: .leaf(Counted(1)), right: .node(left: .end, right: .labeled(of: 2))),
      .list([.leaf(Counted(3)), .list([]), .leaf(Counted(4))]), .end,
    ]
  }

  private static var genericOfObjects: [Generic<Counted>] {
    [.value(Counted(1)), .pair(first: Counted(2), nil), .pair(first: Counted(3), Counted(4)), .nothing]
  }

  private static var genericOfOptionals: [Generic<Counted?>] {
    [.value(Counted(1)), .value(nil), .boxed(nil, .value(Counted(2))), .nothing]
  }

  private static var genericOfArrays: [Generic<[Counted]>] {
    [.boxed([Counted(1)], .boxed([], .value([Counted(2), Counted(3)]))), .pair(first: [], [Counted(4)])]
  }

  private static var genericOfEnums: [Generic<Several>] {
    [.value(.pair(Counted(1), longText)), .pair(first: .nothing, .pair(Counted(2), "")), .nothing]
  }

  private static var genericOfWatched: [Generic<Watched>] {
    [.value(Watched(1)), .pair(first: Watched(2), Watched(3)), .boxed(Watched(4), .nothing), .nothing]
  }

  private static var inner: [Outer<Counted>] {
    [
      Outer(inner: .value(Counted(1)), optional: .both(Counted(2), last: [.value(Counted(3)), .nothing])),
      Outer(inner: .nothing, optional: nil),
    ]
  }
}

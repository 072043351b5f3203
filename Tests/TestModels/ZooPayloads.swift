import AutoCoding

extension Zoo {
  package enum Shape: AutoCoding, Hashable {
    case empty
    case circle(radius: Double)
    case pair(Int, String)
    case mixed(Int8, label: String?, [Double])
    case optional(Int?)
    case nested(Carrier<Int>)
    case wide(a: String, b: String, c: [String: Int], d: Double, e: Bool)
    case other
  }

  package indirect enum Expression: AutoCoding, Hashable {
    case number(Double)
    case sum(Expression, Expression)
    case negated(of: Expression)
    case call(name: String, arguments: [Expression])
    case nothing
  }

  package enum Carrier<Value: Codable & Hashable>: AutoCoding, Hashable {
    case none
    case one(Value)
    case many(values: [Value], last: Value?)
    indirect case boxed(Carrier<Value>)
  }

  package enum Solo: AutoCoding, Hashable {
    case only(name: String)
  }

  package enum Holding: AutoCoding, Equatable {
    case object(Node)
    case maybe(Node?)
    case level(Grade)
  }

  package struct PayloadHolder: AutoCoding, Hashable {
    var shape: Shape
    var maybe: Shape?
    var list: [Shape]
    var table: [String: Expression]
    var solo: Solo
    var bytes: Carrier<Bool>
    var tail: Bool
  }
}

extension Twin {
  package enum Shape: Codable, Hashable {
    case empty
    case circle(radius: Double)
    case pair(Int, String)
    case mixed(Int8, label: String?, [Double])
    case optional(Int?)
    case nested(Carrier<Int>)
    case wide(a: String, b: String, c: [String: Int], d: Double, e: Bool)
    case other
  }

  package indirect enum Expression: Codable, Hashable {
    case number(Double)
    case sum(Expression, Expression)
    case negated(of: Expression)
    case call(name: String, arguments: [Expression])
    case nothing
  }

  package enum Carrier<Value: Codable & Hashable>: Codable, Hashable {
    case none
    case one(Value)
    case many(values: [Value], last: Value?)
    indirect case boxed(Carrier<Value>)
  }

  package enum Solo: Codable, Hashable {
    case only(name: String)
  }

  package enum Holding: Codable, Equatable {
    case object(Node)
    case maybe(Node?)
    case level(Grade)
  }

  package struct PayloadHolder: Codable, Hashable {
    var shape: Shape
    var maybe: Shape?
    var list: [Shape]
    var table: [String: Expression]
    var solo: Solo
    var bytes: Carrier<Bool>
    var tail: Bool
  }
}

extension Zoo {
  package enum Grade: String, AutoCoding { case low, high }

  private static func shapes() -> [Shape] {
    [
      .empty, .circle(radius: -0.0), .pair(.min, "é"), .mixed(-1, label: nil, []), .mixed(1, label: "x", [1.5]),
      .optional(nil), .optional(3), .nested(.boxed(.many(values: [1], last: nil))),
      .wide(a: "", b: String(repeating: "long ", count: 20), c: ["k": 1], d: 1, e: true), .other,
    ]
  }

  private static func expressions() -> [Expression] {
    [
      .nothing, .number(1), .sum(.number(1), .negated(of: .sum(.number(2), .nothing))),
      .call(name: "max", arguments: [.number(1), .call(name: "", arguments: [])]),
    ]
  }

  private static func shapeTwins() -> [Twin.Shape] {
    [
      .empty, .circle(radius: -0.0), .pair(.min, "é"), .mixed(-1, label: nil, []), .mixed(1, label: "x", [1.5]),
      .optional(nil), .optional(3), .nested(.boxed(.many(values: [1], last: nil))),
      .wide(a: "", b: String(repeating: "long ", count: 20), c: ["k": 1], d: 1, e: true), .other,
    ]
  }

  private static func expressionTwins() -> [Twin.Expression] {
    [
      .nothing, .number(1), .sum(.number(1), .negated(of: .sum(.number(2), .nothing))),
      .call(name: "max", arguments: [.number(1), .call(name: "", arguments: [])]),
    ]
  }

  static var payloads: [any ZooSpecimen] {
    [
      Specimen("enum with payloads", shapes(), shapeTwins()),
      Specimen("indirect enum", expressions(), expressionTwins()),
      Specimen(
        "generic enum of Optional", [Carrier<Int?>.one(nil), .one(1), .many(values: [nil, 2], last: 3), .none],
        [Twin.Carrier<Int?>.one(nil), .one(1), .many(values: [nil, 2], last: 3), .none]),
      Specimen("generic enum of String", [Carrier.boxed(.one("x"))], [Twin.Carrier.boxed(.one("x"))]),
      Specimen("enum of one case", [Solo.only(name: "n")], [Twin.Solo.only(name: "n")]),
      Specimen(
        "enum of objects and enums", [Holding.object(Node(1, Node(2, nil))), .maybe(nil), .level(.high)],
        [Twin.Holding.object(.init(1, .init(2, nil))), .maybe(nil), .level(.high)]),
      Specimen(
        "enums with payloads as properties",
        [
          PayloadHolder(
            shape: .empty, maybe: nil, list: shapes(), table: ["k": expressions()[2]], solo: .only(name: ""),
            bytes: .one(true), tail: true)
        ],
        [
          Twin.PayloadHolder(
            shape: .empty, maybe: nil, list: shapeTwins(), table: ["k": expressionTwins()[2]], solo: .only(name: ""),
            bytes: .one(true), tail: true)
        ]),
    ]
  }
}

extension Twin {
  package enum Grade: String, Codable { case low, high }
}

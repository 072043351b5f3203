import AutoCoding

// A tree of enum cases that carry something. There is no uncached side: `Mirror` does not say how a case is labeled
// the way `Codable` writes it. All sides skip keys that a payload does not have.

/// An expression, built the same way on every side.
protocol ExpressionModel: Hashable {
  static func number(_ value: Double) -> Self
  static func variable(name: String) -> Self
  static func sum(_ left: Self, _ right: Self) -> Self
  static func product(_ left: Self, _ right: Self) -> Self
  static func negated(of operand: Self) -> Self
  static func call(name: String, arguments: [Self]) -> Self
}

extension ExpressionModel {
  /// An expression of exactly so many nodes. It is balanced: 10,000 nodes are fewer than 30 levels.
  static func tree(nodes: Int) -> Self {
    var random = SplitMix64(seed: 0xE7)
    return tree(nodes: nodes, mayNegate: true, using: &random)
  }

  private static func tree(nodes: Int, mayNegate: Bool, using random: inout SplitMix64) -> Self {
    guard nodes > 1 else {
      return Bool.random(using: &random)
        ? number(Double(Int.random(in: -8_000...8_000, using: &random)) / 8)
        : variable(name: "x\(Int.random(in: 0..<100, using: &random))")
    }
    let below = nodes - 1
    func operands(_ count: Int) -> [Self] {
      (0..<count).map { index in
        tree(nodes: (below + index) / count, mayNegate: true, using: &random)
      }
    }
    switch (Int.random(in: 0..<8, using: &random), below) {
    case (0, _) where mayNegate, (_, 1) where mayNegate:
      // Not twice in a row, which would make the tree deep.
      return negated(of: tree(nodes: below, mayNegate: false, using: &random))
    case (1, _), (_, 1): return call(name: "f\(below % 10)", arguments: operands(min(below, 3)))
    case (2...4, _):
      let operands = operands(2)
      return product(operands[0], operands[1])
    default:
      let operands = operands(2)
      return sum(operands[0], operands[1])
    }
  }
}

extension Auto {
  indirect enum Expression: AutoCoding, ExpressionModel {
    case number(Double)
    case variable(name: String)
    case sum(Expression, Expression)
    case product(Expression, Expression)
    case negated(of: Expression)
    case call(name: String, arguments: [Expression])
  }
}

extension Synth {
  indirect enum Expression: Codable, ExpressionModel {
    case number(Double)
    case variable(name: String)
    case sum(Expression, Expression)
    case product(Expression, Expression)
    case negated(of: Expression)
    case call(name: String, arguments: [Expression])
  }
}

extension Hand {
  indirect enum Expression: ExpressionModel {
    case number(Double)
    case variable(name: String)
    case sum(Expression, Expression)
    case product(Expression, Expression)
    case negated(of: Expression)
    case call(name: String, arguments: [Expression])
  }
}

extension Hand.Expression: Codable {
  private enum CodingKeys: String, CodingKey {
    case number, variable, sum, product, negated, call
  }

  /// The keys of all payloads.
  private enum PayloadKeys: String, CodingKey {
    case first = "_0"
    case second = "_1"
    case name, of, arguments
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let keys = container.allKeys
    guard let key = keys.first, keys.count == 1 else {
      throw DecodingError.typeMismatch(
        Self.self, .init(codingPath: container.codingPath, debugDescription: "Expected exactly one case."))
    }
    let payload = try container.nestedContainer(keyedBy: PayloadKeys.self, forKey: key)
    switch key {
    case .number:
      self = .number(try payload.decode(Double.self, forKey: .first))
    case .variable:
      self = .variable(name: try payload.decode(String.self, forKey: .name))
    case .sum:
      self = .sum(try payload.decode(Self.self, forKey: .first), try payload.decode(Self.self, forKey: .second))
    case .product:
      self = .product(try payload.decode(Self.self, forKey: .first), try payload.decode(Self.self, forKey: .second))
    case .negated:
      self = .negated(of: try payload.decode(Self.self, forKey: .of))
    case .call:
      self = .call(
        name: try payload.decode(String.self, forKey: .name),
        arguments: try payload.decode([Self].self, forKey: .arguments))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .number(let value):
      var payload = container.nestedContainer(keyedBy: PayloadKeys.self, forKey: .number)
      try payload.encode(value, forKey: .first)
    case .variable(let name):
      var payload = container.nestedContainer(keyedBy: PayloadKeys.self, forKey: .variable)
      try payload.encode(name, forKey: .name)
    case .sum(let left, let right):
      var payload = container.nestedContainer(keyedBy: PayloadKeys.self, forKey: .sum)
      try payload.encode(left, forKey: .first)
      try payload.encode(right, forKey: .second)
    case .product(let left, let right):
      var payload = container.nestedContainer(keyedBy: PayloadKeys.self, forKey: .product)
      try payload.encode(left, forKey: .first)
      try payload.encode(right, forKey: .second)
    case .negated(let operand):
      var payload = container.nestedContainer(keyedBy: PayloadKeys.self, forKey: .negated)
      try payload.encode(operand, forKey: .of)
    case .call(let name, let arguments):
      var payload = container.nestedContainer(keyedBy: PayloadKeys.self, forKey: .call)
      try payload.encode(name, forKey: .name)
      try payload.encode(arguments, forKey: .arguments)
    }
  }
}

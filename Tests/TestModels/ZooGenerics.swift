import AutoCoding

extension Zoo {
  package struct Pair<First: Codable, Second: Codable>: AutoCoding {
    let first: First
    var second: Second
  }

  /// Nothing is asked of the parameter; the type map sees what it is.
  package struct Unconstrained<Value>: AutoCoding {
    let label: String
    let value: Value
  }

  /// The Optional is written in the generic type.
  package struct OptionalBox<Value: Codable>: AutoCoding {
    let value: Value?
    let list: [Value]
    let map: [String: Value]
  }

  /// A parameter no property has.
  package struct Tagged<Tag>: AutoCoding, Equatable {
    let number: Int
  }

  package final class Holder<Value: Codable & Hashable>: AutoCoding, Stateful {
    let value: Value
    var rest: [Value]
    init(_ value: Value, _ rest: [Value]) {
      self.value = value
      self.rest = rest
    }
    package var state: [AnyHashable] { [value, rest] }
  }

  package enum Outer<Value: Codable & Hashable> {
    package struct Inner: AutoCoding, Hashable {
      let value: Value
      let mode: Mode
    }
    package enum Mode: AutoCoding {
      case first, second
    }
    package struct Level<Other: Codable & Hashable>: AutoCoding, Hashable {
      let value: Value
      let other: Other
    }
  }
}

extension Zoo.Pair: Equatable where First: Equatable, Second: Equatable {}
extension Zoo.Unconstrained: Equatable where Value: Equatable {}
extension Zoo.OptionalBox: Equatable where Value: Equatable {}

extension Twin {
  package struct Pair<First: Codable, Second: Codable>: Codable {
    let first: First
    var second: Second
  }

  package struct Unconstrained<Value: Codable>: Codable {
    let label: String
    let value: Value
  }

  package struct OptionalBox<Value: Codable>: Codable {
    let value: Value?
    let list: [Value]
    let map: [String: Value]
  }

  package struct Tagged<Tag>: Codable, Equatable {
    let number: Int
  }

  package final class Holder<Value: Codable & Hashable>: Codable, Stateful {
    let value: Value
    var rest: [Value]
    init(_ value: Value, _ rest: [Value]) {
      self.value = value
      self.rest = rest
    }
    package var state: [AnyHashable] { [value, rest] }
  }

  package enum Outer<Value: Codable & Hashable> {
    package struct Inner: Codable, Hashable {
      let value: Value
      let mode: Mode
    }
    package enum Mode: Codable {
      case first, second
    }
    package struct Level<Other: Codable & Hashable>: Codable, Hashable {
      let value: Value
      let other: Other
    }
  }
}

extension Twin.Pair: Equatable where First: Equatable, Second: Equatable {}
extension Twin.Unconstrained: Equatable where Value: Equatable {}
extension Twin.OptionalBox: Equatable where Value: Equatable {}

extension Zoo {
  private static func pairs<R>(_ make: (Int, String) -> R) -> [R] {
    [make(1, "one"), make(.min, "")]
  }

  private static func optionalPairs<R>(_ make: (Int?, String?) -> R) -> [R] {
    [make(1, "one"), make(nil, "one"), make(nil, nil)]
  }

  private static func nested() -> [Pair<Pair<Int8, [Tagged<Never>]>, Unconstrained<Lets>>] {
    lets(Lets.init).map {
      Pair(first: Pair(first: -1, second: [Tagged(number: 2)]), second: Unconstrained(label: "x", value: $0))
    }
  }

  private static func nestedTwins() -> [Twin.Pair<Twin.Pair<Int8, [Twin.Tagged<Never>]>, Twin.Unconstrained<Twin.Lets>>]
  {
    lets(Twin.Lets.init).map {
      Twin.Pair(
        first: Twin.Pair(first: -1, second: [Twin.Tagged(number: 2)]),
        second: Twin.Unconstrained(label: "x", value: $0))
    }
  }

  private static func optionalBoxes<R>(_ make: (Int?, [Int], [String: Int]) -> R) -> [R] {
    [make(1, [2, 3], ["four": 4]), make(nil, [], [:])]
  }

  private static func optionalsInBoxes<R>(_ make: (Int??, [Int?], [String: Int?]) -> R) -> [R] {
    [make(1, [2, nil], ["four": nil]), make(nil, [], [:]), make(.some(.none), [nil], ["five": 5])]
  }

  private static func holders<R>(_ make: (String, [String]) -> R) -> [R] {
    [make("a", ["b", "c"]), make("", [])]
  }

  static var generics: [any ZooSpecimen] {
    [
      Specimen("generic struct", pairs(Pair.init), pairs(Twin.Pair.init)),
      Specimen("generic struct of optionals", optionalPairs(Pair.init), optionalPairs(Twin.Pair.init)),
      Specimen("generic struct of generic structs", nested(), nestedTwins()),
      Specimen(
        "generic struct with optional", optionalBoxes(OptionalBox.init), optionalBoxes(Twin.OptionalBox.init)),
      Specimen(
        "generic struct with optional of optional", optionalsInBoxes(OptionalBox.init),
        optionalsInBoxes(Twin.OptionalBox.init)),
      Specimen("generic final class", holders(Holder.init), holders(Twin.Holder.init)),
      Specimen(
        "struct in generic enum",
        [Outer<Int>.Inner(value: 1, mode: .first), Outer<Int>.Inner(value: .max, mode: .second)],
        [Twin.Outer<Int>.Inner(value: 1, mode: .first), Twin.Outer<Int>.Inner(value: .max, mode: .second)]),
      Specimen(
        "enum in generic enum", [Outer<String>.Mode.first, .second], [Twin.Outer<String>.Mode.first, .second]),
      Specimen(
        "generic struct in generic enum", [Outer<Int>.Level<[String]>(value: 1, other: ["a"])],
        [Twin.Outer<Int>.Level<[String]>(value: 1, other: ["a"])]),
    ]
  }
}

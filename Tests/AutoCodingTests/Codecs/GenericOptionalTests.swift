import AutoCoding
import Foundation
import Testing

/// A property of generic type is Optional by its argument: nil is written as null, as the compiler has it, and a missing key
/// is nil, as for any other Optional.
struct GenericOptionalTests {
  fileprivate struct Box<Value: Codable>: AutoCoding { var value: Value }
  fileprivate struct BoxTwin<Value: Codable>: Codable { var value: Value }

  fileprivate final class Holder<Value: Codable & Equatable>: AutoCoding {
    let before: Int
    let value: Value
    init(before: Int, value: Value) { (self.before, self.value) = (before, value) }
  }

  fileprivate enum Outcome<Value: Codable & Equatable>: AutoCoding, Equatable {
    case value(Value)
    case both(Value, number: Int)
  }

  fileprivate struct Defaults<Value: Codable & Equatable & ExpressibleByIntegerLiteral>: AutoCoding,
    DefaultInitializable, Equatable
  {
    var value: Value?
    var other: Optional<Value>
    init() { (value, other) = (1, 2) }
  }

  fileprivate struct Paths<Value: Codable & Equatable>: AutoCoding, Equatable {
    var value: Value
    var other: Int
    static var propertyKeys: [String: String] { ["value": "in.value", "other": "in.other"] }
  }

  private final class Leaf: AutoCoding, Equatable {
    var name = ""
    init() {}
    static func == (left: Leaf, right: Leaf) -> Bool { left.name == right.name }
  }

  private func checkMissing<Value: Codable & Equatable>(_ type: Value.Type, nil none: Value, _ coder: TestCoder) throws
  {
    #expect(try coder.decode(Box<Value>.self, fromJSON: "{}").value == none)
    #expect(try coder.decode(Box<Value>.self, fromJSON: #"{"value":null}"#).value == none)
    #expect(try coder.decode([Box<Value>].self, fromJSON: "[{}]")[0].value == none)
    #expect(try coder.decode(Holder<Value>.self, fromJSON: #"{"before":1}"#).value == none)
    #expect(try coder.decode(Outcome<Value>.self, fromJSON: #"{"value":{}}"#) == .value(none))
    #expect(try coder.decode(Outcome<Value>.self, fromJSON: #"{"both":{"number":1}}"#) == .both(none, number: 1))
    #expect(try coder.decode(Paths<Value>.self, fromJSON: #"{"in":{"other":1}}"#) == Paths(value: none, other: 1))
  }

  @Test("a missing key is nil", arguments: TestCoder.jsonLike)
  func missing(coder: TestCoder) throws {
    try checkMissing(Int?.self, nil: nil, coder)
    try checkMissing(String?.self, nil: nil, coder)
    try checkMissing(Date?.self, nil: nil, coder)
    try checkMissing([Int]?.self, nil: nil, coder)
    try checkMissing(Int??.self, nil: nil, coder)
    try checkMissing(Leaf?.self, nil: nil, coder)
    try checkMissing(Outcome<Int>?.self, nil: nil, coder)
  }

  @Test("a missing key of what is no Optional is an error that names it", arguments: TestCoder.jsonLike)
  func required(coder: TestCoder) throws {
    let error = #expect(throws: DecodingError.self) { try coder.decode(Box<Int>.self, fromJSON: "{}") }
    guard case .keyNotFound(let key, _)? = error else {
      Issue.record("no missing key: \(String(describing: error))")
      return
    }
    #expect(key.stringValue == "value")
    #expect(throws: DecodingError.self) { try coder.decode(Holder<Int?>.self, fromJSON: #"{"value":1}"#) }
  }

  @Test("nil is null, as the compiler writes it, and values come back", arguments: TestCoder.jsonLike)
  func written(coder: TestCoder) throws {
    #expect(try coder.jsonText(of: Box<Int?>(value: nil)) == #"{"value":null}"#)
    #expect(try coder.jsonText(of: BoxTwin<Int?>(value: nil)) == #"{"value":null}"#)
    for value in [nil, 5] as [Int?] {
      let encoded = try coder.encode(BoxTwin(value: value))
      #expect(try coder.decode(Box<Int?>.self, from: encoded).value == value)
      #expect(try coder.decode(BoxTwin<Int?>.self, from: coder.encode(Box(value: value))).value == value)
    }
    let date = Date(timeIntervalSinceReferenceDate: 5)
    #expect(try coder.roundTrip(Box<Date?>(value: date)).value == date)
    #expect(try coder.jsonText(of: Box<Date?>(value: date)) == coder.jsonText(of: BoxTwin<Date?>(value: date)))
    #expect(try coder.roundTrip(Box<Leaf?>(value: Leaf())).value == Leaf())
  }

  /// A type that writes no key if the type that reads it has an Optional.
  private struct Nothing: AutoCoding { var other = 1 }

  @Test("in every format", arguments: TestCoder.allCases)
  func everywhere(coder: TestCoder) throws {
    for value in [nil, 5] as [Int?] {
      #expect(try coder.roundTrip(["a": Holder<Int?>(before: 1, value: value)])["a"]?.value == value)
      #expect(try coder.roundTrip(["a": Outcome<Int?>.both(value, number: 2)]) == ["a": .both(value, number: 2)])
    }
    var defaults = Defaults<Int>()
    (defaults.value, defaults.other) = (nil, nil)
    #expect(try coder.roundTrip(["a": defaults]) == ["a": defaults])
    // Archives name the type, so only plain values can be of another.
    guard coder != .keyedArchive else { return }
    #expect(try coder.decode(Box<Int?>.self, from: coder.encode(Nothing())).value == nil)
    #expect(try coder.decode(Box<Leaf?>.self, from: coder.encode(Nothing())).value == nil)
  }

  @Test("in archives, whose records lack the key")
  func archives() throws {
    let archive = try KeyedArchiveEncoder().encode(Box<Int?>(value: 5))
    let without = try PropertyListTree(archive).removing("value").written()
    #expect(try KeyedArchiveDecoder().decode(Box<Int?>.self, from: without).value == nil)
    let object = try PropertyListTree(try KeyedArchiveEncoder().encode(Holder<String?>(before: 1, value: "a")))
    #expect(
      try KeyedArchiveDecoder().decode(Holder<String?>.self, from: object.removing("value").written()).value == nil)
  }

  // MARK: Transformers

  private enum Seconds: PropertyTransformer {
    static func encode(_ value: Date) -> Int { Int(value.timeIntervalSinceReferenceDate) }
    static func decode(_ encodedValue: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(encodedValue)) }
  }

  private struct Timed: AutoCoding, Equatable {
    var at: Date?
    static var propertyRules: PropertyRules { ["at": .transformed(by: Seconds.self)] }
  }

  @Test("a transformer is asked for what an Optional wraps, also where that is Codable", arguments: TestCoder.jsonLike)
  func transformers(coder: TestCoder) throws {
    #expect(try coder.jsonText(of: Timed(at: Date(timeIntervalSinceReferenceDate: 7))) == #"{"at":7}"#)
    #expect(try coder.jsonText(of: Timed()) == "{}")
    #expect(try coder.decode(Timed.self, fromJSON: #"{"at":7}"#).at == Date(timeIntervalSinceReferenceDate: 7))
    #expect(try coder.decode(Timed.self, fromJSON: "{}").at == nil)
  }
}

extension PropertyListTree {
  /// The tree without a key, wherever it is.
  fileprivate func removing(_ key: String) -> PropertyListTree {
    switch self {
    case .array(let elements): .array(elements.map { $0.removing(key) })
    case .dictionary(let pairs):
      .dictionary(
        pairs.filter { $0.key != .string(key) }.map { .init(key: $0.key, value: $0.value.removing(key)) })
    default: self
    }
  }
}

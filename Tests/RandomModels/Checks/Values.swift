import AutoCoding
import Foundation

/// The models with AutoCoding.
enum Auto {}
/// The same models with code by hand.
enum ByHand {}

/// Makes values of models. Two models with the same properties have equal values if they are made from equal ones of this.
struct ValueMaker {
  private var random: SplitMix
  /// How many entries a dictionary with a `String` or an `Int` as its key has at most. One with other keys has at most one,
  /// since its order is part of what is encoded.
  private let mostEntries: Int

  init(seed: UInt64, mostEntries: Int = 1) {
    random = SplitMix(state: seed)
    self.mostEntries = mostEntries
  }

  /// What `init()` of a model sets.
  static let ofDefaults = ValueMaker(seed: 1)

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  fileprivate mutating func entryCount(of key: Any.Type) -> Int {
    below((key == String.self || key == Int.self ? mostEntries : 1) + 1)
  }
}

protocol RandomValue {
  static func random(_ random: inout ValueMaker) -> Self
}

extension Bool: RandomValue { static func random(_ random: inout ValueMaker) -> Bool { random.below(2) == 1 } }
extension Int: RandomValue {
  static func random(_ random: inout ValueMaker) -> Int { random.pick([0, 1, -1, 42, .max, .min, 1 << 53 + 1]) }
}
extension Int8: RandomValue {
  static func random(_ random: inout ValueMaker) -> Int8 { random.pick([0, 1, -1, .max, .min]) }
}
extension Int32: RandomValue {
  static func random(_ random: inout ValueMaker) -> Int32 { random.pick([0, 1, -1, .max, .min]) }
}
extension UInt16: RandomValue {
  static func random(_ random: inout ValueMaker) -> UInt16 { random.pick([0, 1, .max]) }
}
extension UInt64: RandomValue {
  static func random(_ random: inout ValueMaker) -> UInt64 { random.pick([0, 1, 1 << 40, 1 << 63, .max]) }
}
extension Double: RandomValue {
  // Foundation's property lists have no -0.0 beside a 0. A `JSONValue` that JSONDecoder decodes has 1e16 as an integer.
  static func random(_ random: inout ValueMaker) -> Double { random.pick([0, 1, 0.1, 1e300, 5e-324, -2.5, 1e15]) }
}
extension Float: RandomValue {
  static func random(_ random: inout ValueMaker) -> Float { random.pick([0, 1, 0.1, -2.5, 1e30, 16_777_216]) }
}
extension CGFloat: RandomValue {
  static func random(_ random: inout ValueMaker) -> CGFloat { random.pick([0, 1, 0.1, -2.5]) }
}
extension String: RandomValue {
  static func random(_ random: inout ValueMaker) -> String {
    random.pick([
      "", "a", "Zürich", "tab\tline\n\"quoted\"\\", "/path/", "😀👩‍👩‍👧", "\u{1f}\u{7f}", "text of more than fifteen bytes",
      "12",
    ])
  }
}
extension Date: RandomValue {
  static func random(_ random: inout ValueMaker) -> Date {
    Date(timeIntervalSince1970: random.pick([0, 1e9, 1e9 + 0.5, -86_400, 1_700_000_000]))
  }
}
extension URL: RandomValue {
  static func random(_ random: inout ValueMaker) -> URL {
    let texts = ["https://example.com/a?b=c#d", "file:///tmp/x", "mailto:a@b.c", "a/b"]
    return URL(string: random.pick(texts)) ?? URL(fileURLWithPath: "/")
  }
}
extension UUID: RandomValue {
  static func random(_ random: inout ValueMaker) -> UUID {
    let byte = UInt8(random.below(256))
    return UUID(uuid: (byte, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, byte &+ 7))
  }
}
extension Data: RandomValue {
  static func random(_ random: inout ValueMaker) -> Data {
    Data((0..<random.below(6)).map { _ in UInt8(random.below(256)) })
  }
}
extension Decimal: RandomValue {
  static func random(_ random: inout ValueMaker) -> Decimal {
    Decimal(string: random.pick(["0", "1", "-1.5", "12345.678", "0.1", "100000000000000000000"])) ?? 0
  }
}
extension Range: RandomValue where Bound == Int {
  static func random(_ random: inout ValueMaker) -> Range<Int> { 3..<3 + random.below(3) }
}
extension ClosedRange: RandomValue where Bound == Double {
  static func random(_ random: inout ValueMaker) -> ClosedRange<Double> { 0.5...Double(random.below(3) + 1) }
}
extension TimeZone: RandomValue {
  static func random(_ random: inout ValueMaker) -> TimeZone {
    TimeZone(secondsFromGMT: 3600 * random.below(2)) ?? .current
  }
}
extension DateComponents: RandomValue {
  static func random(_ random: inout ValueMaker) -> DateComponents {
    DateComponents(year: 2000 + random.below(3), month: 2)
  }
}
extension DateInterval: RandomValue {
  static func random(_ random: inout ValueMaker) -> DateInterval { DateInterval(start: .random(&random), duration: 5) }
}

extension JSONValue: RandomValue {
  // What names no case, for the case of an enum that keeps it.
  static func random(_ random: inout ValueMaker) -> JSONValue {
    random.pick([["tag": "new", "size": 2.5], ["first": "text"], [true, "x"], "text", [:], ["tag": 7]])
  }
}

extension Optional: RandomValue where Wrapped: RandomValue {
  static func random(_ random: inout ValueMaker) -> Wrapped? { random.below(3) == 0 ? nil : .random(&random) }
}
extension Array: RandomValue where Element: RandomValue {
  static func random(_ random: inout ValueMaker) -> [Element] { (0..<random.below(4)).map { _ in .random(&random) } }
}
extension ContiguousArray: RandomValue where Element: RandomValue {
  static func random(_ random: inout ValueMaker) -> ContiguousArray { ContiguousArray([Element].random(&random)) }
}
extension Set: RandomValue where Element: RandomValue {
  static func random(_ random: inout ValueMaker) -> Set { Set((0..<random.below(2)).map { _ in .random(&random) }) }
}
extension Dictionary: RandomValue where Key: RandomValue, Value: RandomValue {
  static func random(_ random: inout ValueMaker) -> [Key: Value] {
    var made: [Key: Value] = [:]
    for _ in 0..<random.entryCount(of: Key.self) { made[.random(&random)] = .random(&random) }
    return made
  }
}

extension Auto {
  struct Box<Value: Codable & RandomValue>: AutoCoding, RandomValue {
    var content: Value
    var more: [Value]?
    static func random(_ random: inout ValueMaker) -> Self { Self(content: .random(&random), more: .random(&random)) }
  }
}
extension ByHand {
  struct Box<Value: Codable & RandomValue>: Codable, RandomValue {
    var content: Value
    var more: [Value]?
    static func random(_ random: inout ValueMaker) -> Self { Self(content: .random(&random), more: .random(&random)) }
  }
}

/// A type with the compiler's code, around models.
struct Plain<Model: Codable>: Codable {
  var one: Model
  var list: [Model]
  var map: [String: Model]
  var optional: Model?
}
extension Plain: RandomValue where Model: RandomValue {
  static func random(_ random: inout ValueMaker) -> Self {
    Self(one: .random(&random), list: .random(&random), map: .random(&random), optional: .random(&random))
  }
}

// MARK: What code by hand calls

struct Key: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ text: String) { stringValue = text }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  static func isMissing(_ key: String) -> DecodingError {
    .keyNotFound(Key(key), .init(codingPath: [], debugDescription: ""))
  }
  static func isNull(_ key: String) -> DecodingError {
    .valueNotFound(Any.self, .init(codingPath: [Key(key)], debugDescription: ""))
  }
  static func isUnknown(_ name: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "unknown: \(name)"))
  }
}

/// Returns the object under a key; nil if it is missing or null.
func nested(_ container: KeyedDecodingContainer<Key>?, _ key: String) throws -> KeyedDecodingContainer<Key>? {
  guard let container, container.contains(Key(key)), try !container.decodeNil(forKey: Key(key)) else { return nil }
  return try container.nestedContainer(keyedBy: Key.self, forKey: Key(key))
}

func isNullOrMissing(_ key: String, in container: KeyedDecodingContainer<Key>) throws -> Bool {
  try !container.contains(Key(key)) || container.decodeNil(forKey: Key(key))
}

/// Whether there is null in place of one of the objects that contain each other.
func hasNull(in container: KeyedDecodingContainer<Key>, at keys: [String]) -> Bool {
  var container = container
  for key in keys where container.contains(Key(key)) {
    if (try? container.decodeNil(forKey: Key(key))) == true { return true }
    guard let inner = try? container.nestedContainer(keyedBy: Key.self, forKey: Key(key)) else { return false }
    container = inner
  }
  return false
}

func changed<Stored, Value>(_ stored: Stored, _ change: (Stored) throws -> Value) rethrows -> Value {
  try change(stored)
}

/// The elements of an array that fit their type, as code by hand finds them.
struct FittingElements<Element: Decodable>: Decodable {
  private(set) var elements: [Element] = []

  private struct Skipped: Decodable { init(from decoder: any Decoder) {} }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let element = try? container.decode(Element.self) {
        elements.append(element)
      } else if try !container.decodeNil() {
        _ = try container.decode(Skipped.self)
      }
    }
  }
}

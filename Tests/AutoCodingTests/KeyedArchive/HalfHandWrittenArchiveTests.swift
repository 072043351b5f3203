import AutoCoding
import Foundation
import Testing

/// Keyed archives of types that have one half of `Codable` by hand.
@Suite("Keyed archives of types with one half of Codable by hand")
struct HalfHandWrittenArchiveTests {
  enum Suit: String, AutoCoding { case hearts, spades }
  struct Tag: RawRepresentable, AutoCoding, Hashable { var rawValue: String }

  private static let id = UUID(uuidString: "C7B7B6C4-6C4B-4B0E-9A3C-0F5B8B6C4B0E") ?? UUID()

  struct Encoding: AutoCoding, Equatable {
    var numbers = [1: "a", -2: "b"]
    var small: [Int8: Int] = [3: 4]
    var ids: [UUID: [Int]] = [:]
    var suits = [Suit.hearts: 1]
    var tags = [Tag(rawValue: "t"): 2.5]
    var flags = [true: "yes"]
    var nested: [[Int: Suit]] = [[5: .spades]]

    enum CodingKeys: CodingKey { case numbers, small, ids, suits, tags, flags, nested }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(numbers, forKey: .numbers)
      try container.encode(small, forKey: .small)
      try container.encode(ids, forKey: .ids)
      try container.encode(suits, forKey: .suits)
      try container.encode(tags, forKey: .tags)
      try container.encode(flags, forKey: .flags)
      try container.encode(nested, forKey: .nested)
    }
  }

  struct Decoding<Value: Codable & Hashable>: AutoCoding, Equatable {
    var value: Value

    enum CodingKeys: CodingKey { case value }
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws {
      value = try decoder.container(keyedBy: CodingKeys.self).decode(Value.self, forKey: .value)
    }
  }

  enum Rank: Int, Codable { case low, high }
  struct Number: RawRepresentable, Codable, Hashable { var rawValue: UInt8 }
  struct Point: AutoCoding, Hashable { var x = 1, y = 2 }
  enum Shape: AutoCoding, Hashable { case empty, circle(Int), named(name: String, Int), point(Point), list([Int]) }

  @Test("what encode(to:) has written is read by AutoCoding")
  func encoding() throws {
    let value = Encoding(ids: [Self.id: [1, 2]])
    for _ in 0..<2 {
      let archive = try KeyedArchiveEncoder().encode([value, value])
      #expect(try KeyedArchiveDecoder().decode([Encoding].self, from: archive) == [value, value])
    }
  }

  @Test("what AutoCoding has written is read by init(from:)")
  func decoding() throws {
    func check<Value: Codable & Hashable>(_ value: Value, _ location: SourceLocation = #_sourceLocation) throws {
      let values = [Decoding(value), Decoding(value)]
      let archive = try KeyedArchiveEncoder().encode(values)
      let copies = try KeyedArchiveDecoder().decode([Decoding<Value>].self, from: archive)
      #expect(copies == values, sourceLocation: location)
    }
    for _ in 0..<2 {
      try check([1: "a", -2: "b"])
      try check([Self.id: [1, 2]])
      try check([true: "yes"])
      try check([Int8(3): 4, -128: 5])
      try check([UInt64.max: 1, 0: 2])
      try check([1.5: 1])
      try check([Suit.hearts: 1, .spades: 2])
      try check([Rank.high: 1])
      try check([Tag(rawValue: "12"): 1, Tag(rawValue: ""): 2])
      try check([Number(rawValue: 12): 1])
      try check([Point(): 1])
      try check([Suit.hearts: [Rank.low: [Tag(rawValue: "t"): Suit.spades]]])
      try check([[Suit.hearts: 1], [:]])
      try check(["a": Optional([Suit.hearts: Optional(1)])])
      try check([Point: Int]())
      try check(Shape.empty)
      try check([Shape.circle(3), .named(name: "n", 4), .point(Point()), .list([1, 2])])
      try check([Shape.circle(3): Optional(Shape.list([]))])
      try check(Set([Shape.point(Point())]))
    }
  }

  /// Asks for one value as different types.
  struct Trying: AutoCoding, Equatable {
    var counts = [Suit.hearts: 1]

    enum CodingKeys: CodingKey { case counts }
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      #expect(throws: DecodingError.self) { try container.decode([Suit: Suit].self, forKey: .counts) }
      #expect(throws: DecodingError.self) { try container.decode([Int8: Int].self, forKey: .counts) }
      #expect(try container.decode([String: Int].self, forKey: .counts) == ["hearts": 1])
      counts = try container.decode([Suit: Int].self, forKey: .counts)
    }
  }

  @Test("a dictionary is read as another type after an attempt that failed")
  func attempts() throws {
    let archive = try KeyedArchiveEncoder().encode(Trying())
    #expect(try KeyedArchiveDecoder().decode(Trying.self, from: archive) == Trying())
  }

  @Test("an array in place of a dictionary is refused elsewhere")
  func refused() throws {
    let archive = try KeyedArchiveEncoder().encode(["a", "b"])
    #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode([String: String].self, from: archive) }
  }
}

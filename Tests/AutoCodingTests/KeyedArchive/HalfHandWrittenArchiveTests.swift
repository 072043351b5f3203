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

  struct Decoding: AutoCoding, Equatable {
    var numbers = [1: "a", -2: "b"]
    var ids: [UUID: [Int]] = [:]
    var flags = [true: "yes"]

    enum CodingKeys: CodingKey { case numbers, ids, flags }
    init(ids: [UUID: [Int]]) { self.ids = ids }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      numbers = try container.decode([Int: String].self, forKey: .numbers)
      ids = try container.decode([UUID: [Int]].self, forKey: .ids)
      flags = try container.decode([Bool: String].self, forKey: .flags)
    }
  }

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
    let value = Decoding(ids: [Self.id: [1, 2]])
    for _ in 0..<2 {
      let archive = try KeyedArchiveEncoder().encode([value, value])
      #expect(try KeyedArchiveDecoder().decode([Decoding].self, from: archive) == [value, value])
    }
  }

  @Test("an array in place of a dictionary is refused elsewhere")
  func refused() throws {
    let archive = try KeyedArchiveEncoder().encode(["a", "b"])
    #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode([String: String].self, from: archive) }
  }
}

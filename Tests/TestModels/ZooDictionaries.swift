import AutoCoding
import Foundation

/// Keys that are no models; zoo and twins share them.
enum Keys {
  enum PlainText: String, Codable { case camelCase, two = "second" }
  enum PlainNumber: Int, Codable { case zero, big = 1_000_000 }
  enum TextKey: String, Codable, CodingKeyRepresentable { case camelCase, two = "second" }
  enum NumberKey: Int, Codable, CodingKeyRepresentable { case zero, big = 1_000_000 }
  enum Plain: Codable { case first, second }

  struct Structure: Codable, Hashable {
    let row: Int
    let column: String
  }

  struct StructureKey: Codable, Hashable, CodingKeyRepresentable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let text: String
    var codingKey: any CodingKey { Key(stringValue: "key " + text) }
    init(_ text: String) { self.text = text }
    init?<T: CodingKey>(codingKey: T) {
      guard codingKey.stringValue.hasPrefix("key ") else { return nil }
      text = String(codingKey.stringValue.dropFirst(4))
    }
  }
}

extension Zoo {
  package struct TextDictionaries: AutoCoding, Equatable {
    let ints: [String: Int]
    let texts: [String: String]
    let lists: [String: [Int]]
    let maps: [String: [String: Bool]]
    let optionals: [String: Int?]
    let optional: [String: Double]?
    let models: [String: Lets]
    let sets: [String: Set<Int>]
  }

  package struct NumberDictionaries: AutoCoding, Equatable {
    let texts: [Int: String]
    let models: [Int: Lets]?
    let maps: [Int: [Int: Bool]]
    let bytes: [UInt8: String]
    let big: [Int64: Int]
    let doubles: [Double: Int]
    let bools: [Bool: Int]
  }

  package struct EnumDictionaries: AutoCoding, Equatable {
    let plainText: [Keys.PlainText: Int]
    let plainNumber: [Keys.PlainNumber: Int]
    let textKey: [Keys.TextKey: Int]
    let numberKey: [Keys.NumberKey: String]
    let plain: [Keys.Plain: Bool]
    let text: [StringRaw: Int]
    let mode: [Mode: [Int]]
    let nested: [Keys.TextKey: [Keys.NumberKey: Int]]?
  }

  package struct OtherDictionaries: AutoCoding, Equatable {
    let uuids: [UUID: Int]
    let structs: [Keys.Structure: String]
    let structKeys: [Keys.StructureKey: Int]
    let models: [Lets: Lets]
    let dates: [Date: Int]
    let urls: [URL: Int]
    let lists: [[Int]: String]
    let optionals: [Int?: Int]
  }
}

extension Twin {
  package struct TextDictionaries: Codable, Equatable {
    let ints: [String: Int]
    let texts: [String: String]
    let lists: [String: [Int]]
    let maps: [String: [String: Bool]]
    let optionals: [String: Int?]
    let optional: [String: Double]?
    let models: [String: Lets]
    let sets: [String: Set<Int>]
  }

  package struct NumberDictionaries: Codable, Equatable {
    let texts: [Int: String]
    let models: [Int: Lets]?
    let maps: [Int: [Int: Bool]]
    let bytes: [UInt8: String]
    let big: [Int64: Int]
    let doubles: [Double: Int]
    let bools: [Bool: Int]
  }

  package struct EnumDictionaries: Codable, Equatable {
    let plainText: [Keys.PlainText: Int]
    let plainNumber: [Keys.PlainNumber: Int]
    let textKey: [Keys.TextKey: Int]
    let numberKey: [Keys.NumberKey: String]
    let plain: [Keys.Plain: Bool]
    let text: [StringRaw: Int]
    let mode: [Mode: [Int]]
    let nested: [Keys.TextKey: [Keys.NumberKey: Int]]?
  }

  package struct OtherDictionaries: Codable, Equatable {
    let uuids: [UUID: Int]
    let structs: [Keys.Structure: String]
    let structKeys: [Keys.StructureKey: Int]
    let models: [Lets: Lets]
    let dates: [Date: Int]
    let urls: [URL: Int]
    let lists: [[Int]: String]
    let optionals: [Int?: Int]
  }
}

/// Dictionaries that are written as arrays keep the order they happen to have; both sides get the same instances.
extension Zoo {
  private static let ids = [UInt8(1), 2, 3].map {
    UUID(uuid: ($0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0xff))
  }
  private static let byID = [ids[0]: 1, ids[1]: .min, ids[2]: 3]
  private static let byStructure = [Keys.Structure(row: 1, column: "a"): "x", Keys.Structure(row: 2, column: ""): ""]
  private static let byDate = [Date(timeIntervalSince1970: 0): 1, Date(timeIntervalSince1970: 1e9): 2]
  private static let byList = [[1, 2]: "a", []: ""]
  private static let byOptional: [Int?: Int] = [nil: 1, 2: 3]
  private static let byDouble = [1.5: 1, -2: 2]
  private static let byByte: [UInt8: String] = [0: "", 255: "max"]
  private static let byPlainText: [Keys.PlainText: Int] = [.camelCase: 1, .two: 2]
  private static let byPlain: [Keys.Plain: Bool] = [.first: true, .second: false]
  private static let byURL = URL(string: "https://example.org/a?b=c").map { [$0: 1] } ?? [:]

  private static func textDictionaries<R, L>(
    _ lets: L,
    _ make: (
      [String: Int], [String: String], [String: [Int]], [String: [String: Bool]], [String: Int?], [String: Double]?,
      [String: L], [String: Set<Int>]
    ) -> R
  ) -> [R] {
    [
      make(
        ["camelKey": 1, "": .min, "😀": .max], ["snake_key": "v", "a.b": ""], ["aB": [1], "b": []],
        ["outerKey": ["innerKey": true], "e": [:]], ["one": 1, "none": nil], ["x": -0.0], ["myModel": lets], ["s": [1]]),
      make([:], [:], [:], [:], [:], nil, [:], [:]),
    ]
  }

  private static func numberDictionaries<R, L>(
    _ lets: L,
    _ make: (
      [Int: String], [Int: L]?, [Int: [Int: Bool]], [UInt8: String], [Int64: Int], [Double: Int], [Bool: Int]
    ) -> R
  ) -> [R] {
    [
      make([1: "one", .min: ""], [.max: lets], [1: [2: true], 3: [:]], byByte, [.min: 1], byDouble, [true: 1]),
      make([:], nil, [:], [:], [:], [:], [:]),
    ]
  }

  private static func enumDictionaries<R, T, M>(
    _ text: [T: Int], _ mode: [M: [Int]],
    _ make: (
      [Keys.PlainText: Int], [Keys.PlainNumber: Int], [Keys.TextKey: Int], [Keys.NumberKey: String],
      [Keys.Plain: Bool], [T: Int], [M: [Int]], [Keys.TextKey: [Keys.NumberKey: Int]]?
    ) -> R
  ) -> [R] {
    [
      make(
        byPlainText, [.big: 1], [.camelCase: 1, .two: 2], [.zero: "0", .big: "1"], byPlain, text, mode,
        [.two: [.zero: 1]]),
      make([:], [:], [:], [:], [:], [:], [:], nil),
    ]
  }

  private static func otherDictionaries<R, L: Hashable>(
    _ lets: [L],
    _ make: (
      [UUID: Int], [Keys.Structure: String], [Keys.StructureKey: Int], [L: L], [Date: Int], [URL: Int],
      [[Int]: String], [Int?: Int]
    ) -> R
  ) -> [R] {
    [
      make(
        byID, byStructure, [Keys.StructureKey("aB"): 1, Keys.StructureKey(""): 2], [lets[0]: lets[1]], byDate, byURL,
        byList, byOptional),
      make([:], [:], [:], [:], [:], [:], [:], [:]),
    ]
  }

  static var dictionaries: [any ZooSpecimen] {
    [
      Specimen(
        "Dictionary by String", textDictionaries(lets(Lets.init)[0], TextDictionaries.init),
        textDictionaries(lets(Twin.Lets.init)[0], Twin.TextDictionaries.init)),
      Specimen(
        "Dictionary by number", numberDictionaries(lets(Lets.init)[0], NumberDictionaries.init),
        numberDictionaries(lets(Twin.Lets.init)[0], Twin.NumberDictionaries.init)),
      Specimen(
        "Dictionary by enum", enumDictionaries([StringRaw.spaced: 1], [Mode.on: [1]], EnumDictionaries.init),
        enumDictionaries([Twin.StringRaw.spaced: 1], [Twin.Mode.on: [1]], Twin.EnumDictionaries.init)),
      Specimen(
        "Dictionary by other keys", otherDictionaries(lets(Lets.init), OtherDictionaries.init),
        otherDictionaries(lets(Twin.Lets.init), Twin.OtherDictionaries.init)),
    ]
  }
}

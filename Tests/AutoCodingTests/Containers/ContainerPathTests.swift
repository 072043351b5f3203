import AutoCoding
import Foundation
import Testing

/// Decodes nothing, and keeps the errors of every try, for every value of an object of objects.
private struct KeptErrors: Decodable {
  private(set) var paths: [[String]] = []
  private(set) var errors: [DecodingError] = []

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    for key in object.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      let inner = try object.nestedContainer(keyedBy: Key.self, forKey: key)
      for innerKey in inner.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
        let value = try inner.superDecoder(forKey: innerKey).singleValueContainer()
        for attempt in [{ _ = try value.decode(Bool.self) }, { _ = try value.decode([Int].self) }]
          as [() throws -> Void]
        {
          do {
            try attempt()
          } catch let error as DecodingError {
            errors.append(error)
            paths.append([key.stringValue, innerKey.stringValue])
          }
        }
      }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// A number that keeps every second of its coders.
private struct Keeper: Codable {
  /// The coders that were kept, by the number.
  final class Kept: @unchecked Sendable {
    var decoders: [Int: any Decoder] = [:]
    var encoders: [Int: any Encoder] = [:]
  }

  static let kept = CodingUserInfoKey(rawValue: "kept")
  let number: Int

  init(_ number: Int) { self.number = number }

  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
    if number % 2 == 1, let key = Self.kept { (decoder.userInfo[key] as? Kept)?.decoders[number] = decoder }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
    if number % 2 == 1, let key = Self.kept { (encoder.userInfo[key] as? Kept)?.encoders[number] = encoder }
  }
}

private struct Keepers: Codable {
  var list = (0..<6).map(Keeper.init)
  var named = ["a": Keeper(7), "b": Keeper(8), "c": Keeper(9)]
  var one = Keeper(11)
  var other = Keeper(12)
  var lists = [[Keeper(13), Keeper(14)], [Keeper(15), Keeper(17)]]

  static let paths: [Int: [String]] = [
    1: ["list", "Index 1"], 3: ["list", "Index 3"], 5: ["list", "Index 5"], 7: ["named", "a"], 9: ["named", "c"],
    11: ["one"], 13: ["lists", "Index 0", "Index 0"], 15: ["lists", "Index 1", "Index 0"],
    17: ["lists", "Index 1", "Index 1"],
  ]
}

extension DecodingError {
  var path: [String] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.map(\.stringValue)
    @unknown default: []
    }
  }
}

/// Coding paths of containers.
struct ContainerPathTests {
  @Test("errors that are kept say their own places, though siblings share memory")
  func keptErrors() throws {
    let text = #"{"a":{"x":"1","y":"2","z":{"q":1}},"b":{"x":"3","y":"4"},"c":{"x":"5"}}"#
    let kept = try AutoJSONDecoder().decode(KeptErrors.self, from: Data(text.utf8))
    #expect(kept.errors.count == 12)
    #expect(kept.errors.map(\.path) == kept.paths)
  }

  @Test("coders that are kept have their own paths, though others share an object")
  func keptCoders() throws {
    let key = try #require(Keeper.kept)
    let kept = Keeper.Kept()
    // A coder keeps its user info, and that keeps the coders.
    defer {
      kept.encoders = [:]
      kept.decoders = [:]
    }
    let (jsonEncoder, jsonDecoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    jsonEncoder.userInfo[key] = kept
    jsonDecoder.userInfo[key] = kept
    let (listEncoder, listDecoder) = (AutoPropertyListEncoder(), AutoPropertyListDecoder())
    listEncoder.userInfo[key] = kept
    listDecoder.userInfo[key] = kept
    for attempt in [
      { _ = try jsonDecoder.decode(Keepers.self, from: jsonEncoder.encode(Keepers())) },
      { _ = try listDecoder.decode(Keepers.self, from: listEncoder.encode(Keepers())) },
    ] as [() throws -> Void] {
      kept.encoders = [:]
      kept.decoders = [:]
      try attempt()
      #expect(kept.encoders.mapValues { $0.codingPath.map(\.stringValue) } == Keepers.paths)
      #expect(kept.decoders.mapValues { $0.codingPath.map(\.stringValue) } == Keepers.paths)
    }
  }
}

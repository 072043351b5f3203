import AutoCoding
import Foundation
import Testing

/// Unknown keys of property lists, whose values' own code uses another coder meanwhile.
struct PropertyListReportTests {
  private final class Kept: @unchecked Sendable {
    static var key: CodingUserInfoKey {
      get throws { try #require(CodingUserInfoKey(rawValue: "kept")) }
    }
    let container: KeyedDecodingContainer<Key>
    init(_ container: KeyedDecodingContainer<Key>) { self.container = container }
  }

  private enum Key: CodingKey { case first, second, model }

  private struct Known: AutoCoding {
    var number = 0
  }

  /// Decodes a model with its own code.
  private struct Owner: Codable {
    var model = Known()
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let isSuper = decoder.userInfo.keys.contains { $0.rawValue == "super" }
      model =
        isSuper
        ? try Known(from: container.superDecoder(forKey: .model)) : try container.decode(Known.self, forKey: .model)
    }
  }

  private struct Holder: AutoCoding {
    var owner = Owner()
  }

  /// Decodes a value of the list while a decoder of JSON is used.
  private struct Inner: Decodable {
    init(from decoder: any Decoder) throws {
      let kept = try #require(decoder.userInfo[Kept.key] as? Kept)
      _ = try kept.container.decode(Holder.self, forKey: .first)
    }
  }

  private struct Outer: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      if decoder.userInfo.keys.contains(where: { $0.rawValue == "nested" }) {
        let json = AutoJSONDecoder()
        json.userInfo[try Kept.key] = Kept(container)
        _ = try json.decode(Inner.self, from: Data("{}".utf8))
      }
      _ = try container.decode(Holder.self, forKey: .second)
    }
  }

  @Test(
    "a source that was made while another coder was used reports to its own", arguments: [false, true], [false, true])
  func reports(nests: Bool, asksForSuper: Bool) throws {
    let list: [String: [String: [String: [String: Int]]]] = [
      "first": ["owner": ["model": ["number": 1]]], "second": ["owner": ["model": ["number": 1, "unknown": 2]]],
    ]
    let decoder = AutoPropertyListDecoder()
    decoder.unknownKeys = .report
    if nests { decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "nested"))] = true }
    if asksForSuper { decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "super"))] = true }
    var keys: [UnknownKey] = []
    _ = try decoder.decode(Outer.self, from: PropertyListEncoder().encode(list), reporting: &keys)
    #expect(keys.map { $0.codingPath.map(\.stringValue) } == [["second", "owner", "model", "unknown"]])
  }

  /// A value whose code adds many keys, or few.
  private struct Wide: Codable, Equatable {
    var numbers: [String: Int]
    init(_ count: Int) { numbers = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", $0) }) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      numbers = try container.decode([String: Int].self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, number) in numbers { try container.encode(number, forKey: AnyKey(key)) }
    }
  }

  @Test("values of any size follow each other, also after failures") func sizes() throws {
    struct Failing: Codable {
      var isRefused = true
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(1, forKey: AnyKey("left"))
        if isRefused { throw CancellationError() }
      }
    }
    let (encoder, decoder) = (AutoPropertyListEncoder(), AutoPropertyListDecoder())
    for count in [3, 2_000, 0, 40, 5_000, 1] {
      let values = [Wide(count), Wide(2), Wide(count / 2)]
      #expect(throws: CancellationError.self) { try encoder.encode([Failing(isRefused: false), Failing()]) }
      let data = try encoder.encode(values)
      #expect(try PropertyListDecoder().decode([Wide].self, from: data) == values)
      #expect(try decoder.decode([Wide].self, from: data) == values)
      #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: data) }
    }
  }
}

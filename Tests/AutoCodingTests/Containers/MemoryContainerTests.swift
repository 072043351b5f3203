import Foundation
import Testing

@testable import AutoCoding

/// Objects of property lists and dictionaries, as `Codable` code asks for their members.
struct MemoryContainerTests {
  /// Asks for members in another order than that of the data, for some twice, and for one that is missing.
  private struct Backwards: Codable, Equatable {
    var values: [Int]

    init(count: Int) { values = Array(0..<count) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: DynamicKey.self)
      let count = container.allKeys.count
      values = []
      for index in (0..<count).reversed() {
        let value = try container.decode(Int.self, forKey: DynamicKey("key\(index)"))
        #expect(try container.decodeIfPresent(Int.self, forKey: DynamicKey("key\(index)")) == value)
        values.insert(value, at: 0)
      }
      #expect(!container.contains(DynamicKey("key\(count)")))
      #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: DynamicKey("missing")) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: DynamicKey.self)
      for value in values { try container.encode(value, forKey: DynamicKey("key\(value)")) }
    }
  }

  private struct Holder: Codable, Equatable {
    var first: Backwards
    var list: [Backwards]
    var last: [String: Backwards]
  }

  @Test(arguments: [0, 1, 5, 16, 17, 40]) func `Members are found in any order`(_ count: Int) throws {
    let holder = Holder(
      first: Backwards(count: count), list: [Backwards(count: 2), Backwards(count: count)],
      last: ["a": Backwards(count: count), "b": Backwards(count: 3)])
    let list = try AutoPropertyListEncoder().encode(holder)
    #expect(try AutoPropertyListDecoder().decode(Holder.self, from: list) == holder)
    #expect(try PropertyListDecoder().decode(Holder.self, from: list) == holder)
    let dictionary = try DictionaryEncoder().encode(holder)
    #expect(try DictionaryDecoder().decode(Holder.self, from: dictionary) == holder)
    let archive = try KeyedArchiveEncoder().encode(holder)
    #expect(try KeyedArchiveDecoder().decode(Holder.self, from: archive) == holder)
  }

  @Test func `A kept decoder of a dictionary finds its own value after the next one was decoded`() throws {
    struct Keeping: Codable {
      let decoder: any Decoder

      init(from decoder: any Decoder) throws { self.decoder = decoder }
      func encode(to encoder: any Encoder) throws {}
    }
    struct Model: AutoCoding {
      var values: [Keeping]
      var other: String
      var last: Keeping
    }
    let model = try DictionaryDecoder().decode(Model.self, from: ["values": [1, 2, 3], "other": "text", "last": 4])
    #expect(try (model.values + [model.last]).map { try Int(from: $0.decoder) } == [1, 2, 3, 4])
  }

  private enum Key: String, CodingKey { case a, b, c, d }

  private final class Shared: @unchecked Sendable {
    var outer: KeyedDecodingContainer<Key>?
    /// The paths of errors of the outer container.
    var paths: Set<[String]> = []
  }

  /// Asks the container of the value around its model while it is decoded.
  private struct Curious: Codable, Equatable {
    var text: String

    init(text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
      let own = try decoder.singleValueContainer()
      let key = try #require(CodingUserInfoKey(rawValue: "shared"))
      let shared = try #require(decoder.userInfo[key] as? Shared)
      let outer = try #require(shared.outer)
      #expect(try outer.decode(Int.self, forKey: .b) == 5)
      let error = #expect(throws: DecodingError.self) { try outer.decode(Int.self, forKey: .c) }
      shared.paths.insert(try #require(error).path)
      #expect(try outer.decode(URL.self, forKey: .c) == URL(string: "http://x/"))
      var elements = try outer.nestedUnkeyedContainer(forKey: .d)
      while !elements.isAtEnd { #expect(try elements.decode(Int.self) > 0) }
      text = try own.decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  private struct Within: AutoCoding, Equatable {
    var list: [Curious]
    var number: Int
    var named: [String: Curious]
  }

  private struct Around: Codable, Equatable {
    var within: Within
    var number = 5
    var url = URL(string: "http://x/")
    var list = [1, 2, 3]

    enum CodingKeys: String, CodingKey { case within = "a", number = "b", url = "c", list = "d" }

    init(within: Within) { self.within = within }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let key = try #require(CodingUserInfoKey(rawValue: "shared"))
      let shared = try #require(decoder.userInfo[key] as? Shared)
      shared.outer = container
      defer { shared.outer = nil }
      within = try container.decode(Within.self, forKey: .a)
      number = try container.decode(Int.self, forKey: .b)
      #expect(try container.decode(Within.self, forKey: .a) == within)
    }
  }

  private struct Root: AutoCoding, Equatable {
    var list: [Around]
    var last: Around
  }

  @Test func `Code of a value may ask the container around it`() throws {
    let curious = [Curious(text: "p"), Curious(text: "q")]
    let around = Around(within: Within(list: curious, number: 1, named: ["k": curious[0]]))
    let root = Root(list: [around, around], last: around)
    let key = try #require(CodingUserInfoKey(rawValue: "shared"))
    let (json, list, dictionary) = (AutoJSONDecoder(), AutoPropertyListDecoder(), DictionaryDecoder())
    let archive = KeyedArchiveDecoder()
    let shared = (0..<4).map { _ in Shared() }
    (json.userInfo[key], list.userInfo[key]) = (shared[0], shared[1])
    (dictionary.userInfo[key], archive.userInfo[key]) = (shared[2], shared[3])
    #expect(try json.decode(Root.self, from: AutoJSONEncoder().encode(root)) == root)
    #expect(try list.decode(Root.self, from: AutoPropertyListEncoder().encode(root)) == root)
    #expect(try dictionary.decode(Root.self, from: DictionaryEncoder().encode(root)) == root)
    #expect(try archive.decode(Root.self, from: KeyedArchiveEncoder().encode(root)) == root)
    for paths in shared.prefix(3).map(\.paths) {
      #expect(paths == [["list", "Index 0", "c"], ["list", "Index 1", "c"], ["last", "c"]])
    }
  }

  @Test func `An empty array is no object`() throws {
    struct Both: Decodable {
      init(from decoder: any Decoder) throws {
        _ = try decoder.unkeyedContainer()
        #expect(throws: DecodingError.self) { try decoder.container(keyedBy: DynamicKey.self) }
      }
    }
    _ = try DictionaryDecoder().decode([String: Both].self, from: ["a": [Int]()])
  }
}

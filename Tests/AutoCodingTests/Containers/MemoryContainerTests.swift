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

import Foundation
import Testing

@testable import AutoCoding

/// Containers that own code keeps, fills in again, or nests without end.
@Suite("Kept and refilled containers") struct KeptContainerTests {
  private struct Keeper: Decodable {
    init(from decoder: any Decoder) throws {
      kept = try? decoder.container(keyedBy: DynamicKey.self)
      elements = try? decoder.unkeyedContainer()
    }
    let kept: KeyedDecodingContainer<DynamicKey>?
    let elements: (any UnkeyedDecodingContainer)?
  }

  private struct Nothing: Decodable { init(from decoder: any Decoder) {} }

  @Test("JSON containers find nothing after the call", arguments: [3, 10_000]) func json(count: Int) throws {
    let members = (0..<count).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    let container = try #require(try AutoJSONDecoder().decode(Keeper.self, from: "{\(members)}").kept)
    let duplicates = try #require(try AutoJSONDecoder().decode(Keeper.self, from: "{\(members),\"key0\":1}").kept)
    // Other values take the memory.
    _ = try AutoJSONDecoder().decode([Int].self, from: "[\((0..<count).map(String.init).joined(separator: ","))]")
    for container in [container, duplicates] {
      #expect(container.allKeys.isEmpty)
      #expect(!container.contains(DynamicKey("key1")))
      #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: DynamicKey("key1")) }
      #expect(throws: DecodingError.self) { try container.superDecoder(forKey: DynamicKey("key1")) }
    }
    let list = "[\((0..<count).map(String.init).joined(separator: ","))]"
    var elements = try #require(try AutoJSONDecoder().decode(Keeper.self, from: list).elements)
    let decoder = try elements.superDecoder()
    _ = try elements.decode(Nothing.self)
    #expect(throws: DecodingError.self) { try decoder.singleValueContainer().decode(Int.self) }
    #expect(throws: DecodingError.self) { try elements.decode(Int.self) }
  }

  /// Encodes many members, and then others in their place.
  private struct Refilled: Encodable {
    struct Members: Encodable {
      var keys: [Int]
      var fails = false

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DynamicKey.self)
        for key in keys { try container.encode(key, forKey: DynamicKey("key\(key)")) }
        if fails { throw CocoaError(.coderInvalidValue) }
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try? container.encode(Members(keys: Array(0..<60), fails: true))
      try container.encode(Members(keys: (0..<60).reversed()))
    }
  }

  @Test("a large object in place of one that failed has all members") func refilled() throws {
    let expected = Dictionary(uniqueKeysWithValues: (0..<60).map { ("key\($0)", $0) })
    let json = try AutoJSONEncoder().encode(Refilled())
    #expect(try AutoJSONDecoder().decode([String: Int].self, from: json) == expected)
    #expect(try DictionaryEncoder().encode(Refilled()) as? [String: Int] == expected)
    let list = try AutoPropertyListEncoder().encode(Refilled())
    #expect(try AutoPropertyListDecoder().decode([String: Int].self, from: list) == expected)
    let archive = try KeyedArchiveEncoder().encode(Refilled())
    #expect(try KeyedArchiveDecoder().decode([String: Int].self, from: archive) == expected)
  }

  /// Nests containers in a loop, which no recursion limits.
  private struct Loop: Encodable {
    enum Kind: CaseIterable { case keyed, unkeyed, superEncoder }

    var kind: Kind
    var depth: Int

    func encode(to encoder: any Encoder) throws {
      switch kind {
      case .keyed:
        var container = encoder.container(keyedBy: DynamicKey.self)
        for _ in 1..<depth { container = container.nestedContainer(keyedBy: DynamicKey.self, forKey: DynamicKey("a")) }
        try container.encode(1, forKey: DynamicKey("a"))
      case .unkeyed:
        var container = encoder.unkeyedContainer()
        for _ in 1..<depth { container = container.nestedUnkeyedContainer() }
        try container.encode(1)
      case .superEncoder:
        var encoder = encoder
        for _ in 1..<depth {
          var container = encoder.unkeyedContainer()
          encoder = container.superEncoder()
        }
        var container = encoder.unkeyedContainer()
        try container.encode(1)
      }
    }
  }

  @Test("containers are nested as deeply as the stack allows", arguments: Loop.Kind.allCases)
  private func nested(kind: Loop.Kind) throws {
    func check(_ encode: (Loop) throws -> Void) throws {
      try encode(Loop(kind: kind, depth: 400))
      #expect { try encode(Loop(kind: kind, depth: 100_000)) } throws: { error in
        guard case EncodingError.invalidValue(_, let context) = error else { return false }
        return context.codingPath.count > 400 && context.debugDescription.contains("containers within each other")
      }
    }
    try check { _ = try AutoJSONEncoder().encode($0) }
    try check { _ = try DictionaryEncoder().encodeValue($0) }
    try check { _ = try AutoPropertyListEncoder().encode($0) }
    try check { _ = try KeyedArchiveEncoder().encode($0) }
    try check { _ = try JSONValue(encoding: $0) }
  }
}

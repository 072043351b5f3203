import Foundation
import TestSupport
import Testing

@testable import AutoCoding

/// Containers that own code keeps, fills in again, or nests without end.
struct KeptContainerTests {
  private struct Keeper: Decodable {
    init(from decoder: any Decoder) throws {
      kept = try? decoder.container(keyedBy: DynamicKey.self)
      elements = try? decoder.unkeyedContainer()
    }
    let kept: KeyedDecodingContainer<DynamicKey>?
    let elements: (any UnkeyedDecodingContainer)?
  }

  /// Keeps its container, and reads and writes through those of the objects before it.
  private struct Sibling: Codable, Equatable {
    final class Kept: @unchecked Sendable {
      var decoding: [KeyedDecodingContainer<DynamicKey>] = []
      var encoding: [KeyedEncodingContainer<DynamicKey>] = []
    }

    static var key: CodingUserInfoKey {
      get throws { try #require(CodingUserInfoKey(rawValue: "siblings")) }
    }

    var own = 0
    var others: [Int] = []
    var paths: [Int] = []
    var keeps = true

    init(own: Int, keeps: Bool) { (self.own, self.keeps) = (own, keeps) }

    init(from decoder: any Decoder) throws {
      let kept = try #require(decoder.userInfo[Self.key] as? Kept)
      let container = try decoder.container(keyedBy: DynamicKey.self)
      own = try container.decode(Int.self, forKey: DynamicKey("own"))
      keeps = try container.decode(Bool.self, forKey: DynamicKey("keeps"))
      others = try kept.decoding.map { try $0.decode(Int.self, forKey: DynamicKey("own")) }
      paths = kept.decoding.map { $0.codingPath.last?.intValue ?? -1 }
      if keeps { kept.decoding.append(container) }
    }

    func encode(to encoder: any Encoder) throws {
      let kept = try #require(encoder.userInfo[Self.key] as? Kept)
      var container = encoder.container(keyedBy: DynamicKey.self)
      try container.encode(own, forKey: DynamicKey("own"))
      try container.encode(keeps, forKey: DynamicKey("keeps"))
      for index in kept.encoding.indices {
        #expect(kept.encoding[index].codingPath.last?.intValue != encoder.codingPath.last?.intValue)
        try kept.encoding[index].encode(own, forKey: DynamicKey("from\(own)"))
      }
      if keeps { kept.encoding.append(container) }
    }
  }

  private struct Family: Codable, Equatable {
    var members: [Sibling]
  }

  @Test("containers that code keeps belong to their own object") func siblings() throws {
    let family = Family(members: (0..<8).map { Sibling(own: $0, keeps: $0 % 3 == 1) })
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let kept = Sibling.Kept()
    encoder.userInfo[try Sibling.key] = kept
    let json = try encoder.encode(family)
    // Containers refer to the user information, and so to themselves.
    kept.encoding = []
    let objects = family.members.map { member in
      // Foundation's encoder drops what is added to an object that is complete.
      let added = member.keeps ? family.members.dropFirst(member.own + 1).map { "\"from\($0.own)\":\($0.own)," } : []
      return "{\(added.joined())\"keeps\":\(member.keeps),\"own\":\(member.own)}"
    }
    #expect(String(decoding: json, as: UTF8.self) == "{\"members\":[\(objects.joined(separator: ","))]}")

    func decode(_ decode: (Sibling.Kept) throws -> Family) throws -> Family {
      let kept = Sibling.Kept()
      let decoded = try decode(kept)
      #expect(decoded.members.map(\.own) == Array(0..<8))
      #expect(decoded.members.last?.others == [1, 4])
      #expect(decoded.members.last?.paths == [1, 4])
      #expect(kept.decoding.count == 3)
      kept.decoding = []
      return decoded
    }
    let expected = try decode { kept in
      let decoder = JSONDecoder()
      decoder.userInfo[try Sibling.key] = kept
      return try decoder.decode(Family.self, from: json)
    }
    let fromJSON = try decode { kept in
      let decoder = AutoJSONDecoder()
      decoder.userInfo[try Sibling.key] = kept
      return try decoder.decode(Family.self, from: json)
    }
    let fromValues = try decode { kept in
      let decoder = DictionaryDecoder()
      decoder.userInfo[try Sibling.key] = kept
      return try decoder.decodeValue(Family.self, from: try JSONSerialization.jsonObject(with: json))
    }
    #expect(fromJSON == expected)
    #expect(fromValues == expected)
  }

  /// Values of one type within each other, some of which fail.
  private struct Branch: Codable, Equatable {
    var name: String
    var branches: [Branch]
    /// Nil if the number is no integer.
    var number: Int?

    enum CodingKeys: CodingKey { case name, branches, number }

    init(depth: Int) {
      name = "branch \(depth)"
      branches = (0..<min(depth, 3)).map { Branch(depth: depth - 1 - $0) }
      number = depth
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      branches = try container.decode([Branch].self, forKey: .branches)
      number = (try? container.decode(Branch.self, forKey: .number)).map { _ in -1 }
      if number == nil { number = try container.decodeIfPresent(Int.self, forKey: .number) }
      name = try container.decode(String.self, forKey: .name)
    }
  }

  @Test("values of one type within each other have containers of their own") func branches() throws {
    let branch = Branch(depth: 7)
    let json = try AutoJSONEncoder().encode(branch)
    #expect(try JSONDecoder().decode(Branch.self, from: json) == branch)
    #expect(try AutoJSONDecoder().decode(Branch.self, from: json) == branch)
    let values = try DictionaryEncoder().encodeValue(branch)
    #expect(try DictionaryDecoder().decodeValue(Branch.self, from: values) == branch)
    let list = try AutoPropertyListEncoder().encode(branch)
    #expect(try AutoPropertyListDecoder().decode(Branch.self, from: list) == branch)
  }

  @Test("containers that wait to be used again keep nothing alive", arguments: [false, true])
  func lifetimes(keeps: Bool) throws {
    weak var decoding: Sibling.Kept?
    weak var encoding: Sibling.Kept?
    func run() throws -> Sibling.Kept {
      let kept = Sibling.Kept()
      let encoder = AutoJSONEncoder()
      encoder.userInfo[try Sibling.key] = kept
      let json = try encoder.encode(Family(members: (0..<4).map { Sibling(own: $0, keeps: keeps) }))
      #expect(kept.encoding.count == (keeps ? 4 : 0))
      kept.encoding = []
      encoding = kept
      let other = Sibling.Kept()
      let decoder = AutoJSONDecoder()
      decoder.userInfo[try Sibling.key] = other
      _ = try decoder.decode(Family.self, from: json)
      other.decoding = []
      let incomplete = Data(#"{"members":[{"own":1,"keeps":true},{"own":1}]}"#.utf8)
      #expect(throws: DecodingError.self) { try decoder.decode(Family.self, from: incomplete) }
      decoding = other
      other.decoding = []
      return other
    }
    try withExtendedLifetime(run()) {
      #expect(encoding == nil)
      #expect(decoding != nil)
    }
    #expect(decoding == nil)
  }

  /// Asks for the objects in two arrays one after the other, and keeps each tenth of one array.
  private struct Loops: Codable {
    static let count = 300

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: DynamicKey.self)
      var (left, right) = (
        try container.nestedUnkeyedContainer(forKey: DynamicKey("left")),
        try container.nestedUnkeyedContainer(forKey: DynamicKey("right"))
      )
      var kept: [KeyedDecodingContainer<OtherKey>] = []
      for index in 0..<Self.count {
        let first = try left.nestedContainer(keyedBy: DynamicKey.self)
        let second = try right.nestedContainer(keyedBy: OtherKey.self)
        #expect(try first.decode(Int.self, forKey: DynamicKey("value")) == index)
        if index % 10 == 0 { kept.append(second) }
        #expect(try second.decode(Int.self, forKey: .value) == -index)
        #expect(second.codingPath.last?.intValue == index)
      }
      for (index, second) in kept.enumerated() { #expect(try second.decode(Int.self, forKey: .value) == -10 * index) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: DynamicKey.self)
      var left = container.nestedUnkeyedContainer(forKey: DynamicKey("left"))
      var right = container.nestedUnkeyedContainer(forKey: DynamicKey("right"))
      var kept: [KeyedEncodingContainer<OtherKey>] = []
      for index in 0..<Self.count {
        var first = left.nestedContainer(keyedBy: DynamicKey.self)
        var second = right.nestedContainer(keyedBy: OtherKey.self)
        try first.encode(index, forKey: DynamicKey("value"))
        if index % 10 == 0 { kept.append(second) } else { try second.encode(-index, forKey: .value) }
      }
      for index in kept.indices { try kept[index].encode(-10 * index, forKey: .value) }
    }

    enum OtherKey: CodingKey { case value }
  }

  @Test("one value's code may ask for thousands of containers, and keep some") func loops() throws {
    // For the types of key that are met for the first time, no container is used again.
    for _ in 0..<2 {
      let (encoder, foundation) = (AutoJSONEncoder(), JSONEncoder())
      encoder.outputFormatting = .sortedKeys
      foundation.outputFormatting = .sortedKeys
      let json = try encoder.encode(Loops())
      #expect(json == (try foundation.encode(Loops())))
      _ = try AutoJSONDecoder().decode(Loops.self, from: json)
      _ = try AutoPropertyListDecoder().decode(Loops.self, from: AutoPropertyListEncoder().encode(Loops()))
      _ = try DictionaryDecoder().decode(Loops.self, from: DictionaryEncoder().encode(Loops()))
    }
  }

  @Test("containers that code no longer has are used again before it ends") func loopsKeepLittle() throws {
    let source = ContainerSource(options: .with(.init()), userInfo: [:])
    let decoder = source.keptDecoder()
    let maker = keyedContainerMaker(for: DynamicKey.self).takeUnretainedValue()
    // The first container of a kind is not used again.
    let code = source.beginCode()
    _ = maker.container(of: decoder)
    source.endCode(code)
    let outer = source.beginCode()
    let first = maker.container(of: decoder)
    for _ in 0..<1_000 { _ = maker.container(of: decoder) }
    #expect(source.containers.count < 100)
    #expect(first.codingPath.isEmpty)
    source.endCode(outer)
    #expect(source.containers.count < 100)
    source.containers.removeAll()
    #expect(source.containers.count == 0)
  }

  @Test("the standard library's containers are references") func references() throws {
    struct Probe: Codable {
      init() {}
      init(from decoder: any Decoder) throws {
        var container = try decoder.container(keyedBy: DynamicKey.self)
        #expect(ContainerBox.isReference(type(of: container)) == !Portability.isRequired)
        let copy = container
        withExtendedLifetime(copy) { #expect(!ContainerBox.isOnlyReference(&container)) }
      }
      func encode(to encoder: any Encoder) throws {
        let container = encoder.container(keyedBy: DynamicKey.self)
        #expect(ContainerBox.isReference(type(of: container)) == !Portability.isRequired)
      }
    }
    #expect(!ContainerBox.isReference(Int.self) && !ContainerBox.isReference(String.self))
    _ = try AutoJSONDecoder().decode(Probe.self, from: AutoJSONEncoder().encode(Probe()))
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

  /// Encodes a member whose code encodes another value under the member's own key.
  private struct ReplacedWithin: Encodable {
    private enum Key: CodingKey { case member }

    private struct Member: Encodable {
      let container: KeyedEncodingContainer<Key>

      func encode(to encoder: any Encoder) throws {
        var outer = container
        try outer.encode("first", forKey: .member)
        var own = encoder.singleValueContainer()
        try own.encode("second")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(Member(container: container), forKey: .member)
    }
  }

  @Test("a value replaces what its own code has encoded under its key") func replacedWithin() throws {
    let expected = ["member": "second"]
    let json = try AutoJSONEncoder().encode(ReplacedWithin())
    #expect(json == (try JSONEncoder().encode(ReplacedWithin())))
    #expect(try AutoJSONDecoder().decode([String: String].self, from: json) == expected)
    #expect(try DictionaryEncoder().encode(ReplacedWithin()) as? [String: String] == expected)
    let list = try AutoPropertyListEncoder().encode(ReplacedWithin())
    #expect(try AutoPropertyListDecoder().decode([String: String].self, from: list) == expected)
    let archive = try KeyedArchiveEncoder().encode(ReplacedWithin())
    #expect(try KeyedArchiveDecoder().decode([String: String].self, from: archive) == expected)
    #expect(try JSONValue(encoding: ReplacedWithin()) == ["member": "second"])
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
    let encoders: [(Loop) throws -> Void] = [
      { _ = try AutoJSONEncoder().encode($0) }, { _ = try DictionaryEncoder().encodeValue($0) },
      { _ = try AutoPropertyListEncoder().encode($0) }, { _ = try KeyedArchiveEncoder().encode($0) },
      { _ = try JSONValue(encoding: $0) },
    ]
    // In a short run, each kind tries other encoders.
    let turn = Loop.Kind.allCases.firstIndex(of: kind) ?? 0
    for encode in TestEffort.part(of: encoders, turn: turn) {
      try encode(Loop(kind: kind, depth: 400))
      #expect { try encode(Loop(kind: kind, depth: 100_000)) } throws: { error in
        guard case EncodingError.invalidValue(_, let context) = error else { return false }
        return context.codingPath.count > 400 && context.debugDescription.contains("containers within each other")
      }
    }
  }
}

import Foundation
import Testing

@testable import AutoCoding

@_silgen_name("swift_retainCount") private func swift_retainCount(_ object: UnsafeRawPointer) -> UInt

private func referenceCount<Element>(of array: [Element]) -> UInt {
  withExtendedLifetime(array) { swift_retainCount(unsafeBitCast(array, to: UnsafeRawPointer.self)) }
}

private enum SmallKey: String, CodingKey { case a, b }

private struct LargeKey: CodingKey {
  var (stringValue, intValue): (String, Int?)
  init?(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init?(intValue: Int) { nil }
}

private final class ObjectKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A key that calls code when it dies.
private final class DyingKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  nonisolated(unsafe) private let atEnd: () -> Void

  init(_ text: String, atEnd: @escaping () -> Void) { (stringValue, self.atEnd) = (text, atEnd) }
  convenience init?(stringValue: String) { self.init(stringValue) {} }
  init?(intValue: Int) { nil }
  deinit { atEnd() }
}

/// Lifetimes of what containers return.
struct ContainerLifetimeTests {
  // The containers of the standard library copy the array, so that only its maker can be asked.
  @Test("the array of an only key is freed with its last reference")
  func onlyKey() throws {
    func check<Key: CodingKey>(_ type: Key.Type) throws {
      let keys = keyedContainerMaker(for: type).takeUnretainedValue().keys(named: "a")
      let expected = Array(repeating: try #require(Key(stringValue: "a")), count: 1)
      #expect(keys.map(\.stringValue) == ["a"])
      let (count, expectedCount) = (referenceCount(of: keys), referenceCount(of: expected))
      #expect(count == expectedCount)
    }
    try check(SmallKey.self)
    try check(LargeKey.self)
  }

  @Test("keys of own code, of whose paths a strategy was told, die with the call")
  func keysOfStrategies() throws {
    weak var key: ObjectKey?
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    try OwnDecoders.within {
      guard let decoder = $0 as? any Decoder else { return }
      let made = ObjectKey(stringValue: "a")
      key = made
      guard let made, let container = try? decoder.container(keyedBy: ObjectKey.self) else { return }
      _ = try? container.nestedContainer(keyedBy: ObjectKey.self, forKey: made)
    } _: {
      _ = try decoder.decode(List.self, from: Data(#"{"values": [{"a": {"b": 1}}]}"#.utf8))
    }
    #expect(key == nil)
  }

  @Test("a key that dies may ask for the path of another value")
  func dyingKeysAskForPaths() throws {
    let members = ["x", "y", "z"].map { (key: $0, value: CodedTree.int(1)) }
    let container = try CodedTree.dictionary([(key: "a", value: .dictionary(members))]).decoder()
      .container(keyedBy: DyingKey.self).nestedContainer(keyedBy: DyingKey.self, forKey: DyingKey("a") {})
    let kept = try container.superDecoder(forKey: DyingKey("z") {})
    var seen: [String] = []
    func path(_ key: DyingKey) throws -> [String] {
      try container.superDecoder(forKey: key).codingPath.map(\.stringValue)
    }
    #expect(try path(DyingKey("x") { seen = kept.codingPath.map(\.stringValue) }) == ["a", "x"])
    #expect(try path(DyingKey("y") {}) == ["a", "y"])
    #expect(seen == ["a", "z"])
  }

  @Test("a key that dies may ask for containers")
  func dyingKeysAskForContainers() throws {
    // Not met before, so that there is no place for containers of these keys.
    enum FirstLateKey: CodingKey { case a }
    enum SecondLateKey: CodingKey { case a }
    var count = 0
    try OwnDecoders.within {
      guard let decoder = $0 as? any Decoder, let container = try? decoder.container(keyedBy: DyingKey.self) else {
        return
      }
      let key = DyingKey("a") {
        _ = try? decoder.container(keyedBy: FirstLateKey.self)
        _ = try? decoder.container(keyedBy: SecondLateKey.self)
        count += 1
      }
      _ = try? container.nestedContainer(keyedBy: DyingKey.self, forKey: key)
    } _: {
      let text = #"{"values": [{"a": {}}, {"a": {}}, {"a": {}}]}"#
      _ = try AutoJSONDecoder().decode(List.self, from: Data(text.utf8))
    }
    #expect(count == 3)
  }

  @Test("values that keep no decoder share the object of a path") func decodersShareAPath() throws {
    let tree = CodedTree.dictionary(["a", "b", "c"].map { (key: $0, value: .string($0)) })
    let decoder = try #require(tree.decoder() as? ContainerDecoder)
    let paths = SeenPaths()
    try decoder.forEachMember { _, member in paths.see(member.path) }
    #expect(paths.shared == 2)
    let elements = SeenPaths()
    try OwnDecoders.within {
      elements.see(($0 as? ContainerDecoder)?.path)
    } _: {
      _ = try AutoJSONDecoder().decode(List.self, from: Data(#"{"values": [1, 2, 3]}"#.utf8))
    }
    #expect(elements.shared == 2)
  }

  @Test("values that the walk reaches share the object of a root's path, and containers") func rootsShareAPath() throws
  {
    let (decoding, encoding) = (SeenPaths(), SeenPaths())
    try OwnDecoders.within {
      if let decoder = $0 as? ContainerDecoder {
        decoding.see(decoder.path)
        _ = try? decoder.container(keyedBy: DynamicKey.self)
      }
      if let encoder = $0 as? ContainerEncoder { encoding.see(encoder.path) }
    } _: {
      // The first container of a kind is not used again.
      _ = try AutoJSONDecoder().decode([OwnDecoders].self, from: Data(#"[{}, {}, {}, {}, {}, {}]"#.utf8))
      _ = try AutoJSONEncoder().encode([OwnDecoders(), OwnDecoders(), OwnDecoders()])
      _ = try AutoPropertyListDecoder().decode(
        [OwnDecoders].self, from: PropertyListEncoder().encode([[String: Int]](repeating: [:], count: 6)))
      _ = try AutoPropertyListEncoder().encode([OwnDecoders(), OwnDecoders(), OwnDecoders()])
    }
    #expect(decoding.shared >= 8)
    #expect(encoding.shared == 4)
  }

  @Test("values that keep no encoder share the object of a path") func encodersShareAPath() throws {
    let paths = SeenPaths()
    try OwnDecoders.within {
      paths.see(($0 as? ContainerEncoder)?.path)
    } _: {
      _ = try CodedTree(encoding: [OwnDecoders(), OwnDecoders(), OwnDecoders()])
    }
    #expect(paths.shared == 2)
  }
}

/// Counts how often a path is the object of the first one. It is not kept alive, so that another one at its address is not
/// taken for it.
private final class SeenPaths {
  private weak var first: ContainerPath?
  private(set) var shared = 0

  func see(_ path: ContainerPath?) {
    if first === path { shared += 1 } else { first = path }
  }
}

private struct List: Codable {
  let values: [OwnDecoders]
}

/// Shows its coders to a test.
private struct OwnDecoders: Codable {
  @TaskLocal private static var visit: Visit?
  private struct Visit: @unchecked Sendable { let body: (Any) -> Void }

  static func within<Result>(_ body: @escaping (Any) -> Void, _ run: () throws -> Result) rethrows -> Result {
    try $visit.withValue(Visit(body: body)) { try run() }
  }

  init() {}
  init(from decoder: any Decoder) throws { Self.visit?.body(decoder) }
  func encode(to encoder: any Encoder) throws {
    Self.visit?.body(encoder)
    var container = encoder.singleValueContainer()
    try container.encode(1)
  }
}

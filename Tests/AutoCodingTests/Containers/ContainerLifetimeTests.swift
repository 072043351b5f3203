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

@Suite("Lifetimes of what containers return") struct ContainerLifetimeTests {
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

  @Test("values that keep no decoder share the object of a path") func pathsAreUsedAgain() throws {
    let tree = CodedTree.dictionary(["a", "b", "c"].map { (key: $0, value: .string($0)) })
    let decoder = try #require(tree.decoder() as? ContainerDecoder)
    var paths: Set<ObjectIdentifier?> = []
    // Other objects lie between, lest the allocator gives the same memory.
    var others: [KeptObject] = []
    func visit(_ path: ContainerPath?) {
      paths.insert(path.map { ObjectIdentifier($0) })
      others.append(KeptObject())
    }
    try decoder.forEachMember { _, member in visit(member.path) }
    #expect(paths.count == 1)
    paths = []
    _ = try OwnDecoders.within {
      visit(($0 as? ContainerDecoder)?.path)
    } _: {
      try decoder.decode([String: OwnDecoders].self)
    }
    // The member has one, and the value that codes itself another.
    #expect(paths.count <= 2)
    withExtendedLifetime(others) {}
  }

  @Test("an element that keeps no encoder leaves its path for the next one") func encodersShareAPath() throws {
    var paths: Set<ObjectIdentifier?> = []
    var others: [KeptObject] = []
    let values = Array(repeating: OwnDecoders(), count: 8)
    try OwnDecoders.within { coder in
      paths.insert((coder as? ContainerEncoder)?.path.map { ObjectIdentifier($0) })
      others.append(KeptObject())
    } _: {
      _ = try CodedTree(encoding: values)
    }
    #expect(paths.count == 1)
    withExtendedLifetime(others) {}
  }
}

/// As large as a path or larger.
private final class KeptObject {
  private let content = (0, 0, 0, 0, 0, 0, 0, 0)
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

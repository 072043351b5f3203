import Foundation
import Testing

@testable import AutoCoding

@_silgen_name("swift_retainCount") private func swift_retainCount(_ object: UnsafeRawPointer) -> UInt

/// Counts the references to the storage of its keys.
private struct CountedKeys<Key: CodingKey>: Decodable {
  let names: [String]
  let referenceCount: UInt

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: Key.self).allKeys
    names = keys.map(\.stringValue).sorted()
    referenceCount = AutoCodingTests.referenceCount(of: keys)
  }
}

private struct Nested<Key: CodingKey>: Decodable {
  let all: [CountedKeys<Key>]

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let first = try container.decode(CountedKeys<Key>.self)
    all = [first] + (try container.decode([CountedKeys<Key>].self))
  }
}

private enum SmallKey: String, CodingKey { case a, b }

private func referenceCount<Element>(of array: [Element]) -> UInt {
  withExtendedLifetime(array) { swift_retainCount(unsafeBitCast(array, to: UnsafeRawPointer.self)) }
}

private struct LargeKey: CodingKey {
  var (stringValue, intValue): (String, Int?)
  init?(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init?(intValue: Int) { nil }
}

@Suite("Lifetimes of what containers return") struct ContainerLifetimeTests {
  @Test("keys are freed with their last reference", arguments: [#"{"a": 1}"#, #"{"a": 1, "b": 2}"#])
  func keys(_ text: String) throws {
    func check<Key: CodingKey>(_ type: Key.Type) throws {
      let data = Data("[\(text), [\(text)]]".utf8)
      let expected = try JSONDecoder().decode(Nested<Key>.self, from: data).all
      let decoded = try AutoJSONDecoder().decode(Nested<Key>.self, from: data).all
      #expect(expected.count == 2)
      #expect(decoded.map(\.names) == expected.map(\.names))
      #expect(decoded.map(\.referenceCount) == expected.map(\.referenceCount))
    }
    try check(SmallKey.self)
    try check(LargeKey.self)
  }

  @Test("an only key is freed with its last reference")
  func onlyKey() throws {
    func check<Key: CodingKey>(_ type: Key.Type) throws {
      let keys = keyedContainerMaker(for: type).keys(named: "a")
      let expected = Array(repeating: try #require(Key(stringValue: "a")), count: 1)
      #expect(keys.map(\.stringValue) == ["a"])
      let (count, expectedCount) = (referenceCount(of: keys), referenceCount(of: expected))
      #expect(count == expectedCount)
    }
    try check(SmallKey.self)
    try check(LargeKey.self)
  }
}

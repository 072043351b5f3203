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
}

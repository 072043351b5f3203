/// An encoder and decoder that codes nothing. It finds out whether a type's `Codable` code is AutoCoding's default.
///
/// AutoCoding's default `init(from:)` and `encode(to:)` recognize a probe and report the type they serve. Hand-written
/// code asks for a container instead, and the probe stops it there. The reported type is compared, because hand-written
/// code may pass its coder on to another type's default.
package final class CodingProbe: Encoder, Decoder {
  private var automatic: (type: Any.Type, isRawValue: Bool)?

  /// The kind of default that a type uses.
  package enum Default: Sendable {
    /// The stored properties, or the enum's case.
    case structure
    /// The raw value.
    case rawValue
  }

  /// Returns which default `T(from:)` is, or nil if it was written by hand.
  package static func decodingDefault<T: Decodable>(of type: T.Type) -> Default? {
    let probe = CodingProbe()
    ThreadState.beginProbe()
    defer { ThreadState.endProbe() }
    // Ignore the decoded value and any error.
    _ = try? T(from: probe)
    return probe.default(of: type)
  }

  /// Returns which default `encode(to:)` of the value's dynamic type is, or nil if it was written by hand.
  package static func encodingDefault(of value: some Encodable) -> Default? {
    let probe = CodingProbe()
    ThreadState.beginProbe()
    defer { ThreadState.endProbe() }
    try? value.encode(to: probe)
    return probe.default(of: Swift.type(of: value))
  }

  /// Whether a property wrapper implements `makeWrapper(from:)` itself.
  static func hasOwnMakeWrapper<Wrapper: CodedPropertyWrapper>(_ type: Wrapper.Type) -> Bool {
    let probe = CodingProbe()
    ThreadState.beginProbe()
    defer { ThreadState.endProbe() }
    _ = try? Wrapper.makeWrapper(from: probe)
    return probe.default(of: type) == nil
  }

  private func `default`(of type: Any.Type) -> Default? {
    guard let automatic, automatic.type == type else { return nil }
    return automatic.isRawValue ? .rawValue : .structure
  }

  /// Reports the type; called by its default code.
  package func report(_ type: Any.Type, isRawValue: Bool = false) -> any Error {
    automatic = (type, isRawValue)
    return Stop()
  }

  private struct Stop: Error {}

  /// Whether a probe is active on the current thread. If not, default code need not check its coder.
  @inline(__always)
  package static var isAtWork: Bool { ThreadState.isProbing }

  // MARK: The coder at work

  private final class UserInfo {
    let values: [CodingUserInfoKey: Any]
    init(_ values: [CodingUserInfoKey: Any]) { self.values = values }
  }

  /// Calls a closure that may find out about types, for a coder with a `userInfo`: hand-written code may ask for it before it
  /// asks for a container, and must find it then.
  package static func withUserInfo<Result, Failure: Error>(
    _ values: [CodingUserInfoKey: Any], _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = ThreadState.probeUserInfo
    let userInfo = UserInfo(values)
    ThreadState.probeUserInfo = userInfo
    defer {
      ThreadState.probeUserInfo = outer
      extendLifetime(userInfo)
    }
    return try body()
  }

  /// The `userInfo` of the coder at work on the current thread.
  package static var userInfoAtWork: [CodingUserInfoKey: Any] {
    if let own = UserInfoSource.ofThread?.userInfo, !own.isEmpty { return own }
    return (ThreadState.probeUserInfo as? UserInfo)?.values ?? [:]
  }

  // MARK: Encoder and Decoder

  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { Self.userInfoAtWork }

  package func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw Stop() }
  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Stop() }
  package func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Stop() }

  package func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedSink<Key>(probe: self))
  }
  package func unkeyedContainer() -> any UnkeyedEncodingContainer { Sink(probe: self) }
  package func singleValueContainer() -> any SingleValueEncodingContainer { Sink(probe: self) }

  private struct KeyedSink<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let probe: CodingProbe
    var codingPath: [any CodingKey] { [] }
    mutating func encodeNil(forKey key: Key) throws { throw Stop() }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw Stop() }
    mutating func nestedContainer<Nested>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { probe.container(keyedBy: type) }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { probe.unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { CodingProbe() }
    mutating func superEncoder(forKey key: Key) -> any Encoder { CodingProbe() }
  }

  private struct Sink: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let probe: CodingProbe
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }
    mutating func encodeNil() throws { throw Stop() }
    mutating func encode<T: Encodable>(_ value: T) throws { throw Stop() }
    mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      probe.container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { probe.unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { CodingProbe() }
  }
}

import AutoCoding
import Foundation
import Synchronization
import Testing

private final class Store: Sendable {}

extension CodingUserInfoKey {
  fileprivate static let store = CodingUserInfoKey(rawValue: "OwnCodeUserInfoTests.store")
}

/// How often code did not find what it needs.
private let failures = Mutex(0)

/// Code that needs what the caller passes on, before it asks for a container. With another tag it is another type, of which
/// nothing is known yet.
private struct UserInfoItem<Tag>: AutoCoding, Equatable {
  var x: Int

  private struct Missing: Error {}

  fileprivate enum CodingKeys: String, CodingKey { case x }

  init(x: Int) { self.x = x }

  private static func check(_ userInfo: [CodingUserInfoKey: Any]) throws {
    if let key = CodingUserInfoKey.store, userInfo[key] is Store { return }
    failures.withLock { $0 += 1 }
    throw Missing()
  }

  init(from decoder: any Decoder) throws {
    try Self.check(decoder.userInfo)
    x = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .x)
  }

  func encode(to encoder: any Encoder) throws {
    try Self.check(encoder.userInfo)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(x, forKey: .x)
  }
}

private struct NeedsUserInfo<Tag>: AutoCoding, Equatable {
  var items: [UserInfoItem<Tag>]
  var named: [String: UserInfoItem<Tag>]
  var last: UserInfoItem<Tag>?
}

private struct KeepsUserInfo<Tag>: AutoCoding, Equatable {
  var inner: NeedsUserInfo<Tag>?
  var more: [NeedsUserInfo<Tag>]
}

/// Whether code is hand-written is found out by calling it.
@Suite(.serialized) struct OwnCodeUserInfoTests {
  private enum JSON {}
  private enum Dictionaries {}
  private enum Lists {}
  private enum Archives {}
  private enum FoundationJSON {}
  private enum FoundationLists {}
  private enum Roots {}

  private func check<Tag, Encoded>(
    _: Tag.Type, encode: (KeepsUserInfo<Tag>) throws -> Encoded, decode: (Encoded) throws -> KeepsUserInfo<Tag>
  ) throws {
    let inner = NeedsUserInfo<Tag>(
      items: [UserInfoItem(x: 1)], named: ["a": UserInfoItem(x: 2)], last: UserInfoItem(x: 3))
    let outer = KeepsUserInfo(inner: inner, more: [inner, NeedsUserInfo(items: [], named: [:], last: nil)])
    let before = failures.withLock { $0 }
    #expect(try decode(encode(outer)) == outer)
    #expect(failures.withLock { $0 } == before)
  }

  private func passedOn() throws -> [CodingUserInfoKey: any Sendable] { [try #require(.store): Store()] }

  @Test("own code that the coder calls finds the userInfo of the coder")
  func userInfo() throws {
    let userInfo: [CodingUserInfoKey: any Sendable] = try passedOn()
    try check(
      JSON.self,
      encode: {
        let encoder = AutoJSONEncoder()
        encoder.userInfo = userInfo
        return try encoder.encode($0)
      },
      decode: {
        let decoder = AutoJSONDecoder()
        decoder.userInfo = userInfo
        return try decoder.decode(KeepsUserInfo<JSON>.self, from: $0)
      })
    try check(
      Dictionaries.self,
      encode: {
        let encoder = DictionaryEncoder()
        encoder.userInfo = userInfo
        return try encoder.encode($0)
      },
      decode: {
        let decoder = DictionaryDecoder()
        decoder.userInfo = userInfo
        return try decoder.decode(KeepsUserInfo<Dictionaries>.self, from: $0)
      })
    try check(
      Lists.self,
      encode: {
        let encoder = AutoPropertyListEncoder()
        encoder.userInfo = userInfo
        return try encoder.encode($0)
      },
      decode: {
        let decoder = AutoPropertyListDecoder()
        decoder.userInfo = userInfo
        return try decoder.decode(KeepsUserInfo<Lists>.self, from: $0)
      })
    try check(
      Archives.self,
      encode: {
        let encoder = KeyedArchiveEncoder()
        encoder.userInfo = userInfo
        return try encoder.encode($0)
      },
      decode: {
        let decoder = KeyedArchiveDecoder()
        decoder.userInfo = userInfo
        return try decoder.decode(KeepsUserInfo<Archives>.self, from: $0)
      })
  }

  @Test("own code that Foundation's coder calls finds the userInfo of that coder")
  func foundation() throws {
    let userInfo: [CodingUserInfoKey: any Sendable] = try passedOn()
    try check(
      FoundationJSON.self,
      encode: {
        let encoder = JSONEncoder()
        encoder.userInfo = userInfo
        return try encoder.encode($0)
      },
      decode: {
        let decoder = JSONDecoder()
        decoder.userInfo = userInfo
        return try decoder.decode(KeepsUserInfo<FoundationJSON>.self, from: $0)
      })
    try check(
      FoundationLists.self,
      encode: {
        let encoder = PropertyListEncoder()
        encoder.userInfo = userInfo
        return try encoder.encode($0)
      },
      decode: {
        let decoder = PropertyListDecoder()
        decoder.userInfo = userInfo
        return try decoder.decode(KeepsUserInfo<FoundationLists>.self, from: $0)
      })
  }

  @Test("the collection at the root passes its userInfo on, too")
  func roots() throws {
    let decoder = AutoJSONDecoder()
    decoder.userInfo = try passedOn()
    let before = failures.withLock { $0 }
    #expect(try decoder.decode([UserInfoItem<Roots>].self, from: #"[{"x":1}]"#) == [UserInfoItem(x: 1)])
    #expect(failures.withLock { $0 } == before)
  }

  private struct Nothing: AutoCoding {
    var a = 1
    func encode(to encoder: any Encoder) throws {}
  }

  private struct Holder: AutoCoding {
    var nothing = Nothing()
    var b = 2
  }

  private struct PlainHolder: Codable {
    var nothing = Nothing()
  }

  private final class NoObject: AutoCoding {
    init() {}
    func encode(to encoder: any Encoder) throws {}
  }

  @Test("a root that encodes nothing is an error; within another value it is an empty object")
  func nothing() throws {
    func check(_ value: some Codable) {
      for encode: () throws -> Any in [
        { try AutoJSONEncoder().encode(value) }, { try AutoPropertyListEncoder().encode(value) },
        { try DictionaryEncoder().encodeValue(value) }, { try JSONEncoder().encode(value) },
      ] {
        let error = #expect(throws: EncodingError.self) { try encode() }
        #expect("\(String(describing: error))".contains("did not encode any values."))
      }
    }
    for _ in 0..<2 {
      check(Nothing())
      check(NoObject())
      #expect(try AutoJSONEncoder().encodeToString([Nothing()]) == "[{}]")
      #expect(try AutoJSONEncoder().encodeToString(Holder()) == #"{"nothing":{},"b":2}"#)
      #expect(try DictionaryEncoder().encode(Holder())["nothing"] as? [String: Int] == [:])
      #expect(try DictionaryEncoder().encode(PlainHolder())["nothing"] as? [String: Int] == [:])
    }
  }
}

#if swift(<6)
import AutoCoding
import Foundation
import Testing

/// What an app in Swift 5 mode writes for Foundation's coders.
nonisolated struct LanguageModeTests {
  /// Not `Sendable`.
  private class Marks { var names = ["a"] }

  private struct Marked: Codable {
    var names: [String] = []

    init(from decoder: any Decoder) {
      for case let marks as Marks in decoder.userInfo.values { names += marks.names }
    }
  }

  private static func mark(_ userInfo: inout [CodingUserInfoKey: Any]) {
    if let key = CodingUserInfoKey(rawValue: "marks") { userInfo[key] = Marks() }
  }

  @Test func `userInfo takes values that are not Sendable`() throws {
    let decoder = AutoJSONDecoder()
    Self.mark(&decoder.userInfo)
    #expect(try decoder.decode(Marked.self, from: Data("{}".utf8)).names == ["a"])
    let lists = AutoPropertyListDecoder()
    Self.mark(&lists.userInfo)
    #expect(try lists.decode(Marked.self, from: AutoPropertyListEncoder().encode([1])).names == ["a"])
    for mark in [
      { Self.mark(&AutoJSONEncoder().userInfo) }, { Self.mark(&AutoPropertyListEncoder().userInfo) },
      { Self.mark(&DictionaryEncoder().userInfo) }, { Self.mark(&DictionaryDecoder().userInfo) },
      { Self.mark(&KeyedArchiveEncoder().userInfo) }, { Self.mark(&KeyedArchiveDecoder().userInfo) },
    ] { mark() }
  }
}
#endif

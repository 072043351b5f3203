import AutoCodingFoundation
import Foundation
import Testing

private enum NilCase: String, AutoCoding {
  case none = "$null"
}

private struct NilNamed: Codable {
  var text = "$null"
}

final class NilTexts: AutoCodingObject {
  var text = ""
  var optional: String?
  var list: [String] = []
  var table: [String: Int] = [:]
  fileprivate var raw: NilCase?
  var link: URL?
  var own: [String: Int]?
  fileprivate var named: NilNamed?
  var any: Any = 1
  var letters: Substring = ""
}

/// The text that stands for nil in Foundation's archives.
struct NilTextTests {
  @Test(
    "is refused when it is written",
    arguments: ["text", "optional", "list[0]", "table", "raw", "link", "named", "any[0]", "letters"])
  func refused(path: String) throws {
    let object = NilTexts()
    switch path {
    case "text": object.text = "$null"
    case "optional": object.optional = "$null"
    case "list[0]": object.list = ["$null", "a"]
    case "table": object.table = ["$null": 1, "a": 2]
    case "raw": object.raw = NilCase.none
    case "link": object.link = URL(string: "a", relativeTo: URL(string: "$null"))
    case "named": object.named = NilNamed()
    case "any[0]": object.any = ["$null"]
    default: object.letters = "$null"
    }
    let text = explanation { try foundationArchive(object) }
    #expect(text.contains(#"The text "$null" stands for nil"#) && text.contains("KeyedArchiveEncoder"), "\(text)")
    #expect(text.contains(path), "\(text)")
    // Archives of this library's have it.
    let copy = try KeyedArchiveDecoder().decode(NilTexts.self, from: KeyedArchiveEncoder().encode(object))
    #expect(copy == object)
  }

  @Test("is a key like any other")
  func keys() throws {
    let object = NilKey()
    object.value = 5
    let copy = try #require(try foundationObject(NilKey.self, from: foundationArchive(object)))
    #expect(copy.value == 5)
  }
}

final class NilKey: AutoCodingObject {
  var value = 1
  override class var propertyKeys: [String: String] { ["value": "$null"] }
}

import AutoCoding
import Foundation
import Testing

/// Undecoded values that a migration keeps, and sets in other data.
struct KeptValueTests {
  private final class Kept: @unchecked Sendable {
    @TaskLocal static var current = Kept()
    var value: ArchivedProperties.Value?
    var properties: ArchivedProperties?
  }

  private struct Document: AutoCoding, Equatable {
    var title = "title"
    var name = "name"
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      if let value = Kept.current.value {
        properties["title"] = value
      } else if let kept = Kept.current.properties {
        properties.encode(nested: kept, forKey: "title")
      } else {
        (Kept.current.value, Kept.current.properties) = (properties["name"], properties)
        properties["title"] = properties["name"]
      }
    }
  }

  @Test("are refused in other data")
  func refused() throws {
    try Kept.$current.withValue(Kept()) {
      let (first, second) = (#"{"name":"first","title":"t"}"#, #"{"name":"second","title":"t"}"#)
      let document = try AutoJSONDecoder().decode(Document.self, from: first)
      #expect(document == Document(title: "first", name: "first"))
      for isNested in [false, true] {
        if isNested { Kept.current.value = nil }
        let errors = [
          #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Document.self, from: second) },
          #expect(throws: DecodingError.self) {
            try DictionaryDecoder().decode(Document.self, from: ["name": "second", "title": "t"])
          },
        ]
        for error in errors {
          #expect(error.map { "\($0)" }?.contains("an undecoded value of other data") ?? false)
        }
      }
    }
  }
}

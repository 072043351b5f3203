import AutoCoding
import Foundation
import Testing

struct TransientTests {
  private struct Letter: AutoCoding, DefaultInitializable {
    var text = "t"
    @Transient var draft = "d"
    @Transient var handler: @Sendable () -> Int = { 7 }
    @Transient var count: Int?
  }

  @Test func neitherWrittenNorRead() throws {
    var letter = Letter()
    letter.draft = "changed"
    letter.count = 1
    #expect(try jsonText(letter) == #"{"text":"t"}"#)
    let decoded = try jsonValue(Letter.self, #"{"_draft":"x","count":1,"draft":"x","text":"y"}"#)
    #expect(decoded.text == "y" && decoded.draft == "d" && decoded.handler() == 7 && decoded.count == nil)
  }

  private class Page: AutoCoding {
    let number: Int
    @Transient var image: [Int]?
    init(number: Int, image: [Int]?) {
      self.number = number
      self.image = image
    }
  }

  private final class Cover: Page {
    @Transient var color: String?
    var title = "t"
  }

  @Test func optionalIsNilWithoutInitializer() throws {
    // With one number only, an optimizing compiler would fold the constant into the code that reads it.
    let cover = try #require([Cover(number: 1, image: [1]), Cover(number: 7, image: nil)].first)
    cover.color = "red"
    #expect(try jsonText(cover) == #"{"number":1,"title":"t"}"#)
    let decoded = try jsonValue(Cover.self, #"{"color":"x","image":[1],"number":2,"title":"u"}"#)
    #expect(decoded.number == 2 && decoded.title == "u" && decoded.image == nil && decoded.color == nil)
  }

  private struct Strict: AutoCoding {
    let text: String
    @Transient var draft = "d"
  }

  @Test func encodeOnlyWithoutInitializer() throws {
    #expect(try jsonText(Strict(text: "t")) == #"{"text":"t"}"#)
    let error = #expect(throws: AutoCodingError.self) { try jsonValue(Strict.self, #"{"text":"t"}"#) }
    #expect(error.map { String(describing: $0) }?.contains("draft") == true)
  }

  private struct Nested: AutoCoding, DefaultInitializable {
    var letters = [Letter()]
    @Transient var cache: [String: Letter] = [:]
  }

  @Test func nested() throws {
    var nested = Nested()
    nested.cache = ["a": Letter()]
    #expect(try jsonText(nested) == #"{"letters":[{"text":"t"}]}"#)
    #expect(try jsonValue(Nested.self, #"{"letters":[{},{"text":"u"}]}"#).letters.map(\.text) == ["t", "u"])
  }
}

import AutoCoding
import Foundation
import Testing

/// Archives with an object as text beside objects of its class.
struct ArchivedTextTests {
  private enum Use {}

  struct Empty: Error {}

  private struct Entry: AutoCoding {
    var text = TextTag<Use>(50)
    var tag: TextTag<Use>
    static let propertyRules: PropertyRules = ["text": .transformed(by: JSONText<TextTag<Use>>.self)]
    func didDecode() throws {
      if tag.number != 42 || text.number != 50 { throw Empty() }
    }
  }

  private final class Book: AutoCoding {
    var entries = [Entry(tag: TextTag(42))]
    init() {}
  }

  @Test("`didDecode()` sees the object complete")
  func didDecode() throws {
    let book = try KeyedArchiveDecoder().decode(Book.self, from: KeyedArchiveEncoder().encode(Book()))
    #expect(book.entries.map(\.tag.number) == [42])
  }
}

import AutoCoding
import Foundation
import Testing

/// A class whose coding is written by hand, and the same class by one line, under one name in archives.
final class HandBook: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var title = ""
  var pages = 0
  var price = 0.0
  var ratio: Float = 0
  var isAvailable = false
  var rating: NSNumber?
  var tags: [String] = []
  var words: Set<String> = []
  var table: [String: String] = [:]
  var printed: Date?
  var cover: Data?
  var link: URL?
  var id: UUID?
  var amount: NSDecimalNumber?
  var author: HandAuthor?
  var editors: [HandAuthor] = []

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(title, forKey: "title")
    coder.encode(pages, forKey: "pages")
    coder.encode(price, forKey: "price")
    coder.encode(ratio, forKey: "ratio")
    coder.encode(isAvailable, forKey: "isAvailable")
    coder.encode(rating, forKey: "rating")
    coder.encode(tags as NSArray, forKey: "tags")
    coder.encode(words as NSSet, forKey: "words")
    coder.encode(table as NSDictionary, forKey: "table")
    coder.encode(printed as NSDate?, forKey: "printed")
    coder.encode(cover as NSData?, forKey: "cover")
    coder.encode(link as NSURL?, forKey: "link")
    coder.encode(id as NSUUID?, forKey: "id")
    coder.encode(author, forKey: "author")
    coder.encode(editors as NSArray, forKey: "editors")
  }

  init?(coder: NSCoder) {
    title = coder.decodeObject(of: NSString.self, forKey: "title") as String? ?? "missing"
    pages = coder.decodeInteger(forKey: "pages")
    price = coder.decodeDouble(forKey: "price")
    ratio = coder.decodeFloat(forKey: "ratio")
    isAvailable = coder.decodeBool(forKey: "isAvailable")
    rating = coder.decodeObject(of: NSNumber.self, forKey: "rating")
    tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String] ?? ["missing"]
    words = coder.decodeObject(of: [NSSet.self, NSString.self], forKey: "words") as? Set<String> ?? ["missing"]
    table =
      coder.decodeObject(of: [NSDictionary.self, NSString.self], forKey: "table") as? [String: String] ?? [
        "missing": ""
      ]
    printed = coder.decodeObject(of: NSDate.self, forKey: "printed") as Date?
    cover = coder.decodeObject(of: NSData.self, forKey: "cover") as Data?
    link = coder.decodeObject(of: NSURL.self, forKey: "link") as URL?
    id = coder.decodeObject(of: NSUUID.self, forKey: "id") as UUID?
    author = coder.decodeObject(of: HandAuthor.self, forKey: "author")
    editors = coder.decodeObject(of: [NSArray.self, HandAuthor.self], forKey: "editors") as? [HandAuthor] ?? []
  }
}

final class HandAuthor: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var name = ""
  init(_ name: String) { self.name = name }
  func encode(with coder: NSCoder) { coder.encode(name, forKey: "name") }
  init?(coder: NSCoder) { name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? "missing" }
}

final class AutoBook: AutoCoding, DefaultInitializable {
  static var archivedTypeName: String { "AutoCodingTests.HandBook" }
  var title = ""
  var pages = 0
  var price = 0.0
  var ratio: Float = 0
  var isAvailable = false
  var rating: Int?
  var tags: [String] = []
  var words: Set<String> = []
  var table: [String: String] = [:]
  var printed: Date?
  var cover: Data?
  var link: URL?
  var id: UUID?
  var author: AutoAuthor?
  var editors: [AutoAuthor] = []
  init() {}
}

final class AutoAuthor: AutoCoding {
  static var archivedTypeName: String { "AutoCodingTests.HandAuthor" }
  let name: String
  init(_ name: String) { self.name = name }
}

@Suite("Keyed archives: Foundation's archiver on the other side", .serialized)
struct ArchiveFoundationTests {
  private static let link = URL(string: "https://example.com/a?b=c")
  private static let id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")

  @Test("what NSKeyedArchiver wrote by hand-written code is read")
  func reading() throws {
    let author = HandAuthor("Ann")
    let book = HandBook()
    (book.title, book.pages, book.price, book.ratio, book.isAvailable) = ("T ä 😀", -7, 1.5, 0.25, true)
    (book.rating, book.tags, book.words, book.table) = (5, ["x", "y", "x"], ["u", "v"], ["k": "v"])
    (book.printed, book.cover) = (Date(timeIntervalSinceReferenceDate: 12.5), Data([1, 2, 3]))
    (book.link, book.id) = (Self.link, Self.id)
    (book.author, book.editors) = (author, [author, HandAuthor("Bob")])
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(book, forKey: NSKeyedArchiveRootObjectKey)
    let back = try KeyedArchiveDecoder().decode(AutoBook.self, from: archiver.encodedData)
    #expect(back.title == "T ä 😀" && back.pages == -7 && back.price == 1.5 && back.ratio == 0.25 && back.isAvailable)
    #expect(back.rating == 5 && back.tags == ["x", "y", "x"] && back.words == ["u", "v"] && back.table == ["k": "v"])
    #expect(back.printed == book.printed && back.cover == book.cover && back.link == Self.link && back.id == Self.id)
    #expect(back.author?.name == "Ann" && back.editors.map(\.name) == ["Ann", "Bob"])
    #expect(back.editors[0] === back.author)
  }

  @Test("hand-written code reads by NSKeyedUnarchiver what is written")
  func writing() throws {
    let author = AutoAuthor("Ann")
    let book = AutoBook()
    (book.title, book.pages, book.price, book.ratio, book.isAvailable) = ("T ä 😀", -7, 1.5, 0.25, true)
    (book.rating, book.tags, book.words, book.table) = (5, ["x", "y", "x"], ["u", "v"], ["k": "v"])
    (book.printed, book.cover) = (Date(timeIntervalSinceReferenceDate: 12.5), Data([1, 2, 3]))
    (book.link, book.id) = (Self.link, Self.id)
    (book.author, book.editors) = (author, [author, AutoAuthor("Bob")])
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: KeyedArchiveEncoder().encode(book))
    let back = try #require(
      unarchiver.decodeObject(of: HandBook.self, forKey: NSKeyedArchiveRootObjectKey))
    #expect(back.title == "T ä 😀" && back.pages == -7 && back.price == 1.5 && back.ratio == 0.25 && back.isAvailable)
    #expect(back.rating == 5 && back.tags == ["x", "y", "x"] && back.words == ["u", "v"] && back.table == ["k": "v"])
    #expect(back.printed == book.printed && back.cover == book.cover && back.link == Self.link && back.id == Self.id)
    #expect(back.author?.name == "Ann" && back.editors.map(\.name) == ["Ann", "Bob"])
    #expect(back.editors.first === back.author)
  }

  // Foundation on Linux neither writes nor reads them: its hash never ends, and what it reads is always zero.
  @Test("decimal numbers")
  func decimals() throws {
    for text in ["0", "1.5", "-123456789012345678901234567890.5", "1e-20"] {
      let decimal = try #require(Decimal(string: text))
      #expect(try archived(decimal) == decimal, "\(text)")
    }
  }
}

import AutoCodingFoundation
import Foundation
import Testing

class BookShelf: AutoCodingObject {
  var name = "shelf"
  var books: [ShelfBook] = []
  var favourite: ShelfBook?
  var next: BookShelf?
  var rating = 0.0
  @Transient var draft = "draft"
}

class ShelfBook: AutoCodingObject {
  var title = "untitled"
  var pages: Int?
  var failing = false
  override func didDecode() throws { if failing { throw CocoaError(.coderReadCorrupt) } }
}

final class ShelfNovel: ShelfBook {
  var genre = "crime"
}

/// Changes itself whenever it is archived.
final class CountingShelf: BookShelf {
  var count = 0
  var members: Set<ShelfBook> = []
  @Transient var foundMember: Bool?
  override func willEncode() throws {
    count += 1
    foundMember = favourite.map(members.contains)
  }
}

/// Has no map.
final class ActionShelf: AutoCodingObject {
  var action: (@Sendable () -> Void)?
}

/// Members of its own.
final class NamedBook: AutoCodingObject {
  var name = ""
  var note = ""
  override func isEqual(_ object: Any?) -> Bool { (object as? NamedBook)?.name == name }
  override var hash: Int { name.hash }
  override var description: String { "book \(name)" }
  override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NamedBook()
    copy.name = name + "'"
    return copy
  }
}

/// Adds to the hash of its superclass.
final class MarkedShelf: BookShelf {
  override var hash: Int { super.hash ^ 0x5bd1_e995 }
}

/// AutoCodingObject: copies, equality and descriptions.
struct ObjectValueTests {
  private func shelf() -> BookShelf {
    let shelf = BookShelf()
    let novel = ShelfNovel()
    novel.pages = 300
    shelf.books = [ShelfBook(), novel, novel]
    shelf.favourite = novel
    return shelf
  }

  @Test("a copy has copies of the objects, of their own classes")
  func copies() throws {
    let shelf = shelf()
    shelf.next = shelf
    shelf.draft = "changed"
    defer { shelf.next = nil }
    let copy = try #require(shelf.copy() as? BookShelf)
    defer { copy.next = nil }
    #expect(copy !== shelf && copy.next === copy && copy == shelf)
    #expect(copy.favourite is ShelfNovel && copy.favourite !== shelf.favourite)
    #expect(copy.books[1] === copy.favourite && copy.books[2] === copy.favourite && copy.books[0] !== shelf.books[0])
    #expect(copy.draft == "draft")
    copy.favourite?.pages = 1
    #expect(shelf.favourite?.pages == 300 && copy != shelf)
  }

  /// Types of their own, since whether values hold objects is remembered.
  private final class TextPage: AutoCoding, DefaultInitializable, Hashable {
    var number = 1
    init() {}
    init(_ number: Int) { self.number = number }
    static func == (left: TextPage, right: TextPage) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }
  private final class TextPages: AutoCodingObject {
    var page = TextPage()
    override class var propertyRules: PropertyRules { ["page": .transformed(by: JSONText<TextPage>.self)] }
  }

  @Test("after a copy with an object as text, other objects of its class are copied, and archived")
  func transformedObjects() throws {
    #expect(TextPages().copy() is TextPages)
    let pages: Set<TextPage> = [TextPage(3), TextPage(4), TextPage(5)]
    let page = TextPage()
    #expect(try ModelValue.copy(of: [page])[0] !== page)
    let archive = try KeyedArchiveEncoder().encode([pages])
    #expect(try KeyedArchiveDecoder().decode([Set<TextPage>].self, from: archive) == [pages])
  }

  @Test("a copy that fails is an error")
  func failingCopies() throws {
    let shelf = shelf()
    shelf.books[0].failing = true
    #expect(shelf.copy() as? BookShelf == nil)
    #expect(shelf.copy() is NSError)
    let error = try #require(ActionShelf().copy() as? NSError)
    #expect(explanation(of: error).contains("action"))
  }

  @Test("objects are equal by their class and coded properties, and hashed alike")
  func equality() {
    let (one, two) = (shelf(), shelf())
    #expect(one == two && one.hash == two.hash && one.isEqual(two) && Set([one, two]).count == 1)
    two.draft = "another"
    #expect(one == two)
    two.rating = -0.0
    #expect(one == two && one.hash == two.hash)
    two.rating = 5
    #expect(one != two && one.hash != two.hash)
    two.rating = one.rating
    two.books[0].title = "titled"
    // Of other objects, only the classes count.
    #expect(one != two && one.hash == two.hash && Set([one, two]).count == 2)
    #expect(ShelfBook() != ShelfNovel() as ShelfBook)
    #expect(!one.isEqual(nil) && !one.isEqual("shelf") && !one.isEqual(NSObject()))
    // The shape of the graph counts.
    let three = shelf()
    three.books[2] = ShelfNovel()
    three.books[2].pages = 300
    #expect(one != three)
    #expect(NSArray(array: [one]).contains(shelf()) && NSSet(array: [one]).contains(shelf()))
    #expect([ShelfBook(): 1][ShelfBook()] == 1)
  }

  @Test("cycles are compared and described to their end")
  func cycles() {
    let (one, two) = (shelf(), shelf())
    (one.next, two.next) = (one, two)
    defer { (one.next, two.next) = (nil, nil) }
    #expect(one == two && one.hash == two.hash)
    two.next = shelf()
    two.next?.next = two
    defer { two.next?.next = nil }
    #expect(one != two)
    #expect(one.description.contains("next: BookShelf #1"))
  }

  @Test("a description shows the coded properties")
  func descriptions() throws {
    let novel = ShelfNovel()
    #expect(
      novel.description == """
        ShelfNovel #1
          title: "untitled"
          pages: nil
          failing: false
          genre: "crime"
        """)
    #expect("\(novel)" == novel.description)
    #expect(!shelf().description.contains("draft"))
  }

  @Test("an object of a class that cannot be coded is equal only to itself")
  func withoutMap() throws {
    let (one, two) = (ActionShelf(), ActionShelf())
    #expect(one == one && one != two && one.hash == one.hash && Set([one, two]).count == 2)
    #expect(one.description.contains("ActionShelf"))
  }

  @Test("a class may override the members")
  func overrides() throws {
    let (one, two) = (NamedBook(), NamedBook())
    (one.name, two.name, two.note) = ("a", "a", "n")
    #expect(one == two && one.hash == two.hash && one.description == "book a")
    #expect((one.copy() as? NamedBook)?.name == "a'")
  }

  // MARK: Archives

  @Test("equal objects are not one object of an archive, and one object is not two")
  func identityInArchives() throws {
    let shelf = BookShelf()
    let book = ShelfBook()
    shelf.books = [ShelfBook(), ShelfBook(), book, book]
    shelf.favourite = ShelfBook()
    let archives = [try foundationArchive(shelf), try KeyedArchiveEncoder().encode(shelf)]
    for archive in archives {
      let foundation = try #require(try foundationObject(BookShelf.self, from: archive))
      for back in try [foundation, KeyedArchiveDecoder().decode(BookShelf.self, from: archive)] {
        #expect(back.books[0] !== back.books[1] && back.books[1] !== back.books[2])
        #expect(back.books[2] === back.books[3] && back.favourite !== back.books[0] && back == shelf)
      }
    }
  }

  @Test("identity is kept between the roots of an archive")
  func severalRoots() throws {
    let (outer, inner) = (BookShelf(), BookShelf())
    outer.next = inner
    for roots in [[outer, inner, BookShelf(), inner], [inner, outer, BookShelf(), inner]] {
      let data = try foundationArchive(NSArray(array: roots))
      let back = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, BookShelf.self], from: data) as? [BookShelf])
      let first = try #require(roots.firstIndex { $0 === outer })
      #expect(back.count == 4 && back[first].next === back[3] && back[1 - first] === back[3])
      #expect(back[2] !== back[3] && back[2] == back[3])
    }
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(outer, forKey: "outer")
    archiver.encode(inner, forKey: "inner")
    archiver.encode(BookShelf(), forKey: "other")
    // Another archiver in between has objects of its own.
    _ = try foundationArchive(inner)
    archiver.encode(inner, forKey: "again")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    func shelf(_ key: String) -> BookShelf? { unarchiver.decodeObject(of: BookShelf.self, forKey: key) }
    let back = try #require(shelf("outer"))
    #expect(back.next != nil && back.next === shelf("inner") && shelf("again") === shelf("inner"))
    #expect(shelf("other") != nil && shelf("other") !== shelf("inner"))
  }

  @Test("an object that changes before it is encoded is found again")
  func changingObjects() throws {
    let shelf = CountingShelf()
    let part = CountingShelf()
    shelf.favourite = ShelfNovel()
    shelf.members = [ShelfNovel(), ShelfBook()]
    shelf.next = part
    part.next = part
    defer { part.next = nil }
    let data = try foundationArchive(NSArray(array: [shelf, shelf, part]))
    // Within the call, objects are equal by their properties.
    #expect(shelf.count == 1 && part.count == 1 && shelf.foundMember == true)
    let back = try KeyedArchiveDecoder().decode([CountingShelf].self, from: data)
    defer { back[2].next = nil }
    #expect(back[0] === back[1] && back[0].next === back[2] && back[2].next === back[2])
    #expect(back[0].count == 1 && back[2].count == 1)
  }

  @Test("an object that adds to the hash of its superclass is found again")
  func changedHash() throws {
    let (one, two) = (MarkedShelf(), MarkedShelf())
    one.next = two
    #expect(one.hash != BookShelf().hash && two.hash == MarkedShelf().hash)
    let data = try foundationArchive([one, two, one, two] as NSArray)
    let back = try #require(
      NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, MarkedShelf.self], from: data) as? [MarkedShelf])
    #expect(back.count == 4 && back[0] === back[2] && back[1] === back[3] && back[0] !== back[1])
    #expect(back.first?.next === back.last)
  }

  @Test("after an archiver is gone, objects are equal by their properties again")
  func afterAnArchive() throws {
    let (one, two) = (BookShelf(), BookShelf())
    let hash = one.hash
    do {
      let archiver = NSKeyedArchiver(requiringSecureCoding: true)
      archiver.encode(one, forKey: "one")
      archiver.finishEncoding()
    }
    #expect(one == two && one.hash == hash)
    one.name = "changed"
    #expect(one != two && one.hash != hash)
  }
}

import Foundation
import Testing

@testable import AutoCodingFoundation

// The examples of Docs/Migrating.md and of the article NSCoding.

/// As it was.
final class BookBefore: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var title = ""
  var pages: NSNumber?
  var tags: [String] = []

  func encode(with coder: NSCoder) {
    coder.encode(title, forKey: "bookTitle")
    coder.encode(pages, forKey: "pages")
    coder.encode(tags as NSArray, forKey: "tags")
  }
  required init?(coder: NSCoder) {
    title = coder.decodeObject(of: NSString.self, forKey: "bookTitle") as String? ?? ""
    pages = coder.decodeObject(of: NSNumber.self, forKey: "pages")
    tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String] ?? []
  }
  override init() {}
}

/// As it is.
class BookAfter: AutoCodingObject {
  var title = ""
  var pages: Int?
  var tags: [String] = []
  override class var propertyKeys: [String: String] { ["title": "bookTitle"] }
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.BookBefore"] }
}

class Lecturer: AutoCodingObject {
  var name = ""
}

final class Professor: Lecturer {
  var course = ""
  var session = UUID()
  @Transient var draft = ""
  var announced = ""
  override class var unEncodedProperties: Set<String> { ["session", "announced"] }
  override class var propertyKeys: [String: String] { ["course": "subject"] }
  override class var propertyRules: PropertyRules { ["course": .formerly("lesson")] }
  override class var formerTypeNames: Set<String> { ["School.Lecturer"] }
  override func didDecode() throws { announced = "\(name): \(course)" }

  required init() {}

  init(course: String) {
    super.init()
    self.course = course
  }
}

/// A helper class that wraps a struct, as blog posts have it, and the struct's own archived name in its place.
final class SpanCoding: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let start: Int
  let length: Int
  init(start: Int, length: Int) { (self.start, self.length) = (start, length) }
  func encode(with coder: NSCoder) {
    coder.encode(start, forKey: "start")
    coder.encode(length, forKey: "length")
  }
  init?(coder: NSCoder) { nil }
}

struct Span: AutoCoding {
  let start: Int
  let length: Int
  static var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.SpanCoding"] }
}

/// A class of another library's hierarchy, whose code stays.
final class Highlight: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let span: Span
  func encode(with coder: NSCoder) { coder.encode(span, forKey: "span") }
  init?(coder: NSCoder) {
    guard let span = coder.decode(Span.self, forKey: "span") else { return nil }
    self.span = span
  }
}

/// The same with the helper class.
final class HighlightBefore: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  func encode(with coder: NSCoder) { coder.encode(SpanCoding(start: 3, length: 4), forKey: "span") }
  init?(coder: NSCoder) { nil }
}

/// The examples of the documents.
struct MigratingTests {
  @Test("archives of hand-written code are read by the class that takes its place, and the other way round")
  func book() throws {
    let before = BookBefore()
    (before.title, before.pages, before.tags) = ("t", 7, ["a"])
    let after = try #require(
      try foundationObject(
        BookAfter.self, from: foundationArchive(before),
        classes: ["AutoCodingFoundationTests.BookBefore": BookAfter.self]))
    #expect(after.title == "t" && after.pages == 7 && after.tags == ["a"])
    #expect(try KeyedArchiveDecoder().decode(BookAfter.self, from: foundationArchive(before)).pages == 7)
    let again = try #require(
      try foundationObject(
        BookBefore.self, from: foundationArchive(after),
        classes: ["AutoCodingFoundationTests.BookAfter": BookBefore.self])
    )
    #expect(again.title == "t" && again.pages == 7 && again.tags == ["a"])
  }

  @Test("customization points of a class with its own initializer")
  func professor() throws {
    let professor = Professor(course: "Art")
    (professor.name, professor.draft) = ("Ann", "d")
    let back = try #require(try foundationObject(Professor.self, from: foundationArchive(professor)))
    #expect(back.course == "Art" && back.draft == "" && back.session != professor.session)
    #expect(back.announced == "Ann: Art")
    let map = try TypeMap(reflecting: Professor.self)
    #expect(map.properties.filter { $0.exclusion == nil }.map(\.key) == ["name", "subject"])
  }

  @Test("a helper class that wraps a struct can go, and what it has written is read")
  func helper() throws {
    let data = try foundationArchive(HighlightBefore())
    let back = try foundationObject(
      Highlight.self, from: data, classes: ["AutoCodingFoundationTests.HighlightBefore": Highlight.self])
    #expect(back?.span.start == 3 && back?.span.length == 4)
  }
}

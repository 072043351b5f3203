import Foundation
import Testing

@testable import AutoCodingFoundation

/// Who writes, and who reads.
enum MatrixCoder: String, CaseIterable {
  /// `KeyedArchiveEncoder` and `KeyedArchiveDecoder`.
  case ours
  /// Foundation's coders, with the base class.
  case foundation
  /// Foundation's coders, with code that was written by hand.
  case handWritten
}

/// NSCoding matrix: models × writers × readers.
struct MatrixTests {
  /// The class that was written by hand, by the name of what is coded by one line.
  private static let handWritten: [String: AnyClass] = [
    "Book": HandWrittenBook.self, "Person": HandWrittenPerson.self, "Teacher": HandWrittenTeacher.self,
    "Head": HandWrittenHead.self, "Settings": HandWrittenSettings.self, "Theme": HandWrittenTheme.self,
    "Bookmark": HandWrittenBookmark.self, "Place": HandWrittenPlace.self, "Coordinate": HandWrittenCoordinate.self,
  ]

  private func check<Auto: AutoCodingObject & MatrixValue, Hand: MatrixValue>(
    _: Auto.Type, _: Hand.Type, _ writer: MatrixCoder, _ reader: MatrixCoder
  ) throws {
    let data =
      switch writer {
      case .ours: try KeyedArchiveEncoder().encode(Auto.sample)
      case .foundation: try foundationArchive(Auto.sample)
      case .handWritten: try foundationArchive(Hand.sample)
      }
    let found: String?
    switch reader {
    case .ours: found = try KeyedArchiveDecoder().decode(Auto.self, from: data).says
    case .foundation:
      found = try foundationObject(
        Auto.self, from: data, classes: ["AutoCodingFoundationTests.\(Hand.self)": Auto.self])?.says
    case .handWritten:
      var classes: [String: AnyClass] = [:]
      for (name, type): (String, AnyClass) in Self.handWritten { classes["AutoCodingFoundationTests.\(name)"] = type }
      // Foundation on Linux names structs so, whatever they are called.
      classes["AutoCodingFoundation.ArchivedValue"] = HandWrittenCoordinate.self
      found = try foundationObject(Hand.self, from: data, classes: classes)?.says
    }
    #expect(found == Hand.sample.says)
    #expect(Auto.sample.says == Hand.sample.says)
  }

  @Test("a book", arguments: MatrixCoder.allCases, MatrixCoder.allCases)
  func book(writer: MatrixCoder, reader: MatrixCoder) throws {
    try check(Book.self, HandWrittenBook.self, writer, reader)
  }

  @Test("a chain of classes", arguments: MatrixCoder.allCases, MatrixCoder.allCases)
  func chain(writer: MatrixCoder, reader: MatrixCoder) throws {
    try check(Head.self, HandWrittenHead.self, writer, reader)
  }

  @Test("settings with models in arrays and dictionaries", arguments: MatrixCoder.allCases, MatrixCoder.allCases)
  func settings(writer: MatrixCoder, reader: MatrixCoder) throws {
    try check(Settings.self, HandWrittenSettings.self, writer, reader)
  }

  @Test("a struct with constants", arguments: MatrixCoder.allCases, MatrixCoder.allCases)
  func structs(writer: MatrixCoder, reader: MatrixCoder) throws {
    try check(Place.self, HandWrittenPlace.self, writer, reader)
  }

  // What follows stops the process in Foundation on Linux, for data that is right. There it is ours on both ends.

  @Test("cycles: NSKeyedUnarchiver on Linux never ends; ours on both ends")
  func cycles() throws {
    let node = Link()
    let next = Link()
    (node.next, next.next, node.name) = (next, node, "first")
    let back = try KeyedArchiveDecoder().decode(Link.self, from: KeyedArchiveEncoder().encode(node))
    #expect(back.next?.next === back && back.name == "first")
    for object in [node, back] { object.next = nil }
  }

  @Test("names of nested classes: NSStringFromClass on Linux refuses them; ours on both ends")
  func nestedNames() throws {
    let nested = Outer.Inner()
    nested.value = 7
    #expect(try KeyedArchiveDecoder().decode(Outer.Inner.self, from: KeyedArchiveEncoder().encode(nested)).value == 7)
  }

  @Test(
    "NSDecimalNumber: Foundation's on Linux cannot be archived, and is read as zero; the base class passes it by",
    arguments: ["0", "1.5", "-123456789012345678901234567890.5", "1e-20"])
  func decimals(text: String) throws {
    let price = Price()
    price.amount = Decimal(string: text)
    for data in [try foundationArchive(price), try KeyedArchiveEncoder().encode(price)] {
      #expect(try foundationObject(Price.self, from: data)?.amount == price.amount)
      #expect(try KeyedArchiveDecoder().decode(Price.self, from: data).amount == price.amount)
    }
  }
}

final class Link: AutoCodingObject {
  var name = ""
  var next: Link?
}

enum Outer {
  final class Inner: AutoCodingObject { var value = 0 }
}

final class Price: AutoCodingObject {
  var amount: Decimal?
}

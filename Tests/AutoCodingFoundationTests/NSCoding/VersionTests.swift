import AutoCodingFoundation
import Foundation
import Testing

/// As an older program had it.
final class OldVersionedBook: AutoCodingObject {
  var name = "Emma"
  var pages = 474
  override class var archivedTypeName: String { "VersionedBook" }
}

final class VersionedBook: AutoCodingObject {
  var title = ""
  var pages = 0
  override class var archivedTypeName: String { "VersionedBook" }
  override class var formerTypeNames: Set<String> {
    ["AutoCodingFoundationTests.OldVersionedBook", "AutoCodingFoundationTests.VersionedBook"]
  }
  override class var archiveVersion: Int { 2 }
  override class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    properties.renameKey("name", to: "title")
    try properties.encode(properties.decode(Int.self, forKey: "pages") + 1, forKey: "pages")
  }
}

/// The same without versions, and one version further.
final class UnversionedBook: AutoCodingObject {
  var pages = 0
}

final class NewerVersionedBook: AutoCodingObject {
  var pages = 0
  override class var archiveVersion: Int { 3 }
}

struct NSCodingVersionTests {
  @Test("newer archives are refused by types without versions, and of older ones")
  func newer() throws {
    let objects: [AutoCodingObject] = [VersionedBook(), NewerVersionedBook()]
    for object in objects {
      let name = "\(type(of: object))"
      let data = try foundationArchive(object)
      let text = explanation {
        try foundationObject(
          UnversionedBook.self, from: data, classes: ["AutoCodingFoundationTests.\(name)": UnversionedBook.self])
      }
      #expect(text.contains("which has no versions here"), "\(text)")
      #expect(text.contains("UnversionedBook"))
    }
    let text = explanation {
      try foundationObject(
        VersionedBook.self, from: foundationArchive(NewerVersionedBook()),
        classes: ["AutoCodingFoundationTests.NewerVersionedBook": VersionedBook.self])
    }
    #expect(text.contains("is at version 2 here"), "\(text)")
  }

  @Test func foundationsArchiversCarryTheVersion() throws {
    let book = VersionedBook()
    book.title = "Emma"
    book.pages = 474
    let data = try NSKeyedArchiver.archivedData(withRootObject: book, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: VersionedBook.self, from: data))
    #expect(copy.title == "Emma")
    #expect(copy.pages == 474)
    let own = try KeyedArchiveDecoder().decode(VersionedBook.self, from: data)
    #expect(own.pages == 474)
    let ours = try KeyedArchiveEncoder().encode(book)
    #expect(try KeyedArchiveDecoder().decode(VersionedBook.self, from: ours).pages == 474)
  }

  @Test func olderArchivesAreMigratedByOurDecoderAndRefusedByFoundations() throws {
    let data = try KeyedArchiveEncoder().encode(OldVersionedBook())
    let book = try KeyedArchiveDecoder().decode(VersionedBook.self, from: data)
    #expect(book.title == "Emma")
    #expect(book.pages == 475)

    let old = try NSKeyedArchiver.archivedData(withRootObject: OldVersionedBook(), requiringSecureCoding: true)
    #expect(try KeyedArchiveDecoder().decode(VersionedBook.self, from: old).title == "Emma")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: old)
    unarchiver.requiresSecureCoding = true
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.setClass(VersionedBook.self, forClassName: "AutoCodingFoundationTests.OldVersionedBook")
    _ = unarchiver.decodeObject(of: VersionedBook.self, forKey: NSKeyedArchiveRootObjectKey)
    #expect("\(try #require(unarchiver.error))".contains("KeyedArchiveDecoder"))
  }
}

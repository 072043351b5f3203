import AutoCodingFoundation
import Foundation

/// The examples of the article about `NSCoding`, compiled with the main actor as default isolation.
enum NSCodingExamples {
  static func archiving(_ book: Book) throws -> Book? {
    let data = try NSKeyedArchiver.archivedData(withRootObject: book, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: Book.self, from: data)
    return back
  }

  nonisolated class Person: AutoCodingObject { var name = "" }

  nonisolated final class Teacher: Person {
    var course = ""
    var session = UUID()
    @Transient var draft = ""
    override class var unEncodedProperties: Set<String> { ["session"] }
    override class var propertyKeys: [String: String] { ["course": "subject"] }
    override class var propertyRules: PropertyRules { ["course": .formerly("lesson")] }
    override class var formerTypeNames: Set<String> { ["School.Lecturer"] }
    override func didDecode() throws { session = UUID() }
  }

  nonisolated final class LegacyStamp: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    override init() {}
    func encode(with coder: NSCoder) {}
    init?(coder: NSCoder) {}
  }

  nonisolated class Document: AutoCodingObject {
    var title = ""
    var stamp: LegacyStamp?
  }
}

// Foundation archives only classes that stand at the top level.

nonisolated class Book: AutoCodingObject {
  var title = ""
  var pages: Int?
}

nonisolated final class Marker: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  typealias Coordinate = ReadmeExamples.Coordinate
  let position: Coordinate
  init(position: Coordinate) { self.position = position }

  func encode(with coder: NSCoder) {
    coder.encode(position, forKey: "position")
  }

  required init?(coder: NSCoder) {
    guard let position = coder.decode(Coordinate.self, forKey: "position") else { return nil }
    self.position = position
  }
}

import AutoCodingFoundation
import Foundation

// Each model twice: by one line, and with `NSSecureCoding` written by hand, as it was before. What the former was called in
// the latter's archives is a former name of it, which is how such a model moves over.

// MARK: A book

final class Book: AutoCodingObject {
  var title = ""
  var author: String?
  var pageCount = 0
  var categories: Set<String> = []
  var isAvailable = true
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.HandWrittenBook"] }
}

final class HandWrittenBook: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var title = ""
  var author: String?
  var pageCount = 0
  var categories: Set<String> = []
  var isAvailable = true

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(title as NSString, forKey: "title")
    coder.encode(author as NSString?, forKey: "author")
    coder.encode(pageCount, forKey: "pageCount")
    coder.encode(categories as NSSet, forKey: "categories")
    coder.encode(isAvailable, forKey: "isAvailable")
  }

  init?(coder: NSCoder) {
    guard let title = coder.decodeObject(of: NSString.self, forKey: "title") as String?,
      let categories = coder.decodeObject(of: [NSSet.self, NSString.self], forKey: "categories") as? Set<String>
    else { return nil }
    self.title = title
    self.categories = categories
    author = coder.decodeObject(of: NSString.self, forKey: "author") as String?
    pageCount = coder.decodeInteger(forKey: "pageCount")
    isAvailable = coder.decodeBool(forKey: "isAvailable")
  }
}

// MARK: A chain of classes

class Person: AutoCodingObject {
  var name = ""
  var age = 0
  var born: Date?
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.HandWrittenPerson"] }
}

class Teacher: Person {
  var course = ""
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.HandWrittenTeacher"] }
}

final class Head: Teacher {
  var budget = 0.0
  var deputy: Teacher?
  var staff: [Person] = []
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.HandWrittenHead"] }
}

class HandWrittenPerson: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }
  var name = ""
  var age = 0
  var born: Date?

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
    coder.encode(age, forKey: "age")
    coder.encode(born as NSDate?, forKey: "born")
  }

  required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String? else { return nil }
    self.name = name
    age = coder.decodeInteger(forKey: "age")
    born = coder.decodeObject(of: NSDate.self, forKey: "born") as Date?
  }
}

class HandWrittenTeacher: HandWrittenPerson {
  var course = ""

  override init() { super.init() }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(course as NSString, forKey: "course")
  }

  required init?(coder: NSCoder) {
    guard let course = coder.decodeObject(of: NSString.self, forKey: "course") as String? else { return nil }
    self.course = course
    super.init(coder: coder)
  }
}

final class HandWrittenHead: HandWrittenTeacher {
  var budget = 0.0
  var deputy: HandWrittenTeacher?
  var staff: [HandWrittenPerson] = []

  override init() { super.init() }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(budget, forKey: "budget")
    coder.encode(deputy, forKey: "deputy")
    coder.encode(staff as NSArray, forKey: "staff")
  }

  required init?(coder: NSCoder) {
    let classes: [AnyClass] = [NSArray.self, HandWrittenPerson.self]
    guard let staff = coder.decodeObject(of: classes, forKey: "staff") as? [HandWrittenPerson] else { return nil }
    budget = coder.decodeDouble(forKey: "budget")
    deputy = coder.decodeObject(of: HandWrittenTeacher.self, forKey: "deputy")
    self.staff = staff
    super.init(coder: coder)
  }
}

// MARK: Settings, with models in arrays and dictionaries

final class Settings: AutoCodingObject {
  var theme: Theme?
  var recent: [Bookmark] = []
  var shortcuts: [String: Bookmark] = [:]
  var themes: [String: [Theme]] = [:]
  var zoom: Float = 1
  var identifier: UUID?
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.HandWrittenSettings"] }
}

final class Theme: AutoCodingObject {
  var name = ""
  var isDark = false
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.HandWrittenTheme"] }
}

final class Bookmark: AutoCodingObject {
  var link: URL?
  var preview: Data?
  var line = 0
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.HandWrittenBookmark"] }
}

final class HandWrittenSettings: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var theme: HandWrittenTheme?
  var recent: [HandWrittenBookmark] = []
  var shortcuts: [String: HandWrittenBookmark] = [:]
  var themes: [String: [HandWrittenTheme]] = [:]
  var zoom: Float = 1
  var identifier: UUID?

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(theme, forKey: "theme")
    coder.encode(recent as NSArray, forKey: "recent")
    coder.encode(shortcuts as NSDictionary, forKey: "shortcuts")
    coder.encode(themes as NSDictionary, forKey: "themes")
    coder.encode(zoom, forKey: "zoom")
    coder.encode(identifier as NSUUID?, forKey: "identifier")
  }

  init?(coder: NSCoder) {
    let lists: [AnyClass] = [NSArray.self, HandWrittenBookmark.self]
    let tables: [AnyClass] = [NSDictionary.self, NSString.self, HandWrittenBookmark.self]
    let nested: [AnyClass] = [NSDictionary.self, NSString.self, NSArray.self, HandWrittenTheme.self]
    guard let recent = coder.decodeObject(of: lists, forKey: "recent") as? [HandWrittenBookmark],
      let shortcuts = coder.decodeObject(of: tables, forKey: "shortcuts") as? [String: HandWrittenBookmark],
      let themes = coder.decodeObject(of: nested, forKey: "themes") as? [String: [HandWrittenTheme]]
    else { return nil }
    (self.recent, self.shortcuts, self.themes) = (recent, shortcuts, themes)
    theme = coder.decodeObject(of: HandWrittenTheme.self, forKey: "theme")
    zoom = coder.decodeFloat(forKey: "zoom")
    identifier = coder.decodeObject(of: NSUUID.self, forKey: "identifier") as UUID?
  }
}

final class HandWrittenTheme: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var name = ""
  var isDark = false

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
    coder.encode(isDark, forKey: "isDark")
  }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String? else { return nil }
    self.name = name
    isDark = coder.decodeBool(forKey: "isDark")
  }
}

final class HandWrittenBookmark: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var link: URL?
  var preview: Data?
  var line = 0

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(link as NSURL?, forKey: "link")
    coder.encode(preview as NSData?, forKey: "preview")
    coder.encode(line, forKey: "line")
  }

  init?(coder: NSCoder) {
    link = coder.decodeObject(of: NSURL.self, forKey: "link") as URL?
    preview = coder.decodeObject(of: NSData.self, forKey: "preview") as Data?
    line = coder.decodeInteger(forKey: "line")
  }
}

// MARK: A struct with constants

struct Coordinate: AutoCoding, Hashable {
  let latitude: Double
  let longitude: Double
  static var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.HandWrittenCoordinate"] }
}

final class Place: AutoCodingObject {
  var name = ""
  var coordinate = Coordinate(latitude: 0, longitude: 0)
  var entrance: Coordinate?
  var track: [Coordinate] = []
  var corners: [String: Coordinate] = [:]
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.HandWrittenPlace"] }
}

final class HandWrittenCoordinate: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let latitude: Double
  let longitude: Double

  init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }

  func encode(with coder: NSCoder) {
    coder.encode(latitude, forKey: "latitude")
    coder.encode(longitude, forKey: "longitude")
  }

  init?(coder: NSCoder) {
    latitude = coder.decodeDouble(forKey: "latitude")
    longitude = coder.decodeDouble(forKey: "longitude")
  }
}

final class HandWrittenPlace: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var name = ""
  var coordinate = HandWrittenCoordinate(latitude: 0, longitude: 0)
  var entrance: HandWrittenCoordinate?
  var track: [HandWrittenCoordinate] = []
  var corners: [String: HandWrittenCoordinate] = [:]

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
    coder.encode(coordinate, forKey: "coordinate")
    coder.encode(entrance, forKey: "entrance")
    coder.encode(track as NSArray, forKey: "track")
    coder.encode(corners as NSDictionary, forKey: "corners")
  }

  init?(coder: NSCoder) {
    let lists: [AnyClass] = [NSArray.self, HandWrittenCoordinate.self]
    let tables: [AnyClass] = [NSDictionary.self, NSString.self, HandWrittenCoordinate.self]
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String?,
      let coordinate = coder.decodeObject(of: HandWrittenCoordinate.self, forKey: "coordinate"),
      let track = coder.decodeObject(of: lists, forKey: "track") as? [HandWrittenCoordinate],
      let corners = coder.decodeObject(of: tables, forKey: "corners") as? [String: HandWrittenCoordinate]
    else { return nil }
    (self.name, self.coordinate, self.track, self.corners) = (name, coordinate, track, corners)
    entrance = coder.decodeObject(of: HandWrittenCoordinate.self, forKey: "entrance")
  }
}

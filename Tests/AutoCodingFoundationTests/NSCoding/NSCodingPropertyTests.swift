import Foundation
import Testing

@testable import AutoCodingFoundation

/// A class with its own coding methods that is not a model, like one of another library.
class Legacy: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }
  var name = ""
  var count = 0
  var ratio = 0.0
  var share: Float = 0
  var isOpen = false
  var rating: NSNumber?
  var tags: [String] = []
  var table: [String: NSNumber] = [:]
  var opened: Date?
  var scan: Data?
  var bytes: [UInt8] = []
  var link: URL?
  var id: UUID?
  var next: Legacy?
  var friends: [Legacy] = []
  var point: Coordinate?
  var writer: Writer?

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(name as NSString, forKey: "name")
    coder.encode(count, forKey: "count")
    coder.encode(ratio, forKey: "ratio")
    coder.encode(share, forKey: "share")
    coder.encode(isOpen, forKey: "isOpen")
    coder.encode(rating, forKey: "rating")
    coder.encode(tags as NSArray, forKey: "tags")
    coder.encode(table as NSDictionary, forKey: "table")
    coder.encode(opened as NSDate?, forKey: "opened")
    coder.encode(scan as NSData?, forKey: "scan")
    coder.encodeBytes(bytes, length: bytes.count, forKey: "bytes")
    coder.encode(link as NSURL?, forKey: "link")
    coder.encode(id as NSUUID?, forKey: "id")
    coder.encode(next, forKey: "next")
    coder.encode(friends as NSArray, forKey: "friends")
    coder.encode(point, forKey: "point")
    coder.encode(writer, forKey: "writer")
  }

  required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String? else { return nil }
    self.name = name
    count = coder.decodeInteger(forKey: "count")
    ratio = coder.decodeDouble(forKey: "ratio")
    share = coder.decodeFloat(forKey: "share")
    isOpen = coder.decodeBool(forKey: "isOpen")
    rating = coder.decodeObject(of: NSNumber.self, forKey: "rating")
    tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String] ?? ["missing"]
    table =
      coder.decodeObject(of: [NSDictionary.self, NSString.self, NSNumber.self], forKey: "table") as? [String: NSNumber]
      ?? [:]
    opened = coder.decodeObject(of: NSDate.self, forKey: "opened") as Date?
    scan = coder.decodeObject(of: NSData.self, forKey: "scan") as Data?
    bytes = coder.withDecodedUnsafeBytes(forKey: "bytes") { $0.map(Array.init) ?? [] }
    link = coder.decodeObject(of: NSURL.self, forKey: "link") as URL?
    id = coder.decodeObject(of: NSUUID.self, forKey: "id") as UUID?
    next = coder.decodeObject(of: Legacy.self, forKey: "next")
    friends = coder.decodeObject(of: [NSArray.self, Legacy.self], forKey: "friends") as? [Legacy] ?? []
    point = coder.decode(Coordinate.self, forKey: "point")
    writer = coder.decode(Writer.self, forKey: "writer")
  }

  var says: String {
    list(
      name, count, ratio, share, isOpen, rating, tags, table.mapValues(\.stringValue), opened, scan, bytes, link, id,
      friends.map(\.name), point, writer?.name)
  }

  static var sample: Legacy {
    let legacy = Legacy()
    (legacy.name, legacy.count, legacy.ratio, legacy.share, legacy.isOpen) = ("Ä", -7, 0.1, 0.25, true)
    (legacy.rating, legacy.tags, legacy.table) = (5, ["x", "y"], ["k": 1.5, "l": 0])
    (legacy.opened, legacy.scan) = (Date(timeIntervalSinceReferenceDate: 1.5), Data([1, 2]))
    (legacy.bytes, legacy.link) = ([9, 8], URL(string: "https://example.com"))
    legacy.id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    legacy.point = Coordinate(latitude: 1, longitude: 2)
    let writer = Laureate("Ann")
    writer.prize = "P"
    legacy.writer = writer
    return legacy
  }
}

final class Heritage: Legacy {
  var age = 0

  override init() { super.init() }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(age, forKey: "age")
  }

  required init?(coder: NSCoder) {
    age = coder.decodeInteger(forKey: "age")
    super.init(coder: coder)
  }
}

/// Models with such objects in them.
final class Museum: AutoCodingObject {
  var name = ""
  var first: Legacy?
  var others: [Legacy] = []
  var byName: [String: Legacy] = [:]
}

final class Vitrine: AutoCoding {
  let content: Legacy
  init(_ content: Legacy) { self.content = content }
}

/// Classes with NSSecureCoding written by hand, as properties.
struct NSCodingPropertyTests {
  private static func sample() -> Museum {
    let museum = Museum()
    museum.name = "M"
    let legacy = Legacy.sample
    let heritage = Heritage()
    (heritage.name, heritage.age, heritage.next) = ("H", 99, legacy)
    legacy.friends = [Legacy()]
    museum.first = legacy
    museum.others = [heritage, legacy]
    museum.byName = ["l": legacy, "h": heritage]
    return museum
  }

  private func check(_ back: Museum) throws {
    let first = try #require(back.first)
    let museum = Self.sample()
    #expect(first.says == museum.first?.says)
    let heritage = try #require(back.others.first as? Heritage)
    #expect(heritage.age == 99 && heritage.next === first && back.others.last === first)
    #expect(back.byName["l"] === first && back.byName["h"] === heritage && back.name == "M")
    #expect((first.writer as? Laureate)?.prize == "P")
  }

  @Test("Foundation's archiver and ours, all four ways, identity included")
  func fourWays() throws {
    let museum = Self.sample()
    for data in [try foundationArchive(museum), try KeyedArchiveEncoder().encode(museum)] {
      try check(try #require(try foundationObject(Museum.self, from: data)))
      try check(try KeyedArchiveDecoder().decode(Museum.self, from: data))
    }
  }

  @Test("a model without an initializer has one")
  func memberwise() throws {
    let data = try KeyedArchiveEncoder().encode([Vitrine(.sample), Vitrine(Heritage())])
    let back = try KeyedArchiveDecoder().decode([Vitrine].self, from: data)
    #expect(back.map { type(of: $0.content) == Heritage.self } == [false, true])
    #expect(back[0].content.says == Legacy.sample.says)
  }

  @Test("what hand-written code writes by itself is read as a root's property, and the other way round")
  func exchange() throws {
    let museum = Museum()
    museum.first = .sample
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: KeyedArchiveEncoder().encode(museum))
    unarchiver.requiresSecureCoding = true
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.setClass(HandMuseum.self, forClassName: "AutoCodingFoundationTests.Museum")
    let hand = unarchiver.decodeObject(of: HandMuseum.self, forKey: NSKeyedArchiveRootObjectKey)
    #expect(hand?.first?.says == Legacy.sample.says)
  }

  @Test("other formats refuse them, and name the property")
  func otherFormats() throws {
    let museum = Museum()
    museum.first = Legacy()
    for text in [
      explanation { try JSONEncoder().encode(museum) }, explanation { try AutoJSONEncoder().encode(museum) },
    ] {
      #expect(text.contains("first") && text.contains("only keyed archives support"), "\(text)")
    }
    let json = Data(#"{"name":"m","first":{},"others":[],"byName":{}}"#.utf8)
    #expect(explanation { try AutoJSONDecoder().decode(Museum.self, from: json) }.contains("first"))
    museum.first = nil
    #expect(try AutoJSONDecoder().decode(Museum.self, from: AutoJSONEncoder().encode(museum)).first == nil)
  }

  @Test("a class that is not declared is not made, in whatever place")
  func allowList() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(WrongMuseum(), forKey: NSKeyedArchiveRootObjectKey)
    let text = explanation { try KeyedArchiveDecoder().decode(Museum.self, from: archiver.encodedData) }
    #expect(text.contains("first") && text.contains("HandWrittenBook"), "\(text)")
    let found = explanation {
      try foundationObject(Museum.self, from: archiver.encodedData)
    }
    #expect(found.contains("Museum.first: ") && found.contains("HandWrittenBook"), "\(found)")
  }

  @Test("a hand-written class that asks for less than there is fails")
  func innerAllowList() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(WrongLegacyMuseum(), forKey: NSKeyedArchiveRootObjectKey)
    let text = explanation { try KeyedArchiveDecoder().decode(Museum.self, from: archiver.encodedData) }
    #expect(text.contains("first") && text.contains("next"), "\(text)")
  }

  @Test("cycles of such objects are an error, and not the end of the process")
  func cycles() throws {
    let museum = Museum()
    let legacy = Legacy()
    legacy.next = legacy
    museum.first = legacy
    let data = try KeyedArchiveEncoder().encode(museum)
    legacy.next = nil
    #expect(explanation { try KeyedArchiveDecoder().decode(Museum.self, from: data) }.contains("contains itself"))
  }

  @Test("a model that could not be one object is refused: in such an object, and elsewhere")
  func sharedModels() throws {
    let shelf = Shelf()
    shelf.writer = Writer("W")
    shelf.legacy = Legacy()
    shelf.legacy?.writer = shelf.writer
    let data = try KeyedArchiveEncoder().encode(shelf)
    #expect(
      explanation { try KeyedArchiveDecoder().decode(Shelf.self, from: data) }.contains("its own init(coder:)"))
  }

  @Test("failures leave nothing behind, whatever they are")
  func failures() throws {
    let museum = Self.sample()
    let data = try KeyedArchiveEncoder().encode(museum)
    // Every truncation and many flipped bytes: an error or a value, and never the end of the process.
    for end in stride(from: 0, to: data.count, by: 37) {
      _ = try? KeyedArchiveDecoder().decode(Museum.self, from: data.prefix(end))
    }
    for position in data.indices {
      var damaged = data
      damaged[position] ^= 0x11
      _ = try? KeyedArchiveDecoder().decode(Museum.self, from: damaged)
    }
  }
}

final class Shelf: AutoCodingObject {
  var writer: Writer?
  var legacy: Legacy?
}

final class HandMuseum: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let first: Legacy?
  func encode(with coder: NSCoder) { coder.encode(first, forKey: "first") }
  init?(coder: NSCoder) { first = coder.decodeObject(of: Legacy.self, forKey: "first") }
}

/// An archive in which another class stands for a legacy.
final class WrongMuseum: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  func encode(with coder: NSCoder) { coder.encode(HandWrittenBook.sample, forKey: "first") }
  override var classForKeyedArchiver: AnyClass? { Museum.self }
  init?(coder: NSCoder) { nil }
}

/// An archive in which another class stands for a legacy within a legacy.
final class WrongLegacyMuseum: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  func encode(with coder: NSCoder) { coder.encode(WrongLegacy(), forKey: "first") }
  override var classForKeyedArchiver: AnyClass? { Museum.self }
  init?(coder: NSCoder) { nil }
}

final class WrongLegacy: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  func encode(with coder: NSCoder) {
    coder.encode("n" as NSString, forKey: "name")
    coder.encode(HandWrittenBook.sample, forKey: "next")
  }
  override var classForKeyedArchiver: AnyClass? { Legacy.self }
  init?(coder: NSCoder) { nil }
}

/// A model that was moved over from Objective-C, types and all.
final class Bridged: AutoCodingObject {
  var text: NSString = ""
  var number: NSNumber?
  var list: NSArray = []
  var table: NSDictionary = [:]
  var set: NSSet?
  var date: NSDate?
  var data: NSMutableData?
  var link: NSURL?
  var id: NSUUID?
}

/// A class whose code asks for what archives do not have.
final class Unkeyed: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  func encode(with coder: NSCoder) { coder.encode("text" as NSString) }
  init?(coder: NSCoder) { nil }
}

final class UnkeyedOwner: AutoCodingObject {
  var unkeyed: Unkeyed?
}

/// Foundation's own classes as properties.
struct FoundationPropertyTests {
  @Test("values of Foundation's are what they are in archives, all four ways")
  func values() throws {
    let bridged = Bridged()
    (bridged.text, bridged.number, bridged.list) = ("t", 1.5, [1, "a", [true]])
    (bridged.table, bridged.set) = (["k": 1], NSSet(array: ["x"]))
    bridged.date = NSDate(timeIntervalSinceReferenceDate: 1)
    (bridged.link, bridged.id) = (NSURL(string: "https://example.com"), NSUUID())
    for data in [try foundationArchive(bridged), try KeyedArchiveEncoder().encode(bridged)] {
      let read = [
        try foundationObject(Bridged.self, from: data), try KeyedArchiveDecoder().decode(Bridged.self, from: data),
      ]
      for back in read {
        let back = try #require(back)
        #expect(back.text == "t" && back.number == 1.5 && back.table == bridged.table && back.list.count == 3)
        #expect(back.list[0] as? Int == 1 && back.list[1] as? String == "a" && (back.list[2] as? [Any])?.count == 1)
        #expect(back.set == bridged.set && back.date == bridged.date && back.data == nil)
        #expect(back.link == bridged.link && back.id == bridged.id)
      }
    }
  }

  @Test("a value of another class is an error that names the property")
  func wrongClass() throws {
    struct Text: AutoCoding {
      var text: NSString
      static var archivedTypeName: String { "WrongClass" }
    }
    struct Number: AutoCoding {
      var text = 5
      static var archivedTypeName: String { "WrongClass" }
    }
    let archive = try KeyedArchiveEncoder().encode(["a": Number()])
    let said = explanation { try KeyedArchiveDecoder().decode([String: Text].self, from: archive) }
    #expect(said.contains("text"))
  }

  @Test("values without a key are an error, and not the end of the process")
  func unkeyed() throws {
    let owner = UnkeyedOwner()
    owner.unkeyed = Unkeyed()
    #expect(explanation { try KeyedArchiveEncoder().encode(owner) }.contains("without a key"))
  }
}

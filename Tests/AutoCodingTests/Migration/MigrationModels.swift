import AutoCoding
import Foundation
import Testing

/// Contacts in three versions: what older programs had, under the name of today's.
enum Contacts {
  /// Version 0: a whole name, an age as text, `mail`.
  struct V0: AutoCoding, Equatable {
    var name = "Ada Lovelace"
    var age = "36"
    var mail: String? = "ada@example.com"
    var street = "St James's Square"
    var town = "London"
    var fax = 12
    static var archivedTypeName: String { "Contacts.Contact" }
  }

  /// Version 1: `email`, age as a number.
  struct V1: AutoCoding, Equatable {
    var name = "Ada Lovelace"
    var age = 36
    var email: String? = "ada@example.com"
    var street = "St James's Square"
    var town = "London"
    static var archivedTypeName: String { "Contacts.Contact" }
    static var archiveVersion: Int { 1 }
  }

  struct Address: AutoCoding, Equatable {
    var street: String
    var town: String
  }

  /// Version 2, today's: the name in two, the address in a struct of its own, a nickname that was not there.
  struct Contact: AutoCoding, Equatable {
    var firstName: String
    var lastName: String
    var age: Int
    var email: String?
    var address: Address
    var tags: [String]
    static var archivedTypeName: String { "Contacts.Contact" }
    static var archiveVersion: Int { 2 }

    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      if version < 1 {
        properties.renameKey("mail", to: "email")
        properties.removeValue(forKey: "fax")
        let age = try properties.decode(String.self, forKey: "age")
        guard let number = Int(age) else {
          throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "'\(age)' is no age."))
        }
        try properties.encode(number, forKey: "age")
      }
      if version < 2 {
        let parts = try properties.decode(String.self, forKey: "name").split(separator: " ", maxSplits: 1)
        try properties.encode(String(parts.first ?? ""), forKey: "firstName")
        try properties.encode(parts.count > 1 ? String(parts[1]) : "", forKey: "lastName")
        properties.removeValue(forKey: "name")
        var address = properties.makeNested()
        address["street"] = properties["street"]
        address["town"] = properties["town"]
        properties.encode(nested: address, forKey: "address")
        properties["street"] = nil
        properties["town"] = nil
        try properties.encode([String](), forKey: "tags")
      }
    }

    static let ada = Contact(
      firstName: "Ada", lastName: "Lovelace", age: 36, email: "ada@example.com",
      address: Address(street: "St James's Square", town: "London"), tags: [])
  }
}

/// Classes whose levels have versions of their own.
enum Levels {
  class OldPerson: AutoCoding, DefaultInitializable {
    var name = "Ada"
    var years = 36
    class var archivedTypeName: String { "Levels.Person" }
    class var archiveVersion: Int { 0 }
    required init() {}
  }

  final class OldTeacher: OldPerson {
    var course = "Algebra"
    var pay = 10
    override class var archivedTypeName: String { "Levels.Teacher" }
    override class var archiveVersion: Int { 1 }
  }

  class Person: AutoCoding, DefaultInitializable {
    var name = ""
    var age = 0
    class var archivedTypeName: String { "Levels.Person" }
    class var archiveVersion: Int { 1 }
    class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      // Twice would be wrong.
      properties.renameKey("years", to: "age")
      try properties.encode(properties.decode(Int.self, forKey: "age") + 1, forKey: "age")
    }
    required init() {}
  }

  class Teacher: Person {
    var course = ""
    var salary = 0
    override class var archivedTypeName: String { "Levels.Teacher" }
    override class var archiveVersion: Int { 3 }
    override class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      // The base class has been here.
      _ = try properties.decode(Int.self, forKey: "age")
      let pay = try properties.decode(Int.self, forKey: "pay")
      try properties.encode(pay * 100 + version, forKey: "salary")
    }
  }

  /// Overrides the version alone.
  final class Pupil: Person {
    var grade = 1
    override class var archivedTypeName: String { "Levels.Pupil" }
    override class var archiveVersion: Int { 5 }
  }

  /// Has nothing of its own.
  final class Guest: Person {
    var host = "Charles"
    override class var archivedTypeName: String { "Levels.Guest" }
  }

  final class OldGuest: OldPerson {
    var host = "Charles"
    override class var archivedTypeName: String { "Levels.Guest" }
  }

  class Confusing: AutoCoding, DefaultInitializable {
    var number = 1
    class var archiveVersion: Int { 1 }
    class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
    class func other() -> Int { 1 }
    required init() {}
  }

  final class Confused: Confusing {
    override class var archiveVersion: Int { 2 }
    override class func other() -> Int { 2 }
  }
}

/// A graph whose nodes were renamed.
enum Graphs {
  final class OldNode: AutoCoding, DefaultInitializable {
    var title = ""
    var next: OldNode?
    var others: [OldNode] = []
    static var archivedTypeName: String { "Graphs.Node" }
    init() {}
  }

  final class Node: AutoCoding, DefaultInitializable, Hashable {
    var name = ""
    var successor: Node?
    var others: [Node] = []
    var set: Set<Node> = []
    static var archivedTypeName: String { "Graphs.Node" }
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("title", to: "name")
      properties.renameKey("next", to: "successor")
      // The same objects once more, as a set, which are hashed when they are whole.
      properties["set"] = properties["others"]
    }
    init() {}
    static func == (left: Node, right: Node) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
}

enum OldShape: AutoCoding, Equatable {
  case disc(radius: Int)
  static var archivedTypeName: String { "Shape" }
}

enum NewShape: AutoCoding, Equatable {
  case circle(diameter: Int, unit: String)
  case empty
  static var archivedTypeName: String { "Shape" }
  static var archiveVersion: Int { 1 }
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    guard properties.contains("disc") else { return }
    try properties.updateNested(forKey: "disc") { disc in
      try disc.encode(disc.decode(Int.self, forKey: "radius") * 2, forKey: "diameter")
      disc.removeValue(forKey: "radius")
      try disc.encode("m", forKey: "unit")
    }
    properties.renameKey("disc", to: "circle")
  }
}

/// Both ways for every format that migrates.
enum MigratingCoder: String, CaseIterable, Sendable {
  case json, archive, dictionary

  static var all: [MigratingCoder] { allCases }

  func encode(_ value: some Encodable) throws -> Any {
    switch self {
    case .json: try AutoJSONEncoder().encode(value)
    case .archive: try KeyedArchiveEncoder().encode(value)
    case .dictionary: try DictionaryEncoder().encodeValue(value)
    }
  }

  func decode<Value: Decodable>(
    _ type: Value.Type, from data: Any, acceptsNewer: Bool = false
  ) throws -> Value {
    switch self {
    case .json:
      let decoder = AutoJSONDecoder()
      decoder.acceptsNewerVersions = acceptsNewer
      return try decoder.decode(type, from: try #require(data as? Data))
    case .archive:
      let decoder = KeyedArchiveDecoder()
      decoder.acceptsNewerVersions = acceptsNewer
      return try decoder.decode(type, from: try #require(data as? Data))
    case .dictionary:
      let decoder = DictionaryDecoder()
      decoder.acceptsNewerVersions = acceptsNewer
      return try decoder.decodeValue(type, from: data)
    }
  }
}

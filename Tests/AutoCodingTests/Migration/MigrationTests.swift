import AutoCoding
import Foundation
import Testing

/// Versions and migrations.
struct MigrationTests {
  @Test("data of older versions is changed before it is decoded", arguments: MigratingCoder.all)
  func olderData(coder: MigratingCoder) throws {
    #expect(try coder.decode(Contacts.Contact.self, from: coder.encode(Contacts.V0())) == .ada)
    #expect(try coder.decode(Contacts.Contact.self, from: coder.encode(Contacts.V1())) == .ada)
    #expect(try coder.decode(Contacts.Contact.self, from: coder.encode(Contacts.Contact.ada)) == .ada)
    // Within other values, too.
    let list = try coder.decode(
      [String: [Contacts.Contact]].self, from: coder.encode(["all": [Contacts.V0(), .init()]]))
    #expect(list == ["all": [.ada, .ada]])
  }

  @Test("a version above 0 is written, first of all") func writtenVersion() throws {
    #expect(String(decoding: try AutoJSONEncoder().encode(Contacts.V1()), as: UTF8.self).hasPrefix(#"{"$version":1,"#))
    #expect(!String(decoding: try AutoJSONEncoder().encode(Contacts.V0()), as: UTF8.self).contains("$version"))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let foundation = String(decoding: try encoder.encode(Contacts.V1()), as: UTF8.self)
    #expect(foundation.hasPrefix(#"{"$version":1,"#))
    #expect(
      String(decoding: try AutoJSONEncoder().encode(Levels.Teacher()), as: UTF8.self)
        .hasPrefix(#"{"$version":{"Levels.Person":1,"Levels.Teacher":3},"#))
    #expect(
      String(decoding: try AutoJSONEncoder().encode(Levels.Guest()), as: UTF8.self)
        .hasPrefix(#"{"$version":{"Levels.Person":1},"#))
  }

  @Test("the key of the version may come anywhere, and twice the first counts") func placeOfVersion() throws {
    let json =
      #"{"name":"Ada Lovelace","age":36,"email":"ada@example.com","street":"St James's Square","town":"London","$version":1}"#
    #expect(try AutoJSONDecoder().decode(Contacts.Contact.self, from: Data(json.utf8)) == .ada)
  }

  @Test("each level of a class has its own version, base first", arguments: MigratingCoder.all)
  func levels(coder: MigratingCoder) throws {
    let old = Levels.OldTeacher()
    let teacher = try coder.decode(Levels.Teacher.self, from: coder.encode(old))
    #expect(teacher.name == "Ada")
    #expect(teacher.age == 37)
    #expect(teacher.course == "Algebra")
    #expect(teacher.salary == 1001)
    let again = try coder.decode(Levels.Teacher.self, from: coder.encode(teacher))
    #expect(again.age == 37)
    #expect(again.salary == 1001)
  }

  @Test("an inherited migration runs once", arguments: MigratingCoder.all)
  func inherited(coder: MigratingCoder) throws {
    let guest = try coder.decode(Levels.Guest.self, from: coder.encode(Levels.OldGuest()))
    #expect(guest.age == 37)
    #expect(guest.host == "Charles")
    // Its own version, and the migration of the class above: not for its sake.
    let pupil = Levels.Pupil()
    pupil.age = 9
    #expect(try coder.decode(Levels.Pupil.self, from: coder.encode(pupil)).age == 9)
    if coder == .json {
      let json = #"{"$version":{"Levels.Person":1},"name":"A","age":9,"grade":2}"#
      #expect(try AutoJSONDecoder().decode(Levels.Pupil.self, from: Data(json.utf8)).age == 9)
      let older = #"{"name":"A","years":9,"grade":2}"#
      #expect(try AutoJSONDecoder().decode(Levels.Pupil.self, from: Data(older.utf8)).age == 10)
    }
  }

  @Test("what cannot be told is refused") func ambiguous() throws {
    let error = #expect(throws: AutoCodingError.self) { try AutoJSONEncoder().encode(Levels.Confused()) }
    #expect(error?.problems.map(\.code) == [.invalidVersion])
    #expect(Levels.Confused.other() + Levels.Confusing.other() == 3)
    _ = try AutoJSONEncoder().encode(Levels.Confusing())
  }

  @Test("newer data is refused, or accepted on request", arguments: MigratingCoder.all)
  func newerData(coder: MigratingCoder) throws {
    let data = try coder.encode(Contacts.V1())
    let refusal = #expect(throws: DecodingError.self) { try coder.decode(Contacts.V0.self, from: data) }
    guard case .dataCorrupted(let context) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(context.debugDescription.contains("version 1 of AutoCodingTests.Contacts.V0, which has no versions here"))
    #expect(context.debugDescription.contains("acceptsNewerVersions"))
    struct Slim: AutoCoding, Equatable {
      var name: String
      static var archivedTypeName: String { "Contacts.Contact" }
    }
    #expect(throws: DecodingError.self) { try coder.decode(Slim.self, from: data) }
    #expect(try coder.decode(Slim.self, from: data, acceptsNewer: true).name == "Ada Lovelace")
    let newest = try coder.encode(Contacts.Contact.ada)
    #expect(throws: DecodingError.self) { try coder.decode(Contacts.V1.self, from: newest) }
  }

  @Test("other decoders say which one migrates") func foreignDecoders() throws {
    let new = try JSONEncoder().encode(Contacts.Contact.ada)
    #expect(try JSONDecoder().decode(Contacts.Contact.self, from: new) == .ada)
    let old = try JSONEncoder().encode(Contacts.V1())
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Contacts.Contact.self, from: old) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains("AutoJSONDecoder"))
    #expect(context.debugDescription.contains("version 1 of AutoCodingTests.Contacts.Contact"))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Contacts.V1.self, from: new)
    }
  }

  @Test("an object graph keeps its identity through a migration") func graph() throws {
    let first = Graphs.OldNode()
    let second = Graphs.OldNode()
    first.title = "first"
    second.title = "second"
    first.next = second
    second.next = first
    first.others = [second, first]
    let data = try KeyedArchiveEncoder().encode([first, second])
    let nodes = try KeyedArchiveDecoder().decode([Graphs.Node].self, from: data)
    #expect(nodes.map(\.name) == ["first", "second"])
    #expect(nodes[0].successor === nodes[1])
    #expect(nodes[1].successor === nodes[0])
    #expect(nodes[0].others.first === nodes[1])
    #expect(nodes[0].others.last === nodes[0])
    #expect(nodes[0].set.count == 2)
    #expect(nodes[0].set.contains(nodes[1]))
    #expect(nodes[0].set.first { $0.name == "second" } === nodes[1])
    // Break the cycle, so that its objects are released.
    for node in [first, second] { (node.next, node.others) = (nil, []) }
    for node in nodes { (node.successor, node.others, node.set) = (nil, [], []) }
  }

  @Test("the cases of an enum", arguments: MigratingCoder.all) func enums(coder: MigratingCoder) throws {
    let data = try coder.encode([OldShape.disc(radius: 4)])
    #expect(try coder.decode([NewShape].self, from: data) == [.circle(diameter: 8, unit: "m")])
    let both = [NewShape.circle(diameter: 1, unit: "km"), .empty]
    #expect(try coder.decode([NewShape].self, from: coder.encode(both)) == both)
    #expect(
      try JSONDecoder().decode([NewShape].self, from: JSONEncoder().encode(both)) == both)
  }

  @Test("errors of a migration have the path, and leave nothing behind", arguments: MigratingCoder.all)
  func errors(coder: MigratingCoder) throws {
    var old = Contacts.V0()
    old.age = "old"
    let data = try coder.encode(["all": [Contacts.V0(), old]])
    let error = #expect(throws: DecodingError.self) { try coder.decode([String: [Contacts.Contact]].self, from: data) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["all", "Index 1"])
    #expect(context.debugDescription == "'old' is no age.")
  }

  @Test("a value that was set is what the property makes of it", arguments: MigratingCoder.all)
  func setValues(coder: MigratingCoder) throws {
    struct Old: AutoCoding {
      var a = 1
      static var archivedTypeName: String { "Values" }
    }
    struct New: AutoCoding, Equatable {
      var double: Double
      var optional: Int?
      var none: Int?
      var url: URL
      var kind: Kind
      var list: [Double]
      enum Kind: String, AutoCoding { case one, two }
      static var archivedTypeName: String { "Values" }
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        #expect(properties.keys == ["a"])
        #expect(try properties.decodeIfPresent(Int.self, forKey: "b") == nil)
        #expect(throws: DecodingError.self) { try properties.decode(String.self, forKey: "a") }
        try properties.encode(3, forKey: "double")
        #expect(try properties.decode(Double.self, forKey: "double") == 3)
        try properties.encode(4, forKey: "optional")
        try properties.encode(Int?.none, forKey: "none")
        try properties.encode("https://example.com", forKey: "url")
        try properties.encode("two", forKey: "kind")
        try properties.encode([1, 2], forKey: "list")
        properties["a"] = nil
      }
    }
    let new = try coder.decode(New.self, from: coder.encode(Old()))
    #expect(
      new
        == New(
          double: 3, optional: 4, none: nil, url: try #require(URL(string: "https://example.com")), kind: .two,
          list: [1, 2]))
  }

  @Test("properties are read while the migration runs, and not afterwards") func stashed() throws {
    struct Model: AutoCoding {
      var a = 1
      nonisolated(unsafe) static var stash: ArchivedProperties?
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws { stash = properties }
    }
    let model = try AutoJSONDecoder().decode(Model.self, from: Data(#"{"a":5}"#.utf8))
    #expect(model.a == 5)
    #expect(throws: DecodingError.self) { try Model.stash?.decode(Int.self, forKey: "a") }
    #expect(Model.stash?.keys == ["a"])
  }

  @Test("key paths are nested properties") func keyPaths() throws {
    struct Model: AutoCoding, Equatable {
      var city: String
      var zip: Int
      static var propertyKeys: [String: String] { ["city": "address.city", "zip": "address.zip"] }
      static var archiveVersion: Int { 2 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        if version == 0 {
          try properties.updateNested(forKey: "address") {
            try $0.encode($0.decode(Int.self, forKey: "zip") + 1, forKey: "zip")
          }
        }
      }
    }
    let decoder = AutoJSONDecoder()
    let old = Data(#"{"address":{"zip":1,"city":"Paris"}}"#.utf8)
    #expect(try decoder.decode(Model.self, from: old) == Model(city: "Paris", zip: 2))
    let next = Data(#"{"$version":1,"address":{"zip":1,"city":"Paris"}}"#.utf8)
    #expect(try decoder.decode(Model.self, from: next) == Model(city: "Paris", zip: 1))
    let encoded = try AutoJSONEncoder().encode(Model(city: "Rome", zip: 7))
    #expect(String(decoding: encoded, as: UTF8.self) == #"{"$version":2,"address":{"city":"Rome","zip":7}}"#)
    #expect(try decoder.decode(Model.self, from: encoded) == Model(city: "Rome", zip: 7))
  }

  @Test("an update without a version is of today's shape, and one with a version is migrated") func updates() throws {
    struct Model: AutoCoding, Equatable {
      var name = "a"
      var count = 1
      static var archiveVersion: Int { 2 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        try properties.encode(properties.decode(Int.self, forKey: "count") * 10, forKey: "count")
      }
    }
    var model = Model()
    try AutoJSONDecoder().update(&model, from: Data(#"{"name":"b"}"#.utf8))
    #expect(model == Model(name: "b", count: 1))
    try AutoJSONDecoder().update(&model, from: Data(#"{"$version":1,"count":2}"#.utf8))
    #expect(model == Model(name: "b", count: 20))
    #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().update(&model, from: Data(#"{"$version":3,"count":2}"#.utf8))
    }
    #expect(model.count == 20)
  }

  @Test("a model within keeps its own version when it is moved") func nestedVersions() throws {
    struct Inner: AutoCoding, Equatable {
      var value: Int
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        properties.renameKey("old", to: "value")
      }
    }
    struct Outer: AutoCoding, Equatable {
      var inner: Inner
      var count: Int
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        #expect(try properties.decode(Inner.self, forKey: "part") == Inner(value: 5))
        let part = try properties.nested(forKey: "part")
        #expect(part.keys == ["old"])
        properties.encode(nested: part, forKey: "part")
        try properties.encode(part.keys.count, forKey: "count")
        properties.renameKey("part", to: "inner")
      }
    }
    let outer = try AutoJSONDecoder().decode(Outer.self, from: Data(#"{"part":{"old":5}}"#.utf8))
    #expect(outer == Outer(inner: Inner(value: 5), count: 1))
  }

  @Test("a version where data has no place for one") func misplaced() {
    enum Raw: String, AutoCoding {
      case a
      static var archiveVersion: Int { 1 }
    }
    struct Negative: AutoCoding {
      var a = 1
      static var archiveVersion: Int { -1 }
    }
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Raw.self) }
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Negative.self) }
  }

  @Test("of several values under one key, the one counts that counts without a migration", arguments: [0, 20])
  func duplicateKeys(others: Int) throws {
    struct Current: AutoCoding {
      var a: Int
      var b: Int
    }
    struct Older: AutoCoding {
      var a: Int
      var b: Int
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        #expect(Set(properties.keys).count == properties.keys.count)
      }
    }
    let rest = (0..<others).map { #","other\#($0)":\#($0)"# }.joined()
    for members in [#""a":1,"b":7,"a":2,"a":3"#, #""a":1,"a":2,"b":8,"b":9,"a":3,"b":7"#] {
      let text = Data("{\(members)\(rest)}".utf8)
      let (current, older) = (
        try AutoJSONDecoder().decode(Current.self, from: text), try AutoJSONDecoder().decode(Older.self, from: text)
      )
      #expect((older.a, older.b) == (current.a, current.b))
    }
  }
}

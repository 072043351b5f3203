import AutoCoding
import Foundation
import Testing

/// Flattened models beside what else may be said of a model.
struct FlattenedCrossingTests {
  struct Home: AutoCoding, Equatable {
    var zip: Int
    static let propertyRules: PropertyRules = ["zip": .key("contact.zip").default(0)]
  }

  struct StrictHome: AutoCoding, Equatable {
    var zip: Int
    static let propertyRules: PropertyRules = ["zip": .key("contact.zip")]
  }

  struct Owner<Place: AutoCoding & Equatable>: AutoCoding, Equatable {
    var name: String
    var mail: String?
    var home: Place?
    static var propertyRules: PropertyRules { ["mail": .key("contact.mail"), "home": .flattened] }
  }

  @Test("an update makes a model that was nil only if it has a key of the model")
  func updateOfNil() throws {
    func updated<Place: AutoCoding & Equatable>(_ place: Place.Type, _ text: String) throws -> Owner<Place> {
      var owner = Owner<Place>(name: "n")
      try AutoJSONDecoder().update(&owner, from: text)
      return owner
    }
    let mail = #"{"contact":{"mail":"m"}}"#
    #expect(try updated(Home.self, mail) == Owner(name: "n", mail: "m", home: nil))
    #expect(try updated(StrictHome.self, mail) == Owner(name: "n", mail: "m", home: nil))
    let both = #"{"contact":{"mail":"m","zip":5}}"#
    #expect(try updated(Home.self, both) == Owner(name: "n", mail: "m", home: Home(zip: 5)))
    #expect(try updated(StrictHome.self, both) == Owner(name: "n", mail: "m", home: StrictHome(zip: 5)))
    #expect(try updated(Home.self, #"{"contact":{}}"#) == Owner(name: "n"))
  }

  @Test("an object that does not count makes no model")
  func duplicates() throws {
    func decode<Place: AutoCoding & Equatable>(_ place: Place.Type, _ text: String, last: Bool) throws -> Place? {
      let decoder = AutoJSONDecoder()
      if last { decoder.duplicateKeys = .useLast }
      return try decoder.decode(Owner<Place>.self, from: text).home
    }
    let discarded = #"{"name":"n","contact":{"zip":5},"contact":{}}"#
    #expect(try decode(Home.self, discarded, last: true) == nil)
    #expect(try decode(StrictHome.self, discarded, last: true) == nil)
    #expect(try decode(Home.self, discarded, last: false) == Home(zip: 5))
    let both = #"{"name":"n","contact":{"zip":5},"contact":{"zip":6}}"#
    #expect(try decode(Home.self, both, last: true) == Home(zip: 6))
    #expect(try decode(Home.self, #"{"name":"n","contact":{"mail":"x"},"contact":{"zip":6}}"#, last: true)?.zip == 6)
  }

  struct Failure: Error {}

  struct Checked: AutoCoding, Equatable {
    var size: Int
    func willEncode() throws { if size < 0 { throw Failure() } }
  }

  final class Prepared: AutoCoding {
    var text: String
    @Transient var draft = ""
    init(_ draft: String) { (text, self.draft) = ("", draft) }
    func willEncode() { if !draft.isEmpty { text = draft } }
  }

  struct Holder: AutoCoding {
    var id = 1
    var checked: Checked
    var prepared: Prepared
    static let propertyRules: PropertyRules = ["checked": .flattened, "prepared": .flattened]
  }

  enum Tagged: AutoCoding {
    case one(Checked)
    static let typeRules = TypeRules(caseKey: "t")
  }

  @Test("willEncode() is called", arguments: TestCoder.allCases)
  func willEncode(_ coder: TestCoder) throws {
    let prepared = Prepared("written")
    _ = try coder.encode(Holder(checked: Checked(size: 1), prepared: prepared))
    #expect(prepared.text == "written")
    #expect(throws: (any Error).self) { try coder.encode(Holder(checked: Checked(size: -1), prepared: prepared)) }
    #expect(throws: (any Error).self) { try coder.encode(Tagged.one(Checked(size: -1))) }
    _ = try coder.encode(Tagged.one(Checked(size: 1)))
  }

  struct Noted: AutoCoding {
    var size: Int
    @Transient var note: String?
    mutating func didDecode(in context: DecodingContext) { note = context.userInfo[.note] as? String ?? "none" }
  }

  struct Noting: AutoCoding {
    var id: Int
    var noted: Noted
    var other: Noted?
    static let propertyRules: PropertyRules = ["noted": .flattened]
  }

  @Test("didDecode(in:) has the decoder's userInfo")
  func didDecode() throws {
    let text = Data(#"{"id":1,"size":2,"other":{"size":3}}"#.utf8)
    let foundation = JSONDecoder()
    foundation.userInfo[.note] = "told"
    let own = AutoJSONDecoder()
    own.userInfo[.note] = "told"
    for value in [try foundation.decode(Noting.self, from: text), try own.decode(Noting.self, from: text)] {
      #expect(value.noted.note == "told" && value.other?.note == "told")
    }
    let lists = PropertyListDecoder()
    lists.userInfo[.note] = "told"
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["id": 1, "size": 2], format: .xml, options: 0)
    #expect(try lists.decode(Noting.self, from: list).noted.note == "told")
  }

  struct Before: AutoCoding { var a = 1 }

  struct After: AutoCoding, Equatable {
    struct Part: AutoCoding, Equatable {
      var size: Int
      static let propertyRules: PropertyRules = ["size": .default(7)]
    }
    var a: Int
    var part: Part
    var rest: [String: Int]
    static let propertyRules: PropertyRules = ["part": .flattened, "rest": .flattened]
    static var archivedTypeName: String { Before.archivedTypeName }
  }

  struct Required: AutoCoding {
    struct Part: AutoCoding { var size: Int }
    var a: Int
    var part: Part
    static let propertyRules: PropertyRules = ["part": .flattened]
    static var archivedTypeName: String { Before.archivedTypeName }
  }

  @Test("an archive without them is read as other data is", arguments: [TestCoder.json, .keyedArchive, .dictionary])
  func gained(_ coder: TestCoder) throws {
    let old = try coder.encode(Before())
    #expect(try coder.decode(After.self, from: old) == After(a: 1, part: .init(size: 7), rest: [:]))
    #expect(throws: DecodingError.self) { try coder.decode(Required.self, from: old) }
    let value = After(a: 2, part: .init(size: 3), rest: ["x": 4])
    #expect(try coder.decode(After.self, from: coder.encode(value)) == value)
  }
}

extension CodingUserInfoKey {
  fileprivate static let note = CodingUserInfoKey(rawValue: "AutoCodingTests.note").unsafelyUnwrapped
}

import AutoCoding
import Foundation
import Testing

enum RequiredRules {
  class Book: AutoCoding, DefaultInitializable {
    var url = "none"
    var title = "untitled"
    var pages = 1
    class var propertyRules: PropertyRules { ["url": .required, "pages": .formerly("count").required] }
    class var formerTypeNames: Set<String> {
      ["AutoCodingTests.RequiredRules.OnlyURL", "AutoCodingTests.RequiredRules.OnlyPages"]
    }
    required init() {}
  }

  final class Novel: Book {
    var hero = "none"
    override class var formerTypeNames: Set<String> { [] }
  }

  // Books of archives that lack a key.
  final class OnlyURL: AutoCoding, DefaultInitializable { var url = "u" }
  final class OnlyPages: AutoCoding, DefaultInitializable { var pages = 3 }

  struct Spot: AutoCoding, DefaultInitializable, Equatable {
    var x = 0
    var y = 0
    var city = "c"
    static var propertyRules: PropertyRules { ["x": .required, "city": .key("place.city").required] }
  }

  struct Flat: AutoCoding, DefaultInitializable, Equatable {
    var x = 0
    var y = 0
    static let propertyRules: PropertyRules = ["x": .required]
  }

  struct Mistaken: AutoCoding, DefaultInitializable {
    var nothing: Int?
    var given = 1
    var written = 2
    static var propertyRules: PropertyRules {
      [
        "nothing": .required, "given": .required.default(3, fileID: "App/Model.swift", line: 1, column: 2),
        "written": .encodedOnly.required,
      ]
    }
  }
}

/// Keys that data must have although `init()` sets a value.
struct RequiredRuleTests {
  private func decoders<Value: AutoCoding>(_ type: Value.Type) -> [(String, (String) throws -> Value)] {
    let lenient = AutoJSONDecoder()
    lenient.leniency = .all
    return [
      ("AutoJSON", { try AutoJSONDecoder().decode(type, from: Data($0.utf8)) }),
      ("lenient", { try lenient.decode(type, from: Data($0.utf8)) }),
      ("array", { try #require(try AutoJSONDecoder().decode([Value].self, from: Data("[\($0)]".utf8)).first) }),
      ("JSONDecoder", { try JSONDecoder().decode(type, from: Data($0.utf8)) }),
      (
        "dictionary",
        { text in
          let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
          return try DictionaryDecoder().decode(type, from: object)
        }
      ),
      (
        "property list",
        { text in
          let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
          let list = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
          return try AutoPropertyListDecoder().decode(type, from: list)
        }
      ),
    ]
  }

  private func key(missingIn decode: () throws -> Void) -> String? {
    do {
      try decode()
      return nil
    } catch DecodingError.keyNotFound(let key, let context) {
      return context.debugDescription.contains("Remove .required from its rule") ? key.stringValue : "without a remedy"
    } catch {
      return "\(error)"
    }
  }

  @Test("a missing key is an error, and names itself")
  func missing() throws {
    for (name, decode) in decoders(RequiredRules.Book.self) {
      #expect(key { _ = try decode(#"{"title":"t","pages":2}"#) } == "url", "\(name)")
      #expect(key { _ = try decode(#"{"url":"u"}"#) } == "pages", "\(name)")
      let book = try decode(#"{"url":"u","pages":3}"#)
      #expect((book.url, book.title, book.pages) == ("u", "untitled", 3), "\(name)")
      #expect(try decode(#"{"count":4,"url":"u"}"#).pages == 4, "\(name)")
    }
    for (name, decode) in decoders(RequiredRules.Novel.self) {
      #expect(key { _ = try decode(#"{"hero":"h","pages":2}"#) } == "url", "\(name)")
      #expect(try decode(#"{"url":"u","pages":3}"#).hero == "none", "\(name)")
    }
    for (name, decode) in decoders(RequiredRules.Flat.self) {
      #expect(key { _ = try decode(#"{"y":1}"#) } == "x", "\(name)")
      #expect(key { _ = try decode("{}") } == "x", "\(name)")
      #expect(try decode(#"{"x":1}"#) == .init(x: 1, y: 0), "\(name)")
    }
    for (name, decode) in decoders(RequiredRules.Spot.self) {
      #expect(key { _ = try decode(#"{"x":1,"place":{}}"#) } == "city", "\(name)")
      #expect(key { _ = try decode(#"{"y":1,"place":{"city":"d"}}"#) } == "x", "\(name)")
      #expect(try decode(#"{"x":1,"place":{"city":"d"}}"#) == .init(x: 1, y: 0, city: "d"), "\(name)")
    }
  }

  @Test("a lenient decoder does not take init()'s value for one that does not fit")
  func lenient() {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .all
    for value in ["null", "{}", "[1]"] {
      #expect(throws: DecodingError.self, "\(value)") {
        try decoder.decode(RequiredRules.Flat.self, from: Data(#"{"x":\#(value),"y":1}"#.utf8))
      }
      #expect(throws: Never.self, "\(value)") {
        try decoder.decode(RequiredRules.Flat.self, from: Data(#"{"x":1,"y":\#(value)}"#.utf8))
      }
    }
  }

  @Test("archives")
  func archives() throws {
    func missing(in model: some AutoCoding) throws -> String? {
      let data = try KeyedArchiveEncoder().encode(model)
      return key { _ = try KeyedArchiveDecoder().decode(RequiredRules.Book.self, from: data) }
    }
    #expect(try missing(in: RequiredRules.OnlyURL()) == "pages")
    #expect(try missing(in: RequiredRules.OnlyPages()) == "url")
    #expect(try missing(in: RequiredRules.Book()) == nil)
  }

  @Test("an update needs no key", arguments: RuleFormat.all)
  func updates(format: RuleFormat) throws {
    var flat = RequiredRules.Flat(x: 5, y: 6)
    try AutoJSONDecoder().update(&flat, from: Data(#"{"y":7}"#.utf8))
    #expect(flat == .init(x: 5, y: 7))
    #expect(try format.copy(flat) == flat)
    var book = RequiredRules.Book()
    try AutoJSONDecoder().update(&book, from: Data(#"{"title":"u"}"#.utf8))
    #expect((book.url, book.title) == ("none", "u"))
  }

  @Test("rules that cannot be followed, and a map that shows the others")
  func refused() throws {
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: RequiredRules.Mistaken.self) }
    #expect(
      error?.problems.map { $0.description.replacing("AutoCodingTests.RequiredRules.", with: "") }.sorted() == [
        "Mistaken.given: Int: propertyRules (App/Model.swift:1:2) requires its key, and gives it a default. Remove one of them.",
        "Mistaken.nothing: Optional<Int>: propertyRules says that its key is required, but a missing key is nil. Remove .required, or give the property another type.",
        "Mistaken.written: Int: propertyRules says that it is encoded only, and requires its key. Remove one of them.",
      ])
    let map = try TypeMap(reflecting: RequiredRules.Flat.self)
    #expect(map.properties.map(\.description) == [#"Flat.x: Int, key "x", required"#, #"Flat.y: Int, key "y""#])
  }
}

import AutoCoding
import Foundation
import Testing

private struct User: AutoCoding, Equatable {
  var firstName = "a"
  var myURLPath = "b"
  var _private = "c"
  var id = 1
  var keyed = 2
  var ruled = 3
  var hiddenOne: Int?
  static let typeRules = TypeRules(keyStyle: .snakeCase)
  static var propertyKeys: [String: String] { ["keyed": "KeyedOne"] }
  static var propertyRules: PropertyRules {
    ["ruled": .key("ruledOne.inner").formerly("oldRuled"), "id": .formerly("userID")]
  }
  static var unEncodedProperties: Set<String> { ["hiddenOne"] }
}

private struct Kebab: AutoCoding, Equatable {
  var firstName = "a"
  var myURL = "b"
  var _privateName = "c"
  static let typeRules = TypeRules(keyStyle: .kebabCase)
}

private struct Pascal: AutoCoding, Equatable {
  var firstName = "a"
  var _privateName = "c"
  var öffnung = 1
  static let typeRules = TypeRules(keyStyle: .pascalCase)
}

private struct Screaming: AutoCoding, Equatable {
  var firstName = "a"
  var myURL = "b"
  var _private = "c"
  static let typeRules = TypeRules(keyStyle: .screamingSnakeCase)
}

private struct WithCodingKeys: AutoCoding, Equatable {
  var firstName = "a"
  var lastName = "b"
  enum CodingKeys: String, CodingKey {
    case firstName
    case lastName = "Last"
  }
  static let typeRules = TypeRules(keyStyle: .snakeCase)
}

private class Base: AutoCoding, DefaultInitializable {
  var firstName = "a"
  class var typeRules: TypeRules { TypeRules(keyStyle: .snakeCase) }
  required init() {}
}

private class Inheriting: Base {
  var lastName = "b"
}

private class Silent: Inheriting {
  override class var typeRules: TypeRules { TypeRules() }
}

private final class Kebabs: Silent {
  override class var typeRules: TypeRules { TypeRules(keyStyle: .kebabCase) }
}

private final class Original: Silent {
  override class var typeRules: TypeRules { TypeRules(keyStyle: .original) }
}

/// Key styles.
struct KeyStyleTests {
  @Test("hold in every format", arguments: TestCoder.allCases)
  func formats(coder: TestCoder) throws {
    #expect(try coder.roundTrip(User(firstName: "x", id: 7)) == User(firstName: "x", id: 7))
    #expect(try coder.roundTrip(Kebab(myURL: "x")) == Kebab(myURL: "x"))
    #expect(try coder.roundTrip(Pascal(öffnung: 7)) == Pascal(öffnung: 7))
    let value = Kebabs()
    (value.firstName, value.lastName) = ("x", "y")
    let copy = try coder.roundTrip(value)
    #expect(copy.firstName == "x" && copy.lastName == "y")
  }

  @Test("make keys of names, and leave those that are given", arguments: TestCoder.jsonLike)
  func keys(coder: TestCoder) throws {
    func object(_ text: String) throws -> NSDictionary? {
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    }
    func expectKeys(_ value: some Codable, _ text: String) throws {
      #expect(try object(coder.jsonText(of: value)) == object(text))
    }
    try expectKeys(
      User(),
      #"{"first_name":"a","my_url_path":"b","_private":"c","id":1,"KeyedOne":2,"ruledOne":{"inner":3}}"#)
    try expectKeys(Kebab(), #"{"_private-name":"c","first-name":"a","my-url":"b"}"#)
    try expectKeys(Screaming(), #"{"FIRST_NAME":"a","MY_URL":"b","_PRIVATE":"c"}"#)
    try expectKeys(Pascal(), #"{"FirstName":"a","_PrivateName":"c","Öffnung":1}"#)
    try expectKeys(WithCodingKeys(), #"{"Last":"b","firstName":"a"}"#)
  }

  @Test("a snake case is that of JSONEncoder's strategy")
  func differential() throws {
    struct Plain: Codable { var firstName = "a", myURLPath = "b", aB = "c", ABC = "d", a1B2 = "e", x_y = "f" }
    struct Styled: AutoCoding {
      var firstName = "a", myURLPath = "b", aB = "c", ABC = "d", a1B2 = "e", x_y = "f"
      static let typeRules = TypeRules(keyStyle: .snakeCase)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(try jsonText(Styled()) == String(decoding: try encoder.encode(Plain()), as: UTF8.self))
  }

  @Test("keys that are left out are known by their style")
  func unknownKeys() throws {
    let decoder = AutoJSONDecoder()
    decoder.unknownKeys = .refuse
    let text =
      #"{"first_name":"x","my_url_path":"b","_private":"c","userID":1,"KeyedOne":2,"oldRuled":3,"hidden_one":1}"#
    #expect(try decoder.decode(User.self, from: Data(text.utf8)) == User(firstName: "x"))
  }

  @Test("are inherited, and replaced for all properties by a subclass")
  func classes() throws {
    #expect(try jsonText(Base()) == #"{"first_name":"a"}"#)
    #expect(try jsonText(Inheriting()) == #"{"first_name":"a","last_name":"b"}"#)
    #expect(try jsonText(Silent()) == #"{"first_name":"a","last_name":"b"}"#)
    #expect(try jsonText(Kebabs()) == #"{"first-name":"a","last-name":"b"}"#)
    #expect(try jsonText(Original()) == #"{"firstName":"a","lastName":"b"}"#)
  }

  @Test("are in the table")
  func table() throws {
    let lines = try TypeMap(reflecting: Kebab.self).description.split(separator: "\n").dropFirst()
    #expect(
      lines.joined(separator: "\n") == """
          key style: kebabCase
          property      type    key              declared in  note
          firstName     String  "first-name"     Kebab
          myURL         String  "my-url"         Kebab
          _privateName  String  "_private-name"  Kebab
        """)
    #expect(try !TypeMap(reflecting: WithoutRules.self).description.contains("key style"))
  }

  struct WithoutRules: AutoCoding {
    var name = "n"
    static let typeRules = TypeRules()
  }

  struct Clashing: AutoCoding {
    var fooBar = 1
    var foo_bar = 2
    static let typeRules = TypeRules(keyStyle: .snakeCase)
  }

  enum Level: String, AutoCoding {
    case low
    static let typeRules = TypeRules(keyStyle: .snakeCase, fileID: "App/Level.swift", line: 3, column: 5)
    static var propertyRules: PropertyRules { ["low": .key("l", fileID: "App/Level.swift", line: 4, column: 6)] }
  }

  enum Shape: AutoCoding {
    case roundCircle(radius: Double)
    static let typeRules = TypeRules(keyStyle: .snakeCase, fileID: "App/Shape.swift", line: 3, column: 5)
  }

  @Test("keys that become one are refused, and styles where there is no property")
  func refusals() throws {
    func problems(_ type: Any.Type) -> [String] {
      let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
      return error?.problems.map { $0.description.replacing("AutoCodingTests.KeyStyleTests.", with: "") } ?? []
    }
    #expect(
      problems(Clashing.self) == [
        """
        Clashing.foo_bar: Int: Its key "foo_bar" belongs to Clashing.fooBar as well. Give one of them another key in \
        propertyKeys.
        """
      ])
    #expect(
      problems(Level.self) == [
        """
        Level: It has the key style snakeCase in typeRules (App/Level.swift:3:5), but it is coded as its raw value. \
        Remove it, since it changes nothing.
        """,
        """
        Level: It has propertyRules (App/Level.swift:4:6), but it is coded as its raw value. \
        Remove it, since it changes nothing.
        """,
      ])
    #expect(
      problems(Shape.self) == [
        """
        Shape: It has the key style snakeCase in typeRules (App/Shape.swift:3:5), but an enum has no key style and no subclasses. \
        Remove it, since it changes nothing.
        """
      ])
  }
}

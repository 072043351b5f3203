import AutoCoding
import Foundation
import Testing

struct PropertyKeysTests {
  private struct Person: AutoCoding, Equatable {
    let name: String
    var age: Int?
    static var propertyKeys: [String: String] { ["name": "full-name", "age": "AGE"] }
  }

  @Test func keysAreRenamed() throws {
    #expect(try jsonText(Person(name: "n", age: 1)) == #"{"AGE":1,"full-name":"n"}"#)
    #expect(try jsonValue(#"{"AGE":1,"full-name":"n"}"#) == Person(name: "n", age: 1))
    let error = DifferentialOutcome { try jsonValue(Person.self, #"{"name":"n"}"#) }.error
    #expect(error == "keyNotFound full-name at ")
  }

  private struct Swapped: AutoCoding, Equatable {
    var a = 1
    var b = 2
    static var propertyKeys: [String: String] { ["a": "b", "b": "a"] }
  }

  @Test func keysCanBeSwapped() throws {
    #expect(try jsonText(Swapped()) == #"{"a":2,"b":1}"#)
    #expect(try jsonValue(#"{"a":2,"b":1}"#) == Swapped())
  }

  private class Base: AutoCoding, DefaultInitializable {
    var name = "n"
    class var propertyKeys: [String: String] { ["name": "title"] }
    class var propertyRules: PropertyRules { ["name": .formerly("label")] }
    required init() {}
  }

  private class Inherits: Base {
    var extra = "e"
  }

  private class Adds: Base {
    var size = 1
    override class var propertyKeys: [String: String] { ["size": "width"] }
    override class var propertyRules: PropertyRules { ["size": .formerly("length")] }
  }

  private final class AddsAgain: Adds {
    var depth = 1
    override class var propertyKeys: [String: String] { ["depth": "d"] }
    override class var propertyRules: PropertyRules { [:] }
  }

  @Test func keysAreInherited() throws {
    #expect(try jsonText(Inherits()) == #"{"extra":"e","title":"n"}"#)
    #expect(try jsonValue(Inherits.self, #"{"title":"x"}"#).name == "x")
    #expect(try jsonValue(Inherits.self, #"{"label":"x"}"#).name == "x")
  }

  @Test func overridesAdd() throws {
    #expect(try jsonText(Adds()) == #"{"title":"n","width":1}"#)
    #expect(try jsonText(AddsAgain()) == #"{"d":1,"title":"n","width":1}"#)
    let decoded = try jsonValue(AddsAgain.self, #"{"d":5,"label":"x","length":6}"#)
    #expect(decoded.name == "x" && decoded.size == 6 && decoded.depth == 5)
  }

  private struct Moved: AutoCoding, Equatable {
    let email: String
    var phone: String?
    static var propertyKeys: [String: String] { ["phone": "telephone"] }
    static var propertyRules: PropertyRules { ["email": .formerly("mail", "e-mail"), "phone": .formerly("phone")] }
  }

  @Test func formerKeysAreRead() throws {
    #expect(try jsonText(Moved(email: "a", phone: "1")) == #"{"email":"a","telephone":"1"}"#)
    for text in [#"{"mail":"a","phone":"1"}"#, #"{"e-mail":"a","telephone":"1"}"#, #"{"email":"a","phone":"1"}"#] {
      #expect(try jsonValue(text) == Moved(email: "a", phone: "1"))
    }
    #expect(throws: DecodingError.self) { try jsonValue(Moved.self, #"{"post":"a"}"#) }
  }

  @Test func newKeyWins() throws {
    let texts = [#"{"email":"new","mail":"old"}"#, #"{"mail":"old","e-mail":"older","email":"new"}"#]
    for text in texts {
      #expect(try jsonValue(Moved.self, text).email == "new")
    }
    #expect(try jsonValue(Moved.self, #"{"email":"a","phone":"old","telephone":"new"}"#).phone == "new")
  }

  private struct Twice: AutoCoding {
    var first = 1
    var second = 2
    static var propertyKeys: [String: String] { ["first": "second"] }
  }

  private struct Merged: AutoCoding {
    var first = 1
    var second = 2
    static var propertyKeys: [String: String] { ["first": "value", "second": "value"] }
  }

  private class Shadowed: AutoCoding, DefaultInitializable {
    private var id = 1
    class var propertyKeys: [String: String] { [:] }
    required init() {}
    var baseID: Int { id }
  }

  private final class Shadowing: Shadowed {
    private var id = "2"
    func use() -> String { id }
  }

  private final class Mended: Shadowed {
    private var id = "2"
    override class var propertyKeys: [String: String] { ["id": "subID"] }
    var subID: String { id }
  }

  @Test func oneKeyForTwoPropertiesIsRefused() {
    expectRefused(Twice(), "Twice", "first", "second")
    expectRefused(Merged(), "Merged", "first", "second", "value")
    expectRefused(Shadowing(), "Shadowing", "Shadowed", "id", "propertyKeys")
  }

  @Test func propertyKeysMendIt() throws {
    #expect(try jsonText(Mended()) == #"{"id":1,"subID":"2"}"#)
    let decoded = try jsonValue(Mended.self, #"{"id":5,"subID":"6"}"#)
    #expect(decoded.baseID == 5 && decoded.subID == "6")
  }

  private struct Plist: AutoCoding, Equatable {
    let text: String
    static var propertyKeys: [String: String] { ["text": "a key"] }
  }

  @Test func propertyList() throws {
    let data = try PropertyListEncoder().encode(Plist(text: "t"))
    #expect(try PropertyListDecoder().decode([String: String].self, from: data) == ["a key": "t"])
    #expect(try PropertyListDecoder().decode(Plist.self, from: data) == Plist(text: "t"))
  }
}

import AutoCoding
import Foundation
import Testing

struct ExcludedPropertiesTests {
  private struct Session: AutoCoding, DefaultInitializable, Equatable {
    var user = "u"
    var token = "secret"
    var handler: @Sendable () -> Int = { 7 }
    static var unEncodedProperties: Set<String> { ["token", "handler"] }
    static func == (left: Session, right: Session) -> Bool { left.user == right.user && left.token == right.token }
  }

  @Test func ignoredIsNotWritten() throws {
    #expect(try jsonText(Session(user: "a", token: "b")) == #"{"user":"a"}"#)
  }

  @Test func ignoredIsNotRead() throws {
    let session = try jsonValue(Session.self, #"{"handler":1,"token":"leaked","user":"a"}"#)
    #expect(session == Session(user: "a", token: "secret"))
    #expect(session.handler() == 7)
  }

  private class Base: AutoCoding, DefaultInitializable {
    var name = "n"
    var session = "s"
    class var unEncodedProperties: Set<String> { ["session"] }
    required init() {}
  }

  /// Adds to the list, without calling `super`.
  private class Middle: Base {
    var cache = [1]
    var size = 1
    override class var unEncodedProperties: Set<String> { ["cache"] }
  }

  /// Has no list.
  private class Inherits: Base {
    var extra = "e"
  }

  private final class Leaf: Middle {
    var color = "c"
    var hidden = "h"
    override class var unEncodedProperties: Set<String> { ["hidden"] }
  }

  @Test func listsAreJoinedDownTheChain() throws {
    #expect(try jsonText(Base()) == #"{"name":"n"}"#)
    #expect(try jsonText(Middle()) == #"{"name":"n","size":1}"#)
    #expect(try jsonText(Inherits()) == #"{"extra":"e","name":"n"}"#)
    #expect(try jsonText(Leaf()) == #"{"color":"c","name":"n","size":1}"#)
  }

  @Test func joinedListsHoldForReading() throws {
    let text = #"{"cache":[2],"color":"x","hidden":"x","name":"x","session":"x","size":2}"#
    let leaf = try jsonValue(Leaf.self, text)
    #expect(leaf.cache == [1] && leaf.hidden == "h" && leaf.session == "s")
    #expect(leaf.color == "x" && leaf.name == "x" && leaf.size == 2)
    let inheriting = try jsonValue(Inherits.self, text)
    #expect(inheriting.session == "s" && inheriting.name == "x")
  }

  private class SameNameBase: AutoCoding, DefaultInitializable {
    private var id = "base"
    class var unEncodedProperties: Set<String> { ["id"] }
    required init() {}
  }

  private final class SameNameSub: SameNameBase {
    private var id = "sub"
    override class var unEncodedProperties: Set<String> { [] }
    var subID: String { id }
  }

  private final class SameNameInheriting: SameNameBase {
    private var id = "sub"
  }

  /// What a class above declares belongs to that level.
  @Test func listBelongsToItsLevel() throws {
    #expect(try jsonText(SameNameSub()) == #"{"id":"sub"}"#)
    #expect(try jsonValue(SameNameSub.self, #"{"id":"read"}"#).subID == "read")
    #expect(try jsonText(SameNameInheriting()) == #"{"id":"sub"}"#)
  }

  private struct Misspelt: AutoCoding {
    var password = "p"
    var user = "u"
    static var unEncodedProperties: Set<String> { ["pasword"] }
  }

  private final class MisspeltBelow: Base {
    var password = "p"
    override class var unEncodedProperties: Set<String> { ["passw0rd"] }
  }

  @Test func unknownNameIsRefused() {
    expectRefused(Misspelt(), "Misspelt", "pasword")
    expectRefused(MisspeltBelow(), "MisspeltBelow", "passw0rd")
  }

  private struct EncodeOnly: AutoCoding {
    let name: String
    let secret: Int
    static var unEncodedProperties: Set<String> { ["secret"] }
  }

  private final class EncodeOnlyObject: AutoCoding {
    let name: String
    let secret: [Int]
    init(name: String, secret: [Int]) {
      self.name = name
      self.secret = secret
    }
    static var unEncodedProperties: Set<String> { ["secret"] }
  }

  @Test func encodeOnly() throws {
    #expect(try jsonText(EncodeOnly(name: "n", secret: 1)) == #"{"name":"n"}"#)
    #expect(try jsonText([EncodeOnlyObject(name: "n", secret: [1])]) == #"[{"name":"n"}]"#)
    #expect(try String(describing: TypeMap(reflecting: EncodeOnly.self)).contains("secret"))
    for text in [#"{"name":"n"}"#, #"{"name":"n","secret":1}"#, "{}"] {
      let error = #expect(throws: AutoCodingError.self) { try jsonValue(EncodeOnly.self, text) }
      #expect(error.map { String(describing: $0) }?.contains("secret") == true)
      #expect(throws: AutoCodingError.self) { try jsonValue(EncodeOnlyObject.self, text) }
    }
  }

  private struct IgnoredOptional: AutoCoding, Equatable {
    let name: String
    let secret: Int?
    let nested: String??
    static var unEncodedProperties: Set<String> { ["secret", "nested"] }
  }

  @Test func ignoredOptionalIsNil() throws {
    #expect(try jsonText(IgnoredOptional(name: "n", secret: 1, nested: "x")) == #"{"name":"n"}"#)
    let expected = IgnoredOptional(name: "n", secret: nil, nested: nil)
    #expect(try jsonValue(#"{"name":"n","nested":"x","secret":1}"#) == expected)
  }

  private final class Referring: AutoCoding, DefaultInitializable {
    var name = "n"
    weak var parent: Referring?
    unowned(unsafe) var other: Referring?
    var any: Any = 1
    static var unEncodedProperties: Set<String> { ["parent", "other", "any"] }
  }

  @Test func whatCannotBeCodedCanBeIgnored() throws {
    let parent = Referring()
    let child = Referring()
    child.parent = parent
    #expect(try jsonText(child) == #"{"name":"n"}"#)
    let decoded = try jsonValue(Referring.self, #"{"name":"x","parent":{}}"#)
    #expect(decoded.name == "x" && decoded.parent == nil && decoded.any as? Int == 1)
    #expect(child.parent === parent)
  }

  private struct All: AutoCoding, DefaultInitializable {
    var a = 1
    var b = 2
    static var unEncodedProperties: Set<String> { ["a", "b"] }
  }

  @Test func everythingIgnored() throws {
    #expect(try jsonText(All(a: 5, b: 6)) == "{}")
    #expect(try jsonValue(All.self, #"{"a":5}"#).a == 1)
  }
}

import AutoCoding
import Foundation
import Testing

/// Case keys that are refused.
struct CaseKeyProblemTests {
  static func rules(_ key: String? = "type", _ content: String? = nil) -> TypeRules {
    TypeRules(caseKey: key, contentKey: content, fileID: "App/Rules.swift", line: 1, column: 2)
  }

  private func problems(_ type: Any.Type) -> [String] {
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
    return error?.problems.map { $0.description.replacing(/AutoCodingTests.CaseKeyProblemTests.|Swift\./, with: "") }
      ?? []
  }

  private static let contentKey = "contentKey in typeRules, which puts values into a nested object."
  private static let remedy = """
    Use \(contentKey) A property that holds the name of the case is a String, or an integer if tagsAreIntegers is true, or an \
    enum with such raw values.
    """
  private static let label = "Label the value or state its key in propertyKeys, or use \(contentKey)"
  private static let labelAll = "Label all of them, or state their keys in propertyKeys, or use \(contentKey)"

  struct Typed: AutoCoding { var type = 1 }
  struct Formerly: AutoCoding {
    var kind = 1
    static var propertyRules: PropertyRules { ["kind": .formerly("type")] }
  }
  struct Versioned: AutoCoding {
    var x = 1
    static var archiveVersion: Int { 1 }
  }
  enum Other: AutoCoding { case one(x: Int) }
  final class Object: AutoCoding { var x = 1 }

  enum Values: AutoCoding {
    case text(String)
    case list([Int])
    case maybe(Typed?)
    case pair(Int, Int)
    case mixed(x: Int, Int)
    case labeled(type: Int)
    case typed(Typed)
    case formerly(Formerly)
    case versioned(Versioned)
    case other(Other)
    case object(Object)
    static let typeRules = rules()
  }

  @Test("values that cannot be beside the name of the case")
  func values() throws {
    #expect(
      problems(Values.self) == [
        "Values: The value of its case 'text', of type String, is not coded as an object. \(Self.label)",
        "Values: The value of its case 'list', of type Array<Int>, is not coded as an object. \(Self.label)",
        "Values: The value of its case 'maybe', of type Optional<Typed>, is not coded as an object. \(Self.label)",
        "Values: Its case 'pair' has several values, not all of which have labels. \(Self.labelAll)",
        "Values: Its case 'mixed' has several values, not all of which have labels. \(Self.labelAll)",
        #"Values: The key of a value of its case 'labeled' is the case key "type". \#(Self.remedy)"#,
        #"Values: The key of type of its case 'typed' is the case key "type". \#(Self.remedy)"#,
        #"Values: The key of kind of its case 'formerly' is the case key "type". \#(Self.remedy)"#,
        "Values: The value of its case 'versioned', of type Versioned, has an archiveVersion. \(Self.label)",
        "Values: The value of its case 'other', of type Other, is an enum, whose cases have names as well. \(Self.label)",
        "Values: The value of its case 'object', of type Object, is an object of a class. \(Self.label)",
      ])
  }

  enum Labeled: AutoCoding, Equatable {
    case pane(id: UUID)
    static let typeRules = rules()
  }

  @Test("a value that is labeled, as the error advises, is beside the name of the case")
  func labeled() throws {
    let pane = Labeled.pane(id: try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")))
    let text = try AutoJSONEncoder().encodeToString(pane)
    #expect(text == #"{"type":"pane","id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#)
    #expect(try AutoJSONDecoder().decode(Labeled.self, from: text) == pane)
  }

  enum Keyless: AutoCoding {
    case one
    static let typeRules = rules(nil, "value")
  }
  enum Same: AutoCoding {
    case one
    static let typeRules = rules("x", "x")
  }
  enum Reserved: AutoCoding {
    case one
    static let typeRules = rules("$version", "$class")
  }
  enum Version: AutoCoding {
    case one
    static let typeRules = rules()
    static var archiveVersion: Int { 1 }
  }
  enum ByHand: AutoCoding {
    case one
    static let typeRules = rules()
    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: CodingKeys.self)
      self = .one
    }
    enum CodingKeys: String, CodingKey { case one }
  }
  enum Raw: String, AutoCoding {
    case one
    static let typeRules = rules()
  }
  struct Structure: AutoCoding {
    var x = 1
    static let typeRules = rules()
  }

  @Test("case keys in the wrong place, or without their parts")
  func misplaced() throws {
    let source = "typeRules (App/Rules.swift:1:2)"
    #expect(
      problems(Keyless.self) == [
        #"Keyless: It has the content key "value" in \#(source), but no caseKey. Add the caseKey."#
      ]
    )
    #expect(
      problems(Same.self) == [
        #"Same: Its case key and its content key in \#(source) are both "x". Use another contentKey."#
      ])
    #expect(
      problems(Reserved.self) == [
        #"Reserved: Its key "$version" in \#(source) is reserved. Use another one."#,
        #"Reserved: Its key "$class" in \#(source) is reserved. Use another one."#,
      ])
    #expect(
      problems(Version.self) == [
        """
        Version: It has the case key "type" in \(source), and an archiveVersion. Remove archiveVersion, and declare one in \
        the type that has this one as a property.
        """
      ])
    #expect(
      problems(ByHand.self) == [
        #"ByHand: It has the case key "type" in \#(source), but its own init(from:). Remove one of them."#
      ])
    #expect(
      problems(Raw.self) == [
        """
        Raw: It has the case key "type" in \(source), but only an enum without raw values has one. Remove it, since it \
        changes nothing.
        """
      ])
    #expect(
      problems(Structure.self) == [
        """
        Structure: It has the case key "type" in \(source), but only an enum without raw values has one. Remove it, since \
        it changes nothing.
        """
      ])
  }
}

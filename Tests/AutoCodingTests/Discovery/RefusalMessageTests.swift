import Foundation
import TestModels
import Testing
import UnnamedModels
import UnreflectedModels

@testable import AutoCoding

/// What a refused type is told.
struct RefusalMessageTests {
  private func message(_ type: Any.Type) -> String {
    do {
      return "accepted: \(try TypeMap(reflecting: type))"
    } catch {
      return "\(error)"
    }
  }

  @Test("all problems of a type at once, each with place, type, reason and remedy")
  func everythingAtOnce() {
    #expect(
      message(Refused.self) == """
        AutoCodingTests.Refused cannot be coded automatically:
        - AutoCodingTests.Refused.misspelt: unEncodedProperties names it, but the type has no such stored property. It has 'run', 'plain', 'halves', 'type'. Correct the name or remove it; computed properties are never coded.
        - AutoCodingTests.Refused.run: () -> (): '() -> ()' is a function, which cannot be stored. Name the property in unEncodedProperties or mark it @Transient.
        - AutoCodingTests.Refused.plain: Array<NotCodable>: 'NotCodable' is neither AutoCoding nor Codable. Declare 'extension NotCodable: AutoCoding {}', state a transformer by .transformed(by:) in propertyRules, or leave the property out: name it in unEncodedProperties, mark it @Transient, or make it .excluded in propertyRules.
        - AutoCodingTests.Refused.halves: OnlyEncodable: 'OnlyEncodable' is not Decodable. Declare 'extension OnlyEncodable: AutoCoding {}', with its own init(from:) if it has its own encode(to:), state a transformer by .transformed(by:) in propertyRules, or leave the property out: name it in unEncodedProperties, mark it @Transient, or make it .excluded in propertyRules.
        - AutoCodingTests.Refused.type: Int.Type: 'Int.Type' is a metatype, which cannot be stored. Name the property in unEncodedProperties or mark it @Transient.
        """)
  }

  @Test("a type that can only be decoded is told that its handwritten half needs a counterpart")
  func onlyDecodable() {
    #expect(
      message(HoldsOnlyDecodable.self) == """
        AutoCodingTests.HoldsOnlyDecodable cannot be coded automatically:
        - AutoCodingTests.HoldsOnlyDecodable.code: OnlyDecodable: 'OnlyDecodable' is not Encodable. Declare 'extension OnlyDecodable: AutoCoding {}', with its own encode(to:) if it has its own init(from:), state a transformer by .transformed(by:) in propertyRules, or leave the property out: name it in unEncodedProperties, mark it @Transient, or make it .excluded in propertyRules.
        """)
  }

  private enum Mode: String, AutoCoding {
    case plain
    static let typeRules = TypeRules(unknownCase: "plian")
  }

  private struct HoldsMode: AutoCoding { var modes: [Mode] }
  private struct HoldsPair: AutoCoding { var pair: (Int, Mode) }

  @Test("what is wrong with the type of a property is told with its own remedy")
  func mistakeInType() {
    let found = message(HoldsMode.self).replacing(#/ \(.*?:\d+\)/#, with: "")
    #expect(
      found == """
        AutoCodingTests.RefusalMessageTests.HoldsMode cannot be coded automatically:
        - AutoCodingTests.RefusalMessageTests.HoldsMode.modes: Array<Mode>: Its type cannot be coded. \
        AutoCodingTests.RefusalMessageTests.Mode: It has the unknown case 'plian' in typeRules, but no case of that name. \
        Correct the name, or add the case. It has 'plain'.
        """)
    #expect(message(HoldsPair.self).contains("RefusalMessageTests.Mode: It has the unknown case 'plian'"))
  }

  @propertyWrapper private struct Logged {
    var wrappedValue: Int
    var projectedValue = "p"
    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
  }

  private struct HoldsLogged: AutoCoding { @Logged var level = 3 }

  @Test("a property wrapper is to be coded as its value")
  func wrapper() {
    #expect(
      message(HoldsLogged.self).contains(
        "level: Logged: 'Logged' is neither AutoCoding nor Codable. Adopt CodedPropertyWrapper in Logged, so that its "
          + "wrapped value is coded, state a transformer"))
  }

  @Test("two properties with one key")
  func duplicateKeys() {
    #expect(
      message(TwoKeys.self) == """
        AutoCodingTests.TwoKeys cannot be coded automatically:
        - AutoCodingTests.TwoKeys.second: Int: Its key "first" belongs to AutoCodingTests.TwoKeys.first as well. Give one of them another key in propertyKeys.
        """)
  }

  @Test("superclasses whose properties would be lost")
  func superclasses() {
    #expect(
      message(BelowCodable.self) == """
        AutoCodingTests.BelowCodable cannot be coded automatically:
        - AutoCodingTests.BelowCodable: Superclass CodableBase of BelowCodable is Codable without AutoCoding; its code leaves the properties of BelowCodable out. Declare 'CodableBase: AutoCoding' in place of Codable.
        """)
    #expect(
      message(HoldsBelowCodable.self) == """
        AutoCodingTests.HoldsBelowCodable cannot be coded automatically:
        - AutoCodingTests.HoldsBelowCodable.objects: Array<BelowCodable>: Superclass CodableBase of BelowCodable is Codable without AutoCoding; its code leaves the properties of BelowCodable out. Declare 'CodableBase: AutoCoding' in place of Codable.
        """)
    #expect(
      message(BelowFormatter.self) == """
        AutoCodingTests.BelowFormatter cannot be coded automatically:
        - AutoCodingTests.BelowFormatter: The stored properties of superclass Foundation.DateFormatter cannot be seen. Conform BelowFormatter to DefaultInitializable, so that init() sets them.
        """)
    #expect(
      message(BelowUnreflected.self) == """
        AutoCodingTests.BelowUnreflected cannot be coded automatically:
        - AutoCodingTests.BelowUnreflected: The stored properties of superclass UnreflectedModels.UnreflectedClass cannot be seen. Conform BelowUnreflected to DefaultInitializable, so that init() sets them.
        """)
  }

  @Test("a superclass that cannot be seen is set by init(), and the map says that it is not coded")
  func hiddenSuperclass() throws {
    #expect(
      message(BelowFormatterWithInit.self) == """
        accepted: AutoCodingTests.BelowFormatterWithInit: class, 1 coded property
          property  type  key      declared in             note
          extra     Int   "extra"  BelowFormatterWithInit
        not coded: the stored properties of superclass Foundation.DateFormatter
        """)
    let object = BelowFormatterWithInit()
    object.extra = 5
    object.dateFormat = "yyyy"
    let back = try JSONDecoder().decode(BelowFormatterWithInit.self, from: JSONEncoder().encode(object))
    #expect(back.extra == 5 && back.string(from: Date(timeIntervalSince1970: 0)) == "")
  }

  @Test("types that cannot be reflected on")
  func reflection() {
    let remedy = "Write init(from:) and encode(to:) for the type."
    #expect(
      message(UnreflectedStruct.self) == """
        UnreflectedModels.UnreflectedStruct cannot be coded automatically:
        - UnreflectedModels.UnreflectedStruct: The module was compiled without reflection metadata. \
        Compile UnreflectedModels without the flag -disable-reflection-metadata, or write init(from:) and encode(to:) for the type.
        """)
    #expect(message(UnreflectedEnum.self).contains("compiled without reflection metadata"))
    #expect(message(UnreflectedEmptyClass.self).contains("compiled without reflection metadata"))
    #expect(message(UnnamedStruct.self).contains("compiled without reflection names. Compile UnnamedModels without"))
    #expect(message(UnnamedEnum.self).contains("compiled without reflection names"))
    // The check of the runtime throws this in a build that has the flag everywhere.
    let error = ReflectionError(AutoJSONEncoder.self, .noReflectionMetadata)
    let own = AutoCodingError.Problem(error, of: UnreflectedStruct.self)
    #expect(
      own.description == """
        AutoCoding.AutoJSONEncoder: The module was compiled without reflection metadata. \
        Compile AutoCoding without the flag -disable-reflection-metadata.
        """)
    #expect(
      message(HasNoncopyable.self) == """
        AutoCodingTests.HasNoncopyable cannot be coded automatically:
        - AutoCodingTests.HasNoncopyable: There are bytes before 'after' that no visible property accounts for: a noncopyable property, or a C union or bit field. \(remedy)
        """)
    #expect(
      message(Int.self) == """
        Swift.Int cannot be coded automatically:
        - Swift.Int: The type does not conform to AutoCoding. It has no map; make the map of a type of yours that contains it.
        """)
  }

  @Test("encode-only types say so in their map, and when decoded")
  func encodeOnly() throws {
    let text = """
      - AutoCodingTests.EncodeOnly.hidden: Int: The property is left out, so it has no value after decoding. \
      Conform EncodeOnly to DefaultInitializable, make the property Optional, or give it a default in propertyRules: \
      "hidden": .default(…).
      """
    let map = try TypeMap(reflecting: EncodeOnly.self)
    #expect(map.decodingError?.description == "AutoCodingTests.EncodeOnly cannot be decoded:\n" + text)
    let error = try #require(throws: AutoCodingError.self) {
      try JSONDecoder().decode(EncodeOnly.self, from: Data(#"{"shown":1}"#.utf8))
    }
    #expect(error.description == map.decodingError?.description)
    #expect(String(decoding: try JSONEncoder().encode(EncodeOnly()), as: UTF8.self) == #"{"shown":1}"#)
    let action = try #require(try TypeMap(reflecting: EncodeOnlyAction.self).decodingError?.problems.first)
    #expect(action.remedy == "Make the property Optional, or conform EncodeOnlyAction to DefaultInitializable.")
    // A default would be released at once.
    let unowned = try #require(try TypeMap(reflecting: EncodeOnlyUnowned.self).decodingError?.problems.first)
    #expect(unowned.remedy == "Make the property Optional, or conform EncodeOnlyUnowned to DefaultInitializable.")
  }
}

/// A rule cannot give a function a default.
private struct EncodeOnlyAction: AutoCoding {
  var shown = 1
  var action: () -> Void
  static var unEncodedProperties: Set<String> { ["action"] }
}

private final class Unretained {}

private struct EncodeOnlyUnowned: AutoCoding {
  unowned let owner: Unretained
  var shown = 1
  static let unEncodedProperties: Set<String> = ["owner"]
}

/// Type maps.
struct TypeMapTests {
  @Test("a map prints as a table of properties, types, keys, and what is left out and why")
  func table() throws {
    #expect(
      try TypeMap(reflecting: MappedSub.self).description == """
        AutoCodingTests.MappedSub: class, 3 coded properties, 2 left out
          property  type               key      declared in  note
          name      String             "title"  MappedBase   formerly "text", "label"
          secret    Optional<String>   -        MappedBase   left out: unEncodedProperties of MappedBase
          count     Int                "count"  MappedSub
          draft     Transient<String>  -        MappedSub    left out: @Transient
          cache     Optional<Int>      "cache"  MappedSub
        """)
    #expect(
      try TypeMap(reflecting: MappedColor.self).description == "AutoCodingTests.MappedColor: enum, cases red, green")
    #expect(
      try TypeMap(reflecting: MappedLevel.self).description
        == "AutoCodingTests.MappedLevel: coded as its raw value, Int8")
    #expect(
      try TypeMap(reflecting: MappedByHand.self).description == """
        AutoCodingTests.MappedByHand: struct, 1 coded property; decoded by its own init(from:)
          property  type  key  declared in   note
          x         Int   "x"  MappedByHand
        """)
  }

  @Test("a map is reflected once")
  func once() throws {
    #expect(try TypeMap(reflecting: MappedSub.self).storage === TypeMap(reflecting: MappedSub.self).storage)
  }

  @Test("a nil that a default would replace is written as null; any other is left out")
  func nilAgainstDefault() throws {
    var value = Defaulted()
    value.color = nil
    value.number = nil
    let data = try JSONEncoder().encode(value)
    #expect(String(decoding: data, as: UTF8.self) == #"{"color":null}"#)
    #expect(try JSONDecoder().decode(Defaulted.self, from: data) == value)
    #expect(try TokenReader.value(Defaulted.self, from: TokenWriter.tokens(of: value)) == value)
    #expect(try JSONDecoder().decode(Defaulted.self, from: Data("{}".utf8)) == Defaulted())
  }
}

// MARK: Models (internal: private types have no name that a message could show)

struct NotCodable {}

struct OnlyEncodable: Encodable {}

/// With AutoCoding alone, it would be encoded as an object, and decoded from a number.
struct OnlyDecodable: Decodable {
  var code: Int
  init(from decoder: any Decoder) throws { code = try decoder.singleValueContainer().decode(Int.self) }
}

struct HoldsOnlyDecodable: AutoCoding {
  var code: OnlyDecodable
}

struct Refused: AutoCoding {
  var run: () -> Void
  var plain: [NotCodable]
  var halves: OnlyEncodable
  var type: Int.Type
  static var unEncodedProperties: Set<String> { ["misspelt"] }
}

struct TwoKeys: AutoCoding {
  var first: Int
  var second: Int
  static var propertyKeys: [String: String] { ["second": "first"] }
}

class CodableBase: Codable {
  var x = 1
}

final class BelowCodable: CodableBase, AutoCoding {
  var y = 2
}

struct HoldsBelowCodable: AutoCoding {
  var objects: [BelowCodable]
}

class BelowFormatter: DateFormatter, AutoCoding, @unchecked Sendable {
  var extra = 1
}

final class BelowFormatterWithInit: DateFormatter, AutoCoding, DefaultInitializable, @unchecked Sendable {
  var extra = 1
}

final class BelowUnreflected: UnreflectedClass, AutoCoding {
  var extra = 1
}

struct MovedOnly: ~Copyable {
  var number = 1
}

final class HasNoncopyable: AutoCoding {
  var before = 1
  var hidden = MovedOnly()
  var after = 2
}

struct EncodeOnly: AutoCoding {
  var shown = 1
  var hidden = 2
  static var unEncodedProperties: Set<String> { ["hidden"] }
}

class MappedBase: AutoCoding, DefaultInitializable {
  var name = ""
  var secret: String?
  class var unEncodedProperties: Set<String> { ["secret"] }
  class var propertyKeys: [String: String] { ["name": "title"] }
  class var propertyRules: PropertyRules { ["name": .formerly("text", "label")] }
  required init() {}
}

final class MappedSub: MappedBase {
  var count = 0
  @Transient var draft = ""
  lazy var cache = 5
}

enum MappedColor: AutoCoding { case red, green }

enum MappedLevel: Int8, AutoCoding { case low, high }

struct MappedByHand: AutoCoding {
  var x: Int
  init(from decoder: any Decoder) throws { x = 1 }
}

struct Defaulted: AutoCoding, DefaultInitializable, Equatable {
  var color: String? = "red"
  var number: Int?
}

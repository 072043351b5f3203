import AutoCoding
import Foundation
import Testing

enum EncodedNil {
  struct Inner: AutoCoding, Codable, Equatable { var x: Int }

  struct Status: AutoCoding, Equatable {
    var id = 1
    var note: String?
    var count: Int?
    var inner: Inner?
    var list: [Int]?
    var date: Date?
    var left: Int?
    static let propertyRules: PropertyRules = [
      "note": .encodesNil, "count": .encodesNil, "inner": .encodesNil, "list": .encodesNil,
      "date": .encodesNil.key("day"),
    ]
  }

  /// ``Status``, by hand.
  struct Hand: Codable, Equatable {
    var id = 1, note: String?, count: Int?, inner: Inner?, list: [Int]?, date: Date?, left: Int?

    enum CodingKeys: String, CodingKey { case id, note, count, inner, list, date = "day", left }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(note, forKey: .note)
      try container.encode(count, forKey: .count)
      try container.encode(inner, forKey: .inner)
      try container.encode(list, forKey: .list)
      try container.encode(date, forKey: .date)
      try container.encodeIfPresent(left, forKey: .left)
    }
  }

  static let pairs: [(Status, Hand)] = [
    (Status(), Hand()),
    (
      Status(note: "n", count: 2, inner: Inner(x: 3), list: [4], date: Date(timeIntervalSince1970: 5), left: 6),
      Hand(note: "n", count: 2, inner: Inner(x: 3), list: [4], date: Date(timeIntervalSince1970: 5), left: 6)
    ),
    (Status(count: 2, list: []), Hand(count: 2, list: [])),
  ]

  /// All of a type.
  class Whole: AutoCoding, DefaultInitializable {
    var id = 1
    var note: String?
    var date: Date?
    var age: Int? = 4
    var read: Int?
    lazy var made = 5
    class var typeRules: TypeRules { TypeRules(encodesNil: true) }
    class var propertyRules: PropertyRules {
      ["date": .transformed(by: ISO8601Date.self).key("times.day"), "read": .decodedOnly]
    }
    required init() {}
  }

  /// Inherits the rule.
  final class Below: Whole { var extra: Inner? }

  /// Takes the rule back, for the properties of the superclass, too.
  final class Without: Whole {
    var extra: Int?
    override class var typeRules: TypeRules { TypeRules(encodesNil: false) }
  }

  enum Cases: AutoCoding {
    case a(Int?)
    static var typeRules: TypeRules { TypeRules(encodesNil: true) }
  }

  struct Mistaken: AutoCoding {
    var number = 1
    var read: Int?
    static var propertyRules: PropertyRules { ["number": .encodesNil, "read": .decodedOnly.encodesNil] }
  }
}

/// Optionals whose nil is written.
struct EncodedNilTests {
  @Test("the bytes are those of code by hand")
  func bytes() throws {
    for (ours, hand) in EncodedNil.pairs {
      let foundation = JSONEncoder()
      foundation.outputFormatting = .sortedKeys
      let auto = AutoJSONEncoder()
      auto.outputFormatting = .sortedKeys
      let expected = try foundation.encode(hand)
      #expect(try foundation.encode(ours) == expected)
      #expect(try auto.encode(ours) == expected)
      #expect(try auto.encode([ours, ours]) == foundation.encode([hand, hand]))
      let list = PropertyListEncoder()
      list.outputFormat = .binary
      let read = try PropertyListSerialization.propertyList(from: list.encode(hand), format: nil) as? NSDictionary
      #expect(try PropertyListSerialization.propertyList(from: list.encode(ours), format: nil) as? NSDictionary == read)
      let autoList = try AutoPropertyListEncoder().encode(ours)
      #expect(try PropertyListSerialization.propertyList(from: autoList, format: nil) as? NSDictionary == read)
    }
    #expect(
      String(decoding: try AutoJSONEncoder().encode(EncodedNil.Status()), as: UTF8.self)
        == #"{"id":1,"note":null,"count":null,"inner":null,"list":null,"day":null}"#)
  }

  @Test("nil comes back, and a missing key is nil", arguments: RuleFormat.all)
  func copies(format: RuleFormat) throws {
    for (ours, _) in EncodedNil.pairs { #expect(try format.copy(ours) == ours) }
    #expect(try AutoJSONDecoder().decode(EncodedNil.Status.self, from: Data(#"{"id":1}"#.utf8)) == EncodedNil.Status())
    #expect(try JSONDecoder().decode(EncodedNil.Status.self, from: Data(#"{"id":1}"#.utf8)) == EncodedNil.Status())
  }

  @Test("rules that cannot be followed")
  func refused() {
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: EncodedNil.Mistaken.self) }
    #expect(
      error?.problems.map { $0.description.replacing("AutoCodingTests.EncodedNil.", with: "") }.sorted() == [
        "Mistaken.number: Int: propertyRules says that its nil is encoded, but only an Optional can be nil. Make the property Optional, or remove .encodesNil.",
        "Mistaken.read: Optional<Int>: propertyRules says that it is decoded only, and says that its nil is encoded. Remove one of them.",
      ])
  }

  @Test("a rule for all properties of a type")
  func wholeType() throws {
    func text<Value: EncodedNil.Whole>(_ value: Value) throws -> [String] {
      value.age = nil
      return [
        try AutoJSONEncoder().encodeToString(value), String(decoding: try JSONEncoder().encode(value), as: UTF8.self),
      ]
    }
    let whole = #"{"id":1,"note":null,"times":{"day":null},"age":null"#
    #expect(try text(EncodedNil.Whole())[0] == whole + "}")
    #expect(try text(EncodedNil.Below())[0] == whole + #","extra":null}"#)
    // The nil of a property with another default is always written.
    #expect(try text(EncodedNil.Without())[0] == #"{"id":1,"age":null}"#)
    for texts in [try text(EncodedNil.Whole()), try text(EncodedNil.Below()), try text(EncodedNil.Without())] {
      let values = try texts.map { try AutoJSONDecoder().decode(JSONValue.self, from: $0) }
      #expect(values[0] == values[1])
    }
    #expect(try TypeMap(reflecting: EncodedNil.Below.self).description.contains("encodes nil"))
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: EncodedNil.Cases.self) }
    #expect(error?.problems.first?.description.contains("It has encodesNil: true in typeRules") == true)
  }

  @Test("copies of objects whose type encodes nil", arguments: RuleFormat.all)
  func wholeCopies(format: RuleFormat) throws {
    let value = EncodedNil.Below()
    value.age = nil
    let copy = try format.copy(value)
    #expect(copy.age == nil && copy.note == nil && copy.date == nil && copy.extra == nil)
  }
}

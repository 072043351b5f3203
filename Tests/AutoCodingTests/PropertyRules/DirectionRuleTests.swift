import AutoCoding
import Foundation
import Testing

enum RuleDirections {
  struct Order: AutoCoding, Equatable {
    var id = 1
    var status = "new"
    var password: String? = "p"
    var token = "x"
    var city = "c"
    var zip: String? = "z"
    static let formerTypeNames = ["AutoCodingTests.RuleDirections.Whole"]
    static var propertyRules: PropertyRules {
      [
        "status": .decodedOnly.described("Set by the server."), "password": .encodedOnly,
        "token": .encodedOnly.default("t"), "city": .key("place.city").decodedOnly,
        "zip": .encodedOnly.key("place.zip"),
      ]
    }
  }

  /// What ``Order`` may have in data.
  struct Whole: AutoCoding, Equatable {
    var id = 2
    var status: String?
    var password: String?
    var token: String?
    var city: String?
    var zip: String?
    static let formerTypeNames = ["AutoCodingTests.RuleDirections.Order"]
    static var propertyKeys: [String: String] { ["city": "place.city", "zip": "place.zip"] }
  }

  /// No key path, so that records are flat.
  struct Flat: AutoCoding, Equatable {
    var first = 1
    var read = "r"
    var written = 5
    var last = "l"
    static let formerTypeNames = ["AutoCodingTests.RuleDirections.FlatWhole"]
    static var propertyRules: PropertyRules { ["read": .decodedOnly, "written": .encodedOnly.default(0)] }
  }

  struct FlatWhole: AutoCoding, Equatable {
    var first = 1
    var read: String?
    var written: Int?
    var last: String?
    static let formerTypeNames = ["AutoCodingTests.RuleDirections.Flat"]
  }

  /// Only numbers, which keyed archives write at once; the rules are a subclass's.
  class Numbers: AutoCoding, DefaultInitializable {
    var first = 1
    var read = 2
    var written = 3
    var fourth = 4.5
    var fifth = true
    class var propertyRules: PropertyRules { [:] }
    required init() {}
  }

  final class Sums: Numbers {
    override class var propertyRules: PropertyRules { ["read": .decodedOnly, "written": .encodedOnly] }
  }

  class Base: AutoCoding, DefaultInitializable {
    private var id = 1
    class var propertyRules: PropertyRules { ["id": .decodedOnly] }
    required init() {}
  }

  final class Namesake: Base {
    private var id = 2
    override class var propertyRules: PropertyRules { ["id": .decodedOnly] }
  }

  struct Mistaken: AutoCoding {
    var unset: Int
    var both: Int?
    var former: Int?
    var left: Int?
    static var propertyRules: PropertyRules {
      [
        "unset": .encodedOnly, "both": .encodedOnly.decodedOnly,
        "former": .encodedOnly.formerly("f", fileID: "App/Model.swift", line: 1, column: 2),
        "left": .excluded.decodedOnly,
      ]
    }
  }
}

/// Properties that are coded in one direction.
struct DirectionRuleTests {
  @Test("decodedOnly is not written, encodedOnly is", arguments: RuleFormat.all)
  func encode(format: RuleFormat) throws {
    let written = try format.decode(RuleDirections.Whole.self, of: RuleDirections.Order())
    #expect(written == .init(id: 1, status: nil, password: "p", token: "x", city: nil, zip: "z"))
    let flat = try format.decode(RuleDirections.FlatWhole.self, of: RuleDirections.Flat())
    #expect(flat == .init(first: 1, read: nil, written: 5, last: "l"))
  }

  @Test("decodedOnly is read, encodedOnly is not", arguments: RuleFormat.all)
  func decode(format: RuleFormat) throws {
    let whole = RuleDirections.Whole(id: 3, status: "s", password: "q", token: "y", city: "d", zip: "w")
    let read = try format.decode(RuleDirections.Order.self, of: whole)
    #expect(read == .init(id: 3, status: "s", password: nil, token: "t", city: "d", zip: nil))
    let text = Data(#"{"id":3,"status":"s","place":{"city":"d","zip":[1]}}"#.utf8)
    #expect(try AutoJSONDecoder().decode(RuleDirections.Order.self, from: text) == read)
    #expect(try JSONDecoder().decode(RuleDirections.Order.self, from: text) == read)
    let flat = try format.decode(
      RuleDirections.Flat.self, of: RuleDirections.FlatWhole(first: 6, read: "s", written: 9, last: "m"))
    #expect(flat == .init(first: 6, read: "s", written: 0, last: "m"))
  }

  @Test("objects keep what init() sets", arguments: RuleFormat.all)
  func objects(format: RuleFormat) throws {
    let sums = RuleDirections.Sums()
    (sums.first, sums.read, sums.written, sums.fourth, sums.fifth) = (10, 20, 30, 40.5, false)
    let copy = try format.copy(sums)
    #expect((copy.first, copy.read, copy.written, copy.fourth, copy.fifth) == (10, 2, 3, 40.5, false))
    let base = RuleDirections.Numbers()
    (base.read, base.written) = (20, 30)
    let other = try format.copy(base)
    #expect((other.read, other.written) == (20, 30))
  }

  @Test("the bytes are those of the properties that are written")
  func bytes() throws {
    let order = RuleDirections.Order()
    #expect(
      String(decoding: try AutoJSONEncoder().encode(order), as: UTF8.self)
        == #"{"id":1,"password":"p","token":"x","place":{"zip":"z"}}"#)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(order), as: UTF8.self)
        == #"{"id":1,"password":"p","place":{"zip":"z"},"token":"x"}"#)
    let flat = String(decoding: try AutoJSONEncoder().encode([RuleDirections.Flat()]), as: UTF8.self)
    #expect(flat == #"[{"first":1,"written":5,"last":"l"}]"#)
  }

  @Test("a nil that is not read is left out, although a missing key would be read as a default")
  func nils() throws {
    struct Offer: AutoCoding, DefaultInitializable {
      var coupon: String? = "MAY"
      var note: String? = "n"
      var city: String? = "c"
      var title: String?
      static let propertyRules: PropertyRules = [
        "coupon": .encodedOnly, "city": .key("place.city").encodedOnly, "title": .encodedOnly.default("t"),
      ]
    }
    var offer = Offer()
    (offer.coupon, offer.note, offer.city, offer.title) = (nil, nil, nil, nil)
    #expect(try AutoJSONEncoder().encodeToString(offer) == #"{"note":null}"#)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(offer), as: UTF8.self) == #"{"note":null}"#)
  }

  @Test("a key that is not read is skipped, whatever its value, and is known")
  func skipped() throws {
    let decoder = AutoJSONDecoder()
    decoder.unknownKeys = .refuse
    for text in [
      #"{"first":1,"read":"r","written":{"a":[1]},"last":"l"}"#, #"{"written":7,"last":"l","read":"r","first":1}"#,
      #"{"first":1,"read":"r","last":"l"}"#,
    ] {
      let data = Data(text.utf8)
      let expected = RuleDirections.Flat(first: 1, read: "r", written: 0, last: "l")
      #expect(try decoder.decode(RuleDirections.Flat.self, from: data) == expected)
      #expect(
        try decoder.decode([RuleDirections.Flat].self, from: Data("[\(text),\(text)]".utf8)) == [expected, expected])
      #expect(try JSONDecoder().decode(RuleDirections.Flat.self, from: data) == expected)
    }
    var flat = RuleDirections.Flat()
    try AutoJSONDecoder().update(&flat, from: Data(#"{"written":9,"read":"s"}"#.utf8))
    #expect(flat == .init(first: 1, read: "s", written: 5, last: "l"))
    #expect(throws: DecodingError.self) {
      try decoder.decode(RuleDirections.Flat.self, from: Data(#"{"first":1,"read":"r","last":"l","more":1}"#.utf8))
    }
  }

  @Test("rules that cannot be followed")
  func refused() {
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: RuleDirections.Mistaken.self) }
    #expect(
      error?.problems.map { $0.description.replacing("AutoCodingTests.RuleDirections.Mistaken.", with: "") }.sorted()
        == [
          "both: Optional<Int>: propertyRules says that it is encoded only, and says that it is decoded only. Remove one of them.",
          "former: Optional<Int>: propertyRules (App/Model.swift:1:2) says that it is encoded only, and gives it the former key \"f\". Remove one of them.",
          "left: Optional<Int>: propertyRules leaves it out, and says that it is decoded only. Remove one of them.",
          "unset: Int: propertyRules says that it is encoded only, so it has no value after decoding. Add a default to the rule, .encodedOnly.default(…), make the property Optional, or conform Mistaken to DefaultInitializable.",
        ])
  }

  @Test("a rule that may mean either of two properties")
  func ambiguous() {
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: RuleDirections.Namesake.self) }
    #expect(
      error?.problems.prefix(1).map(\.description) == [
        #"""
        AutoCodingTests.RuleDirections.Namesake.id: Int: propertyRules has a rule for the property of that name in Base, and \#
        may mean this one as well. Give it a key in propertyRules: "id": .key("id").
        """#
      ])
  }

  @Test("a map shows directions and descriptions")
  func printed() throws {
    let map = try TypeMap(reflecting: RuleDirections.Order.self)
    #expect(
      map.properties.map(\.description) == [
        #"Order.id: Int, key "id""#, #"Order.status: String, key "status", decoded only"#,
        #"Order.password: Optional<String>, key "password", encoded only"#,
        #"Order.token: String, key "token", encoded only, default "t""#,
        #"Order.city: String, key "place.city", decoded only"#,
        #"Order.zip: Optional<String>, key "place.zip", encoded only"#,
      ])
    #expect(map.properties.map(\.documentation) == [nil, "Set by the server.", nil, nil, nil, nil])
    #expect(
      map.description == """
        AutoCodingTests.RuleDirections.Order: struct, 6 coded properties
          property  type              key           declared in  note
          id        Int               "id"          Order
          status    String            "status"      Order        decoded only; Set by the server.
          password  Optional<String>  "password"    Order        encoded only
          token     String            "token"       Order        encoded only; default "t"
          city      String            "place.city"  Order        decoded only
          zip       Optional<String>  "place.zip"   Order        encoded only
        """)
  }
}

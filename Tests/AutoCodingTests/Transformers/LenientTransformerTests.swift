import AutoCoding
import Foundation
import Testing

/// Transformers that read other kinds of a value, beside the leniency of a decoder.
struct LenientTransformerTests {
  struct Order: AutoCoding, Equatable {
    var id: String
    var count: Int
    var price: Double?
    var isOpen: Bool
    var names: [String]
    static let propertyRules: PropertyRules = [
      "id": .transformed(by: LenientString.self), "count": .transformed(by: LenientNumber<Int>.self),
      "price": .transformed(by: LenientNumber<Double>.self), "isOpen": .transformed(by: LenientBool.self),
      "names": .transformed(by: LenientString.self).default([]),
    ]
  }

  struct Plain: AutoCoding, Equatable {
    var id: String
    var count: Int
    var price: Double?
    var isOpen: Bool
    var names: [String]
    static let propertyRules: PropertyRules = ["names": .default([])]
  }

  static let documents = [
    #"{"id":"a","count":3,"price":1.5,"isOpen":true}"#, #"{"id":12,"count":"3","price":"1.5","isOpen":1}"#,
    #"{"id":1.50,"count":5.0,"price":"2","isOpen":"false","names":[1,"b",true]}"#,
    #"{"id":true,"count":"-7","price":null,"isOpen":"0"}"#, #"{"id":[],"count":1,"isOpen":true}"#,
    #"{"id":"a","count":"x","isOpen":true}"#, #"{"id":"a","count":1.5,"isOpen":true}"#,
    #"{"id":"a","count":"","isOpen":true}"#, #"{"id":"a","count":{},"isOpen":true}"#,
    #"{"id":"a","count":1,"isOpen":2}"#, #"{"id":"a","count":1,"isOpen":"yes"}"#, #"{"id":null,"count":1,"isOpen":0}"#,
    #"{"id":"a","count":true,"isOpen":0}"#, #"{"id":"a","count":1,"isOpen":[]}"#,
    #"{"id":"a","count":"12.0","price":"1e1","isOpen":true}"#, #"{"id":"a","count":"100e-2","isOpen":true}"#,
    #"{"id":"a","count":"1.5","isOpen":true}"#,
  ]

  @Test("as the leniency of the decoder", arguments: documents)
  func leniency(text: String) throws {
    let lenient = AutoJSONDecoder()
    lenient.leniency = [.numbersFromStrings, .stringsFromNumbers, .boolsFromNumbersAndStrings]
    let expected = try? lenient.decode(Plain.self, from: text)
    let order = try? AutoJSONDecoder().decode(Order.self, from: text)
    #expect(order?.id == expected?.id && order?.count == expected?.count && order?.price == expected?.price)
    #expect(order?.isOpen == expected?.isOpen && order?.names == expected?.names)
    #expect((try? JSONDecoder().decode(Order.self, from: Data(text.utf8)))?.count == order?.count)
    guard let order else { return }
    let encoder = AutoJSONEncoder()
    #expect(try encoder.encode(order) == encoder.encode(try #require(expected)))
    #expect(try JSONEncoder().encode(order).count == encoder.encode(order).count)
    for format in RuleFormat.all { #expect(try format.copy(order) == order) }
  }

  private struct Nullable: AutoCoding, Equatable {
    var id: String
    var count: Int
    var isOpen: Bool
    static let propertyRules: PropertyRules = [
      "id": .transformed(by: LenientString.self).default("").defaultForNull,
      "count": .transformed(by: LenientNumber<Int>.self).default(3).defaultForNull,
      "isOpen": .transformed(by: LenientBool.self).default(true).defaultForNull,
    ]
  }

  @Test("null is no value of theirs, so a rule may read it as a missing key")
  func null() throws {
    let text = #"{"id":null,"count":null,"isOpen":null}"#
    let expected = Nullable(id: "", count: 3, isOpen: true)
    #expect(try AutoJSONDecoder().decode(Nullable.self, from: text) == expected)
    #expect(try JSONDecoder().decode(Nullable.self, from: Data(text.utf8)) == expected)
    #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().decode(Nullable.self, from: #"{"count":[]}"#)
    }
  }

  @Test("errors say what was found")
  func errors() throws {
    func message(_ body: () throws -> some Any) -> String {
      do { return "\(try body())" } catch { return "\(error)" }
    }
    #expect(message { try LenientString.decode([]) }.contains("found an array"))
    #expect(message { try LenientNumber<UInt8>.decode(.null) }.contains("found null"))
    #expect(message { try LenientNumber<UInt8>.decode(300) }.contains("300"))
    #expect(message { try LenientNumber<UInt8>.decode("300") }.contains("300"))
    #expect(message { try LenientBool.decode("yes") }.contains(#"found "yes""#))
    #expect(message { try LenientBool.decode(2) }.contains("found 2"))
    #expect(message { try LenientBool.decode([:]) }.contains("found an object"))
    #expect(message { try LenientNumber<Double>.encode(.nan) }.contains("nan"))
    #expect(try LenientNumber<Decimal>.decode("1.10") == Decimal(string: "1.1"))
  }
}

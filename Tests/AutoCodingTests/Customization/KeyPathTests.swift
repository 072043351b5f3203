import AutoCoding
import Foundation
import Testing

/// Key paths in `propertyKeys`: dots that lead through nested objects.
struct KeyPathTests {
  private struct Customer: AutoCoding, Equatable {
    var id = 1
    var city = "Bern"
    var note: String?
    var zip = 3000
    var latitude: Double?
    var homePage: String?
    static var propertyKeys: [String: String] {
      [
        "city": "address.city", "zip": "address.zipCode", "latitude": "address.position.latitude",
        "homePage": "links.home.page",
      ]
    }
  }

  private static let nested = #"{"id":1,"address":{"city":"Bern","zipCode":3000},"note":"n"}"#

  @Test("properties that begin alike share an object, at the place of the first")
  func writing() throws {
    var value = Customer(note: "n")
    #expect(try text(value) == Self.nested)
    #expect(try jsonText(value) == #"{"address":{"city":"Bern","zipCode":3000},"id":1,"note":"n"}"#)
    value.latitude = 46.5
    value.homePage = "h"
    let full =
      #"{"id":1,"address":{"city":"Bern","zipCode":3000,"position":{"latitude":46.5}},"note":"n","links":{"home":{"page":"h"}}}"#
    #expect(try text(value) == full)
    for decode in decoders(Customer.self) {
      #expect(try decode(full) == value)
    }
    #expect(try text(Customer(), .sortedKeys) == jsonText(Customer()))
    #expect(
      try text(Customer(), .prettyPrinted) == """
        {
          "id" : 1,
          "address" : {
            "city" : "Bern",
            "zipCode" : 3000
          }
        }
        """)
  }

  @Test("any order of keys, and keys that no property has")
  func order() throws {
    let text =
      #"{"x":{"city":1},"address":{"position":{"y":[],"latitude":1},"zipCode":1,"street":{},"city":"c"},"links":{},"id":7}"#
    for decode in decoders(Customer.self) {
      #expect(try decode(text) == Customer(id: 7, city: "c", zip: 1, latitude: 1))
    }
  }

  @Test("what is missing is missing, and null is null")
  func missing() throws {
    for decode in decoders(Customer.self) {
      #expect(
        try decode(#"{"id":1,"address":{"city":"Bern","zipCode":3000,"position":null},"links":null}"#) == Customer())
      #expect(throws: DecodingError.self) { try decode(#"{"id":1}"#) }
      let lacking = DifferentialOutcome { try decode(#"{"id":1,"address":{"city":"Bern"}}"#) }.error
      #expect(lacking == "keyNotFound zipCode at .address")
      let null = DifferentialOutcome { try decode(#"{"id":1,"address":null}"#) }.error
      #expect(null?.hasPrefix("valueNotFound") == true && null?.contains("address") == true)
      let scalar = DifferentialOutcome { try decode(#"{"id":1,"address":5}"#) }.error
      #expect(scalar?.hasPrefix("typeMismatch") == true && scalar?.hasSuffix("at .address") == true)
      let deep = DifferentialOutcome {
        try decode(#"{"id":1,"address":{"city":"","zipCode":1,"position":{"latitude":"x"}}}"#)
      }.error
      #expect(deep == "typeMismatch at .address.position.latitude")
    }
  }

  private final class Settings: AutoCoding, DefaultInitializable {
    var volume = 5
    var theme: String? = "light"
    static var propertyKeys: [String: String] { ["volume": "audio.volume", "theme": "look.theme"] }
  }

  @Test("defaults live")
  func defaults() throws {
    for decode in decoders(Settings.self) {
      for text in ["{}", #"{"audio":{}}"#, #"{"audio":{"x":1},"look":{}}"#] {
        let value = try decode(text)
        #expect(value.volume == 5 && value.theme == "light", "\(text)")
      }
      #expect(try decode(#"{"look":null}"#).theme == nil)
      #expect(throws: DecodingError.self) { try decode(#"{"audio":null}"#) }
    }
    let value = Settings()
    value.theme = nil
    // A nil that would come back as the default is written.
    #expect(try text(value) == #"{"audio":{"volume":5},"look":{"theme":null}}"#)
    #expect(try text(value) == jsonText(value))
    let lenient = AutoJSONDecoder()
    lenient.leniency = .defaultsForNull
    var issues: [AutoJSONDecoder.Issue] = []
    let decoded = try lenient.decode(
      Settings.self, from: Data(#"{"audio":null,"look":{"theme":"dark"}}"#.utf8), reporting: &issues)
    #expect(decoded.volume == 5 && decoded.theme == "dark")
    #expect(issues.map(\.kind) == [.defaultForNull])
  }

  private class Animal: AutoCoding, DefaultInitializable {
    var name = "a"
    class var propertyKeys: [String: String] { ["name": "info.name"] }
    class var propertyRules: PropertyRules { ["name": .formerly("label", "old.names.first")] }
    required init() {}
  }

  private final class Dog: Animal {
    var tricks = ["sit"]
    override class var propertyKeys: [String: String] { ["tricks": "info.tricks"] }
  }

  @Test("classes and their superclasses share objects, too")
  func classes() throws {
    #expect(try text(Dog()) == #"{"info":{"name":"a","tricks":["sit"]}}"#)
    #expect(try text([Dog() as Animal]).contains(#"KeyPathTests"#))
    let data = try AutoJSONEncoder().encode([Dog() as Animal, Animal()])
    let back = try AutoJSONDecoder().decode([Animal].self, from: data)
    #expect(back.map { type(of: $0) == Dog.self } == [true, false])
    let foreign = try JSONDecoder().decode([Animal].self, from: data)
    #expect((foreign.first as? Dog)?.tricks == ["sit"])
  }

  @Test("former key paths are read; the newest wins")
  func former() throws {
    for decode in decoders(Dog.self) {
      #expect(try decode(#"{"label":"x"}"#).name == "x")
      #expect(try decode(#"{"old":{"names":{"first":"y"}}}"#).name == "y")
      #expect(try decode(#"{"old":{"names":{"first":"y"}},"info":{"name":"n"},"label":"x"}"#).name == "n")
      #expect(try decode(#"{"old":{"names":{"first":"y"}},"label":"x"}"#).name == "x")
      #expect(try decode(#"{"old":{"names":{}},"info":{"tricks":[]}}"#).tricks == [])
    }
  }

  private struct Literal: AutoCoding, Equatable {
    var version = 1
    var path = "p"
    var plain = true
    static var propertyKeys: [String: String] {
      ["version": #"meta\.data.version"#, "path": #"C:\\.x\y"#, "plain": #"a\.b"#]
    }
    static var propertyRules: PropertyRules { ["version": .formerly(#"meta\.version"#)] }
  }

  @Test("a backslash makes a dot part of a key")
  func escapes() throws {
    #expect(try text(Literal()) == #"{"meta.data":{"version":1},"C:\\":{"x\\y":"p"},"a.b":true}"#)
    for decode in decoders(Literal.self) {
      #expect(try decode(text(Literal(version: 3))) == Literal(version: 3))
      #expect(try decode(#"{"meta.version":4,"C:\\":{"x\\y":"p"},"a.b":true}"#) == Literal(version: 4))
    }
  }

  private struct Keyed: AutoCoding, Equatable {
    var city = "c"
    enum CodingKeys: String, CodingKey { case city = "address.city" }
  }

  @Test("dots in CodingKeys are part of a key, as in synthesized Codable")
  func codingKeys() throws {
    #expect(try text(Keyed()) == #"{"address.city":"c"}"#)
    #expect(try text(Keyed()) == jsonText(Keyed()))
  }

  private struct Snake: AutoCoding, Equatable {
    var firstCity = "a"
    var secondCity = "b"
    static var propertyKeys: [String: String] {
      ["firstCity": "homeAddress.cityName", "secondCity": "workAddress.cityName"]
    }
  }

  @Test("key strategies apply to each key of a path")
  func snakeCase() throws {
    let expected = #"{"home_address":{"city_name":"a"},"work_address":{"city_name":"b"}}"#
    let encoder = AutoJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(String(decoding: try encoder.encode(Snake()), as: UTF8.self) == expected)
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(Snake.self, from: Data(expected.utf8)) == Snake())
    encoder.keyEncodingStrategy = .custom { AnyKey("_" + ($0.last?.stringValue ?? "")) }
    #expect(
      String(decoding: try encoder.encode(Snake()), as: UTF8.self)
        == #"{"_homeAddress":{"_cityName":"a"},"_workAddress":{"_cityName":"b"}}"#)
    decoder.keyDecodingStrategy = .custom { AnyKey(String($0.last?.stringValue.dropFirst() ?? "")) }
    #expect(try decoder.decode(Snake.self, from: encoder.encode(Snake())) == Snake())
  }

  @Test("an object under a duplicate key counts as such keys do, as a whole")
  func repeated() throws {
    let twice =
      #"{"id":1,"address":{"city":"a","zipCode":1,"position":{"latitude":1}},"address":{"zipCode":2,"city":"b"}}"#
    let decoder = AutoJSONDecoder()
    #expect(try decoder.decode(Customer.self, from: Data(twice.utf8)) == Customer(city: "a", zip: 1, latitude: 1))
    decoder.duplicateKeys = .useLast
    #expect(try decoder.decode(Customer.self, from: Data(twice.utf8)) == Customer(city: "b", zip: 2))
    decoder.duplicateKeys = .throw
    #expect(throws: DecodingError.self) { try decoder.decode(Customer.self, from: Data(twice.utf8)) }
    decoder.duplicateKeys = .useLast
    let inner = #"{"id":1,"id":2,"address":{"city":"a","city":"b","zipCode":1}}"#
    #expect(try decoder.decode(Customer.self, from: Data(inner.utf8)) == Customer(id: 2, city: "b", zip: 1))
  }

  @Test("an update overlays the keys that are there")
  func update() throws {
    var value = Customer(note: "n", latitude: 3)
    try AutoJSONDecoder().update(&value, from: Data(#"{"address":{"zipCode":9}}"#.utf8))
    #expect(value == Customer(note: "n", zip: 9, latitude: 3))
    try AutoJSONDecoder().update(&value, from: Data(#"{"address":{"position":null}}"#.utf8))
    #expect(value == Customer(note: "n", zip: 9))
    #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().update(&value, from: Data(#"{"address":{"city":"x","zipCode":"bad"}}"#.utf8))
    }
    #expect(value == Customer(note: "n", zip: 9))
    let settings = Settings()
    var same = settings
    try AutoJSONDecoder().update(&same, from: Data(#"{"audio":{"volume":8}}"#.utf8))
    #expect(settings.volume == 8 && settings.theme == "light")
  }

  private enum Event: AutoCoding, Equatable {
    case moved(Customer, at: Int)
    case none
  }

  private struct Generic<Value: Codable & Equatable>: AutoCoding, Equatable {
    var value: Value
    var others: [Value]?
    static var propertyKeys: [String: String] { ["value": "data.value", "others": "data.others"] }
  }

  @Test("within enums, collections, generic types and types with code of their own")
  func within() throws {
    func check<Value: Codable & Equatable>(_ value: Value) throws {
      let written = try text(value)
      #expect(written.contains(#""address":{"city":"Bern","zipCode":3000}"#) || written.contains(#""data":{"#))
      #expect(try AutoJSONDecoder().decode(Value.self, from: Data(written.utf8)) == value)
      #expect(try JSONDecoder().decode(Value.self, from: Data(written.utf8)) == value)
      #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
      let list = try PropertyListEncoder().encode([value])
      #expect(try PropertyListDecoder().decode([Value].self, from: list) == [value])
      #expect(try KeyedArchiveDecoder().decode(Value.self, from: KeyedArchiveEncoder().encode(value)) == value)
    }
    try check(Event.moved(Customer(), at: 1))
    try check([Customer(), Customer(id: 2, homePage: "x")])
    try check(["a": Customer()])
    try check(Generic(value: Customer(), others: [Customer(id: 2)]))
    try check(Generic<Int?>(value: nil, others: [nil, 1]))
    #expect(try text(Generic<Int?>(value: nil, others: nil)) == #"{"data":{"value":null}}"#)
  }

  @Test("keyed archives take a path as one key with dots")
  func archive() throws {
    let value = Customer(note: "n", latitude: 1)
    let data = try KeyedArchiveEncoder().encode(value)
    #expect(try KeyedArchiveDecoder().decode(Customer.self, from: data) == value)
    let archive = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    let objects = try #require(archive["$objects"] as? [Any])
    #expect(objects.contains { ($0 as? [String: Any])?["address.zipCode"] as? Int == 3000 })
  }

  @Test("a map shows whole paths")
  func map() throws {
    let map = try TypeMap(reflecting: Animal.self)
    #expect(map.properties.first?.key == "info.name" && map.properties.first?.keyPath == ["info", "name"])
    #expect(map.properties.first?.formerKeyPaths == [["label"], ["old", "names", "first"]])
    #expect(
      map.description.contains(#""info.name""#) && map.description.contains(#"formerly "label", "old.names.first""#))
  }

  private struct Beside: AutoCoding {
    var address = "a"
    var city = "c"
    static var propertyKeys: [String: String] { ["city": "address.city"] }
  }

  private struct Through: AutoCoding {
    var city = "c"
    var zip = 1
    static var propertyKeys: [String: String] { ["city": "address.city", "zip": "address.city.zip"] }
  }

  private struct Twice: AutoCoding {
    var city = "c"
    var town = "t"
    static var propertyKeys: [String: String] { ["city": "address.city", "town": "address.city"] }
  }

  private struct FormerObject: AutoCoding {
    var city = "c"
    static var propertyKeys: [String: String] { ["city": "address.city"] }
    static var propertyRules: PropertyRules { ["city": .formerly("address")] }
  }

  private struct Nameless: AutoCoding {
    var a = 1
    var b = 1
    var c = 1
    static var propertyKeys: [String: String] { ["a": ".hidden", "b": "x..y"] }
    static var propertyRules: PropertyRules { ["c": .formerly("z.")] }
  }

  private struct ClassKey: AutoCoding {
    var a = 1
    static var propertyKeys: [String: String] { ["a": "$class.name"] }
  }

  @Test("paths that cannot all be are refused by name")
  func refusals() {
    expectRefused(Beside(), "Beside.address: String", #"Its key "address""#, "Beside.city", #""address.city""#)
    expectRefused(Through(), "Through.city", "Through.zip", "address.city.zip")
    expectRefused(Twice(), "Twice.city", "Twice.town", "address.city")
    expectRefused(FormerObject(), "FormerObject.city", #""address""#)
    expectRefused(Nameless(), "Nameless.a", ".hidden", "Nameless.b", "x..y", "Nameless.c", "z.", #""\\.""#)
    expectRefused(ClassKey(), "ClassKey.a", "reserved for the name of a class")
  }

  // MARK: Support

  private func text<Value: Encodable>(
    _ value: Value, _ formatting: JSONEncoder.OutputFormatting = []
  ) throws -> String {
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = formatting
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The format's own decoder, the one over containers, and Foundation's.
  private func decoders<Value: Decodable>(_ type: Value.Type) -> [(String) throws -> Value] {
    let containers = AutoJSONDecoder()
    containers.dateDecodingStrategy = .custom { Date(timeIntervalSince1970: try Double(from: $0)) }
    return [
      { try AutoJSONDecoder().decode(type, from: Data($0.utf8)) },
      { try containers.decode(type, from: Data($0.utf8)) },
      { try JSONDecoder().decode(type, from: Data($0.utf8)) },
    ]
  }
}

import AutoCoding
import Foundation
import Testing

private enum SharedKeys: String, CodingKey { case id = "ID", kind }

private enum OtherKeys: String, CodingKey { case id = "Id" }

private protocol Shared {}

extension Shared { fileprivate typealias CodingKeys = SharedKeys }

private protocol Plain {}

/// `CodingKeys` by way of an alias: a type's own counts, one that a protocol's extension brings along does not.
struct BroughtKeysTests {
  fileprivate enum Auto {
    struct Brought: Shared, AutoCoding, Equatable {
      var id = 1
      var name = "n"
    }
    final class BroughtObject: Shared, AutoCoding {
      var id = 1
      var name = "n"
    }
    enum BroughtCase: Shared, AutoCoding, Equatable {
      case id(Int)
      case name
    }
    struct Own: AutoCoding, Equatable {
      typealias CodingKeys = OtherKeys
      var id = 1
      var name: String?
    }
    struct Nested: Shared, AutoCoding, Equatable {
      enum CodingKeys: String, CodingKey { case name = "N" }
      var id: Int?
      var name = "n"
    }
    struct Named: Shared, AutoCoding, Equatable {
      typealias CodingKeys = Keys
      enum Keys: String, CodingKey { case name = "N" }
      var id: Int?
      var name = "n"
    }
    struct Box<Value: Codable & Equatable>: Shared, AutoCoding, Equatable {
      enum CodingKeys: String, CodingKey { case value = "V" }
      var value: Value
      var id: Int?
    }
    struct Without: Plain, AutoCoding, Equatable {
      typealias CodingKeys = AutoCodingKeys
      var id = 1
    }
  }

  fileprivate enum Twin {
    struct Brought: Shared, Codable {
      var id = 1
      var name = "n"
    }
    final class BroughtObject: Shared, Codable {
      var id = 1
      var name = "n"
    }
    enum BroughtCase: Shared, Codable {
      case id(Int)
      case name
    }
    struct Own: Codable {
      typealias CodingKeys = OtherKeys
      var id = 1
      var name: String?
    }
    struct Nested: Shared, Codable {
      enum CodingKeys: String, CodingKey { case name = "N" }
      var id: Int?
      var name = "n"
    }
    struct Named: Shared, Codable {
      typealias CodingKeys = Keys
      enum Keys: String, CodingKey { case name = "N" }
      var id: Int?
      var name = "n"
    }
    struct Box<Value: Codable>: Shared, Codable {
      enum CodingKeys: String, CodingKey { case value = "V" }
      var value: Value
      var id: Int?
    }
    struct Without: Plain, Codable { var id = 1 }
  }

  @Test("as the compiler takes them", arguments: TestCoder.jsonLike)
  func twins(coder: TestCoder) throws {
    func check(_ model: some Codable, _ twin: some Codable, _ text: String) throws {
      #expect(try coder.jsonText(of: model) == text)
      #expect(try coder.jsonText(of: twin) == text)
    }
    try check(Auto.Brought(), Twin.Brought(), #"{"id":1,"name":"n"}"#)
    try check(Auto.BroughtObject(), Twin.BroughtObject(), #"{"id":1,"name":"n"}"#)
    try check(Auto.BroughtCase.id(3), Twin.BroughtCase.id(3), #"{"id":{"_0":3}}"#)
    try check(Auto.BroughtCase.name, Twin.BroughtCase.name, #"{"name":{}}"#)
    try check(Auto.Own(name: "n"), Twin.Own(name: "n"), #"{"Id":1}"#)
    try check(Auto.Nested(id: 2), Twin.Nested(id: 2), #"{"N":"n"}"#)
    try check(Auto.Named(id: 2), Twin.Named(id: 2), #"{"N":"n"}"#)
    try check(Auto.Box(value: [1], id: 3), Twin.Box(value: [1], id: 3), #"{"V":[1]}"#)
    try check(Auto.Without(), Twin.Without(), #"{"id":1}"#)
  }

  @Test("nothing is lost", arguments: TestCoder.allCases)
  func roundTrips(coder: TestCoder) throws {
    #expect(try coder.roundTrip(["a": Auto.Brought(id: 2, name: "x")]) == ["a": Auto.Brought(id: 2, name: "x")])
    #expect(try coder.roundTrip(["a": Auto.BroughtCase.name, "b": .id(1)]) == ["a": .name, "b": .id(1)])
    #expect(try coder.roundTrip(["a": Auto.Named(name: "x")]) == ["a": Auto.Named(name: "x")])
    #expect(try coder.roundTrip(["a": Auto.Own(id: 5)]) == ["a": Auto.Own(id: 5)])
    #expect(try coder.roundTrip(["a": Auto.Box(value: "v")]) == ["a": Auto.Box(value: "v")])
  }

  @Test("a map says what was ignored")
  func maps() throws {
    let note = "ignored: CodingKeys, which is"
    #expect(try TypeMap(reflecting: Auto.Brought.self).description.contains(note))
    #expect(try TypeMap(reflecting: Auto.BroughtCase.self).description.contains(note))
    for type in [Auto.Own.self, Auto.Nested.self, Auto.Named.self, Auto.Without.self] as [any AutoCoding.Type] {
      #expect(try !TypeMap(reflecting: type).description.contains(note))
    }
  }
}

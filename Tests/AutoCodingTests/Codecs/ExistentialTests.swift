import AutoCoding
import Foundation
import Testing

protocol Pet { var name: String { get } }
protocol Walker: AnyObject { var legs: Int { get } }

struct Goldfish: Pet, AutoCoding, Equatable {
  var name: String
  var born = Date(timeIntervalSinceReferenceDate: 5)
}

final class Horse: Pet, Walker, AutoCoding {
  var name = "h"
  var legs = 4
}

enum Stone: String, Pet, AutoCoding {
  case round, flat
  var name: String { rawValue }
}

enum Plant: Pet, AutoCoding, Equatable {
  case tree(height: Int)
  var name: String { "plant" }
}

struct Stranger: AutoCoding { var name = "no pet" }
struct NotAModel: Pet { var name = "x" }

struct Household: AutoCoding {
  var pet: any Pet
  var maybe: (any Pet)?
  var pets: [any Pet]
  var byName: [String: any Pet]
  var both: any Pet & Walker
}

struct Bag: AutoCoding {
  var anything: Any
  var list: [Any]
  var table: [String: Any]
}

/// Existentials.
struct ExistentialTests {
  private static let allowed: [any AutoCoding.Type] = [Goldfish.self, Horse.self, Stone.self]

  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    encoder.userInfo[.allowedTypes] = Self.allowed
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.userInfo[.allowedTypes] = Self.allowed
    return try decoder.decode(type, from: Data(text.utf8))
  }

  private func household() -> Household {
    Household(
      pet: Goldfish(name: "g"), maybe: nil, pets: [Horse(), Stone.flat, Plant.tree(height: 3)],
      byName: ["k": Goldfish(name: "z")], both: Horse())
  }

  @Test("values of protocols are named by their type, and come back as what they were")
  func protocols() throws {
    let written = try text(household())
    #expect(
      written == """
        {"both":{"$class":"AutoCodingTests.Horse","legs":4,"name":"h"},\
        "byName":{"k":{"$class":"AutoCodingTests.Goldfish","born":"2001-01-01T00:00:05Z","name":"z"}},\
        "pet":{"$class":"AutoCodingTests.Goldfish","born":"2001-01-01T00:00:05Z","name":"g"},\
        "pets":[{"$class":"AutoCodingTests.Horse","legs":4,"name":"h"},\
        {"$class":"AutoCodingTests.Stone","$value":"flat"},\
        {"$class":"AutoCodingTests.Plant","$value":{"tree":{"height":3}}}]}
        """)
    let back = try decode(Household.self, written)
    #expect(back.pet as? Goldfish == Goldfish(name: "g") && back.maybe == nil)
    #expect(back.pets.count == 3 && back.pets[0] is Horse && back.pets[1] as? Stone == .flat)
    #expect(back.pets[2] as? Plant == .tree(height: 3) && back.both.legs == 4)
    #expect(try text(back) == written)
    let again = try TokenReader.value(Household.self, from: TokenWriter.tokens(of: household()))
    #expect(again.pets[1] as? Stone == .flat && again.pet as? Goldfish == Goldfish(name: "g"))
    let list = try PropertyListEncoder().encode(household())
    #expect(try PropertyListDecoder().decode(Household.self, from: list).both is Horse)
  }

  @Test("what does not fit is refused before it is made")
  func refusals() throws {
    func household(_ pet: String) -> String {
      #"{"both":{"$class":"AutoCodingTests.Horse","legs":4,"name":"h"},"byName":{},"pet":\#(pet),"pets":[]}"#
    }
    for pet in [
      #"{"$class":"AutoCodingTests.Stranger","name":"x"}"#, #"{"$class":"AutoCodingTests.NotAModel","name":"x"}"#,
      #"{"$class":"Foundation.Thread"}"#, #"{"name":"x"}"#, "5", "null", "[]", #"{"$class":7}"#,
    ] {
      #expect(throws: DecodingError.self) { try decode(Household.self, household(pet)) }
    }
    #expect(throws: DecodingError.self) {
      try decode(
        Household.self,
        #"{"both":{"$class":"AutoCodingTests.Goldfish","name":"h"},"byName":{},"pet":{"$class":"AutoCodingTests.Horse","name":"","legs":1},"pets":[]}"#
      )
    }
    var wrong = self.household()
    wrong.pet = NotAModel()
    let error = #expect(throws: EncodingError.self) { try text(wrong) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("AutoCodingTests.NotAModel is not AutoCoding"))
  }

  @Test("Any holds models and values like JSON's")
  func anything() throws {
    let bag = Bag(
      anything: Goldfish(name: "g"),
      list: [1, 2.5, true, "x", Optional<Int>.none as Any, [1, ["k": "v"]] as [Any], Horse(), UInt64.max],
      table: ["a": 1, "nested": ["b": [Stone.round] as [Any]] as [String: Any]])
    let written = try text(bag)
    #expect(
      written == """
        {"anything":{"$class":"AutoCodingTests.Goldfish","born":"2001-01-01T00:00:05Z","name":"g"},\
        "list":[1,2.5,true,"x",null,[1,{"k":"v"}],{"$class":"AutoCodingTests.Horse","legs":4,"name":"h"},\
        18446744073709551615],\
        "table":{"a":1,"nested":{"b":[{"$class":"AutoCodingTests.Stone","$value":"round"}]}}}
        """)
    let back = try decode(Bag.self, written)
    #expect(back.anything as? Goldfish == Goldfish(name: "g"))
    #expect(back.list[0] as? Int == 1 && back.list[1] as? Double == 2.5 && back.list[2] as? Bool == true)
    #expect(back.list[6] is Horse && back.list[7] as? UInt64 == .max)
    #expect(((back.table["nested"] as? [String: Any])?["b"] as? [Any])?.first as? Stone == .round)
    #expect(try text(back) == written)
    #expect(throws: EncodingError.self) { try text(Bag(anything: Date(), list: [], table: [:])) }
    #expect(throws: EncodingError.self) { try text(Bag(anything: NotAModel(), list: [], table: [:])) }
    #expect(throws: EncodingError.self) { try text(Bag(anything: 1, list: [], table: ["x": ["$class": "y"]])) }
  }
}

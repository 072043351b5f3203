import AutoCoding
import Foundation
import Testing

/// Of several values for one property, an update applies only the one that decoding would take.
struct UpdateDuplicateTests {
  final class Address: AutoCoding, DefaultInitializable {
    var city = "c"
    var street = "s"
    var owner: Owner? = Owner()
    init() {}
  }

  final class Owner: AutoCoding, DefaultInitializable {
    var name = "n"
    var age = 1
    init() {}
  }

  struct Place: AutoCoding, Equatable {
    var city = "c"
    var street = "s"
  }

  struct Person: AutoCoding, DefaultInitializable {
    var address = Address()
    var other: Address?
    var place = Place()
    var map = ["a": Place()]
    var objects = ["a": Address()]
    var numbers = [1: Place()]
    var x = 0
    var y = 0
    var note: String? = "note"
    static let propertyRules: PropertyRules = [
      "address": .formerly("addr", "adr"), "place": .formerly("plc"), "x": .key("point.x"), "y": .key("point.y"),
      "note": .formerly("text"),
    ]
  }

  private typealias Strategy = AutoJSONDecoder.DuplicateKeyStrategy

  private func updated(
    _ text: String, _ strategy: Strategy = .useFirst, merging: Bool = false,
    _ leniency: AutoJSONDecoder.Leniency = [], of person: Person = Person()
  ) throws -> Person {
    let decoder = AutoJSONDecoder()
    decoder.duplicateKeys = strategy
    decoder.collectionUpdates = merging ? .merge : .replace
    decoder.leniency = leniency
    var person = person
    try decoder.update(&person, from: text)
    return person
  }

  private func describe(_ address: Address) -> [String] { [address.city, address.street] }

  @Test("an object under a former key is not changed if there is a newer key")
  func formerKeys() throws {
    for text in [
      #"{"adr":{"city":"0"},"addr":{"street":"1","owner":{"age":2}},"address":{"city":"2"}}"#,
      #"{"address":{"city":"2"},"adr":{"city":"0"},"addr":{"street":"1","owner":{"age":2}}}"#,
      #"{"adr":{"city":"0"},"address":{"city":"2"},"addr":{"street":"1"}}"#,
    ] {
      let person = try updated(text)
      #expect(describe(person.address) == ["2", "s"])
      #expect(person.address.owner?.age == 1)
    }
    #expect(try describe(updated(#"{"adr":{"city":"0"},"addr":{"street":"1"}}"#).address) == ["c", "1"])
    #expect(try updated(#"{"plc":{"street":"1"},"place":{"city":"2"}}"#).place == Place(city: "2"))
  }

  @Test("an object that two properties share keeps what the other one set")
  func shared() throws {
    var person = Person()
    person.other = person.address
    let text = #"{"addr":{"street":"1","city":"1"},"other":{"street":"3"},"address":{"owner":null}}"#
    let address = try updated(text, of: person).address
    #expect(describe(address) == ["c", "3"] && address.owner == nil)
    // An error undoes all of it.
    let other = Person()
    #expect(throws: DecodingError.self) {
      try updated(
        #"{"addr":{"street":"1"},"other":null,"address":{"city":"2","owner":{"age":"x"}}}"#, of: other)
    }
    #expect(describe(other.address) == ["c", "s"])
  }

  @Test("the first or the last of duplicates changes an object, and no other")
  func duplicates() throws {
    let text = #"{"address":{"city":"1"},"address":{"street":"2"},"place":{"city":"1"},"place":{"street":"2"}}"#
    let first = try updated(text)
    #expect(describe(first.address) == ["1", "s"] && first.place == Place(city: "1"))
    let last = try updated(text, .useLast)
    #expect(describe(last.address) == ["c", "2"] && last.place == Place(street: "2"))
    let replaced = try updated(#"{"address":{"city":"1"},"address":{"owner":{"age":5}}}"#, .useLast)
    #expect(describe(replaced.address) == ["c", "s"] && replaced.address.owner?.age == 5)
  }

  @Test("an object on a key path counts as a whole")
  func keyPaths() throws {
    let text = #"{"point":{"x":1},"point":{"y":2}}"#
    #expect(try [updated(text)].map { [$0.x, $0.y] } == [[1, 0]])
    #expect(try [updated(text, .useLast)].map { [$0.x, $0.y] } == [[0, 2]])
  }

  @Test("the first or the last entry of a flattened dictionary is added")
  func flattenedEntries() throws {
    struct Item: AutoCoding, DefaultInitializable {
      var id = 1
      var others: [String: Int?] = ["a": 0, "b": 0]
      static let propertyRules: PropertyRules = ["others": .flattened]
    }
    for (strategy, isCustom, expected) in [
      (Strategy.useFirst, false, 1), (.useFirst, true, 1), (.useLast, false, 3), (.useLast, true, 3),
    ] {
      let decoder = AutoJSONDecoder()
      decoder.duplicateKeys = strategy
      if isCustom { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
      var item = Item()
      try decoder.update(&item, from: #"{"a":1,"id":2,"a":null,"c":5,"a":3}"#)
      #expect(item.id == 2 && item.others == ["a": expected, "b": 0, "c": 5])
    }
  }

  @Test("one entry of a dictionary is merged for each key")
  func entries() throws {
    let text = #"{"map":{"a":{"city":"1"},"a":{"street":"2"}},"objects":{"a":{"city":"1"},"a":{"street":"2"}}}"#
    let first = try updated(text, merging: true)
    #expect(first.map == ["a": Place(city: "1")])
    #expect(first.objects.mapValues(describe) == ["a": ["1", "s"]])
    let person = Person()
    let last = try updated(text, .useLast, merging: true, of: person)
    #expect(last.map == ["a": Place(street: "2")])
    #expect(last.objects.mapValues(describe) == ["a": ["c", "2"]])
    #expect(last.objects["a"] === person.objects["a"])
    for (text, strategy, expected) in [
      (#"{"map":{"a":null,"a":{"city":"1","street":"2"}}}"#, Strategy.useFirst, [:]),
      (#"{"map":{"a":null,"a":{"city":"1"}}}"#, .useLast, ["a": Place(city: "1")]),
      (#"{"map":{"a":{"city":"1"},"a":null}}"#, .useFirst, ["a": Place(city: "1")]),
      (#"{"map":{"a":{"city":"1"},"b":{"city":"c","street":"s"},"a":null}}"#, .useLast, ["b": Place()]),
    ] {
      #expect(try updated(text, strategy, merging: true).map == expected, "\(text)")
    }
    let numbers = #"{"numbers":{"1":{"city":"1"},"+1":{"street":"2"}}}"#
    #expect(try updated(numbers, merging: true).numbers == [1: Place(city: "1")])
    #expect(try updated(numbers, .useLast, merging: true).numbers == [1: Place(street: "2")])
    #expect(throws: DecodingError.self) { try updated(#"{"numbers":{"x":{}}}"#, .useLast, merging: true) }
  }

  @Test("null that stands for a missing key is passed on to other keys, in any order")
  func nulls() throws {
    for text in [
      #"{"addr":{"street":"1"},"address":null,"text":"t","note":null}"#,
      #"{"address":null,"addr":{"street":"1"},"note":null,"text":"t"}"#,
    ] {
      let person = try updated(text, .useFirst, .defaultsForNull)
      #expect(describe(person.address) == ["c", "1"] && person.note == "t")
    }
    let person = try updated(#"{"address":null,"addr":null,"note":null}"#, .useFirst, .defaultsForNull)
    #expect(describe(person.address) == ["c", "s"] && person.note == nil)
  }
}

import AutoCoding
import Foundation
import Testing

/// Updates in part, as a JSON merge patch asks for them.
struct UpdateTests {
  struct Place: AutoCoding, Equatable {
    var city = "Paris"
    var zip: Int? = 1
    var point = Point()
    struct Point: AutoCoding, Equatable { var x = 1.0, y = 2.0 }
  }

  class Pet: AutoCoding {
    var name = "Rex"
    var age: Int? = 3
    let tag = Tag()
    var failing = false
    init() {}
    func didDecode() throws {
      if failing { throw CocoaError(.coderReadCorrupt) }
    }
  }
  final class Tag: AutoCoding { var text = "t", number = 1 }
  final class Cat: Pet { var lives = 9 }

  class Sailor: AutoCoding {
    var age = 20
    init() {}
    class var typeRules: TypeRules {
      TypeRules(typeKey: "rank", types: ["sailor": Sailor.self, "captain": Captain.self])
    }
  }
  final class Captain: Sailor { var ship = "" }

  struct Person: AutoCoding {
    var name = "n"
    var home = Place()
    var work: Place? = Place()
    var none: Place?
    var pet = Pet()
    var other: Pet? = Cat()
    var tags = ["a", "b"]
    var last = 0
    static var propertyKeys: [String: String] { ["last": "meta.inner.last"] }
  }

  /// Both roads: the walk, and containers.
  private static var decoders: [AutoJSONDecoder] {
    let custom = AutoJSONDecoder()
    custom.dateDecodingStrategy = .custom { _ in Date() }
    return [AutoJSONDecoder(), custom]
  }

  @Test("models are changed in part, however deep they are")
  func nested() throws {
    for decoder in Self.decoders {
      var person = Person()
      try decoder.update(
        &person,
        from: Data(
          #"{"home":{"city":"Lyon","point":{"y":5}},"work":{"zip":null},"tags":["c"],"meta":{"inner":{"last":4}}}"#.utf8
        ))
      #expect(person.home == Place(city: "Lyon", zip: 1, point: .init(x: 1, y: 5)))
      #expect(person.work == Place(city: "Paris", zip: nil))
      #expect(person.name == "n" && person.tags == ["c"] && person.last == 4)
      try decoder.update(&person, from: Data(#"{"work":null}"#.utf8))
      #expect(person.work == nil)
    }
  }

  @Test("where there was nil, a model is decoded whole")
  func whole() throws {
    for decoder in Self.decoders {
      var person = Person()
      #expect(throws: DecodingError.self) { try decoder.update(&person, from: Data(#"{"none":{"city":"x"}}"#.utf8)) }
      #expect(person.none == nil)
      try decoder.update(&person, from: Data(#"{"none":{"city":"x","point":{"x":0,"y":0}}}"#.utf8))
      #expect(person.none == Place(city: "x", zip: nil, point: .init(x: 0, y: 0)))
    }
  }

  @Test("objects are changed in place, and keep their class")
  func objects() throws {
    for decoder in Self.decoders {
      var person = Person()
      let (pet, other) = (person.pet, person.other)
      try decoder.update(
        &person,
        from: Data(#"{"pet":{"age":null,"tag":{"text":"new"}},"other":{"lives":8,"name":"Tom"}}"#.utf8))
      #expect(person.pet === pet && pet.name == "Rex" && pet.age == nil)
      #expect(pet.tag.text == "new" && pet.tag.number == 1)
      #expect(person.other === other && other?.name == "Tom" && (other as? Cat)?.lives == 8)
    }
  }

  @Test("data of another class replaces the root, as it replaces a property")
  func anotherClass() throws {
    let dictionaries = DictionaryDecoder()
    let updates: [(inout Pet, String) throws -> Void] =
      Self.decoders.map { decoder in { try decoder.update(&$0, from: $1) } } + [
        { pet, text in
          let members = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
          try dictionaries.update(&pet, from: members ?? [:])
        }
      ]
    let name = Cat.archivedTypeName
    let whole = #""name":"Tom","failing":false,"tag":{"text":"t","number":2}"#
    for update in updates {
      let old = Pet()
      var pet = old
      try update(&pet, #"{"$class":"\#(Pet.archivedTypeName)","name":"Max"}"#)
      #expect(pet === old && pet.name == "Max")
      try update(&pet, #"{"$class":"\#(name)",\#(whole),"lives":7}"#)
      #expect((pet as? Cat)?.lives == 7 && pet.name == "Tom" && pet.age == nil && old.name == "Max")
      let cat = pet
      try update(&pet, #"{"$class":"\#(name)","lives":6}"#)
      #expect(pet === cat && (pet as? Cat)?.lives == 6)
      for text in [
        #"{"$class":"Nonsense",\#(whole)}"#, #"{"$class":"\#(Pet.archivedTypeName)","name":"x"}"#,
        #"{"$class":"\#(Tag.archivedTypeName)","name":"x"}"#,
        #"{"$class":"\#(Pet.archivedTypeName)","name":"x","failing":true,"tag":{"text":"t","number":2}}"#,
      ] {
        #expect(throws: (any Error).self, "\(text)") { try update(&pet, text) }
        #expect(pet === cat && pet.name == "Tom", "\(text)")
      }
    }
    for decoder in Self.decoders {
      var sailor = Sailor()
      try decoder.update(&sailor, from: #"{"rank":"captain","age":40,"ship":"Argo"}"#)
      #expect(sailor.age == 40 && (sailor as? Captain)?.ship == "Argo")
      #expect(throws: DecodingError.self) { try decoder.update(&sailor, from: #"{"rank":"cook","age":1}"#) }
      #expect(sailor.age == 40)
      var pet = Pet()
      let text = #"{"$class":"\#(name)",\#(whole),"lives":7} trailing"#
      #expect(throws: DecodingError.self) { try decoder.update(&pet, from: text) }
      #expect(pet.name == "Rex" && !(pet is Cat))
    }
  }

  @Test("after an error everything is as it was, within objects as well")
  func failures() throws {
    for decoder in Self.decoders {
      var person = Person()
      person.pet.failing = true
      for text in [
        #"{"other":{"name":"x"},"home":{"city":"y"},"name":5}"#,
        #"{"other":{"name":"x","age":"old"}}"#, #"{"other":{"name":"x"},"pet":{"name":"y"}}"#,
        #"{"home":{"city":"Lyon"},"other":{"name":"x"},"work":{"point":{"x":"no"}}}"#,
        #"{"other":{"name":"x"}} trailing"#,
      ] {
        #expect(throws: (any Error).self, "\(text)") { try decoder.update(&person, from: Data(text.utf8)) }
        #expect(person.other?.name == "Rex" && person.other?.age == 3 && person.pet.name == "Rex", "\(text)")
        #expect(person.home == Place() && person.work == Place() && person.name == "n", "\(text)")
      }
    }
  }

  @Test("the path of an error leads into the models")
  func paths() throws {
    for decoder in Self.decoders {
      var person = Person()
      let error = try #require(throws: DecodingError.self) {
        try decoder.update(&person, from: Data(#"{"work":{"point":{"x":"no"}}}"#.utf8))
      }
      guard case .typeMismatch(_, let context) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == ["work", "point", "x"])
    }
  }
}

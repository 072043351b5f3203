import AutoCoding
import Foundation
import TestSupport
import Testing

class Animal: AutoCoding {
  var name = ""
}

class Dog: Animal {
  var tricks: [String] = []
}

final class Puppy: Dog {
  var age = 0
}

private final class SecretCat: Animal {
  var lives = 9
}

class Rock: AutoCoding {
  var weight = 1
}

final class NotCoded {
  var name = "x"
}

struct Owner: AutoCoding {
  var pet: Animal
  var spare: Animal?
  var pets: [Animal]
  var byName: [String: Animal]
}

/// Dynamic classes.
struct DynamicClassTests {
  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  private func puppy() -> Puppy {
    let puppy = Puppy()
    (puppy.name, puppy.tricks, puppy.age) = ("Rex", ["sit"], 1)
    return puppy
  }

  @Test("an object comes back as what it was: in properties, Optionals, collections, and as the root")
  func everywhere() throws {
    let cat = SecretCat()
    cat.name = "Tom"
    let owner = Owner(pet: puppy(), spare: cat, pets: [Animal(), puppy()], byName: ["t": cat])
    let written = try text(owner)
    #expect(
      written == """
        {"byName":{"t":{"$class":"AutoCodingTests.SecretCat","lives":9,"name":"Tom"}},\
        "pet":{"$class":"AutoCodingTests.Puppy","age":1,"name":"Rex","tricks":["sit"]},\
        "pets":[{"name":""},{"$class":"AutoCodingTests.Puppy","age":1,"name":"Rex","tricks":["sit"]}],\
        "spare":{"$class":"AutoCodingTests.SecretCat","lives":9,"name":"Tom"}}
        """)
    let back = try decode(Owner.self, written)
    #expect((back.pet as? Puppy)?.age == 1 && (back.pet as? Dog)?.tricks == ["sit"])
    #expect((back.spare as? SecretCat)?.lives == 9)
    #expect(type(of: back.pets[0]) == Animal.self && back.pets[1] is Puppy)
    #expect(back.byName["t"] is SecretCat)
    #expect(try text(back) == written)

    let root: Animal = puppy()
    #expect(try text(root).contains(#""$class":"AutoCodingTests.Puppy""#))
    #expect(try decode(Animal.self, try text(root)) is Puppy)
    // Named only if it differs from the declared class.
    #expect(try text(puppy()) == #"{"age":1,"name":"Rex","tricks":["sit"]}"#)
    #expect(try decode(Dog.self, try text(root)) is Puppy)

    let tokens = try TokenWriter.tokens(of: owner)
    let again = try TokenReader.value(Owner.self, from: tokens)
    #expect(again.pet is Puppy && again.pets[1] is Puppy && again.spare is SecretCat)
    #expect(try TokenWriter.tokens(of: again) == tokens)
    let list = PropertyListEncoder()
    #expect(try PropertyListDecoder().decode(Owner.self, from: list.encode(owner)).pet is Puppy)
  }

  @Test("hostile names are refused before anything is made")
  func hostileNames() throws {
    let names = [
      "AutoCodingTests.Rock", "AutoCodingTests.NotCoded", "AutoCodingTests.Owner", "Foundation.Thread",
      "Foundation.FileManager",
      "Say$G", "", ".", "..", "AutoCodingTests", "AutoCodingTests.", "AutoCodingTests..Dog", "AutoCodingTests.Dog ",
      "$s15AutoCodingTests3DogC", "AutoCodingTests.Dog.Dog", "15AutoCodingTests3DogC", "\u{0}", "💥",
      String(repeating: "A", count: 1_000_000), String(repeating: "A.", count: 10_000),
    ]
    for name in names {
      let data = try JSONEncoder().encode(["$class": name, "name": "x"])
      let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Animal.self, from: data) }
      guard case .dataCorrupted(let context)? = error else {
        Issue.record("\(name.prefix(50)): \(String(describing: error))")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == ["$class"])
      #expect(context.debugDescription.contains("The data names the "))
    }
    #expect(throws: DecodingError.self) {
      try decode(Dog.self, #"{"$class":"AutoCodingTests.Animal","name":"x","tricks":[]}"#)
    }
    #expect(throws: DecodingError.self) { try decode(Dog.self, #"{"$class":5,"name":"x","tricks":[]}"#) }
    #expect(throws: DecodingError.self) {
      try decode(Owner.self, #"{"pet":{"$class":"AutoCodingTests.Rock"},"pets":[],"byName":{}}"#)
    }
  }

  @Test("the runtime's own lookup is only asked for identifiers, and survives")
  func runtimeLookup() throws {
    #expect(
      TypeLookup.type(named: "AutoCodingTests.Puppy").map { ObjectIdentifier($0) } == ObjectIdentifier(Puppy.self))
    #expect(
      TypeLookup.type(named: "AutoCodingTests.DynamicClassTests.Inner.Deep").map { ObjectIdentifier($0) }
        == ObjectIdentifier(Inner.Deep.self))
    let parts = ["AutoCodingTests", "Dog", "Say$G", "a", "_", "Z9", "9Z", "", "É", "Swift", "Int"]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<(TestEffort.isThorough ? 200 : 50) {
      let count = Int.random(in: 1...6, using: &random)
      let name = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined(separator: ".")
      _ = TypeLookup.type(named: name)
    }
  }

  @Test("every class looks for the name of a subclass, a final one too", arguments: TestCoder.jsonLike)
  func subclasses(_ coder: TestCoder) throws {
    let sub = LetsSub(1)
    sub.extra = 5
    #expect((try coder.roundTrip([sub] as [LetsBase])[0] as? LetsSub)?.extra == 5)
    #expect((try coder.roundTrip([EmptySub()] as [EmptyBase])[0] as? EmptySub)?.extra == 1)
    let named = #"{"value":7,"$class":"AutoCodingTests.FinalOne"}"#
    #expect(try coder.decode(FinalOne.self, fromJSON: named).value == 7)
    // The writer had a class that does not exist here.
    for name in ["AutoCodingTests.FinalThree", "AutoCodingTests.FinalTwo", "AutoCodingTests.EmptySub"] {
      for escaped in ["$class", #"\u0024class"#, #"$cl\u0061ss"#] {
        let text = #"{"long":"\#(String(repeating: "x", count: 40))","value":7,"\#(escaped)":"\#(name)"}"#
        let error = try #require(throws: DecodingError.self, "\(coder)") {
          try coder.decode([FinalOne].self, fromJSON: "[\(text)]")
        }
        #expect("\(error)".contains(name), "\(error)")
      }
    }
  }

  enum Inner {
    final class Deep: Animal {}
  }
}

final class FinalOne: AutoCoding {
  var value = 1
}

final class FinalTwo: AutoCoding {
  let value: FinalOne?
  required init() { value = nil }
  func method() {}
}

/// Nothing of it can be overridden: its metadata looks like that of a final class.
class LetsBase: AutoCoding {
  let value: Int
  init(_ value: Int) { self.value = value }
}

class LetsMiddle: LetsBase {}

private final class LetsSub: LetsMiddle {
  var extra = 0
}

class EmptyBase: AutoCoding {}
final class EmptySub: EmptyBase { var extra = 1 }

// A class that declares its own archived name at the base, so that subclasses may override it.
class Vehicle: AutoCoding {
  var wheels = 4
  class var archivedTypeName: String { "Fleet.Vehicle" }
  class var formerTypeNames: Set<String> { ["Fleet.Car"] }
}

final class Truck: Vehicle {
  var load = 1
}

final class Bus: Vehicle {
  var seats = 50
  override class var archivedTypeName: String { "Fleet.Bus" }
  override class var formerTypeNames: Set<String> { ["Fleet.Coach"] }
}

class GenericVehicle<Value: Codable>: Vehicle {
  var extra: Value?
}

class Registered<Value: Codable>: Vehicle {
  var extra: Value?
}

/// Archived names.
struct ArchivedNameTests {
  private func name(_ object: Vehicle) throws -> String {
    let object = try JSONDecoder().decode([String: Named].self, from: JSONEncoder().encode(["k": object]))
    return object["k"]?.name ?? "-"
  }

  private struct Named: Decodable {
    let name: String?
    enum CodingKeys: String, CodingKey { case name = "$class" }
  }

  @Test("a name belongs to the class that declares it; a subclass goes by its own")
  func inheritance() throws {
    #expect(try name(Vehicle()) == "-")
    #expect(try name(Truck()) == "AutoCodingTests.Truck")
    #expect(try name(Bus()) == "Fleet.Bus")
  }

  @Test("former names are read; one that is inherited leads to the superclass alone")
  func formerNames() throws {
    func decode(_ name: String) throws -> Vehicle {
      let text = #"{"$class":"\#(name)","wheels":6,"seats":5,"load":2}"#
      return try JSONDecoder().decode(Vehicle.self, from: Data(text.utf8))
    }
    #expect(try decode("Fleet.Coach") is Bus)
    #expect(try decode("Fleet.Bus") is Bus)
    #expect(type(of: try decode("Fleet.Car")) == Vehicle.self)
    #expect(type(of: try decode("Fleet.Vehicle")) == Vehicle.self)
    #expect(try decode("AutoCodingTests.Truck") is Truck)
    #expect(throws: DecodingError.self) { try decode("AutoCodingTests.Bus") }
  }

  @Test("a class that its name cannot find is refused when encoding, until it is registered")
  func registration() throws {
    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode([GenericVehicle<Int>()] as [Vehicle]) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("TypeMap.register"))
    let data = try JSONEncoder().encode([GenericVehicle<Int>()])
    #expect(try JSONDecoder().decode([GenericVehicle<Int>].self, from: data).count == 1)

    #expect(throws: EncodingError.self) { try JSONEncoder().encode([Registered<Int>()] as [Vehicle]) }
    try TypeMap.register(Registered<Int>.self)
    let again = try JSONEncoder().encode([Registered<Int>()] as [Vehicle])
    #expect(try JSONDecoder().decode([Vehicle].self, from: again)[0] is Registered<Int>)
    try TypeMap.register(Registered<Int>.self)
    #expect(throws: AutoCodingError.self) { try TypeMap.register(Imposter.self) }
    // All of them, or none.
    #expect(throws: AutoCodingError.self) { try TypeMap.register(GenericVehicle<Bool>.self, Imposter.self) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([GenericVehicle<Bool>()] as [Vehicle]) }
    #expect(throws: AutoCodingError.self) { try TypeMap.register(Ticket.self, OtherTicket.self) }
    try TypeMap.register(Ticket.self)
    #expect(throws: AutoCodingError.self) { try TypeMap.register(OtherTicket.self) }
    let failure = #expect(throws: EncodingError.self) { try JSONEncoder().encode([OtherTicket()] as [Ticketing]) }
    let message = "\(String(describing: failure))"
    #expect(message.contains("share it. Give it its own archivedTypeName.") && !message.contains("Register it"))
  }

  private class Ticketing: AutoCoding {
    class var archivedTypeName: String { "DynamicClassTests.Ticketing" }
  }
  private final class Ticket: Ticketing {
    override class var archivedTypeName: String { "DynamicClassTests.Ticket" }
  }
  private final class OtherTicket: Ticketing {
    override class var archivedTypeName: String { "DynamicClassTests.Ticket" }
  }

  private struct Imposter: AutoCoding {
    static var archivedTypeName: String { "AutoCodingTests.Registered<Swift.Int>" }
  }
}

/// A fresh process.
struct FreshProcessTests {
  @Test("a decode that is the first call of all finds private, renamed and inherited classes")
  func firstCall() async {
    await #expect(processExitsWith: .success) {
      let text = #"{"k":{"$class":"Fleet.Coach","wheels":6,"seats":5}}"#
      let back = try JSONDecoder().decode([String: Vehicle].self, from: Data(text.utf8))
      try #require((back["k"] as? Bus)?.seats == 5)
    }
    await #expect(processExitsWith: .success) {
      let text = #"{"$class":"AutoCodingTests.SecretCat","name":"x","lives":3}"#
      let back = try JSONDecoder().decode(Animal.self, from: Data(text.utf8))
      try #require((back as? SecretCat)?.lives == 3)
    }
  }
}

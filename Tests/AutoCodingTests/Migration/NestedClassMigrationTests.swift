import AutoCoding
import Foundation
import Testing

/// Objects whose properties a migration of the model around them changes: data names their classes.
struct NestedClassMigrationTests {
  class Animal: AutoCoding, DefaultInitializable {
    var name = ""
    required init() {}
  }
  final class Dog: Animal { var tricks: [String] = [] }

  class Vehicle: AutoCoding, DefaultInitializable {
    var wheels = 0
    class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["car": Car.self, "bike": Bike.self]) }
    required init() {}
  }
  final class Car: Vehicle { var doors = 0 }
  final class Bike: Vehicle { var bell = "" }

  struct OldOwner: AutoCoding {
    var pet: Animal, vehicle: Vehicle
    static var archivedTypeName: String { "NestedClasses.Owner" }
  }

  struct Owner: AutoCoding {
    var pet: Animal, vehicle: Vehicle
    static var archivedTypeName: String { "NestedClasses.Owner" }
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.updateNested(forKey: "pet") {
        $0.renameKey("nick", to: "name")
        $0.renameKey("kind", to: "$class")
      }
      try properties.updateNested(forKey: "vehicle") {
        $0.renameKey("w", to: "wheels")
        if $0.contains("bell") { try $0.encode("bike", forKey: "type") }
      }
    }
  }

  private static let dogName = Dog.archivedTypeName
  private static let rex = #"{"$class":"\#(dogName)","nick":"Rex","tricks":["sit"]}"#
  private static let car = #"{"type":"car","w":4,"doors":5}"#

  private func decode(_ pet: String, _ vehicle: String, _ coder: TestCoder) throws -> Owner {
    try coder.decode(Owner.self, fromJSON: #"{"pet":\#(pet),"vehicle":\#(vehicle)}"#)
  }

  private func expectDogAndCar(_ owner: Owner, name: String) throws {
    let (dog, car) = (try #require(owner.pet as? Dog), try #require(owner.vehicle as? Car))
    #expect(dog.name == name && dog.tricks == ["sit"] && car.wheels == 4 && car.doors == 5)
  }

  @Test("the class or the tag that the data has", arguments: [TestCoder.json, .dictionary])
  func named(coder: TestCoder) throws {
    try expectDogAndCar(try decode(Self.rex, Self.car, coder), name: "Rex")
    let decoder = AutoJSONDecoder()
    decoder.unknownKeys = .refuse
    try expectDogAndCar(
      try decoder.decode(Owner.self, from: #"{"pet":\#(Self.rex),"vehicle":\#(Self.car)}"#), name: "Rex")
  }

  @Test("the class that an archive names", arguments: [TestCoder.json, .dictionary, .keyedArchive])
  func archived(coder: TestCoder) throws {
    let (dog, car) = (Dog(), Car())
    (dog.name, dog.tricks, car.wheels, car.doors) = ("Rex", ["sit"], 4, 5)
    let data = try coder.encode(OldOwner(pet: dog, vehicle: car))
    try expectDogAndCar(coder.decode(Owner.self, from: data), name: "Rex")
  }

  @Test("the class or the tag that the migration sets", arguments: [TestCoder.json, .dictionary])
  func set(coder: TestCoder) throws {
    let owner = try decode(#"{"kind":"\#(Self.dogName)","nick":"Rex"}"#, #"{"w":2,"bell":"b"}"#, coder)
    #expect((owner.pet as? Dog)?.name == "Rex")
    let bike = try #require(owner.vehicle as? Bike)
    #expect(bike.wheels == 2 && bike.bell == "b")
  }

  @Test("a class or a tag that is not known", arguments: [TestCoder.json, .dictionary])
  func unknown(coder: TestCoder) throws {
    for (pet, vehicle, path) in [
      (#"{"$class":"No.Such","nick":"Rex"}"#, Self.car, ["pet", "$class"]),
      (#"{"$class":"\#(Car.archivedTypeName)","nick":"Rex"}"#, Self.car, ["pet", "$class"]),
      (Self.rex, #"{"type":"rocket","w":4}"#, ["vehicle", "type"]),
      (Self.rex, #"{"type":5,"w":4}"#, ["vehicle", "type"]),
    ] {
      let error = try #require(throws: DecodingError.self) { try decode(pet, vehicle, coder) }
      #expect(error.path == path, "\(error)")
    }
    #expect(throws: DecodingError.self) { try decode(Self.rex, #"{"w":4}"#, coder) }
  }

  @Test("an update replaces an object of another class, and no other", arguments: [false, true])
  func update(isDictionary: Bool) throws {
    func update(_ owner: inout Owner, _ pet: String, _ vehicle: String) throws {
      let text = #"{"$version":0,"pet":\#(pet),"vehicle":\#(vehicle)}"#
      guard isDictionary else { return try AutoJSONDecoder().update(&owner, from: text) }
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      try DictionaryDecoder().update(&owner, from: #require(object))
    }
    var owner = Owner(pet: Animal(), vehicle: Bike())
    try update(&owner, Self.rex, Self.car)
    try expectDogAndCar(owner, name: "Rex")
    let (dog, car) = (owner.pet, owner.vehicle)
    try update(&owner, #"{"$class":"\#(Self.dogName)","nick":"Max"}"#, #"{"type":"car"}"#)
    try expectDogAndCar(owner, name: "Max")
    try update(&owner, #"{"nick":"Tim"}"#, "{}")
    try expectDogAndCar(owner, name: "Tim")
    #expect(owner.pet === dog && owner.vehicle === car)
    #expect(throws: DecodingError.self) { try update(&owner, #"{"$class":"No.Such"}"#, "{}") }
    #expect(throws: DecodingError.self) { try update(&owner, #"{"nick":"Zoe"}"#, #"{"type":"rocket"}"#) }
    try expectDogAndCar(owner, name: "Tim")
  }
}

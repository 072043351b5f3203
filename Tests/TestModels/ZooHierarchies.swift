import AutoCoding
import ThirdPartyModels

extension Zoo {
  package class Animal: AutoCoding, Stateful {
    let name: String
    var isAlive: Bool
    init(_ name: String, _ isAlive: Bool) {
      self.name = name
      self.isAlive = isAlive
    }
    package var state: [AnyHashable] { [name, isAlive] }
  }

  /// The generic level. Its first property fits into the tail of the level above.
  package class Pet<Tag: Codable & Hashable>: Animal {
    var age: Int8 = 1
    let tag: Tag
    private var tags: [Tag]
    init(_ name: String, _ isAlive: Bool, _ age: Int8, _ tags: [Tag], _ tag: Tag) {
      self.age = age
      self.tags = tags
      self.tag = tag
      super.init(name, isAlive)
    }
    package override var state: [AnyHashable] { super.state + [age, tag, tags] }
  }

  package final class Dog: Pet<String> {
    var owner: Lets?
    init(_ pet: String, _ owner: Lets?) {
      self.owner = owner
      super.init(pet, true, .min, ["a", "b"], "tag of \(pet)")
    }
    package override var state: [AnyHashable] { super.state + [owner] }
  }

  /// A level that adds nothing.
  package class Fish: Animal {}

  /// A class whose first level has no properties, with a constant in each that follows.
  package class Root: AutoCoding, DefaultInitializable, Stateful {
    package required init() {}
    package var state: [AnyHashable] { [] }
  }

  package class Trunk: Root {
    var height = 1.5
    var rings: [Int]? = [1]
    package override var state: [AnyHashable] { super.state + [height, rings] }
  }

  package final class Leaf: Trunk {
    var color = "green"
    package override var state: [AnyHashable] { super.state + [color] }
  }

  package class Container<Value: Hashable>: AutoCoding, Stateful {
    var value: Value
    init(_ value: Value) { self.value = value }
    package var state: [AnyHashable] { [value] }
  }

  package class IntContainer: Container<Int> {
    let unit: String
    init(_ value: Int, _ unit: String) {
      self.unit = unit
      super.init(value)
    }
    package override var state: [AnyHashable] { super.state + [unit] }
  }

  package class Truck: ThirdPartyVehicle, AutoCoding, Stateful {
    let load: Double
    init(wheels: Int, serial: String, load: Double) {
      self.load = load
      super.init(wheels: wheels, serial: serial)
    }
    package override var state: [AnyHashable] { super.state + [load] }
  }
}

extension Zoo {
  private static func animals<R>(_ make: (String, Bool) -> R) -> [R] {
    [make("Rex", true), make("", false)]
  }

  private static func numberPets<R>(_ make: (String, Bool, Int8, [Int], Int) -> R) -> [R] {
    [make("Rex", true, .max, [1, 2], 3), make("", false, .min, [], .max)]
  }

  private static func letsPets() -> [Pet<Lets>] {
    [Pet("Rex", true, 5, lets(Lets.init), Lets(x: 1, name: "tag", flag: true))]
  }

  private static func letsPetTwins() -> [Twin.Pet<Twin.Lets>] {
    [Twin.Pet("Rex", true, 5, lets(Twin.Lets.init), Twin.Lets(x: 1, name: "tag", flag: true))]
  }

  private static func dogs() -> [Dog] {
    [Dog("Rex", nil), Dog("", Lets(x: 1, name: "owner", flag: true))]
  }

  private static func dogTwins() -> [Twin.Dog] {
    [Twin.Dog("Rex", nil), Twin.Dog("", Twin.Lets(x: 1, name: "owner", flag: true))]
  }

  static var hierarchies: [any ZooSpecimen] {
    [
      Specimen("base class", animals(Animal.init), animals(Twin.Animal.init)),
      Specimen("generic subclass", numberPets(Pet<Int>.init), numberPets(Twin.Pet<Int>.init)),
      Specimen("generic subclass with models", letsPets(), letsPetTwins()),
      Specimen("subclass of generic subclass", dogs(), dogTwins()),
      Specimen("subclass without properties", animals(Fish.init), animals(Twin.Fish.init)),
      Specimen("base class without properties", [Root()], [Twin.Root()]),
      Specimen(
        "subclass DefaultInitializable", [Trunk(), with(Trunk()) { ($0.height, $0.rings) = (-0.0, []) }],
        [Twin.Trunk(), with(Twin.Trunk()) { ($0.height, $0.rings) = (-0.0, []) }]),
      Specimen(
        "third level DefaultInitializable", [Leaf(), with(Leaf()) { ($0.height, $0.color) = (2, "") }],
        [Twin.Leaf(), with(Twin.Leaf()) { ($0.height, $0.color) = (2, "") }]),
      Specimen(
        "generic base class", [Container("a"), Container("")], [Twin.Container("a"), Twin.Container("")]),
      Specimen("subclass of generic base", [IntContainer(1, "m")], [Twin.IntContainer(1, "m")]),
      Specimen(
        "subclass of another module's class", [Truck(wheels: 6, serial: "s", load: 0.1)],
        [Twin.Truck(wheels: 6, serial: "s", load: 0.1)]),
    ]
  }
}

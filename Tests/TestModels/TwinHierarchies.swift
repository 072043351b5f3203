/// The compiler has no `Codable` for the properties of a subclass; these are what one writes by hand.
extension Twin {
  package class Animal: Codable, Stateful {
    let name: String
    var isAlive: Bool
    init(_ name: String, _ isAlive: Bool) {
      self.name = name
      self.isAlive = isAlive
    }
    package var state: [AnyHashable] { [name, isAlive] }
  }

  package class Pet<Tag: Codable & Hashable>: Animal {
    private enum CodingKeys: CodingKey { case age, tag, tags }
    var age: Int8 = 1
    let tag: Tag
    private var tags: [Tag]

    init(_ name: String, _ isAlive: Bool, _ age: Int8, _ tags: [Tag], _ tag: Tag) {
      self.age = age
      self.tags = tags
      self.tag = tag
      super.init(name, isAlive)
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      age = try container.decode(Int8.self, forKey: .age)
      tag = try container.decode(Tag.self, forKey: .tag)
      tags = try container.decode([Tag].self, forKey: .tags)
      try super.init(from: decoder)
    }

    package override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(age, forKey: .age)
      try container.encode(tag, forKey: .tag)
      try container.encode(tags, forKey: .tags)
    }

    package override var state: [AnyHashable] { super.state + [age, tag, tags] }
  }

  package final class Dog: Pet<String> {
    private enum CodingKeys: CodingKey { case owner }
    var owner: Lets?

    init(_ pet: String, _ owner: Lets?) {
      self.owner = owner
      super.init(pet, true, .min, ["a", "b"], "tag of \(pet)")
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      owner = try container.decodeIfPresent(Lets.self, forKey: .owner)
      try super.init(from: decoder)
    }

    package override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(owner, forKey: .owner)
    }

    package override var state: [AnyHashable] { super.state + [owner] }
  }

  package class Fish: Animal {}

  package class Root: Codable, Stateful {
    init() {}
    package var state: [AnyHashable] { [] }
  }

  package class Trunk: Root {
    private enum CodingKeys: CodingKey { case height, rings }
    var height = 1.5
    var rings: [Int]? = [1]
    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      height = try container.decode(Double.self, forKey: .height)
      rings = try container.decodeIfPresent([Int].self, forKey: .rings)
      try super.init(from: decoder)
    }

    package override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(height, forKey: .height)
      try container.encodeIfPresent(rings, forKey: .rings)
    }

    package override var state: [AnyHashable] { super.state + [height, rings] }
  }

  package final class Leaf: Trunk {
    private enum CodingKeys: CodingKey { case color }
    var color = "green"
    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      color = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .color)
      try super.init(from: decoder)
    }

    package override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(color, forKey: .color)
    }

    package override var state: [AnyHashable] { super.state + [color] }
  }

  package class Container<Value: Codable & Hashable>: Codable, Stateful {
    var value: Value
    init(_ value: Value) { self.value = value }
    package var state: [AnyHashable] { [value] }
  }

  package class IntContainer: Container<Int> {
    private enum CodingKeys: CodingKey { case unit }
    let unit: String

    init(_ value: Int, _ unit: String) {
      self.unit = unit
      super.init(value)
    }

    required init(from decoder: any Decoder) throws {
      unit = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .unit)
      try super.init(from: decoder)
    }

    package override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(unit, forKey: .unit)
    }

    package override var state: [AnyHashable] { super.state + [unit] }
  }

  /// Flat, in the order of the levels.
  package final class Truck: Codable, Stateful {
    var wheels: Int
    private let serial: String
    let load: Double

    init(wheels: Int, serial: String, load: Double) {
      self.wheels = wheels
      self.serial = serial
      self.load = load
    }
    package var state: [AnyHashable] { [wheels, serial, load] }
  }
}

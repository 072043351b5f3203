import Foundation

extension Hand {
  /// Animals as what they are. They write that themselves, and are made by way of ``AnyAnimal``, since a class cannot
  /// decode an object of a subclass by itself.
  struct Animals: Codable, Hashable {
    let animals: [Animal]

    static func samples(_ count: Int) -> Animals {
      Animals(
        animals: (0..<count).map { index in
          switch index % 3 {
          case 0: Dog().filled(index)
          case 1: Cat().filled(index)
          default: Puppy().filled(index)
          }
        })
    }

    init(animals: [Animal]) {
      self.animals = animals
    }

    init(from decoder: any Decoder) throws {
      animals = try decoder.singleValueContainer().decode([AnyAnimal].self).map(\.animal)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(animals)
    }
  }

  private struct AnyAnimal: Decodable {
    let animal: Animal

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: ClassKey.self)
      switch try container.decodeIfPresent(String.self, forKey: .className) {
      case nil: animal = try Animal(from: decoder)
      case Dog.className: animal = try Dog(from: decoder)
      case Puppy.className: animal = try Puppy(from: decoder)
      case Cat.className: animal = try Cat(from: decoder)
      case let name?:
        throw DecodingError.dataCorruptedError(
          forKey: .className, in: container, debugDescription: "There is no animal \(name).")
      }
    }
  }

  private enum ClassKey: String, CodingKey {
    case className = "$class"
  }

  class Animal: Codable, AnimalModel {
    var name = ""
    var weight = 0.0
    var born = Date(timeIntervalSinceReferenceDate: 0)
    var chip: Int?

    /// What the class is called in data, as the other side has it; nil if it need not be named.
    class var className: String? { nil }

    private enum CodingKeys: String, CodingKey {
      case name, weight, born, chip
    }

    init() {}

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      weight = try container.decode(Double.self, forKey: .weight)
      born = try container.decode(Date.self, forKey: .born)
      chip = try container.decodeIfPresent(Int.self, forKey: .chip)
    }

    func encode(to encoder: any Encoder) throws {
      if let name = type(of: self).className {
        var container = encoder.container(keyedBy: ClassKey.self)
        try container.encode(name, forKey: .className)
      }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(weight, forKey: .weight)
      try container.encode(born, forKey: .born)
      try container.encodeIfPresent(chip, forKey: .chip)
    }
  }

  class Dog: Animal, DogModel {
    var tricks: [String] = []
    var trained = false

    override class var className: String? { "benchmarks.Auto.Dog" }

    private enum CodingKeys: String, CodingKey {
      case tricks, trained
    }

    override init() {
      super.init()
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tricks = try container.decode([String].self, forKey: .tricks)
      trained = try container.decode(Bool.self, forKey: .trained)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tricks, forKey: .tricks)
      try container.encode(trained, forKey: .trained)
    }
  }

  final class Puppy: Dog, PuppyModel {
    var weeks = 0
    var litter: String?

    override class var className: String? { "benchmarks.Auto.Puppy" }

    private enum CodingKeys: String, CodingKey {
      case weeks, litter
    }

    override init() {
      super.init()
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      weeks = try container.decode(Int.self, forKey: .weeks)
      litter = try container.decodeIfPresent(String.self, forKey: .litter)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(weeks, forKey: .weeks)
      try container.encodeIfPresent(litter, forKey: .litter)
    }
  }

  final class Cat: Animal, CatModel {
    var lives = 9
    var color = ""

    override class var className: String? { "benchmarks.Auto.Cat" }

    private enum CodingKeys: String, CodingKey {
      case lives, color
    }

    override init() {
      super.init()
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      lives = try container.decode(Int.self, forKey: .lives)
      color = try container.decode(String.self, forKey: .color)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(lives, forKey: .lives)
      try container.encode(color, forKey: .color)
    }
  }
}

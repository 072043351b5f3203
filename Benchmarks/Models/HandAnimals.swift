import Foundation

extension Hand {
  /// An animal as what it is: a class cannot decode an object of a subclass by itself.
  struct AnyAnimal: Codable, Hashable {
    let animal: Animal

    private enum CodingKeys: String, CodingKey {
      case className = "$class"
    }

    static func samples(_ count: Int) -> [AnyAnimal] {
      (0..<count).map { index in
        switch index % 3 {
        case 0: AnyAnimal(animal: Dog().filled(index))
        case 1: AnyAnimal(animal: Cat().filled(index))
        default: AnyAnimal(animal: Puppy().filled(index))
        }
      }
    }

    init(animal: Animal) {
      self.animal = animal
    }

    // The names are those that the other side writes.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decodeIfPresent(String.self, forKey: .className) {
      case nil: animal = try Animal(from: decoder)
      case "benchmarks.Auto.Dog": animal = try Dog(from: decoder)
      case "benchmarks.Auto.Puppy": animal = try Puppy(from: decoder)
      case "benchmarks.Auto.Cat": animal = try Cat(from: decoder)
      case let name?:
        throw DecodingError.dataCorruptedError(
          forKey: .className, in: container, debugDescription: "There is no animal \(name).")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch animal {
      case is Puppy: try container.encode("benchmarks.Auto.Puppy", forKey: .className)
      case is Dog: try container.encode("benchmarks.Auto.Dog", forKey: .className)
      case is Cat: try container.encode("benchmarks.Auto.Cat", forKey: .className)
      default: break
      }
      try animal.encode(to: encoder)
    }
  }

  class Animal: Codable, AnimalModel {
    var name = ""
    var weight = 0.0
    var born = Date(timeIntervalSinceReferenceDate: 0)
    var chip: Int?

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

import AutoCoding
import Foundation

// A hierarchy whose objects are held as its base class, and come back as what they were. There is no synthesized side,
// as for the other hierarchy; and no uncached one, since it would not write the class.

protocol AnimalModel: AnyObject, Hashable {
  var name: String { get set }
  var weight: Double { get set }
  var born: Date { get set }
  var chip: Int? { get set }
}

protocol DogModel: AnimalModel {
  var tricks: [String] { get set }
  var trained: Bool { get set }
}

protocol PuppyModel: DogModel {
  var weeks: Int { get set }
  var litter: String? { get set }
}

protocol CatModel: AnimalModel {
  var lives: Int { get set }
  var color: String { get set }
}

extension AnimalModel {
  /// The same values on every side, whatever the class.
  func filled(_ index: Int) -> Self {
    name = "Animal \(index)"
    weight = 1.5 + Double(index % 90) / 4
    born = Date(timeIntervalSinceReferenceDate: 650_000_000 + Double(index) * 86_400)
    chip = index.isMultiple(of: 4) ? nil : 756_000_000 + index
    if let dog = self as? any DogModel {
      dog.tricks = ["sit", "roll over", "fetch"].dropLast(index % 3)
      dog.trained = index.isMultiple(of: 2)
    }
    if let puppy = self as? any PuppyModel {
      puppy.weeks = index % 12
      puppy.litter = index.isMultiple(of: 5) ? "Litter \(index % 7)" : nil
    }
    if let cat = self as? any CatModel {
      cat.lives = index % 9
      cat.color = ["black", "white", "ginger"][index % 3]
    }
    return self
  }

  static func == (left: Self, right: Self) -> Bool {
    left === right
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(weight)
    hasher.combine(born)
    hasher.combine(chip)
    if let dog = self as? any DogModel {
      hasher.combine(dog.tricks)
      hasher.combine(dog.trained)
    }
    if let puppy = self as? any PuppyModel {
      hasher.combine(puppy.weeks)
      hasher.combine(puppy.litter)
    }
    if let cat = self as? any CatModel {
      hasher.combine(cat.lives)
      hasher.combine(cat.color)
    }
  }
}

extension Auto {
  class Animal: AutoCoding, AnimalModel {
    var name = ""
    var weight = 0.0
    var born = Date(timeIntervalSinceReferenceDate: 0)
    var chip: Int?

    static func samples(_ count: Int) -> [Animal] {
      (0..<count).map { index in
        switch index % 3 {
        case 0: Dog().filled(index)
        case 1: Cat().filled(index)
        default: Puppy().filled(index)
        }
      }
    }
  }

  class Dog: Animal, DogModel {
    var tricks: [String] = []
    var trained = false
  }

  final class Puppy: Dog, PuppyModel {
    var weeks = 0
    var litter: String?
  }

  final class Cat: Animal, CatModel {
    var lives = 9
    var color = ""
  }
}

import AutoCoding
import Foundation

class Craft: AutoCoding, DefaultInitializable {
  var wheels = 0
  class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["car": Canoe.self, "truck": Barge.self]) }
  required init() {}
}

final class Canoe: Craft {
  var doors = 4
  var trailer: Craft?
}

class Barge: Craft {
  var load = 1.5
  override class var typeRules: TypeRules { TypeRules(keyStyle: .original) }
}

/// Not listed.
final class Liner: Barge {
  var seats = 40
}

struct Fleet: AutoCoding, DefaultInitializable {
  var first: Craft = Canoe()
  var all: [Craft] = []
  var nested: [[Craft]] = []
  var named: [String: Craft] = [:]
  var spare: Craft?
  var trucks: [Barge] = []
}

extension Fleet {
  /// A fleet with vehicles in every place.
  static var full: Fleet {
    func car(_ wheels: Int, trailer: Craft? = nil) -> Canoe {
      let car = Canoe()
      (car.wheels, car.trailer) = (wheels, trailer)
      return car
    }
    func truck(_ load: Double) -> Barge {
      let truck = Barge()
      truck.load = load
      return truck
    }
    return Fleet(
      first: car(1, trailer: car(2, trailer: truck(3))), all: [truck(4), car(5)], nested: [[], [car(6)]],
      named: ["a": truck(7), "b": car(8)], spare: truck(9), trucks: [truck(10)])
  }
}

/// Data may have tags that are not listed.
class Figure: AutoCoding, DefaultInitializable {
  var name = ""
  class var typeRules: TypeRules {
    TypeRules(typeKey: "kind", types: ["circle": Circle.self, "ring": Ring.self], unknownType: .base)
  }
  required init() {}

  class Circle: Figure { var radius = 0 }
  final class Ring: Circle { var inner = 0 }
}

/// Above the class with the type key, and listed itself.
class Thing: AutoCoding, DefaultInitializable {
  var id = 0
  class var typeRules: TypeRules { TypeRules() }
  class var archiveVersion: Int { 0 }
  class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  required init() {}
}

class Beast: Thing {
  var weight = 1
  override class var typeRules: TypeRules {
    TypeRules(typeKey: "animalType", types: ["animal": Beast.self, "cat": Lynx.self])
  }
}

final class Lynx: Beast {
  var lives = 9
  override class var archiveVersion: Int { 2 }
  override static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    properties.renameKey("lifes", to: "lives")
  }
}

struct Park: AutoCoding {
  var thing: Thing
  var animal: Beast
  var anything: Any
}

extension Craft {
  /// What tells vehicles apart, with their trailers.
  var summary: String {
    switch self {
    case let car as Canoe: "car \(wheels) \(car.doors)" + (car.trailer.map { " (\($0.summary))" } ?? "")
    case let truck as Barge: "\(Swift.type(of: truck)) \(wheels) \(truck.load)"
    default: "\(Swift.type(of: self)) \(wheels)"
    }
  }
}

extension Fleet {
  var summary: [String] {
    [first.summary] + all.map(\.summary) + nested.map { "\($0.map(\.summary))" }
      + named.sorted { $0.key < $1.key }.map { $0.key + $0.value.summary } + [spare?.summary ?? "-"]
      + trucks.map(\.summary)
  }
}

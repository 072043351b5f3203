import AutoCoding
import Foundation
import Synchronization

struct PlistPlace: AutoCoding, Equatable {
  var name: String
  var latitude: Double
  var isOpen: Bool
  var visits: Int
}

struct PlistNode: AutoCoding, Equatable {
  var number: Int
  var children: [PlistNode]
}

class PlistAnimal: AutoCoding {
  var name: String
  init(name: String) { self.name = name }
}

final class PlistDog: PlistAnimal {
  var tricks: [String]
  init(name: String, tricks: [String]) {
    self.tricks = tricks
    super.init(name: name)
  }
}

struct PlistAnything: AutoCoding {
  var value: Any
}

/// Hand-written classes, of which the superclass is in a container of its own.
class PlistHandBase: Codable {
  var base: Int
  init(base: Int) { self.base = base }
}

final class PlistHandSub: PlistHandBase {
  private enum Key: String, CodingKey { case own, date }
  var own: String
  var date: Date

  init(base: Int, own: String, date: Date) {
    (self.own, self.date) = (own, date)
    super.init(base: base)
  }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    own = try container.decode(String.self, forKey: .own)
    date = try container.decode(Date.self, forKey: .date)
    try super.init(from: container.superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(own, forKey: .own)
    try container.encode(date, forKey: .date)
    try super.encode(to: container.superEncoder())
  }
}

/// A value that its own code reads as whatever it is, at any depth.
indirect enum PlistLoose: Codable, Equatable {
  case number(Int)
  case text(String)
  case list([PlistLoose])
  case table([String: PlistLoose])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([PlistLoose].self) {
      self = .list(value)
    } else {
      self = .table(try container.decode([String: PlistLoose].self))
    }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .table(let value): try container.encode(value)
    }
  }
}

/// An array of itself, by its own code.
struct PlistRose: Decodable {
  var children: [PlistRose] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd { children.append(try container.decode(PlistRose.self)) }
  }
}

/// Goes down through nested containers without a type at any level.
struct PlistDeep: Decodable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while true { container = try container.nestedUnkeyedContainer() }
  }
}

/// Encodes a secret, and then something else in its place.
struct PlistSecond: Encodable {
  private enum Key: CodingKey { case value, other }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode("the first secret", forKey: .value)
    try container.encode(["the second secret"], forKey: .other)
    try container.encode("public", forKey: .value)
    try container.encode(1, forKey: .other)
  }
}

/// Keeps its encoder and decoder beyond the call.
final class PlistKeeper: Codable, @unchecked Sendable {
  nonisolated(unsafe) static var encoder: (any Encoder)?
  nonisolated(unsafe) static var decoder: (any Decoder)?

  init() {}
  init(from decoder: any Decoder) throws {
    Self.decoder = decoder
    _ = try decoder.unkeyedContainer()
  }
  func encode(to encoder: any Encoder) throws {
    Self.encoder = encoder
    var container = encoder.unkeyedContainer()
    try container.encode(1)
  }
}

/// An object whose every instance is counted, and which can be made to fail.
final class PlistCounted: Codable {
  static let living = Atomic(0)
  let number: Int

  init(_ number: Int) {
    self.number = number
    Self.living.add(1, ordering: .relaxed)
  }
  convenience init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self))
    if number < 0 { throw CocoaError(.coderReadCorrupt) }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
  deinit { Self.living.subtract(1, ordering: .relaxed) }
}

struct PlistCounting: AutoCoding {
  var first: PlistCounted
  var optional: PlistCounted?
  var list: [PlistCounted]
  var text: String
  var last: Int
}

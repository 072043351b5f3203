import AutoCoding

// Compiled with `.defaultIsolation(MainActor.self)`: these say `nonisolated` only if the language requires it.

struct Point: AutoCoding, Equatable {
  let x: Double
  var y: Double
}

struct Settings: AutoCoding, DefaultInitializable, Equatable {
  var name = "n"
  var size = 5
  var secret = "s"
  @Transient var draft = "d"
  var calls: Int?

  static var unEncodedProperties: Set<String> { ["secret", "calls"] }
  static var propertyKeys: [String: String] { ["size": "SIZE"] }
  static var propertyRules: PropertyRules { ["name": .formerly("title")] }
  mutating func didDecode() throws { calls = (calls ?? 0) + 1 }
}

class Person: AutoCoding, DefaultInitializable {
  var name = "n"
  var session: [Int]? = [1]
  class var unEncodedProperties: Set<String> { ["session"] }
  class var propertyKeys: [String: String] { [:] }
  required init() {}
}

/// A subclass of a nonisolated class says so.
nonisolated class Teacher: Person {
  var course = "c"
  override class var propertyKeys: [String: String] { ["course": "subject"] }
}

nonisolated final class Head: Teacher {
  var points: [Point] = []
  var mode: Mode? = .on
}

/// A wrapper of a type that is not isolated says so.
@propertyWrapper nonisolated struct Counted: CodedPropertyWrapper, Equatable {
  var wrappedValue: Int
  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
}

struct HasWrapper: AutoCoding, Equatable {
  @Counted var count = 3
}

final class Immutable: AutoCoding {
  let number: Int
  let level: Level
  init(number: Int, level: Level) {
    self.number = number
    self.level = level
  }
}

enum Mode: AutoCoding { case on, off }

enum Level: String, AutoCoding { case low, high }

struct Options: OptionSet, AutoCoding {
  let rawValue: UInt8
}

struct Pair<First: Codable & Equatable, Second: Codable & Equatable>: AutoCoding, Equatable {
  let first: First
  let second: Second
}

struct Everything: AutoCoding {
  let pair: Pair<Point, [Mode]>
  let levels: [String: Level]
  let options: Options
  let head: Head
  let plain: PlainValue
  let node: Node?
}

/// Codable of the compiler's, which is isolated to the main actor unless it says otherwise.
nonisolated struct PlainValue: Codable, Equatable {
  let point: Point
}

final class Node: AutoCoding {
  let value: Int
  var next: Node?
  init(value: Int, next: Node?) {
    self.value = value
    self.next = next
  }
}

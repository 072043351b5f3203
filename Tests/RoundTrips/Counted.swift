/// An object whose every instance is counted.
final class Counted: Codable, Equatable {
  struct Census {
    var born = 0
    var died = 0
    var living: Int { born - died }
  }

  // Round trips run on one thread.
  nonisolated(unsafe) private(set) static var census = Census()
  nonisolated(unsafe) private static var encodesLeft = Int.max

  let number: Int

  init(_ number: Int) {
    self.number = number
    Self.census.born += 1
  }

  convenience init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self))
  }

  func encode(to encoder: any Encoder) throws {
    guard Self.encodesLeft > 0 else { throw Refusal.wanted }
    Self.encodesLeft -= 1
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  deinit {
    Self.census.died += 1
  }

  static func == (left: Counted, right: Counted) -> Bool {
    left.number == right.number
  }

  /// Calls `body`, in which only so many objects can be encoded. Returns how many were.
  static func encodingAtMost(_ count: Int = .max, _ body: () throws -> Void) rethrows -> Int {
    encodesLeft = count
    defer { encodesLeft = .max }
    try body()
    return count - encodesLeft
  }
}

/// What is thrown in the middle of a value, to see what is left of it.
enum Refusal: Error {
  case wanted
}

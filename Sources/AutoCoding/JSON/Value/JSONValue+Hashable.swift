/// Comparison and hashing of values that may be nested more deeply than the stack allows for recursion.
extension JSONValue {
  /// The levels that are visited by recursion.
  private static let recursiveLevels = 64

  /// Pairs of values that are compared after those around them.
  typealias Pairs = [(left: JSONValue, right: JSONValue)]

  /// Whether two values stand for the same.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    var deeper: Pairs = []
    guard areEqual(left, right, level: 0, &deeper) else { return false }
    while let (left, right) = deeper.popLast() {
      guard areEqual(left, right, level: 0, &deeper) else { return false }
    }
    return true
  }

  /// Whether two values are equal, if those are that it adds to `deeper`.
  static func areEqual(_ left: JSONValue, _ right: JSONValue, level: Int, _ deeper: inout Pairs) -> Bool {
    if level == recursiveLevels {
      deeper.append((left, right))
      return true
    }
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.string(let left), .string(let right)): return left == right
    case (.array(let left), .array(let right)):
      guard left.count == right.count else { return false }
      if left.withUnsafeBufferPointer({ $0.baseAddress }) == right.withUnsafeBufferPointer({ $0.baseAddress }) {
        return true
      }
      for index in left.indices where !areEqual(left[index], right[index], level: level + 1, &deeper) { return false }
      return true
    case (.object(let left), .object(let right)):
      return JSONObject.areEqual(left, right, level: level + 1, &deeper)
    default: return false
    }
  }

  /// Feeds the value to the hasher.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher, level: 0) }

  func hash(into hasher: inout Hasher, level: Int) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(value)
    case .array where level == Self.recursiveLevels, .object where level == Self.recursiveLevels:
      hasher.combine(Unfinished.hash(of: self))
    case .array(let elements):
      hasher.combine(elements.count)
      for element in elements { element.hash(into: &hasher, level: level + 1) }
    case .object(let object): object.hash(into: &hasher, level: level + 1)
    }
  }

  /// An array or object whose parts are being hashed without recursion.
  private struct Unfinished {
    let value: JSONValue
    var next = 0
    var hasher = Hasher()
    /// Of an object, whose members have no order.
    var sum = 0

    init(_ value: JSONValue) { self.value = value }

    static func hash(of value: JSONValue) -> Int {
      var open = [Unfinished(value)]
      while true {
        let last = open.count - 1
        guard let part = open[last].part else {
          let hash = open.removeLast().finished()
          guard last > 0 else { return hash }
          open[last - 1].take(hash)
          continue
        }
        switch part {
        case .array, .object: open.append(Unfinished(part))
        default:
          var hasher = Hasher()
          part.hash(into: &hasher)
          open[last].take(hasher.finalize())
        }
      }
    }

    /// The next part; nil after the last.
    private var part: JSONValue? {
      switch value {
      // Not `nil`, which may be a JSONValue.
      case .array(let elements): next < elements.count ? .some(elements[next]) : .none
      case .object(let object): next < object.count ? .some(object[next].value) : .none
      default: .none
      }
    }

    private mutating func take(_ hash: Int) {
      if case .object(let object) = value {
        var member = Hasher()
        member.combine(object[next].key)
        member.combine(hash)
        sum &+= member.finalize()
      } else {
        hasher.combine(hash)
      }
      next += 1
    }

    private func finished() -> Int {
      var hasher = hasher
      hasher.combine(sum)
      hasher.combine(next)
      return hasher.finalize()
    }
  }
}

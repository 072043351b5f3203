import AutoCoding

/// Changes a document in one random place, the same way in every run.
struct Mutants: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  mutating func mutant(of value: JSONValue) -> JSONValue {
    var place = Int.random(in: 0..<Self.count(value), using: &self)
    return changed(value, at: &place)
  }

  private static func count(_ value: JSONValue) -> Int {
    switch value {
    case .array(let elements): elements.reduce(1) { $0 + count($1) }
    case .object(let members): members.reduce(1) { $0 + count($1.value) }
    default: 1
    }
  }

  private mutating func changed(_ value: JSONValue, at place: inout Int) -> JSONValue {
    place -= 1
    if place < 0 { return place == -1 ? other(than: value) : value }
    switch value {
    case .array(var elements):
      for index in elements.indices { elements[index] = changed(elements[index], at: &place) }
      return .array(elements)
    case .object(var members):
      for key in members.keys { members[key] = members[key].map { changed($0, at: &place) } }
      return .object(members)
    default: return value
    }
  }

  private static let others: [JSONValue] = [
    nil, true, false, 0, 1, -1, 1.5, 300, -40_000, 70_000, 5_000_000_000, 1e30, "", "a", "12", "text", [], [nil],
    [1, 2],
    ["a"], [:], ["a": 1], ["0": nil],
  ]

  private mutating func other(than value: JSONValue) -> JSONValue {
    let isKept = Bool.random(using: &self)
    switch value {
    case .number(let number) where isKept:
      let double = number.double ?? 0
      return [JSONValue(double + 0.5), JSONValue(-double), JSONValue(double * 1000)].compactMap(\.self)
        .randomElement(using: &self) ?? value
    case .string(let text) where isKept: return .string(text + "x")
    case .array(var elements) where isKept:
      if elements.isEmpty || Bool.random(using: &self) {
        elements.append((elements + Self.others).randomElement(using: &self) ?? nil)
      } else {
        elements.remove(at: Int.random(in: 0..<elements.count, using: &self))
      }
      return .array(elements)
    case .object(var members) where isKept:
      let key = members.keys.randomElement(using: &self)
      switch Int.random(in: 0..<3, using: &self) {
      case 0: members["unknown"] = Self.others.randomElement(using: &self)
      case 1: if let key { members.removeValue(forKey: key) }
      default:
        if let key, let value = members.removeValue(forKey: key) { members[key + "x"] = value }
      }
      return .object(members)
    default: return Self.others.randomElement(using: &self) ?? nil
    }
  }
}

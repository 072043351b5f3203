import AutoCoding
import Testing

private final class Member: AutoCoding, Hashable {
  let name: String
  var friends: Set<Member> = []
  var byName: [String: Member] = [:]
  var marks: [Member: Int] = [:]

  init(_ name: String) { self.name = name }
  static func == (first: Member, second: Member) -> Bool { first === second }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private indirect enum Nest: AutoCoding, Hashable {
  case end
  case inside(Set<Nest>)
}

/// The order of descriptions.
struct DescriptionOrderTests {
  private static let names = ["a", "b", "c", "d", "e", "f"]

  /// A group whose members are inserted in another order each time, and hash by their addresses.
  private func group() -> Member {
    let group = Member("group")
    let members = Self.names.shuffled().map { Member($0) }
    for member in members {
      member.friends = Set((1...3).map { Member("\(member.name)\($0)") })
      group.friends.insert(member)
      group.byName[member.name] = member
      group.marks[member] = 1
    }
    return group
  }

  @Test("Objects in sets and dictionaries are numbered in an order that does not depend on hashes")
  func numbers() throws {
    let first = try ModelValue.description(of: group())
    for _ in 0..<8 {
      #expect(try ModelValue.description(of: group()) == first)
      let members = Dictionary(uniqueKeysWithValues: Self.names.shuffled().map { ($0, Member($0)) })
      let lines = try ModelValue.description(of: members).split(separator: "\n").filter { $0.contains("#") }
      #expect(lines.map { $0.drop { $0 == " " } } == Self.names.enumerated().map { "[\"\($1)\"]: Member #\($0 + 1)" })
    }
  }

  @Test("Sets within sets are described once")
  func nested() throws {
    let nest = (0..<25).reduce(Nest.end) { nest, _ in .inside([nest]) }
    #expect(try ModelValue.description(of: nest).contains(".end"))
  }

  @Test("Changes of keys that begin alike have the same order each time")
  func longKeys() throws {
    let keys = Self.names.map { String(repeating: "long ", count: 60) + $0 }
    for _ in 0..<8 {
      let new = Dictionary(uniqueKeysWithValues: keys.shuffled().map { ($0, 1) })
      let changes = try ModelDifference(from: [:], to: new).changes
      #expect(changes.map(\.path) == keys.map { [.key($0)] })
    }
  }
}

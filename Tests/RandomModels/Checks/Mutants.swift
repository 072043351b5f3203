import AutoCoding
import Foundation

/// JSON, or a property list, with members in a stable order.
indirect enum Tree {
  case leaf(Any)
  case array([Tree])
  case object([(key: String, value: Tree)])

  init(_ value: Any) {
    switch value {
    case let members as [String: Any]:
      self = .object(members.sorted { $0.key < $1.key }.map { (key: $0.key, value: Tree($0.value)) })
    case let elements as [Any]: self = .array(elements.map { Tree($0) })
    default: self = .leaf(value)
    }
  }

  var any: Any {
    switch self {
    case .leaf(let value): value
    case .array(let elements): elements.map(\.any)
    case .object(let members): Dictionary(members.map { ($0.key, $0.value.any) }, uniquingKeysWith: { $1 })
    }
  }

  private var children: [Tree] {
    switch self {
    case .leaf: []
    case .array(let elements): elements
    case .object(let members): members.map(\.value)
    }
  }

  var count: Int { children.reduce(1) { $0 + $1.count } }

  /// Returns the tree with one of its parts replaced, or without it.
  ///
  /// - Parameters:
  ///   - position: The part's position, the tree itself being 0.
  ///   - leaves: What may replace it.
  func mutated(at position: Int, leaves: [Any], _ random: inout ValueMaker) -> Tree? {
    guard position > 0 else { return replacement(leaves, &random) }
    var next = position - 1
    func change(_ child: Tree) -> Tree? {
      defer { next -= child.count }
      return 0..<child.count ~= next ? child.mutated(at: next, leaves: leaves, &random) : child
    }
    switch self {
    case .leaf: return self
    case .array(let elements): return .array(elements.compactMap(change))
    case .object(let members):
      return .object(members.compactMap { member in change(member.value).map { (key: member.key, value: $0) } })
    }
  }

  private func replacement(_ leaves: [Any], _ random: inout ValueMaker) -> Tree? {
    if case .object(let members) = self, !members.isEmpty, random.below(3) > 0 {
      return .object(Self.changed(members, leaves, &random))
    }
    return switch random.below(7) {
    case 0: nil
    case 1: .array([])
    case 2: .object([])
    case 3: .array([self])
    case 4: .object([(key: "x", value: self)])
    default: .leaf(random.pick(leaves))
    }
  }

  /// Replaces the value of a member, removes it, or gives it another key, which may be a former one.
  private static func changed(
    _ members: [(key: String, value: Tree)], _ leaves: [Any], _ random: inout ValueMaker
  ) -> [(key: String, value: Tree)] {
    var members = members
    let index = random.below(members.count)
    let key = random.pick(["f_", "g_"]) + members[index].key.trimmingPrefix(/k_|odd key |ключ|k\//)
    switch random.below(4) {
    case 0: members[index].value = .leaf(random.pick(leaves))
    case 1 where !members.contains { $0.key == key }: members[index].key = key
    case 2: members[index].value = .leaf(NSNull())
    default: members.remove(at: index)
    }
    return members
  }
}

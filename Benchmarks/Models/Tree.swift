import AutoCoding

/// A node of a binary tree of objects.
protocol TreeNode: AnyObject, Hashable {
  var value: Int { get }
  var left: Self? { get }
  var right: Self? { get }

  init(value: Int, left: Self?, right: Self?)
}

extension TreeNode {
  /// A full tree of `2^depth - 1` nodes; the values are the positions in a heap.
  static func tree(depth: Int, value: Int = 1) -> Self {
    guard depth > 1 else { return Self(value: value, left: nil, right: nil) }
    return Self(
      value: value,
      left: tree(depth: depth - 1, value: value * 2),
      right: tree(depth: depth - 1, value: value * 2 + 1))
  }

  static func == (left: Self, right: Self) -> Bool {
    left === right
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(left)
    hasher.combine(right)
  }
}

extension Auto {
  final class Node: AutoCoding, TreeNode {
    let value: Int
    let left: Node?
    let right: Node?

    init(value: Int, left: Node?, right: Node?) {
      self.value = value
      self.left = left
      self.right = right
    }
  }
}

extension Uncached {
  final class Node: MirrorEncodable, TreeNode {
    let value: Int
    let left: Node?
    let right: Node?

    init(value: Int, left: Node?, right: Node?) {
      self.value = value
      self.left = left
      self.right = right
    }
  }
}

extension Synth {
  final class Node: Codable, TreeNode {
    let value: Int
    let left: Node?
    let right: Node?

    init(value: Int, left: Node?, right: Node?) {
      self.value = value
      self.left = left
      self.right = right
    }
  }
}

extension Hand {
  final class Node: Codable, TreeNode {
    let value: Int
    let left: Node?
    let right: Node?

    init(value: Int, left: Node?, right: Node?) {
      self.value = value
      self.left = left
      self.right = right
    }

    enum CodingKeys: String, CodingKey {
      case value, left, right
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      value = try container.decode(Int.self, forKey: .value)
      left = try container.decodeIfPresent(Node.self, forKey: .left)
      right = try container.decodeIfPresent(Node.self, forKey: .right)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(value, forKey: .value)
      try container.encodeIfPresent(left, forKey: .left)
      try container.encodeIfPresent(right, forKey: .right)
    }
  }
}

import AutoCoding
import Foundation

/// Models whose `nickname` is renamed in the data.
enum RenamedKeys {
  struct Inner: AutoCoding, Equatable {
    var nickname: String? = "n"
    var value = 1
    var hidden: Int? = 5
    static var unEncodedProperties: Set<String> { ["hidden"] }
    static var propertyRules: PropertyRules { ["value": .formerly("number")] }
  }

  enum Shape: AutoCoding { case circle(radius: Double, nickname: String?), empty }

  class Node: AutoCoding, DefaultInitializable {
    var nickname: String? = "n"
    var next: Node?
    var inner = Inner()
    weak var owner: Node?
    required init() {}
  }

  final class Leaf: Node { var extra = 0 }

  /// Code of its own, around a model.
  struct Hand: Codable {
    var nickname: String? = "n"
    var models = [Inner(), Inner()]
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      models = try container.decode([Inner].self, forKey: .models)
    }
  }

  struct Root: AutoCoding {
    var inner = Inner()
    var list = [Inner(nickname: nil), Inner()]
    var table = ["k": Inner()]
    var shape = Shape.circle(radius: 1, nickname: "n")
    var node: Node = Leaf()
    var hand = Hand()
    var any: [Any] = [1, Inner()]
    var pair: (Int, Inner) = (1, Inner())

    static var sample: Root {
      let root = Root()
      root.node.next = Node()
      root.node.owner = root.node
      return root
    }

    static let paths = [
      "any[1].nicknamf", "hand.models[0].nicknamf", "hand.models[1].nicknamf", "inner.nicknamf", "list[1].nicknamf",
      "node.inner.nicknamf", "node.next.inner.nicknamf", "node.next.nicknamf", "node.nicknamf", "pair[1].nicknamf",
      "shape.circle.nicknamf", "table.k.nicknamf",
    ]
  }

  /// A model at version 1, whose migration leaves older keys where they are.
  struct Versioned: AutoCoding, DefaultInitializable {
    var name = ""
    var inner = Inner()
    var list: [Inner] = []
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.encode(properties.decodeIfPresent(String.self, forKey: "oldName") ?? "", forKey: "name")
    }
  }

  struct Nested: AutoCoding, DefaultInitializable {
    var city = ""
    var zip: Int?
    var hidden = 1
    static var propertyKeys: [String: String] {
      ["city": "home.city", "zip": "home.place.zip", "hidden": "home.hidden"]
    }
    static var unEncodedProperties: Set<String> { ["hidden"] }
  }

  /// Code that tries one model after the other.
  struct Either: Codable {
    struct First: AutoCoding { var value: String }
    struct Second: AutoCoding { var value: Int }
    var second: Second?
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if (try? container.decode(First.self)) == nil { second = try container.decode(Second.self) }
    }
  }
}

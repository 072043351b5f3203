import AutoCoding

extension Zoo {
  package final class Node: AutoCoding, Stateful {
    let value: Int
    var next: Node?
    init(_ value: Int, _ next: Node?) {
      self.value = value
      self.next = next
    }
    package var state: [AnyHashable] { [value] + (next?.state ?? []) }
  }

  package struct Tree: AutoCoding, Hashable {
    let label: String
    var children: [Tree]
    var named: [String: Tree]?
  }

  package final class Author: AutoCoding, Stateful {
    let name: String
    var books: [Book]
    init(_ name: String, _ books: [Book]) {
      self.name = name
      self.books = books
    }
    package var state: [AnyHashable] { [name, books.map(\.title), books.map(\.editor?.state)] }
  }

  package struct Book: AutoCoding, Equatable {
    let title: String
    var editor: Author?
  }

  package struct Generation<Value: Codable & Hashable>: AutoCoding, Hashable {
    let value: Value
    var next: [Generation<Value>]?
    var tree: Tree
  }
}

extension Twin {
  package final class Node: Codable, Stateful {
    let value: Int
    var next: Node?
    init(_ value: Int, _ next: Node?) {
      self.value = value
      self.next = next
    }
    package var state: [AnyHashable] { [value] + (next?.state ?? []) }
  }

  package struct Tree: Codable, Hashable {
    let label: String
    var children: [Tree]
    var named: [String: Tree]?
  }

  package final class Author: Codable, Stateful {
    let name: String
    var books: [Book]
    init(_ name: String, _ books: [Book]) {
      self.name = name
      self.books = books
    }
    package var state: [AnyHashable] { [name, books.map(\.title), books.map(\.editor?.state)] }
  }

  package struct Book: Codable, Equatable {
    let title: String
    var editor: Author?
  }

  package struct Generation<Value: Codable & Hashable>: Codable, Hashable {
    let value: Value
    var next: [Generation<Value>]?
    var tree: Tree
  }
}

extension Zoo {
  private static func chain<N>(_ length: Int, _ make: (Int, N?) -> N) -> [N] {
    var node = make(0, nil)
    for value in 1..<length { node = make(value, node) }
    return [node]
  }

  private static func trees<T>(_ make: (String, [T], [String: T]?) -> T) -> [T] {
    let leaf = make("leaf", [], nil)
    let twig = make("twig", [leaf, leaf], [:])
    return [make("root", [twig, leaf, twig], ["camelKey": twig]), leaf]
  }

  private static func authors() -> [Author] {
    let editor = Author("editor", [Book(title: "own", editor: nil)])
    return [Author("author", [Book(title: "b", editor: editor), Book(title: "c", editor: nil)]), editor]
  }

  private static func authorTwins() -> [Twin.Author] {
    let editor = Twin.Author("editor", [Twin.Book(title: "own", editor: nil)])
    return [
      Twin.Author("author", [Twin.Book(title: "b", editor: editor), Twin.Book(title: "c", editor: nil)]), editor,
    ]
  }

  private static func generations() -> [Generation<Int>] {
    let tree = trees(Tree.init)[0]
    let last = Generation(value: 2, next: [], tree: tree)
    return [Generation(value: 1, next: [last, Generation(value: 3, next: nil, tree: tree)], tree: tree)]
  }

  private static func generationTwins() -> [Twin.Generation<Int>] {
    let tree = trees(Twin.Tree.init)[0]
    let last = Twin.Generation(value: 2, next: [], tree: tree)
    return [Twin.Generation(value: 1, next: [last, Twin.Generation(value: 3, next: nil, tree: tree)], tree: tree)]
  }

  static var recursion: [any ZooSpecimen] {
    [
      Specimen("recursive class", chain(50, Node.init), chain(50, Twin.Node.init)),
      Specimen("recursive struct", trees(Tree.init), trees(Twin.Tree.init)),
      Specimen("mutually recursive types", authors(), authorTwins()),
      Specimen(
        "mutually recursive from the other side", authors().map { Book(title: "t", editor: $0) },
        authorTwins().map { Twin.Book(title: "t", editor: $0) }),
      Specimen("recursive generic struct", generations(), generationTwins()),
    ]
  }
}

import AutoCoding
import Foundation
import TestModels
import Testing

private struct Chapter: AutoCoding, Equatable {
  var title = "t"
  var pages = [1, 2, 3]
  var notes: [String: Int?] = ["a": 1]
}

private struct Book: AutoCoding, Equatable {
  var title: String? = "Draft"
  var chapters = [Chapter(), Chapter(title: "u")]
  var tags: Set<String> = ["x"]
}

private class Node: AutoCoding {
  var name: String
  var next: Node?
  init(_ name: String, _ next: Node? = nil) { (self.name, self.next) = (name, next) }
}
private final class Leaf: Node { var weight = 1 }

private struct Graph: AutoCoding {
  var first: Node
  var second: Node
}

@Suite("Differences that are stored")
struct StoredDifferenceTests {
  private func coded<Value: Codable>(_ difference: ModelDifference<Value>) throws -> [ModelDifference<Value>] {
    typealias Difference = ModelDifference<Value>
    return [
      try JSONDecoder().decode(Difference.self, from: JSONEncoder().encode(difference)),
      try AutoJSONDecoder().decode(Difference.self, from: AutoJSONEncoder().encode(difference)),
      try PropertyListDecoder().decode(Difference.self, from: PropertyListEncoder().encode(difference)),
      try DictionaryDecoder().decode(Difference.self, from: DictionaryEncoder().encode(difference)),
      try KeyedArchiveDecoder().decode(Difference.self, from: KeyedArchiveEncoder().encode(difference)),
    ]
  }

  @Test("an edit is undone and made again after it was stored")
  func structs() throws {
    let original = Book()
    var edited = original
    edited.title = nil
    edited.chapters[1].pages = [1, 3, 4]
    edited.chapters[0].notes = ["b": nil, "c": 2]
    edited.chapters.insert(Chapter(title: "new"), at: 1)
    edited.tags = ["y", "x"]
    let difference = try TypeMap.difference(from: original, to: edited)
    for stored in try coded(difference) {
      #expect(stored.description == difference.description)
      var book = edited
      try stored.reversed().apply(to: &book)
      #expect(book == original)
      try stored.apply(to: &book)
      #expect(book == edited)
    }
    for stored in try coded(difference.reversed()) {
      var book = edited
      try stored.apply(to: &book)
      #expect(book == original)
    }
  }

  @Test("objects keep their classes, and their identity if the format has one")
  func objects() throws {
    let shared = Leaf("shared")
    let original = Graph(first: Node("a", shared), second: shared)
    let edited = try TypeMap.copy(of: original)
    edited.first.name = "b"
    (edited.second as? Leaf)?.weight = 5
    let difference = try TypeMap.difference(from: original, to: edited)
    for stored in try coded(difference) {
      var graph = try TypeMap.copy(of: original)
      try stored.apply(to: &graph)
      #expect(graph.first.name == "b" && (graph.second as? Leaf)?.weight == 5)
    }
    let stored = try KeyedArchiveDecoder().decode(
      ModelDifference<Graph>.self, from: KeyedArchiveEncoder().encode(difference))
    #expect(stored.description == difference.description)
  }

  @Test("a difference that no longer is one is refused")
  func changed() throws {
    let original = Node("a")
    let edited = Node("b")
    let difference = try TypeMap.difference(from: original, to: edited)
    var target = original
    try difference.apply(to: &target)
    let error = #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(difference) }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.debugDescription.hasPrefix("Objects of the values were changed since they were compared."))
  }
}

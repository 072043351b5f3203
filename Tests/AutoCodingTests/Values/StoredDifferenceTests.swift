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

private class StoredNode: AutoCoding {
  var name: String
  var next: StoredNode?
  init(_ name: String, _ next: StoredNode? = nil) { (self.name, self.next) = (name, next) }
}
private final class StoredLeaf: StoredNode { var weight = 1 }

private final class StoredFamily: AutoCoding, DefaultInitializable {
  var members: [StoredMember] = []
  init() {}
}
private final class StoredMember: AutoCoding, DefaultInitializable {
  var name = "m"
  weak var family: StoredFamily?
  init() {}
}

private struct Graph: AutoCoding {
  var first: StoredNode
  var second: StoredNode
}

/// Differences that are stored.
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
    let difference = try ModelDifference(from: original, to: edited)
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

  @Test("objects keep their classes")
  func objects() throws {
    let original = Graph(first: StoredNode("a", StoredNode("n")), second: StoredLeaf("leaf"))
    let edited = try ModelValue.copy(of: original)
    edited.first.name = "b"
    (edited.second as? StoredLeaf)?.weight = 5
    let difference = try ModelDifference(from: original, to: edited)
    for stored in try coded(difference) {
      #expect(stored.description == difference.description)
      var graph = try ModelValue.copy(of: original)
      try stored.apply(to: &graph)
      #expect(graph.first.name == "b" && (graph.second as? StoredLeaf)?.weight == 5)
    }
  }

  @Test("what is stored of shared objects does not fit values that share them")
  func sharing() throws {
    let leaf = StoredLeaf("leaf")
    let original = Graph(first: StoredNode("a", leaf), second: leaf)
    let edited = try ModelValue.copy(of: original)
    edited.second.name = "b"
    for stored in try coded(ModelDifference(from: original, to: edited)) {
      var graph = try ModelValue.copy(of: original)
      #expect(throws: EncodingError.self) { try stored.apply(to: &graph) }
      #expect(graph.second.name == "leaf")
    }
  }

  /// If it were stored, the difference would rename the object that stays, or give a place a separate copy.
  @Test("a difference whose values refer to objects that stay is refused")
  func objectsThatStay() throws {
    let leaf = StoredLeaf("leaf")
    let original = Graph(first: StoredNode("a", leaf), second: leaf)
    let edits: [(inout Graph) -> Void] = [
      { $0.second = StoredNode("b") }, { $0.first.next = nil }, { $0.first.next = StoredLeaf("c") },
      { $0.first = StoredNode("d", StoredNode("e", $0.second)) },
    ]
    for (index, edit) in edits.enumerated() {
      var edited = try ModelValue.copy(of: original)
      edit(&edited)
      let difference = try ModelDifference(from: original, to: edited)
      for stored in [difference, difference.reversed()] {
        let error = #expect(throws: EncodingError.self, "edit \(index)") { try AutoJSONEncoder().encode(stored) }
        guard case .invalidValue(_, let context)? = error else { continue }
        #expect(context.debugDescription.contains("refers to an object of AutoCodingTests.StoredLeaf that stays"))
      }
      var graph = try ModelValue.copy(of: original)
      try difference.apply(to: &graph)
      #expect(try ModelValue.areEqual(graph, edited), "edit \(index)")
    }
  }

  @Test("a new object may refer weakly to one that stays; formats without identity leave such references out")
  func weakReferences() throws {
    let original = StoredFamily()
    let edited = try ModelValue.copy(of: original)
    edited.members.append(StoredMember())
    edited.members[0].family = edited
    let difference = try ModelDifference(from: original, to: edited)
    for stored in try coded(difference) {
      var family = try ModelValue.copy(of: original)
      try stored.apply(to: &family)
      #expect(family.members.count == 1)
    }
    var family = try ModelValue.copy(of: original)
    try difference.apply(to: &family)
    #expect(family.members[0].family === family)
  }

  @Test("a difference that no longer is one is refused")
  func changed() throws {
    let original = StoredNode("a")
    let edited = StoredNode("b")
    let difference = try ModelDifference(from: original, to: edited)
    var target = original
    try difference.apply(to: &target)
    let error = #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(difference) }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.debugDescription.hasPrefix("Objects of the values were changed since they were compared."))
  }

  @Test("a difference that no longer is one is refused, however long its values are")
  func changedEnd() throws {
    let start = String(repeating: "long text ", count: 100)
    let original = StoredNode(start + "a")
    let edited = StoredNode(start + "b")
    let difference = try ModelDifference(from: original, to: edited)
    #expect(throws: Never.self) { try AutoJSONEncoder().encode(difference) }
    edited.name = start + "c"
    #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(difference) }
    #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(difference.reversed()) }
    edited.name = start + "b"
    for stored in try coded(difference) {
      var node = StoredNode("x")
      try stored.apply(to: &node)
      #expect(node.name == edited.name)
    }
  }

  private struct OneWay: AutoCoding, Equatable {
    struct Part: AutoCoding, Equatable { var count = 0 }
    var a = 1
    var written = 1
    var read = Part()
    static let propertyRules: PropertyRules = [
      "written": .encodedOnly.default(0), "read": .decodedOnly.default(Part()),
    ]
  }

  @Test("a change that a stored difference would not have is refused")
  func oneWay() throws {
    func edited(_ change: (inout OneWay) -> Void) throws -> ModelDifference<OneWay> {
      var value = OneWay()
      change(&value)
      return try ModelDifference(from: OneWay(), to: value)
    }
    #expect(throws: Never.self) { try AutoJSONEncoder().encode(edited { $0.a = 2 }) }
    for difference in [try edited { $0.written = 2 }, try edited { $0.read.count = 2 }] {
      for difference in [difference, difference.reversed()] {
        let error = #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(difference) }
        #expect(
          "\(String(describing: error))".contains("would be lost: a property there is .encodedOnly or .decodedOnly"))
      }
      var value = OneWay()
      try difference.apply(to: &value)
      #expect(value == difference.new)
    }
  }

  private struct Lists: AutoCoding, Equatable {
    var list: [OneWay] = []
    var one: OneWay?
    var byKey: [String: OneWay] = [:]
    var plain: [OneWay.Part] = []
  }

  @Test("so is a value that was inserted, removed or replaced with such a property in it")
  func oneWayWithin() throws {
    let full = Lists(list: [OneWay(a: 1, read: .init(count: 7))], one: OneWay(), byKey: ["a": OneWay()])
    for (old, new) in [(Lists(), full), (full, Lists()), (full, Lists(list: full.list, one: nil, byKey: full.byKey))] {
      let difference = try ModelDifference(from: old, to: new)
      let error = #expect(throws: EncodingError.self) { try KeyedArchiveEncoder().encode(difference) }
      #expect("\(String(describing: error))".contains("would be lost: a property there is .encodedOnly"))
    }
    let other = Lists(list: full.list, one: full.one, byKey: full.byKey, plain: [.init()])
    let difference = try ModelDifference(from: full, to: other)
    #expect(throws: Never.self) { try AutoJSONEncoder().encode(difference) }
  }
}

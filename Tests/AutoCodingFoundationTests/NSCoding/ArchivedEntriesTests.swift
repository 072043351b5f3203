#if !canImport(ObjectiveC)
import AutoCodingFoundation
import Foundation
import Testing

// At the top level: Foundation on Linux has no names for nested classes.

final class Entered: AutoCodingObject {
  var title = ""
  var note: String? = "default"
  var count: Int?
  var since = Date(timeIntervalSinceReferenceDate: 0)
  var bytes = Data()
  var tags: [String] = ["default"]
  var days: [Date?] = []
  var spot = EnteredSpot()
  var spots: [EnteredSpot] = []
  var other: Entered?
  var others: [Entered] = []

  static func sample() -> Entered {
    let shared = Entered()
    shared.title = "shared"
    let object = Entered()
    object.title = "title"
    object.note = nil
    object.count = 7
    object.since = Date(timeIntervalSinceReferenceDate: 1234.5)
    object.bytes = Data([1, 2, 3])
    object.tags = ["a", "b", "a"]
    object.days = [Date(timeIntervalSinceReferenceDate: 9), nil]
    object.spot = EnteredSpot(x: 1.5, label: "spot", rings: [EnteredRing(radius: 1, since: object.since)])
    object.spots = [object.spot, EnteredSpot(x: -2, label: "", rings: [])]
    object.other = shared
    object.others = [shared, shared]
    return object
  }
}

struct EnteredSpot: AutoCoding, Equatable {
  var x = 0.0
  var label = ""
  var rings: [EnteredRing] = []
}

struct EnteredRing: AutoCoding, Equatable {
  var radius = 0
  var since: Date?
}

final class Untitled: AutoCodingObject {
  var pages = 5
}

final class Titled: AutoCodingObject {
  var pages = 0
  var title = "none"
  override class var propertyRules: PropertyRules { ["title": .required] }
}

class LinkedNode: AutoCodingObject {
  var id = 0
  var parent: LinkedNode?
  var links: [LinkedNode] = []
  var others: [LinkedNode?] = []
}

final class LinkedLeaf: LinkedNode {
  var name = "leaf"
}

final class Sparse: AutoCodingObject {
  var list: [Int?] = []
  var table: [String: Any] = [:]
}

/// Fails its coder, and comes back all the same: the coder keeps no error, and has nil for all that follows.
final class Refusing: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  override init() {}

  func encode(with coder: NSCoder) { coder.encode("text", forKey: "key") }

  init?(coder: NSCoder) {
    coder.failWithError(CocoaError(.coderReadCorrupt))
    super.init()
  }
}

final class Holding: AutoCodingObject {
  var refusing: Refusing? = Refusing()
  var title: String?
}

/// Sees every object that is decoded, and puts another in the place of texts.
private final class Shouting: NSKeyedUnarchiverDelegate {
  var seen = 0
  let isLoud: Bool

  init(isLoud: Bool) { self.isLoud = isLoud }

  func unarchiver(_ unarchiver: NSKeyedUnarchiver, didDecode object: Any?) -> Any? {
    seen += 1
    guard isLoud, let text = object as? NSString else { return object }
    return NSString(string: text.uppercased)
  }
  func unarchiver(
    _ unarchiver: NSKeyedUnarchiver, cannotDecodeObjectOfClassName name: String, originalClasses classNames: [String]
  ) -> AnyClass? { nil }
  func unarchiver(_ unarchiver: NSKeyedUnarchiver, willReplace object: Any, with newObject: Any) {}
  func unarchiverWillFinish(_ unarchiver: NSKeyedUnarchiver) {}
  func unarchiverDidFinish(_ unarchiver: NSKeyedUnarchiver) {}
}

/// Values read from an archive's entries equal those that the coder decodes. A coder with a delegate decodes itself.
struct ArchivedEntriesTests {
  private func decoded(by delegate: Shouting?) throws -> Entered {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: foundationArchive(Entered.sample()))
    unarchiver.requiresSecureCoding = true
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.delegate = delegate
    return try #require(unarchiver.decodeObject(of: Entered.self, forKey: NSKeyedArchiveRootObjectKey))
  }

  private func expectEqual(_ found: Entered, _ expected: Entered) throws {
    #expect(found.title == expected.title)
    #expect(found.note == nil)
    #expect(found.count == 7)
    #expect(found.since == expected.since)
    #expect(found.bytes == expected.bytes)
    #expect(found.tags == expected.tags)
    #expect(found.days == expected.days)
    #expect(found.spot == expected.spot)
    #expect(found.spots == expected.spots)
    let shared = try #require(found.other)
    #expect(shared.title == "shared")
    #expect(found.others.count == 2 && found.others.allSatisfy { $0 === shared })
  }

  @Test("With and without the coder, the same comes back")
  func sameValues() throws {
    try expectEqual(decoded(by: nil), .sample())
    let delegate = Shouting(isLoud: false)
    try expectEqual(decoded(by: delegate), .sample())
    #expect(delegate.seen > 10)
  }

  @Test("A delegate of the unarchiver has the last word")
  func delegateReplaces() throws {
    let found = try decoded(by: Shouting(isLoud: true))
    #expect(found.title == "TITLE")
    #expect(found.tags == ["A", "B", "A"])
  }

  @Test("An entry of another kind is the coder's error, with the property's name")
  func wrongKind() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(["a", 5] as NSArray, forKey: "tags")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = true
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    _ = Entered(coder: unarchiver)
    let error = try #require(unarchiver.error)
    #expect(
      explanation(of: error).contains("Entered.tags.Index 1: Expected to decode String but found a number instead."))
  }

  /// Nodes that refer to some before them; every third is of a subclass.
  private func nodes(_ count: Int) -> [LinkedNode] {
    var nodes: [LinkedNode] = []
    for index in 0..<count {
      let node = index % 3 == 2 ? LinkedLeaf() : LinkedNode()
      node.id = index
      if index > 0 {
        node.parent = nodes[index / 2]
        node.links = [nodes[index / 3], nodes[index - 1]]
        node.others = [nodes[index / 5], nil]
      }
      nodes.append(node)
    }
    return nodes
  }

  @Test(
    "An object that was decoded before is the same at each reference, and is not kept", arguments: [false, true],
    [0, 1000])
  func sharedObjects(hasDelegate: Bool, others: Int) throws {
    // Foundation's archiver compares each array of links with all earlier ones. So other entries, and not more nodes, come
    // between nodes whose positions in the archive have the same slot.
    let count = 80
    let objects = nodes(count)
    var list: [NSObject] = objects
    list.insert(contentsOf: (0..<others).map { NSNumber(value: Double($0) + 0.5) }, at: count / 2)
    let delegate = Shouting(isLoud: false)
    weak var last: LinkedNode?
    do {
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: foundationArchive(list as NSArray))
      unarchiver.requiresSecureCoding = true
      unarchiver.decodingFailurePolicy = .setErrorAndReturn
      if hasDelegate { unarchiver.delegate = delegate }
      let classes = [NSArray.self, LinkedNode.self, NSNumber.self]
      let found = unarchiver.decodeObject(of: classes, forKey: NSKeyedArchiveRootObjectKey)
      let nodes = try #require(found as? [Any]).compactMap { $0 as? LinkedNode }
      #expect(nodes.count == count)
      for (index, node) in nodes.enumerated().dropFirst() {
        try #require(node.id == index && (node is LinkedLeaf) == (index % 3 == 2))
        try #require(node.parent === nodes[index / 2] && node.links.count == 2 && node.others.count == 2)
        try #require(node.links[0] === nodes[index / 3] && node.links[1] === nodes[index - 1])
        try #require(node.others[0] === nodes[index / 5] && node.others[1] == nil)
      }
      last = nodes.last
    }
    #expect(last == nil)
  }

  @Test("An archive without a required key is an error")
  func requiredKey() throws {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: foundationArchive(Untitled()))
    unarchiver.setClass(Titled.self, forClassName: NSStringFromClass(Untitled.self))
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let found = unarchiver.decodeObject(of: Titled.self, forKey: NSKeyedArchiveRootObjectKey)
    #expect(found == nil || unarchiver.error != nil)
    #expect("\(unarchiver.error.map { "\($0)" } ?? "")".contains("title"))
    let titled = try #require(try foundationObject(Titled.self, from: foundationArchive(Titled())))
    #expect(titled.title == "none")
  }

  @Test("Thousands of nulls do not stop Foundation's archiver")
  func manyNulls() throws {
    let sparse = Sparse()
    sparse.list = [Int?](repeating: nil, count: 5000) + [1]
    sparse.table = ["nulls": (0..<5000).map { _ in NSNull() }]
    let back = try #require(try foundationObject(Sparse.self, from: foundationArchive(sparse)))
    #expect(back.list == sparse.list)
    #expect((back.table["nulls"] as? [Any])?.count == 5000)
  }

  @Test("What follows an object that failed the coder is not lost in silence")
  func refusing() throws {
    let holding = Holding()
    holding.title = "title"
    let data = try NSKeyedArchiver.archivedData(withRootObject: holding, requiringSecureCoding: true)
    #expect(throws: (any Error).self) {
      try NSKeyedUnarchiver.unarchivedObject(ofClass: Holding.self, from: data).map { _ in }
    }
  }
}
#endif

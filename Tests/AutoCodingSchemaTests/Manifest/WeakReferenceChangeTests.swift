import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// Weak references, which keyed archives have.
struct WeakReferenceChangeTests {
  private func changes(_ old: any AutoCoding.Type, _ new: any AutoCoding.Type) throws -> [String] {
    let folder = Folder()
    try ModelManifest(of: [old]).check(against: folder.file, samples: folder.samples)
    let text = try folder.text()
    #expect(try ModelManifest(of: [old]).check(against: folder.file, samples: folder.samples).isEmpty)
    #expect(try folder.text() == text)
    #expect(try ModelManifest(contentsOf: folder.file) == ModelManifest(of: [old]))
    return try ModelManifest(of: [new]).changes(since: ModelManifest(contentsOf: folder.file)).map {
      "\($0.breaks.isEmpty ? "note" : $0.breaks == .readsOld ? "loss" : "refusal"): \($0)"
    }
  }

  final class Node: AutoCoding, DefaultInitializable {
    var kids: [Node] = []
    weak var parent: Node?
    static let archivedTypeName = "Weak.Node"
    init() {}
  }
  final class Renamed: AutoCoding, DefaultInitializable {
    var kids: [Renamed] = []
    weak var owner: Renamed?
    static let archivedTypeName = "Weak.Node"
    init() {}
  }
  final class SameKey: AutoCoding, DefaultInitializable {
    var kids: [SameKey] = []
    weak var owner: SameKey?
    static let archivedTypeName = "Weak.Node"
    static let propertyRules: PropertyRules = ["owner": .key("parent")]
    init() {}
  }
  final class Strong: AutoCoding, DefaultInitializable {
    var kids: [Strong] = []
    var parent: Strong?
    static let archivedTypeName = "Weak.Node"
    init() {}
  }
  final class Without: AutoCoding, DefaultInitializable {
    var kids: [Without] = []
    static let archivedTypeName = "Weak.Node"
    init() {}
  }

  @Test func renames() throws {
    let (root, kid) = (Node(), Node())
    root.kids = [kid]
    kid.parent = root
    let archive = try KeyedArchiveEncoder().encode(root)
    let renamed = try KeyedArchiveDecoder().decode(Renamed.self, from: archive)
    #expect(renamed.kids.first?.owner == nil)
    let sameKey = try KeyedArchiveDecoder().decode(SameKey.self, from: archive)
    #expect(sameKey.kids.first?.owner === sameKey)
    #expect(
      try changes(Node.self, Renamed.self) == [
        #"loss: Weak.Node, "parent": The key is gone, so the values that keyed archives have under it would be lost. "#
          + #"If "owner" replaces it, add .key("parent") to the rule of that property."#,
        #"note: Weak.Node, "owner": The property is new, and is nil in older data."#,
      ])
    #expect(try changes(Node.self, SameKey.self) == [])
    #expect(try changes(Without.self, Node.self).allSatisfy { $0.hasPrefix("note") })
  }

  @Test func strength() throws {
    #expect(
      try changes(Strong.self, Node.self) == [
        #"loss: Weak.Node, "parent": The reference is weak now, so only keyed archives have its object, and only if "#
          + "something else refers to it. Keep the reference strong."
      ])
    #expect(try changes(Node.self, Strong.self) == [])
  }
}

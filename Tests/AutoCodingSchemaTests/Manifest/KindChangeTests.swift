import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// Structs and classes of all kinds that have the same properties, for each other.
struct KindChangeTests {
  struct Structure: AutoCoding {
    var a: Int
    var b: String
    static let archivedTypeName = "Kinds.T"
  }
  struct StructureWithDefaults: AutoCoding, DefaultInitializable {
    var a = 0
    var b = ""
    static let archivedTypeName = "Kinds.T"
  }
  final class Object: AutoCoding {
    let a: Int
    let b: String
    init(a: Int, b: String) { (self.a, self.b) = (a, b) }
    static let archivedTypeName = "Kinds.T"
  }
  class Base: AutoCoding, DefaultInitializable {
    var a = 0
    class var archivedTypeName: String { "Kinds.Base" }
    required init() {}
  }
  final class Subclass: Base {
    var b = ""
    override class var archivedTypeName: String { "Kinds.T" }
  }
  final class OwnCode: AutoCoding {
    let a: Int
    let b: String
    enum CodingKeys: String, CodingKey { case a, b }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      (a, b) = (try container.decode(Int.self, forKey: .a), try container.decode(String.self, forKey: .b))
    }
    static let archivedTypeName = "Kinds.T"
  }

  private static let types: [any AutoCoding.Type] = [
    Structure.self, StructureWithDefaults.self, Object.self, Subclass.self,
  ]

  private static func copies(of other: any AutoCoding.Type, as type: any AutoCoding.Type) throws -> [JSONValue] {
    func copies<Old: AutoCoding, New: AutoCoding>(_: Old.Type, _: New.Type) throws -> [JSONValue] {
      let value = try ModelValue.sample(of: Old.self)
      return [
        try JSONValue(encoding: AutoJSONDecoder().decode(New.self, from: AutoJSONEncoder().encode(value))),
        try JSONValue(
          encoding: AutoPropertyListDecoder().decode(New.self, from: AutoPropertyListEncoder().encode(value))),
        try JSONValue(encoding: KeyedArchiveDecoder().decode(New.self, from: KeyedArchiveEncoder().encode(value))),
      ]
    }
    return try copies(other, type)
  }

  @Test func sameData() throws {
    for old in Self.types {
      for new in Self.types {
        let changes = try ModelManifest(of: [new]).changes(since: ModelManifest(of: [old]))
        #expect(changes.allSatisfy { $0.breaks.isEmpty }, "\(old) to \(new): \(changes)")
        let copies = try Self.copies(of: old, as: new)
        #expect(copies.allSatisfy { $0 == ["a": 1, "b": "b 2"] }, "\(old) to \(new): \(copies)")
      }
    }
  }

  private enum Separate {
    class Base: AutoCoding, DefaultInitializable {
      var a = 1
      class var archivedTypeName: String { "Merged.Base" }
      required init() {}
    }
    final class Subclass: Base {
      var b = "b"
      override class var archivedTypeName: String { "Merged.Subclass" }
    }
    struct Holder: AutoCoding {
      var object: Base
      static let archivedTypeName = "Merged.Holder"
    }
  }

  private enum Merged {
    final class Base: AutoCoding, DefaultInitializable {
      var a = 0
      var b = ""
      static let archivedTypeName = "Merged.Base"
      static let formerTypeNames: Set = ["Merged.Subclass", "Merged.Other"]
    }
    struct Holder: AutoCoding {
      var object: Base
      static let archivedTypeName = "Merged.Holder"
    }
  }

  @Test("a class that takes the place of its subclass")
  func mergedClasses() throws {
    let text = #"{"object": {"$class": "Merged.Other", "a": 1, "b": "b"}}"#
    let object = try AutoJSONDecoder().decode(Merged.Holder.self, from: Data(text.utf8)).object
    #expect(object.a == 1 && object.b == "b")
    let old = try ModelManifest(of: [Separate.Holder.self, Separate.Base.self, Separate.Subclass.self])
    let changes = try ModelManifest(of: [Merged.Holder.self, Merged.Base.self]).changes(since: old)
    #expect(changes.allSatisfy { !$0.breaks.contains(.readsOld) }, "\(changes)")
  }

  /// What handwritten code reads, a check cannot know.
  @Test func ownCode() throws {
    #expect(try Self.copies(of: Structure.self, as: OwnCode.self)[0] == ["a": 1, "b": "b 2"])
    let changes = try ModelManifest(of: [OwnCode.self]).changes(since: ModelManifest(of: [Structure.self]))
    #expect(changes.map(\.breaks) == [.readsOld, .readableByOld])
  }
}

import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// What a file knows of types and cases that became one, and of what was removed within removed types.
struct MergedHistoryTests {
  /// Records all lists of types but the last, and returns what a check says of that one that makes older data unreadable.
  private func losses(_ lists: [any AutoCoding.Type]...) throws -> [String] {
    let folder = Folder()
    for list in lists.dropLast() { try ModelManifest(of: list).write(to: folder.file) }
    guard let last = lists.last else { return [] }
    return try ModelManifest(of: last).changes(since: ModelManifest(contentsOf: folder.file))
      .filter { $0.breaks == .readsOld }.map { "\($0)" }
  }

  enum TwoCases: AutoCoding {
    case a(x: Int)
    case b(y: String)
    static let archivedTypeName = "Merged.Cases"
  }
  enum OneCase: AutoCoding {
    case d(w: Int?)
    static let archivedTypeName = "Merged.Cases"
    static let propertyRules: PropertyRules = ["d": .formerly("a", "b")]
  }
  enum OneCaseWithValue: AutoCoding {
    case d(w: Int?, x: String?)
    static let archivedTypeName = "Merged.Cases"
    static let propertyRules: PropertyRules = ["d": .formerly("a", "b")]
  }

  @Test func cases() throws {
    let data = try AutoJSONEncoder().encode(TwoCases.a(x: 1))
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(OneCaseWithValue.self, from: data) }
    // The order of a dictionary's entries differs from one to the next.
    for _ in 0..<8 {
      let found = try losses([TwoCases.self], [OneCase.self], [OneCaseWithValue.self])
      #expect(found.contains { $0.contains("The type was Int and is String?") }, "\(found)")
    }
  }

  struct First: AutoCoding {
    var x: Int
    var k: Int
    static let archivedTypeName = "Merged.First"
  }
  struct Second: AutoCoding {
    var k: Int
    static let archivedTypeName = "Merged.Second"
  }
  struct Both: AutoCoding {
    var x: Int
    var k: Int
    static let archivedTypeName = "Merged.Both"
    static let formerTypeNames: Set<String> = ["Merged.First", "Merged.Second"]
    static let propertyRules: PropertyRules = ["x": .default(0)]
  }
  struct BothWithoutDefault: AutoCoding {
    var x: Int
    var k: Int
    static let archivedTypeName = "Merged.Both"
    static let formerTypeNames: Set<String> = ["Merged.First", "Merged.Second"]
  }

  @Test func types() throws {
    let data = try AutoJSONEncoder().encode(Second(k: 1))
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(BothWithoutDefault.self, from: data) }
    #expect(try !losses([First.self, Second.self], [Both.self], [BothWithoutDefault.self]).isEmpty)
    #expect(try losses([First.self], [Both.self], [BothWithoutDefault.self]).isEmpty)
  }

  private enum Inner {
    struct Old: AutoCoding {
      var z: Int
      static let archivedTypeName = "Merged.Leaf"
    }
    struct New: AutoCoding {
      var z: String
      static let archivedTypeName = "Merged.Leaf"
    }
    struct Whole<Leaf: AutoCoding>: AutoCoding {
      var leaf: Leaf?
      var k: Int
      static var archivedTypeName: String { "Merged.Inner" }
    }
    struct Part: AutoCoding {
      var k: Int
      static let archivedTypeName = "Merged.Inner"
    }
  }
  private struct Outer<Part: AutoCoding>: AutoCoding {
    var part: Part?
    var k: Int
    static var archivedTypeName: String { "Merged.Outer" }
  }
  private struct Bare: AutoCoding {
    var k: Int
    static let archivedTypeName = "Merged.Outer"
  }

  @Test func removedWithinRemoved() throws {
    let found = try losses(
      [Outer<Inner.Whole<Inner.Old>>.self], [Outer<Inner.Part>.self], [Bare.self],
      [Outer<Inner.Whole<Inner.New>>.self])
    #expect(found.contains { $0.contains("The type was Int and is String") }, "\(found)")
  }

  enum Three: Int, AutoCoding {
    case low, medium, high
    static let archivedTypeName = "Merged.Level"
  }
  enum Two: Int, AutoCoding {
    case low = 0
    case high = 2
    static let archivedTypeName = "Merged.Level"
  }
  enum Reused: Int, AutoCoding {
    case low, urgent, high
    static let archivedTypeName = "Merged.Level"
  }

  @Test func rawValueOfARemovedCase() throws {
    let found = try losses([Three.self], [Two.self], [Reused.self])
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        #"The raw value was that of the case "medium", which was removed, and is that of "urgent", so older data would be"#
      ) == true, "\(found)")
    #expect(try losses([Three.self], [Two.self], [Three.self]).isEmpty)
  }
}

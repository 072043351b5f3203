import AutoCoding
import Foundation
import Testing

// Kinds of change that need nothing but a name, as Docs/Migrating.md has them.

private struct PointStruct: AutoCoding {
  var x = 1
  var y = 2
  static var archivedTypeName: String { "Changed.Point" }
}

private final class PointClass: AutoCoding, DefaultInitializable {
  var x = 0
  var y = 0
  var added = 7
  static var archivedTypeName: String { "Changed.Point" }
}

private class FlatBase: AutoCoding, DefaultInitializable {
  class var archivedTypeName: String { "Changed.Base" }
  required init() {}
}

private final class FlatChild: FlatBase {
  var name = "child"
  var moved = 3
  override class var archivedTypeName: String { "Changed.Child" }
}

private class TallBase: AutoCoding, DefaultInitializable {
  var moved = 0
  class var archivedTypeName: String { "Changed.TallBase" }
  class var formerTypeNames: Set<String> { [] }
  required init() {}
}

private final class TallChild: TallBase {
  var name = ""
  override class var archivedTypeName: String { "Changed.TallChild" }
  // Renamed, or moved to another module.
  override class var formerTypeNames: Set<String> { ["Changed.Child"] }
}

/// Changed models.
struct ChangedModelTests {
  @Test("a struct becomes a class", arguments: MigratingCoder.all) func structToClass(coder: MigratingCoder) throws {
    let data = try coder.encode([PointStruct(), PointStruct(x: 5, y: 6)])
    let points = try coder.decode([PointClass].self, from: data)
    #expect(points.map(\.x) == [1, 5])
    #expect(points.map(\.added) == [7, 7])
    let back = try coder.decode([PointStruct].self, from: coder.encode(points))
    #expect(back.map(\.y) == [2, 6])
  }

  @Test("a property moves up to a superclass, and the class gets another name", arguments: MigratingCoder.all)
  func movedUp(coder: MigratingCoder) throws {
    let child = try coder.decode(TallChild.self, from: coder.encode(FlatChild()))
    #expect(child.name == "child")
    #expect(child.moved == 3)
  }
}

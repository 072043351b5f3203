import AutoCodingFoundation
import Foundation
import Testing

private enum Shape: AutoCoding, Equatable {
  case empty
  case circle(radius: Double)
  case listed(Result<[Int], ListProblem>)
  static var archivedTypeName: String { "Tests.Shape" }
}

enum ListProblem: Error, AutoCoding { case small }

private enum NewerShape: AutoCoding {
  case empty(Void)
  case circle(radius: Double, color: String)
  case listed(Result<[Int], ListProblem>, Never?)
  static var archivedTypeName: String { "Tests.Shape" }
}

private struct TwoCases: AutoCoding {
  struct Radius: AutoCoding { var radius = 1.0 }
  var circle = Radius()
  var note = 1
  var empty = Radius()
  static var archivedTypeName: String { "Tests.Shape" }
}

final class ShapeBox: AutoCodingObject {
  fileprivate var shape = Shape.empty
  fileprivate var others: [Shape] = []
}

final class NewerShapeBox: AutoCodingObject {
  fileprivate var shape = NewerShape.empty(())
  fileprivate var others: [NewerShape] = []
}

final class TwoCasesBox: AutoCodingObject {
  fileprivate var shape = TwoCases()
}

/// Enums in Foundation's archives.
struct EnumArchiveTests {
  private func read(_ object: NSObject & NSSecureCoding) throws -> ShapeBox? {
    try foundationObject(
      ShapeBox.self, from: foundationArchive(object),
      classes: ["AutoCodingFoundationTests.\(type(of: object))": ShapeBox.self])
  }

  @Test("newer data")
  func newer() throws {
    let newer = NewerShapeBox()
    newer.others = [.circle(radius: 2, color: "red"), .listed(.failure(.small), nil), .listed(.success([1]), nil)]
    let box = try #require(try read(newer))
    #expect(box.shape == .empty)
    #expect(box.others == [.circle(radius: 2), .listed(.failure(.small)), .listed(.success([1]))])
  }

  @Test("two cases")
  func twoCases() throws {
    let text = explanation { try read(TwoCasesBox()) }
    #expect(text.replacing("\\", with: "").contains(#"found "circle" and "empty"."#), "\(text)")
  }
}

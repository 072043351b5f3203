import AutoCodingFoundation
import Foundation
import Testing

// Compiled with `.defaultIsolation(MainActor.self)`, as the other models here.

nonisolated class Volume: AutoCodingObject {
  var title = "untitled"
  var pages: Int?
  var point = Point(x: 0, y: 0)
  var secret = "s"
  override class var unEncodedProperties: Set<String> { ["secret"] }
}

nonisolated final class Atlas: Volume {
  var points: [Point] = []
  override func didDecode() throws { secret = "decoded" }
}

/// AutoCodingObject under default isolation to the main actor.
nonisolated struct IsolatedNSCodingTests {
  @Test("archives on and off the main actor")
  func archives() async throws {
    let atlas = Atlas()
    (atlas.title, atlas.pages, atlas.point, atlas.secret) = ("t", 7, Point(x: 1, y: 2), "changed")
    atlas.points = [Point(x: 3, y: 4)]
    let data = try NSKeyedArchiver.archivedData(withRootObject: atlas, requiringSecureCoding: true)
    try check(data)
    try await onMainActor(data)
  }

  @MainActor private func onMainActor(_ data: Data) throws { try check(data) }

  private func check(_ data: Data) throws {
    let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Atlas.self, from: data))
    #expect(back.title == "t" && back.pages == 7 && back.point == Point(x: 1, y: 2) && back.secret == "decoded")
    #expect(back.points == [Point(x: 3, y: 4)])
  }
}

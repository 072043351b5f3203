import AutoCoding
import Testing

private final class Stop: AutoCoding, DefaultInitializable {
  var name = ""
  init() {}
  init(_ name: String) { self.name = name }
}

private struct Route: AutoCoding {
  var next: ArraySlice<Stop>
  var position: Int
  var passed: ArraySlice<Stop>
  var ids: ArraySlice<Int>
}

/// Copies of slices.
struct SliceCopyTests {
  private let stops = ["a", "b", "c", "d"].map(Stop.init)

  @Test("A slice of objects keeps its indices, as a slice of other values does")
  func indices() throws {
    let route = Route(next: stops[2...], position: 3, passed: stops[1..<1], ids: [1, 2, 3][1...])
    let copy = try ModelValue.copy(of: route)
    #expect(copy.next.indices == 2..<4 && copy.passed.indices == 1..<1 && copy.ids.indices == 1..<3)
    #expect(copy.next[copy.position].name == "d")
    #expect(copy.next[2] !== stops[2])
  }

  @Test("The original keeps its elements")
  func original() throws {
    let slice = stops[1...]
    let copy = try ModelValue.copy(of: slice)
    #expect(copy.indices == slice.indices)
    #expect(zip(copy, slice).allSatisfy { $0 !== $1 && $0.name == $1.name })
    #expect(zip(slice, stops.dropFirst()).allSatisfy { $0 === $1 })
  }

  @Test("A slice keeps its first index when a difference is applied", arguments: [[7, 3], [7, 8, 9], [], [2]])
  func difference(ids: [Int]) throws {
    let old = Route(next: stops[2...], position: 3, passed: stops[1..<1], ids: [1, 2, 3][1...])
    var new = old
    new.ids.replaceSubrange(new.ids.indices, with: ids)
    #expect(new.ids.startIndex == 1)
    var value = old
    try ModelDifference(from: old, to: new).apply(to: &value)
    #expect(value.ids == new.ids)
    #expect(value.ids.indices == new.ids.indices)
    #expect(value.next.indices == 2..<4)
  }
}

import AutoCoding
import Foundation
import Testing

/// Comparison of values in Any and any P.
struct AnyComparisonTests {
  private struct Box: AutoCoding { var any: Any }
  private struct Oops: Error {}
  private struct Known: Error, Equatable { var code = 1 }
  private struct Failed: AutoCoding { var error: any Error }
  private final class Thing {}

  private func expectSame(_ value: Any, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let box = Box(any: value)
    #expect(try ModelValue.areEqual(box, box), sourceLocation: sourceLocation)
    #expect(try ModelDifference(from: box, to: box).isEmpty, sourceLocation: sourceLocation)
  }

  @Test("a value that is encoded like JSON's equals itself, and what is decoded")
  func plainValues() throws {
    let members: [AnyHashable: Any] = ["x": 1, "list": [1, ["y": 2] as [AnyHashable: Any]] as [Any]]
    try expectSame(members)
    try expectSame(Optional<[AnyHashable: Any]>.some(["x": 1]) as Any)
    try expectSame(Known())
    let back = try AutoJSONDecoder().decode(Box.self, from: AutoJSONEncoder().encode(Box(any: members)))
    #expect(try ModelValue.areEqual(Box(any: members), back) && ModelValue.areEqual(back, Box(any: members)))
    let others: [AnyHashable: Any] = ["x": 2]
    #expect(try !ModelValue.areEqual(Box(any: ["x": 1] as [AnyHashable: Any]), Box(any: others)))
    #expect(try ModelDifference(from: Box(any: members), to: Box(any: others)).changes.count == 1)
  }

  @Test("objects are compared by identity, others of a protocol by ==")
  func others() throws {
    let thing = Thing()
    try expectSame(thing)
    #expect(try !ModelValue.areEqual(Box(any: thing), Box(any: Thing())))
    #expect(try ModelValue.areEqual(Failed(error: Known()), Failed(error: Known())))
    #expect(try !ModelValue.areEqual(Failed(error: Known()), Failed(error: Known(code: 2))))
    #expect(try !ModelValue.areEqual(Failed(error: Known()), Failed(error: Oops())))
  }

  @Test("a value that nothing can code or compare is the error that encoding gives")
  func uncodable() throws {
    let failed = Failed(error: Oops())
    let box = Box(any: ["a": Oops()] as [String: Any])
    let errors = [
      #expect(throws: EncodingError.self) { try ModelValue.areEqual(failed, failed) },
      #expect(throws: EncodingError.self) { _ = try ModelDifference(from: failed, to: failed) },
      #expect(throws: EncodingError.self) { try ModelValue.areEqual(box, box) },
    ]
    for (error, text) in zip(errors, ["is not AutoCoding", "is not AutoCoding", "is neither AutoCoding nor"]) {
      guard case .invalidValue(_, let context) = error else { continue }
      #expect(context.debugDescription.contains(text))
    }
    guard case .invalidValue(_, let context) = errors[2] else { return }
    #expect(context.codingPath.map(\.stringValue) == ["any", "a"])
  }
}

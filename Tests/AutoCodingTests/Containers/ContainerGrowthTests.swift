import AutoCoding
import Foundation
import TestSupport
import Testing

/// What types with `Codable` code of their own take grows with the data, however it is nested.
struct ContainerGrowthTests {
  /// Coded by the compiler's code.
  private struct Nest: Codable, Equatable {
    var within: [Nest]
    var named: [String: Nest]
    var maybe: [Nest?]

    init(depth: Int) {
      within = depth % 3 == 1 ? [Nest(depth: depth - 1)] : []
      named = depth % 3 == 2 ? ["name": Nest(depth: depth - 1)] : [:]
      maybe = depth > 0 && depth % 3 == 0 ? [nil, Nest(depth: depth - 1)] : []
    }
  }

  /// The CPU time that the current thread takes for some work, in seconds: the least of several runs.
  private func time(_ work: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<5 {
      least = min(least, try ThreadTime.measure(work))
    }
    return least
  }

  @Test("values within values are found once", arguments: [TestCoder.json, .dictionary])
  func nesting(_ coder: TestCoder) throws {
    let shallow = Nest(depth: 25)
    let deep = Nest(depth: 250)
    #expect(try coder.roundTrip(deep) == deep)
    // Ten times as deep takes about ten times as long; it took a hundred times as long when each level was looked
    // through anew.
    let encoded = (try coder.encode(shallow), try coder.encode(deep))
    let encoding = try time { _ = try coder.encode(deep) } / time { _ = try coder.encode(shallow) }
    let decoding =
      try time { _ = try coder.decode(Nest.self, from: encoded.1) }
      / time { _ = try coder.decode(Nest.self, from: encoded.0) }
    #expect(encoding < 35)
    #expect(decoding < 35)
  }
}

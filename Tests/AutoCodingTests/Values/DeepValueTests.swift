import AutoCoding
import Foundation
import Testing

private final class Part: AutoCoding {
  var name = "p"
  init() {}
}

private indirect enum Deep: AutoCoding {
  case end(Int)
  case more(Deep)
}

/// With objects, so that a copy goes through all of it.
private indirect enum Chain: AutoCoding {
  case end(Part)
  case link(to: Chain)
}

private struct Holder: AutoCoding {
  var label = "h"
  var value: Any
}

private struct ChainOwner: AutoCoding {
  var chain: Chain
}

/// Deep values.
struct DeepValueTests {
  /// A value that another thread looks at, and that the thread that made it has to release.
  private final class Shared<Value>: @unchecked Sendable {
    private var stored: Value?
    init(value: Value) { stored = value }

    func look<Result>(_ body: (Value) throws -> Result) throws -> Result { try body(try #require(stored)) }
    func release() { stored = nil }
  }

  private static func nested(_ levels: Int, around value: Any = 1) -> Any {
    var value = value
    for level in 0..<levels { value = level.isMultiple(of: 4) ? ["k": value] as [String: Any] : [value] as [Any] }
    return value
  }

  private static func deep(_ levels: Int, _ end: Int = 0) -> Deep {
    var value = Deep.end(end)
    for _ in 0..<levels { value = .more(value) }
    return value
  }

  private static func chain(_ levels: Int) -> Chain {
    var value = Chain.end(Part())
    for _ in 0..<levels { value = .link(to: value) }
    return value
  }

  private static func depth(_ value: Any) -> Int {
    var (depth, value) = (0, value)
    while let inner = (value as? [Any])?.first ?? (value as? [String: Any])?["k"] {
      (depth, value) = (depth + 1, inner)
    }
    return depth
  }

  private static let levels = 10_000

  @Test("10,000 levels, where the stack has room for them")
  func large() throws {
    try TestThread.run(stackSize: 512 << 20) {
      let (one, two) = (Holder(value: Self.nested(Self.levels)), Holder(value: Self.nested(Self.levels)))
      let other = Holder(value: Self.nested(Self.levels, around: 2))
      #expect(try ModelValue.areEqual(one, two))
      #expect(try !ModelValue.areEqual(one, other))
      #expect(Self.depth(try ModelValue.copy(of: one).value) == Self.levels)
      #expect(try ModelDifference(from: one, to: two).isEmpty)
      let difference = try ModelDifference(from: one, to: other)
      #expect(difference.changes.count == 1 && difference.description.contains("…"))
      var third = two
      try difference.apply(to: &third)
      #expect(try ModelValue.areEqual(third, other))
      #expect((try? ModelValue.description(of: one))?.contains("…") == true)

      #expect(try ModelValue.areEqual(Self.deep(Self.levels), Self.deep(Self.levels)))
      #expect(try !ModelValue.areEqual(Self.deep(Self.levels), Self.deep(Self.levels, 1)))
      #expect(try ModelDifference(from: Self.deep(Self.levels), to: Self.deep(Self.levels, 1)).changes.count == 1)
      _ = try ModelValue.copy(of: Self.deep(Self.levels))
      let chain = ChainOwner(chain: Self.chain(Self.levels))
      let copy = try ModelValue.copy(of: chain)
      #expect(try ModelValue.areEqual(chain, copy))
      #expect(try ModelValue.description(of: chain).contains("…"))
    }
  }

  @Test("a stack of 512 KB is no reason to crash")
  func small() throws {
    let outcome = Outcome()
    try TestThread.run(stackSize: 512 << 20) {
      let holders = Shared(
        value: (Holder(value: Self.nested(Self.levels)), Holder(value: Self.nested(Self.levels, around: Part()))))
      let deep = Shared(value: (Self.deep(Self.levels), Self.deep(Self.levels, 1)))
      let chains = Shared(
        value: (ChainOwner(chain: Self.chain(Self.levels)), ChainOwner(chain: Self.chain(Self.levels))))
      // The small stack would not do for releasing them.
      defer {
        holders.release()
        deep.release()
        chains.release()
      }
      try TestThread.run(stackSize: 512 << 10) {
        try holders.look { one, two in
          outcome.add("areEqual Any", "value") { _ = try ModelValue.areEqual(one, two) }
          outcome.add("copy Any", "value") { _ = try ModelValue.copy(of: two) }
          outcome.add("difference Any", "value") { _ = try ModelDifference(from: one, to: two) }
          // What has only room for so much shows so much.
          #expect((try? ModelValue.description(of: one))?.contains("…") == true)
        }
        try deep.look { one, two in
          outcome.add("areEqual enum", "more") { _ = try ModelValue.areEqual(one, two) }
          outcome.add("difference enum", "more") { _ = try ModelDifference(from: one, to: two) }
        }
        try chains.look { one, two in
          outcome.add("areEqual chain", "chain") { _ = try ModelValue.areEqual(one, two) }
          outcome.add("copy chain", "chain") { _ = try ModelValue.copy(of: one) }
          outcome.add("difference chain", "chain") { _ = try ModelDifference(from: one, to: two) }
          #expect((try? ModelValue.description(of: one))?.contains("…") == true)
        }
      }
    }
    #expect(outcome.problems.isEmpty, "\(outcome.problems)")
    #expect(outcome.count == 8)
  }

  private final class Outcome: @unchecked Sendable {
    var problems: [String] = []
    var count = 0

    /// Expects an error about the stack, with a path that begins with a step.
    func add(_ name: String, _ step: String, _ body: () throws -> Void) {
      count += 1
      do {
        try body()
        problems.append("\(name): no error")
      } catch DecodingError.dataCorrupted(let context) {
        if !context.debugDescription.contains("stack is too small") { problems.append("\(name): \(context)") }
        if context.codingPath.first?.stringValue != step || context.codingPath.count < 20 {
          problems.append("\(name): \(context.codingPath.prefix(4)) of \(context.codingPath.count)")
        }
      } catch {
        problems.append("\(name): \(error)")
      }
    }
  }
}

import RuntimeShims

/// How deep the current thread is in values within values, and how much of its stack is left for more.
package enum Nesting {
  /// Why no further level is entered.
  package enum Excess: Sendable {
    case depth(Int)
    case stack(Int)
  }

  /// Bytes of stack that a level may need, with those of a coder between two levels of ours.
  private static let reserve: UInt = 96 << 10

  /// Enters a level, which ``leave()`` leaves. Returns the level, 1 for the outermost.
  package static func enter() -> Int {
    let nesting = ac_nesting()
    nesting.pointee.depth += 1
    return nesting.pointee.depth
  }

  package static func leave() {
    ac_nesting().pointee.depth -= 1
  }

  /// Sets the limit for the levels within the current outermost one.
  package static func limit(to depth: Int) {
    ac_nesting().pointee.maximumDepth = depth
  }

  /// Why the level just entered must not be used, or nil.
  package static var excess: Excess? {
    let nesting = ac_nesting()
    if nesting.pointee.depth > nesting.pointee.maximumDepth { return .depth(nesting.pointee.maximumDepth) }
    return ac_stack_left() < reserve ? .stack(nesting.pointee.depth) : nil
  }
}

/// Detects shared parts that are coded over and over: some hundred bytes of such parts can stand for more values than
/// any memory holds.
///
/// Work is counted in values. The guard remembers nothing until much work was done. From then on it remembers each part
/// that took much work, and counts the work within a part that it meets again. So honest data pays next to nothing.
package final class ExpansionGuard {
  /// How much work is done before the guard remembers anything.
  package static let threshold = 1 << 16
  /// The work that makes a part worth remembering.
  private static let notable = 256
  /// How much repeated work is always allowed.
  private static let allowance = 1 << 18

  /// A part that is being coded.
  package struct Visit {
    fileprivate let part: UInt
    fileprivate let work: Int
    fileprivate let isRepetition: Bool
  }

  /// Tells a remembered part from one that is at its address after it ended, such as an object that a transformer makes for
  /// each value.
  private struct KnownPart {
    /// Not retained, so that what is encoded in turn does not stay in memory.
    weak var object: AnyObject?
    /// A collection, which cannot be referred to weakly.
    let value: Any?

    init(_ part: Any) {
      let isObject = type(of: part) is AnyClass
      object = isObject ? part as AnyObject : nil
      value = isObject ? nil : part
    }

    var isAlive: Bool { value != nil || object != nil }
  }

  /// The remembered parts, by their addresses.
  private var known: [UInt: KnownPart] = [:]
  /// The work that was done when the first part was visited.
  private var start: Int?
  /// The repeated work so far, not counting work since ``repetition``.
  private var repeated = 0
  /// The work done when the outermost repeated part began; nil outside of one.
  private var repetition: Int?

  package init() {}

  /// Begins a part, which ``end(_:work:)`` ends.
  ///
  /// - Parameters:
  ///   - part: The address of the part.
  ///   - work: How much work was done so far.
  ///   - maximumExpansion: How many times as much repeated work as other work is allowed.
  /// - Returns: Nil if too much work was repeated.
  package func begin(_ part: UInt, work: Int, maximumExpansion: Int) -> Visit? {
    let start = start ?? work
    self.start = start
    let again = max(0, repeated &+ (repetition.map { max(0, work &- $0) } ?? 0))
    let once = max(0, work &- start &- again)
    let (allowed, overflow) = once.multipliedReportingOverflow(by: max(maximumExpansion, 0))
    guard overflow || again <= allowed &+ Self.allowance || allowed > Int.max - Self.allowance else { return nil }
    let isRepetition = repetition == nil && known[part]?.isAlive ?? false
    if isRepetition { repetition = work }
    return Visit(part: part, work: work, isRepetition: isRepetition)
  }

  /// Ends a part. Must also be called if an error was thrown within it.
  ///
  /// - Parameter part: The part, called if it is remembered.
  package func end(_ visit: Visit, work: Int, part: () -> Any) {
    let own = max(0, work &- visit.work)
    if visit.isRepetition {
      repeated &+= own
      repetition = nil
    } else if repetition == nil, own >= Self.notable {
      known[visit.part] = KnownPart(part())
    }
  }
}

/// Detects that the same parts of an input are read over and over: nested arrays that are shared can stand for more
/// values than memory can hold.
///
/// It records nothing until many values were read.
final class InputGrowth {
  private static let threshold = 1 << 16
  private static let allowance = 1 << 18

  /// The number of values that were read.
  private var count = 0
  /// The identities of the parts that were read since the count exceeded the threshold.
  private var known: Set<UInt> = []
  /// The number of values in these parts, each counted once, and in parts without an identity.
  private var knownCount = 0

  /// Counts the values of an array or dictionary that is read.
  ///
  /// - Parameters:
  ///   - part: The array or dictionary. The input keeps it unchanged.
  ///   - count: The number of values in it.
  /// - Returns: False if parts were read again too often.
  @inline(__always)
  func read(_ part: Any, count: Int, maximumExpansion: Int) -> Bool {
    self.count &+= count &+ 1
    return self.count <= Self.threshold || remember(part, count: count &+ 1, maximumExpansion: maximumExpansion)
  }

  @inline(never)
  private func remember(_ part: Any, count: Int, maximumExpansion: Int) -> Bool {
    // A value without an identity cannot be shared.
    guard let identity = PlainValue.identity(of: part), !known.insert(identity).inserted else {
      knownCount &+= count
      return true
    }
    let (allowed, overflow) = knownCount.multipliedReportingOverflow(by: max(maximumExpansion, 0))
    return overflow || self.count &- Self.allowance <= allowed
  }
}

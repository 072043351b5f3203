/// Detects that the same parts of an input are read over and over: nested arrays that are shared can stand for more
/// values than memory can hold.
///
/// It records nothing until many values were read.
final class InputGrowth {
  private static let threshold = 1 << 16
  private static let allowance = 1 << 18

  /// The number of values that were read.
  private var count = 0
  /// The parts that were read since the count exceeded the threshold, by their identities. They are kept alive, since a part
  /// that Foundation's collections were bridged to would otherwise leave its address to the next.
  private var known: [UInt: Any] = [:]
  /// The number of values in these parts, each counted once, and in parts without an identity.
  private var knownCount = 0

  /// Counts the values of an array or dictionary that is read.
  ///
  /// - Parameters:
  ///   - part: The array or dictionary. The input keeps it unchanged.
  ///   - count: The number of values in it.
  ///   - limits: The coder's limits.
  /// - Throws: `DecodingError` if parts were read again too often.
  @inline(__always)
  func read(_ part: Any, count: Int, limits: CodingLimits) throws {
    self.count &+= count &+ 1
    guard
      self.count <= Self.threshold || remember(part, count: count &+ 1, maximumExpansion: limits.maximumExpansion)
    else { throw Self.exceeded(limits) }
  }

  private static func exceeded(_ limits: CodingLimits) -> DecodingError {
    DataRefusal(
      .limit,
      """
      The input expands to far more values than it has, since its arrays and dictionaries share parts. \
      limits.maximumExpansion limits the expansion (\(limits.maximumExpansion) times).
      """
    ).decodingError()
  }

  @inline(never)
  private func remember(_ part: Any, count: Int, maximumExpansion: Int) -> Bool {
    // A value without an identity cannot be shared.
    guard let identity = PlainValue.identity(of: part), known.updateValue(part, forKey: identity) != nil else {
      knownCount &+= count
      return true
    }
    let (allowed, overflow) = knownCount.multipliedReportingOverflow(by: max(maximumExpansion, 0))
    return overflow || self.count &- Self.allowance <= allowed
  }
}

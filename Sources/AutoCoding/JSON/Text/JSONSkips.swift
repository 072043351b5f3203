/// What a reader and its copies know of the values that they passed over.
///
/// A value may be passed over for each value around it: to find a version behind it, to migrate members, to continue after
/// an error. Once the bytes that were passed over exceed twice the text, ends of arrays and objects are recorded, so that
/// the time does not grow with the size of the text times its depth.
final class JSONSkips {
  /// The least size of an array or object whose end is recorded, in bytes.
  private static let leastSize = 1 << 10

  /// The number of bytes that were passed over.
  @exclusivity(unchecked) private var byteCount = 0
  /// The offsets at which arrays and objects end, by those at which they begin.
  @exclusivity(unchecked) private var ends: [Int: Int] = [:]

  /// Whether some of a text must have been passed over more than once.
  func areRepeated(in textCount: Int) -> Bool { byteCount > 2 * textCount }

  func count(_ byteCount: Int) { self.byteCount &+= byteCount }

  func end(from begin: Int) -> Int? { ends[begin] }

  func record(_ range: Range<Int>) {
    if range.count >= Self.leastSize { ends[range.lowerBound] = range.upperBound }
  }

  /// Forgets a text.
  func reset() {
    byteCount = 0
    if !ends.isEmpty { ends = [:] }
  }
}

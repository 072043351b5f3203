import RuntimeShims

/// Small numbers that threads share as hints: any recently stored value is good enough, so no thread waits.
package struct HintTable: @unchecked Sendable {
  private let words: UnsafeMutablePointer<UInt16>

  /// A table that is never freed.
  package init(_ hints: [UInt16]) {
    words = .allocate(capacity: max(hints.count, 1))
    words.initialize(repeating: 0, count: max(hints.count, 1))
    for (index, hint) in hints.enumerated() { words[index] = hint }
  }

  /// Precondition: the index is one of the table's.
  @inline(__always)
  package subscript(index: Int) -> Int { Int(ac_load_hint(words + index)) }

  /// Stores a hint unless it is there already, so that threads that agree do not write.
  @inline(__always)
  package func store(_ hint: Int, at index: Int) {
    let hint = UInt16(truncatingIfNeeded: hint)
    if ac_load_hint(words + index) != hint { ac_store_hint(words + index, hint) }
  }
}

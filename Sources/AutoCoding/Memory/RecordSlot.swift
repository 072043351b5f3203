/// The slot of a type's map for a format that reads and writes records as a whole.
package struct RecordSlot: @unchecked Sendable {
  /// The slot, and what it is of.
  private let words: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  package init() {
    words = .allocate(capacity: 2)
    words.initialize(repeating: nil, count: 2)
  }

  /// Says what the slot is of. Precondition: the object is immortal; nothing was prepared yet.
  package func setOwner(_ owner: AnyObject) { words[1] = Unmanaged.passUnretained(owner).toOpaque() }

  /// What the slot is of.
  package var owner: AnyObject? { words[1].map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }

  /// What the slot is of, unretained. Precondition: that is an object of the class.
  @inline(__always)
  package func owner<Owner: AnyObject>(as type: Owner.Type) -> Unmanaged<Owner>? {
    words[1].map { Unmanaged.fromOpaque($0) }
  }

  /// The address of what was prepared; nil until then.
  @inline(__always)
  package var prepared: UnsafeRawPointer? { FormatSlot(at: words).prepared }

  /// Keeps what was prepared, which is never freed.
  package func keep(_ prepared: UnsafeMutableRawPointer) { FormatSlot(at: words).keep(prepared) }
}

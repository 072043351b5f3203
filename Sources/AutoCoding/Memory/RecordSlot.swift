/// The slot of a type's map in which a format keeps its preparation, if it reads and writes whole records.
package struct RecordSlot: @unchecked Sendable {
  /// The ``FormatSlot``'s word, and the owner.
  private let words: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  package init() {
    words = .allocate(capacity: 2)
    words.initialize(repeating: nil, count: 2)
  }

  /// Sets the owner of the slot. Precondition: the object is immortal; nothing was prepared yet.
  package func setOwner(_ owner: AnyObject) { words[1] = Unmanaged.passUnretained(owner).toOpaque() }

  /// The map that has the slot.
  package var owner: AnyObject? { words[1].map { Unmanaged.fromOpaque($0).takeUnretainedValue() } }

  /// The map that has the slot, unretained. Precondition: it is an object of the class.
  @inline(__always)
  package func owner<Owner: AnyObject>(as type: Owner.Type) -> Unmanaged<Owner>? {
    words[1].map { Unmanaged.fromOpaque($0) }
  }

  /// The address that ``keep(_:)`` stored; nil until then.
  @inline(__always)
  package var prepared: UnsafeRawPointer? { FormatSlot(at: words).prepared }

  /// Stores the address of prepared memory, which must never be freed.
  package func keep(_ prepared: UnsafeMutableRawPointer) { FormatSlot(at: words).keep(prepared) }
}

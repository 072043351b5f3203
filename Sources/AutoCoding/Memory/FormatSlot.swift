import RuntimeShims

/// A word that points to something a format prepares once and never frees, such as a key in its notation. It is read
/// without a lock.
///
/// Two threads may both prepare it; either result is valid.
package struct FormatSlot: @unchecked Sendable {
  private let address: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// Precondition: the word at the address is 0, is used for nothing else, and is never freed.
  @inline(__always)
  package init(at address: UnsafeMutableRawPointer) {
    self.address = address.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  /// Makes a slot that is never freed.
  package init() { self.init(at: PermanentWords.make()) }

  /// The address that ``keep(_:)`` stored; nil until then. It is ``nothing`` after ``keepNothing()``.
  @inline(__always)
  package var prepared: UnsafeRawPointer? { UnsafeRawPointer(ac_load_acquire_optional(address)) }

  /// Stores the address of prepared memory, which must never be freed.
  package func keep(_ prepared: UnsafeMutableRawPointer) { ac_store_release(address, prepared) }

  /// Stands for there being nothing to prepare. It is the address of the slot's own word: access to a static property takes
  /// a call on Linux.
  @inline(__always)
  package var nothing: UnsafeRawPointer { UnsafeRawPointer(address) }

  /// Stores that there is nothing to prepare.
  package func keepNothing() { ac_store_release(address, UnsafeMutableRawPointer(address)) }
}

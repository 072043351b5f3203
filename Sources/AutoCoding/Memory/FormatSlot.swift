import RuntimeShims

/// A place for what a format prepares once and keeps for ever, such as a key in its own notation. It is read without a lock.
///
/// Two threads may both prepare it; either result is valid.
package struct FormatSlot: @unchecked Sendable {
  private let address: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// Precondition: the word at the address is 0, is used for nothing else, and is never freed.
  @inline(__always)
  package init(at address: UnsafeMutableRawPointer) {
    self.address = address.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  /// The address of what was prepared; nil until then.
  @inline(__always)
  package var prepared: UnsafeRawPointer? { UnsafeRawPointer(ac_load_acquire_optional(address)) }

  /// Keeps what was prepared, which is never freed.
  package func keep(_ prepared: UnsafeMutableRawPointer) { ac_store_release(address, prepared) }
}

import RuntimeShims

/// A reference to an immortal object that is read without a lock.
///
/// Two threads may both store one; either must be valid.
package struct AtomicReference<Object: AnyObject>: @unchecked Sendable {
  /// Never freed, since the owner of this reference is immortal.
  private let address: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  package init() { address = PermanentWords.make().assumingMemoryBound(to: UnsafeMutableRawPointer?.self) }

  /// The object that was stored, unretained; nil until then.
  @inline(__always)
  package var value: Unmanaged<Object>? {
    guard let pointer = ac_load_acquire_optional(address) else { return nil }
    return Unmanaged.fromOpaque(pointer)
  }

  /// Returns the object, or makes and stores one. Threads that do so at the same time may each make one.
  package func found(orMake make: () -> Object) -> Object {
    if let value { return value.takeUnretainedValue() }
    let object = make()
    store(object)
    return object
  }

  /// Stores an object that is never released anyway.
  package func store(immortal object: Object) {
    ac_store_release(address, Unmanaged.passUnretained(object).toOpaque())
  }

  /// Stores an object that was made for this reference, and never releases it.
  package func store(_ object: Object) {
    ac_store_release(address, Unmanaged.passRetained(object).toOpaque())
  }
}

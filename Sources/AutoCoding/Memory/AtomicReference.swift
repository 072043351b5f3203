import RuntimeShims

/// A reference to something immortal that is found out once, and read without a lock from then on.
///
/// Two threads may both find it out; either outcome is as good.
package struct AtomicReference<Object: AnyObject>: @unchecked Sendable {
  /// Never freed, as whoever holds this is not.
  private let address: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  package init() {
    address = .allocate(capacity: 1)
    address.initialize(to: nil)
  }

  /// What was stored, unretained; nil until then.
  @inline(__always)
  package var value: Unmanaged<Object>? {
    guard let pointer = ac_load_acquire_optional(address) else { return nil }
    return Unmanaged.fromOpaque(pointer)
  }

  /// Stores an object, which is never released.
  package func store(_ object: Object) {
    ac_store_release(address, Unmanaged.passRetained(object).toOpaque())
  }
}

import RuntimeShims

/// A value that one thread at a time may use.
package final class Locked<Value>: @unchecked Sendable {
  // Not a stored property: the runtime would check exclusive access to it, which the lock already ensures.
  private let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  private let lock = ac_mutex_create()

  package init(_ value: Value) {
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    ac_mutex_destroy(lock)
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    ac_mutex_lock(lock)
    defer { ac_mutex_unlock(lock) }
    return try body(&value.pointee)
  }

  /// Replaces the value. The old one is released outside the lock, since releasing it may run the caller's code.
  package func replace(_ replacement: (Value) -> Value) {
    _ = withLock { value in
      let old = value
      value = replacement(old)
      return old
    }
  }
}

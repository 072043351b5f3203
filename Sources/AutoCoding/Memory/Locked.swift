import RuntimeShims

/// A value that one thread at a time may use.
package final class Locked<Value>: @unchecked Sendable {
  // In memory of its own, where the lock alone guards it: what a class stores is guarded by the runtime once more.
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

  /// Replaces the value. The old one goes when the lock is free, since code of the caller's may run as it does.
  package func replace(_ replacement: (Value) -> Value) {
    _ = withLock { value in
      let old = value
      value = replacement(old)
      return old
    }
  }
}

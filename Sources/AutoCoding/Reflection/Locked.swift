import RuntimeShims

/// A value that one thread at a time may use.
package final class Locked<Value>: @unchecked Sendable {
  private var value: Value
  private let lock = ac_mutex_create()

  package init(_ value: Value) {
    self.value = value
  }

  deinit { ac_mutex_destroy(lock) }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    ac_mutex_lock(lock)
    defer { ac_mutex_unlock(lock) }
    return try body(&value)
  }
}

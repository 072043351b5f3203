import RuntimeShims

/// A value that one thread at a time may use. It lives as long as the process.
package final class Locked<Value>: @unchecked Sendable {
  private var value: Value
  private let lock = ac_mutex_create()

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    ac_mutex_lock(lock)
    defer { ac_mutex_unlock(lock) }
    return try body(&value)
  }
}

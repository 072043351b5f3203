/// The observers of a ``Stored`` value.
final class StoredObservers<Value: Sendable>: Sendable {
  private struct Listeners {
    var continuations: [Int: AsyncStream<Value>.Continuation] = [:]
    var count = 0
  }

  private let listeners = Locked(Listeners())

  /// Returns a sequence that begins with the current value.
  func stream(_ current: () -> Value) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let number = listeners.withLock { listeners in
      // Inside the lock, so that no value is delivered out of order or missed.
      continuation.yield(current())
      listeners.count += 1
      listeners.continuations[listeners.count] = continuation
      return listeners.count
    }
    continuation.onTermination = { [weak self] _ in
      // The removed continuation is released after the lock is.
      _ = self?.listeners.withLock { $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }

  /// Sets a value and sends it to all sequences.
  ///
  /// - Returns: What `set` returns: the value before.
  func tell(_ value: Value, _ set: () -> Value) -> Value {
    listeners.withLock { listeners in
      let old = set()
      for continuation in listeners.continuations.values { continuation.yield(value) }
      return old
    }
  }

  /// Ends all sequences.
  func finish() {
    let continuations = listeners.withLock { Array($0.continuations.values) }
    for continuation in continuations { continuation.finish() }
  }
}

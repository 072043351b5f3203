/// Who is told of the values of a ``Stored``.
final class StoredObservers<Value: Sendable>: Sendable {
  private struct Listeners {
    var continuations: [Int: AsyncStream<Value>.Continuation] = [:]
    var count = 0
  }

  private let listeners = Locked(Listeners())

  /// A sequence that begins with the value as it is.
  func stream(_ current: () -> Value) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    let number = listeners.withLock { listeners in
      // Within the lock, so that no value comes before this one or is missed after it.
      continuation.yield(current())
      listeners.count += 1
      listeners.continuations[listeners.count] = continuation
      return listeners.count
    }
    continuation.onTermination = { [weak self] _ in
      // What is let go goes when the lock is free.
      _ = self?.listeners.withLock { $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }

  /// Sets a value and tells all of it.
  func tell(_ value: Value, _ set: () -> Void) {
    listeners.withLock { listeners in
      set()
      for continuation in listeners.continuations.values { continuation.yield(value) }
    }
  }

  /// Ends all sequences.
  func finish() {
    let continuations = listeners.withLock { Array($0.continuations.values) }
    for continuation in continuations { continuation.finish() }
  }
}

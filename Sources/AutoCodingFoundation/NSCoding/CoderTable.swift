import AutoCoding

/// What is made once for each key, and made anew after more types were registered.
struct CoderTable<Key: Hashable, Value>: Sendable {
  private let values = Locked<[Key: Value]>([:])

  /// Returns the value for a key, which `make` makes the first time.
  func value(for key: Key, _ make: () -> Value) -> Value {
    if let known = values.withLock({ $0[key] }) { return known }
    let generation = TypeNames.generation
    // Outside the lock, since it looks up other types.
    let made = make()
    return values.withLock { values in
      if let known = values[key] { return known }
      // If types were registered meanwhile, the tables may have been emptied already.
      if TypeNames.generation == generation { values[key] = made }
      return made
    }
  }

  func removeAll() { values.replace { _ in [:] } }
}

/// A value that is kept in a store and can be used from any thread. ``StoredObject`` is the counterpart for objects.
///
/// ```swift
/// let preferences = try Stored(Preferences(), identifier: "preferences", store: store)
/// try preferences.update { $0.volume += 1 }
/// print(preferences.value.volume)
/// ```
///
/// `update(_:)` changes the value and writes it. Updates run one after another, so no change is lost. Readers get the
/// value before or after an update and never wait for the store. ``values`` reports each change.
///
/// Use it for structs and enums. An object changes in place, so neither an update that fails nor `remove()` would bring
/// back what it was.
public final class Stored<Value: Codable & Sendable>: Sendable {
  private let slot: StoredSlot
  private let defaultValue: Value
  private let current: Locked<Value>
  private let lock = ReentrancyLock()
  private let observers = StoredObservers<Value>()

  /// Loads the value from a store.
  ///
  /// - Parameters:
  ///   - defaultValue: The value to use if the store has none.
  ///   - identifier: The key in the store. No other live ``Stored`` or ``StoredObject`` may use it.
  ///   - store: The store.
  ///   - coder: The format.
  ///   - unreadableData: What to do with stored data that cannot be read.
  ///   - old: A value to import if the store has none yet; it is saved immediately. If stored data was moved aside, the
  ///     value is the default, and nothing is imported; it is at the next launch, if nothing was saved until then.
  /// - Throws: ``AutoCodingError`` if the type cannot be stored; ``StorageError`` if the identifier is in use, the
  ///   stored data cannot be read, or the store fails; any error of `didDecode()` or of the import.
  public init(
    _ defaultValue: Value, identifier: String, store: any DataStore, coder: some DataCoder = .keyedArchive,
    unreadableData: UnreadableDataPolicy = .report, importing old: UserDefaultsImport<Value>? = nil
  ) throws {
    try KeptTypes.check(Value.self)
    let slot = try StoredSlot(identifier: identifier, store: store, coder: coder, policy: unreadableData)
    self.slot = slot
    self.defaultValue = defaultValue
    var loaded: Value?
    try slot.begin(isOldHere: old?.isKept(in: store, forKey: identifier) ?? false) {
      loaded = try slot.decode(Value.self, from: $0)
    } takeOld: {
      loaded = try old?.value()
      if let loaded { try slot.save(loaded) }
      return loaded != nil
    }
    current = Locked(loaded ?? defaultValue)
  }

  deinit { observers.finish() }

  /// The value as last loaded or written.
  public var value: Value { current.withLock { $0 } }

  /// The current value, followed by the value after each save, load and removal.
  ///
  /// Every sequence delivers all values in order, from the time at which it was created. It ends when this object is
  /// deallocated.
  ///
  /// ```swift
  /// for await preferences in stored.values { show(preferences) }
  /// ```
  public var values: AsyncStream<Value> { observers.stream { value } }

  /// The data that could not be read and was moved to another key, or nil if there was none.
  public var movedAside: UnreadableData? { slot.movedAside }

  /// Changes the value and writes it.
  ///
  /// - Parameter change: A closure that changes the value. It is called once, never concurrently with another change.
  ///   If it throws, the value is unchanged.
  /// - Returns: The result of `change`.
  /// - Throws: Any error of `change`; ``StorageError`` if the value could not be written, or if `change` itself changes
  ///   the same value; any error of `willEncode()`, and of a ``DataCoder`` or ``DataStore`` of your own, as it is. The
  ///   value and the store are then unchanged.
  @discardableResult
  public func update<Result>(_ change: (inout Value) throws -> Result) throws -> Result {
    try withLock {
      var value = value
      let result = try change(&value)
      try slot.save(value)
      set(value)
      return result
    }
  }

  /// Writes the value, even if it is still the unchanged default.
  ///
  /// - Throws: ``StorageError``; any error of `willEncode()`, and of a ``DataCoder`` or ``DataStore`` of your own, as it
  ///   is.
  public func save() throws {
    try withLock {
      try slot.save(value)
      set(value)
    }
  }

  /// Replaces the value with the stored one, or with the default if the store has none.
  ///
  /// - Throws: ``StorageError``, or any error of `didDecode()`; the value is then unchanged.
  public func load() throws {
    try withLock {
      var loaded = defaultValue
      _ = try slot.take { loaded = try slot.decode(Value.self, from: $0) }
      set(loaded)
    }
  }

  /// Removes the value from the store and resets it to the default.
  ///
  /// - Throws: ``StorageError``, or the error of a ``DataStore`` of your own; the value and the store are then unchanged.
  public func remove() throws {
    try withLock {
      try slot.remove()
      set(defaultValue)
    }
  }

  private func set(_ value: Value) {
    // The old value is released outside the locks, since releasing it may run code that uses this object.
    _ = observers.tell(value) {
      current.withLock { current in
        let old = current
        current = value
        return old
      }
    }
  }

  private func withLock<Result>(_ body: () throws -> Result) throws -> Result {
    guard let result = try lock.take(body) else {
      throw StorageError(
        .writeFailed, location: slot.store.location, key: slot.identifier,
        explanation: "The value is already being changed on this thread, and one change would be lost.",
        remedy: "Make all changes in one call of update(_:).")
    }
    return result
  }
}

extension Stored where Value: DefaultInitializable {
  /// Loads the value from a store, or creates it by `init()` if the store has none.
  ///
  /// - Throws: The errors of ``init(_:identifier:store:coder:unreadableData:importing:)``.
  public convenience init(
    identifier: String, store: any DataStore, coder: some DataCoder = .keyedArchive,
    unreadableData: UnreadableDataPolicy = .report, importing old: UserDefaultsImport<Value>? = nil
  ) throws {
    try self.init(
      Value(), identifier: identifier, store: store, coder: coder, unreadableData: unreadableData, importing: old)
  }
}

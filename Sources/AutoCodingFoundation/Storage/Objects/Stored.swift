import Foundation

/// A value that is kept in a store, for any thread: what ``StoredObject`` is for objects.
///
/// ```swift
/// let preferences = try Stored(Preferences(), identifier: "preferences", store: store)
/// try preferences.update { $0.volume += 1 }
/// print(preferences.value.volume)
/// ```
///
/// `update(_:)` changes the value and writes it, one caller after the other, so that no change is lost; readers have the
/// value before or after, and never wait for the store. ``values`` tells of each change.
public final class Stored<Value: Codable & Sendable>: Sendable {
  private let place: StoredSlot
  private let defaultValue: Value
  private let current: Locked<Value>
  private let turn = ReentrancyLock()
  private let observers = StoredObservers<Value>()

  /// Loads the value that is kept under an identifier.
  ///
  /// - Parameters:
  ///   - defaultValue: The value where nothing is kept.
  ///   - identifier: The key in the store. No other ``Stored`` or ``StoredObject`` that lives may have it.
  ///   - store: Where the value is kept.
  ///   - coder: The format in which it is kept.
  ///   - unreadableData: What becomes of what is kept and cannot be read.
  ///   - old: What to take over if nothing is kept yet; it is then saved at once.
  /// - Throws: ``AutoCodingError`` where the type cannot be kept; ``StorageError`` where the identifier is in use, what is
  ///   kept cannot be read, or the store fails; what taking over throws.
  public init(
    _ defaultValue: Value, identifier: String, store: any DataStore, coder: some DataCoder = .keyedArchive,
    unreadableData: UnreadableDataPolicy = .report, importing old: UserDefaultsImport<Value>? = nil
  ) throws {
    try KeptTypes.check(Value.self)
    let place = try StoredSlot(identifier: identifier, store: store, coder: coder, policy: unreadableData)
    self.place = place
    self.defaultValue = defaultValue
    var loaded: Value?
    try place.begin(isOldHere: old?.isKept(in: store, forKey: identifier) ?? false) {
      loaded = try place.load(Value.self)
      return loaded != nil
    } takeOld: {
      loaded = try old?.value()
      if let loaded { try place.save(loaded) }
      return loaded != nil
    }
    current = Locked(loaded ?? defaultValue)
  }

  deinit { observers.finish() }

  /// The value, as it was last loaded or written.
  public var value: Value { current.withLock { $0 } }

  /// The value as it is, and then as it is each time that it was saved, loaded or removed.
  ///
  /// Every sequence has all of them, in their order, from the time at which it was made; it ends with this object.
  ///
  /// ```swift
  /// for await preferences in stored.values { show(preferences) }
  /// ```
  public var values: AsyncStream<Value> { observers.stream { value } }

  /// What could not be read, and is kept under another name since; nil if there was nothing of that kind.
  public var movedAside: UnreadableData? { place.movedAside }

  /// Changes the value, and writes it.
  ///
  /// - Parameter change: Changes the value; is called once, while no other call of it is under way. The value stays as it
  ///   is where it throws.
  /// - Returns: What `change` returns.
  /// - Throws: What `change` throws; ``StorageError`` where the value could not be written, or where `change` itself asks for
  ///   a change of the same value. The value and what is kept are as they were then.
  @discardableResult
  public func update<Result>(_ change: (inout Value) throws -> Result) throws -> Result {
    try inTurn {
      var value = value
      let result = try change(&value)
      try place.save(value)
      set(value)
      return result
    }
  }

  /// Writes the value, also where it is the default that nothing has changed yet.
  ///
  /// - Throws: ``StorageError``.
  public func save() throws {
    try inTurn {
      try place.save(value)
      set(value)
    }
  }

  /// Loads what is kept, in place of the value; it is the default where nothing is.
  ///
  /// - Throws: ``StorageError``; the value is as it was then.
  public func load() throws {
    try inTurn {
      do {
        set(try place.load(Value.self) ?? defaultValue)
      } catch {
        try place.moveAside(because: error)
        set(defaultValue)
      }
    }
  }

  /// Removes what is kept; the value is the default.
  ///
  /// - Throws: ``StorageError``; the value and what is kept are as they were then.
  public func remove() throws {
    try inTurn {
      try place.remove()
      set(defaultValue)
    }
  }

  private func set(_ value: Value) {
    observers.tell(value) { current.withLock { $0 = value } }
  }

  private func inTurn<Result>(_ body: () throws -> Result) throws -> Result {
    guard let result = try turn.take(body) else {
      throw StorageError(
        .writeFailed, location: place.store.location, key: place.identifier,
        explanation: "The value was to be changed while the same thread is changing it, and one change would be lost.",
        remedy: "Make all changes in one call of update(_:).")
    }
    return result
  }
}

extension Stored where Value: DefaultInitializable {
  /// Loads the value that is kept under an identifier; it is that of `init()` where nothing is.
  ///
  /// - Throws: As ``init(_:identifier:store:coder:unreadableData:importing:)``.
  public convenience init(
    identifier: String, store: any DataStore, coder: some DataCoder = .keyedArchive,
    unreadableData: UnreadableDataPolicy = .report, importing old: UserDefaultsImport<Value>? = nil
  ) throws {
    try self.init(
      Value(), identifier: identifier, store: store, coder: coder, unreadableData: unreadableData, importing: old)
  }
}

import Foundation

/// A value that is kept in a store, for any thread: what ``StoredObject`` is for objects.
///
/// ```swift
/// let preferences = try Stored(Preferences(), identifier: "preferences", store: store)
/// try preferences.update { $0.volume += 1 }
/// print(preferences.value.volume)
/// ```
///
/// ``update(_:)`` changes the value and writes it, one caller after the other, so that no change is lost; readers have the
/// value before or after, and never wait for the store.
public final class Stored<Value: Codable & Sendable>: Sendable {
  private let place: Place
  private let defaultValue: Value
  private let current: Locked<Value>
  private let turn = Turn()

  /// Loads the value that is kept under an identifier.
  ///
  /// - Parameters:
  ///   - defaultValue: The value where nothing is kept.
  ///   - identifier: The key in the store. No other ``Stored`` or ``StoredObject`` that lives may have it.
  ///   - store: Where the value is kept.
  ///   - coder: The format in which it is kept.
  /// - Throws: ``AutoCodingError`` where the type cannot be kept; ``StorageError`` where the identifier is in use, what is
  ///   kept is damaged, or the store fails.
  public init(
    _ defaultValue: Value, identifier: String, store: any DataStore, coder: some DataCoder = .keyedArchive
  ) throws {
    try KeptTypes.check(Value.self)
    place = try Place(identifier: identifier, store: store, coder: coder)
    self.defaultValue = defaultValue
    current = Locked(try place.load(Value.self) ?? defaultValue)
  }

  /// The value, as it was last loaded or written.
  public var value: Value { current.withLock { $0 } }

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
      current.withLock { $0 = value }
      return result
    }
  }

  /// Writes the value, also where it is the default that nothing has changed yet.
  ///
  /// - Throws: ``StorageError``.
  public func save() throws {
    try inTurn { try place.save(value) }
  }

  /// Loads what is kept, in place of the value; it is the default where nothing is.
  ///
  /// - Throws: ``StorageError``; the value is as it was then.
  public func reload() throws {
    try inTurn {
      let value = try place.load(Value.self) ?? defaultValue
      current.withLock { $0 = value }
    }
  }

  /// Removes what is kept; the value is the default.
  ///
  /// - Throws: ``StorageError``; the value and what is kept are as they were then.
  public func delete() throws {
    try inTurn {
      try place.delete()
      current.withLock { $0 = defaultValue }
    }
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
  /// - Throws: As ``init(_:identifier:store:coder:)``.
  public convenience init(
    identifier: String, store: any DataStore, coder: some DataCoder = .keyedArchive
  ) throws {
    try self.init(Value(), identifier: identifier, store: store, coder: coder)
  }
}

/// A lock that notices when its own holder asks for it, who would wait for ever.
final class Turn: @unchecked Sendable {
  // Recursive only so that the holder gets in, and is found out.
  private let lock = NSRecursiveLock()
  /// Used by the lock's holder alone.
  private var isTaken = false

  /// - Returns: nil where the calling thread is in `body` already.
  func take<Result>(_ body: () throws -> Result) rethrows -> Result? {
    lock.lock()
    defer { lock.unlock() }
    if isTaken { return nil }
    isTaken = true
    defer { isTaken = false }
    return try body()
  }
}

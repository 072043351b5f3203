import Foundation

/// An identifier of a store that one live object owns. No other object may use it at the same time.
final class StoredSlot: Sendable {
  let store: any DataStore
  let identifier: String
  private let coder: any DataCoder
  private let policy: UnreadableDataPolicy
  private let aside = Locked<UnreadableData?>(nil)
  private let name: [UInt8]

  private static let taken = Locked<Set<[UInt8]>>([])

  /// The data that was last moved aside.
  var movedAside: UnreadableData? { aside.withLock { $0 } }

  /// - Throws: ``StorageError`` (``StorageError/Code/identifierInUse``).
  init(
    identifier: String, store: any DataStore, coder: any DataCoder, policy: UnreadableDataPolicy
  ) throws {
    // An identifier may contain any byte, but a location contains no zero. So the zero separates them unambiguously.
    let name = Array(store.location.utf8) + [0] + Array(identifier.utf8)
    guard Self.taken.withLock({ $0.insert(name).inserted }) else {
      // Not all properties are initialized yet, so `deinit` does not run and release the other object's name.
      throw StorageError(
        .identifierInUse, location: store.location, key: identifier,
        explanation: "Another object in memory has this identifier already; the two would overwrite each other.",
        remedy: "Use that object, or another identifier.")
    }
    self.store = store
    self.identifier = identifier
    self.coder = coder
    self.policy = policy
    self.name = name
  }

  deinit {
    _ = Self.taken.withLock { $0.remove(name) }
  }

  // MARK: Values

  /// Returns the stored value, or nil.
  ///
  /// - Throws: ``StorageError``; it quotes none of the stored data.
  func load<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    try store.read(type, forKey: identifier, coder: coder)
  }

  /// Saves a value.
  func save<Value: Encodable>(_ value: Value) throws {
    try store.write(value, forKey: identifier, coder: coder)
  }

  func remove() throws {
    try store.remove(forKey: identifier)
  }

  /// Loads the stored value, or else imports the old one.
  ///
  /// - Parameters:
  ///   - isOldHere: Whether the old value is under this same key, in another form.
  ///   - takeKept: Loads the stored value; returns false if there is none.
  ///   - takeOld: Imports the old value and saves it here; returns false if there is none.
  /// - Throws: Any error of the closures, unless the unreadable data was moved aside.
  func begin(isOldHere: Bool, _ takeKept: () throws -> Bool, takeOld: () throws -> Bool) throws {
    do {
      if try takeKept() { return }
    } catch {
      if isOldHere, Self.isAboutContents(error), try takeOld() { return }
      return try moveAside(because: error)
    }
    _ = try takeOld()
  }

  // MARK: What cannot be read

  private static func isAboutContents(_ error: any Error) -> Bool {
    // An error that the type's own code throws is about the loaded data, unless it says that a type cannot be coded.
    (error as? StorageError).map(\.code.isAboutContents) ?? !(error is AutoCodingError)
  }

  /// Moves data that could not be read to another key, if the policy says so.
  ///
  /// - Throws: The error itself if it is to be reported; ``StorageError`` if the data could not be moved. It then stays
  ///   where it was.
  func moveAside(because error: any Error) throws {
    guard policy == .moveAside, Self.isAboutContents(error) else { throw error }
    // A unique key, so that nothing is overwritten.
    let key = "\(identifier).unreadable-\(UUID().uuidString.lowercased().prefix(8))"
    try store.moveData(forKey: identifier, toKey: key)
    let reason = StorageError(error, .typeMismatch, in: store, forKey: identifier)
    aside.withLock { $0 = UnreadableData(key: key, error: reason) }
  }
}

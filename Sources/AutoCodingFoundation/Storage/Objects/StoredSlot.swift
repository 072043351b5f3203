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

  /// Decodes stored bytes.
  ///
  /// - Throws: ``StorageError``, which quotes none of the stored data; errors of the value's own code.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try store.decode(type, from: data, forKey: identifier, coder: coder)
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
  ///   - takeKept: Decodes the stored bytes.
  ///   - takeOld: Imports the old value and saves it here; returns false if there is none.
  /// - Throws: Any error of the closures, unless the unreadable data was moved aside.
  func begin(isOldHere: Bool, _ takeKept: (Data) throws -> Void, takeOld: () throws -> Bool) throws {
    let found = try take(takeKept) { try isOldHere && takeOld() }
    if found == .nothing { _ = try takeOld() }
  }

  enum Found {
    case value, nothing
    /// Something that could not be read, and was moved to another key.
    case unreadable
  }

  /// Passes the stored bytes to `takeKept`. What cannot be read is moved to another key, if the policy says so.
  ///
  /// - Parameters:
  ///   - takeKept: Decodes the bytes. It may be called again, if other bytes have replaced those that it refused.
  ///   - takeOther: Called for what cannot be read. Returns whether it has found a value in another way.
  /// - Throws: Any error of the closures, unless the data was moved; ``StorageError`` if it could not be moved. It
  ///   is then still under its key.
  func take(_ takeKept: (Data) throws -> Void, or takeOther: () throws -> Bool = { false }) throws -> Found {
    var attempts = 3
    while true {
      var refused: Data?
      do {
        guard let data = try store.bytes(forKey: identifier, coder: coder) else { return .nothing }
        refused = data
        try takeKept(data)
        return .value
      } catch {
        guard Self.isAboutContents(error) else { throw error }
        if try takeOther() { return .value }
        guard policy == .moveAside, attempts > 0 else { throw error }
        if try moveAside(refused, because: error) { return .unreadable }
        attempts -= 1
      }
    }
  }

  // MARK: What cannot be read

  private static func isAboutContents(_ error: any Error) -> Bool {
    // An error that the type's own code throws is about the loaded data, unless it says that a type cannot be coded.
    (error as? StorageError)?.isAboutContents ?? !(error is AutoCodingError)
  }

  /// Moves data that could not be read to another key.
  ///
  /// - Parameter data: The data, or nil if it is no bytes.
  /// - Returns: False if another process has replaced the data. What is there now was not read, so it is not moved.
  private func moveAside(_ data: Data?, because error: any Error) throws -> Bool {
    guard try isStillThere(data) else { return false }
    // A unique key, so that nothing is overwritten.
    let key = "\(identifier).unreadable-\(UUID().uuidString.lowercased().prefix(8))"
    try store.moveData(forKey: identifier, toKey: key)
    let reason = StorageError(error, .typeMismatch, in: store, forKey: identifier)
    aside.withLock { $0 = UnreadableData(key: key, error: reason) }
    return true
  }

  private func isStillThere(_ data: Data?) throws -> Bool {
    do throws(StorageError) {
      guard let found = try store.bytes(forKey: identifier, coder: coder) else { return false }
      return found == data
    } catch {
      if error.isAboutContents { return data == nil }
      throw error
    }
  }
}

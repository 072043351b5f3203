import Foundation

/// An identifier of a store that belongs to one living object, which no other may have at the same time.
final class StoredSlot: Sendable {
  let store: any DataStore
  let identifier: String
  private let coder: any DataCoder
  private let policy: UnreadableDataPolicy
  private let aside = Locked<UnreadableData?>(nil)
  private let name: [UInt8]

  private static let taken = Locked<Set<[UInt8]>>([])

  /// What was last moved aside.
  var movedAside: UnreadableData? { aside.withLock { $0 } }

  /// - Throws: ``StorageError`` (``StorageError/Code/identifierInUse``).
  init(
    identifier: String, store: any DataStore, coder: any DataCoder, policy: UnreadableDataPolicy
  ) throws {
    // An identifier may have any byte, a location has no zero: so where it ends is sure.
    let name = Array(store.location.utf8) + [0] + Array(identifier.utf8)
    guard Self.taken.withLock({ $0.insert(name).inserted }) else {
      // Not all properties are there, so there is no deinit to release what is somebody else's.
      throw StorageError(
        .identifierInUse, location: store.location, key: identifier,
        explanation: "A living object is kept there already; two would overwrite each other.",
        remedy: "Use that one, or another identifier.")
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

  /// The value that is kept, or nil.
  ///
  /// - Throws: ``StorageError``; nothing in it is of what is kept.
  func load<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    try store.read(type, forKey: identifier, coder: coder)
  }

  /// Keeps a value.
  func save<Value: Encodable>(_ value: Value) throws {
    try store.write(value, forKey: identifier, coder: coder)
  }

  func remove() throws {
    try store.remove(forKey: identifier)
  }

  /// Takes what is kept, or else what was kept elsewhere before.
  ///
  /// - Parameters:
  ///   - isOldHere: Whether what was kept before was under this very key, in another form.
  ///   - takeKept: Takes what is kept; returns false if there is nothing.
  ///   - takeOld: Takes what was kept before, and keeps it here; returns false if there is nothing.
  /// - Throws: What they throw, unless unreadable data was moved aside for it.
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
    // What the type's own code throws of what was loaded is about that as well; a type that cannot be coded is not.
    (error as? StorageError).map(\.code.isAboutContents) ?? !(error is AutoCodingError)
  }

  /// Keeps under another name what could not be read, if the policy says so.
  ///
  /// - Throws: The error itself if it is to be reported; ``StorageError`` if what is kept could not be moved, and then it is
  ///   where it was.
  func moveAside(because error: any Error) throws {
    guard policy == .moveAside, Self.isAboutContents(error) else { throw error }
    // A name that nobody has, so that nothing is in its place.
    let key = "\(identifier).unreadable-\(UUID().uuidString.lowercased().prefix(8))"
    try store.moveData(forKey: identifier, toKey: key)
    let reason = StorageError(error, .typeMismatch, in: store, forKey: identifier)
    aside.withLock { $0 = UnreadableData(key: key, error: reason) }
  }
}

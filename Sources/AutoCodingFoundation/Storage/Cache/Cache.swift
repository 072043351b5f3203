import Foundation

/// Keeps values that can be had again: with their time of expiry, and with what they are, so that nothing is read as what
/// it is not.
///
/// ```swift
/// let timelines = Cache<Timeline>(store: store, lifetime: 3600)
/// if let timeline = try timelines.load(forKey: "home") { show(timeline) }
/// let fresh = try await download()
/// if try timelines.update(with: fresh, forKey: "home") { show(fresh) }
/// ```
///
/// The type's name and ``version`` are in each entry, as is a checksum. An entry of another type or version, or with a bit
/// that turned over, is never decoded; what is done about it is up to ``unreadableEntries``.
///
/// Keys are those of the store, which others may use as well: what is not an entry of this cache's type is never removed. One
/// that is in the way of a `load(forKey:)` counts as none; `save(_:forKey:expires:)` replaces it.
///
/// With ``maximumCount`` and ``maximumByteCount``, entries go that have not been used for the longest time; after a launch,
/// before any is used, that is the order in which they were saved. A ``memoryCapacity`` keeps entries in memory in front of
/// the store; leave it at 0 if anybody else changes the store's entries, which would not be noticed.
///
/// Copies of a cache share limits and memory. Make one for a store and type, and pass it on.
public struct Cache<Value: Codable>: Sendable {
  /// What is done about an entry that cannot be read any more.
  public enum UnreadableEntries: Sendable {
    /// If it is an entry of this cache's type, or damaged, or no bytes at all, it is removed. It counts as none in any case.
    case removed
    /// It is left, and a ``StorageError`` is thrown.
    case reported
  }

  let store: any DataStore
  let coder: any DataCoder
  let now: @Sendable () -> Date
  let state: CacheState
  private let turn = ReentrancyLock()

  /// The version of what is kept: entries of others cannot be read.
  ///
  /// Models say it themselves by their `archiveVersion`, and migrate what is older; what is newer cannot be read. This one
  /// is for types that cannot, and for values that come to mean something else.
  public let version: Int
  /// How many seconds an entry lives, or nil where it does not expire.
  public let lifetime: TimeInterval?
  /// What is done about an entry that cannot be read any more.
  public let unreadableEntries: UnreadableEntries
  /// How many entries there may be.
  public var maximumCount: Int { state.maximumCount }
  /// How many bytes all entries may have together, in the store.
  public var maximumByteCount: Int { state.maximumByteCount }
  /// How many bytes of entries are kept in memory as well.
  public var memoryCapacity: Int { state.memoryCapacity }

  /// - Parameters:
  ///   - store: Where entries are kept.
  ///   - version: The version of what is kept.
  ///   - lifetime: How many seconds an entry lives, unless it is saved with a time of its own.
  ///   - maximumCount: How many entries there may be, at least 1.
  ///   - maximumByteCount: How many bytes all entries may have together, in the store.
  ///   - memoryCapacity: How many bytes of entries are kept in memory as well.
  ///   - unreadableEntries: What is done about an entry that cannot be read any more.
  ///   - coder: The format of the values.
  public init(
    store: any DataStore, version: Int = 1, lifetime: TimeInterval? = nil, maximumCount: Int = .max,
    maximumByteCount: Int = .max, memoryCapacity: Int = 0, unreadableEntries: UnreadableEntries = .removed,
    coder: some DataCoder = .keyedArchive
  ) {
    self.init(
      store: store, version: version, lifetime: lifetime, maximumCount: maximumCount,
      maximumByteCount: maximumByteCount, memoryCapacity: memoryCapacity, unreadableEntries: unreadableEntries,
      coder: coder, now: { Date() })
  }

  package init(
    store: any DataStore, version: Int, lifetime: TimeInterval?, maximumCount: Int = .max,
    maximumByteCount: Int = .max, memoryCapacity: Int = 0, unreadableEntries: UnreadableEntries,
    coder: some DataCoder, now: @escaping @Sendable () -> Date
  ) {
    state = CacheState(
      maximumCount: maximumCount, maximumByteCount: maximumByteCount, memoryCapacity: memoryCapacity)
    self.store = store
    self.version = version
    self.lifetime = lifetime
    self.unreadableEntries = unreadableEntries
    self.coder = coder
    self.now = now
  }

  // MARK: Values

  /// Keeps a value, in place of what was there.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: Where it is kept.
  ///   - expires: When it expires; ``lifetime`` says so otherwise.
  /// - Throws: ``AutoCodingError`` or ``StorageError``; what was there before is then still there, unless the error is that
  ///   of an older entry that could not be removed.
  public func save(_ value: Value, forKey key: String, expires: Date? = nil) throws {
    try write(try store.encode(value, forKey: key, coder: coder), forKey: key, expires: expires)
  }

  /// The value that is kept under a key, unless it has expired.
  ///
  /// - Returns: nil if there is none; an expired one is removed.
  /// - Throws: ``StorageError`` if the store fails; with ``UnreadableEntries/reported``, if what is there cannot be read.
  public func load(forKey key: String) throws -> Value? {
    try entry(forKey: key)?.value
  }

  /// Keeps a value, and says whether it is another one than before.
  ///
  /// Values that are `Equatable` are asked. Others are compared as they are written, with dictionaries in the order of
  /// their keys; a set that is not in the same order as before counts as changed, since nothing else tells.
  ///
  /// - Returns: Whether nothing was kept, or something else. The entry's time starts anew in either case.
  /// - Throws: As `save(_:forKey:expires:)` and `load(forKey:)`.
  public func update(with value: Value, forKey key: String, expires: Date? = nil) throws -> Bool {
    let content = try store.encode(value, forKey: key, coder: coder)
    // Of two callers with one new value, one is told of the change.
    let isChanged = try turn.take {
      let old = try entry(forKey: key)
      let isChanged = old.map { $0.content != content && !SameContent.holds($0.value, value) } ?? true
      try write(content, forKey: key, expires: expires)
      return isChanged
    }
    if let isChanged { return isChanged }
    throw StorageError(
      .writeFailed, location: store.location, key: key,
      explanation: "The cache was to be updated by code of a value that it is being updated with.",
      remedy: "Update it from somewhere else than ==, init(from:) or encode(to:).")
  }

  /// Removes what is kept under a key.
  ///
  /// - Throws: ``StorageError``.
  public func remove(forKey key: String) throws {
    try store.remove(forKey: key)
    state.noteRemoved(key)
  }

  /// Removes entries of this cache's type that have expired, and nothing else.
  ///
  /// - Throws: ``StorageError``.
  public func removeExpired() throws {
    for key in try store.keys() {
      if let (entry, data) = try ownEntry(forKey: key), hasExpired(entry) {
        try removeUnlessReplaced(data, forKey: key)
      }
    }
  }

  /// Removes all entries of this cache's type, of any version, and nothing else.
  ///
  /// - Throws: ``StorageError``.
  public func removeAll() throws {
    state.noteAllRemoved()
    for key in try store.keys() {
      if let (_, data) = try ownEntry(forKey: key) { try removeUnlessReplaced(data, forKey: key) }
    }
  }
}

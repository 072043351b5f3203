import Foundation

/// Caches values that can be recreated. Each entry records its expiry, type and version, so a foreign entry is never
/// decoded.
///
/// ```swift
/// let timelines = Cache<Timeline>(store: store, lifetime: 3600)
/// if let timeline = try timelines.load(forKey: "home") { show(timeline) }
/// let fresh = try await download()
/// if try timelines.update(with: fresh, forKey: "home") { show(fresh) }
/// ```
///
/// Each entry contains the type's name, the ``version`` and a checksum. An entry of another type or version, or with a
/// flipped bit, is never decoded; ``unreadableEntries`` decides what happens to it.
///
/// Keys are those of the store, which other code may use as well. The cache never removes anything but entries of its
/// own type, and damaged entries under a key that is loaded. `load(forKey:)` returns nil if something else is under the key,
/// unless ``unreadableEntries`` says to report it; `save(_:forKey:expires:)` and `update(with:forKey:expires:)` replace it.
///
/// ``maximumCount`` and ``maximumByteCount`` limit the cache: the least recently used entries are removed first. After
/// a launch, entries that have not been used count by the order in which they were saved. ``memoryCapacity`` keeps
/// entries in memory in front of the store. Leave it at 0 if other code changes the store's entries, since such changes
/// would go unnoticed.
///
/// Copies of a cache share limits and memory. Make one cache for each store and type, and pass it on.
public struct Cache<Value: Codable>: Sendable {
  /// What to do with an entry that cannot be read.
  public enum UnreadableEntries: Sendable {
    /// Remove the entry if it is of this cache's type, or is damaged. What is no entry, or one of another type, stays.
    /// Loading returns nil in any case.
    case removed
    /// Leave the entry and throw a ``StorageError``.
    case reported
  }

  let store: any DataStore
  let coder: any DataCoder
  let now: @Sendable () -> Date
  let state: CacheState
  private let lock = ReentrancyLock()

  /// The version of the entries. Entries of other versions cannot be read.
  ///
  /// Models have an `archiveVersion` and can migrate older data; newer data cannot be read. Use this version for types
  /// that cannot migrate, and for values whose meaning changes.
  public let version: Int
  /// How many seconds an entry lives, or nil if entries do not expire.
  public let lifetime: TimeInterval?
  /// What to do with an entry that cannot be read.
  public let unreadableEntries: UnreadableEntries
  /// The maximum number of entries.
  public var maximumCount: Int { state.maximumCount }
  /// The maximum total size of all entries in the store, in bytes.
  public var maximumByteCount: Int { state.maximumByteCount }
  /// The maximum total size of the entries kept in memory, in bytes.
  public var memoryCapacity: Int { state.memoryCapacity }

  /// - Parameters:
  ///   - store: The store of the entries.
  ///   - version: The version of the entries; 1 by default.
  ///   - lifetime: How many seconds an entry lives, unless it is saved with an explicit expiry; nil, for ever, by default.
  ///   - maximumCount: The maximum number of entries, at least 1; unlimited by default.
  ///   - maximumByteCount: The maximum total size of all entries in the store, in bytes; unlimited by default. An entry that
  ///     is larger by itself is refused with a ``StorageError``.
  ///   - memoryCapacity: The maximum total size of the entries kept in memory, in bytes; 0, none, by default.
  ///   - unreadableEntries: What to do with an entry that cannot be read; it is removed by default.
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

  /// Saves a value under a key. It replaces the old value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  ///   - expires: When the entry expires. The default is determined by ``lifetime``.
  /// - Throws: ``AutoCodingError`` or ``StorageError``; any error of `willEncode()`, and of a ``DataCoder`` or ``DataStore``
  ///   of your own, as it is. The old value is then still there, unless the error is that an older entry could not be
  ///   removed.
  public func save(_ value: Value, forKey key: String, expires: Date? = nil) throws {
    try write(try store.encode(value, forKey: key, coder: coder), forKey: key, expires: expires)
  }

  /// Returns the value under a key, unless it has expired.
  ///
  /// - Returns: nil if there is none. An expired entry is removed.
  /// - Throws: ``StorageError`` if the store fails or, with ``UnreadableEntries/reported``, if the entry cannot be
  ///   read, or `didDecode()` refuses it.
  public func load(forKey key: String) throws -> Value? {
    try entry(forKey: key)?.value
  }

  /// Saves a value, and returns whether it differs from the old one.
  ///
  /// `Equatable` values are compared by `==`. Others are compared as by `ModelValue.areEqual(_:_:)`, with their weak
  /// references: by all coded properties, and by which references lead to the same object. Values that cannot be
  /// compared count as changed.
  ///
  /// - Returns: True if there was no value or a different one. The entry's lifetime starts again in either case.
  /// - Throws: The errors of `save(_:forKey:expires:)` and `load(forKey:)`.
  public func update(with value: Value, forKey key: String, expires: Date? = nil) throws -> Bool {
    let content = try store.encode(value, forKey: key, coder: coder)
    // If two callers save the same new value, only one of them is told of a change.
    let isChanged = try lock.take {
      let old = try entry(forKey: key)
      let isChanged = old.map { $0.content != content && !Self.areEqual($0.value, value) } ?? true
      try write(content, forKey: key, expires: expires)
      return isChanged
    }
    if let isChanged { return isChanged }
    throw StorageError(
      .writeFailed, location: store.location, key: key,
      explanation: "Code of a value tried to update the cache while the cache was being updated with that value.",
      remedy: "Do not update it from ==, init(from:) or encode(to:).")
  }

  private static func areEqual(_ value: Value, _ other: Value) -> Bool {
    if let value = value as? any Equatable { return isEqual(value, other) }
    return (try? ModelValue.areEqual(value, other, comparesWeakReferences: true)) ?? false
  }

  private static func isEqual<Other: Equatable>(_ value: Other, _ other: Any) -> Bool {
    (other as? Other).map { $0 == value } ?? false
  }

  /// Removes the value under a key.
  ///
  /// - Throws: ``StorageError``.
  public func remove(forKey key: String) throws {
    try remove(forKey: key) { true }
  }

  /// Removes expired entries of this cache's type, and nothing else.
  ///
  /// - Throws: ``StorageError`` for the first key that could not be read or removed, after all others were.
  public func removeExpired() throws {
    try forEachEntry { key, entry, data in
      if hasExpired(entry) { try removeUnlessReplaced(data, forKey: key) }
    }
  }

  /// Removes all entries of this cache's type, of any version, and nothing else.
  ///
  /// - Throws: ``StorageError`` for the first key that could not be read or removed, after all others were.
  public func removeAll() throws {
    state.noteAllRemoved()
    try forEachEntry { key, _, data in try removeUnlessReplaced(data, forKey: key) }
  }
}

import Foundation

/// Keeps values that can be had again: with their time of expiry, and with what they are, so that nothing is read as what
/// it is not.
///
/// ```swift
/// let timelines = Cache<Timeline>(store: store, lifetime: 3600)
/// if let timeline = try timelines.fetch(forKey: "home") { show(timeline) }
/// let fresh = try await download()
/// if try timelines.update(with: fresh, forKey: "home") { show(fresh) }
/// ```
///
/// The type's name and ``version`` are in each entry, as is a checksum. An entry of another type or version, or with a bit
/// that turned over, is never decoded; what is done about it is up to ``unreadableEntries``.
///
/// Keys are those of the store. Give a cache a store of its own.
public struct Cache<Value: Codable>: Sendable {
  /// What is done about an entry that cannot be read any more.
  public enum UnreadableEntries: Sendable {
    /// It is removed, and nothing was kept.
    case removed
    /// It is left, and a ``StorageError`` is thrown.
    case reported
  }

  private let store: any DataStore
  private let coder: any DataCoder
  private let now: @Sendable () -> Date
  private let turn = Turn()

  /// The version of what is kept: entries of others cannot be read.
  ///
  /// Models say it themselves by their `archiveVersion`, and migrate what is older; what is newer cannot be read. This one
  /// is for types that cannot, and for values that come to mean something else.
  public let version: Int
  /// How many seconds an entry lives, or nil where it does not expire.
  public let lifetime: TimeInterval?
  /// What is done about an entry that cannot be read any more.
  public let unreadableEntries: UnreadableEntries

  /// - Parameters:
  ///   - store: Where entries are kept.
  ///   - version: The version of what is kept.
  ///   - lifetime: How many seconds an entry lives, unless it is saved with a time of its own.
  ///   - unreadableEntries: What is done about an entry that cannot be read any more.
  ///   - coder: The format of the values.
  public init(
    store: any DataStore, version: Int = 1, lifetime: TimeInterval? = nil,
    unreadableEntries: UnreadableEntries = .removed, coder: some DataCoder = .keyedArchive
  ) {
    self.init(
      store: store, version: version, lifetime: lifetime, unreadableEntries: unreadableEntries, coder: coder,
      now: { Date() })
  }

  package init(
    store: any DataStore, version: Int, lifetime: TimeInterval?, unreadableEntries: UnreadableEntries,
    coder: some DataCoder, now: @escaping @Sendable () -> Date
  ) {
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
  /// - Throws: ``AutoCodingError`` or ``StorageError``; what was there before is then still there.
  public func save(_ value: Value, forKey key: String, expires: Date? = nil) throws {
    let content = try StorageError.aboutEncoding(in: store, forKey: key) { try coder.encode(value) }
    try write(content, forKey: key, expires: expires)
  }

  /// The value that is kept under a key, unless it has expired.
  ///
  /// - Returns: nil where there is none; an expired one is removed.
  /// - Throws: ``StorageError`` where the store fails; with ``UnreadableEntries/reported``, where the entry cannot be read.
  public func fetch(forKey key: String) throws -> Value? {
    try entry(forKey: key)?.value
  }

  /// Keeps a value, and says whether it is another one than before.
  ///
  /// Values that are `Equatable` are asked. Others are compared as they are written, with dictionaries in the order of
  /// their keys; a set that is not in the same order as before counts as changed, since nothing else tells.
  ///
  /// - Returns: Whether nothing was kept, or something else. The entry's time starts anew in either case.
  /// - Throws: As ``save(_:forKey:expires:)`` and ``fetch(forKey:)``.
  public func update(with value: Value, forKey key: String, expires: Date? = nil) throws -> Bool {
    let content = try StorageError.aboutEncoding(in: store, forKey: key) { try coder.encode(value) }
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
    try store.removeData(forKey: key)
  }

  /// Removes what has expired, and what cannot be read any more where that is ``UnreadableEntries/removed``.
  ///
  /// - Throws: ``StorageError``.
  public func removeExpired() throws {
    for key in try store.keys() { _ = try entry(forKey: key) }
  }

  // MARK: -

  private func write(_ content: Data, forKey key: String, expires: Date?) throws {
    let saved = now()
    let entry = CacheEntry(
      typeName: Self.typeName, version: version, saved: saved,
      expires: expires ?? lifetime.map { saved.addingTimeInterval($0) }, content: content)
    try store.setData(try entry.data(), forKey: key)
  }

  private func entry(forKey key: String) throws -> (value: Value, content: Data)? {
    guard let data = try store.data(forKey: key) else { return nil }
    let explanation: String
    do {
      let entry = try CacheEntry(data: data)
      // A clock that was set back must not keep entries alive.
      if let expires = entry.expires, expires <= now() || entry.saved > now() {
        try removeUnlessReplaced(data, forKey: key)
        return nil
      }
      try check(entry)
      let value = try StorageError.aboutDecoding(Value.self, in: store, forKey: key) {
        try coder.decode(Value.self, from: entry.content)
      }
      return (value, entry.content)
    } catch let damage as CacheEntry.Damage {
      explanation = damage.explanation
    } catch let error as StorageError where error.code == .corrupted {
      explanation = error.explanation
    }
    switch unreadableEntries {
    case .removed:
      try removeUnlessReplaced(data, forKey: key)
      return nil
    case .reported:
      throw StorageError(
        .corrupted, location: store.location, key: key, explanation: explanation,
        remedy: "Remove the entry, or say that unreadable entries are removed.")
    }
  }

  private func check(_ entry: CacheEntry) throws {
    let isOfValue =
      (Value.self as? any AutoCoding.Type).map { TypeNames.isName(entry.typeName, of: $0) }
      ?? (entry.typeName == TypeLookup.earlierName(of: Value.self))
    guard isOfValue || entry.typeName == Self.typeName else {
      throw CacheEntry.Damage(explanation: "The entry is of type \(entry.typeName), not \(Self.typeName).")
    }
    guard entry.version == version else {
      throw CacheEntry.Damage(explanation: "The entry is of version \(entry.version), not \(version).")
    }
  }

  /// Removes an entry that was read, unless somebody has saved another in the meantime.
  private func removeUnlessReplaced(_ data: Data, forKey key: String) throws {
    if try store.data(forKey: key) == data { try store.removeData(forKey: key) }
  }

  private static var typeName: String {
    (Value.self as? any AutoCoding.Type)?.archivedTypeName ?? TypeLookup.name(of: Value.self)
  }
}

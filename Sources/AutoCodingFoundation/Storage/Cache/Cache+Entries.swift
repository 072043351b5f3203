import Foundation

extension Cache {
  // MARK: Writing

  /// Saves the bytes of a value, and removes the entries that exceed a limit.
  func write(_ content: Data, forKey key: String, expires: Date?) throws {
    let saved = now()
    let expires = expires ?? lifetime.map { saved.addingTimeInterval($0) }
    if let expires, expires.timeIntervalSinceReferenceDate.isNaN {
      throw StorageError(
        .writeFailed, location: store.location, key: key,
        explanation: "The date on which the entry expires is not a number.",
        remedy: "Correct the lifetime of the cache, or the expiry that is passed to the call.")
    }
    let entry = CacheEntry(
      typeName: Self.typeName, version: version, saved: saved, expires: expires, content: content)
    let data = try entry.data()
    guard data.count <= maximumByteCount else {
      throw StorageError(
        .writeFailed, location: store.location, key: key,
        explanation: "The entry has \(data.count) bytes, but the whole cache may have only \(maximumByteCount).",
        remedy: "Raise maximumByteCount, or store the value somewhere else.")
    }
    try findEntries()
    let outdated = try state.changing(key) {
      let changeCount = state.changeCount(of: key)
      try store.saveData(data, forKey: key)
      return state.noteSaved(entry, byteCount: data.count, forKey: key, since: changeCount)
    }
    try remove(outdated)
  }

  /// Removes entries because of a limit. An entry that cannot be removed counts again, so that a later call removes it.
  ///
  /// - Throws: The error of the first entry that could not be removed, after it has tried all.
  private func remove(_ outdated: [(key: String, byteCount: Int)]) throws {
    var failure: (any Error)?
    for (key, byteCount) in outdated {
      do {
        // Another thread may have saved it again.
        try remove(forKey: key) { try !state.isKept(key) && ownEntry(forKey: key) != nil }
      } catch {
        state.noteKept(key, byteCount: byteCount)
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Looks up the existing entries the first time that a limit needs them.
  private func findEntries() throws {
    try state.findEntries {
      var entries: [(key: String, saved: Date, byteCount: Int)] = []
      for key in try store.keys() {
        do {
          guard let (entry, data) = try ownEntry(forKey: key) else { continue }
          entries.append((key, entry.saved, data.count))
        } catch let error as StorageError where error.code == .readFailed {
          // What cannot be read is mostly another's, and no reason to save nothing.
        }
      }
      return entries.sorted { $0.saved < $1.saved }.map { ($0.key, $0.byteCount) }
    }
  }

  // MARK: Reading

  /// Returns the value under a key and its bytes.
  func entry(forKey key: String) throws -> (value: Value, content: Data)? {
    // If the entry in memory cannot be decoded, that in the store cannot either, and is removed or reported.
    if let entry = state.entry(forKey: key), !hasExpired(entry), let value = try? value(of: entry, forKey: key) {
      return (value, entry.content)
    }
    let changeCount = state.changeCount(of: key)
    let data: Data?
    do {
      data = try store.loadData(forKey: key, maximumByteCount: maximumEntryByteCount)
    } catch let error as StorageError where error.isAboutContents && unreadableEntries == .removed {
      // Something other than bytes is no entry, so it is not the cache's to remove.
      state.noteMissing(key, since: changeCount)
      return nil
    }
    guard let data else {
      state.noteMissing(key, since: changeCount)
      return nil
    }
    do {
      let entry = try CacheEntry(data: data)
      try checkType(of: entry)
      if hasExpired(entry) {
        try removeUnlessReplaced(data, forKey: key)
        return nil
      }
      try checkVersion(of: entry)
      let value = try value(of: entry, forKey: key)
      state.noteLoaded(entry, forKey: key, since: changeCount)
      return (value, entry.content)
    } catch let flaw as CacheEntry.Flaw {
      if unreadableEntries == .removed {
        if flaw.isCaches { try removeUnlessReplaced(data, forKey: key) }
        return nil
      }
      throw StorageError(
        flaw.code, location: store.location, key: key, explanation: flaw.explanation,
        remedy: flaw.code == .corrupted
          ? "Remove the entry, or set the cache to remove unreadable entries."
          : "Use another key, or save a value in its place.")
    } catch let error as StorageError where error.isAboutContents && unreadableEntries == .removed {
      try removeUnlessReplaced(data, forKey: key)
      return nil
    }
  }

  private func value(of entry: CacheEntry, forKey key: String) throws -> Value {
    do {
      return try store.decode(Value.self, from: entry.content, forKey: key, coder: coder)
    } catch  where !(error is StorageError || error is AutoCodingError) {
      // The value's own code refuses the entry, as `didDecode()` may.
      throw StorageError(error, .typeMismatch, in: store, forKey: key)
    }
  }

  /// Larger entries cannot be loaded.
  private var maximumEntryByteCount: Int { CacheEntry.maximumByteCount(ofContent: coder.maximumByteCount) }

  /// Calls `body` for each entry of this cache's type.
  ///
  /// - Throws: The first error, after it has tried all keys.
  func forEachEntry(_ body: (_ key: String, _ entry: CacheEntry, _ data: Data) throws -> Void) throws {
    var failure: (any Error)?
    for key in try store.keys() {
      do {
        if let (entry, data) = try ownEntry(forKey: key) { try body(key, entry, data) }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Returns an entry of this cache's type and its bytes, or nil if the key holds anything else, or more than the cache
  /// can load.
  private func ownEntry(forKey key: String) throws -> (entry: CacheEntry, data: Data)? {
    let found: Data?
    do {
      // Files of others may have any size.
      if let files = store as? FileStore, try !files.hasData(forKey: key, beginningWith: CacheEntry.mark) { return nil }
      found = try store.loadData(forKey: key, maximumByteCount: maximumEntryByteCount)
    } catch let error as StorageError where error.isAboutContents || error.isAboutSize {
      // Something other than bytes is not an entry.
      return nil
    }
    guard let data = found, let entry = try? CacheEntry(data: data), isOwn(entry) else { return nil }
    return (entry, data)
  }

  func hasExpired(_ entry: CacheEntry) -> Bool {
    // An entry saved in the future means that the clock was set back; it must not live longer for that. An expiry that is
    // not a number, which earlier versions of the library have saved, is no time in the future.
    entry.expires.map { !($0 > now()) || entry.saved > now() } ?? false
  }

  // MARK: -

  private func isOwn(_ entry: CacheEntry) -> Bool {
    if entry.typeName == Self.typeName { return true }
    return (Value.self as? any AutoCoding.Type).map { TypeNames.isName(entry.typeName, of: $0) }
      ?? (entry.typeName == TypeLookup.earlierName(of: Value.self))
  }

  private func checkType(of entry: CacheEntry) throws {
    guard !isOwn(entry) else { return }
    throw CacheEntry.Flaw(
      isCaches: false, code: .typeMismatch, explanation: "The entry is of type \(entry.typeName), not \(Self.typeName)."
    )
  }

  private func checkVersion(of entry: CacheEntry) throws {
    guard entry.version != version else { return }
    throw CacheEntry.Flaw(
      code: entry.version > version ? .newerVersion : .typeMismatch,
      explanation: "The entry is of version \(entry.version), not \(version).")
  }

  /// Removes an entry that was read, unless it has been replaced in the meantime.
  func removeUnlessReplaced(_ data: Data, forKey key: String) throws {
    try remove(forKey: key) { try store.loadData(forKey: key) == data }
  }

  /// Removes what is under a key, if the condition holds while no other thread changes it.
  func remove(forKey key: String, if condition: () throws -> Bool) throws {
    try state.changing(key) {
      guard try condition() else { return }
      try store.remove(forKey: key)
      state.noteRemoved(key)
    }
  }

  private static var typeName: String {
    (Value.self as? any AutoCoding.Type)?.archivedTypeName ?? TypeLookup.name(of: Value.self)
  }
}

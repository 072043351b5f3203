import Foundation

/// Keeps bytes in a suite of `UserDefaults`, under the suite's own keys.
///
/// It is for what an app keeps there already, and other code reads by `UserDefaults`. Prefer ``FileStore`` where there is a
/// choice. On Linux, Foundation keeps a suite in one file, which it writes anew for each change, not atomically: a process
/// that is killed then takes all values with it, and of two processes that write, one loses. This store finds out: it
/// writes each change at once, reads the file again, puts the old one back where the new one is not whole, and reports a
/// file that is damaged, which `UserDefaults` takes for empty. It cannot prevent it.
///
/// Keys of printable ASCII without `%` are the suite's keys; in others, bytes are written as `%` and two hexadecimal digits,
/// since `UserDefaults` on Linux does not tell apart what looks the same.
public final class UserDefaultsStore: DataStore, @unchecked Sendable {
  private let suite: String
  private let defaults: UserDefaults
  /// For all stores, since all may be of one suite.
  private static let turn = Locked(())

  /// The app's own defaults: those of `UserDefaults.standard`, without what other domains add.
  ///
  /// Damage is reported by the first call, rather than here.
  public static let standard = UserDefaultsStore(
    suite: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName, defaults: .standard)

  /// Names the suite.
  public var location: String { "defaults:\(suite)" }

  /// Opens a suite.
  ///
  /// - Parameter suite: The suite's name, as of `UserDefaults(suiteName:)`: not empty, without `/`, and none of the domains
  ///   that every app shares. ``standard`` is the app's own.
  /// - Throws: ``StorageError``: ``StorageError/Code/storageUnavailable`` where there is no such suite,
  ///   ``StorageError/Code/corrupted`` where its file is damaged.
  public convenience init(suite: String) throws {
    let shared = [UserDefaults.globalDomain, UserDefaults.argumentDomain, UserDefaults.registrationDomain]
    if shared.contains(suite) {
      throw StorageError(
        .storageUnavailable, location: "defaults:\(suite)",
        explanation: "The domain is not an app's own: every process shares it, or none keeps it.",
        remedy: "Use UserDefaultsStore.standard, or choose a name like 'com.example.app.settings'.")
    }
    // The name becomes that of a file.
    let isName = !suite.isEmpty && suite != "." && suite != ".." && !suite.utf8.contains { $0 == 0x2f || $0 == 0 }
    guard isName, let defaults = UserDefaults(suiteName: suite) else {
      throw StorageError(
        .storageUnavailable, location: "defaults:\(suite)", explanation: "There is no suite of that name.",
        remedy: "Choose a name like 'com.example.app.settings'.")
    }
    self.init(suite: suite, defaults: defaults)
    try Self.turn.withLock { _ in _ = try read(for: nil) }
  }

  private init(suite: String, defaults: UserDefaults) {
    self.suite = suite
    self.defaults = defaults
  }

  /// The bytes that are kept under a key, or nil.
  ///
  /// - Throws: ``StorageError``; if something else than bytes is kept there, with ``StorageError/Code/typeMismatch``.
  public func loadData(forKey key: String) throws -> Data? {
    try Self.turn.withLock { _ in
      _ = try read(for: key)
      guard let value = domain[KeyName.ascii.encode(key)] else { return nil }
      if let data = value as? Data { return data }
      throw StorageError(
        .typeMismatch, location: location, key: key, explanation: "Something else than bytes is kept under the key.",
        remedy: "Take it over with importing:, have it moved aside, or choose a key that no other code uses.")
    }
  }

  /// Keeps bytes under a key, whatever was there.
  ///
  /// - Throws: ``StorageError``. What was kept is put back where that can be done; the error says where not.
  public func saveData(_ data: Data, forKey key: String) throws {
    try Self.turn.withLock { _ in try replace(data, forKey: key) }
  }

  /// Keeps under another key what is kept under this one, be it bytes or not.
  ///
  /// - Throws: As ``saveData(_:forKey:)``.
  public func moveData(forKey key: String, toKey otherKey: String) throws {
    let names = (KeyName.ascii.encode(key), KeyName.ascii.encode(otherKey))
    try Self.turn.withLock { _ in
      _ = try read(for: key)
      guard names.0 != names.1, let value = domain[names.0] else { return }
      try replace(value, forKey: otherKey)
      try replace(nil, forKey: key)
    }
  }

  /// Removes what is kept under a key, whatever it is.
  ///
  /// - Throws: As ``saveData(_:forKey:)``.
  public func remove(forKey key: String) throws {
    try Self.turn.withLock { _ in
      _ = try read(for: key)
      if domain[KeyName.ascii.encode(key)] != nil { try replace(nil, forKey: key) }
    }
  }

  /// The keys under which there are bytes.
  ///
  /// - Throws: ``StorageError``.
  public func keys() throws -> [String] {
    try Self.turn.withLock { _ in
      _ = try read(for: nil)
      return domain.compactMap { $0.value is Data ? KeyName.ascii.decode($0.key) : nil }
    }
  }

  /// All that is kept, under the suite's own keys: text, numbers, dates, `Data`, `[Any]` and `[String: Any]`.
  ///
  /// - Throws: ``StorageError``.
  func values() throws -> [String: Any] {
    try Self.turn.withLock { _ in
      _ = try read(for: nil)
      return domain.mapValues(PlainDefault.value)
    }
  }

  // MARK: -

  /// What is kept in the suite itself. `object(forKey:)` finds what other domains have as well.
  private var domain: [String: Any] { defaults.persistentDomain(forName: suite) ?? [:] }

  #if canImport(Darwin)

  // There, a service of the system keeps the values, and replaces files as a whole.

  private func read(for key: String?) throws {
    defaults.synchronize()
  }

  /// Precondition: it is the caller's turn.
  private func replace(_ value: Any?, forKey key: String) throws {
    defaults.set(value, forKey: KeyName.ascii.encode(key))
    defaults.synchronize()
  }

  #else

  private var file: SuiteFile { SuiteFile(suite: suite) }

  /// Makes `UserDefaults` read the file, and makes sure that it could.
  ///
  /// - Returns: The file.
  private func read(for key: String?) throws -> Data? {
    defaults.synchronize()
    let contents: Data?
    do throws(SystemFailure) {
      contents = try file.contents()
    } catch {
      throw StorageError(.readFailed, error, location: location, key: key)
    }
    guard let contents else { return nil }
    // It takes a file that it cannot read for an empty one, and would write that.
    let isTakenForEmpty = { self.defaults.persistentDomain(forName: self.suite)?.isEmpty ?? true }
    if !SuiteFile.isComplete(contents) || !SuiteFile.isEmptySuite(contents) && isTakenForEmpty() {
      throw StorageError(
        .corrupted, location: location, key: key,
        explanation: "The file \(file.path) is damaged; UserDefaults takes it for empty, and would overwrite it.",
        remedy: "Restore or remove the file.")
    }
    return contents
  }

  /// Precondition: it is the caller's turn.
  private func replace(_ value: Any?, forKey key: String) throws {
    let name = KeyName.ascii.encode(key)
    let old = try read(for: key)
    let oldValue = domain[name]
    defaults.set(value.map(PlainDefault.value), forKey: name)
    let isWritten = defaults.synchronize()
    let explanation: String
    do throws(SystemFailure) {
      let new = try file.contents()
      if isWritten, SuiteFile.holds(value, forKey: name, in: new) { return }
      explanation = "UserDefaults did not write the file \(file.path) as a whole."
    } catch {
      explanation = "The file \(file.path) could not be read again: \(error.explanation)"
    }
    // First in memory, or it would be written once more.
    defaults.set(oldValue.map(PlainDefault.value), forKey: name)
    let isRestored = (try? file.replace(with: old)) != nil
    defaults.synchronize()
    throw StorageError(
      .writeFailed, location: location, key: key,
      explanation: explanation + (isRestored ? " The old file was put back." : " The old file is lost."),
      remedy: "Make room, or see to it that the file can be written; or use FileStore.")
  }

  #endif
}

import Foundation

/// A store that keeps bytes in a suite of `UserDefaults`, under the suite's own keys.
///
/// Use it for values that an app already keeps there, or that other code reads from `UserDefaults`. Otherwise prefer
/// ``FileStore``. On Linux, Foundation keeps a suite in one file and rewrites it for each change, not atomically. So a
/// process that is killed may lose all values, and if two processes write at the same time, one may lose its change, or
/// both may lose other values. This store cannot prevent that. It writes each change immediately, reads the file again, and
/// throws if the change is not there; it cannot tell if another process overwrites the file after that. If the new file is
/// incomplete and stays so, it restores the old one. It also reports a damaged file, which `UserDefaults` takes for an
/// empty one.
///
/// Keys of printable ASCII without `%` are used as they are. In other keys, bytes are written as `%` and two
/// hexadecimal digits, since `UserDefaults` on Linux does not distinguish canonically equivalent text.
public final class UserDefaultsStore: DataStore, @unchecked Sendable {
  private let suite: String
  private let defaults: UserDefaults
  /// Shared by all stores, since several may use one suite.
  private static let lock = Locked(())

  /// The app's own defaults: those of `UserDefaults.standard`, without the values of other domains.
  ///
  /// A damaged file is reported by the first call, not here.
  public static let standard = UserDefaultsStore(
    suite: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName, defaults: .standard)

  /// Identifies the suite.
  public var location: String { "defaults:\(suite)" }

  /// Opens a suite.
  ///
  /// - Parameter suite: The suite's name, as for `UserDefaults(suiteName:)`. It must not be empty, contain `/`, or name
  ///   a domain that all apps share. For the app's own defaults, use ``standard``.
  /// - Throws: ``StorageError``: ``StorageError/Code/storageUnavailable`` if there is no such suite,
  ///   ``StorageError/Code/corrupted``, without a key, if its file is damaged.
  public convenience init(suite: String) throws {
    // The last three are other names of the global domain and of the app's own.
    let shared = [
      UserDefaults.globalDomain, UserDefaults.argumentDomain, UserDefaults.registrationDomain, ".GlobalPreferences",
      "kCFPreferencesAnyApplication", "kCFPreferencesCurrentApplication",
    ]
    if shared.contains(suite) {
      throw StorageError(
        .storageUnavailable, location: "defaults:\(suite)",
        explanation:
          "This is not the name of a suite: it stands for a domain that all processes share, for one that is never "
          + "saved, or for the app's own.",
        remedy: "Use UserDefaultsStore.standard, or choose a name like 'com.example.app.settings'.")
    }
    // The name becomes a file name.
    let isName = !suite.isEmpty && suite != "." && suite != ".." && !suite.utf8.contains { $0 == 0x2f || $0 == 0 }
    guard isName, let defaults = UserDefaults(suiteName: suite) else {
      throw StorageError(
        .storageUnavailable, location: "defaults:\(suite)", explanation: "There is no suite of that name.",
        remedy: "Choose a name like 'com.example.app.settings'.")
    }
    self.init(suite: suite, defaults: defaults)
    try Self.lock.withLock { _ in _ = try read(for: nil) }
  }

  private init(suite: String, defaults: UserDefaults) {
    self.suite = suite
    self.defaults = defaults
  }

  /// Returns the bytes under a key, or nil.
  ///
  /// - Throws: ``StorageError``; with ``StorageError/Code/typeMismatch`` if the value is not bytes.
  public func loadData(forKey key: String) throws -> Data? {
    try Self.lock.withLock { _ in
      guard let value = try read(for: key)[KeyName.ascii.encode(key)] else { return nil }
      if let data = value as? Data { return data }
      throw StorageError(
        .typeMismatch, location: location, key: key, explanation: "The value under the key is not Data.",
        remedy: "Import it with importing:, have it moved aside, or choose a key that no other code uses.")
    }
  }

  /// Saves bytes under a key. They replace any value, of whatever type.
  ///
  /// - Throws: ``StorageError``. The old value is restored if possible; the error says if it could not be.
  public func saveData(_ data: Data, forKey key: String) throws {
    try Self.lock.withLock { _ in try replace(data, forKey: key) }
  }

  /// Returns the value under a key, of whatever type, or nil.
  ///
  /// - Throws: ``StorageError``.
  func value(forKey key: String) throws -> Any? {
    try Self.lock.withLock { _ in
      try read(for: key)[KeyName.ascii.encode(key)].map(PlainDefault.value)
    }
  }

  /// Saves a value of a type that `UserDefaults` supports.
  ///
  /// - Throws: The errors of ``saveData(_:forKey:)``.
  func saveValue(_ value: Any, forKey key: String) throws {
    try Self.lock.withLock { _ in try replace(value, forKey: key) }
  }

  /// Moves the value under a key to another key, whether it is bytes or not.
  ///
  /// - Throws: The errors of ``saveData(_:forKey:)``.
  public func moveData(forKey key: String, toKey otherKey: String) throws {
    let names = (KeyName.ascii.encode(key), KeyName.ascii.encode(otherKey))
    try Self.lock.withLock { _ in
      guard let value = try read(for: key)[names.0], names.0 != names.1 else { return }
      try replace(value, forKey: otherKey)
      try replace(nil, forKey: key)
    }
  }

  /// Removes the value under a key, of whatever type.
  ///
  /// - Throws: The errors of ``saveData(_:forKey:)``.
  public func remove(forKey key: String) throws {
    try Self.lock.withLock { _ in
      if try read(for: key)[KeyName.ascii.encode(key)] != nil { try replace(nil, forKey: key) }
    }
  }

  /// Returns all keys in use, in no particular order: also those of values that are not bytes, such as dictionaries that a
  /// ``PropertyListCoder`` has saved, and what other code keeps in the suite.
  ///
  /// Left out are the suite's own keys that no key of this store has: they have a space, a character that is not ASCII, or a
  /// `%` that is not followed by the digits of such a byte.
  ///
  /// - Throws: ``StorageError``.
  public func keys() throws -> [String] {
    try Self.lock.withLock { _ in
      try read(for: nil).keys.compactMap(KeyName.ascii.decode)
    }
  }

  /// Returns all values by the suite's own keys: text, numbers, dates, `Data`, `[Any]` and `[String: Any]`.
  ///
  /// - Throws: ``StorageError``.
  func values() throws -> [String: Any] {
    try Self.lock.withLock { _ in
      try read(for: nil).mapValues(PlainDefault.value)
    }
  }

  // MARK: -

  /// The values of the suite itself. `object(forKey:)` also finds values of other domains.
  private var domain: [String: Any] { defaults.persistentDomain(forName: suite) ?? [:] }

  #if canImport(Darwin)

  // On Darwin, a system service keeps the values and replaces files atomically.

  /// Returns the suite's values. Precondition: the caller holds the lock.
  private func read(for key: String?) throws -> [String: Any] {
    defaults.synchronize()
    return domain
  }

  /// Precondition: the caller holds the lock.
  private func replace(_ value: Any?, forKey key: String) throws {
    defaults.set(value, forKey: KeyName.ascii.encode(key))
    defaults.synchronize()
  }

  #else

  private var file: SuiteFile { SuiteFile(suite: suite) }
  /// The file as it was read last, and its values, which `UserDefaults` takes long to return. The lock guards it.
  private var known: (file: Data, values: [String: Any])?

  /// Returns the suite's values. Precondition: the caller holds the lock.
  private func read(for key: String?) throws -> [String: Any] { try contents(for: key).values }

  private typealias Contents = (file: Data?, values: [String: Any])

  /// How long to wait, in milliseconds, before looking again at an incomplete file, which another process may be writing.
  private static let pauses: [UInt32] = [1, 2, 4, 8, 16, 32, 64, 128]

  /// Makes `UserDefaults` read the file, and checks that it could.
  ///
  /// Precondition: the caller holds the lock.
  private func contents(for key: String?) throws -> Contents {
    let start = ContinuousClock.now
    for pause in [0] + Self.pauses {
      // `UserDefaults` itself takes half a second for some damaged files.
      if ContinuousClock.now - start > .seconds(1) { break }
      usleep(pause * 1000)
      if let contents = try wholeContents(for: key) { return contents }
    }
    // It names no key, since nothing is known about any value.
    throw StorageError(
      .corrupted, location: location,
      explanation: "The file \(file.path) is damaged; UserDefaults treats it as empty, and would overwrite it.",
      remedy: "Restore or remove the file.")
  }

  /// Returns nil if the file is damaged, or if another process is writing it.
  private func wholeContents(for key: String?) throws -> Contents? {
    defaults.synchronize()
    let contents: Data?
    do throws(SystemFailure) {
      contents = try file.contents()
    } catch {
      throw StorageError(.readFailed, error, location: location, key: key)
    }
    guard let contents else { return (nil, domain) }
    if let known, known.file == contents { return (contents, known.values) }
    // `UserDefaults` takes a file that it cannot read for an empty one, and would overwrite it.
    guard SuiteFile.isComplete(contents) else { return nil }
    let values = domain
    if values.isEmpty && !SuiteFile.isEmptySuite(contents) { return nil }
    // `UserDefaults` has read the file later, when it may have been another one.
    if (try? file.contents()) == .some(contents) { known = (contents, values) }
    return (contents, values)
  }

  /// Returns the contents of the file that was written. An incomplete one may be another process's, which goes on to write
  /// it, so it is read again.
  private func writtenFile() throws(SystemFailure) -> Data? {
    var contents = try file.contents()
    for pause in Self.pauses {
      guard let found = contents, !SuiteFile.isComplete(found) else { break }
      usleep(pause * 1000)
      contents = try file.contents()
    }
    return contents
  }

  /// Precondition: the caller holds the lock.
  private func replace(_ value: Any?, forKey key: String) throws {
    let name = KeyName.ascii.encode(key)
    let (old, oldValues) = try contents(for: key)
    let oldValue = oldValues[name]
    // `UserDefaults` does not write a value that it finds equal to the old one, as 1 and 1.0, or texts of other scalars.
    if oldValue != nil, !(value is Data) { defaults.removeObject(forKey: name) }
    defaults.set(value.map(PlainDefault.value), forKey: name)
    let isWritten = defaults.synchronize()
    let explanation: String
    do {
      let new = try writtenFile()
      if isWritten, SuiteFile.holds(value, forKey: name, in: new) { return }
      if let new, new != old, SuiteFile.isComplete(new) {
        // A change that is reported as lost must not be written later.
        if !isWritten { defaults.set(oldValue.map(PlainDefault.value), forKey: name) }
        throw overwritten(key)
      }
      explanation = "UserDefaults did not write the file \(file.path) as a whole."
    } catch let error as SystemFailure {
      explanation = "The file \(file.path) could not be read again: \(error.explanation)"
    }
    // Restore the value in memory first; otherwise the new one would be written again.
    defaults.set(oldValue.map(PlainDefault.value), forKey: name)
    let outcome =
      (try? file.contents()) == .some(old)
      ? "The file is unchanged."
      : (try? file.replace(with: old)) != nil ? "The old file was put back." : "The old file is lost."
    defaults.synchronize()
    throw StorageError(
      .writeFailed, location: location, key: key, explanation: "\(explanation) \(outcome)",
      remedy: "Make room, make the file writable, or use FileStore.")
  }

  /// The error if the file is whole, but does not have the change. Putting the old file back would undo the change of
  /// the process that has written it.
  private func overwritten(_ key: String) -> StorageError {
    StorageError(
      .writeFailed, location: location, key: key,
      explanation: "Another process has written the file \(file.path) at the same time, without this change.",
      remedy: "Save the value again, or use FileStore.")
  }

  #endif
}

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

  /// Names the suite.
  public var location: String { "defaults:\(suite)" }

  /// Opens a suite.
  ///
  /// - Parameter suite: The suite's name, as of `UserDefaults(suiteName:)`: not empty, without `/`.
  /// - Throws: ``StorageError``: ``StorageError/Code/storageUnavailable`` where there is no such suite,
  ///   ``StorageError/Code/corrupted`` where its file is damaged.
  public init(suite: String) throws {
    // The name becomes that of a file.
    let isName = !suite.isEmpty && suite != "." && suite != ".." && !suite.utf8.contains { $0 == 0x2f || $0 == 0 }
    guard isName, let defaults = UserDefaults(suiteName: suite) else {
      throw StorageError(
        .storageUnavailable, location: "defaults:\(suite)", explanation: "There is no suite of that name.",
        remedy: "Choose a name like 'com.example.app.settings'.")
    }
    self.suite = suite
    self.defaults = defaults
    try Self.turn.withLock { _ in _ = try read(for: nil) }
  }

  /// The bytes that are kept under a key, or nil.
  ///
  /// - Throws: ``StorageError``, also where something else than bytes is kept there.
  public func data(forKey key: String) throws -> Data? {
    try Self.turn.withLock { _ in
      _ = try read(for: key)
      guard let value = defaults.object(forKey: KeyName.ascii.encode(key)) else { return nil }
      if let data = value as? Data { return data }
      throw StorageError(
        .readFailed, location: location, key: key, explanation: "Something else than bytes is kept under the key.",
        remedy: "Choose a key that no other code uses.")
    }
  }

  /// Keeps bytes under a key.
  ///
  /// - Throws: ``StorageError``. What was kept is put back where that can be done; the error says where not.
  public func setData(_ data: Data, forKey key: String) throws {
    try replace(data, forKey: key)
  }

  /// Removes what is kept under a key.
  ///
  /// - Throws: As ``setData(_:forKey:)``.
  public func removeData(forKey key: String) throws {
    if try self.data(forKey: key) != nil { try replace(nil, forKey: key) }
  }

  /// The keys under which there are bytes.
  ///
  /// - Throws: ``StorageError``.
  public func keys() throws -> [String] {
    try Self.turn.withLock { _ in
      _ = try read(for: nil)
      return (defaults.persistentDomain(forName: suite) ?? [:])
        .compactMap { $0.value is Data ? KeyName.ascii.decode($0.key) : nil }
    }
  }

  // MARK: -

  #if canImport(Darwin)

  // There, a service of the system keeps the values, and replaces files as a whole.

  private func read(for key: String?) throws {
    defaults.synchronize()
  }

  private func replace(_ data: Data?, forKey key: String) throws {
    Self.turn.withLock { _ in
      defaults.set(data, forKey: KeyName.ascii.encode(key))
      defaults.synchronize()
    }
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

  private func replace(_ data: Data?, forKey key: String) throws {
    try Self.turn.withLock { _ in
      let name = KeyName.ascii.encode(key)
      let old = try read(for: key)
      let oldValue = defaults.object(forKey: name)
      defaults.set(data, forKey: name)
      let isWritten = defaults.synchronize()
      let explanation: String
      do throws(SystemFailure) {
        let new = try file.contents()
        if isWritten, SuiteFile.holds(data, forKey: name, in: new) { return }
        explanation = "UserDefaults did not write the file \(file.path) as a whole."
      } catch {
        explanation = "The file \(file.path) could not be read again: \(error.explanation)"
      }
      // First in memory, or it would be written once more.
      defaults.set(oldValue, forKey: name)
      let isRestored = (try? file.replace(with: old)) != nil
      defaults.synchronize()
      throw StorageError(
        .writeFailed, location: location, key: key,
        explanation: explanation + (isRestored ? " The old file was put back." : " The old file is lost."),
        remedy: "Make room, or see to it that the file can be written; or use FileStore.")
    }
  }

  #endif
}

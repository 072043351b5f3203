import Foundation

/// A store that keeps secrets in the user's keyring: the Secret Service on Linux, the Keychain on Apple platforms.
///
/// ```swift
/// let session = try Session(identifier: "session", store: KeyringStore(service: "com.example.app"))
/// session.token = token
/// try session.save()
/// ```
///
/// An item has the attributes `service` and `key`, and a label that contains both. Items of another service, or with
/// additional attributes, are ignored. Items of other programs with exactly these attributes are found, and other
/// programs can find yours:
///
/// ```sh
/// secret-tool lookup service com.example.app key session
/// ```
///
/// On Linux, libsecret (`libsecret-1.so.0`) is loaded when the first store is created. If it or the service is missing,
/// or the keyring is locked, every call throws ``StorageError/Code/storageUnavailable`` with the reason. A secret is
/// never kept anywhere else instead. No call prompts the user.
///
/// No error, description or location contains a secret. Keys are not secret: other programs of the user may list them.
///
/// - Note: The Keychain code was checked only by inspection; it is untested.
public struct KeyringStore: DataStore {
  /// The maximum size of a value in bytes: 1 MB. Keyrings are designed for passwords.
  public static let maximumSize = 1_048_576

  private let service: String
  private let keyring: any Keyring

  /// Identifies the service.
  public var location: String { "keyring:\(service)" }

  /// Opens the keyring for a service.
  ///
  /// - Parameter service: A name that all items of an app share, such as "com.example.app".
  /// - Throws: ``StorageError`` (``StorageError/Code/storageUnavailable``) if the library for the keyring is missing.
  public init(service: String) throws {
    #if canImport(Security)
    try self.init(service: service, keyring: Keychain())
    #else
    try self.init(service: service, library: "libsecret-1.so.0")
    #endif
  }

  #if !canImport(Security)
  package init(service: String, library: String) throws {
    do {
      try self.init(service: service, keyring: SecretService(library: LibSecret.load(library)))
    } catch let failure as KeyringFailure {
      throw StorageError(failure, location: "keyring:\(service)")
    }
  }
  #endif

  private init(service: String, keyring: any Keyring) throws {
    self.service = service
    self.keyring = keyring
    try check(service, key: nil)
  }

  /// Returns the secret under a key, or nil.
  ///
  /// - Throws: ``StorageError``.
  public func loadData(forKey key: String) throws -> Data? {
    try use(key) { try keyring.secret(ofService: service, key: key) }
  }

  /// Saves a secret under a key. It replaces the old one.
  ///
  /// - Parameters:
  ///   - data: Up to ``maximumSize`` bytes.
  ///   - key: Any text without a zero character.
  /// - Throws: ``StorageError``; the old secret is then still there.
  public func saveData(_ data: Data, forKey key: String) throws {
    guard data.count <= Self.maximumSize else {
      throw StorageError(
        .writeFailed, location: location, key: key,
        explanation: "The value has \(data.count) bytes, but the keyring accepts only \(Self.maximumSize).",
        remedy: "Store only the secret there, and the rest in a FileStore.")
    }
    try use(key) { try keyring.setSecret(data, ofService: service, key: key, label: "\(service): \(key)") }
  }

  /// Removes the secret under a key.
  ///
  /// - Throws: ``StorageError``.
  public func remove(forKey key: String) throws {
    try use(key) { try keyring.removeSecret(ofService: service, key: key) }
  }

  /// Returns the keys of the service's items.
  ///
  /// - Throws: ``StorageError``.
  public func keys() throws -> [String] {
    try use(nil) { try keyring.keys(ofService: service) }
  }

  private func use<Result>(_ key: String?, _ body: () throws -> Result) throws -> Result {
    if let key { try check(key, key: key) }
    do {
      return try body()
    } catch let failure as KeyringFailure {
      throw StorageError(failure, location: location, key: key)
    }
  }

  /// Throws if a name contains a zero. C libraries would end it there and take it for another name.
  private func check(_ name: String, key: String?) throws {
    guard name.utf8.contains(0) else { return }
    throw StorageError(
      .storageUnavailable, location: location, key: key, explanation: "A name in the keyring cannot contain a zero.",
      remedy: "Choose another name.")
  }
}

/// A keyring of the platform.
protocol Keyring: Sendable {
  func secret(ofService service: String, key: String) throws -> Data?
  func setSecret(_ secret: Data, ofService service: String, key: String, label: String) throws
  func removeSecret(ofService service: String, key: String) throws
  func keys(ofService service: String) throws -> [String]
}

/// A failed call of a keyring, before the store adds the key to it.
struct KeyringFailure: Error {
  let code: StorageError.Code
  let explanation: String
  let remedy: String
}

extension StorageError {
  init(_ failure: KeyringFailure, location: String, key: String? = nil) {
    self.init(
      failure.code, location: location, key: key, explanation: failure.explanation, remedy: failure.remedy)
  }
}

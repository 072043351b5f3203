#if !canImport(Security)
import Foundation

/// A connection to the service for one call of a store.
///
/// It does not read attributes of locked items, and starts nothing that would prompt the user.
final class SecretServiceConnection {
  private let library: LibSecret
  private let service: LibSecret.Object
  private let collection: LibSecret.Object

  init(_ library: LibSecret) throws {
    self.library = library
    let service = try Self.call(library) { library.serviceGet(LibSecret.openSession, nil, $0) }
    guard let service else { throw Self.unavailable("There is no Secret Service.") }
    do {
      let found = try Self.call(library) { library.collectionForAlias(service, "default", 0, nil, $0) }
      guard let collection = found else { throw Self.unavailable("There is no default keyring.") }
      if library.collectionIsLocked(collection) != 0 {
        library.unref(collection)
        throw Self.locked
      }
      self.collection = collection
      self.service = service
    } catch {
      library.unref(service)
      throw error
    }
  }

  deinit {
    library.unref(collection)
    library.unref(service)
  }

  // MARK: Items

  /// Calls `body` with the items that have exactly these attributes.
  ///
  /// - Parameter name: The name of one additional attribute that the items have.
  func withItems<Result>(
    _ attributes: [String: String], orWith name: String? = nil, _ body: ([LibSecret.Object]) throws -> Result
  ) throws -> Result {
    let list = try withTable(attributes) { table in
      try Self.call(library) { library.serviceSearch(service, nil, table, LibSecret.searchAll, nil, $0) }
    }
    defer { library.listFree(list, library.unrefAddress) }
    let items = library.elements(of: list)
    if items.contains(where: { library.itemIsLocked($0) != 0 }) { throw Self.locked }
    return try body(items.filter { hasExactly(Array(attributes.keys) + (name.map { [$0] } ?? []), $0) })
  }

  private func hasExactly(_ names: [String], _ item: LibSecret.Object) -> Bool {
    guard let table = library.itemAttributes(item) else { return false }
    defer { library.hashTableUnref(table) }
    // The schema with which an item was made does not matter.
    let schemas: UInt32 = library.hashTableLookup(table, "xdg:schema") == nil ? 0 : 1
    return library.hashTableSize(table) - schemas == names.count
      && names.allSatisfy { library.hashTableLookup(table, $0) != nil }
  }

  func attribute(_ name: String, of item: LibSecret.Object) -> String? {
    guard let table = library.itemAttributes(item) else { return nil }
    defer { library.hashTableUnref(table) }
    return library.hashTableLookup(table, name).map { String(cString: $0) }
  }

  func secret(of item: LibSecret.Object) throws -> Data {
    _ = try Self.call(library) { library.itemLoadSecret(item, nil, $0) }
    guard let value = library.itemSecret(item) else {
      throw KeyringFailure(
        code: .readFailed, explanation: "The keyring did not return the secret.",
        remedy: "Inspect it with secret-tool.")
    }
    defer { library.valueUnref(value) }
    var count = 0
    let bytes = library.valueBytes(value, &count)
    return bytes.map { Data(bytes: $0, count: max(count, 0)) } ?? Data()
  }

  func set(_ value: LibSecret.Object, of item: LibSecret.Object) throws {
    guard try Self.call(library, { library.itemSetSecret(item, value, nil, $0) }) != 0 else { throw Self.notWritten }
  }

  func create(_ value: LibSecret.Object, attributes: [String: String], label: String) throws {
    let item = try withTable(attributes) { table in
      try Self.call(library) { library.itemCreate(collection, nil, table, label, value, 0, nil, $0) }
    }
    guard let item else { throw Self.notWritten }
    library.unref(item)
  }

  func delete(_ item: LibSecret.Object) throws {
    guard try Self.call(library, { library.itemDelete(item, nil, $0) }) != 0 else { throw Self.notWritten }
  }

  // MARK: Values of GLib

  func withValue<Result>(_ secret: Data, _ body: (LibSecret.Object) throws -> Result) throws -> Result {
    let value = secret.withUnsafeBytes { bytes in
      // Empty data may have no address, and libsecret treats nil as an error.
      withUnsafeBytes(of: 0 as UInt8) { empty in
        library.valueNew(bytes.baseAddress ?? empty.baseAddress, bytes.count, "application/octet-stream")
      }
    }
    guard let value else { throw Self.notWritten }
    defer { library.valueUnref(value) }
    return try body(value)
  }

  /// Calls `body` with a hash table that borrows its text.
  private func withTable<Result>(
    _ entries: [String: String], _ body: (LibSecret.Object) throws -> Result
  ) throws -> Result {
    guard let table = library.hashTableNew(library.stringHash, library.stringEqual) else { throw Self.notWritten }
    defer { library.hashTableUnref(table) }
    func insert(_ rest: ArraySlice<(key: String, value: String)>) throws -> Result {
      guard let entry = rest.first else { return try body(table) }
      return try entry.key.withCString { key in
        try entry.value.withCString { value in
          _ = library.hashTableInsert(table, key, value)
          return try insert(rest.dropFirst())
        }
      }
    }
    return try insert(Array(entries)[...])
  }

  // MARK: Failures

  private static func call<Result>(_ library: LibSecret, _ body: (LibSecret.Failure) -> Result) throws -> Result {
    var failure: LibSecret.Object?
    let result = body(&failure)
    guard let failure else { return result }
    defer { library.errorFree(failure) }
    throw unavailable("The Secret Service answered: \(library.message(of: failure)).")
  }

  private static func unavailable(_ explanation: String) -> KeyringFailure {
    KeyringFailure(
      code: .storageUnavailable, explanation: explanation,
      remedy: "Make sure that a keyring such as gnome-keyring runs in the user's session, and has a default keyring.")
  }

  private static let locked = KeyringFailure(
    code: .storageUnavailable, explanation: "The keyring is locked.",
    remedy: "Have the user unlock it, by logging in or with the keyring's own program, and try again.")

  private static let notWritten = KeyringFailure(
    code: .writeFailed, explanation: "The keyring did not accept the change.", remedy: "Try again.")
}
#endif

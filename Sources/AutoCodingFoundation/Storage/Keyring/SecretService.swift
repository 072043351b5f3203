#if !canImport(Security)
import Foundation

/// The keyring of a Linux desktop: org.freedesktop.secrets on the session bus. gnome-keyring, KWallet and KeePassXC
/// provide it.
struct SecretService: Keyring {
  private let library: LibSecret

  /// Serializes calls: libsecret has one connection for the whole process.
  private static let lock = Locked(())

  init(library: LibSecret) {
    self.library = library
  }

  func secret(ofService service: String, key: String) throws -> Data? {
    try connected { connection in
      try connection.withItems(["service": service, "key": key]) { items in
        try items.first.map { try connection.secret(of: $0) }
      }
    }
  }

  func setSecret(_ secret: Data, ofService service: String, key: String, label: String) throws {
    try connected { connection in
      let attributes = ["service": service, "key": key]
      try connection.withValue(secret) { value in
        // Change an existing item, even one of another program. Otherwise there would be two items for one key.
        let isThere = try connection.withItems(attributes) { items in
          for item in items { try connection.set(value, of: item) }
          return !items.isEmpty
        }
        if !isThere { try connection.create(value, attributes: attributes, label: label) }
      }
    }
  }

  func removeSecret(ofService service: String, key: String) throws {
    try connected { connection in
      try connection.withItems(["service": service, "key": key]) { items in
        for item in items { try connection.delete(item) }
      }
    }
  }

  func keys(ofService service: String) throws -> [String] {
    try connected { connection in
      let keys = try connection.withItems(["service": service], orWith: "key") { items in
        items.compactMap { connection.attribute("key", of: $0) }
      }
      // Two items with one key are one value. Keys that differ only in their bytes are distinct.
      return Set(keys.map { Array($0.utf8) }).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func connected<Result>(_ body: (SecretServiceConnection) throws -> Result) throws -> Result {
    try Self.lock.withLock { _ in
      do {
        return try body(SecretServiceConnection(library))
      } catch {
        // A session that the service has forgotten would fail forever. After a disconnect, the next call makes a new
        // one.
        library.serviceDisconnect()
        throw error
      }
    }
  }
}
#endif

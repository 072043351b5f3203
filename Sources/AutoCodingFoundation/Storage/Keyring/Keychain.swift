#if canImport(Security)
import Foundation
import Security

/// The keyring of Apple platforms: generic passwords in the Keychain. Written from its documentation; untested.
struct Keychain: Keyring {
  private func query(_ service: String, key: String? = nil) -> [CFString: Any] {
    var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: service]
    // An empty account would match every item. Other names are escaped so that they are not compared as Unicode text.
    if let key { query[kSecAttrAccount] = KeyName.ascii.encode(key) }
    return query
  }

  func secret(ofService service: String, key: String) throws -> Data? {
    var query = query(service, key: key)
    query[kSecReturnData] = true
    query[kSecMatchLimit] = kSecMatchLimitOne
    var result: CFTypeRef?
    guard try check(SecItemCopyMatching(query as CFDictionary, &result), .readFailed) else { return nil }
    return result as? Data
  }

  func setSecret(_ secret: Data, ofService service: String, key: String, label: String) throws {
    let query = query(service, key: key)
    let change: [CFString: Any] = [kSecValueData: secret]
    if try check(SecItemUpdate(query as CFDictionary, change as CFDictionary), .writeFailed) { return }
    var item = query.merging(change) { $1 }
    item[kSecAttrLabel] = label
    item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlock
    let status = SecItemAdd(item as CFDictionary, nil)
    if status == errSecDuplicateItem {
      // The item was added by another process in the meantime.
      _ = try check(SecItemUpdate(query as CFDictionary, change as CFDictionary), .writeFailed)
    } else {
      _ = try check(status, .writeFailed)
    }
  }

  func removeSecret(ofService service: String, key: String) throws {
    _ = try check(SecItemDelete(query(service, key: key) as CFDictionary), .writeFailed)
  }

  func keys(ofService service: String) throws -> [String] {
    var query = query(service)
    query[kSecReturnAttributes] = true
    query[kSecMatchLimit] = kSecMatchLimitAll
    var result: CFTypeRef?
    guard try check(SecItemCopyMatching(query as CFDictionary, &result), .readFailed) else { return [] }
    return (result as? [[CFString: Any]] ?? []).compactMap { item in
      (item[kSecAttrAccount] as? String).flatMap(KeyName.ascii.decode)
    }
  }

  /// Returns whether the item exists.
  private func check(_ status: OSStatus, _ code: StorageError.Code) throws -> Bool {
    if status == errSecSuccess { return true }
    if status == errSecItemNotFound { return false }
    let reason = SecCopyErrorMessageString(status, nil) as String? ?? "no reason given"
    let isUnavailable = status == errSecInteractionNotAllowed || status == errSecNotAvailable
    throw KeyringFailure(
      code: isUnavailable ? .storageUnavailable : code,
      explanation: "The Keychain answered: \(reason) (\(status)).",
      remedy: isUnavailable ? "Try again when the user has unlocked the device." : "Check the app's entitlements.")
  }
}
#endif

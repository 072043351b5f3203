import Foundation

/// What an app kept in `UserDefaults` before, for the object or value that takes its place.
///
/// ```swift
/// // Each property was under a key of its name:
/// let settings = try Settings(identifier: "settings", store: store, importing: .properties())
///
/// // All was in one value, here an archive of NSKeyedArchiver's in base64:
/// let library = try Library(
///   identifier: "library", store: store,
///   importing: .value(forKey: "library") { old in
///     guard let text = old as? String, let data = Data(base64Encoded: text) else { return nil }
///     return try KeyedArchiveDecoder().decode(Library.self, from: data)
///   })
/// ```
///
/// It is looked at as long as nothing is kept in the store, and then never again.
public struct UserDefaultsImport<Value> {
  private let store: UserDefaultsStore
  private let key: String?
  private let read: (UserDefaultsStore) throws -> Value?

  /// Properties that were kept one by one, under their keys or former keys.
  ///
  /// Values are those that `UserDefaults` takes: numbers, text, dates, bytes, arrays and dictionaries. Properties that are
  /// not there have their defaults, and `migrate(_:from:)` is called as for data of version 0.
  ///
  /// - Parameter store: Where they were kept.
  public static func properties(in store: UserDefaultsStore = .standard) -> Self where Value: AutoCoding {
    Self(store: store, key: nil) { store in
      let map = try TypeMap(reflecting: Value.self)
      let keys = map.properties.filter { $0.exclusion == nil }.flatMap { [$0.keyPath] + $0.formerKeyPaths }
      let names = Set(keys.compactMap(\.first))
      let values = try store.values().filter { names.contains($0.key) }
      if values.isEmpty { return nil }
      do {
        return try DictionaryDecoder().decode(Value.self, from: values)
      } catch let error as DecodingError {
        throw StorageError(error, of: Value.self, from: nil, in: store, forKey: names.sorted().joined(separator: ", "))
      }
    }
  }

  /// A value that was kept under one key.
  ///
  /// - Parameters:
  ///   - key: The key of `UserDefaults`.
  ///   - store: Where it was kept.
  ///   - convert: Makes today's value of the old one, as `UserDefaults` has it: text, a number, `Data`, a `[String: Any]`, an
  ///     `[Any]`. Returns nil if there is nothing to take over.
  public static func value(
    forKey key: String, in store: UserDefaultsStore = .standard, _ convert: @escaping (Any) throws -> Value?
  ) -> Self {
    Self(store: store, key: key) { store in try store.values()[key].flatMap(convert) }
  }

  /// The value of today; nil if there was none.
  func value() throws -> Value? { try read(store) }

  /// Whether the old value is under a key of a store itself.
  func isKept(in other: any DataStore, forKey otherKey: String) -> Bool {
    key == otherKey && store.location == other.location
  }
}

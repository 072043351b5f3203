import Foundation

/// Describes data that an app used to keep in `UserDefaults`, for the object or value that replaces it.
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
/// The old data is read only while the store has nothing under the identifier.
public struct UserDefaultsImport<Value> {
  private let store: UserDefaultsStore
  private let key: String?
  private let read: (UserDefaultsStore) throws -> Value?

  /// Imports properties that were kept one by one, under their keys or former keys.
  ///
  /// Values have the types that `UserDefaults` supports: numbers, text, dates, bytes, arrays and dictionaries. Missing
  /// properties have their defaults, and `migrate(_:from:)` is called as for data of version 0: it sees all values of the
  /// store, unless the type has a flattened dictionary for all other keys.
  ///
  /// A property of type `URL` is what `url(forKey:)` returns: a path is a file URL. Text with a scheme is a URL as well;
  /// other text is an error. A URL under a key that only `migrate(_:from:)` knows is text or data there, which the
  /// migration converts.
  ///
  /// - Parameter store: The store of the old properties.
  public static func properties(in store: UserDefaultsStore = .standard) -> Self where Value: AutoCoding {
    Self(store: store, key: nil) { store in
      let map = try TypeMap(reflecting: Value.self)
      let names = map.storage.firstKeys
      var values = try store.values()
      let hasNames = values.keys.contains(where: names.contains)
      // Only the migration knows the keys that it renames. A dictionary would take the values of others.
      let seesAll = map.storage.versions != nil && map.storage.keyGroup?.rest == nil
      if !seesAll { values = values.filter { names.contains($0.key) } }
      if values.isEmpty { return nil }
      let found = Result {
        try ImportedURLs.replace(in: &values, for: map.storage)
        return try decoded(values).get()
      }
      if !hasNames, try areSame(found, decoded([:])) { return nil }
      do {
        return try found.get()
      } catch let error as DecodingError {
        throw StorageError(error, of: Value.self, from: nil, in: store, forKey: names.sorted().joined(separator: ", "))
      }
    }
  }

  private static func decoded(_ values: [String: Any]) -> Result<Value, any Error> where Value: AutoCoding {
    Result { try DictionaryDecoder().decode(Value.self, from: values) }
  }

  /// Whether values made no difference: they are those of others, in which a migration has found nothing.
  private static func areSame(_ found: Result<Value, any Error>, _ empty: Result<Value, any Error>) throws -> Bool {
    switch (found, empty) {
    case (.success(let value), .success(let other)): return try ModelValue.areEqual(value, other)
    case (
      .failure(DecodingError.keyNotFound(let key, let context)),
      .failure(DecodingError.keyNotFound(let otherKey, let otherContext))
    ):
      let (path, otherPath) = (context.codingPath + [key], otherContext.codingPath + [otherKey])
      return path.map(\.stringValue) == otherPath.map(\.stringValue)
    default: return false
    }
  }

  /// Imports a value that was kept under one key.
  ///
  /// - Parameters:
  ///   - key: The key in `UserDefaults`.
  ///   - store: The store of the old value.
  ///   - convert: Converts the old value as `UserDefaults` returns it: text, a number, `Data`, a `[String: Any]` or an
  ///     `[Any]`. Returns nil if there is nothing to import.
  public static func value(
    forKey key: String, in store: UserDefaultsStore = .standard, _ convert: @escaping (Any) throws -> Value?
  ) -> Self {
    Self(store: store, key: key) { store in try store.values()[key].flatMap(convert) }
  }

  /// Returns the imported value, or nil if there is none.
  func value() throws -> Value? { try read(store) }

  /// Whether the old value is under this key of this store.
  func isKept(in other: any DataStore, forKey otherKey: String) -> Bool {
    guard let key, store.location == other.location else { return false }
    // The old value has the suite's own key. Under a key that the store escapes, it is beside what the store keeps.
    return key.utf8.elementsEqual(KeyName.ascii.encode(otherKey).utf8)
  }
}

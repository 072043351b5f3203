import Foundation

/// A store that holds bytes under keys.
///
/// The stores of this module conform. Your own store, for instance over a database or a service, can conform as well:
/// ``StoredObject``, ``Stored`` and ``Cache`` use nothing but these members.
///
/// Every member may be called from any thread. A key is any text, including the empty one; a store may refuse keys, as ``FileStore``
/// does if their file names would be too long, and ``KeyringStore`` if they contain a zero. Keys are equal if their
/// UTF-8 bytes are equal. A value is replaced atomically: a reader gets the old bytes or the new ones, never a mixture.
public protocol DataStore: Sendable {
  /// Identifies the store: two stores with the same location hold the same values.
  ///
  /// It is used to detect a second ``StoredObject`` over the same values. It contains no secret.
  var location: String { get }

  /// Returns the bytes under a key.
  ///
  /// - Returns: nil if the store holds nothing under that key.
  /// - Throws: ``StorageError`` if the store fails.
  func loadData(forKey key: String) throws -> Data?

  /// Returns the bytes under a key, unless there are too many.
  ///
  /// The default reads all bytes and then counts them. A store that knows the size earlier refuses before it reads any.
  ///
  /// - Returns: nil if the store holds nothing under that key.
  /// - Throws: ``StorageError`` if the store fails, or if there are more than `maximumByteCount` bytes
  ///   (``StorageError/Code/readFailed``).
  func loadData(forKey key: String, maximumByteCount: Int) throws -> Data?

  /// Saves bytes under a key. They replace the old bytes.
  ///
  /// - Throws: ``StorageError``; the old bytes are then still there.
  func saveData(_ data: Data, forKey key: String) throws

  /// Moves the bytes under a key to another key. Does nothing if there are none.
  ///
  /// The default writes the bytes under the other key and then removes them here, so no failure loses them.
  ///
  /// - Parameters:
  ///   - key: The key to move from.
  ///   - otherKey: The key to move to. The bytes replace those under it.
  /// - Throws: ``StorageError``; the bytes are then still under `key`.
  func moveData(forKey key: String, toKey otherKey: String) throws

  /// Removes the bytes under a key. Does nothing if there are none.
  ///
  /// - Throws: ``StorageError``; the bytes are then still there.
  func remove(forKey key: String) throws

  /// Returns all keys in use, in no particular order.
  ///
  /// - Throws: ``StorageError`` if the store fails.
  func keys() throws -> [String]
}

extension DataStore {
  /// Reads all bytes and then counts them.
  public func loadData(forKey key: String, maximumByteCount: Int) throws -> Data? {
    guard let data = try loadData(forKey: key) else { return nil }
    guard data.count <= maximumByteCount else {
      throw StorageError(
        .readFailed, SystemFailure.tooLarge(data.count, maximumByteCount), location: location, key: key)
    }
    return data
  }

  /// Writes the bytes under the other key and then removes them under this one.
  public func moveData(forKey key: String, toKey otherKey: String) throws {
    guard !key.utf8.elementsEqual(otherKey.utf8), let data = try loadData(forKey: key) else { return }
    try saveData(data, forKey: otherKey)
    try remove(forKey: key)
  }
}

import Foundation

/// A place that keeps bytes under keys.
///
/// The stores of this module are such places; an app's own, over a database or a service, conforms as well. What
/// stands above (``StoredObject``, ``Stored``, ``Cache``) uses nothing but these members.
///
/// Every member may be called from any thread. A key is any text, the empty one included; keys are equal where their
/// UTF-8 bytes are. A value is replaced as a whole: a reader finds the old bytes or the new ones, never a part.
public protocol DataStore: Sendable {
  /// Names the place: two stores of one location hold the same values.
  ///
  /// It is how a second ``StoredObject`` over the same values is noticed. It tells no secret.
  var location: String { get }

  /// The bytes that are kept under a key.
  ///
  /// - Returns: nil where the store holds nothing under that key.
  /// - Throws: ``StorageError`` where the store cannot tell.
  func loadData(forKey key: String) throws -> Data?

  /// The bytes that are kept under a key, unless there are too many.
  ///
  /// The default reads all of them and then counts; a store that knows better refuses before it has read any.
  ///
  /// - Returns: nil if the store holds nothing under that key.
  /// - Throws: ``StorageError`` if the store cannot tell, or there are more bytes than that
  ///   (``StorageError/Code/readFailed``).
  func loadData(forKey key: String, maximumByteCount: Int) throws -> Data?

  /// Keeps bytes under a key, in place of what was there.
  ///
  /// - Throws: ``StorageError``; what was there before is then still there.
  func saveData(_ data: Data, forKey key: String) throws

  /// Keeps under another key what is kept under this one; nothing happens if there is nothing.
  ///
  /// The default writes the bytes under the other key, and removes them then: whatever fails, they are still there.
  ///
  /// - Parameters:
  ///   - key: Where it is kept.
  ///   - otherKey: Where it is kept then, in place of what was there.
  /// - Throws: ``StorageError``; what is kept is then still there.
  func moveData(forKey key: String, toKey otherKey: String) throws

  /// Removes what is kept under a key; nothing happens where there is nothing.
  ///
  /// - Throws: ``StorageError``; what was there before is then still there.
  func remove(forKey key: String) throws

  /// All keys under which something is kept, in no particular order.
  ///
  /// - Throws: ``StorageError`` where the store cannot tell.
  func keys() throws -> [String]
}

extension DataStore {
  /// Reads all bytes, and then counts them.
  public func loadData(forKey key: String, maximumByteCount: Int) throws -> Data? {
    guard let data = try loadData(forKey: key) else { return nil }
    guard data.count <= maximumByteCount else {
      throw StorageError(
        .readFailed, SystemFailure.tooLarge(data.count, maximumByteCount), location: location, key: key)
    }
    return data
  }

  /// Writes the bytes under the other key, and removes them then.
  public func moveData(forKey key: String, toKey otherKey: String) throws {
    guard !key.utf8.elementsEqual(otherKey.utf8), let data = try loadData(forKey: key) else { return }
    try saveData(data, forKey: otherKey)
    try remove(forKey: key)
  }
}

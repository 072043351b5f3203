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
  func data(forKey key: String) throws -> Data?

  /// Keeps bytes under a key, in place of what was there.
  ///
  /// - Throws: ``StorageError``; what was there before is then still there.
  func setData(_ data: Data, forKey key: String) throws

  /// Removes what is kept under a key; nothing happens where there is nothing.
  ///
  /// - Throws: ``StorageError``; what was there before is then still there.
  func removeData(forKey key: String) throws

  /// All keys under which something is kept, in no particular order.
  ///
  /// - Throws: ``StorageError`` where the store cannot tell.
  func keys() throws -> [String]
}

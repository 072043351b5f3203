import Foundation

/// A store that keeps bytes in memory, for tests and previews.
///
/// Every instance is a separate store. Its contents are lost when it is deallocated.
public final class MemoryStore: DataStore {
  // Keyed by bytes: Swift compares text by canonical equivalence, but keys are equal only if their bytes are.
  private let values = Locked<[[UInt8]: Data]>([:])

  /// A location that is unique in the process.
  public let location = "memory:\(UUID().uuidString)"

  /// Creates an empty store.
  public init() {}

  /// Returns the bytes under a key, or nil.
  public func loadData(forKey key: String) -> Data? {
    values.withLock { $0[Array(key.utf8)] }
  }

  /// Saves bytes under a key. They replace the old bytes.
  public func saveData(_ data: Data, forKey key: String) {
    // Copy the bytes: a Data may refer to memory that it does not own.
    let copy = Data(Array(data))
    values.withLock { $0[Array(key.utf8)] = copy }
  }

  /// Removes the bytes under a key.
  public func remove(forKey key: String) {
    _ = values.withLock { $0.removeValue(forKey: Array(key.utf8)) }
  }

  /// Returns all keys in use.
  public func keys() -> [String] {
    values.withLock { values in values.keys.map { String(decoding: $0, as: UTF8.self) } }
  }
}

import Foundation

/// Keeps bytes in memory, for tests and previews.
///
/// Every store that is made is a place of its own, and what it holds goes with it.
public final class MemoryStore: DataStore {
  // Text is equal in Swift where it looks the same; keys are equal where their bytes are.
  private let values = Locked<[[UInt8]: Data]>([:])

  /// A name that no other store of the process has.
  public let location = "memory:\(UUID().uuidString)"

  /// Makes an empty store.
  public init() {}

  /// The bytes that are kept under a key, or nil.
  public func loadData(forKey key: String) -> Data? {
    values.withLock { $0[Array(key.utf8)] }
  }

  /// Keeps bytes under a key, in place of what was there.
  public func saveData(_ data: Data, forKey key: String) {
    // A copy of its own: what a Data refers to may be somebody else's memory.
    let copy = Data(Array(data))
    values.withLock { $0[Array(key.utf8)] = copy }
  }

  /// Removes what is kept under a key.
  public func remove(forKey key: String) {
    _ = values.withLock { $0.removeValue(forKey: Array(key.utf8)) }
  }

  /// All keys under which something is kept.
  public func keys() -> [String] {
    values.withLock { values in values.keys.map { String(decoding: $0, as: UTF8.self) } }
  }
}

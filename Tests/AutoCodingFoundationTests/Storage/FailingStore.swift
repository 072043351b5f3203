import AutoCodingFoundation
import Foundation

/// A store that fails when it is told to.
final class FailingStore: DataStore, @unchecked Sendable {
  let memory = MemoryStore()
  private let lock = NSLock()
  private var isFailing = false

  var location: String { "failing \(memory.location)" }

  var fails: Bool {
    get { lock.withLock { isFailing } }
    set { lock.withLock { isFailing = newValue } }
  }

  private func check(_ code: StorageError.Code) throws {
    guard fails else { return }
    throw StorageError(code, location: location, explanation: "It was told to fail.", remedy: "Tell it not to.")
  }

  func data(forKey key: String) throws -> Data? {
    try check(.readFailed)
    return memory.data(forKey: key)
  }

  func setData(_ data: Data, forKey key: String) throws {
    try check(.writeFailed)
    memory.setData(data, forKey: key)
  }

  func removeData(forKey key: String) throws {
    try check(.writeFailed)
    memory.removeData(forKey: key)
  }

  func keys() throws -> [String] {
    try check(.readFailed)
    return memory.keys()
  }
}

import AutoCodingFoundation
import Foundation

/// A store that fails when it is told to.
final class FailingStore: DataStore, @unchecked Sendable {
  let memory = MemoryStore()
  private let lock = NSLock()
  private var isFailing = false
  private var isFailingToWrite = false
  private var isFailingToRemove = false

  var location: String { "failing \(memory.location)" }

  var fails: Bool {
    get { lock.withLock { isFailing } }
    set { lock.withLock { isFailing = newValue } }
  }

  var failsToWrite: Bool {
    get { lock.withLock { isFailingToWrite } }
    set { lock.withLock { isFailingToWrite = newValue } }
  }

  var failsToRemove: Bool {
    get { lock.withLock { isFailingToRemove } }
    set { lock.withLock { isFailingToRemove = newValue } }
  }

  private func check(_ code: StorageError.Code) throws {
    guard fails || failsToWrite && code == .writeFailed else { return }
    throw StorageError(code, location: location, explanation: "It was told to fail.", remedy: "Tell it not to.")
  }

  func loadData(forKey key: String) throws -> Data? {
    try check(.readFailed)
    return memory.loadData(forKey: key)
  }

  func saveData(_ data: Data, forKey key: String) throws {
    try check(.writeFailed)
    memory.saveData(data, forKey: key)
  }

  func remove(forKey key: String) throws {
    try check(.writeFailed)
    if failsToRemove { throw CocoaError(.fileWriteNoPermission) }
    memory.remove(forKey: key)
  }

  func keys() throws -> [String] {
    try check(.readFailed)
    return memory.keys()
  }
}

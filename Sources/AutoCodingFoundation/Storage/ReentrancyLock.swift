import Foundation

/// A lock that notices when its own holder asks for it, who would wait for ever.
final class ReentrancyLock: @unchecked Sendable {
  // Recursive only so that the holder gets in, and is found out.
  private let lock = NSRecursiveLock()
  /// Used by the lock's holder alone.
  private var isTaken = false

  /// - Returns: nil where the calling thread is in `body` already.
  func take<Result>(_ body: () throws -> Result) rethrows -> Result? {
    lock.lock()
    defer { lock.unlock() }
    if isTaken { return nil }
    isTaken = true
    defer { isTaken = false }
    return try body()
  }
}

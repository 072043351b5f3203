import Foundation

/// A lock that detects a re-entrant call, which would deadlock with a plain lock.
final class ReentrancyLock: @unchecked Sendable {
  // Recursive, so that a re-entrant call gets in and can be detected.
  private let lock = NSRecursiveLock()
  /// Accessed only while the lock is held.
  private var isTaken = false

  /// - Returns: nil if the calling thread is already in `body`.
  func take<Result>(_ body: () throws -> Result) rethrows -> Result? {
    lock.lock()
    defer { lock.unlock() }
    if isTaken { return nil }
    isTaken = true
    defer { isTaken = false }
    return try body()
  }
}

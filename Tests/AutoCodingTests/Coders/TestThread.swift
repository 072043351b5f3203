import Foundation

/// Threads with a stack of a given size.
enum TestThread {
  private final class Outcome: @unchecked Sendable {
    var error: (any Error)?
  }

  /// Runs `body` on a thread of its own and waits for it.
  ///
  /// - Parameter stackSize: In bytes.
  static func run(stackSize: Int, _ body: @escaping @Sendable () throws -> Void) throws {
    let outcome = Outcome()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      do {
        try body()
      } catch {
        outcome.error = error
      }
      done.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    done.wait()
    if let error = outcome.error { throw error }
  }
}

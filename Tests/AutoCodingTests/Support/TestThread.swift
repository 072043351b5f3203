import Foundation

/// Threads with a stack of a given size: as small as a secondary thread's is on Apple platforms, or of any other size.
enum TestThread {
  private final class Box<Result>: @unchecked Sendable {
    var result: Swift.Result<Result, any Error>?
    let body: () throws -> Result
    init(_ body: @escaping () throws -> Result) { self.body = body }
  }

  struct NotRun: Error {}

  /// Runs `body` on a thread of its own and waits for it.
  ///
  /// - Parameter stackSize: In bytes.
  /// - Throws: What `body` throws.
  static func run<Result>(stackSize: Int, _ body: @escaping () throws -> Result) throws -> Result {
    let box = Box(body)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.result = Swift.Result { try box.body() }
      done.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    done.wait()
    guard let result = box.result else { throw NotRun() }
    return try result.get()
  }
}

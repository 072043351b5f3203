import Foundation

/// Runs code on a thread whose stack is as small as a secondary thread's is on Apple platforms, or of any other size.
enum SmallStack {
  private final class Box<Result>: @unchecked Sendable {
    var result: Swift.Result<Result, any Error>?
    let body: () throws -> Result
    init(_ body: @escaping () throws -> Result) { self.body = body }
  }

  struct NotRun: Error {}

  /// - Throws: What `body` throws.
  static func run<Result>(kilobytes: Int, _ body: @escaping () throws -> Result) throws -> Result {
    let box = Box(body)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.result = Swift.Result { try box.body() }
      done.signal()
    }
    thread.stackSize = kilobytes << 10
    thread.start()
    done.wait()
    guard let result = box.result else { throw NotRun() }
    return try result.get()
  }
}

import Foundation

/// A process that does one of ``Role``'s parts.
public final class Child {
  private let process = Process()
  private let output = Pipe()

  /// - Parameters:
  ///   - executable: The storage-faults tool.
  ///   - arguments: The part and what it asks for.
  public init(_ executable: URL, _ arguments: [String]) throws {
    process.executableURL = executable
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    // The leak sanitizer cannot look into a process that has given up its privileges.
    var environment = ProcessInfo.processInfo.environment
    let options = [environment["ASAN_OPTIONS"], "detect_leaks=0"].compactMap { $0 }
    environment["ASAN_OPTIONS"] = options.joined(separator: ":")
    process.environment = environment
    try process.run()
  }

  /// Waits for some output.
  public func readSome() -> Data { output.fileHandleForReading.availableData }

  /// Waits for the rest of the output.
  public func readToEnd() -> Data { output.fileHandleForReading.readDataToEndOfFile() }

  /// Ends the process as nothing else does: at once.
  public func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Waits for the end.
  ///
  /// - Throws: ``Fault`` if the process did not end well.
  public func wait() throws {
    let text = String(decoding: readToEnd(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Fault("A process ended with \(process.terminationStatus): \(text)")
    }
  }

  /// Waits for the end of a process that was killed.
  ///
  /// - Throws: ``Fault`` if it had ended before.
  public func reap() throws {
    process.waitUntilExit()
    guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
      throw Fault("A process ended with \(process.terminationStatus) before it was killed.")
    }
  }
}

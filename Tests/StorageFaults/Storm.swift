import AutoCodingFoundation
import Foundation

/// Many who read and write the same few files at a time.
public enum Storm {
  private static let keys = ["a", "b", "c", "d"]

  /// A writer's part.
  public static func write(in directory: URL, count: Int, number: Int) throws {
    let store = try FileStore(directory: directory)
    for operation in 0..<count {
      let payload = Payload.data(UInt64(number) << 32 | UInt64(operation))
      try store.saveData(payload, forKey: keys[(operation + number) % keys.count])
    }
  }

  /// A reader's part.
  ///
  /// - Throws: ``Fault`` if a value is torn or gone.
  public static func read(in directory: URL, count: Int, number: Int) throws {
    var store = try FileStore(directory: directory)
    for operation in 0..<count {
      // Opening looks for temporaries, of which there are many that are in use.
      if operation % 50 == 49 { store = try FileStore(directory: directory) }
      guard let data = try store.loadData(forKey: keys[(operation + number) % keys.count]) else {
        throw Fault("A value is gone.")
      }
      guard Payload.isWhole(data) else { throw Fault("A value is torn: \(data.count) bytes.") }
    }
  }

  private static func begin(in directory: URL) throws {
    let store = try FileStore(directory: directory)
    for key in keys { try store.saveData(Payload.data(1), forKey: key) }
  }

  private static func end(in directory: URL) throws {
    _ = try FileStore(directory: directory)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    guard names == keys else { throw Fault("Left in the end: \(names)") }
  }

  /// Writers and readers that are threads.
  ///
  /// - Throws: ``Fault``, or what a store threw.
  public static func runThreads(writers: Int, readers: Int, count: Int, in directory: URL) throws {
    try begin(in: directory)
    try inThreads(writers + readers) { number in
      if number < writers {
        try write(in: directory, count: count, number: number)
      } else {
        try read(in: directory, count: count, number: number)
      }
    }
    try end(in: directory)
  }

  /// Writers and readers that are processes.
  ///
  /// - Throws: ``Fault``, or what a store threw.
  public static func runProcesses(
    writers: Int, readers: Int, count: Int, in directory: URL, executable: URL
  ) throws {
    try begin(in: directory)
    let children = try (0..<(writers + readers)).map { number in
      try Child(executable, [number < writers ? "write" : "read", directory.path, "\(count)", "\(number)"])
    }
    let failures = children.compactMap { child -> (any Error)? in
      do { try child.wait() } catch { return error }
      return nil
    }
    if let failure = failures.first { throw failure }
    try end(in: directory)
  }

  /// A process that replaces a key's file by links to a file elsewhere, while others use the store.
  ///
  /// - Throws: ``Fault`` if what is elsewhere was read or written.
  public static func runSwaps(count: Int, in directory: URL) throws {
    let place = directory.appendingPathComponent("store")
    let elsewhere = directory.appendingPathComponent("elsewhere")
    let secret = Data("elsewhere".utf8)
    try secret.write(to: elsewhere)
    let store = try FileStore(directory: place)
    try inThreads(4) { number in
      for operation in 0..<count {
        do {
          switch number {
          case 0:
            let link = place.appendingPathComponent(".swap").path
            _ = unlink(link)
            _ = symlink(elsewhere.path, link)
            _ = rename(link, place.appendingPathComponent("a").path)
            if operation % 2 == 0 { try store.remove(forKey: "a") }
          case 1: try store.saveData(Payload.data(UInt64(operation)), forKey: "a")
          default:
            if let data = try store.loadData(forKey: "a"), !Payload.isWhole(data) {
              throw Fault("A link was followed.")
            }
          }
        } catch is StorageError {
          // There is a link.
        }
      }
    }
    guard try Data(contentsOf: elsewhere) == secret else { throw Fault("A link was followed.") }
  }

  /// Runs threads, and waits for all of them.
  ///
  /// - Throws: What one of them threw.
  private static func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
    let failures = Failures()
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      let thread = Thread {
        do { try body(number) } catch { failures.append(error) }
        group.leave()
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
    group.wait()
    if let failure = failures.first { throw failure }
  }
}

private final class Failures: @unchecked Sendable {
  private let lock = NSLock()
  private var errors: [any Error] = []
  func append(_ error: any Error) { lock.withLock { errors.append(error) } }
  var first: (any Error)? { lock.withLock { errors.first } }
}

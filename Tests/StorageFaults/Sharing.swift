import AutoCodingFoundation
import Foundation

/// Caches with limits on a store in which others keep what cannot be had again.
public enum Sharing {
  private struct Page: AutoCoding, Equatable, Sendable {
    var number = 0
    var text = ""
  }
  private struct Picture: AutoCoding, Equatable, Sendable {
    var number = 0
  }

  private static let documentCount = 20
  private static let limit = 10

  private static func key(ofDocument number: Int) -> String { "document-\(number)" }
  private static func page(_ number: Int) -> Page {
    Page(number: number, text: String(repeating: "\(number) ", count: number * 7919 % 501))
  }

  /// One process's part: fills two caches beyond their limits, and removes what it may.
  ///
  /// - Throws: ``Fault`` if a value is not the one that was saved.
  public static func use(in directory: URL, count: Int, number: Int) throws {
    let store = try FileStore(directory: directory)
    let pages = Cache<Page>(store: store, lifetime: 0.05, maximumCount: limit)
    let pictures = Cache<Picture>(store: store, maximumByteCount: 5_000)
    for operation in 0..<count {
      let index = (operation &* 7 &+ number) % 40
      try pages.save(page(index), forKey: "page-\(index)")
      if let found = try pages.load(forKey: "page-\((index + 3) % 40)"), found != page(found.number) {
        throw Fault("A page is torn.")
      }
      try pictures.save(Picture(number: operation), forKey: "picture-\(number)-\(index)")
      // Asking for another process's key finds nothing, and changes nothing.
      if try pages.load(forKey: key(ofDocument: index % documentCount)) != nil { throw Fault("A document is a page.") }
      if operation % 10 == 9 { try pages.removeExpired() }
      if operation % 50 == 49 { try pages.removeAll() }
    }
  }

  /// Several processes at a time.
  ///
  /// - Throws: ``Fault`` if a document is changed or gone, or a process failed.
  public static func run(processes: Int, count: Int, in directory: URL, executable: URL) throws {
    let store = try FileStore(directory: directory)
    for number in 0..<documentCount {
      try store.saveData(Payload.data(UInt64(number)), forKey: key(ofDocument: number))
    }
    try store.save(page(1), forKey: "model")
    let children = try (0..<processes).map { try Child(executable, ["share", directory.path, "\(count)", "\($0)"]) }
    let failures = children.compactMap { child -> (any Error)? in
      do { try child.wait() } catch { return error }
      return nil
    }
    if let failure = failures.first { throw failure }
    for number in 0..<documentCount {
      guard try store.loadData(forKey: key(ofDocument: number)) == Payload.data(UInt64(number)) else {
        throw Fault("Document \(number) is not what it was.")
      }
    }
    guard try store.load(Page.self, forKey: "model") == page(1) else { throw Fault("The model is not what it was.") }
    // A new process counts all entries, and keeps to its limits.
    let pictures = Cache<Picture>(store: store, maximumCount: 3)
    try pictures.save(Picture(number: -1), forKey: "last")
    guard try store.keys().count(where: { $0.hasPrefix("picture") || $0 == "last" }) == 3 else {
      throw Fault("The cache has more entries than its limit: \(try store.keys())")
    }
  }

  /// A file that is larger than what the coder reads, in a process that finds out how much memory it took.
  public static func refuseLargeFile(in directory: URL) throws {
    let url = directory.appendingPathComponent("large")
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else { throw Fault("No file.") }
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: 1 << 32)
    try file.close()
    let store = try FileStore(directory: directory)
    do {
      _ = try store.load([Int].self, forKey: "large")
      throw Fault("It was read.")
    } catch let error as StorageError {
      guard (error.underlyingError as? POSIXError)?.code == .EFBIG else { throw Fault("\(error)") }
    }
    let peak = try peakMemory()
    guard peak < 1_000_000 else { throw Fault("It took \(peak) KB to refuse a file.") }
  }

  /// The most memory that this process had at a time, in KB.
  private static func peakMemory() throws -> Int {
    #if os(Linux)
    // The peak of `getrusage` includes that of the process which started this one.
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let peak = Int(line.filter(\.isWholeNumber))
    else { throw Fault("The process does not know how much memory it had.") }
    return peak
    #else
    var usage = rusage()
    // RUSAGE_SELF, which is not an integer everywhere.
    getrusage(0, &usage)
    // Kilobytes here, bytes on Apple platforms.
    #if canImport(Darwin)
    return usage.ru_maxrss / 1024
    #else
    return usage.ru_maxrss
    #endif
    #endif
  }
}

import AutoCodingFoundation
import Foundation
import StorageFaults
import Testing

// The short version; `.ci/test-storage` runs the long one.

/// Stores under faults.
struct StorageFaultTests {
  let directory: TemporaryDirectory
  let tool: URL

  init() throws {
    directory = try TemporaryDirectory()
    // The build puts executables beside the tests, wherever it puts both.
    var folder = URL(fileURLWithPath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
    var tool = folder
    repeat {
      folder.deleteLastPathComponent()
      tool = folder.appendingPathComponent("storage-faults")
    } while folder.path.count > 1 && !FileManager.default.isExecutableFile(atPath: tool.path)
    self.tool = tool
  }

  @Test("A process that is killed while it saves leaves the old value or the new one, whole", .timeLimit(.minutes(10)))
  func killed() throws {
    let report = try Killing.run(count: 25, in: directory.url, executable: tool)
    #expect(report.kills == 25)
    #expect(report.saves > 0)
  }

  @Test("A process that is killed while it moves files aside loses none of them", .timeLimit(.minutes(10)))
  func killedAside() throws {
    let count = try MovingAside.run(count: 10, in: directory.url, executable: tool)
    #expect(count > 0)
  }

  @Test("Caches with limits on a shared store leave alone what is not theirs", .timeLimit(.minutes(10)))
  func shared() throws {
    try Sharing.run(processes: 3, count: 60, in: directory.url, executable: tool)
  }

  @Test("A file that is too large takes no memory")
  func large() throws {
    try Child(tool, ["large", directory.path]).wait()
  }

  @Test("Processes that read and write at a time never see half a value", .timeLimit(.minutes(10)))
  func processes() throws {
    try Storm.runProcesses(writers: 3, readers: 3, count: 40, in: directory.url, executable: tool)
    #expect(try directory.names() == ["a", "b", "c", "d"])
  }

  @Test(
    "No space and no permission are errors, and what was there is still there", arguments: ["limited", "unprivileged"])
  func refused(part: String) throws {
    try Child(tool, [part, directory.path]).wait()
    #expect(try directory.names() == [part == "limited" ? "record" : "store"])
  }
}

/// Stores, concurrently.
struct StorageConcurrencyTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test("Threads that read and write at a time never see half a value", .timeLimit(.minutes(10)))
  func threads() throws {
    try Storm.runThreads(writers: 4, readers: 4, count: 50, in: directory.url)
    #expect(try directory.names() == ["a", "b", "c", "d"])
  }

  @Test("A link that comes and goes is never followed", .timeLimit(.minutes(10)))
  func swaps() throws {
    try Storm.runSwaps(count: 200, in: directory.url)
    #expect(try directory.names() == ["elsewhere", "store"])
  }
}

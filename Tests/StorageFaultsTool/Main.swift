// The long version of the tests of stores under faults; `.ci/test-storage` runs it. Also the processes that the tests
// start, kill, and take permissions from.
import Foundation
import StorageFaults

@main
enum Main {
  private static let usage = """
    usage: storage-faults kill COUNT DIRECTORY
           storage-faults threads|processes WRITERS READERS OPERATIONS DIRECTORY
           storage-faults swaps COUNT DIRECTORY
           storage-faults kill-aside COUNT DIRECTORY
           storage-faults shared PROCESSES OPERATIONS DIRECTORY
           storage-faults large|limited|full|read-only|unprivileged DIRECTORY
           storage-faults save DIRECTORY | aside DIRECTORY NUMBER | write|read|share DIRECTORY COUNT NUMBER
             (parts of the others)

    """

  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      print("storage-faults: \(error)")
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    func text(_ index: Int) throws -> String {
      guard arguments.indices.contains(index) else { throw Fault(usage) }
      return arguments[index]
    }
    func number(_ index: Int) throws -> Int {
      guard let number = Int(try text(index)) else { throw Fault(usage) }
      return number
    }
    func directory(_ index: Int) throws -> URL { URL(fileURLWithPath: try text(index)) }
    let executable = URL(fileURLWithPath: CommandLine.arguments.first ?? "")

    switch try text(0) {
    case "save": try Killing.save(in: directory(1))
    case "write": try Storm.write(in: directory(1), count: number(2), number: number(3))
    case "read": try Storm.read(in: directory(1), count: number(2), number: number(3))
    case "kill": print(try Killing.run(count: number(1), in: directory(2), executable: executable))
    case "threads":
      try Storm.runThreads(writers: number(1), readers: number(2), count: number(3), in: directory(4))
    case "processes":
      try Storm.runProcesses(
        writers: number(1), readers: number(2), count: number(3), in: directory(4), executable: executable)
    case "swaps": try Storm.runSwaps(count: number(1), in: directory(2))
    case "aside": try MovingAside.run(in: directory(1), from: UInt64(clamping: number(2)))
    case "share": try Sharing.use(in: directory(1), count: number(2), number: number(3))
    case "kill-aside":
      let count = try MovingAside.run(count: number(1), in: directory(2), executable: executable)
      print("\(count) unreadable files were moved aside under kills, and all are there")
    case "shared": try Sharing.run(processes: number(1), count: number(2), in: directory(3), executable: executable)
    case "large": try Sharing.refuseLargeFile(in: directory(1))
    case "limited": try Refusal.underFileSizeLimit(in: directory(1))
    case "full": try Refusal.onFullDisk(in: directory(1))
    case "read-only": try Refusal.onReadOnlyDisk(in: directory(1))
    case "unprivileged": try Refusal.withoutPermission(in: directory(1))
    default: throw Fault(usage)
    }
  }
}

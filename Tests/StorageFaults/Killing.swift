import AutoCodingFoundation
import Foundation

/// Kills a process again and again in the middle of saving.
public enum Killing {
  /// What happened.
  public struct Report: CustomStringConvertible {
    /// How many processes were killed.
    public var kills = 0
    /// How many values had been saved by then.
    public var saves = 0
    /// How many of the processes left a temporary file.
    public var temporaries = 0
    /// How often the last value was there although its save had not been reported yet.
    public var unconfirmed = 0

    /// A line.
    public var description: String {
      "\(kills) kills during \(saves) saves: all values whole, \(temporaries) temporaries cleaned up, "
        + "\(unconfirmed) values there that were not confirmed"
    }
  }

  /// The part of the process that is killed: saves for ever, and says so after each time.
  public static func save(in directory: URL) throws {
    let record = try Record(identifier: "record", store: FileStore(directory: directory))
    while true {
      record.set(record.number + 1)
      try record.save()
      // Without a buffer, in which a number would be lost with the process.
      FileHandle.standardOutput.write(Data("\(record.number)\n".utf8))
    }
  }

  /// - Throws: ``Fault`` if a value is lost or torn, or a temporary file is left.
  public static func run(count: Int, in directory: URL, executable: URL) throws -> Report {
    var report = Report()
    var confirmed = 0
    for round in 0..<count {
      let child = try Child(executable, ["save", directory.path])
      var output = Data()
      // Every other process is on its way when the time starts that it has left.
      if round % 2 == 0 { output += child.readSome() }
      usleep(UInt32.random(in: 0...20_000))
      child.kill()
      output += child.readToEnd()
      try child.reap()
      report.kills += 1
      let last = String(decoding: output, as: UTF8.self).split(separator: "\n").last.flatMap { Int($0) } ?? confirmed
      report.saves += last - confirmed
      confirmed = last

      let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      report.temporaries += left.count { $0 != "record" }
      let store = try FileStore(directory: directory)
      let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      guard names.allSatisfy({ $0 == "record" }) else { throw Fault("Left after round \(round): \(names)") }
      let record = try Record(identifier: "record", store: store)
      guard record.isWhole else { throw Fault("Torn in round \(round)") }
      guard record.number == confirmed || record.number == confirmed + 1 else {
        throw Fault("Round \(round): \(record.number) is there, \(confirmed) was confirmed")
      }
      report.unconfirmed += record.number - confirmed
      confirmed = record.number
    }
    return report
  }
}

import AutoCodingFoundation
import Foundation

/// Files that cannot be read, moved aside by a process that is killed at any time.
public enum MovingAside {
  /// The part of the process that is killed: puts unreadable data in the record's place, opens the record, which moves that
  /// aside, and saves it, for ever.
  public static func run(in directory: URL, from first: UInt64) throws {
    let store = try FileStore(directory: directory)
    for number in first... {
      try store.saveData(Payload.data(number), forKey: "record")
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
      let record = try Record(identifier: "record", store: store, unreadableData: .moveAside)
      guard let aside = record.movedAside, try store.loadData(forKey: aside.key) == Payload.data(number) else {
        throw Fault("\(number) was not moved aside.")
      }
      record.set(Int(number))
      try record.save()
    }
  }

  /// - Returns: How many files were moved aside.
  /// - Throws: ``Fault`` if one of the unreadable files is gone or changed.
  public static func run(count: Int, in directory: URL, executable: URL) throws -> Int {
    var confirmed: UInt64 = 0
    for _ in 0..<count {
      let child = try Child(executable, ["aside", directory.path, "\(confirmed + 1)"])
      var output = child.readSome()
      usleep(UInt32.random(in: 0...10_000))
      child.kill()
      output += child.readToEnd()
      try child.reap()
      confirmed =
        String(decoding: output, as: UTF8.self).split(separator: "\n").last.flatMap { UInt64($0) } ?? confirmed
      // What was put there last may still be there; opening the record moves it aside.
      let store = try FileStore(directory: directory)
      _ = try Record(identifier: "record", store: store, unreadableData: .moveAside)
    }
    let store = try FileStore(directory: directory)
    var found: Set<UInt64> = []
    for key in try store.keys() where key.hasPrefix("record.unreadable-") {
      guard let data = try store.loadData(forKey: key), Payload.isWhole(data) else { throw Fault("\(key) is torn.") }
      found.insert(data.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
    for number in 1..<max(confirmed, 1) where !found.contains(number) { throw Fault("\(number) is gone.") }
    return found.count
  }
}

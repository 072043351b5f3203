import AutoCoding
import Foundation

/// A gigabyte of lines, written to a file and read from it.
struct JSONLines {
  /// The bytes of lines that are written and read, at least.
  private static let leastBytes = 1 << 30
  /// The most bytes that may be resident meanwhile, with all of the program.
  private static let greatestResident = 64 << 20

  private let count: Int
  private let bytes: Int
  private let writing: Double
  private let reading: Double
  /// The most bytes that were resident, in all.
  private let resident: Int?

  /// Measures. Nothing else should be in memory.
  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("lines.json")
    Memory.resetPeak()

    let sample = try AutoJSONEncoder().encode(Auto.Mixed.sample(999_999)).count
    let wanted = Self.leastBytes / sample + Self.leastBytes / sample / 8
    var written = 0
    let writing = try ContinuousClock().measure {
      let writer = try AutoJSONEncoder().lines(toFile: url)
      while written < wanted {
        try writer.write(Auto.Mixed.sample(written))
        written += 1
      }
      try writer.finish()
    }
    let bytes = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
    var read = 0
    let reading = try ContinuousClock().measure {
      let lines = try AutoJSONDecoder().lines(of: Auto.Mixed.self, inFile: url)
      while let value = try lines.next() {
        guard value.id == read * 7919 else { throw Failure("line \(read) did not come back") }
        read += 1
      }
    }
    guard read == written, bytes >= Self.leastBytes else {
      throw Failure("of \(written) lines with \(bytes) bytes, \(read) came back")
    }
    Console.log("JSON, lines: \(bytes.grouped) bytes done")
    count = read
    self.bytes = bytes
    self.writing = writing.nanoseconds
    self.reading = reading.nanoseconds
    resident = Memory.peak
  }

  /// One line for every floor that is missed.
  var misses: [String] {
    guard let resident, resident > Self.greatestResident else { return [] }
    return ["JSON, lines: \(resident.grouped) bytes were resident; floor \(Self.greatestResident.grouped)"]
  }

  var text: String {
    func speed(_ nanoseconds: Double) -> String {
      "\(nanoseconds.asTime) (\((Double(bytes) / nanoseconds * 1000).fixed(0)) MB/s)"
    }
    return """
      ## JSON: lines

      \(count.grouped) lines with \(bytes.grouped) bytes: written in \(speed(writing)), read in \(speed(reading)), at \
      most \(resident?.grouped ?? "—") bytes resident with all of the program; floor \(Self.greatestResident.grouped).
      """
  }
}

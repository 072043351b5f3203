import AutoCoding
import Foundation

/// What JSON takes where there is much of it: time per object and memory as objects get more, and a gigabyte of lines.
struct JSONGrowth {
  private static let counts = [10_000, 100_000, 1_000_000]
  /// By how much an object may take longer among a million than among ten thousand.
  private static let greatestGrowth = 1.3
  /// How many bytes may be in use beyond the objects themselves, for each byte of the text.
  private static let greatestMemory = 2.5
  /// The bytes of lines that are written and read.
  private static let lineBytes = 1 << 30
  /// The most bytes that may be resident meanwhile, with all of the program.
  private static let greatestResident = 64 << 20

  /// One direction at one size.
  private struct Row {
    let operation: String
    let count: Int
    let bytes: Int
    let nanosecondsPerObject: Double
    /// The most memory in use at any time, beyond what was before and what the objects take; nil where nothing says.
    let peak: Int?

    var memory: Double? { peak.map { Double($0) / Double(bytes) } }
  }

  /// Lines that were written to a file and read from it.
  private struct Lines {
    let count: Int
    let bytes: Int
    let writing: Double
    let reading: Double
    /// The most bytes that were resident, in all.
    let resident: Int?
  }

  private let rows: [Row]
  private let lines: Lines

  /// Measures, which takes some minutes. Lines come first, so that nothing else is in memory.
  init() throws {
    lines = try Self.measureLines()
    var rows: [Row] = []
    for count in Self.counts { rows += try Self.measure(count) }
    self.rows = rows
  }

  private static func measure(_ count: Int) throws -> [Row] {
    let objects = Auto.Mixed.samples(count)
    let data = try AutoJSONEncoder().encode(objects)
    let rounds = max(3, 1_000_000 / count)

    let encodePeak = try peak { blackHole(try AutoJSONEncoder().encode(objects)) }
    let encodeTime = try fastest(rounds) { blackHole(try AutoJSONEncoder().encode(objects)) }
    var decoded: [Auto.Mixed] = []
    let before = Memory.current
    let decodePeak = try peak { decoded = try AutoJSONDecoder().decode([Auto.Mixed].self, from: data) }
    // What the objects take is not the decoder's: it is what is still in use when it is done.
    let model = before.flatMap { before in Memory.current.map { max(0, $0 - before) } } ?? 0
    guard decoded == objects else { throw Failure("\(count.grouped) objects did not come back") }
    decoded = []
    let decodeTime = try fastest(rounds) { blackHole(try AutoJSONDecoder().decode([Auto.Mixed].self, from: data)) }
    Console.log("JSON, growth: \(count.grouped) mixed objects done")
    func row(_ operation: String, _ time: Double, _ peak: Int?) -> Row {
      Row(
        operation: operation, count: count, bytes: data.count, nanosecondsPerObject: time / Double(count), peak: peak)
    }
    return [
      row("encode", encodeTime, encodePeak), row("decode", decodeTime, decodePeak.map { max(0, $0 - model) }),
    ]
  }

  private static func measureLines() throws -> Lines {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("lines.json").path
    Memory.resetPeak()

    let sample = try AutoJSONEncoder().encode(Auto.Mixed.sample(999_999)).count
    let count = lineBytes / sample + lineBytes / sample / 8
    var written = 0
    let writing = try ContinuousClock().measure {
      let writer = try AutoJSONEncoder().lines(toFile: path)
      while written < count {
        try writer.write(Auto.Mixed.sample(written))
        written += 1
      }
      try writer.finish()
    }
    let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    var read = 0
    let reading = try ContinuousClock().measure {
      let lines = try AutoJSONDecoder().lines(of: Auto.Mixed.self, inFile: path)
      while let value = try lines.next() {
        guard value.id == read * 7919 else { throw Failure("line \(read) did not come back") }
        read += 1
      }
    }
    guard read == written, bytes >= lineBytes else {
      throw Failure("of \(written) lines with \(bytes) bytes, \(read) came back")
    }
    Console.log("JSON, lines: \(bytes.grouped) bytes done")
    return Lines(
      count: read, bytes: bytes, writing: writing.nanoseconds, reading: reading.nanoseconds, resident: Memory.peak)
  }

  /// Nanoseconds of the fastest round: growth is that of the work, not of what else the machine does.
  private static func fastest(_ rounds: Int, _ body: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
      best = min(best, try ContinuousClock().measure(body).nanoseconds)
    }
    return best
  }

  private static func peak(_ body: () throws -> Void) rethrows -> Int? {
    let before = Memory.current
    Memory.resetPeak()
    try body()
    return before.flatMap { before in Memory.peak.map { max(0, $0 - before) } }
  }

  private func growth(of operation: String) -> Double? {
    let times = rows.filter { $0.operation == operation }.map(\.nanosecondsPerObject)
    guard let first = times.first, let last = times.last else { return nil }
    return last / first
  }

  /// One line for every floor that is missed.
  var misses: [String] {
    var misses: [String] = []
    for operation in ["encode", "decode"] {
      if let growth = growth(of: operation), growth > Self.greatestGrowth {
        misses.append("JSON, \(operation): an object takes \(growth.fixed(2)) times as long among a million")
      }
    }
    for row in rows {
      guard let memory = row.memory, memory > Self.greatestMemory else { continue }
      misses.append(
        "JSON, \(row.operation), \(row.count.grouped): \(memory.fixed(2)) bytes in use for each in the text")
    }
    if let resident = lines.resident, resident > Self.greatestResident {
      misses.append("JSON, lines: \(resident.grouped) bytes were resident; floor \(Self.greatestResident.grouped)")
    }
    return misses
  }

  var text: String {
    var table = Table(columns: [
      ("mixed objects", .right), ("operation", .left), ("ns/object", .right), ("bytes", .right),
      ("peak beyond the model", .right), ("of the bytes", .right),
    ])
    for row in rows {
      table.append([
        row.count.grouped, row.operation, row.nanosecondsPerObject.fixed(0), row.bytes.grouped,
        row.peak?.grouped ?? "—", row.memory.map { "\($0.fixed(2))×" } ?? "—",
      ])
    }
    let growths = ["encode", "decode"].compactMap { operation in
      growth(of: operation).map { "\(operation) \($0.fixed(2))" }
    }
    func speed(_ nanoseconds: Double) -> String {
      "\(nanoseconds.asTime) (\((Double(lines.bytes) / nanoseconds * 1000).fixed(0)) MB/s)"
    }
    return """
      ## JSON: growth

      \(table.text)

      Time per object, \(Self.counts.last?.grouped ?? "") to \(Self.counts.first?.grouped ?? ""): \
      \(growths.joined(separator: ", ")); floor \(Self.greatestGrowth). Memory: floor \(Self.greatestMemory)×.

      \(lines.count.grouped) lines with \(lines.bytes.grouped) bytes: written in \(speed(lines.writing)), read in \
      \(speed(lines.reading)), at most \(lines.resident?.grouped ?? "—") bytes resident with all of the program; floor \
      \(Self.greatestResident.grouped).
      """
  }
}

import AutoCoding
import Foundation

/// How time per object and memory grow with the number of objects, for this library alone: Foundation's archiver would take
/// minutes.
struct KeyedArchiveGrowth {
  private static let counts = [10_000, 100_000, 1_000_000]
  /// By how much an object may take longer among a million than among ten thousand.
  private static let greatestGrowth = 1.3
  /// How many bytes may be in use beyond the objects themselves, for each byte of the archive.
  private static let greatestMemory = 2.5

  /// One direction at one size.
  private struct Row {
    let operation: String
    let count: Int
    let bytes: Int
    let nanosecondsPerObject: Double
    /// The most memory in use at any time, beyond what was before; nil where the system does not say.
    let peak: Int?
    let output: Int

    /// The peak without the output, for each byte of the archive.
    var memory: Double? { peak.map { Double(max(0, $0 - output)) / Double(bytes) } }
  }

  private let rows: [Row]

  /// Measures, which takes about a minute.
  init() throws {
    var rows: [Row] = []
    for count in Self.counts { rows += try Self.measure(count) }
    self.rows = rows
  }

  private static func measure(_ count: Int) throws -> [Row] {
    let encoder = KeyedArchiveEncoder()
    let decoder = KeyedArchiveDecoder()
    let objects = Auto.ArchiveMixed.samples(count)
    let data = try encoder.encode(objects)
    // As many objects in all, whatever their number.
    let rounds = max(5, 2_000_000 / count)

    let encodePeak = try peak { blackHole(try KeyedArchiveEncoder().encode(objects)) }
    let encodeTime = try fastest(rounds) { blackHole(try encoder.encode(objects)) }
    // What the objects take is not the decoder's: it is what is still in use when it is done.
    var decoded: [Auto.ArchiveMixed] = []
    let before = Memory.current
    let decodePeak = try peak { decoded = try decoder.decode([Auto.ArchiveMixed].self, from: data) }
    let model = before.flatMap { before in Memory.current.map { max(0, $0 - before) } } ?? 0
    guard decoded.count == count, decoded.last?.id == objects.last?.id else {
      throw Failure("\(count.grouped) objects did not come back")
    }
    decoded = []
    let decodeTime = try fastest(rounds) { blackHole(try decoder.decode([Auto.ArchiveMixed].self, from: data)) }
    Console.log("keyed archive, growth: \(count.grouped) mixed objects done")
    return [
      Row(
        operation: "encode", count: count, bytes: data.count, nanosecondsPerObject: encodeTime / Double(count),
        peak: encodePeak, output: 0),
      Row(
        operation: "decode", count: count, bytes: data.count, nanosecondsPerObject: decodeTime / Double(count),
        peak: decodePeak, output: model),
    ]
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
        misses.append("keyed archive, \(operation): an object takes \(growth.fixed(2)) times as long among a million")
      }
    }
    for row in rows {
      guard let memory = row.memory, memory > Self.greatestMemory else { continue }
      misses.append(
        "keyed archive, \(row.operation), \(row.count.grouped): \(memory.fixed(2)) bytes in use for each in the archive"
      )
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
        row.peak.map { "\(max(0, $0 - row.output).grouped)" } ?? "—", row.memory.map { "\($0.fixed(2))×" } ?? "—",
      ])
    }
    let growths = ["encode", "decode"].compactMap { operation in
      growth(of: operation).map { "\(operation) \($0.fixed(2))" }
    }
    return """
      ## Keyed archives: growth

      \(table.text)

      Time per object, \(Self.counts.last?.grouped ?? "") to \(Self.counts.first?.grouped ?? ""): \
      \(growths.joined(separator: ", ")); floor \(Self.greatestGrowth). Memory: floor \(Self.greatestMemory)×.
      """
  }
}

/// What the system says of the memory of this process: Linux does.
enum Memory {
  /// Bytes in use.
  static var current: Int? { value("VmRSS:") }
  /// The most bytes that were in use since the process began, or since ``resetPeak()``.
  static var peak: Int? { value("VmHWM:") }

  static func resetPeak() {
    #if os(Linux)
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
    try? file.write(contentsOf: Data("5".utf8))
    try? file.close()
    #endif
  }

  private static func value(_ name: String) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let kilobytes = line.split(separator: " ").compactMap({ Int($0) }).first
        ?? line.split(whereSeparator: { !$0.isNumber }).compactMap({ Int($0) }).first
    else { return nil }
    return kilobytes * 1024
  }
}

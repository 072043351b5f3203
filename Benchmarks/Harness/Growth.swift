import Foundation

/// How time per object and memory grow with the number of objects, for this library alone: others would take minutes, and
/// the question is not how they compare.
struct Growth {
  /// How thoroughly growth is measured.
  struct Effort {
    let counts: [Int]
    /// How many objects are coded for each count, in as many rounds as that takes.
    let objects: Int
    let minimumRounds: Int

    static let preview = Effort(counts: [1_000, 10_000, 100_000], objects: 300_000, minimumRounds: 5)
    static let gate = Effort(counts: [10_000, 100_000, 1_000_000], objects: 2_000_000, minimumRounds: 15)
  }

  /// By how much an object may take longer among the most objects than among the fewest.
  private let greatestGrowth: Double
  /// How many bytes may be in use beyond the objects themselves, for each byte of the output.
  private static let greatestMemory = 2.5

  /// One direction at one size.
  struct Row {
    let operation: String
    let count: Int
    let bytes: Int
    let nanosecondsPerObject: Double
    /// The most memory in use at any time, beyond what was before and what the objects take; nil if unknown.
    let peak: Int?

    var memory: Double? { peak.map { Double($0) / Double(bytes) } }
  }

  /// What an encoder and a decoder do.
  typealias Coding<Value> = (encode: ([Value]) throws -> Data, decode: (Data) throws -> [Value])

  let format: String
  let rows: [Row]
  private let effort: Effort

  /// Measures, which takes about a minute for the gate, and a second or two for the preview.
  ///
  /// - Parameters:
  ///   - format: What is measured, for people.
  ///   - effort: How many objects, and how often.
  ///   - greatestGrowth: By how much an object may take longer among the most objects than among the fewest.
  ///   - identity: What tells one sample from another.
  ///   - coder: Makes an encoder and a decoder.
  init<Value>(
    of format: String, _ effort: Effort, greatestGrowth: Double = 1.3, samples: (Int) -> [Value],
    identity: (Value) -> Int, coder: () -> Coding<Value>
  ) throws {
    self.format = format
    self.greatestGrowth = greatestGrowth
    self.effort = effort
    var rows: [Row] = []
    for count in effort.counts {
      rows += try Self.measure(samples(count), effort, identity, coder)
      Console.log("\(format), growth: \(count.grouped) objects done")
    }
    self.rows = rows
  }

  private static func measure<Value>(
    _ objects: [Value], _ effort: Effort, _ identity: (Value) -> Int, _ makeCoder: () -> Coding<Value>
  ) throws -> [Row] {
    let coder = makeCoder()
    let count = objects.count
    let data = try coder.encode(objects)
    // As many objects in all, whatever their number; but the fastest of a few rounds is that of a noisy machine.
    let rounds = max(effort.minimumRounds, effort.objects / count)

    let encodePeak = try peak { blackHole(try makeCoder().encode(objects)) }
    let encodeTime = try fastest(rounds) { blackHole(try coder.encode(objects)) }
    var decoded: [Value] = []
    let before = Memory.current
    let decodePeak = try peak { decoded = try coder.decode(data) }
    // What the objects take is not the decoder's: it is what is still in use when it is done.
    let model = before.flatMap { before in Memory.current.map { max(0, $0 - before) } } ?? 0
    guard decoded.map(identity) == objects.map(identity) else {
      throw Failure("\(count.grouped) objects did not come back")
    }
    decoded = []
    let decodeTime = try fastest(rounds) { blackHole(try coder.decode(data)) }
    func row(_ operation: String, _ time: Double, _ peak: Int?) -> Row {
      Row(
        operation: operation, count: count, bytes: data.count, nanosecondsPerObject: time / Double(count), peak: peak)
    }
    return [
      row("encode", encodeTime, encodePeak), row("decode", decodeTime, decodePeak.map { max(0, $0 - model) }),
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
    let slower = ["encode", "decode"].compactMap { operation -> String? in
      guard let growth = growth(of: operation), growth > greatestGrowth else { return nil }
      let most = effort.counts.last?.grouped ?? ""
      return "\(format), \(operation): an object takes \(growth.fixed(2)) times as long among \(most)"
    }
    let larger = rows.compactMap { row -> String? in
      guard let memory = row.memory, memory > Self.greatestMemory else { return nil }
      return "\(format), \(row.operation), \(row.count.grouped): \(memory.fixed(2)) bytes in use for each of the output"
    }
    return slower + larger
  }

  var text: String {
    var table = Table(columns: [
      ("objects", .right), ("operation", .left), ("ns/object", .right), ("bytes", .right),
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
    return """
      ## \(format): growth

      \(table.text)

      Time per object, \(effort.counts.last?.grouped ?? "") to \(effort.counts.first?.grouped ?? ""): \
      \(growths.joined(separator: ", ")); floor \(greatestGrowth). Memory: floor \(Self.greatestMemory)×.
      """
  }
}

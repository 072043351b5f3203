/// What the project asks of its benchmarks: is reflection slower or faster than code written by hand? A small table and five
/// sentences.
struct Answer {
  private let reports: [SuiteReport]

  init(_ reports: [SuiteReport]) {
    self.reports = reports
  }

  /// One line of the table: a side of a suite.
  private struct Row {
    let name: String
    let suite: String
    var side = SideName.auto
    var coder: String?
  }

  private static let bridge = Row(
    name: "AutoCoding with `JSONEncoder` and `JSONDecoder`", suite: "Codable bridge", coder: "JSON")
  private static let mirror = Row(
    name: "`Mirror` on every value with `JSONEncoder`", suite: "Codable bridge", side: SideName.uncached, coder: "JSON"
  )
  private static let json = Row(name: "`AutoJSONEncoder` and `AutoJSONDecoder`", suite: "JSON format")
  private static let lists = Row(
    name: "`AutoPropertyListEncoder` and its decoder", suite: "property list")
  private static let archives = Row(name: "`KeyedArchiveEncoder` and `KeyedArchiveDecoder`", suite: "keyed archive")

  /// The table and the sentences; nil if nothing that they speak of was measured.
  var text: String? {
    var table = Table(columns: [
      ("time ÷ time of code by hand; below 1 is faster", .left), ("encode", .right), ("decode", .right),
    ])
    for row in [Self.bridge, Self.mirror, Self.json, Self.lists, Self.archives] {
      let cells = ["encode", "decode"].map { ratio(row, $0)?.shortText ?? "—" }
      if cells.contains(where: { $0 != "—" }) { table.append([row.name, cells[0], cells[1]]) }
    }
    let sentences = sentences
    return sentences.isEmpty ? nil : ([table.text, sentences.joined(separator: "\n")]).joined(separator: "\n\n")
  }

  private var sentences: [String] {
    var sentences: [String] = []
    if let encode = ratio(Self.bridge, "encode"), let decode = ratio(Self.bridge, "decode") {
      sentences.append(
        """
        With Foundation's JSON coders, automatic coding takes \(encode.shortText) of the time of
        code by hand to encode, and \(decode.shortText) to decode.
        """)
    }
    if let times = factors(Self.json) {
      sentences.append("AutoJSON \(times) times as fast as code by hand\nwith Foundation's coders.")
    }
    if let times = factors(Self.archives) {
      sentences.append("KeyedArchive \(times) times as fast as code by hand\nwith NSKeyedArchiver.")
    }
    if let ratio = ratio(Self.mirror, "encode") {
      sentences.append("A `Mirror` on every value, without a type map, takes \(ratio.value.fixed(1)) times as long.")
    }
    if let maps = reports.first(where: { $0.suite.name == "type maps" })?.measurements, let first = maps.first,
      let last = maps.last, let few = first[SideName.auto], let many = last[SideName.auto]
    {
      sentences.append(
        "A type map is built in \(few.time.median.asTime) for \(first.name), "
          + "\(many.time.median.asTime) for \(last.name).")
    }
    return sentences
  }

  /// How many times as fast in the geometric mean, and from the worst case to the best: "encodes 58 (21 to 110) and
  /// decodes 31 (14 to 45)".
  private func factors(_ row: Row) -> String? {
    let parts = [("encode", "encodes"), ("decode", "decodes")].compactMap { operation, verb -> String? in
      let values = measurements(row, operation).compactMap { $0[row.side]?.ratio?.value }
      guard let mean = ratio(row, operation), let worst = values.max(), let best = values.min() else { return nil }
      return "\(verb) \((1 / mean.value).fixed(0)) (\((1 / worst).fixed(0)) to \((1 / best).fixed(0)))"
    }
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }

  private func measurements(_ row: Row, _ operation: String) -> [Measurement] {
    reports.first { $0.suite.name == row.suite }?.measurements
      .filter { $0.operation.hasPrefix(operation) && (row.coder == nil || $0.coder == row.coder) } ?? []
  }

  /// The geometric mean over all cases.
  private func ratio(_ row: Row, _ operation: String) -> Estimate? {
    let samples = measurements(row, operation).compactMap { $0[row.side]?.ratios }.filter { !$0.isEmpty }
    return samples.isEmpty ? nil : Statistics.estimateGeometricMean(ofMedians: samples)
  }
}

extension Estimate {
  /// The value with its interval, in three significant digits: 1.06 [1.02, 1.10], 0.021 [0.019, 0.024].
  fileprivate var shortText: String {
    let digits = value < 0.01 ? 4 : value < 0.1 ? 3 : 2
    return "\(value.fixed(digits)) [\(lower.fixed(digits)), \(upper.fixed(digits))]"
  }
}

import AutoCoding
import Foundation

@main
enum Benchmarks {
  static func main() {
    do {
      let options = try Options(arguments: CommandLine.arguments.dropFirst())
      guard try run(options) else { exit(1) }
    } catch let error as UsageError {
      Console.log("benchmarks: \(error)\n\n\(Options.usage)")
      exit(64)
    } catch {
      Console.log("benchmarks: \(error)")
      exit(1)
    }
  }

  /// Whether everything went well.
  private static func run(_ options: Options) throws -> Bool {
    switch options.action {
    case .help:
      Console.print(Options.usage)
      return true
    case .measure: return try measure(options)
    case .loop(let title, let count):
      try loop(title: title, count: count, options)
      return true
    case .charts(let json, let folder):
      let pictures = try Pictures(json: Data(contentsOf: URL(fileURLWithPath: json)))
      for picture in try pictures.all() {
        let file = URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(picture.name)
        try Data(picture.svg.utf8).write(to: file)
      }
      return true
    }
  }

  private static func bridge(_ options: Options, _ corpora: Corpora) -> CodableBridge {
    CodableBridge(corpora: corpora, objectCount: options.objectCount, repeatsBaseline: options.gate)
  }

  /// Runs one side of a case and nothing else, for tools that count what is executed.
  private static func loop(title: String, count: Int, _ options: Options) throws {
    let found =
      try bridge(options, .current).firstCase(titled: title)
      ?? suites(options, .current).flatMap(\.cases).first { $0.title.contains(title) }
    guard let found else {
      throw UsageError("no case has \"\(title)\" in its title")
    }
    guard let side = try found.prepare().sides.first(where: { $0.name == options.side }) else {
      throw UsageError("\(found.title) has no side \"\(options.side)\"")
    }
    try side.run(count)
    Console.print("\(found.title): \(found.objects.grouped) objects, \(count.grouped) times by \(side.name)")
  }

  private static func suites(_ options: Options, _ corpora: Corpora) throws -> [Suite] {
    var suites = [
      MapBuilding.suite, try bridge(options, corpora).suite(), try JSONFormat(corpora: corpora).suite(),
      PropertyListFormat().suite(), KeyedArchiveFormat(isThorough: options.gate).suite(),
    ]
    if options.isDetailed {
      suites += [
        NSCodingBridge().suite(), StorageFormat.suite(isThorough: options.gate), Values.suite,
      ]
    }
    if options.gate {
      suites += [
        JSONOptions().suite(), JSONShapes().suite(), JSONRules().suite(), try JSONValues(corpora: corpora).suite(),
        JSONThreads().suite(),
      ]
    }
    return suites
  }

  /// How time grows with the number of objects.
  private static func growths(_ options: Options) throws -> [Growth] {
    let effort = options.gate ? Growth.Effort.gate : .preview
    var growths: [Growth] = []
    if options.wantsExtra("json growth") {
      growths.append(
        try Growth(of: "JSON", effort, samples: Auto.Mixed.samples, identity: \.hashValue) {
          // One that keeps its memory would have that of the fewest objects in the caches, which those of the most leave.
          return ({ try AutoJSONEncoder().encode($0) }, { try AutoJSONDecoder().decode([Auto.Mixed].self, from: $0) })
        })
    }
    if options.wantsExtra("keyed archive growth") {
      growths.append(
        try Growth(of: "keyed archive", effort, samples: Auto.ArchiveMixed.samples, identity: \.id) {
          let (encoder, decoder) = (KeyedArchiveEncoder(), KeyedArchiveDecoder())
          return ({ try encoder.encode($0) }, { try decoder.decode([Auto.ArchiveMixed].self, from: $0) })
        })
    }
    if options.gate, options.wantsExtra("keyed archive growth, shared owners") {
      growths.append(
        try Growth(
          of: "keyed archive of 30 properties and shared owners", effort, greatestGrowth: 2,
          samples: Auto.Shipment.samples, identity: \.id
        ) {
          let (encoder, decoder) = (KeyedArchiveEncoder(), KeyedArchiveDecoder())
          return ({ try encoder.encode($0) }, { try decoder.decode([Auto.Shipment].self, from: $0) })
        })
    }
    return growths
  }

  /// Whether no side failed, and no floor was missed.
  private static func measure(_ options: Options) throws -> Bool {
    let start = ContinuousClock.now
    let corpora = Corpora.current
    Console.log("Making models, and documents of them. Measuring takes less than a minute, and more with --gate.")
    let suites = try suites(options, corpora).map { $0.filtered(by: options.filter) }
    let wantsLines = options.gate && options.wantsExtra("json lines")
    guard
      wantsLines || suites.contains(where: { !$0.cases.isEmpty })
        || ["json growth", "keyed archive growth, shared owners"].contains(where: options.wantsExtra)
    else {
      throw UsageError("no case matches \"\(options.filter ?? "")\"")
    }

    // First, while there is little in memory.
    let lines = wantsLines ? try JSONLines() : nil
    let growths = try growths(options)
    var session = Session(
      runner: options.runner, total: suites.map(\.cases.count).reduce(0, +), isDetailed: options.isDetailed)
    let reports = suites.map { session.run($0) }
    let report = Report(
      host: .current, rounds: options.runner.rounds, suites: reports, growths: growths,
      notes: Self.notes + [corpora.note].compactMap { $0 })
    let gate = options.gate ? Gate(reports: reports) : nil
    if !options.isDetailed, let answer = Answer(reports).text { Console.print("\n\(report.heading)\n\n\(answer)\n") }
    try write(report, gate: gate, lines: lines, options)

    let failures =
      session.failures + (gate?.misses ?? []) + (lines?.misses ?? [])
      + (options.gate ? growths.flatMap(\.misses) : [])
    for failure in failures { Console.log("FAILED  \(failure)") }
    Console.log("\((ContinuousClock.now - start).nanoseconds.asTime) in all")
    return failures.isEmpty
  }

  private static func write(
    _ report: Report, gate: Gate?, lines: JSONLines?, _ options: Options
  ) throws {
    let answer = Answer(report.suites).text.map { ["## Summary", $0] } ?? []
    let text = ([report.text] + answer + [lines?.text, gate?.text].compactMap { $0 }).joined(separator: "\n\n")
    if options.isDetailed { Console.print(text) }
    if let path = options.markdownPath {
      try Data((text + "\n").utf8).write(to: URL(fileURLWithPath: path))
    }
    if let path = options.jsonPath {
      try JSONReport(report).data().write(to: URL(fileURLWithPath: path))
    }
  }

  private static let notes = [
    "ratio: the median of the per-round ratios to the hand-written side; spread: the interquartile range of the times, "
      + "relative to their median; 1 MB is 1,000,000 bytes.",
    "\(SideName.uncached): `Mirror` walks every value anew, as this library would without its type map. There is no "
      + "such side for decoding: no public API writes a property that was found by reflection. Map building shows what "
      + "finding the properties anew would cost. Enums and objects held as their base class have no such side either: "
      + "`Mirror` alone does not say what `Codable` writes for them. The real documents do without one: the mixed "
      + "objects and the tree show the difference.",
    "\(SideName.synth): absent for class hierarchies, since the compiler writes no `Codable` for a subclass.",
  ]
}

extension Options {
  /// Whether all that was measured is printed, and not the answer alone.
  fileprivate var isDetailed: Bool { verbose || gate || filter != nil || action != .measure }

  /// The gate takes its time; the preview stays under a minute.
  fileprivate var runner: Runner {
    let exactly = rounds.map { $0...$0 }
    return gate
      ? Runner(
        rounds: exactly ?? Self.gateRounds...60, timePerCase: .seconds(6), minimumSample: .milliseconds(20))
      : Runner(rounds: exactly ?? 3...15, timePerCase: .milliseconds(250), minimumSample: .milliseconds(3))
  }

  /// Whether something that is no case is wanted.
  fileprivate func wantsExtra(_ title: String) -> Bool {
    filter.map { title.contains($0.lowercased()) } ?? true
  }

  fileprivate var objectCount: Int { gate ? 10_000 : 1_000 }
}

extension Suite {
  fileprivate func filtered(by filter: String?) -> Suite {
    guard let filter else { return self }
    return Suite(
      name: name, sides: sides, baseline: baseline, floor: floor, cases: cases.filter { $0.matches(filter) })
  }
}

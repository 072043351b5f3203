import AutoCoding
import Foundation

/// Codes small values of every layout over and over, with failures at every place, and counts what lives.
///
/// What matters is not the time, but that nothing is lost, left over or released twice; the address sanitizer sees the
/// rest (`.ci/sanitize round-trips`).
@main
enum RoundTrips {
  private static let usage = """
    usage: round-trips [COUNT] [WORD ...]

      COUNT   how often each layout is coded at least (default: 1,000)
      WORD    only the layouts whose name contains every WORD

    Exit status: 0 all well; 1 a value changed, or an object did not die exactly once; 64 wrong usage.
    """

  private static var layouts: [Layout] {
    enumShapes + enumPayloads + structShapes + structContents + classShapes + classHierarchies
  }

  static func main() {
    var words = CommandLine.arguments.dropFirst().map { $0.lowercased() }
    let count = words.first.flatMap { Int($0) }
    if count != nil { words.removeFirst() }
    let found = layouts.filter { layout in words.allSatisfy { layout.name.lowercased().contains($0) } }
    guard !found.isEmpty, count ?? 1 > 0 else {
      print(usage)
      exit(64)
    }
    do {
      guard try run(found, count ?? 1000) else { exit(1) }
    } catch {
      print("round-trips: \(error)")
      exit(1)
    }
  }

  /// Whether every round trip gave what it should, and everything that came to life died.
  private static func run(_ layouts: [Layout], _ count: Int) throws -> Bool {
    // The types that stand in Any.
    try TypeMap.register(SmallTenant.self, LargeTenant.self, TenantObject.self, TenantCase.self)
    let clock = ContinuousClock()
    let start = clock.now
    var report = Report()
    for (index, layout) in layouts.enumerated() {
      let text = report.run(layout, count)
      print("[\(index + 1)/\(layouts.count)] \(layout.name): \(text)")
    }
    print("\n\(report.text)\n\((clock.now - start).components.seconds) s in all.")
    for failure in report.failures { print("FAILED  \(failure)") }
    return report.failures.isEmpty
  }
}

private struct Report {
  private(set) var failures: [String] = []
  private var layouts = 0
  private var total = Layout.Tally()

  /// Codes the values of a layout, and returns a line about it.
  mutating func run(_ layout: Layout, _ count: Int) -> String {
    let before = Counted.census
    var tally = Layout.Tally()
    do {
      tally = try layout.run(count)
    } catch {
      failures.append("\(layout.name): \(error)")
    }
    let after = Counted.census
    if after.living != before.living {
      failures.append("\(layout.name): \(after.living - before.living) objects more live than before")
    }
    layouts += 1
    total.roundTrips += tally.roundTrips
    total.failedDecodes += tally.failedDecodes
    total.failedEncodes += tally.failedEncodes
    return "\(tally.text); \(after.born - before.born) objects were born, \(after.died - before.died) died"
  }

  var text: String {
    let census = Counted.census
    return "\(layouts) layouts, \(failures.count) failures: \(total.text); "
      + "\(census.born) objects were born, \(census.died) died."
  }
}

extension Layout.Tally {
  fileprivate var text: String {
    "\(roundTrips) round trips, \(failedDecodes) failed decodes, \(failedEncodes) failed encodes"
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

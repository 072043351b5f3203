import AutoCoding
import Foundation

/// Codes small values of every layout over and over, with failures at every place, and counts what lives.
///
/// What matters is not the time, but that nothing is lost, left over or released twice; the address sanitizer sees the
/// rest (`.ci/round-trips`).
enum RoundTrips {
  private static var layouts: [Layout] {
    enumShapes + enumPayloads + structShapes + structContents + classShapes + classHierarchies
  }

  /// Whether every round trip gave what it should, and everything that came to life died.
  ///
  /// - Parameter filter: Only the layouts whose name contains every word of this.
  static func run(_ count: Int, filter: String?) throws -> Bool {
    let words = filter?.lowercased().split(separator: " ") ?? []
    let layouts = layouts.filter { layout in words.allSatisfy { layout.name.lowercased().contains($0) } }
    guard !layouts.isEmpty else { throw UsageError("no layout matches \"\(filter ?? "")\"") }

    // What stands in Any.
    try TypeMap.register(SmallTenant.self, LargeTenant.self, TenantObject.self, TenantCase.self)
    let clock = ContinuousClock()
    let start = clock.now
    var report = RoundTripReport()
    for (index, layout) in layouts.enumerated() {
      let began = clock.now
      report.run(layout, count)
      Console.log("[\(index + 1)/\(layouts.count)] \(layout.name): \((clock.now - began).nanoseconds.asTime)")
    }
    Console.print("\(report.text) \((clock.now - start).nanoseconds.asTime) in all.")
    for failure in report.failures { Console.log("FAILED  \(failure)") }
    return report.failures.isEmpty
  }
}

private struct RoundTripReport {
  private(set) var failures: [String] = []
  private var layouts = 0
  private var total = Layout.Tally()
  private var table = Table(columns: [
    ("layout", .left), ("round trips", .right), ("failed decodes", .right), ("failed encodes", .right),
    ("objects born", .right), ("died", .right),
  ])

  mutating func run(_ layout: Layout, _ count: Int) {
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
    let born = after.born - before.born
    let died = after.died - before.died
    let numbers = [tally.roundTrips, tally.failedDecodes, tally.failedEncodes, born, died]
    table.append([layout.name] + numbers.map(\.grouped))
  }

  var text: String {
    let census = Counted.census
    return "\(table.text)\n\n\(layouts) layouts, \(failures.count) failures: \(total.roundTrips.grouped) round trips, "
      + "\(total.failedDecodes.grouped) failed decodes, \(total.failedEncodes.grouped) failed encodes; "
      + "\(census.born.grouped) objects were born, \(census.died.grouped) died."
  }
}

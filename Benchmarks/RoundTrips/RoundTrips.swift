import Foundation

/// Codes small values of every layout over and over, with decodes that fail at every place, and counts what lives.
///
/// What matters is not the time, but that nothing is lost, left over or released twice; the address sanitizer sees the
/// rest (`.ci/round-trips`).
enum RoundTrips {
  /// Whether every round trip gave what it should, and everything that came to life died.
  ///
  /// - Parameter filter: Only the layouts whose name contains every word of this.
  static func run(_ count: Int, filter: String?) throws -> Bool {
    let words = filter?.lowercased().split(separator: " ") ?? []
    let layouts = (enumLayouts + structLayouts + classLayouts).filter { layout in
      words.allSatisfy { layout.name.lowercased().contains($0) }
    }
    guard !layouts.isEmpty else { throw UsageError("no layout matches \"\(filter ?? "")\"") }

    let start = ContinuousClock.now
    var table = Table(columns: [
      ("layout", .left), ("round trips", .right), ("failed decodes", .right), ("born", .right),
    ])
    var failures: [String] = []
    for layout in layouts {
      let before = Counted.census
      do {
        let failed = try layout.run(count)
        let born = Counted.census.born - before.born
        table.append([layout.name, count.grouped, failed.grouped, born.grouped])
      } catch {
        failures.append("\(layout.name): \(error)")
      }
      if Counted.census.living != before.living {
        failures.append("\(layout.name): \(Counted.census.living - before.living) objects more live than before")
      }
    }
    Console.print(table.text)
    for failure in failures { Console.log("FAILED  \(failure)") }
    let census = Counted.census
    Console.print(
      "\n\(layouts.count) layouts, \(count.grouped) round trips of each: \(census.born.grouped) objects born, "
        + "\(census.died.grouped) died. \((ContinuousClock.now - start).nanoseconds.asTime) in all")
    return failures.isEmpty
  }
}

/// An object whose every instance is counted.
final class Counted: Codable {
  struct Census {
    var born = 0
    var died = 0
    var living: Int { born - died }
  }

  // Round trips run on one thread.
  nonisolated(unsafe) private(set) static var census = Census()

  let number: Int

  init(_ number: Int) {
    self.number = number
    Self.census.born += 1
  }

  convenience init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  deinit {
    Self.census.died += 1
  }
}

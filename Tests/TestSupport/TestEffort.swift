import Foundation

/// How often the slowest tests repeat what they do.
///
/// In release they do all of it. A debug build is several times slower, so there they do a part. `AUTOCODING_THOROUGH`
/// decides if it is set: all of it, or a part if it is 0.
package enum TestEffort {
  package static let isThorough =
    ProcessInfo.processInfo.environment["AUTOCODING_THOROUGH"].map { $0 != "0" } ?? isRelease

  /// A part of what a matrix tries: in a short run in debug every third element or fewer, so that as many turns in a row
  /// try all of them; everything in release.
  package static func part<Element>(of elements: [Element], turn: Int = 0, every stride: Int = 3) -> [Element] {
    if isRelease || isThorough { return elements }
    return elements.enumerated().filter { ($0.offset + turn).isMultiple(of: stride) }.map(\.element)
  }

  #if DEBUG
  private static let isRelease = false
  #else
  private static let isRelease = true
  #endif
}

import Foundation

/// How often the slowest tests repeat what they do.
///
/// In release they do all of it. A debug build is several times slower, so there they do a part. `AUTOCODING_THOROUGH`
/// decides if it is set: all of it, or a part if it is 0.
enum TestEffort {
  static let isThorough = ProcessInfo.processInfo.environment["AUTOCODING_THOROUGH"].map { $0 != "0" } ?? isRelease

  #if DEBUG
  private static let isRelease = false
  #else
  private static let isRelease = true
  #endif
}

import Foundation

/// How often the slowest tests repeat what they do.
///
/// In release they do all of it. A debug build is several times slower, so there they do a part, unless
/// `AUTOCODING_THOROUGH` is set.
enum TestEffort {
  #if DEBUG
  static let isThorough = ProcessInfo.processInfo.environment["AUTOCODING_THOROUGH"] != nil
  #else
  static let isThorough = true
  #endif
}

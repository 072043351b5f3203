import Foundation

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

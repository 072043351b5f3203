import Foundation

/// What the figures depend on. Nothing that tells whose machine it was.
struct Host: Encodable {
  let swift: String
  let system: String
  let architecture: String
  let processors: Int
  let optimized: Bool

  static var current: Host {
    Host(
      swift: swiftVersion, system: systemName, architecture: architectureName,
      processors: ProcessInfo.processInfo.activeProcessorCount, optimized: isOptimized)
  }

  var text: String {
    "Swift \(swift), \(system) \(architecture), \(processors) processors" + (optimized ? "" : ", NOT OPTIMIZED")
  }

  // There is no way to ask for the version of the compiler but to compare it.
  private static var swiftVersion: String {
    #if compiler(>=6.5)
    "6.5 or later"
    #elseif compiler(>=6.4)
    "6.4"
    #elseif compiler(>=6.3)
    "6.3"
    #else
    "6.2"
    #endif
  }

  private static var systemName: String {
    #if os(Linux)
    "Linux"
    #elseif os(macOS)
    "macOS"
    #elseif os(Windows)
    "Windows"
    #else
    "unknown system"
    #endif
  }

  private static var architectureName: String {
    #if arch(x86_64)
    "x86_64"
    #elseif arch(arm64)
    "arm64"
    #else
    "unknown architecture"
    #endif
  }

  private static var isOptimized: Bool {
    #if DEBUG
    false
    #else
    true
    #endif
  }
}

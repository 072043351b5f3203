import Foundation

/// Returns a program of this package, which lies beside the tests; nil if it was not built.
func builtProgram(_ name: String) -> URL? {
  let folder = Bundle.main.bundleURL
  return [folder, folder.deletingLastPathComponent()].map { $0.appendingPathComponent(name) }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }
}

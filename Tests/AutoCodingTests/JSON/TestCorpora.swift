import Foundation

/// Files beside the package, or where `AUTOCODING_CORPORA` says; tests that use them do nothing if they do not exist.
enum TestCorpora {
  static let folder: URL? = {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let candidates =
      ProcessInfo.processInfo.environment["AUTOCODING_CORPORA"].map { [URL(fileURLWithPath: $0, isDirectory: true)] }
      ?? [package.appendingPathComponent("../shared/corpora", isDirectory: true)]
    let found = candidates.first { FileManager.default.fileExists(atPath: $0.path) }
    if found == nil { print("The corpora were not found; tests that need them check nothing.") }
    return found
  }()

  static var exist: Bool { folder != nil }

  /// The files of a folder whose names begin so, in order.
  static func files(_ name: String, prefix: String = "") throws -> [(name: String, data: Data)] {
    guard let folder = folder?.appendingPathComponent(name, isDirectory: true) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(prefix) }.sorted()
      .compactMap { file in
        let url = folder.appendingPathComponent(file)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else {
          return nil
        }
        return (file, try Data(contentsOf: url))
      }
  }

  /// The lines of the decimal corpus.
  static func floats() throws -> [Substring] {
    try lines(in: "parse-number-fxx")
  }

  private static func lines(in name: String) throws -> [Substring] {
    guard let folder = folder?.appendingPathComponent(name, isDirectory: true),
      let files = FileManager.default.enumerator(atPath: folder.path)
    else { return [] }
    return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".txt") && !$0.contains("LICENSE") }.flatMap {
      String(decoding: try Data(contentsOf: folder.appendingPathComponent($0)), as: UTF8.self).split(separator: "\n")
    }
  }
}

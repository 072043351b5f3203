import Foundation
import Testing

/// Archives and hostile property lists, from the folder of the test corpora: where `AUTOCODING_CORPORA` says, or else
/// beside the package.
enum ArchiveCorpora {
  /// What a test says that is skipped.
  static let absence = "no corpora: neither AUTOCODING_CORPORA nor ../shared/corpora names a folder that has them"

  struct File: CustomTestStringConvertible, Sendable {
    let url: URL

    var testDescription: String { url.lastPathComponent }

    func data() throws -> Data {
      // Foundation leaks a page for an empty file, which the leak sanitizer would report as ours.
      let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize
      return size == 0 ? Data() : try Data(contentsOf: url)
    }
  }

  /// Archives that Apple's NSKeyedArchiver wrote.
  static let archives = files("keyed-archives") { $0 == "archive" }
  /// Property lists, each named for what is wrong with it.
  static let hostile = files("hostile") { $0 == "plist" }

  private static func files(_ folder: String, _ isWanted: (String) -> Bool) -> [File] {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let root =
      ProcessInfo.processInfo.environment["AUTOCODING_CORPORA"].map { URL(fileURLWithPath: $0, isDirectory: true) }
      ?? package.appendingPathComponent("../shared/corpora", isDirectory: true)
    let contents =
      (try? FileManager.default.contentsOfDirectory(
        at: root.appendingPathComponent(folder, isDirectory: true), includingPropertiesForKeys: nil)) ?? []
    return contents.filter { isWanted($0.pathExtension) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }.map(File.init)
  }
}

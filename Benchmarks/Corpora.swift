import Foundation

/// Real input, from the folder of the test corpora; generated data of the same shape if there is none.
struct Corpora {
  private let folder: URL?

  /// - Parameter path: `AUTOCODING_CORPORA`; if it is set, nothing else is tried.
  init(path: String?) {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
    let candidates =
      path.map { [URL(fileURLWithPath: $0, isDirectory: true)] }
      ?? [current, package].map { $0.appendingPathComponent("../shared/corpora", isDirectory: true) }
    folder = candidates.map { $0.appendingPathComponent("json-benchmarks", isDirectory: true) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }

  static var current: Corpora {
    Corpora(path: ProcessInfo.processInfo.environment["AUTOCODING_CORPORA"])
  }

  /// Whether the files were found; what takes their place is generated if not.
  var areFound: Bool { folder != nil }

  /// What to tell the reader of the table.
  var note: String? {
    !areFound ? "No corpora were found: the twitter and citm cases use generated data of the same shape." : nil
  }

  func twitter() throws -> (name: String, data: Data) {
    try file("twitter", otherwise: GeneratedCorpora.twitter)
  }

  func citm() throws -> (name: String, data: Data) {
    try file("citm_catalog", otherwise: GeneratedCorpora.citm)
  }

  /// Nil if the file does not exist: nothing is generated in its place.
  func canada() throws -> Data? {
    guard folder != nil else { return nil }
    return try file("canada", otherwise: { Data() }).data
  }

  /// Nil if the file does not exist: nothing is generated in its place.
  func gitHubEvents() throws -> Data? {
    guard folder != nil else { return nil }
    return try file("github_events", otherwise: { Data() }).data
  }

  private func file(_ name: String, otherwise generate: () throws -> Data) throws -> (name: String, data: Data) {
    guard let folder else { return ("generated \(name)", try generate()) }
    return ("\(name).json", try Data(contentsOf: folder.appendingPathComponent("\(name).json")))
  }
}

import AutoCodingFoundation
import Foundation
import Testing

private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readme-\(UUID().uuidString)")

// The README's words:

nonisolated final class AppSettings: StoredObject {
  var name = ""
  @Transient var unsaved = 0
  @MainActor static let shared = Result {
    let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    return try AppSettings(identifier: "user", store: FileStore(directory: folder))
  }
}

extension FileManager {
  /// In place of Foundation's, which is the user's own folder.
  fileprivate func urls(for directory: SearchPathDirectory, in domain: SearchPathDomainMask) -> [URL] { [folder] }
}

/// README: settings.
struct ReadmeSettingsTests {
  @Test("the example does what the README says") @MainActor func example() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let settings = try AppSettings.shared.get()  // what was saved, or the defaults
    settings.name = "Nora"
    try settings.save()
    settings.name = "other"
    try settings.load()
    #expect(settings.name == "Nora")
  }

  @Test("it stands in this file") func codeIsTheSame() throws {
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let readme = try String(contentsOf: package.appendingPathComponent("README.md"), encoding: .utf8)
    let example = try #require(readme.components(separatedBy: "```swift\n").first { $0.contains("StoredObject") })
    let lines = example.components(separatedBy: "```")[0].split(separator: "\n")
    #expect(lines.count == 11)
    for line in lines { #expect(source.contains(line), "\(line)") }
  }
}

import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// Manifests and samples that older versions wrote are read by this one.
///
/// To write the fixtures of a new version, set `AUTOCODING_WRITE_FIXTURES` to its number and run this suite.
struct ManifestFixtureTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Fixtures").standardizedFileURL

  private static let versions =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent("\($0)/Manifest").path)
    }.sorted()

  private static func models(_ order: any AutoCoding.Type) throws -> ModelManifest {
    try ModelManifest(of: [order, ManifestTextTests.Everything.self, ManifestTextTests.Vehicle.self])
  }

  @Test(arguments: versions) func areRead(version: String) throws {
    let folder = Folder()
    let fixture = Self.folder.appendingPathComponent("\(version)/Manifest")
    try FileManager.default.copyItem(at: fixture, to: folder.url)
    let text = try folder.text()
    let changes = try Self.models(Revisions.Eight.Order.self).check(
      against: folder.file, .both, samples: folder.samples)
    #expect(changes.isEmpty)
    #expect(try Self.removingNames(folder.text()) == Self.removingNames(text))
    #expect(try folder.sampleFiles.count == 6)
    for name in try folder.sampleFiles {
      let data = try Data(contentsOf: folder.samples.appendingPathComponent(name))
      #expect(try data == Data(contentsOf: fixture.appendingPathComponent("Samples/\(name)")))
    }
  }

  /// Version 0.1.0 began with manifests without names, defaults and forms of cases, which a check adds.
  private static func removingNames(_ text: String) -> String {
    [#", "(name|defaultValue)": "[^"]*""#, #",\n *"case(Names|Forms)": \{[^}]*\}"#, #""format": \d"#].reduce(text) {
      $0.replacingOccurrences(of: $1, with: "", options: .regularExpression)
    }
  }

  @Test func arePresent() {
    #expect(Self.versions.contains("0.1.0"))
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["AUTOCODING_WRITE_FIXTURES"] != nil)) func write() throws {
    let version = try #require(ProcessInfo.processInfo.environment["AUTOCODING_WRITE_FIXTURES"])
    let folder = Self.folder.appendingPathComponent("\(version)/Manifest")
    let orders: [any AutoCoding.Type] = [
      Revisions.One.Order.self, Revisions.Two.Order.self, Revisions.Three.Order.self, Revisions.Four.Order.self,
      Revisions.Five.Order.self, Revisions.Six.Order.self, Revisions.Seven.Order.self, Revisions.Eight.Order.self,
    ]
    for order in orders {
      try Self.models(order).check(
        against: folder.appendingPathComponent("Models.json"), samples: folder.appendingPathComponent("Samples"))
    }
  }
}

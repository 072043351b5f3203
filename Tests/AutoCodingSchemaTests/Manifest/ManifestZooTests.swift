import AutoCoding
import AutoCodingSchema
import Foundation
import TestModels
import TestSupport
import Testing

/// Manifests and samples of the whole zoo.
struct ManifestZooTests {
  /// What was recorded is found to be as it was, and all samples are read.
  @Test func unchanged() throws {
    let visitor = Visitor(folder: Folder())
    for specimen in TestEffort.part(of: Zoo.all) { try specimen.accept(visitor) }
  }

  private struct Visitor: ZooVisitor {
    let folder: Folder

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      do {
        let file = folder.url.appendingPathComponent(specimen.name).appendingPathComponent("Models.json")
        let samples = file.deletingLastPathComponent().appendingPathComponent("Samples")
        let manifest = try ModelManifest(of: [Auto.self])
        try manifest.check(against: file, samples: samples)
        let text = try String(contentsOf: file, encoding: .utf8)
        let changes = try manifest.check(against: file, .both, samples: samples)
        #expect(changes.isEmpty, "\(specimen.name): \(changes)")
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(specimen.name)")
        #expect(try ModelManifest(contentsOf: file) == manifest, "\(specimen.name)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: samples.path).count == 1)
      } catch {
        Issue.record("\(specimen.name): \(error)")
      }
    }
  }
}

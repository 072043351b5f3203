import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// Manifests and samples in files.
struct CheckTests {
  enum One {
    struct Note: AutoCoding {
      var title: String
      var tags: [String]
      static let archivedTypeName = "Notes.Note"
    }
  }
  /// A property was added.
  enum Two {
    struct Note: AutoCoding {
      var title: String
      var tags: [String]
      var stars: Int
      static let archivedTypeName = "Notes.Note"
      static let propertyRules: PropertyRules = ["stars": .default(3)]
    }
  }
  /// The default of the property that was added is gone, and another property.
  enum Three {
    struct Note: AutoCoding {
      var title: String
      var stars: Int
      static let archivedTypeName = "Notes.Note"
    }
  }
  /// A migration that drops contents.
  enum Four {
    struct Note: AutoCoding {
      var title: String
      var tags: [String]
      var stars: Int
      static let archivedTypeName = "Notes.Note"
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
    }
  }

  @Test func writesTheFileThatIsNotThere() throws {
    let folder = Folder()
    let manifest = try ModelManifest(of: [One.Note.self])
    #expect(try manifest.check(against: folder.file).isEmpty)
    #expect(try folder.text() == manifest.description)
    #expect(try ModelManifest(contentsOf: folder.file) == manifest)
    #expect(try manifest.check(against: folder.file, .both).isEmpty)
  }

  /// Harmless changes are written, so that the next check knows them.
  @Test func recordsHarmlessChanges() throws {
    let folder = Folder()
    try ModelManifest(of: [One.Note.self]).check(against: folder.file)
    let changes = try ModelManifest(of: [Two.Note.self]).check(against: folder.file, .both)
    #expect(
      changes.map(\.description) == [
        #"Notes.Note, "stars": The property is new, and gets its default in older data."#
      ])
    #expect(changes.map(\.member) == ["stars"])
    #expect(
      try folder.text().contains(#""stars": {"type": "Int", "default": true, "defaultValue": "3", "added": true}"#))
    // What is known of older data stays.
    try ModelManifest(of: [Two.Note.self]).check(against: folder.file)
    try ModelManifest(of: [Two.Note.self]).write(to: folder.file)
    #expect(try folder.text().contains(#""added": true"#))
  }

  /// Models of the same name with different defaults that are left out.
  enum Sparse {
    struct Note: AutoCoding {
      var stars: Int
      var tags: [String]
      var made: UUID
      static let archivedTypeName = "Notes.Note"
      static let propertyRules: PropertyRules = [
        "stars": .default(3).omitsDefault, "tags": .default([]).omitsDefault, "made": .default(UUID()).omitsDefault,
      ]
    }
  }
  enum Denser {
    struct Note: AutoCoding {
      var stars: Int
      var tags: [String]
      var made: UUID
      static let archivedTypeName = "Notes.Note"
      static let propertyRules: PropertyRules = [
        "stars": .default(4).omitsDefault, "tags": .default([]), "made": .default(UUID()).omitsDefault,
      ]
    }
  }
  enum Dense {
    struct Note: AutoCoding {
      var stars: Int
      var tags: [String]
      var made: UUID
      static let archivedTypeName = "Notes.Note"
      static let propertyRules: PropertyRules = ["stars": .default(3), "made": .default(UUID())]
    }
  }

  @Test func recordsDefaultsThatAreLeftOut() throws {
    let folder = Folder()
    try ModelManifest(of: [Sparse.Note.self]).check(against: folder.file)
    let text = try folder.text()
    #expect(text.contains(#""stars": {"type": "Int", "default": true, "omitted": "3"}"#))
    #expect(text.contains(#""omitted": "[]""#) && text.contains(#""omitted": "?""#))
    let error = #expect(throws: (any Error).self) {
      try ModelManifest(of: [Denser.Note.self]).check(against: folder.file)
    }
    #expect("\(error as Any)".contains("The default that is left out was 3 and is 4"))
    #expect(throws: (any Error).self) { try ModelManifest(of: [Dense.Note.self]).check(against: folder.file) }
    // Data may lack the key for good.
    try ModelManifest(of: [Denser.Note.self]).write(to: folder.file)
    let tags = #""tags": {"type": "[String]", "default": true, "defaultValue": "[]", "added": true, "missing": "[]"}"#
    #expect(try folder.text().contains(tags))
  }

  @Test func refusesChanges() throws {
    let folder = Folder()
    try ModelManifest(of: [One.Note.self]).check(against: folder.file)
    try ModelManifest(of: [Two.Note.self]).check(against: folder.file)
    let text = try folder.text()
    let error = try #require(throws: ModelManifest.ChangeError.self) {
      try ModelManifest(of: [Three.Note.self]).check(against: folder.file, .both)
    }
    #expect(
      error.description == #"""
        The models do not agree with Models.json.
        Stored data would be lost or refused:
        - Notes.Note, "stars": The default is gone, and data that was written without the property has no value for it. \#
        Make it Optional, give it a default with .default(…) or init(), or raise archiveVersion and set it in \#
        migrate(_:from:).
        - Notes.Note, "tags": The key is gone, so the values that data has under it would be lost. If another property \#
        replaces it, add .formerly("tags") to the rule of that property.
        Older apps could not read new data:
        - Notes.Note, "tags": An older app requires a value under the key, and none is written any more. Keep the \#
        property, with .encodedOnly if it is not read.
        If this is meant, run the tests with AUTOCODING_RECORD=1.
        """#)
    #expect(error.localizedDescription == error.description)
    #expect(error.file == folder.file)
    #expect(error.harmless.isEmpty)
    // Nothing was recorded.
    #expect(try folder.text() == text)
  }

  @Test func directions() throws {
    let folder = Folder()
    try ModelManifest(of: [Three.Note.self]).check(against: folder.file)
    let text = try folder.text()
    // An older app does not miss what it does not know.
    let error = try #require(throws: ModelManifest.ChangeError.self) {
      try ModelManifest(of: [Four.Note.self]).check(against: folder.file, .readableByOld)
    }
    #expect(
      error.description == #"""
        The models do not agree with Models.json.
        Older apps could not read new data:
        - Notes.Note: The version went from 0 to 1, and an older app refuses newer data. Let its decoders have \#
        acceptsNewerVersions, or make the change without a version.
        Harmless:
        - Notes.Note: The version went from 0 to 1, with a migration.
        - Notes.Note, "tags": A value is required; migrate(_:from:) has to see to older data.
        If this is meant, run the tests with AUTOCODING_RECORD=1.
        """#)
    #expect(try folder.text() == text)
    let changes = try ModelManifest(of: [Four.Note.self]).check(against: folder.file, .readsOld)
    #expect(changes.filter { $0.breaks == .readableByOld }.count == 1)
    let wrong = try #require(throws: ModelManifest.ChangeError.self) {
      try ModelManifest(of: [One.Note.self]).check(against: folder.file)
    }
    #expect(wrong.harmless.contains { $0.breaks == .readableByOld && $0.member == "stars" })
    #expect(!wrong.description.contains("An older app"))
    #expect(ModelManifest.Compatibility.both == [.readsOld, .readableByOld])
  }

  @Test func records() throws {
    let folder = Folder()
    try ModelManifest(of: [Two.Note.self]).check(against: folder.file)
    let three = try ModelManifest(of: [Three.Note.self])
    #expect(throws: ModelManifest.ChangeError.self) { try three.check(against: folder.file) }
    #expect(try three.check(against: folder.file, .both, samples: nil, isRecording: true).isEmpty)
    #expect(try three.check(against: folder.file, .both).isEmpty)
    try ModelManifest(of: [One.Note.self]).write(to: folder.file)
    #expect(throws: ModelManifest.ChangeError.self) { try three.check(against: folder.file) }
  }

  @Test func unreadableFiles() throws {
    let folder = Folder()
    let manifest = try ModelManifest(of: [One.Note.self])
    try manifest.write(to: folder.file, samples: folder.samples)
    try Data("{".utf8).write(to: folder.samples.appendingPathComponent("a.json"))
    let sampleError = try #require(throws: ModelManifest.FileError.self) {
      try manifest.check(against: folder.file, samples: folder.samples)
    }
    #expect(sampleError.description.hasPrefix("a.json: The samples cannot be read. Restore the file. DecodingError"))
    try Data("{".utf8).write(to: folder.file)
    let error = try #require(throws: ModelManifest.FileError.self) { try manifest.check(against: folder.file) }
    #expect(error.description.hasPrefix("Models.json: The manifest cannot be read. Restore the file, or delete"))
    #expect(error.localizedDescription == error.description)
    #expect(error.file == folder.file)
    #expect(throws: ModelManifest.FileError.self) { try ModelManifest(contentsOf: folder.samples) }
    // A file in place of a folder.
    let inside = folder.file.appendingPathComponent("Models.json")
    let writing = try #require(throws: ModelManifest.FileError.self) { try manifest.write(to: inside) }
    #expect(writing.description.hasPrefix("Models.json: The file cannot be written."))
  }

  // MARK: Samples

  @Test func samplesOfAllShapes() throws {
    let folder = Folder()
    try ModelManifest(of: [One.Note.self]).check(against: folder.file, samples: folder.samples)
    #expect(try folder.sampleFiles == ["Notes.Note-0.json"])
    let url = folder.samples.appendingPathComponent("Notes.Note-0.json")
    let first = try AutoJSONDecoder().decode(JSONValue.self, from: Data(contentsOf: url))
    #expect(first["model"] == "Notes.Note")
    #expect(
      first["samples"]?.array?.compactMap { $0["json"] } == [
        ["title": "title 1", "tags": ["tags 2", "tags 3"]], ["title": "title 1", "tags": []],
      ])
    // Nothing is added twice.
    try ModelManifest(of: [One.Note.self]).check(against: folder.file, samples: folder.samples)
    #expect(try AutoJSONDecoder().decode(JSONValue.self, from: Data(contentsOf: url)) == first)
    try ModelManifest(of: [Two.Note.self]).check(against: folder.file, samples: folder.samples)
    let second = try AutoJSONDecoder().decode(JSONValue.self, from: Data(contentsOf: url))
    #expect(second["samples"]?.array?.count == 4)
    #expect(Array(second["samples"]?.array?.prefix(2) ?? []) == first["samples"]?.array)
  }

  /// Samples show what no manifest does: here a migration that does not do its work.
  @Test func samplesOfOldVersions() throws {
    let folder = Folder()
    try ModelManifest(of: [One.Note.self]).check(against: folder.file, samples: folder.samples)
    #expect(throws: Never.self) { try ModelManifest(of: [Four.Note.self]).check(against: Folder().file) }
    let error = try #require(throws: ModelManifest.ChangeError.self) {
      try ModelManifest(of: [Four.Note.self]).check(against: folder.file, samples: folder.samples)
    }
    #expect(error.breaking.count == 2)
    let description = error.breaking[0].description
    #expect(
      description.hasPrefix(
        "Notes.Note: The sample 0 of version 0 is refused as JSON: DecodingError.keyNotFound: Key 'stars' not found"))
    #expect(
      description.hasSuffix("Let the model read it. If its data exists nowhere, delete it from the samples."))
    #expect(error.breaking[1].description.hasPrefix("Notes.Note: The sparse sample 0 of version 0 is refused as JSON:"))
    #expect(try folder.sampleFiles == ["Notes.Note-0.json"])
  }

  enum Lossy {
    enum Shout: PropertyTransformer {
      static func encode(_ value: String) throws -> String { value.uppercased() }
      static func decode(_ value: String) throws -> String { value.lowercased() }
    }
    struct Note: AutoCoding {
      var title: String
      var tags: [String]
      static let archivedTypeName = "Notes.Note"
      static let propertyRules: PropertyRules = ["title": .transformed(by: Shout.self)]
    }
    struct Nested: AutoCoding {
      var titles: [String]
      var list: [Note]
      static let archivedTypeName = "Notes.Note"
    }
  }

  @Test func samplesWithOtherContents() throws {
    let folder = Folder()
    try ModelManifest(of: [One.Note.self]).write(to: folder.file, samples: folder.samples)
    let error = try #require(throws: ModelManifest.ChangeError.self) {
      try ModelManifest(of: [Lossy.Note.self]).check(against: folder.file, samples: folder.samples)
    }
    #expect(
      error.breaking.map(\.explanation) == [
        """
        The value was converted by nothing and is by AutoCodingSchemaTests.CheckTests.Lossy.Shout, so older data may be \
        refused or misread.
        """, "The sample 0 of version 0 had other contents under \"title\".",
        "The sparse sample 0 of version 0 had other contents under \"title\".",
      ])
  }

  @Test func samplesOfOtherModels() throws {
    let folder = Folder()
    try ModelManifest(of: [One.Note.self]).write(to: folder.file, samples: folder.samples)
    let error = try #require(throws: ModelManifest.ChangeError.self) {
      try ModelManifest(of: []).check(against: folder.file, samples: folder.samples)
    }
    #expect(
      error.breaking.map(\.description) == [
        """
        Notes.Note: The type is gone, so nothing reads its data. List it again. If it was renamed, add "Notes.Note" to \
        formerTypeNames of the type that replaces it.
        """,
        """
        Notes.Note: No listed model reads the samples in Notes.Note-0.json. List the model, with its former name if it \
        was renamed. If it is gone for good, delete the file.
        """,
      ])
  }

  /// Samples prove the mistakes of ``Revisions`` that a comparison cannot see.
  @Test func samplesOfRevisions() throws {
    let folder = Folder()
    for revision in Revisions.all where !revision.isWrong {
      _ = try revision.manifest.check(against: folder.file, samples: folder.samples)
    }
    #expect(
      try folder.sampleFiles == ["Shop.Order-0.json", "Shop.Order-1.json", "Shop.Order-2.json", "Shop.Order-3.json"])
    for revision in Revisions.all where revision.isWrong {
      #expect(throws: ModelManifest.ChangeError.self, "\(revision)") {
        try revision.manifest.check(against: Folder().file, samples: folder.samples)
        try revision.manifest.check(against: folder.file, samples: folder.samples)
      }
    }
  }

  struct Choice: AutoCoding {
    enum Kind: AutoCoding { case a, b(Int), c(text: String) }
    let kind: Kind
    let generic: Box<[Kind]>
    static let archivedTypeName = "Notes.Choice"
  }
  struct Box<Value: Codable>: AutoCoding { let value: Value }

  /// Each case of an enum is in a sample.
  @Test func samplesOfCases() throws {
    let folder = Folder()
    let manifest = try ModelManifest(of: [Choice.self, Box<Int>.self])
    try manifest.check(against: folder.file, samples: folder.samples)
    #expect(
      try folder.sampleFiles == ["AutoCodingSchemaTests.CheckTests.Box_Swift.Int_-0.json", "Notes.Choice-0.json"])
    let url = folder.samples.appendingPathComponent("Notes.Choice-0.json")
    let samples = try AutoJSONDecoder().decode(JSONValue.self, from: Data(contentsOf: url))["samples"]?.array ?? []
    #expect(samples.compactMap { $0["json"]?["kind"]?.object?.keys.first } == ["b", "c", "a", "b"])
    try manifest.check(against: folder.file, samples: folder.samples)
  }

  struct Unmakeable: AutoCoding {
    let checksum: SampleTests.Checksum
  }

  @Test func modelsWithoutSamples() throws {
    let folder = Folder()
    #expect(throws: SampleError.self) {
      try ModelManifest(of: [Unmakeable.self]).check(against: folder.file, samples: folder.samples)
    }
  }

  /// Writes what it does not read.
  struct Mismatched: AutoCoding {
    let number: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("\(number)")
    }
  }

  @Test func modelsThatDoNotReadThemselves() throws {
    let folder = Folder()
    let error = try #require(throws: SampleError.self) {
      try ModelManifest(of: [Mismatched.self]).check(against: folder.file, samples: folder.samples)
    }
    #expect(
      error.description.hasPrefix(
        """
        No sample of AutoCodingSchemaTests.CheckTests.Mismatched: What it writes is refused as JSON: \
        DecodingError.typeMismatch
        """))
    #expect(error.remedy == "Let its code read what it writes.")
    #expect(!FileManager.default.fileExists(atPath: folder.file.path))
  }

  enum Five {
    struct Note: AutoCoding {
      var title: String
      static let archivedTypeName = "Notes.Note"
    }
    /// Cannot be written.
    struct Silent: AutoCoding {
      var title: String
      var tags: [String]
      static let archivedTypeName = "Notes.Note"
      func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
    }
  }

  @Test func samplesWithLostContents() throws {
    let folder = Folder()
    try ModelManifest(of: [One.Note.self]).write(to: folder.file, samples: folder.samples)
    let lossy = try ModelManifest(of: [Five.Note.self])
    try lossy.write(to: folder.file)
    let error = try #require(throws: ModelManifest.ChangeError.self) {
      try lossy.check(against: folder.file, samples: folder.samples)
    }
    #expect(
      error.breaking.map(\.description) == [
        """
        Notes.Note: The sample 0 of version 0 has a value for "tags", which nothing reads any more. Let the model read it. \
        If its data exists nowhere, delete it from the samples.
        """,
        """
        Notes.Note: The sparse sample 0 of version 0 has a value for "tags", which nothing reads any more. Let the model \
        read it. If its data exists nowhere, delete it from the samples.
        """,
      ])
    let silent = try #require(throws: ModelManifest.ChangeError.self) {
      try ModelManifest(of: [Five.Silent.self]).check(against: folder.file, samples: folder.samples)
    }
    #expect(silent.breaking.count == 3)
    #expect(silent.breaking[1].explanation.hasPrefix("The sample 0 of version 0 cannot be written again: "))
  }

  /// Recording accepts what is lost, and forgets data that is refused.
  @Test func recordedLosses() throws {
    let folder = Folder()
    let url = folder.samples.appendingPathComponent("Notes.Note-0.json")
    func seeds() throws -> [JSONValue?] {
      try AutoJSONDecoder().decode(JSONValue.self, from: Data(contentsOf: url))["samples"]?.array?.map {
        $0["unknownKeys"]
      }
        ?? []
    }
    try ModelManifest(of: [One.Note.self]).write(to: folder.file, samples: folder.samples)
    #expect(try seeds() == [nil, nil])
    let lossy = try ModelManifest(of: [Five.Note.self])
    #expect(throws: ModelManifest.ChangeError.self) { try lossy.check(against: folder.file, samples: folder.samples) }
    _ = try lossy.check(against: folder.file, .readsOld, samples: folder.samples, isRecording: true)
    #expect(try seeds() == [["tags"], ["tags"], nil])
    #expect(try lossy.check(against: folder.file, .both, samples: folder.samples).isEmpty)
    // A property that older data does not have.
    let three = try ModelManifest(of: [Three.Note.self])
    try three.write(to: folder.file, samples: folder.samples)
    #expect(try seeds() == [nil])
    #expect(try three.check(against: folder.file, .both, samples: folder.samples).isEmpty)
    // Contents that are others now.
    try ModelManifest(of: [One.Note.self]).write(to: folder.file, samples: folder.samples)
    let shouted = try ModelManifest(of: [Lossy.Note.self])
    try shouted.write(to: folder.file, samples: folder.samples)
    #expect(try shouted.check(against: folder.file, .both, samples: folder.samples).isEmpty)
    try ModelManifest(of: []).write(to: folder.file, samples: folder.samples)
    #expect(try folder.sampleFiles == [])
  }

  /// The environment of a process of its own.
  @Test func environment() async throws {
    await #expect(processExitsWith: .success) {
      let folder = Folder()
      try ModelManifest(of: [Two.Note.self]).check(against: folder.file)
      setenv("AUTOCODING_RECORD", "0", 1)
      #expect(throws: ModelManifest.ChangeError.self) {
        try ModelManifest(of: [One.Note.self]).check(against: folder.file)
      }
      setenv("AUTOCODING_RECORD", "1", 1)
      let changes = try ModelManifest(of: [One.Note.self]).check(against: folder.file)
      let recorded = try ModelManifest(contentsOf: folder.file)
      #expect(try changes.isEmpty && ModelManifest(of: [One.Note.self]).changes(since: recorded).isEmpty)
    }
  }

  @Test func samplesThatDisagree() throws {
    let folder = Folder()
    let manifest = try ModelManifest(of: [One.Note.self])
    try manifest.write(to: folder.file, samples: folder.samples)
    let url = folder.samples.appendingPathComponent("Notes.Note-0.json")
    let text = try String(contentsOf: url, encoding: .utf8)
    try Data(text.replacingOccurrences(of: "tags 2", with: "tags 5").utf8).write(to: url)
    let error = try #require(throws: ModelManifest.ChangeError.self) {
      try manifest.check(against: folder.file, samples: folder.samples)
    }
    #expect(
      error.breaking.map(\.explanation) == [
        "The sample 0 of version 0 is read from JSON as another value than from a keyed archive."
      ])
  }
}

/// A folder that is removed with the object.
final class Folder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("manifest-\(UUID().uuidString)")
  var file: URL { url.appendingPathComponent("Models.json") }
  var samples: URL { url.appendingPathComponent("Samples") }
  deinit { try? FileManager.default.removeItem(at: url) }

  func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }
  var sampleFiles: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: samples.path).sorted() }
  }
}

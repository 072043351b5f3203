import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// A dot in a key and one between keys are not the same in JSON and property lists.
struct KeyPathChangeTests {
  enum Dotted {
    struct Model: AutoCoding {
      var x: Int
      enum CodingKeys: String, CodingKey { case x = "a.b" }
      static let archivedTypeName = "Paths.Model"
    }
    struct Escaped: AutoCoding {
      var x: Int
      static let archivedTypeName = "Paths.Model"
      static let propertyKeys = ["x": "a\\.b"]
    }
    struct Renamed: AutoCoding {
      var x: Int
      static let archivedTypeName = "Paths.Model"
      static let propertyRules: PropertyRules = ["x": .formerly("a\\.b")]
    }
    struct RenamedForPath: AutoCoding {
      var x: Int
      static let archivedTypeName = "Paths.Model"
      static let propertyRules: PropertyRules = ["x": .formerly("a.b")]
    }
  }
  enum Nested {
    struct Model: AutoCoding {
      var x: Int
      static let archivedTypeName = "Paths.Model"
      static let propertyKeys = ["x": "a.b"]
    }
  }

  private func changes(_ old: any AutoCoding.Type, _ new: any AutoCoding.Type) throws -> [String] {
    try ModelManifest(of: [new]).changes(since: ModelManifest(of: [old])).map {
      "\($0.breaks.isEmpty ? "note" : $0.breaks == .readsOld ? "loss" : "refusal"): \($0)"
    }
  }

  @Test func dots() throws {
    let (dotted, nested) = (try AutoJSONEncoder().encode(Dotted.Model(x: 1)), Nested.Model(x: 1))
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Nested.Model.self, from: dotted) }
    #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().decode(Dotted.Model.self, from: AutoJSONEncoder().encode(nested))
    }
    #expect(
      try changes(Dotted.Model.self, Nested.Model.self).first
        == #"loss: Paths.Model, "a\.b": The key is gone, so the values that data has under it would be lost. "#
        + #"If "a.b" replaces it, add .formerly("a\\.b") to the rule of that property."#)
    #expect(try changes(Nested.Model.self, Dotted.Model.self).contains { $0.hasPrefix("loss") })
    #expect(try changes(Dotted.Model.self, Dotted.Escaped.self) == [])
    #expect(
      try changes(Dotted.Model.self, Dotted.Renamed.self).first
        == #"note: Paths.Model, "x": The key was "a\\.b", under which older data is still read."#)
    #expect(try changes(Dotted.Model.self, Dotted.RenamedForPath.self).contains { $0.hasPrefix("loss") })
    #expect(try changes(Dotted.Renamed.self, Dotted.RenamedForPath.self).contains { $0.hasPrefix("loss") })
  }

  /// A file of format 1 has no backslashes, and could mean either.
  @Test(arguments: [Dotted.Model.self, Nested.Model.self, Dotted.Renamed.self] as [any AutoCoding.Type])
  func olderFiles(type: any AutoCoding.Type) throws {
    let folder = Folder()
    let text = try ModelManifest(of: [type]).description
    let older = text.replacingOccurrences(of: #", "name": "x""#, with: "").replacingOccurrences(of: "\\\\", with: "")
      .replacingOccurrences(of: "\"format\": 2", with: "\"format\": 1")
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data(older.utf8).write(to: folder.file)
    #expect(try ModelManifest(of: [type]).check(against: folder.file, .both) == [])
    #expect(try folder.text() == text)
  }

  struct Flat: AutoCoding {
    var x: Int
    var rest: [String: Int]
    static let archivedTypeName = "Paths.Flat"
    static let propertyRules: PropertyRules = ["x": .key("a.b"), "rest": .flattened]
  }

  /// What is in the object of a path is not what a flattened dictionary has.
  @Test func samples() throws {
    let folder = Folder()
    for type in [Dotted.Model.self, Flat.self] as [any AutoCoding.Type] {
      try ModelManifest(of: [type]).write(to: folder.file, samples: folder.samples)
      #expect(try ModelManifest(of: [type]).check(against: folder.file, .both, samples: folder.samples) == [])
      try FileManager.default.removeItem(at: folder.samples)
    }
  }
}

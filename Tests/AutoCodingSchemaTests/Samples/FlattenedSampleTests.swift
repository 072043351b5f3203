import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// Flattened properties in samples and manifests.
struct FlattenedSampleTests {
  struct Part: AutoCoding, Equatable {
    var name: String
    var size: Int?
  }

  struct Whole: AutoCoding, Equatable {
    var id: Int
    var part: Part
    var maybe: More?
    var other: [String: JSONValue]
    static let propertyRules: PropertyRules = ["part": .flattened, "maybe": .flattened, "other": .flattened]
    static let archivedTypeName = "Samples.Whole"
  }

  struct More: AutoCoding, Equatable { var weight: Double }

  struct Nested: AutoCoding {
    var id: Int
    var part: Part
    var maybe: More?
    var other: [String: JSONValue]
    static let archivedTypeName = "Samples.Whole"
  }

  @Test func samples() throws {
    for seed: UInt64 in 0..<4 {
      for isSparse in [false, true] {
        let value = try ModelValue.sample(of: Whole.self, seed: seed, isSparse: isSparse)
        #expect(value.part.name.isEmpty == false)
        let data = try AutoJSONEncoder().encode(value)
        #expect(try AutoJSONDecoder().decode(Whole.self, from: data) == value)
        #expect(try JSONDecoder().decode(Whole.self, from: data) == value)
        #expect(try KeyedArchiveDecoder().decode(Whole.self, from: KeyedArchiveEncoder().encode(value)) == value)
      }
    }
  }

  @Test func manifests() throws {
    let nested = try ModelManifest(of: [Nested.self])
    let flat = try ModelManifest(of: [Whole.self])
    #expect(nested != flat)
  }
}

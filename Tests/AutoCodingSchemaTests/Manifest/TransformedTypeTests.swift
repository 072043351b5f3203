import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// A type of which one property is coded by a transformer and another as it is.
struct TransformedTypeTests {
  struct Inner: AutoCoding {
    var value = 1
    static let archivedTypeName = "TransformedTypes.Inner"
  }
  struct TagFirst: AutoCoding {
    var tag = Inner()
    var text = Inner()
    static let propertyRules: PropertyRules = ["text": .transformed(by: JSONText<Inner>.self)]
    static let archivedTypeName = "TransformedTypes.Outer"
  }
  struct TextFirst: AutoCoding {
    var text = Inner()
    var tag = Inner()
    static let propertyRules: PropertyRules = ["text": .transformed(by: JSONText<Inner>.self)]
    static let archivedTypeName = "TransformedTypes.Outer"
  }

  struct ChangedInner: AutoCoding {
    var other: [Int]
    static let archivedTypeName = "TransformedTypes.Inner"
  }
  struct Changed: AutoCoding {
    var tag: ChangedInner
    var text: ChangedInner
    static let propertyRules: PropertyRules = ["text": .transformed(by: JSONText<ChangedInner>.self)]
    static let archivedTypeName = "TransformedTypes.Outer"
  }

  private func manifest(of type: any AutoCoding.Type) throws -> JSONValue {
    let folder = Folder()
    try ModelManifest(of: [type]).write(to: folder.file)
    return try AutoJSONDecoder().decode(JSONValue.self, from: Data(contentsOf: folder.file))
  }

  @Test("the type is in the manifest, in whichever order the properties are")
  func recorded() throws {
    for type in [TagFirst.self, TextFirst.self] as [any AutoCoding.Type] {
      let manifest = try manifest(of: type)
      #expect(manifest["types"]?["TransformedTypes.Inner"] != nil, "\(type): \(manifest)")
    }
  }

  @Test("a change of the type is reported")
  func changed() throws {
    let folder = Folder()
    try ModelManifest(of: [TagFirst.self]).write(to: folder.file)
    let error = #expect(throws: ModelManifest.ChangeError.self) {
      try ModelManifest(of: [Changed.self]).check(against: folder.file)
    }
    #expect("\(String(describing: error))".contains(#"TransformedTypes.Inner, "other": A value is required"#))
  }
}

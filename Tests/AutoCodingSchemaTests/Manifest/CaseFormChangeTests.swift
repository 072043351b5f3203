import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// How data has the values of a case: by themselves, under keys, or in an array.
struct CaseFormChangeTests {
  private func changes(_ old: any AutoCoding.Type, _ new: any AutoCoding.Type) throws -> [String] {
    let folder = Folder()
    for _ in 0..<2 {
      #expect(try ModelManifest(of: [old]).check(against: folder.file, samples: folder.samples).isEmpty)
      #expect(try ModelManifest(contentsOf: folder.file) == ModelManifest(of: [old]))
    }
    return try ModelManifest(of: [new]).changes(since: ModelManifest(contentsOf: folder.file)).map {
      "\($0.breaks.isEmpty ? "note" : $0.breaks == .readsOld ? "loss" : "refusal"): \($0)"
    }
  }

  private func refuses<Old: AutoCoding, New: AutoCoding>(_ value: Old, as type: New.Type) throws -> Bool {
    let data = try AutoJSONEncoder().encode(value)
    return (try? AutoJSONDecoder().decode(type, from: data)) == nil
  }

  private func loss(_ member: String, _ was: String, _ now: String) -> [String] {
    let change = #"Form.T, "\#(member)": The content was \#(was) and is \#(now), so"#
    let remedy = "Keep the values of the case, and their keys, and add another case."
    return [
      "loss: \(change) older data would be refused or misread. \(remedy)",
      "refusal: \(change) an older app would refuse or misread new data. \(remedy)",
    ]
  }

  struct Point: AutoCoding {
    var x: Int
    static let archivedTypeName = "Form.Point"
  }

  // MARK: With a content key

  enum Content: AutoCoding {
    case text(String), number(Int), none
    static let archivedTypeName = "Form.T"
    static let propertyKeys = ["number._0": "n"]
    static let typeRules = TypeRules(caseKey: "type", contentKey: "value")
  }
  enum MoreContent: AutoCoding {
    case text(String, language: String?), number(Int), none
    static let archivedTypeName = "Form.T"
    static let propertyKeys = ["number._0": "n"]
    static let typeRules = TypeRules(caseKey: "type", contentKey: "value")
  }
  enum FormerContent: AutoCoding {
    case text(String), number(Int), none
    static let archivedTypeName = "Form.T"
    static let propertyRules: PropertyRules = ["number._0": .formerly("n")]
    static let typeRules = TypeRules(caseKey: "type", contentKey: "value")
  }

  @Test func contentKeys() throws {
    #expect(try refuses(Content.text("a"), as: MoreContent.self))
    #expect(try refuses(MoreContent.text("a", language: nil), as: Content.self))
    #expect(try changes(Content.self, MoreContent.self) == loss("text", "a value by itself", "values under keys"))
    #expect(try changes(MoreContent.self, Content.self) == loss("text", "values under keys", "a value by itself"))
    #expect(try refuses(Content.number(1), as: FormerContent.self))
    #expect(try changes(Content.self, FormerContent.self) == loss("number", "values under keys", "a value by itself"))
  }

  // MARK: Beside the tag

  enum Shape: AutoCoding {
    case point(Point), none
    static let archivedTypeName = "Form.T"
    static let typeRules = TypeRules(caseKey: "type")
  }
  enum SizedShape: AutoCoding {
    case point(Point, size: Int?), none
    static let archivedTypeName = "Form.T"
    static let propertyKeys = ["point._0": "_0"]
    static let typeRules = TypeRules(caseKey: "type")
  }

  @Test func tags() throws {
    #expect(try refuses(Shape.point(Point(x: 1)), as: SizedShape.self))
    #expect(try changes(Shape.self, SizedShape.self) == loss("point", "a value by itself", "values under keys"))
  }

  // MARK: Without tags

  enum Untagged: AutoCoding {
    case a(Int)
    static let archivedTypeName = "Form.T"
    static let typeRules = TypeRules(casesAreUntagged: true)
  }
  enum UntaggedPair: AutoCoding {
    case a(Int, Int?)
    static let archivedTypeName = "Form.T"
    static let typeRules = TypeRules(casesAreUntagged: true)
  }
  enum UntaggedLabels: AutoCoding {
    case a(x: Int, y: Int?)
    static let archivedTypeName = "Form.T"
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  @Test func untagged() throws {
    #expect(try refuses(Untagged.a(1), as: UntaggedPair.self))
    #expect(try changes(Untagged.self, UntaggedPair.self) == loss("a", "a value by itself", "an array of values"))
    #expect(try changes(UntaggedPair.self, UntaggedLabels.self) == loss("a", "an array of values", "values under keys"))
  }

  @Test("A file that does not tell is older than the comparison")
  func unknownForms() throws {
    let text = try ModelManifest(of: [Content.self]).description
    let older = text.replacingOccurrences(
      of: #",\n *"caseForms": \{[^}]*\}"#, with: "", options: .regularExpression)
    #expect(older != text)
    let changes = try ModelManifest(of: [MoreContent.self]).changes(since: ModelManifest(text: older))
    #expect(!changes.contains { $0.breaks == .readsOld })
  }
}

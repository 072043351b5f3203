import AutoCoding
import AutoCodingSchema
import Testing

/// What a check says of types that become keys as text, or are so no more.
struct KeyFormChangeTests {
  enum Color: String, AutoCoding {
    case red, blue
    static let archivedTypeName = "Keys.Color"
  }
  enum TextColor: String, AutoCoding, CodingKeyRepresentable {
    case red, blue
    static let archivedTypeName = "Keys.Color"
  }
  struct Counts: AutoCoding, Equatable {
    var byColor: [Color: Int] = [.red: 1]
    static let archivedTypeName = "Keys.Counts"
  }
  struct TextCounts: AutoCoding, Equatable {
    var byColor: [TextColor: Int] = [.red: 1]
    static let archivedTypeName = "Keys.Counts"
  }

  private func changes(_ old: any AutoCoding.Type, _ new: any AutoCoding.Type) throws -> [ModelManifest.Change] {
    try ModelManifest(of: [new]).changes(since: ModelManifest(of: [old]))
  }

  @Test func becomesText() throws {
    let changes = try changes(Counts.self, TextCounts.self)
    #expect(changes.map(\.type) == ["Keys.Color", "Keys.Color"])
    #expect(changes.map(\.breaks) == [.readsOld, .readableByOld])
    #expect(
      "\(changes[0])" == """
        Keys.Color: It is CodingKeyRepresentable, and was not, so dictionaries of its values are objects in place of \
        arrays; JSON and property lists with such dictionaries would be refused. Do without the conformance.
        """)
    #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().decode(TextCounts.self, from: AutoJSONEncoder().encode(Counts()))
    }
    let archive = try KeyedArchiveEncoder().encode(Counts())
    #expect(try KeyedArchiveDecoder().decode(TextCounts.self, from: archive) == TextCounts())
  }

  @Test func isTextNoMore() throws {
    let changes = try changes(TextCounts.self, Counts.self)
    #expect(changes.map(\.breaks) == [.readsOld, .readableByOld])
    #expect("\(changes[0])".contains("It is not CodingKeyRepresentable any more"))
    #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().decode(Counts.self, from: AutoJSONEncoder().encode(TextCounts()))
    }
  }

  @Test("no change is reported if a manifest does not say which form keys have")
  func unknown() throws {
    let manifest = try ModelManifest(of: [Counts.self])
    let text = manifest.description
    #expect(text.contains(#""keyForm": "element""#))
    let lines = text.split(separator: "\n").filter { !$0.contains("keyForm") }
    let before = try ModelManifest(text: lines.joined(separator: "\n"))
    #expect(before != manifest)
    #expect(try ModelManifest(of: [TextCounts.self]).changes(since: before).isEmpty)
    #expect(try ModelManifest(text: text) == manifest)
  }
}

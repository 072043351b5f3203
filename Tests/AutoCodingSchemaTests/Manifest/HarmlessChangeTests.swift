import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// Changes after which all older data is read.
struct HarmlessChangeTests {
  /// Checks that a value is read in each format, and returns the changes.
  private func changes<Old: AutoCoding, New: AutoCoding & Equatable>(
    from old: Old, to new: New
  ) throws -> [String] {
    #expect(try AutoJSONDecoder().decode(New.self, from: AutoJSONEncoder().encode(old)) == new)
    #expect(try AutoPropertyListDecoder().decode(New.self, from: AutoPropertyListEncoder().encode(old)) == new)
    #expect(try KeyedArchiveDecoder().decode(New.self, from: KeyedArchiveEncoder().encode(old)) == new)
    return try ModelManifest(of: [New.self]).changes(since: ModelManifest(of: [Old.self])).map {
      "\($0.breaks.isEmpty ? "note" : $0.breaks == .readsOld ? "loss" : "refusal"): \($0)"
    }
  }

  struct Nullable: AutoCoding {
    var number: Int?
    static let archivedTypeName = "Harmless.Number"
  }
  struct Defaulted: AutoCoding, Equatable {
    var number: Int
    static let archivedTypeName = "Harmless.Number"
    static let propertyRules: PropertyRules = ["number": .default(4).defaultForNull]
  }
  struct WithoutNull: AutoCoding {
    var number: Int
    static let archivedTypeName = "Harmless.Number"
    static let propertyRules: PropertyRules = ["number": .default(4)]
  }

  @Test func nilAsDefault() throws {
    #expect(
      try changes(from: Nullable(number: nil), to: Defaulted(number: 4)) == [
        #"note: Harmless.Number, "number": It was Optional, and nil in older data is read as the default."#
      ])
    let folder = Folder()
    try ModelManifest(of: [Nullable.self]).check(against: folder.file)
    try ModelManifest(of: [Defaulted.self]).check(against: folder.file)
    let error = #expect(throws: ModelManifest.ChangeError.self) {
      try ModelManifest(of: [WithoutNull.self]).check(against: folder.file)
    }
    #expect(
      error?.breaking.map(\.explanation) == [
        "Null is not read as a missing key any more, so data that has it would be refused."
      ])
    let archive = try KeyedArchiveEncoder().encode(Nullable(number: nil))
    #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(WithoutNull.self, from: archive) }
  }

  enum Suit: String, AutoCoding, CodingKeyRepresentable { case red, black }
  enum PlainSuit: String, AutoCoding { case red, black }
  struct BySuit: AutoCoding {
    var counts: [Suit: Int]
    static let archivedTypeName = "Harmless.Counts"
  }
  struct ByPlainSuit: AutoCoding {
    var counts: [PlainSuit: Int]
    static let archivedTypeName = "Harmless.Counts"
  }
  struct ByText: AutoCoding, Equatable {
    var counts: [String: Int]
    static let archivedTypeName = "Harmless.Counts"
  }

  @Test func keys() throws {
    let found = try changes(from: BySuit(counts: [.red: 1]), to: ByText(counts: ["red": 1]))
    #expect(!found.contains { $0.hasPrefix("loss") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("refusal") }, "\(found)")
    // An array of keys and values.
    let data = try AutoJSONEncoder().encode(ByPlainSuit(counts: [.red: 1]))
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(ByText.self, from: data) }
    let plain = try ModelManifest(of: [ByText.self]).changes(since: ModelManifest(of: [ByPlainSuit.self]))
    #expect(plain.contains { $0.breaks == .readsOld })
  }

  struct Letter: AutoCoding, Equatable {
    var letter: Character
    var list: [Character]
    static let archivedTypeName = "Harmless.Letter"
  }
  struct Text: AutoCoding, Equatable {
    var letter: String
    var list: [String]
    static let archivedTypeName = "Harmless.Letter"
  }

  @Test func characters() throws {
    let (letter, text) = (Letter(letter: "x", list: ["y"]), Text(letter: "x", list: ["y"]))
    let found = try changes(from: letter, to: text)
    #expect(!found.contains { $0.hasPrefix("loss") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("refusal") }, "\(found)")
    #expect(try changes(from: text, to: letter).contains { $0.hasPrefix("loss") })
  }

  struct Plain: AutoCoding {
    var id: Int
    static let archivedTypeName = "Harmless.Rest"
  }
  struct WithRest: AutoCoding, Equatable {
    var id: Int
    var other: [String: Int]
    static let archivedTypeName = "Harmless.Rest"
    static let propertyRules: PropertyRules = ["other": .flattened]
  }

  @Test func flattenedDictionary() throws {
    #expect(
      try changes(from: Plain(id: 1), to: WithRest(id: 1, other: [:])) == [
        #"note: Harmless.Rest, "other": The property is new, and has the keys that nothing else has."#
      ])
  }
}

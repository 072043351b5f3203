import AutoCoding
import Foundation
import TestModels
import Testing

/// Texts in place of `Data`.
struct JSONTextTests {
  struct Note: AutoCoding, Equatable {
    var title = ""
    var lines: [String] = []
  }

  private static let notes = [
    Note(), Note(title: "Zürich 🏔", lines: ["a", "\"b\"\n"]),
    Note(title: "long", lines: (0..<5000).map { "Line \($0) is long enough" }),
  ]

  @Test(arguments: notes) func `A text is what the data is`(_ note: Note) throws {
    let encoder = AutoJSONEncoder()
    let text = try encoder.encodeToString(note)
    #expect(try Array(text.utf8) == Array(encoder.encode(note)))
    // Another call with the same encoder starts with nothing.
    #expect(try encoder.encodeToString(note) == text)
    #expect(try AutoJSONDecoder().decode(Note.self, from: text) == note)
    #expect(try AutoJSONDecoder().decode(Note.self, from: "x\(text)y".dropFirst().dropLast()) == note)
    #expect(try AutoJSONDecoder().decode(Note.self, from: NSString(string: text) as String) == note)
  }

  @Test func `Options and Codable code apply to texts`() throws {
    struct Plain: Codable { var aKey = 1 }
    let encoder = AutoJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .prettyPrinted
    #expect(try encoder.encodeToString(Plain()) == "{\n  \"a_key\" : 1\n}")
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(Plain.self, from: #"{"a_key": 2}"#).aKey == 2)
    #expect(try decoder.decode(Int.self, from: "\u{feff} 3 ") == 3)
  }

  @Test func `Values that cannot be encoded are refused`() throws {
    let encoder = AutoJSONEncoder()
    #expect(throws: EncodingError.self) { try encoder.encodeToString(Double.nan) }
    #expect(try encoder.encodeToString([1.5]) == "[1.5]")
  }

  @Test func `Errors give line and column, as with data`() throws {
    let text = "{\n  \"title\": \"ü\",\n  \"lines\": [1]\n}"
    func place(_ decode: () throws -> Note) throws -> AutoJSONError {
      let error = #expect(throws: DecodingError.self) { try decode() }
      guard case .typeMismatch(_, let context) = error else {
        Issue.record("\(String(describing: error))")
        throw CancellationError()
      }
      #expect(context.codingPath.map(\.stringValue) == ["lines", "Index 0"])
      return try #require(context.underlyingError as? AutoJSONError)
    }
    let ofText = try place { try AutoJSONDecoder().decode(Note.self, from: text) }
    #expect(ofText == (try place { try AutoJSONDecoder().decode(Note.self, from: Data(text.utf8)) }))
    #expect((ofText.line, ofText.column) == (3, 13))
    let part = try place { try AutoJSONDecoder().decode(Note.self, from: "\n\n\(text)".dropFirst(2)) }
    #expect(part == ofText)
  }

  @Test func `Issues are reported`() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .numbersFromStrings
    var issues: [AutoJSONDecoder.Issue] = []
    #expect(try decoder.decode([Int].self, from: #"[1, "2"]"#, reporting: &issues) == [1, 2])
    #expect(issues.count == 1)
  }

  @Test func `A value is updated from a text`() throws {
    var note = Note(title: "a", lines: ["b"])
    try AutoJSONDecoder().update(&note, from: #"{"title": "c"}"#)
    #expect(note == Note(title: "c", lines: ["b"]))
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().update(&note, from: #"{"title": "d", "lines": 1}"#) }
    #expect(note.title == "c")
  }

  @Test(arguments: ["", " ", "{", "[1", "\"\\", "tru", "-"])
  func `Truncated texts are refused`(_ text: String) {
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode([Int].self, from: text) }
  }
}

import AutoCoding
import AutoCodingSchema
import Testing

/// Only the writing is its own. No other test uses these types.
private struct Reply: AutoCoding {
  let text: String
  func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

/// Only the reading is its own.
private struct Note: AutoCoding {
  let text: String
  init(_ text: String) { self.text = text }
  init(from decoder: any Decoder) throws { text = try String(from: decoder) }
}

private struct Letter: AutoCoding {
  let reply: Reply
  let note: Note
}

/// Schemas of half-written types.
struct HalfWrittenSchemaTests {
  @Test("whether a value was encoded before makes no difference to a schema for encoding")
  func encoding() throws {
    func schemas() throws -> [JSONSchema] {
      try [Reply.self, Note.self, Letter.self].map { try JSONSchema(of: $0, for: .encoding) }
    }
    let before = try schemas()
    #expect(before[0].description.contains("Reply has its own Codable code"))
    #expect(before[1].description.contains(#""text" : {"#))
    _ = try AutoJSONEncoder().encode(Letter(reply: Reply(text: "a"), note: Note("b")))
    #expect(try schemas() == before)
  }
}

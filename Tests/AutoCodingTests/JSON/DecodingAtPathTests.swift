import AutoCoding
import Foundation
import Testing

private struct Entry: AutoCoding, Equatable {
  var id: Int
  var created = Date(timeIntervalSinceReferenceDate: 0)
}

/// With code of its own.
private struct OwnEntry: Codable, Equatable {
  var id: Int
}

/// Decoding at a path.
struct DecodingAtPathTests {
  private static let text =
    #"{"ok":true,"list":[{"id":9,"created":5}],"data":{"n":null,"items":[{"id":1,"created":1},{"id":2,"created":2}],"0":{"a.b":7}},"last":"x"}"#
  private static let items = [
    Entry(id: 1, created: Date(timeIntervalSinceReferenceDate: 1)),
    Entry(id: 2, created: Date(timeIntervalSinceReferenceDate: 2)),
  ]

  /// What each decoder makes of a text.
  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String, at path: String) throws -> [Value] {
    let containers = AutoJSONDecoder()
    containers.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    var values = [
      try AutoJSONDecoder().decode(type, from: Data(text.utf8), at: path),
      try AutoJSONDecoder().decode(type, from: text, at: path),
      try containers.decode(type, from: text, at: path),
      try DictionaryDecoder().decode(type, from: object, at: path),
    ]
    // Property lists have dates of their own.
    if !text.contains("null"), type != Entry.self, type != [Entry].self {
      for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
        let data = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
        values.append(try AutoPropertyListDecoder().decode(type, from: data, at: path))
      }
    }
    return values
  }

  @Test("keys and indices lead to any value", arguments: [text, text.replacing(#""n":null,"#, with: "")])
  func values(text: String) throws {
    #expect(try decode([Entry].self, text, at: "data.items").allSatisfy { $0 == Self.items })
    #expect(try decode(Entry.self, text, at: "data.items.1").allSatisfy { $0 == Self.items[1] })
    #expect(try decode(Int.self, text, at: "data.items.1.id").allSatisfy { $0 == 2 })
    #expect(try decode(String.self, text, at: "last").allSatisfy { $0 == "x" })
    #expect(try decode(Int.self, text, at: #"data.0.a\.b"#).allSatisfy { $0 == 7 })
    #expect(try decode([OwnEntry].self, text, at: "data.items").allSatisfy { $0.map(\.id) == [1, 2] })
    #expect(try decode(JSONValue.self, text, at: "data.items.0.id").allSatisfy { $0.int == 1 })
    #expect(try decode([String: JSONValue].self, text, at: "").allSatisfy { $0["last"] == "x" })
  }

  @Test("an array as root, null, white space and a byte order mark")
  func roots() throws {
    let decoder = AutoJSONDecoder()
    #expect(try decoder.decode(Entry.self, from: " [ 1 , { \"id\" : 3 , \"created\" : 0 } ] ", at: "1") == Entry(id: 3))
    #expect(try decoder.decode(Int?.self, from: Self.text, at: "data.n") == nil)
    #expect(try decoder.decode(Int.self, from: Data([0xef, 0xbb, 0xbf] + Array(#"{"a":5}"#.utf8)), at: "a") == 5)
    #expect(try decoder.decode(Int.self, from: #"{"a":5}"#.data(using: .utf16) ?? Data(), at: "a") == 5)
    let list = try PropertyListSerialization.data(fromPropertyList: [1, ["a": 2]], format: .binary, options: 0)
    #expect(try AutoPropertyListDecoder().decode(Int.self, from: list, at: "1.a") == 2)
  }

  @Test("options of the decoder hold")
  func options() throws {
    let decoder = AutoJSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = #"{"the_data":[{"id":1,"created":"2001-01-01T00:00:02Z"}],"x":1}"#
    #expect(try decoder.decode(Entry.self, from: text, at: "the_data.0").created.timeIntervalSinceReferenceDate == 2)
    let twice = #"{"a":{"b":1},"a":{"b":2}}"#
    #expect(try AutoJSONDecoder().decode(Int.self, from: twice, at: "a.b") == 1)
    decoder.duplicateKeys = .useLast
    #expect(try decoder.decode(Int.self, from: twice, at: "a.b") == 2)
    decoder.duplicateKeys = .throw
    #expect(throws: DecodingError.self) { try decoder.decode(Int.self, from: twice, at: "a.b") }
    decoder.unknownKeys = .refuse
    decoder.duplicateKeys = .useFirst
    #expect(throws: DecodingError.self) { try decoder.decode(Entry.self, from: #"{"a":{"id":1,"x":2}}"#, at: "a") }
  }

  @Test("text before the value has to be JSON; text behind it is not read")
  func malformed() throws {
    let decoder = AutoJSONDecoder()
    #expect(try decoder.decode([Int].self, from: #"{"a":[1,2],"b":nonsense"#, at: "a") == [1, 2])
    #expect(try decoder.decode(OwnEntry.self, from: #"[{"id":4}, ?"#, at: "0") == OwnEntry(id: 4))
    for wrong in [
      #"{"x":nonsense,"a":1}"#, #"{"x":[1,,2],"a":1}"#, #"{"x":1 "a":1}"#, #"{x:1,"a":1}"#, #"{"a":1"#,
      #"{"a":1 "b":2}"#,
      #"{"a""#, "", #"{"a":12x}"#, #"{"a":1]x"#.replacing("1]", with: "[1"),
    ] {
      #expect(throws: DecodingError.self, "\(wrong)") { try decoder.decode(Int.self, from: wrong, at: "a") }
      #expect(throws: DecodingError.self, "\(wrong)") { try decoder.decode(JSONValue.self, from: wrong, at: "a.b") }
    }
  }

  @Test("errors have the whole path")
  func errors() throws {
    func failure(_ path: String, of type: any Decodable.Type = Int.self) -> [String] {
      func outcome(_ body: () throws -> Void) -> String {
        do {
          try body()
          return "none"
        } catch DecodingError.keyNotFound(let key, let context) {
          return (context.codingPath + [key]).map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(
            separator: "/")
            + " missing: " + context.debugDescription
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
          return context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
        } catch {
          return "\(error)"
        }
      }
      let object = (try? JSONSerialization.jsonObject(with: Data(Self.text.utf8)) as? [String: Any]) ?? [:]
      return [
        outcome { _ = try AutoJSONDecoder().decode(type, from: Self.text, at: path) },
        outcome { _ = try DictionaryDecoder().decode(type, from: object, at: path) },
      ]
    }
    #expect(
      failure("data.item")[0]
        == #"data/item missing: The path "data.item" leads to nothing: the object has "n", "items", "0". Correct the path."#
    )
    #expect(failure("data.item")[1].hasPrefix(#"data/item missing: The path "data.item" leads to nothing"#))
    for message in failure("data.items.2") {
      #expect(
        message
          == #"data/items/2 missing: The path "data.items.2" leads to nothing: the array has 2 elements. Correct the path."#
      )
    }
    #expect(failure("data.items.x").allSatisfy { $0 == "data/items" })
    #expect(failure("ok.x").allSatisfy { $0 == "ok" })
    #expect(failure("data.n.x").allSatisfy { $0 == "data/n" })
    #expect(failure("last").allSatisfy { $0 == "last" })
    #expect(failure("data.items", of: [String].self).allSatisfy { $0 == "data/items/0" })
    #expect(failure("data..items").allSatisfy { $0.contains("has an empty key") })
  }

  @Test("what is behind the value costs nothing")
  func unread() throws {
    let text = #"{"a":1,"b":"# + String(repeating: "[", count: 100_000)
    #expect(try AutoJSONDecoder().decode(Int.self, from: text, at: "a") == 1)
  }
}

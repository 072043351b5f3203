import AutoCoding
import Foundation
import Testing

/// Duplicates of a key of which the last counts, beside a value under a former key.
struct FormerKeyDuplicateTests {
  struct Plain: AutoCoding, Equatable {
    var c: String
    static let propertyRules: PropertyRules = ["c": .formerly("old").default("d").defaultForNull]
  }
  struct Grouped: AutoCoding, Equatable {
    var c: Int
    static let propertyRules: PropertyRules = ["c": .key("g.c").formerly("old").default(7)]
  }
  struct Undecodable: AutoCoding, Equatable {
    var c: Int
    static let propertyRules: PropertyRules = ["c": .formerly("old").default(7).defaultForUndecodable]
  }
  struct Flattening: AutoCoding, Equatable {
    var plain: Plain
    static let propertyRules: PropertyRules = ["plain": .flattened]
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    let decoder = AutoJSONDecoder()
    decoder.duplicateKeys = .useLast
    return try decoder.decode(type, from: Data(text.utf8))
  }

  @Test("never lose the value under the former key without an error")
  func lost() throws {
    func refuses<Value: Decodable>(_ type: Value.Type, _ text: String, _ path: [String]) {
      let error = #expect(throws: DecodingError.self, "\(type) \(text)") { try decode(type, text) }
      #expect(error?.path == path)
      #expect(error.map { "\($0)".contains("has a value under its former key") } == true, "\(error as Any)")
    }
    for text in [#"{"c":"first","old":"kept","c":null}"#, #"{"old":"kept","c":"first","c":null}"#] {
      refuses(Plain.self, text, ["c"])
      refuses(Flattening.self, text, ["c"])
      refuses([Plain].self, "[\(text)]", ["Index 0", "c"])
      let decoder = AutoJSONDecoder()
      decoder.duplicateKeys = .useLast
      var plain = Plain(c: "mine")
      #expect(throws: DecodingError.self) { try decoder.update(&plain, from: Data(text.utf8)) }
      #expect(plain.c == "mine")
    }
    refuses(Grouped.self, #"{"g":{"c":1},"old":3,"g":{}}"#, ["g.c"])
    refuses(Grouped.self, #"{"old":3,"g":{"c":1},"g":{}}"#, ["g.c"])
  }

  @Test("give way to a value that counts")
  func counting() throws {
    #expect(try decode(Plain.self, #"{"c":"first","old":"kept","c":"last"}"#).c == "last")
    #expect(try decode(Plain.self, #"{"c":"first","c":null,"old":"kept"}"#).c == "kept")
    #expect(try decode(Plain.self, #"{"c":"first","old":"kept","c":null,"old":"again"}"#).c == "again")
    #expect(try decode(Plain.self, #"{"c":"first","old":null,"c":null}"#).c == "d")
    #expect(try decode(Plain.self, #"{"c":"first","c":null}"#).c == "d")
    #expect(try decode(Grouped.self, #"{"g":{"c":1},"old":3,"g":{"c":2}}"#).c == 2)
    #expect(try decode(Grouped.self, #"{"g":{"c":1},"g":{}}"#).c == 7)
    #expect(try decode(Flattening.self, #"{"c":"first","old":"kept","c":"last"}"#).plain.c == "last")
    // The rule says what becomes of a value that does not fit.
    #expect(try decode(Undecodable.self, #"{"c":1,"old":3,"c":"x"}"#).c == 7)
  }

  @Test("are as in any other order if the first counts")
  func first() throws {
    let decoder = AutoJSONDecoder()
    decoder.duplicateKeys = .useFirst
    let text = Data(#"{"c":"first","old":"kept","c":null}"#.utf8)
    #expect(try decoder.decode(Plain.self, from: text).c == "first")
  }
}

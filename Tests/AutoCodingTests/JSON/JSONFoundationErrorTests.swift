import AutoCoding
import Foundation
import Testing

/// Errors are those of Foundation's decoder: case, type, path and text. That of null also says what can be done.
struct JSONFoundationErrorTests {
  private struct Plain<Value: Codable>: Codable { var value: Value }
  private struct Model<Value: Codable>: AutoCoding { var value: Value }

  private func failure(_ decode: () throws -> Void) -> String {
    do {
      try decode()
      return "none"
    } catch DecodingError.typeMismatch(let type, let context) {
      return "typeMismatch \(type) \(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
    } catch DecodingError.valueNotFound(let type, let context) {
      return "valueNotFound \(type) \(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
    } catch {
      return "\(error)"
    }
  }

  private func compare<Value: Codable>(_ type: Value.Type, _ text: String, _ options: (Decoders) -> Void = { _ in }) {
    let decoders = Decoders()
    options(decoders)
    func compare<A: Decodable, B: Decodable>(_ plain: A.Type, _ model: B.Type, _ text: String) {
      let found = failure { _ = try decoders.foundation.decode(plain, from: Data(text.utf8)) }
      let expected = found.hasPrefix("valueNotFound") ? "\(found). \(Self.advice)" : found
      #expect(failure { _ = try decoders.auto.decode(plain, from: Data(text.utf8)) } == expected, "\(text)")
      #expect(failure { _ = try decoders.auto.decode(model, from: Data(text.utf8)) } == expected, "\(text)")
      #expect(expected != "none")
    }
    compare(Value.self, Value.self, text)
    compare([Value].self, [Value].self, "[\(text)]")
    compare(Plain<Value>.self, Model<Value>.self, #"{"value":\#(text)}"#)
    compare(Plain<[String: Value]>.self, Model<[String: Value]>.self, #"{"value":{"a":\#(text)}}"#)
  }

  private static let advice = """
    To accept null, make it Optional; a property that has a default keeps it by the rule .defaultForNull, or if leniency of the JSON or \
    dictionary decoder contains .defaultsForNull.
    """

  private struct Decoders {
    let foundation = JSONDecoder()
    let auto = AutoJSONDecoder()
    func dates(_ strategy: JSONDecoder.DateDecodingStrategy) {
      (foundation.dateDecodingStrategy, auto.dateDecodingStrategy) = (strategy, strategy)
    }
    func data(_ strategy: JSONDecoder.DataDecodingStrategy) {
      (foundation.dataDecodingStrategy, auto.dataDecodingStrategy) = (strategy, strategy)
    }
  }

  @Test func `Null for a value of Foundation names its type`() {
    compare(URL.self, "null")
    compare(UUID.self, "null")
    compare(Decimal.self, "null")
    for strategy in [
      JSONDecoder.DateDecodingStrategy.deferredToDate, .iso8601, .secondsSince1970, .millisecondsSince1970,
      .custom { _ in Date() },
    ] { compare(Date.self, "null") { $0.dates(strategy) } }
    for strategy in [JSONDecoder.DataDecodingStrategy.base64, .deferredToData, .custom { _ in Data() }] {
      compare(Data.self, "null") { $0.data(strategy) }
    }
  }

  @Test func `Data that is an array of bytes says which byte is wrong`() {
    for text in ["[null]", #"[1,"x"]"#, "[1,2,[]]"] { compare(Data.self, text) { $0.data(.deferredToData) } }
  }

  @Test func `Dictionaries in memory name the type, too`() {
    let decoder = DictionaryDecoder()
    #expect(
      failure { _ = try decoder.decode(Model<Date>.self, from: ["value": NSNull()]) }
        == #"valueNotFound Date ["value"] Cannot get value of type Date -- found null value instead. \#(Self.advice)"#)
    decoder.dataDecodingStrategy = .deferredToData
    #expect(
      failure { _ = try decoder.decode(Model<Data>.self, from: ["value": NSNull()]) }
        == #"valueNotFound Data ["value"] Cannot get value of type Data -- found null value instead. \#(Self.advice)"#)
    #expect(
      failure { _ = try decoder.decode(Model<Data>.self, from: ["value": [1, "x"] as [Any]]) }
        == #"typeMismatch UInt8 ["value", "Index 1"] Expected to decode UInt8 but found a string instead."#)
  }

  @Test func `A trailing comma is named, with what reads it`() throws {
    func reason(_ text: String, _ decode: (Data) throws -> Void) throws -> String {
      let error = #expect(throws: DecodingError.self) { try decode(Data(text.utf8)) }
      guard case .dataCorrupted(let context) = error else { return "\(String(describing: error))" }
      return try #require(context.underlyingError as? AutoJSONError).reason
    }
    let advice = "JSON has no trailing commas; allowsJSON5 reads them."
    for text in [#"{"value":{"a":1 , }}"#, #"{"value":{"a":1},}"#] {
      for decode in [
        { _ = try AutoJSONDecoder().decode(Plain<[String: Int]>.self, from: $0) },
        { _ = try AutoJSONDecoder().decode(Model<[String: Int]>.self, from: $0) },
        { _ = try AutoJSONDecoder().decode(JSONValue.self, from: $0) },
      ] as [(Data) throws -> Void] {
        #expect(try reason(text, decode) == "Unexpected '}' behind a comma. \(advice)")
      }
    }
    let ofArray = try reason("[1,\n]") { _ = try AutoJSONDecoder().decode([Int].self, from: $0) }
    #expect(ofArray == "Unexpected ']' behind a comma. \(advice)")
    let decoder = AutoJSONDecoder()
    decoder.allowsJSON5 = true
    #expect(try decoder.decode([Int].self, from: Data("[1,\n]".utf8)) == [1])
    #expect(try !reason("[,]") { _ = try decoder.decode([Int].self, from: $0) }.contains("allowsJSON5"))
  }
}

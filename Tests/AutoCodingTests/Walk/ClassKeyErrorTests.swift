import AutoCoding
import Foundation
import Testing

private class KeyedPart: AutoCoding, DefaultInitializable {
  var name = ""
  required init() {}
}
private final class KeyedScrew: KeyedPart { var size = 1 }
private final class KeyedStranger: AutoCoding, DefaultInitializable { init() {} }

private struct KeyedParts: AutoCoding, DefaultInitializable {
  var part: KeyedPart?
  var parts: [KeyedPart] = []
  var named: [String: KeyedPart] = [:]
  var stranger: KeyedStranger?
  var any: Any?
}

@Suite("Errors at the class key")
struct ClassKeyErrorTests {
  private static let screw = KeyedScrew.archivedTypeName
  private static let stranger = KeyedStranger.archivedTypeName

  private static func dictionary(_ text: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  @Test("are not tolerated, whether the class is unknown or not allowed there", arguments: ["No.Such", stranger])
  func notTolerated(name: String) throws {
    let leniency: AutoJSONDecoder.Leniency = [
      .nilForUndecodable, .defaultsForUndecodable, .skipsUndecodableElements, .defaultsForNull,
    ]
    let json = AutoJSONDecoder()
    json.leniency = leniency
    let dictionaries = DictionaryDecoder()
    dictionaries.leniency = leniency
    let object = #"{"$class":"\#(name)","name":"x"}"#
    for text in [#"{"part":\#(object)}"#, #"{"parts":[\#(object)]}"#, #"{"named":{"a":\#(object)}}"#] {
      #expect(throws: DecodingError.self, "\(text)") { try json.decode(KeyedParts.self, from: text) }
      #expect(throws: DecodingError.self, "\(text)") {
        try dictionaries.decode(KeyedParts.self, from: Self.dictionary(text))
      }
    }
    let known = #"{"parts":[{"$class":"\#(Self.screw)","name":"x","size":2}]}"#
    #expect(try json.decode(KeyedParts.self, from: known).parts.first is KeyedScrew)
  }
}

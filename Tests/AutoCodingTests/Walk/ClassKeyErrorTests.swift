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

/// Errors at the class key.
struct ClassKeyErrorTests {
  private static let screw = KeyedScrew.archivedTypeName
  private static let stranger = KeyedStranger.archivedTypeName

  /// The decoders, each of which decodes the JSON text.
  private static let decoders: [(name: String, decode: @Sendable (String) throws -> KeyedParts)] = [
    ("JSONDecoder", { try JSONDecoder().decode(KeyedParts.self, from: Data($0.utf8)) }),
    ("AutoJSONDecoder", { try AutoJSONDecoder().decode(KeyedParts.self, from: $0) }),
    ("DictionaryDecoder", { try DictionaryDecoder().decode(KeyedParts.self, from: dictionary($0)) }),
    (
      "AutoPropertyListDecoder",
      {
        let list = try PropertyListSerialization.data(fromPropertyList: dictionary($0), format: .binary, options: 0)
        return try AutoPropertyListDecoder().decode(KeyedParts.self, from: list)
      }
    ),
  ]

  private static func dictionary(_ text: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  private static func path(_ error: (any Error)?) -> String? {
    switch error as? DecodingError {
    case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context):
      context.codingPath.map(\.stringValue).joined(separator: ".")
    default: nil
    }
  }

  @Test("have its path with every decoder", arguments: [#""No.Such""#, "", "5", "{}", "[]"])
  func paths(name: String) throws {
    let name = name.isEmpty ? #""\#(Self.stranger)""# : name
    let objects = [#"{"$class":\#(name),"name":"x"}"#, #"{"name":"x","$class":\#(name)}"#]
    for object in objects {
      for (path, text) in [
        ("part", #"{"part":\#(object)}"#), ("parts.Index 0", #"{"parts":[\#(object)]}"#),
        ("named.a", #"{"named":{"a":\#(object)}}"#),
      ] {
        for (decoder, decode) in Self.decoders {
          let error = #expect(throws: DecodingError.self, "\(decoder): \(text)") { try decode(text) }
          #expect(Self.path(error) == "\(path).$class", "\(decoder): \(text)")
        }
      }
    }
  }

  @Test("of a value in Any, too", arguments: [#""No.Such""#, "5", "{}", "[]"])
  func pathsInAny(name: String) throws {
    for (decoder, decode) in Self.decoders {
      let error = #expect(throws: DecodingError.self, "\(decoder)") { try decode(#"{"any":{"$class":\#(name)}}"#) }
      #expect(Self.path(error) == "any.$class", "\(decoder)")
    }
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

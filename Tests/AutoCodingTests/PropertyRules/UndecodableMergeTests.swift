import AutoCoding
import Foundation
import Testing

/// Merging updates of collections whose rules say what becomes of values that do not fit.
struct UndecodableMergeTests {
  struct Part: AutoCoding, Identifiable, Equatable {
    var id = 1
    var text: String?
  }

  struct Nils: AutoCoding, Equatable {
    var sizes: [String: Int]?
    var parts: [Part]?
    static let propertyRules: PropertyRules = ["sizes": .nilForUndecodable, "parts": .nilForUndecodable]
  }

  struct Defaults: AutoCoding, Equatable {
    var sizes: [String: Int]
    var parts: [Part]
    static let propertyRules: PropertyRules = [
      "sizes": .default([:]).defaultForUndecodable, "parts": .default([]).defaultForUndecodable,
    ]
  }

  struct Skipping: AutoCoding, Equatable {
    var parts: [Part]
    static let propertyRules: PropertyRules = ["parts": .skipsUndecodableElements]
  }

  struct Plain: AutoCoding, Equatable { var parts: [Part] }

  /// Updates a value by JSON and by a dictionary, and returns the result, which is the same.
  private func updated<Value: AutoCoding & Equatable>(
    _ value: Value, from text: String, _ leniency: AutoJSONDecoder.Leniency = []
  ) throws -> Value {
    let (decoder, dictionaries) = (AutoJSONDecoder(), DictionaryDecoder())
    (decoder.collectionUpdates, dictionaries.collectionUpdates) = (.merge, .merge)
    (decoder.leniency, dictionaries.leniency) = (leniency, leniency)
    var (read, converted) = (value, value)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    try dictionaries.update(&converted, from: try #require(object))
    try decoder.update(&read, from: text)
    #expect(read == converted)
    return read
  }

  @Test("collections are merged as without the rule")
  func merging() throws {
    let text = #"{"sizes": {"b": 2}, "parts": [{"id": 1}]}"#
    let nils = try updated(Nils(sizes: ["a": 1], parts: [Part(text: "kept")]), from: text)
    #expect(nils.sizes == ["a": 1, "b": 2] && nils.parts == [Part(text: "kept")])
    let defaults = try updated(Defaults(sizes: ["a": 1], parts: [Part(text: "kept")]), from: text)
    #expect(defaults.sizes == ["a": 1, "b": 2] && defaults.parts == [Part(text: "kept")])
    let others = #"{"sizes": 5, "parts": {}}"#
    #expect(try updated(nils, from: others) == Nils())
    #expect(try updated(nils, from: #"{"sizes": null, "parts": null}"#) == Nils())
    #expect(try updated(defaults, from: others) == defaults)
    // What does not fit within a collection that is merged is an error.
    #expect(throws: DecodingError.self) { try updated(nils, from: #"{"parts": [1]}"#) }
    #expect(throws: DecodingError.self) { try updated(defaults, from: #"{"sizes": {"b": "x"}}"#) }
  }

  @Test("an element whose id cannot be read is left out")
  func skipping() throws {
    let skipping = Skipping(parts: [Part(id: 1, text: "a"), Part(id: 2, text: "b")])
    let plain = Plain(parts: skipping.parts)
    for text in [#"[{"id": "x"}, {"id": 2}]"#, #"[1, {"id": 2}]"#] {
      #expect(try updated(skipping, from: #"{"parts": \#(text)}"#).parts == [Part(id: 2, text: "b")])
      let lenient = try updated(plain, from: #"{"parts": \#(text)}"#, .skipsUndecodableElements)
      #expect(lenient.parts == [Part(id: 2, text: "b")])
      #expect(throws: DecodingError.self) { try updated(plain, from: #"{"parts": \#(text)}"#) }
    }
    // The element that is left out is no counterpart of the existing one.
    let twice = #"{"parts": [{"id": 1, "text": 5}, {"id": 1}, {"id": 1}]}"#
    #expect(try updated(skipping, from: twice).parts == [Part(id: 1, text: "a"), Part(id: 1)])
  }

  struct Image: AutoCoding {
    var url: String
    var width: Int?
  }

  struct Card: AutoCoding {
    var image: Image?
    var images: [Image]
    var size: Image
    static let propertyRules: PropertyRules = [
      "image": .nilForUndecodable, "images": .skipsUndecodableElements,
      "size": .default(Image(url: "d")).defaultForUndecodable,
    ]
  }

  enum Either: AutoCoding, Equatable {
    case narrow(width: Int), wide(width: Int, height: Int)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  @Test(
    "a key that is refused remains an error",
    arguments: [
      #""image": {"url": "a", "w": 3}"#, #""images": [{"url": "a", "w": 3}]"#, #""size": {"url": "a", "w": 3}"#,
    ])
  func refusedKeys(member: String) throws {
    let text = member.contains("images") ? "{\(member)}" : #"{"images": [], \#(member)}"#
    let (decoder, dictionaries, lists) = (AutoJSONDecoder(), DictionaryDecoder(), AutoPropertyListDecoder())
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let list = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
    #expect(try decoder.decode(Card.self, from: text).size.url.isEmpty == false)
    (decoder.unknownKeys, dictionaries.unknownKeys, lists.unknownKeys) = (.refuse, .refuse, .refuse)
    for leniency in [[], AutoJSONDecoder.Leniency.all] {
      (decoder.leniency, dictionaries.leniency) = (leniency, leniency)
      for read in [
        { try decoder.decode(Card.self, from: text) }, { try dictionaries.decode(Card.self, from: object) },
        { try lists.decode(Card.self, from: list) },
      ] {
        let error = #expect(throws: DecodingError.self) { _ = try read() }
        guard case .dataCorrupted(let context) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(context.codingPath.last?.stringValue == "w")
      }
    }
    struct Choosing: AutoCoding {
      var either: Either?
      static let propertyRules: PropertyRules = ["either": .nilForUndecodable]
    }
    #expect(throws: DecodingError.self) {
      try decoder.decode(Choosing.self, from: #"{"either": {"width": 1, "w": 2}}"#)
    }
    #expect(try decoder.decode(Choosing.self, from: #"{"either": 5}"#).either == nil)
    // Of cases without names, the one without unknown keys is taken.
    #expect(try decoder.decode(Either.self, from: #"{"width": 1, "height": 2}"#) == .wide(width: 1, height: 2))
  }

  struct Point: AutoCoding, Equatable { var x: Int }

  enum Choice: AutoCoding, Equatable {
    case number(Int), point(Point?)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  @Test("an Optional in a case that data does not name is nil for what does not fit", arguments: ["[]", "0.5", "true"])
  func untagged(text: String) throws {
    let (decoder, dictionaries) = (AutoJSONDecoder(), DictionaryDecoder())
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    #expect(throws: DecodingError.self) { try decoder.decode(Choice.self, from: text) }
    #expect(throws: DecodingError.self) { try dictionaries.decodeValue(Choice.self, from: value) }
    (decoder.leniency, dictionaries.leniency) = (.nilForUndecodable, .nilForUndecodable)
    #expect(try decoder.decode(Choice.self, from: text) == .point(nil))
    #expect(try dictionaries.decodeValue(Choice.self, from: value) == .point(nil))
  }
}

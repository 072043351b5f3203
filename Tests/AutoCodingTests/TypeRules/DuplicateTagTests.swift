import AutoCoding
import Foundation
import Testing

/// `duplicateKeys` decides about keys that name a class, a case or a version, as about all others.
struct DuplicateTagTests {
  class Shape: AutoCoding {
    var name = "s"
    class var typeRules: TypeRules {
      TypeRules(typeKey: "kind", types: ["shape": Shape.self, "circle": Circle.self])
    }
  }
  final class Circle: Shape { var radius = 1 }

  enum Event: AutoCoding, Equatable {
    case open, moved(x: Int)
    static let typeRules = TypeRules(caseKey: "t")
  }

  class Animal: AutoCoding, DefaultInitializable {
    var name = "a"
    var parts: [JSONValue] = []
    required init() {}
  }
  final class Dog: Animal {}
  final class Cat: Animal {}

  struct Holder: AutoCoding, DefaultInitializable {
    var animal: Animal?
    var any: (any AutoCoding)?
    var list: [Animal] = []
  }

  struct Versioned: AutoCoding, DefaultInitializable {
    var text = ""
    static let archiveVersion = 2
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.encode("from \(version)", forKey: "text")
    }
  }

  private func decode<Value: Codable>(
    _ type: Value.Type, _ text: String, _ strategy: AutoJSONDecoder.DuplicateKeyStrategy, isWalk: Bool
  ) throws -> Value {
    let decoder = AutoJSONDecoder()
    decoder.duplicateKeys = strategy
    if isWalk { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
    return try decoder.decode(type, from: text)
  }

  @Test("the first or the last counts", arguments: [false, true])
  func strategies(isWalk: Bool) throws {
    func first<Value: Codable>(_ type: Value.Type, _ text: String) throws -> Value {
      try decode(type, text, .useFirst, isWalk: isWalk)
    }
    func last<Value: Codable>(_ type: Value.Type, _ text: String) throws -> Value {
      try decode(type, text, .useLast, isWalk: isWalk)
    }
    let shapes = #"[{"kind":"circle","name":"x","radius":2,"kind":"shape"}]"#
    #expect(try first([Shape].self, shapes)[0] is Circle)
    #expect(try !(last([Shape].self, shapes)[0] is Circle))
    #expect(throws: DecodingError.self) { try last(Shape.self, #"{"kind":"circle","name":"x","radius":2,"kind":7}"#) }

    let event = #"{"t":"moved","x":5,"t":"open"}"#
    #expect(try first(Event.self, event) == .moved(x: 5))
    #expect(try last(Event.self, event) == .open)
    #expect(throws: DecodingError.self) { try last(Event.self, #"{"t":"open","t":null}"#) }

    // The name is the first member, or behind others with objects of their own.
    let (dog, cat) = ("AutoCodingTests.DuplicateTagTests.Dog", "AutoCodingTests.DuplicateTagTests.Cat")
    for text in [
      #"{"$class":"\#(dog)","name":"x","$class":"\#(cat)"}"#,
      #"{"parts":[{"$class":1}],"$class":"\#(dog)","name":"x","$class":"\#(cat)"}"#,
    ] {
      #expect(try first([Animal].self, "[\(text),\(text)]").allSatisfy { $0 is Dog })
      #expect(try last([Animal].self, "[\(text),\(text)]").allSatisfy { $0 is Cat })
      #expect(try first(Holder.self, #"{"any":\#(text)}"#).any is Dog)
      #expect(try last(Holder.self, #"{"any":\#(text)}"#).any is Cat)
    }
    #expect(throws: DecodingError.self) { try last(Animal.self, #"{"$class":"\#(dog)","$class":7}"#) }

    let version = #"{"$version":1,"text":"t","$version":2}"#
    #expect(try first(Versioned.self, version).text == "from 1")
    #expect(try last(Versioned.self, version).text == "t")
    #expect(throws: DecodingError.self) { try last(Versioned.self, #"{"$version":1,"text":"t","$version":7}"#) }
    let older = #"[{"$version":2,"text":"t","$version":1}]"#
    #expect(try first([Versioned].self, older).map(\.text) == ["t"])
    #expect(try last([Versioned].self, older).map(\.text) == ["from 1"])
    #expect(throws: DecodingError.self) { try decode([Versioned].self, older, .throw, isWalk: isWalk) }
  }

  @Test("the name of a class is text, whatever leniency allows")
  func names() throws {
    let text = #"{"animal":{"$class":7},"any":{"$class":true,"x":1},"list":[{"$class":1},{"name":"b"}]}"#
    let decoder = AutoJSONDecoder()
    let dictionaries = DictionaryDecoder()
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    for leniency in [AutoJSONDecoder.Leniency.all, [.nilForUndecodable, .skipsUndecodableElements]] {
      decoder.leniency = leniency
      dictionaries.leniency = leniency
      for holder in [
        try decoder.decode(Holder.self, from: text), try dictionaries.decode(Holder.self, from: object),
      ] {
        #expect(holder.animal == nil && holder.any == nil && holder.list.map(\.name) == ["b"])
      }
    }
  }

  private indirect enum Part: AutoCoding, Equatable {
    case leaf(value: Int)
    case group(parts: [Part], text: String, last: Part)
    static let typeRules = TypeRules(caseKey: "t")
  }

  @Test("a tag counts wherever it is, with nested values with tags before it", arguments: [0, 1, 200, 490, 511, 2_000])
  func places(padding: Int) throws {
    let text = String(repeating: "x", count: padding)
    func json(_ depth: Int) -> String {
      guard depth > 0 else { return #"{"value":1,"t":"leaf"}"# }
      let inner = json(depth - 1)
      return #"{"parts":[\#(inner),\#(inner)], "text":"\#(text)", "last":\#(inner), "t" :"group"}"#
    }
    func part(_ depth: Int) -> Part {
      guard depth > 0 else { return .leaf(value: 1) }
      return .group(parts: [part(depth - 1), part(depth - 1)], text: text, last: part(depth - 1))
    }
    for isWalk in [false, true] {
      for strategy in [AutoJSONDecoder.DuplicateKeyStrategy.useFirst, .useLast, .throw] {
        #expect(try decode([Part].self, "[\(json(3))]", strategy, isWalk: isWalk) == [part(3)])
      }
    }
    #expect(throws: DecodingError.self) {
      try decode(Part.self, #"{"parts":[],"text" "t":"leaf"}"#, .useFirst, isWalk: false)
    }
    let duplicate = #"{"text":"\#(text)","t":"leaf","value":4,"t":"group"}"#
    #expect(try decode(Part.self, duplicate, .useFirst, isWalk: false) == .leaf(value: 4))
  }
}

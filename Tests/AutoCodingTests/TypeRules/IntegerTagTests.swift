import AutoCoding
import Foundation
import Testing

/// Cases that are named by numbers, beside their values.
private indirect enum Component: AutoCoding, Equatable {
  case row(components: [Component])
  case button(Button)
  case menu(id: String, limit: Int?)
  case line
  case other(JSONValue)
  static let propertyRules: PropertyRules = [
    "row": .key("1"), "button": .key("2").formerly("20"), "menu": .key("3"), "line": .key("-4"),
  ]
  static let typeRules = TypeRules(caseKey: "type", tagsAreIntegers: true, unknownCase: "other")

  /// A property holds the name of the case.
  struct Button: AutoCoding, Equatable {
    var type: Int8
    var label: String
  }
}

/// Cases that are named by numbers, with their values in an object beside it.
private enum Event: AutoCoding, Equatable {
  case joined(String), left(id: Int, at: Double?)
  static let propertyKeys = ["joined": "0", "left": "1"]
  static let typeRules = TypeRules(caseKey: "op", contentKey: "d", tagsAreIntegers: true)
}

/// Classes that are named by numbers.
private class Channel: AutoCoding, DefaultInitializable {
  var name = ""
  class var typeRules: TypeRules {
    TypeRules(typeKey: "type", types: ["0": Text.self, "2": Voice.self], tagsAreIntegers: true)
  }
  required init() {}

  final class Text: Channel {
    var topic: String?
  }

  final class Voice: Channel {
    var bitrate = 64
  }
}

/// Classes with a property for the number.
private class Sticker: AutoCoding {
  enum Kind: Int, AutoCoding { case standard = 1, guild }
  var type: Kind?
  var name = ""
  class var typeRules: TypeRules {
    TypeRules(
      typeKey: "type", types: ["1": Standard.self, "2": Guild.self], unknownType: .base, tagsAreIntegers: true)
  }
  init(type: Kind?, name: String) { (self.type, self.name) = (type, name) }

  final class Standard: Sticker {}
  final class Guild: Sticker { var guild = 0 }
}

struct IntegerTagTests {
  private static let text = """
    [{"type": 1, "components": [{"label": "OK", "type": 2}, {"nested": {"type": 1}, "type": 3, "id": "m"}]},
     {"type": 20, "label": "old"}, {"type": -4}, {"type": 9, "x": [1]}, {"type": "1"}, {"label": "none"}, {"type": 2.5}]
    """
  private static let components: [Component] = [
    .row(components: [.button(.init(type: 2, label: "OK")), .menu(id: "m", limit: nil)]),
    .button(.init(type: 20, label: "old")), .line, .other(["type": 9, "x": [1]]), .other(["type": "1"]),
    .other(["label": "none"]), .other(["type": 2.5]),
  ]

  @Test("numbers name cases")
  func cases() throws {
    #expect(try AutoJSONDecoder().decode([Component].self, from: Self.text) == Self.components)
    #expect(try JSONDecoder().decode([Component].self, from: Data(Self.text.utf8)) == Self.components)
  }

  @Test("they are written as numbers", arguments: TestCoder.allCases)
  func roundTrip(coder: TestCoder) throws {
    let components = Self.components.filter { $0 != Self.components[1] }
    #expect(try coder.roundTrip(components) == components)
    let events: [Event] = [.joined("a"), .left(id: 3, at: nil), .left(id: 4, at: 0.5)]
    #expect(try coder.roundTrip(events) == events)
  }

  @Test("the bytes")
  func bytes() throws {
    let (auto, foundation) = (AutoJSONEncoder(), JSONEncoder())
    (auto.outputFormatting, foundation.outputFormatting) = (.sortedKeys, .sortedKeys)
    let row = Self.components[0]
    let text = #"{"components":[{"label":"OK","type":2},{"id":"m","type":3}],"type":1}"#
    #expect(try String(decoding: auto.encode(row), as: UTF8.self) == text)
    #expect(try foundation.encode(row) == auto.encode(row))
    #expect(
      try AutoJSONEncoder().encodeToString([Event.joined("a"), .left(id: 3, at: nil)])
        == #"[{"op":0,"d":"a"},{"op":1,"d":{"id":3}}]"#)
  }

  @Test("a property with the number of another case is an error")
  func wrongName() {
    let wrong = Component.button(.init(type: 3, label: ""))
    for coder in [TestCoder.json, .foundationJSON, .dictionary] {
      #expect(throws: EncodingError.self) { try coder.encode(wrong) }
    }
  }

  @Test("numbers name classes", arguments: TestCoder.allCases)
  func classes(coder: TestCoder) throws {
    let text = #"[{"type":2,"name":"v","bitrate":96},{"name":"t","type":0,"topic":"x"}]"#
    let channels = try AutoJSONDecoder().decode([Channel].self, from: text)
    #expect((channels[0] as? Channel.Voice)?.bitrate == 96 && (channels[1] as? Channel.Text)?.topic == "x")
    let again = try coder.roundTrip(channels)
    #expect((again[0] as? Channel.Voice)?.bitrate == 96 && (again[1] as? Channel.Text)?.topic == "x")
    #expect(try ModelValue.areEqual(again, channels))
    #expect(
      try AutoJSONEncoder().encodeToString(channels)
        == #"[{"type":2,"name":"v","bitrate":96},{"type":0,"name":"t","topic":"x"}]"#)
    let bytes = try JSONEncoder().encode(channels)
    #expect(try JSONDecoder().decode([Channel].self, from: bytes).map(\.name) == ["v", "t"])
  }

  @Test("a property holds the number of a class", arguments: [TestCoder.json, .foundationJSON, .dictionary])
  func holder(coder: TestCoder) throws {
    let text = #"[{"type":2,"name":"g","guild":7},{"type":1,"name":"s"},{"name":"n"}]"#
    let stickers = try AutoJSONDecoder().decode([Sticker].self, from: text)
    #expect(stickers.map(\.type) == [.guild, .standard, nil] && (stickers[0] as? Sticker.Guild)?.guild == 7)
    #expect(try ModelValue.areEqual(coder.roundTrip(stickers), stickers))
    #expect(try JSONValue(encoding: stickers) == AutoJSONDecoder().decode(JSONValue.self, from: text))
    stickers[1].type = .guild
    let error = #expect(throws: EncodingError.self) { try coder.encode(stickers) }
    #expect(error.map { "\($0)" }?.contains("The property 'type' of") == true)
  }

  @Test("errors name the key and what was found")
  func errors() {
    for (text, expected) in [
      (#"{"op": "1"}"#, "It names the case of Event ('0', '1') by the caseKey in typeRules."),
      (#"{"op": null}"#, "Expected to decode Int but found null instead. It names the case"),
      (#"{"op": 7}"#, "The data names the case '7', which Event does not have ('0', '1')"),
      (#"{"d": 7}"#, #"the key "op" is missing"#),
    ] {
      for decode in [
        { try AutoJSONDecoder().decode(Event.self, from: text) },
        { try JSONDecoder().decode(Event.self, from: Data(text.utf8)) },
      ] {
        let error = #expect(throws: DecodingError.self, "\(text)") { try decode() }
        #expect(error.map { "\($0)" }?.contains(expected) == true, "\(text): \(String(describing: error))")
      }
    }
    // Foundation's error has no path.
    let fraction = #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().decode(Event.self, from: #"{"op": 1.5}"#)
    }
    #expect(fraction.map { "\($0)" }?.contains("It names the case of Event ('0', '1')") == true)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Event.self, from: Data(#"{"op": 1.5}"#.utf8)) }
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Channel.self, from: #"{"type": 7}"#) }
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Channel.self, from: #"{"type": "2"}"#) }
  }

  @Test("names that are no integers, and useless rules, are refused")
  func refusals() {
    func problem(_ type: Any.Type) -> String {
      let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
      return error.map { "\($0)" } ?? ""
    }
    enum Unnamed: AutoCoding {
      case a(x: Int), b
      static let propertyKeys = ["b": "1"]
      static let typeRules = TypeRules(caseKey: "type", tagsAreIntegers: true)
    }
    enum Untagged: AutoCoding {
      case a(x: Int)
      static let typeRules = TypeRules(tagsAreIntegers: true)
    }
    enum Raw: Int, AutoCoding {
      case a
      static let typeRules = TypeRules(tagsAreIntegers: true)
    }
    struct Structure: AutoCoding {
      var a = 1
      static let typeRules = TypeRules(tagsAreIntegers: true)
    }
    enum Holding: AutoCoding {
      case a(Text)
      static let propertyKeys = ["a": "1"]
      static let typeRules = TypeRules(caseKey: "type", tagsAreIntegers: true)
      struct Text: AutoCoding { var type: String }
    }
    class Base: AutoCoding {
      class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["01": Below.self], tagsAreIntegers: true) }
      required init() {}
    }
    final class Below: Base {}
    #expect(
      problem(Unnamed.self).contains(#"State an integer in propertyKeys: ["a": "1"]."#)
        && problem(Unnamed.self).contains(#"Its name in data is "a", although tagsAreIntegers is true"#))
    #expect(problem(Untagged.self).contains("but no caseKey. Add the caseKey."))
    #expect(problem(Raw.self).contains("tagsAreIntegers: true in typeRules"))
    #expect(problem(Structure.self).contains("It has tagsAreIntegers: true in typeRules"))
    #expect(problem(Holding.self).contains("is the case key"))
    #expect(problem(Base.self).contains(#"as "01" in typeRules"#))
  }

  @Test("printed maps say it")
  func printed() throws {
    #expect(try "\(TypeMap(reflecting: Event.self))".contains(#"case key: "op", with integers, content key: "d""#))
    #expect(try "\(TypeMap(reflecting: Channel.self))".contains(#"type key: "type", with integers, of Channel"#))
  }
}

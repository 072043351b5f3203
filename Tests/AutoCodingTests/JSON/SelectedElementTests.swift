import Foundation
import Testing

@testable import AutoCoding

/// The elements of one collection may differ in what a path leads to.
struct SelectedElementTests {
  class Part: AutoCoding, DefaultInitializable {
    var size = 1
    required init() {}
  }

  final class Bolt: Part { var thread = 4 }

  final class Nut: Part { var thread = 5 }

  struct Owner: AutoCoding, Hashable {
    var id: Int
    var name: String
  }

  struct Item: AutoCoding {
    var part: Part?
    var owner: Owner?
    var extras: [String: Int] = [:]
    static var propertyRules: PropertyRules { ["extras": .flattened] }
  }

  private func text(_ value: some Encodable, including paths: Set<String>? = nil, omitting: Set<String> = []) throws
    -> String
  {
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.includedProperties = paths
    encoder.omittedProperties = omitting
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    let dictionaries = DictionaryEncoder()
    dictionaries.includedProperties = paths
    dictionaries.omittedProperties = omitting
    let other = try JSONSerialization.data(withJSONObject: dictionaries.encodeValue(value), options: .sortedKeys)
    #expect(String(decoding: other, as: UTF8.self) == text)
    return text.replacingOccurrences(of: "AutoCodingTests.SelectedElementTests.", with: "")
  }

  @Test("objects of several classes, each of which writes its own properties")
  func classes() throws {
    let parts = [Part(), Bolt(), Nut(), Bolt(), Part(), Nut()]
    let thread = #"{"$class":"Bolt","thread":4}"#
    #expect(
      try text(parts, including: ["thread"])
        == #"[{},\#(thread),{"$class":"Nut","thread":5},\#(thread),{},{"$class":"Nut","thread":5}]"#)
    #expect(
      try text(parts.map { Item(part: $0) }, including: ["part.thread"])
        == #"[{"part":{}},{"part":\#(thread)},{"part":{"$class":"Nut","thread":5}},{"part":\#(thread)},{"part":{}},"#
        + #"{"part":{"$class":"Nut","thread":5}}]"#)
    #expect(
      try text(["a": [Part(), Nut()], "b": [Bolt()]], omitting: ["size"])
        == #"{"a":[{},{"$class":"Nut","thread":5}],"b":[\#(thread)]}"#)
  }

  @Test("values of which some are nil")
  func nils() throws {
    let items = [
      Item(), Item(owner: Owner(id: 1, name: "a")), Item(part: Bolt()), Item(owner: Owner(id: 2, name: "b")),
    ]
    #expect(try text(items, including: ["owner.id"]) == #"[{},{"owner":{"id":1}},{},{"owner":{"id":2}}]"#)
    #expect(
      try text(items, including: ["part.thread", "owner.name"])
        == #"[{},{"owner":{"name":"a"}},{"part":{"$class":"Bolt","thread":4}},{"owner":{"name":"b"}}]"#)
    #expect(try text([items, [], items], omitting: ["owner", "part"]) == "[[{},{},{},{}],[],[{},{},{},{}]]")
  }

  @Test("flattened dictionaries of different keys")
  func flattened() throws {
    let items = [Item(extras: ["a": 1]), Item(extras: ["b": 2, "c": 3]), Item(), Item(extras: ["d": 4])]
    #expect(try text(items, including: ["extras"]) == #"[{"a":1},{"b":2,"c":3},{},{"d":4}]"#)
    #expect(try text(items, omitting: ["extras"]) == "[{},{},{},{}]")
  }

  struct Stock: AutoCoding {
    var counts: [Owner: Owner]? = [Owner(id: 1, name: "a"): Owner(id: 2, name: "b")]
    var lists: [Owner: [[Owner]]] = [Owner(id: 3, name: "c"): [[Owner(id: 4, name: "d")], []]]
  }

  @Test("keys of dictionaries stay whole, if they are written as an array of keys and values")
  func keys() throws {
    #expect(try text(Stock(), including: ["counts.name"]) == #"{"counts":[{"id":1,"name":"a"},{"name":"b"}]}"#)
    #expect(
      try text(Stock(), omitting: ["counts.name", "lists.id"])
        == #"{"counts":[{"id":1,"name":"a"},{"id":2}],"lists":[{"id":3,"name":"c"},[[{"name":"d"}],[]]]}"#)
    #expect(
      try text([Owner(id: 1, name: "a"): [Owner(id: 2, name: "b"): Owner(id: 3, name: "c")]], including: ["id"])
        == #"[{"id":1,"name":"a"},[{"id":2,"name":"b"},{"id":3}]]"#)
  }

  class Note: AutoCoding, DefaultInitializable {
    var id = 1
    var name = Owner(id: 1, name: "a")
    var extras: [String: String] = [:]
    class var propertyKeys: [String: String] { ["id": "info.id"] }
    class var propertyRules: PropertyRules { ["extras": .flattened] }
    required init() {}
    convenience init(_ extras: [String: String]) {
      self.init()
      self.extras = extras
    }
  }

  final class Secret: Note {
    var code = "secret"
    var title = "t"
    override class var propertyKeys: [String: String] { ["id": "info.id", "title": "info.title"] }
  }

  final class Renamed: Note {
    var code = Owner(id: 3, name: "c")
    var other = Owner(id: 4, name: "d")
    override class var propertyKeys: [String: String] { ["id": "info.id", "code": "k", "other": "code"] }
  }

  private func refusal(_ value: some Encodable, including paths: Set<String>?, omitting: Set<String> = []) -> String {
    do {
      return try text(value, including: paths, omitting: omitting)
    } catch EncodingError.invalidValue(_, let context) {
      return context.debugDescription.replacing("AutoCodingTests.SelectedElementTests.", with: "")
    } catch {
      return "\(error)"
    }
  }

  @Test("a key that means another property in other elements is refused")
  func conflicts() throws {
    func conflict(_ type: String, _ other: String) -> String {
      #"Properties leads to "code" of \#(type), which is another property of \#(other). Encode these values apart."#
    }
    let notes = [Note(["code": "x"]), Secret()]
    #expect(refusal(notes, including: ["extras"]) == "included" + conflict("Note", "Secret"))
    #expect(refusal(notes, including: nil, omitting: ["extras"]) == "omitted" + conflict("Note", "Secret"))
    #expect(
      refusal([Secret(), Note(), Note(["code": "x"])], including: ["code"])
        == "included" + conflict("Secret", "Note"))
    #expect(
      refusal([Secret(), Renamed()], including: nil, omitting: ["code"])
        == "omitted" + conflict("Secret", "Renamed"))
    // None of these is.
    let secret = #""$class":"Secret""#
    #expect(
      try text([Note(["x": "y"]), Secret()], including: ["extras"]) == #"[{"x":"y"},{\#(secret)}]"#)
    #expect(try text([Note(), Secret()], including: ["title"]) == #"[{},{\#(secret),"info":{"title":"t"}}]"#)
    #expect(
      try text([Note(), Secret(["x": "y"])], omitting: ["id", "name.id", "extras"])
        == #"[{"name":{"name":"a"}},{\#(secret),"code":"secret","info":{"title":"t"},"name":{"name":"a"}}]"#)
    #expect(try text([Secret(), Renamed()], including: ["code", "other"]).contains(#""code":{"id":4"#))
  }

  struct Link: AutoCoding {
    var path = "a/b\"c\\ü"
    var target: [[Owner]] = [[], [Owner(id: 1, name: "x/y")]]
    var note: String? = "n"
    static var propertyKeys: [String: String] { ["path": "the/path", "target": "ü\"", "note": "{note}"] }
  }

  @Test(
    "the layout is that of the same JSON",
    arguments: [[], .prettyPrinted, .sortedKeys, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]]
      as [AutoJSONEncoder.OutputFormatting])
  func layout(formatting: AutoJSONEncoder.OutputFormatting) throws {
    let plain = AutoJSONEncoder()
    plain.outputFormatting = formatting
    let links = ["a": [Link(), Link(target: [])], "b": []]
    let paths: [Set<String>] = [
      ["path"], ["target"], ["note"], ["target.id"], ["target.id", "target.name"], ["path", "note"],
      ["path", "target", "note"],
    ]
    for path in paths {
      for isOmitting in [false, true] {
        let encoder = AutoJSONEncoder()
        encoder.outputFormatting = formatting
        if isOmitting { encoder.omittedProperties = path } else { encoder.includedProperties = path }
        let text = try encoder.encode(links)
        let value = try JSONDecoder().decode(JSONValue.self, from: text)
        let ours = try AutoJSONDecoder().decode(JSONValue.self, from: text)
        #expect(value == ours)
        #expect(try String(decoding: plain.encode(ours), as: UTF8.self) == String(decoding: text, as: UTF8.self))
        let link = ours["a"]?[0]
        #expect((link?["the/path"] != nil) == (path.contains("path") != isOmitting))
        #expect((link?["{note}"] != nil) == (path.contains("note") != isOmitting))
      }
    }
  }

  struct Trimmed: AutoCoding {
    var text: String

    init(_ text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
      self.init(String(try decoder.container(keyedBy: DynamicKey.self).decode(String.self, forKey: DynamicKey("text"))))
    }
  }

  @Test("a type with half of its code by hand, whatever the order of a dictionary")
  func halfWritten() throws {
    for number in 0..<20 {
      let values: [String: Trimmed?] = ["a\(number)": Trimmed("x"), "b\(number)": nil, "c": nil]
      #expect(
        try text(values, including: ["text"]) == #"{"a\#(number)":{"text":"x"},"b\#(number)":null,"c":null}"#)
    }
  }
}

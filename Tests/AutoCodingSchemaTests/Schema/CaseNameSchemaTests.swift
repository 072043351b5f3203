import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// Payloads whose properties hold the names of their cases.
private enum Resource: AutoCoding, Equatable {
  case article(Article), person(Person)
  static let typeRules = TypeRules(caseKey: "type")

  struct Article: AutoCoding, Equatable {
    var id: String
    var type: String
    var size: Int?
  }

  struct Person: AutoCoding, Equatable {
    enum Kind: String, AutoCoding { case person, robot }
    var name: String
    var kind: Kind?
    static let propertyRules: PropertyRules = ["kind": .key("type")]
  }
}

struct CaseNameSchemaTests {
  @Test("the property has the name of the case, in both directions", arguments: [false, true])
  func schema(isEncoding: Bool) throws {
    let schema = try JSONSchema(of: Resource.self, for: isEncoding ? .encoding : .decoding).value
    let cases = try #require(schema["oneOf"]?.array)
    for (name, keys) in [("article", ["type", "id", "size"]), ("person", ["type", "name"])] {
      let found = try #require(cases.first { $0["properties"]?["type"]?["const"]?.string == name })
      #expect(found["properties"]?.object.map { Array($0.keys) } == keys)
      #expect(found["required"] == (name == "article" ? ["type", "id"] : ["type", "name"]))
    }
    let validator = SchemaValidator(root: schema)
    let values: [Resource] = [
      .article(.init(id: "1", type: "article", size: 2)), .person(.init(name: "A", kind: .person)),
    ]
    for value in values { #expect(validator.accepts(try JSONValue(encoding: value))) }
    #expect(!validator.accepts(["type": "articles", "id": "1"]) && !validator.accepts(["type": "person"]))
  }

  private enum Block: AutoCoding {
    case text(Text), rule, other(JSONValue)
    static let typeRules = TypeRules(caseKey: "type", unknownCase: "other")
    struct Text: AutoCoding { var text: String }
  }

  @Test("the payload of the unknown case is any object that names no other case", arguments: [false, true])
  func unknownCase(isEncoding: Bool) throws {
    let validator = SchemaValidator(root: try JSONSchema(of: Block.self, for: isEncoding ? .encoding : .decoding).value)
    for value in [["type": "text", "text": "a"], ["type": "rule"], ["type": "image"], ["type": "other"], [:], 5]
      as [JSONValue]
    {
      #expect(validator.accepts(value))
    }
    #expect(!validator.accepts(["type": "text"]))
  }

  private enum Status: AutoCoding, Equatable {
    case active, closed, unknown(String)
    static let propertyKeys = ["closed": "shut"]
    static let typeRules = TypeRules(unknownCase: "unknown")
  }
  private enum Level: AutoCoding {
    case low, high, other(Int)
    static let propertyKeys = ["low": "1", "high": "2"]
    static let typeRules = TypeRules(unknownCase: "other")
  }

  @Test("an enum that keeps unknown names is text, with the known ones as examples")
  func names() throws {
    #expect(try JSONSchema(of: [Status].self).value["items"] == ["type": "string", "examples": ["active", "shut"]])
    #expect(try JSONSchema(of: [Level].self).value["items"] == ["type": "integer", "examples": [1, 2]])
    struct Model: AutoCoding { var status: Status }
    let strict = try JSONSchema(of: Model.self, options: .init(dialect: .strict)).value
    #expect(strict["properties"]?["status"] == ["type": "string", "enum": ["active", "shut"]])
  }

  private enum Component: AutoCoding, Equatable {
    case button(Button), line, other(JSONValue)
    static let propertyKeys = ["button": "2", "line": "3"]
    static let typeRules = TypeRules(caseKey: "type", tagsAreIntegers: true, unknownCase: "other")
    struct Button: AutoCoding, Equatable {
      var type: Int16
      var label: String
    }
  }
  private class Channel: AutoCoding {
    var type = 2
    class var typeRules: TypeRules {
      TypeRules(typeKey: "type", types: ["2": Channel.self, "4": Voice.self], tagsAreIntegers: true)
    }
    init() {}
  }
  private final class Voice: Channel { var bitrate: Int? }

  private class Part: AutoCoding {
    class var typeRules: TypeRules {
      TypeRules(typeKey: "type", types: ["text": Text.self, "p": Text.self, "i": Icon.self, "img": Icon.self])
    }
    init() {}
  }
  private final class Text: Part { var type = "p" }
  private final class Icon: Part { var size = 1 }

  private enum Instruction: AutoCoding {
    case delimiter(Words), text(Words)
    static let typeRules = TypeRules(caseKey: "type", unknownCase: "text")
    struct Words: AutoCoding { var text: String }
  }

  private struct Visitor: AutoCoding {
    var name: String
    var depth: Int
    static let propertyRules: PropertyRules = [
      "name": .key("user.name").default("").defaultForNull, "depth": .default(1).defaultForNull.key("user.depth"),
    ]
  }

  @Test("of a struct for unknown data, any other tag or none")
  func unknownStruct() throws {
    let read = SchemaValidator(root: try JSONSchema(of: Instruction.self).value)
    for text in [
      #"{"type":"exit","text":"a"}"#, #"{"text":"a"}"#, #"{"type":"delimiter","text":"a"}"#, #"{"type":5,"text":"a"}"#,
      #"{"type":"exit"}"#, "5", #"{"type":"delimiter"}"#,
    ] {
      let isRead = (try? AutoJSONDecoder().decode(Instruction.self, from: text)) != nil
      #expect(try read.accepts(AutoJSONDecoder().decode(JSONValue.self, from: text)) == isRead, "\(text)")
    }
    let written = SchemaValidator(root: try JSONSchema(of: Instruction.self, for: .encoding).value)
    #expect(written.accepts(["type": "text", "text": "a"]) && !written.accepts(["type": "exit", "text": "a"]))
  }

  @Test("null that a rule takes for a missing key")
  func nulls() throws {
    let read = SchemaValidator(root: try JSONSchema(of: Visitor.self).value)
    for text in [#"{"user":null}"#, #"{"user":{"name":null}}"#, #"{"user":{"name":"a","depth":null}}"#, "{}"] {
      #expect(throws: Never.self) { try AutoJSONDecoder().decode(Visitor.self, from: text) }
      #expect(try read.accepts(AutoJSONDecoder().decode(JSONValue.self, from: text)), "\(text)")
    }
    let written = SchemaValidator(root: try JSONSchema(of: Visitor.self, for: .encoding).value)
    #expect(!written.accepts(["user": ["name": .null, "depth": 1]]))
  }

  @Test("of several tags, those that may be written")
  func severalTags() throws {
    let written = SchemaValidator(root: try JSONSchema(of: Part.self, for: .encoding).value)
    #expect(written.accepts(["type": "p"]) && written.accepts(["type": "text"]))
    #expect(written.accepts(["type": "i", "size": 1]) && !written.accepts(["type": "img", "size": 1]))
    let read = SchemaValidator(root: try JSONSchema(of: Part.self).value)
    #expect(read.accepts(["type": "p"]) && read.accepts(["type": "img", "size": 1]))
  }

  @Test("tags that are integers", arguments: [false, true])
  func integerTags(isEncoding: Bool) throws {
    let cases = SchemaValidator(root: try JSONSchema(of: Component.self, for: isEncoding ? .encoding : .decoding).value)
    for value in [["type": 2, "label": "a"], ["type": 3], ["type": 4], ["type": "2"], 5] as [JSONValue] {
      #expect(cases.accepts(value))
    }
    #expect(!cases.accepts(["type": 2]))
    let classes = SchemaValidator(root: try JSONSchema(of: Channel.self, for: isEncoding ? .encoding : .decoding).value)
    #expect(classes.accepts(["type": 2]) && classes.accepts(["type": 4, "bitrate": 1]))
    #expect(!classes.accepts(["type": "2"]) && !classes.accepts(["type": 5]))
    for seed in 0..<6 as Range<UInt64> {
      let components = try ModelValue.sample(of: [Component].self, seed: seed)
      #expect(try JSONValue(encoding: components).decode([Component].self) == components)
      for channel in try ModelValue.sample(of: [Channel].self, seed: seed) {
        #expect(try JSONValue(encoding: channel)["type"] == (channel is Voice ? 4 : 2))
      }
    }
  }

  @Test("samples are known names")
  func samples() throws {
    let found = try (UInt64(0)..<12).flatMap { try ModelValue.sample(of: [Status].self, seed: $0) }
    #expect(found.contains(.active) && found.contains(.closed))
    #expect(found.allSatisfy { $0 == .active || $0 == .closed })
  }

  private struct Page: AutoCoding { var block: Block }

  @Test("a strict schema has no unknown case")
  func strict() throws {
    let schema = try JSONSchema(of: Page.self, options: .init(dialect: .strict)).value
    let text = String(decoding: try AutoJSONEncoder().encode(schema), as: UTF8.self)
    #expect(!text.contains(#""not""#) && text.contains(#""rule""#) && !text.contains(#""other""#))
  }
}

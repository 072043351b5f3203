import AutoCoding
import Foundation
import Testing

/// What a model's own code throws is always an error. If other code catches it, it is no failure of the values that follow.
struct SwallowedErrorTests {
  struct Checked: AutoCoding, Equatable {
    var value: Int
    func didDecode() throws {
      if value < 0 { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "negative")) }
    }
  }

  struct Old: AutoCoding, Equatable {
    var value = 1
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "old"))
    }
  }

  /// Takes what it can read.
  struct Tolerant: Codable, Equatable {
    var checked: Checked?
    var old: Old?
    var number: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      checked = try? container.decode(Checked.self, forKey: .checked)
      old = try? container.decode(Old.self, forKey: .old)
      number = try container.decodeIfPresent(Int.self, forKey: .number) ?? 0
    }
  }

  struct Model: AutoCoding, DefaultInitializable {
    var tolerant: Tolerant?
    var count: Int? = 1
    var size = 7
    var list: [Int] = []
    var items: [Item] = []
    var checked: Checked?
  }

  struct Item: AutoCoding, Equatable {
    var tolerant: Tolerant
    var name: String
  }

  static let tolerant = [#"{"checked": {"value": -1}}"#, #"{"old": {"value": 2}}"#]

  @Test("leniency holds for the values that follow", arguments: UndecodableValueTests.Road.allCases, tolerant)
  func followed(road: UndecodableValueTests.Road, tolerant: String) throws {
    let text = #"{"tolerant": \#(tolerant), "count": "x", "size": "large", "list": [1, "x", 2]}"#
    let (model, issues) = try road.decode(Model.self, text, .all)
    #expect(model.tolerant != nil && model.tolerant?.checked == nil && model.count == nil)
    #expect(model.size == 7 && model.list == [1, 2])
    #expect(issues.map { $0.prefix { $0 != ":" } } == ["count", "list.Index 1", "size"])
  }

  @Test("so is the element that has the code", arguments: UndecodableValueTests.Road.allCases, tolerant)
  func within(road: UndecodableValueTests.Road, tolerant: String) throws {
    let text = #"{"items": [{"tolerant": \#(tolerant), "name": []}, {"tolerant": {"number": 3}, "name": "n"}]}"#
    let model = try road.decode(Model.self, text, .all).value
    #expect(model.items.map(\.name) == ["n"])
  }

  @Test("what is not caught is an error", arguments: UndecodableValueTests.Road.allCases)
  func notCaught(road: UndecodableValueTests.Road) throws {
    let own = #"{"value": -1}"#
    for text in [
      #"{"checked": \#(own)}"#, #"{"count": "x", "checked": \#(own)}"#,
      #"{"tolerant": {"checked": \#(own)}, "checked": \#(own)}"#,
    ] {
      #expect(throws: DecodingError.self) { try road.decode(Model.self, text, .all) }
    }
    // The next call is not affected.
    #expect(try road.decode(Model.self, #"{"count": "x"}"#, .all).value.count == nil)
  }

  @Test("an update is lenient about what follows, too")
  func update() throws {
    let text = #"{"tolerant": \#(Self.tolerant[0]), "size": "large", "count": 5}"#
    var model = Model()
    let decoder = AutoJSONDecoder()
    decoder.leniency = .all
    try decoder.update(&model, from: text)
    #expect(model.size == 7 && model.count == 5)
    model = Model()
    let dictionaries = DictionaryDecoder()
    dictionaries.leniency = .all
    let dictionary = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    try dictionaries.update(&model, from: #require(dictionary))
    #expect(model.size == 7 && model.count == 5)
  }

  // MARK: Other coders that are at work meanwhile

  /// Decodes with another decoder while the error of a model passes.
  struct Logged: Codable {
    var checked: Checked

    init(_ value: Int) { checked = Checked(value: value) }

    init(from decoder: any Decoder) throws {
      do {
        checked = try decoder.singleValueContainer().decode(Checked.self)
      } catch {
        let decoder = AutoJSONDecoder()
        decoder.leniency = .all
        _ = try decoder.decode([Checked].self, from: #"[{"value": 1}, "x", {"value": 2}]"#)
        throw error
      }
    }

    func encode(to encoder: any Encoder) throws { try checked.encode(to: encoder) }
  }

  struct Log: AutoCoding {
    var entries: [Logged]
    static let propertyRules: PropertyRules = ["entries": .skipsUndecodableElements]
  }

  @Test("a coder that is called while it passes does not hide it", arguments: RuleFormat.all)
  func logged(format: RuleFormat) throws {
    #expect(try format.copy(Log(entries: [Logged(1), Logged(2)])).entries.count == 2)
    #expect(throws: DecodingError.self) { try format.copy(Log(entries: [Logged(1), Logged(-1)])) }
  }

  /// Is nil if the model refuses it.
  struct Maybe: Codable {
    var checked: Checked?

    init(_ value: Int) { checked = Checked(value: value) }
    init(from decoder: any Decoder) throws { checked = try? decoder.singleValueContainer().decode(Checked.self) }
    func encode(to encoder: any Encoder) throws { try checked.encode(to: encoder) }
  }

  /// Is 0 if the model refuses it.
  enum CheckedText: PropertyTransformer {
    static func encode(_ value: Int) -> String { #"{"value": \#(value)}"# }
    static func decode(_ text: String) -> Int { (try? AutoJSONDecoder().decode(Checked.self, from: text))?.value ?? 0 }
  }

  struct Part: AutoCoding {
    var maybe = Maybe(-1)
    var text = -1
    var size: String
    static let propertyRules: PropertyRules = ["text": .transformed(by: CheckedText.self)]
    static let archivedTypeName = "SwallowedErrorTests.Part"
  }

  struct SizedPart: AutoCoding {
    var maybe: Maybe
    var text: Int
    var size: Int
    static let propertyRules: PropertyRules = ["text": .transformed(by: CheckedText.self)]
    static let archivedTypeName = "SwallowedErrorTests.Part"
  }

  /// Either of two models.
  enum Choice: AutoCoding {
    case sized(SizedPart), named(Part)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  struct Parts: AutoCoding {
    var parts = [Part(size: "s"), Part(size: "t")]
    var first: Part? = Part(size: "s")
    var choice = Part(size: "c")
    static let archivedTypeName = "SwallowedErrorTests.Parts"
  }

  struct SizedParts: AutoCoding {
    var parts: [SizedPart]
    var first: SizedPart?
    var choice: Choice
    static let propertyRules: PropertyRules = ["parts": .skipsUndecodableElements, "first": .nilForUndecodable]
    static let archivedTypeName = "SwallowedErrorTests.Parts"
  }

  @Test("what other code caught does not keep rules from what follows", arguments: RuleFormat.all.dropLast())
  func caught(format: RuleFormat) throws {
    let parts = try format.decode(SizedParts.self, of: Parts())
    #expect(parts.parts.isEmpty && parts.first == nil)
    guard case .named(let part) = parts.choice else { throw CancellationError() }
    #expect(part.size == "c" && part.text == 0 && part.maybe.checked == nil)
  }
}

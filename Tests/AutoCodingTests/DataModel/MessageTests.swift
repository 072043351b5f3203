import AutoCoding
import Foundation
import Testing

/// What errors about data say, word for word.
struct MessageTests {
  enum Color: String, AutoCoding { case red, green, blue }
  enum Level: Int, AutoCoding { case low = 1, high = 10 }
  enum Letter: String, AutoCoding { case a, b, c, d, e, f, g, h, i, j, k, l }
  struct Painted: AutoCoding {
    var color = Color.red
    var level = Level.low
    var letter = Letter.a
  }

  private static func text(_ error: any Error) -> String {
    switch error {
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context):
      context.debugDescription
    case EncodingError.invalidValue(_, let context): context.debugDescription
    default: "\(error)"
    }
  }

  private func message(_ work: () throws -> Void) -> String {
    do {
      try work()
      return "no error"
    } catch {
      return Self.text(error)
    }
  }

  private func messages<Value: Codable>(_ type: Value.Type, _ text: String) -> [String] {
    let data = Data(text.utf8)
    return [
      message { _ = try AutoJSONDecoder().decode(type, from: data) },
      message { _ = try JSONDecoder().decode(type, from: data) },
      message {
        let members = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        _ = try DictionaryDecoder().decode(type, from: members)
      },
    ]
  }

  @Test("an unknown raw value lists those that there are, ten at the most")
  func rawValues() {
    let text = { (part: String) in
      #"{"color":"red","level":1,"letter":"a"}"#.replacing(
        part.prefix { $0 != " " }, with: part.drop { $0 != " " }.dropFirst())
    }
    for message in messages(Painted.self, text(#""red" "pink""#)) {
      let found = #"Cannot initialize Color from invalid String value pink; it has "red", "green", "blue"."#
      #expect(message == "\(found) \(Self.nameOne)")
    }
    for message in messages(Painted.self, text("1 7")) {
      #expect(message == "Cannot initialize Level from invalid Int value 7; it has 1, 10. \(Self.nameOne)")
    }
    for message in messages(Painted.self, text(#""a" "z""#)) {
      #expect(
        message == """
          Cannot initialize Letter from invalid String value z; it has "a", "b", "c", "d", "e", "f", "g", "h", "i", "j" \
          and 2 more. \(Self.nameOne)
          """)
    }
  }

  private static let nameOne = "Add the case, or name one for such data by unknownCase in typeRules."

  struct Mixed: Codable { var plain: Plain }
  enum Plain: String, Codable { case a, b }
  enum Named: AutoCoding { case one(Int), two }

  @Test("unknownCase is offered to enums that can have it")
  func unknownCases() {
    let offers = """
      Invalid number of keys found, expected one: the name of a case of Named (one, two). Add the case, state the name as \
      the former one of another case by .formerly in propertyRules, or name a case for such data by unknownCase in typeRules.
      """
    for message in messages([String: Named].self, #"{"a":{"three":{}}}"#) { #expect(message == offers) }
    for message in messages(Mixed.self, #"{"plain":"c"}"#) {
      #expect(!message.contains("unknownCase") && message.hasPrefix("Cannot initialize Plain"))
    }
    for message in messages(Placed.self, #"{"outcome":{}}"#) {
      #expect(!message.contains("unknownCase") && message.hasPrefix("Invalid number of keys found"), "\(message)")
    }
  }

  struct Placed: AutoCoding {
    var place: (x: Int, y: Int)?
    var figure: Figure?
    var outcome: Result<Int, Figure>?
    var tagged: Tagged?
  }
  enum Tagged: AutoCoding {
    case small, big(size: Int)
    static let typeRules = TypeRules(caseKey: "type")
  }
  enum Figure: AutoCoding, Error { case circle(radius: Int, name: String), square(Int) }

  @Test("advice for a missing value fits elements of tuples and values of payloads")
  func missingValues() {
    let noValue = "No value associated with key"
    for (text, expected) in [
      (#"{"place":{"x":1}}"#, #"\#(noValue) "y" for property (x: Int, y: Int).y. Make the element Optional."#),
      (
        #"{"figure":{"circle":{"radius":1}}}"#,
        #"\#(noValue) "name" for the value 'name' of case 'circle' of Figure. "#
          + #"Make the value Optional, or give it a default in propertyRules: "circle.name": .default(…)."#
      ),
      (
        #"{"figure":{"square":{}}}"#,
        #"\#(noValue) "_0" for the value '_0' of case 'square' of Figure. "#
          + #"Make the value Optional, or give it a default in propertyRules: "square._0": .default(…)."#
      ),
      (
        #"{"tagged":{"type":"big"}}"#,
        #"\#(noValue) "size" for the value 'size' of case 'big' of Tagged. "#
          + #"Make the value Optional, or give it a default in propertyRules: "big.size": .default(…)."#
      ),
      (
        #"{"outcome":{"success":{}}}"#,
        #"\#(noValue) "_0" for the value '_0' of case 'success' of Result<Int, Figure>. Make the value Optional."#
      ),
    ] {
      for message in messages(Placed.self, text) { #expect(message == expected) }
    }
  }

  struct Anything: AutoCoding { var value: Any }

  @Test("a value that Any does not take is described by its type, since some of them are numbers")
  func undeclaredValues() {
    for (value, name) in [(CGFloat(1.5), "CGFloat"), ([1: 2], "Swift.Dictionary<Swift.Int, Swift.Int>")]
      as [(Any, String)]
    {
      let text = message { _ = try DictionaryDecoder().decode(Anything.self, from: ["value": value]) }
      #expect(text.contains("\(name) instead. Put text or another type of number in its place, or declare a property"))
    }
  }

  struct Dated: AutoCoding { var date: Date }

  @Test("text in place of a date names the strategy")
  func dates() throws {
    let data = Data(#"{"date":"2024-01-01T00:00:00Z"}"#.utf8)
    let expected = """
      Expected to decode Double but found a string instead. Set dateDecodingStrategy of the decoder to the form in which \
      dates are written.
      """
    for strategy in [AutoJSONDecoder.DateDecodingStrategy.deferredToDate, .secondsSince1970, .millisecondsSince1970] {
      let decoder = AutoJSONDecoder()
      decoder.dateDecodingStrategy = strategy
      #expect(message { _ = try decoder.decode(Dated.self, from: data) } == expected)
      let dictionaries = DictionaryDecoder()
      dictionaries.dateDecodingStrategy = strategy
      #expect(message { _ = try dictionaries.decode(Dated.self, from: ["date": "2024"]) } == expected)
    }
    let decoder = AutoJSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    #expect(
      message { _ = try decoder.decode(Dated.self, from: Data(#"{"date":5}"#.utf8)) } == """
        Expected to decode String but found number instead. Set dateDecodingStrategy of the decoder to the form in which \
        dates are written.
        """)
  }

  struct Home: AutoCoding {
    var zip: Int
    static var propertyKeys: [String: String] { ["zip": "homeAddress.zipCode"] }
  }
  struct Snake: AutoCoding {
    var zip: Int
    static var propertyKeys: [String: String] { ["zip": "home.zip_code"] }
  }

  @Test("a key that a strategy has changed is shown as it was looked for")
  func strategies() throws {
    let remedy = { (type: String) in
      """
      Make the property Optional, conform \(type) to DefaultInitializable so that it keeps its default, or state its \
      default or the key that older data used in propertyRules.
      """
    }
    func message<Value: Decodable>(_ type: Value.Type, _ strategy: AutoJSONDecoder.KeyDecodingStrategy) -> [String] {
      let decoder = AutoJSONDecoder()
      decoder.keyDecodingStrategy = strategy
      let dictionaries = DictionaryDecoder()
      dictionaries.keyDecodingStrategy = strategy
      return [
        self.message { _ = try decoder.decode(type, from: Data("{}".utf8)) },
        self.message { _ = try dictionaries.decode(type, from: [:]) },
      ]
    }
    for text in message(Home.self, .convertFromSnakeCase) {
      #expect(
        text == """
          No value associated with key "homeAddress.zipCode" for property Home.zip. keyDecodingStrategy expects \
          the key "home_address.zip_code". \(remedy("Home"))
          """)
    }
    for text in message(Snake.self, .convertFromSnakeCase) {
      #expect(
        text == """
          No value associated with key "home.zip_code" for property Snake.zip. keyDecodingStrategy converts \
          "home.zip_code" to "home.zipCode"; use the converted key in propertyKeys. \(remedy("Snake"))
          """)
    }
    for text in message(Home.self, .custom { $0.last ?? DynamicTestKey(stringValue: "") }) {
      #expect(
        text == """
          No value associated with key "homeAddress.zipCode" for property Home.zip. The decoder compared it with the keys \
          that keyDecodingStrategy returned. \(remedy("Home"))
          """)
    }
    for text in message(Home.self, .useDefaultKeys) {
      #expect(text == #"No value associated with key "homeAddress.zipCode" for property Home.zip. "# + remedy("Home"))
    }
  }

  private struct DynamicTestKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  class Shared: AutoCoding {
    class var archivedTypeName: String { "Shared base" }
  }
  final class First: Shared { override class var archivedTypeName: String { "Shared name" } }
  final class Second: Shared { override class var archivedTypeName: String { "Shared name" } }
  struct Holder: AutoCoding { var object: Shared }

  @Test("two types of one name are both named, with their module")
  func ambiguousNames() {
    #expect(
      message { _ = try AutoJSONEncoder().encode(Holder(object: First())) } == """
        A decoder could not find Shared name by its name: AutoCodingTests.MessageTests.First and \
        AutoCodingTests.MessageTests.Second share it. Register it with TypeMap.register(_:) at launch, or give it its own \
        archivedTypeName.
        """)
    #expect(
      message {
        _ = try AutoJSONDecoder().decode(Holder.self, from: Data(#"{"object":{"$class":"Shared name"}}"#.utf8))
      } == """
        The data names the type 'Shared name', but several types have that name: AutoCodingTests.MessageTests.First and \
        AutoCodingTests.MessageTests.Second. Register the intended one with TypeMap.register(_:).
        """)
  }

  @Test("an error and the one underneath do not say the same thing")
  func once() throws {
    struct Site: AutoCoding { var id: UUID }
    for (text, reason) in [
      ("5", "Expected to decode String but found number instead."),
      (#""x""#, "Attempted to decode UUID from invalid UUID string."),
    ] {
      let error = try #require(throws: DecodingError.self) {
        try AutoJSONDecoder().decode(Site.self, from: Data(#"{"id":\#(text)}"#.utf8))
      }
      #expect("\(error)".components(separatedBy: reason).count == 2, "\(error)")
      #expect("\(error)".contains("line 1, column 7, byte 6"))
    }
  }

  @Test("no message has an address")
  func addresses() throws {
    struct Local: AutoCoding { var date: Date }
    struct Wrong: AutoCoding { var run: () -> Void }
    let error = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: Wrong.self) }
    #expect(
      error.description == """
        AutoCodingTests.MessageTests.Wrong cannot be coded automatically:
        - AutoCodingTests.MessageTests.Wrong.run: () -> (): '() -> ()' is a function, which cannot be stored. Name the \
        property in unEncodedProperties or mark it @Transient.
        """ || error.description.hasPrefix("AutoCodingTests.Wrong cannot"), "\(error)")
    #expect(try !"\(TypeMap(reflecting: Local.self))".contains("unknown context"))
  }
}

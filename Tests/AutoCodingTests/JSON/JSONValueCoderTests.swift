import AutoCoding
import Foundation
import TestModels
import Testing

/// ``JSONValue`` under coders that are not JSON's own here: without loss, or refused.
struct JSONValueCoderTests {
  struct Holder: AutoCoding, Equatable {
    var value: JSONValue
    var list: [JSONValue] = []
    var table: [String: JSONValue] = [:]
    var optional: JSONValue?
  }

  struct Plain: Codable, Equatable {
    var value: JSONValue
    var list: [JSONValue] = []
    var table: [String: JSONValue] = [:]
    var optional: JSONValue?
  }

  enum Coder: CaseIterable {
    case json, foundationWrites, foundationReads, foundation, binary, xml, archive, dictionary
    case ownBinary, ownXML, foundationReadsBinary, foundationWritesXML

    func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
      switch self {
      case .json: return try AutoJSONDecoder().decode(Value.self, from: AutoJSONEncoder().encode(value))
      case .foundationWrites: return try AutoJSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
      case .foundationReads: return try JSONDecoder().decode(Value.self, from: AutoJSONEncoder().encode(value))
      case .foundation: return try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
      case .binary, .xml:
        let encoder = PropertyListEncoder()
        encoder.outputFormat = self == .xml ? .xml : .binary
        return try PropertyListDecoder().decode(Value.self, from: encoder.encode(value))
      case .ownBinary:
        return try AutoPropertyListDecoder().decode(Value.self, from: AutoPropertyListEncoder().encode(value))
      case .ownXML:
        let encoder = AutoPropertyListEncoder()
        encoder.outputFormat = .xml
        return try AutoPropertyListDecoder().decode(Value.self, from: encoder.encode(value))
      case .foundationReadsBinary:
        return try PropertyListDecoder().decode(Value.self, from: AutoPropertyListEncoder().encode(value))
      case .foundationWritesXML:
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return try AutoPropertyListDecoder().decode(Value.self, from: encoder.encode(value))
      case .archive: return try KeyedArchiveDecoder().decode(Value.self, from: KeyedArchiveEncoder().encode(value))
      case .dictionary: return try DictionaryDecoder().decode(Value.self, from: DictionaryEncoder().encode(value))
      }
    }

    var isForeign: Bool { self == .foundation || self == .foundationWrites || self == .binary || self == .xml }
  }

  static let numbers = [
    "0", "1", "-1", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "9223372036854775808", "0.1",
    "1.0", "-0.0", "1e300", "5e-324", "1.7976931348623157e308", "3.14159265358979323846264338327950288",
    "12345678901234567890123456789012345678", "18446744073709551616", "0.10", "1e2", "-2.5e-3",
    "-123456789012345678.901234567",
  ]

  @Test(arguments: Coder.allCases) func `Numbers come back with their value`(_ coder: Coder) throws {
    for text in Self.numbers {
      let number = JSONValue.number(try #require(JSONNumber(text)))
      let back = try coder.roundTrip(["k": number])
      #expect(back == ["k": number], "\(coder): \(text) came back as \(back)")
      #expect(try coder.roundTrip(Holder(value: number)).value == number, "\(coder): \(text)")
    }
  }

  @Test(arguments: Coder.allCases.filter { $0 != .json && $0 != .foundationReads })
  func `Numbers that no type holds are refused`(_ coder: Coder) throws {
    for text in ["1e400", "-1e-400", String(repeating: "7", count: 100), "0.\(String(repeating: "3", count: 60))"] {
      let holder = Holder(value: 0, list: [1, .number(try #require(JSONNumber(text)))])
      let error = #expect(throws: EncodingError.self) { try coder.roundTrip(holder) }
      // Foundation's coder for property lists wraps the error.
      guard case .invalidValue(_, let context) = error, coder != .binary, coder != .xml, coder != .foundationWritesXML
      else { continue }
      #expect(context.codingPath.map(\.stringValue) == ["list", "Index 1"], "\(coder)")
      #expect(context.debugDescription.contains("cannot be encoded without loss"))
      #expect(context.debugDescription.count < 300)
    }
  }

  @Test func `An object with the members of a Decimal is refused in property lists`() throws {
    let object: JSONValue = [
      "exponent": 1, "length": 1, "isNegative": false, "isCompact": true, "mantissa": [1, 0, 0, 0, 0, 0, 0, 0],
    ]
    for coder in [Coder.ownBinary, .ownXML, .foundationReadsBinary] {
      let error = try #require(throws: EncodingError.self) { try coder.roundTrip(Holder(value: object)) }
      guard case .invalidValue(_, let context) = error else { return }
      #expect(context.debugDescription.contains("members by which a Decimal is encoded"), "\(coder)")
    }
    for coder in [Coder.json, .archive, .dictionary] {
      #expect(try coder.roundTrip(Holder(value: object)).value == object, "\(coder)")
    }
  }

  @Test func `Numbers that would become text are refused`() throws {
    let encoder = DictionaryEncoder()
    encoder.leafFormat = .propertyList
    for text in Self.numbers {
      let number = JSONValue.number(try #require(JSONNumber(text)))
      // A decoder could not tell the text of a Decimal from a string.
      guard let dictionary = try? encoder.encode(["k": number]) else { continue }
      #expect(try DictionaryDecoder().decode([String: JSONValue].self, from: dictionary) == ["k": number], "\(text)")
    }
    let large = JSONValue.number(try #require(JSONNumber("18446744073709551616")))
    #expect(throws: EncodingError.self) { try encoder.encode(["k": large]) }
  }

  private static let value: JSONValue = [
    "null": nil, "true": true, "false": false, "one": 1, "zero": 0, "text": "Zürich\n", "empty": "", "double": 2.5,
    "array": [nil, true, 1, "a", [], [[2]], [:], ["b": nil]], "object": ["snake_case": 1, "camelCase": ["x": [1.5]]],
  ]

  @Test(arguments: Coder.allCases) func `Values come back`(_ coder: Coder) throws {
    let value = Self.value
    let holder = Holder(value: value, list: [value, nil, 1], table: ["a": value, "b": nil], optional: value)
    #expect(try coder.roundTrip(holder) == holder, "\(coder)")
    let plain = Plain(value: value, list: [value, nil, 1], table: ["a": value, "b": nil], optional: value)
    #expect(try coder.roundTrip(plain) == plain, "\(coder)")
    if coder != .dictionary { #expect(try coder.roundTrip([value]) == [value], "\(coder)") }
    if coder != .archive { #expect(try coder.roundTrip(value) == value, "\(coder)") }
    for leaf in [nil, true, 5, "x", 0.25, [1], ["a": 1]] as [JSONValue] {
      #expect(try coder.roundTrip(Holder(value: leaf)).value == leaf, "\(coder), \(leaf)")
      #expect(try coder.roundTrip(Plain(value: leaf)).value == leaf, "\(coder), \(leaf)")
    }
  }

  @Test(arguments: Coder.allCases) func `Numbers and objects may be properties by themselves`(_ coder: Coder) throws {
    struct Parts: AutoCoding, Equatable {
      var number: JSONNumber = 1.5
      var object: JSONObject = ["a": [1, nil]]
      var numbers: [JSONNumber] = [1, 2]
      var objects: [String: JSONObject] = ["b": [:]]
    }
    #expect(try coder.roundTrip(Parts()) == Parts())
    #expect(
      try AutoJSONEncoder().encodeToString(Parts())
        == #"{"number":1.5,"object":{"a":[1,null]},"numbers":[1,2],"objects":{"b":{}}}"#)
    #expect(try AutoJSONDecoder().decode(JSONNumber.self, from: "1.50").description == "1.50")
    let error = #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode([JSONObject].self, from: "[1]") }
    guard case .typeMismatch(_, let context) = error else { return }
    #expect(context.debugDescription == "Expected an object but found a number.")
    #expect(context.codingPath.map(\.stringValue) == ["Index 0"])
  }

  @Test func `JSONEncoder writes the same values, and strategies leave keys alone`() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let data = try encoder.encode(Plain(value: Self.value))
    #expect(try AutoJSONDecoder().decode(Plain.self, from: data).value == Self.value)
    #expect(try decoder.decode(Plain.self, from: data).value == Self.value)
    #expect(try AutoJSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(Self.value)) == Self.value)
  }

  @Test func `Dictionaries hold plain values`() throws {
    let dictionary = try DictionaryEncoder().encode(Holder(value: Self.value))
    let value = try #require(dictionary["value"] as? [String: Any])
    #expect(value["true"] as? Bool == true && value["one"] as? Int == 1 && value["text"] as? String == "Zürich\n")
    let decoded = try DictionaryDecoder().decode(
      JSONValue.self, from: ["a": 1, "b": [true, "x", 1.5, NSNull()] as [Any], "c": Decimal(2)] as [String: Any])
    #expect(decoded == ["a": 1, "b": [true, "x", 1.5, nil], "c": 2])
  }

  @Test func `What JSON has not is refused`() throws {
    #expect(throws: DecodingError.self) {
      try DictionaryDecoder().decode(Plain.self, from: ["value": Date(), "list": [Any](), "table": [String: Any]()])
    }
    let dates = try PropertyListEncoder().encode(["value": [Date()]])
    let error = #expect(throws: DecodingError.self) {
      try PropertyListDecoder().decode([String: JSONValue].self, from: dates)
    }
    guard case .typeMismatch(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue).first == "value")
    #expect(context.debugDescription.hasPrefix("Expected a value that JSON has"))
  }

  @Test func `Objects that other coders would change are refused`() throws {
    let keys: JSONValue = .object(JSONObject([("\u{e9}", 1), ("e\u{301}", 2)].map { (key: $0.0, value: $0.1) }))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(keys) }
    #expect(try AutoJSONEncoder().encodeToString(keys).utf8.count > 10)
    let decimal: JSONValue = ["exponent": 0, "length": 1, "isNegative": false, "isCompact": true, "mantissa": [1]]
    #expect(throws: EncodingError.self) { try PropertyListEncoder().encode(decimal) }
    #expect(try Coder.archive.roundTrip(Holder(value: decimal)).value == decimal)
  }

  @Test func `Depth is limited under other coders`() throws {
    var value: JSONValue = 1
    for _ in 0..<1000 { value = [value] }
    for coder in Coder.allCases {
      #expect(throws: EncodingError.self) { try coder.roundTrip([value]) }
      #expect(throws: EncodingError.self) { try coder.roundTrip(Holder(value: value)) }
    }
  }

  @Test func `Models with values are copied, compared and mapped`() throws {
    let holder = Holder(value: Self.value, optional: [1])
    let copy = try ModelValue.copy(of: holder)
    #expect(copy == holder)
    #expect(try ModelValue.areEqual(copy, holder))
    #expect(try TypeMap(reflecting: Holder.self).properties.map(\.name) == ["value", "list", "table", "optional"])
    var changed = holder
    changed.value["one"] = 2
    let difference = try ModelDifference(from: holder, to: changed)
    var applied = holder
    try difference.apply(to: &applied)
    #expect(applied == changed)
    #expect(try !ModelValue.areEqual(changed, holder))
  }
}

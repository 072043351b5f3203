import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// ``JSONValue`` as text: what is read is written as it came, and is what others read.
struct JSONValueCodingTests {
  private func value(_ text: String) throws -> JSONValue { try AutoJSONDecoder().decode(JSONValue.self, from: text) }

  /// The examples of RFC 8259, section 13, and texts of each kind of value.
  static let documents = [
    """
    {"Image":{"Width":800,"Height":600,"Title":"View from 15th Floor","Thumbnail":{"Url":\
    "http:\\/\\/www.example.com\\/image\\/481989943","Height":125,"Width":100},"Animated":false,"IDs":[116,943,234,38793]}}
    """,
    """
    [{"precision":"zip","Latitude":37.7668,"Longitude":-122.3959,"Address":"","City":"SAN FRANCISCO","State":"CA",\
    "Zip":"94107","Country":"US"},{"precision":"zip","Latitude":37.371991,"Longitude":-122.026020,"Address":"",\
    "City":"SUNNYVALE","State":"CA","Zip":"94085","Country":"US"}]
    """,
    #""Hello world!""#, "42", "true", "false", "null", "[]", "{}", "[[],{},[{}]]", #"{"":{"":""}}"#, "-0", "1e400",
    "[1.0,1.10,-0.0,1E+2,1e-2,0e1,123456789012345678901234567890.12345678901234567890]",
    #"["\"\\\/\b\f\n\r\t\u0000","é","𝄞","a string that is longer than fifteen bytes\n"]"#,
  ]

  @Test(arguments: documents) func `Text is written as it came`(_ text: String) throws {
    let value = try value(text)
    #expect(try AutoJSONEncoder().encodeToString(value) == text)
    #expect(try self.value(" \n\t\(text)\r\n ") == value)
    // Within records, collections and code of its own.
    #expect(try written(Holder(value: value)) == #"{"value":\#(text)}"#)
    #expect(try written([value, value]) == "[\(text),\(text)]")
    #expect(try written(["k": value]) == #"{"k":\#(text)}"#)
    #expect(try written(OwnCode(value: value)) == #"{"value":\#(text),"list":[\#(text)]}"#)
    #expect(try AutoJSONDecoder().decode(Holder.self, from: #"{"value":\#(text)}"#).value == value)
    #expect(try AutoJSONDecoder().decode([JSONValue].self, from: "[\(text), \(text)]") == [value, value])
    #expect(try AutoJSONDecoder().decode([String: JSONValue].self, from: #"{"k": \#(text)}"#) == ["k": value])
    let own = try AutoJSONDecoder().decode(OwnCode.self, from: #"{"value":\#(text),"list":[\#(text)]}"#)
    #expect(own.value == value && own.list == [value])
  }

  private func written(_ value: some Encodable) throws -> String {
    let plain = try AutoJSONEncoder().encodeToString(value)
    // Custom strategies lead everything through containers.
    let custom = AutoJSONEncoder()
    custom.dateEncodingStrategy = .custom { try $0.timeIntervalSince1970.encode(to: $1) }
    #expect(try custom.encodeToString(value) == plain)
    return plain
  }

  struct Holder: AutoCoding, Equatable { var value: JSONValue }
  struct OwnCode: Codable {
    let value: JSONValue
    var list: [JSONValue]
    init(value: JSONValue) { (self.value, list) = (value, [value]) }
  }

  @Test func `An Optional is nil for null and for nothing`() throws {
    struct Model: AutoCoding, Equatable {
      var a: JSONValue?
      var b: JSONValue? = 1
      var c: JSONValue = 2
    }
    let decoder = AutoJSONDecoder()
    #expect(try decoder.decode(Model.self, from: #"{"a":null,"b":[],"c":null}"#) == Model(a: nil, b: [], c: .null))
    #expect(try AutoJSONEncoder().encodeToString(Model(a: nil, b: 2, c: .null)) == #"{"b":2,"c":null}"#)
    #expect(throws: DecodingError.self) { try decoder.decode(Model.self, from: "{}") }
    #expect(try decoder.decode([JSONValue?].self, from: "[null,1]") == [nil, 1])
    #expect(try decoder.decode(JSONValue?.self, from: "null") == nil)
  }

  // MARK: Corpora

  /// A text without white space between its tokens, with each string as this encoder escapes it.
  private func normalized(_ data: Data) throws -> String {
    let encoder = AutoJSONEncoder()
    let decoder = AutoJSONDecoder()
    var result = ""
    let bytes = Array(data.starts(with: [0xef, 0xbb, 0xbf]) ? data.dropFirst(3) : data)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): index += 1
      case UInt8(ascii: "\""):
        let start = index
        index += 1
        while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
        index += 1
        result += try encoder.encodeToString(decoder.decode(String.self, from: Array(bytes[start..<index])))
      default:
        let start = index
        while index < bytes.count, !" \n\r\t\"".utf8.contains(bytes[index]) { index += 1 }
        result += String(decoding: bytes[start..<index], as: UTF8.self)
      }
    }
    return result
  }

  private static func corpora() throws -> [(name: String, data: Data)] {
    try TestCorpora.files("json-benchmarks").filter {
      $0.name.hasSuffix(".json") && (TestEffort.isThorough || $0.data.count < 1 << 20)
    }
      + TestCorpora.files("JSONTestSuite/test_parsing") + TestCorpora.files("JSONTestSuite/test_transform")
      + TestCorpora.files("blns").filter { $0.name.hasSuffix(".json") }
  }

  @Test func `Every document of the corpora is written as it came`() throws {
    var count = 0
    for (name, data) in try Self.corpora() {
      guard let value = try? AutoJSONDecoder().decode(JSONValue.self, from: data) else {
        #expect(!name.hasPrefix("y_"), "\(name)")
        continue
      }
      #expect(!name.hasPrefix("n_"), "\(name)")
      let text = try AutoJSONEncoder().encodeToString(value)
      // Duplicate keys are written once; text in other encodings is written in UTF-8.
      if !name.contains("duplicated_key"), !name.contains("same_key"), !data.contains(0) {
        let isNormalized = try text == normalized(data)
        #expect(isNormalized, "\(name)")
      }
      let again = try self.value(text)
      let isSame = again == value && again.hashValue == value.hashValue
      #expect(isSame, "\(name)")
      count += 1
    }
    #expect(count >= 100 || !TestCorpora.exist)
  }

  /// What `JSONSerialization` reads is what a value gives.
  private func isEqual(_ value: JSONValue, _ object: Any) -> Bool {
    switch value {
    case .null: return object is NSNull
    case .bool(let bool): return object as? Bool == bool
    case .string(let text): return object as? String == text
    case .number(let number):
      // JSONSerialization reads some numbers of many digits as one of the next five.
      guard let found = (object as? NSNumber)?.doubleValue, let double = number.double else { return false }
      return (found - double).magnitude <= 5 * double.ulp
    case .array(let elements):
      guard let objects = object as? [Any], objects.count == elements.count else { return false }
      return zip(elements, objects).allSatisfy { isEqual($0, $1) }
    case .object(let members):
      guard let objects = object as? [String: Any], objects.count == members.count else { return false }
      return members.allSatisfy { key, value in objects[key].map { isEqual(value, $0) } ?? false }
    }
  }

  @Test func `JSONSerialization reads the same`() throws {
    var texts = Self.documents.filter { !$0.contains("1e400") }.map { Data($0.utf8) }
    texts += try TestCorpora.files("json-benchmarks").filter {
      $0.name.hasSuffix(".json") && (TestEffort.isThorough || $0.data.count < 1 << 20)
    }.map(\.data)
    for data in texts {
      let object = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      let value = try AutoJSONDecoder().decode(JSONValue.self, from: data)
      let isSame = isEqual(value, object)
      #expect(isSame, "\(String(decoding: data.prefix(100), as: UTF8.self))")
      let again = try JSONSerialization.jsonObject(with: AutoJSONEncoder().encode(value), options: .fragmentsAllowed)
      let isSameAgain = isEqual(value, again)
      #expect(isSameAgain)
    }
  }

  // MARK: Options

  @Test func `Layout, order and escapes are the encoder's`() throws {
    let value: JSONValue = ["b/": [1, [:], []], "a": ["d": nil, "c": "x/y"], "é": true]
    let encoder = AutoJSONEncoder()
    let foundation = JSONEncoder()
    for formatting: AutoJSONEncoder.OutputFormatting in [
      [.sortedKeys], [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes],
      [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes],
    ] {
      encoder.outputFormatting = formatting
      foundation.outputFormatting = formatting
      #expect(try encoder.encode(value) == foundation.encode(value))
      #expect(try encoder.encode(Holder(value: value)) == foundation.encode(Holder(value: value)))
      #expect(try encoder.encode([value]) == foundation.encode([value]))
      #expect(try encoder.encode(OwnCode(value: value)) == foundation.encode(OwnCode(value: value)))
    }
  }

  @Test func `Keys and text are data`() throws {
    let text = #"{"aKey":{"b_key":"2020-01-01T00:00:00Z","cKey":"nan"}}"#
    let encoder = AutoJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .iso8601
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder.leniency = [.numbersFromStrings, .stringsFromNumbers, .boolsFromNumbersAndStrings]
    let value = try decoder.decode(JSONValue.self, from: text)
    #expect(try encoder.encodeToString(value) == text)
    #expect(try decoder.decode(Holder.self, from: #"{"value":\#(text)}"#).value == value)
    encoder.keyEncodingStrategy = .custom { _ in DynamicName("x") }
    #expect(try encoder.encodeToString(value) == text)
    #expect(try encoder.encodeToString(OwnCode(value: value)).contains(text))
    // Members that a type's own code adds to its own.
    struct Merging: Encodable {
      let value: JSONValue
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DynamicName.self)
        try container.encode(1, forKey: DynamicName("own"))
        try value.encode(to: encoder)
      }
    }
    #expect(try AutoJSONEncoder().encodeToString(Merging(value: ["a": [1], "b": 2])) == #"{"own":1,"a":[1],"b":2}"#)
  }

  private struct DynamicName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  @Test(arguments: [2, 16, 17, 30, 500]) func `Duplicate keys follow the decoder's option`(_ count: Int) throws {
    let keys = (0..<count).map { "key \($0)" }
    let members = (keys + keys.reversed()).enumerated().map { #""\#($1)":\#($0)"# }.joined(separator: ",")
    let decoder = AutoJSONDecoder()
    let first = try #require(try decoder.decode(JSONValue.self, from: "{\(members)}").object)
    #expect(first.keys == keys && first.values == (0..<count).map { JSONValue($0) })
    decoder.duplicateKeys = .useLast
    let last = try #require(try decoder.decode(JSONValue.self, from: "{\(members)}").object)
    #expect(last.keys == keys && last.values == (0..<count).map { JSONValue(2 * count - 1 - $0) })
    decoder.duplicateKeys = .throw
    #expect(throws: DecodingError.self) { try decoder.decode(JSONValue.self, from: "{\(members)}") }
  }

  // MARK: Bad input

  @Test func `Truncated text is refused at each place`() throws {
    for text in Self.documents where text.utf8.count < 600 {
      let bytes = Array(text.utf8)
      for count in 0..<bytes.count {
        // A number may end earlier.
        if text.last?.isNumber == true, count > 0, text.first != "[", bytes[count - 1] != UInt8(ascii: "-") { continue }
        for padding in [0, 3000] {
          let part = [UInt8](repeating: UInt8(ascii: " "), count: padding) + bytes[..<count]
          let error = #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(JSONValue.self, from: part) }
          guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            continue
          }
          let place = try #require(context.underlyingError as? AutoJSONError)
          #expect(place.offset <= part.count && place.line == 1)
        }
      }
    }
  }

  @Test func `Errors have the path within the value`() throws {
    func path(_ text: String) -> [String] {
      do {
        _ = try AutoJSONDecoder().decode(Holder.self, from: #"{"value":\#(text)}"#)
      } catch DecodingError.dataCorrupted(let context) {
        return context.codingPath.map(\.stringValue)
      } catch {}
      return []
    }
    #expect(path(#"{"a":[1,{"b":tru}]}"#) == ["value", "a", "Index 1", "b"])
    #expect(path("[[0],[1,[2,x]]]") == ["value", "Index 1", "Index 1", "Index 1"])
    let many = (0..<40).map { #""k\#($0)":0"# }.joined(separator: ",")
    #expect(path("{\(many),\"last\":[x]}") == ["value", "last", "Index 0"])
    #expect(path("{\(many),\"k7\":[x]}") == ["value", "k7", "Index 0"])
  }

  @Test func `Depth is limited on both ways`() throws {
    func nested(_ depth: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    let decoder = AutoJSONDecoder()
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let value = try decoder.decode(JSONValue.self, from: nested(512, open, close))
      #expect(try AutoJSONEncoder().encodeToString(value) == nested(512, open, close))
      for depth in [513, 100_000] {
        #expect(throws: DecodingError.self) { try decoder.decode(JSONValue.self, from: nested(depth, open, close)) }
        #expect(throws: DecodingError.self) {
          try decoder.decode(JSONValue.self, from: String(repeating: open, count: depth))
        }
      }
      let deeper: JSONValue = [value]
      #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(deeper) }
      #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(Holder(value: value)) }
    }
    decoder.limits.maximumDepth = 3
    #expect(try decoder.decode(JSONValue.self, from: "[[[1]]]") == [[[1]]])
    #expect(throws: DecodingError.self) { try decoder.decode(JSONValue.self, from: "[[[[1]]]]") }
    // Without a limit, the stack is one. What is read can be compared, hashed, written and released.
    decoder.limits.maximumDepth = .max
    for depth in [1000, 2000, 4000, 8000, 16000] {
      guard let value = try? decoder.decode(JSONValue.self, from: nested(depth, "[", "]")) else { continue }
      let other = try decoder.decode(JSONValue.self, from: nested(depth, "[", "]"))
      let isSame = value == other && value.hashValue == other.hashValue
      #expect(isSame)
      _ = value.description
    }
    #expect(throws: DecodingError.self) {
      try decoder.decode(JSONValue.self, from: nested(1_000_000, "[", "]"))
    }
  }

  /// The same value within itself many times is written as long as that is bounded.
  @Test func `Shared parts do not multiply without end`() {
    var value: JSONValue = ["leaf"]
    for _ in 0..<60 { value = [value, value] }
    #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(value) }
  }

  @Test func `Nothing is kept of what failed`() throws {
    final class Canary {}
    // Elements and members that were read before the error are released with all that they hold.
    let decoder = AutoJSONDecoder()
    let text = "[" + String(repeating: #"{"key":["a string that is longer than fifteen bytes"]},"#, count: 2000) + "x]"
    for _ in 0..<20 { #expect(throws: DecodingError.self) { try decoder.decode(JSONValue.self, from: text) } }
    let holder = try decoder.decode(Holder.self, from: #"{"value":[1,{"a":"b"}]}"#)
    #expect(holder.value == [1, ["a": "b"]])
  }

  // MARK: Models

  @Test func `Models become values and come back`() throws {
    struct Person: AutoCoding, Equatable {
      var name: String
      var born: Date?
      var scores: [Double]
    }
    let person = Person(name: "Ada", born: Date(timeIntervalSinceReferenceDate: 1), scores: [1, 2.5])
    var value = try JSONValue(encoding: person)
    #expect(value == ["name": "Ada", "born": 1, "scores": [1, 2.5]])
    #expect(value.object?.keys == ["name", "born", "scores"])
    #expect(try value.decode(Person.self) == person)
    value["name"] = "Grace"
    let changed: Person = try value.decode()
    #expect(changed.name == "Grace")
    let encoder = AutoJSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    #expect(try JSONValue(encoding: person, by: encoder)["born"] == 978_307_201)
    let decoder = AutoJSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    #expect(try JSONValue(encoding: person, by: encoder).decode(Person.self, by: decoder) == person)
    let error = #expect(throws: DecodingError.self) { try (["name": 1] as JSONValue).decode(Person.self) }
    guard case .typeMismatch(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["name"])
  }
}

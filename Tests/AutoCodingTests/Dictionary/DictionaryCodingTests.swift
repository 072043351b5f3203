import AutoCoding
import Foundation
import Testing

private struct Leaves: AutoCoding, Equatable {
  var text = "text"
  var truth = true
  var int = -7
  var small: Int8 = 8
  var large = UInt64.max
  var float: Float = 0.1
  var double = 0.1
  var date = Date(timeIntervalSinceReferenceDate: 12.5)
  var data = Data([1, 2, 3])
  var url = URL(string: "https://example.com/a")
  var uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
  var decimal = Decimal(string: "1.25")
  var missing: Int?
}

private struct Numbers: AutoCoding, Equatable {
  var truth: Bool?
  var int: Int?
  var small: UInt8?
  var float: Float?
  var double: Double?
  var decimal: Decimal?
}

private struct Loose: AutoCoding { var any: [String: Any] }

private struct Nested: AutoCoding, Equatable {
  var city = ""
  var zip = 0
  static var propertyKeys: [String: String] { ["city": "address.home.city", "zip": "address.zip"] }
}

private class Shaped: AutoCoding {
  var name = "s"
  var inner: Shaped?
  var list: [Shaped] = []
}
private final class Round: Shaped { var radius = 1.5 }

private struct SnakeModel: AutoCoding, Equatable {
  var firstName = "A"
  var byKey = ["keepThis": 1]
  var nested = SnakeInner()
}
private struct SnakeInner: AutoCoding, Equatable { var someURLValue = 1 }

/// Codable by hand, with a nested container, and with a path to tell.
private struct ByHand: Codable, Equatable {
  var items: [Int] = [1, 2]
  var path: [String] = []

  enum CodingKeys: String, CodingKey { case outer, items, path }
  init() {}
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
      .nestedContainer(keyedBy: CodingKeys.self, forKey: .outer)
    items = try container.decode([Int].self, forKey: .items)
    path = decoder.codingPath.map(\.stringValue)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var outer = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .outer)
    try outer.encode(items, forKey: .items)
  }
}

struct DictionaryCodingTests {
  private func keys(_ value: Any?) -> [String] { ((value as? [String: Any])?.keys).map(Array.init)?.sorted() ?? [] }

  // MARK: Leaves

  @Test func jsonLeaves() throws {
    let dictionary = try DictionaryEncoder().encode(Leaves())
    #expect(JSONSerialization.isValidJSONObject(dictionary))
    #expect(dictionary["text"] as? String == "text" && dictionary["truth"] as? Bool == true)
    #expect(dictionary["int"] as? Int == -7 && dictionary["small"] as? Int8 == 8)
    #expect(dictionary["date"] as? Double == 12.5 && dictionary["data"] as? String == "AQID")
    #expect(dictionary["url"] as? String == "https://example.com/a")
    #expect(dictionary["decimal"] as? Decimal == Decimal(string: "1.25"))
    #expect(dictionary.keys.contains("missing") == false)
    #expect(try DictionaryDecoder().decode(Leaves.self, from: dictionary) == Leaves())
  }

  @Test func propertyListLeaves() throws {
    let encoder = DictionaryEncoder()
    encoder.leafFormat = .propertyList
    let dictionary = try encoder.encode(Leaves())
    #expect(PropertyListSerialization.propertyList(dictionary, isValidFor: .binary))
    #expect(dictionary["date"] as? Date == Leaves().date && dictionary["data"] as? Data == Data([1, 2, 3]))
    #expect(dictionary["decimal"] as? String == "1.25" && dictionary["uuid"] is String)
    let error = try #require(throws: EncodingError.self) { try encoder.encode(["a": [1, nil]]) }
    #expect(differentialSummary(of: error) == "invalidValue at .a[1]")
    #expect("\(error)".contains("Property lists have no null."))
  }

  @Test func nativeLeaves() throws {
    let encoder = DictionaryEncoder()
    encoder.leafFormat = .native
    let dictionary = try encoder.encode(Leaves())
    #expect(dictionary["date"] is Date && dictionary["data"] is Data && dictionary["url"] is URL)
    #expect(dictionary["uuid"] is UUID && dictionary["decimal"] is Decimal && dictionary["float"] is Float)
    #expect(try DictionaryDecoder().decode(Leaves.self, from: dictionary) == Leaves())
    let special = try encoder.encode(["x": Double.infinity])
    #expect(special["x"] as? Double == .infinity)
  }

  @Test func userDefaults() throws {
    let suite = "AutoCodingDictionaryTests.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let encoder = DictionaryEncoder()
    encoder.leafFormat = .propertyList
    defaults.set(try encoder.encode(Leaves()), forKey: "leaves")
    let stored = try #require(defaults.dictionary(forKey: "leaves"))
    #expect(try DictionaryDecoder().decode(Leaves.self, from: stored) == Leaves())
  }

  // MARK: Foundation's objects

  @Test func objectsOfFoundation() throws {
    let dictionary: [String: Any] = [
      "text": NSString(string: "text"), "truth": NSNumber(value: true), "int": NSNumber(value: -7),
      "small": NSNumber(value: 8), "large": NSNumber(value: UInt64.max), "float": NSNumber(value: Float(0.1)),
      "double": NSNumber(value: 0.1), "date": NSDate(timeIntervalSinceReferenceDate: 12.5),
      "data": NSData(data: Data([1, 2, 3])), "url": NSURL(string: "https://example.com/a") as Any,
      "uuid": NSUUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") as Any,
      "decimal": NSDecimalNumber(string: "1.25"), "missing": NSNull(),
    ]
    #expect(try DictionaryDecoder().decode(Leaves.self, from: dictionary) == Leaves())
    let shaped = NSDictionary(dictionary: [
      "name": "a", "list": NSArray(array: [NSDictionary(dictionary: ["name": "b", "list": NSArray()])]),
    ])
    let decoded = try DictionaryDecoder().decodeValue(Shaped.self, from: shaped)
    #expect(decoded.name == "a" && decoded.list.first?.name == "b")
  }

  @Test(
    arguments: [
      ("truth", NSNumber(value: 1)), ("truth", 1), ("truth", "true"), ("int", NSNumber(value: true)), ("int", true),
      ("int", "1"), ("double", NSNumber(value: false)), ("decimal", NSNumber(value: true)), ("int", [1]),
    ] as [(String, any Sendable)])
  func kindsAreToldApart(_ key: String, _ value: any Sendable) {
    let outcome = DifferentialOutcome { try DictionaryDecoder().decode(Numbers.self, from: [key: value]) }
    // Text is a Decimal in property lists alone; everything else is a mismatch.
    #expect(outcome.error == "typeMismatch at .\(key)")
  }

  @Test(
    arguments: [
      ("int", NSNumber(value: 1.5)), ("int", 1.5), ("small", NSNumber(value: 300)), ("small", -1),
      ("int", NSNumber(value: UInt64.max)), ("double", NSNumber(value: UInt64.max)), ("double", Int64.max),
      ("float", 1e300), ("double", NSDecimalNumber(string: "123456789012345678901234567890")), ("decimal", "12x"),
      ("decimal", Double.nan),
    ] as [(String, any Sendable)])
  func numbersAreExact(_ key: String, _ value: any Sendable) {
    let outcome = DifferentialOutcome { try DictionaryDecoder().decode(Numbers.self, from: [key: value]) }
    #expect(outcome.error == "dataCorrupted at .\(key)")
  }

  @Test func numbersOfOtherTypes() throws {
    func decode(_ dictionary: [String: Any]) throws -> Numbers {
      try DictionaryDecoder().decode(Numbers.self, from: dictionary)
    }
    #expect(try decode(["int": 3.0, "double": 3, "float": 0.5]) == Numbers(int: 3, float: 0.5, double: 3))
    #expect(try decode(["int": UInt16(3), "small": NSNumber(value: 4.0)]) == Numbers(int: 3, small: 4))
    let encoder = DictionaryEncoder()
    encoder.leafFormat = .propertyList
    let written = try encoder.encode(Numbers(double: 0, decimal: .nan))
    #expect(written["decimal"] as? String == "NaN")
    #expect(try decode(written).decimal?.isNaN == true)
    #expect(try decode(["decimal": 0.1, "double": Decimal(1)]) == Numbers(double: 1, decimal: Decimal(string: "0.1")))
    #expect(try decode(["decimal": NSNumber(value: 1 << 60)]).decimal == Decimal(1 << 60))
    #expect(try decode(["double": NSNumber(value: -0.0)]).double?.sign == .minus)
    #expect(try decode(["int": Optional<Int>.some(3) as Any, "truth": Optional<Bool>.none as Any]) == Numbers(int: 3))
    #expect(try decode(["truth": Optional<Bool>.some(true) as Any]) == Numbers(truth: true))
  }

  @Test(arguments: [
    "1.0000000000000000001", "9007199254740992.5", "9223372036854775807.5", "18446744073709551615.5", "0.1", "-7",
    "9007199254740993", "9223372036854775807", "123456789012345678901234567890",
  ])
  func decimalObjectsKeepTheirDigits(_ text: String) throws {
    let number = NSDecimalNumber(string: text)
    let decimal = try #require(Decimal(string: text))
    #expect(try DictionaryDecoder().decode(Numbers.self, from: ["decimal": number]).decimal == decimal)
    #expect(try DictionaryDecoder().decodeValue([Decimal].self, from: [number]) == [decimal])
    // Foundation's conversions to integers drop what a Double does not hold.
    let integer = try? DictionaryDecoder().decode(Numbers.self, from: ["int": number]).int
    #expect(integer == Int(text))
  }

  /// `JSONSerialization` makes such objects of large negative integers on Linux.
  @Test(
    "a whole Decimal that a Double holds is read as one",
    arguments: [
      ("-9223372036854775808", true), ("-4611686018427387904", true), ("9007199254740994", true),
      ("1267650600228229401496703205376", true), ("9007199254740993", false), ("-9223372036854775807", false),
      ("1267650600228229401496703205377", false),
    ])
  func wholeDecimals(_ text: String, isExact: Bool) throws {
    let value: Double? = isExact ? Double(text) : nil
    let number = NSDecimalNumber(string: text)
    #expect((try? DictionaryDecoder().decodeValue(Double.self, from: number)) == value)
    #expect((try? DictionaryDecoder().decodeValue(Float.self, from: number)) == Float(exactly: value ?? .nan))
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let integer = Int128(text) {
      #expect((try? DictionaryDecoder().decodeValue(Double.self, from: integer)) == value)
    }
    let parsed = try JSONSerialization.jsonObject(with: Data("[\(text)]".utf8))
    #expect((try? DictionaryDecoder().decodeValue([Double].self, from: parsed)) == value.map { [$0] })
  }

  /// `JSONSerialization` makes such objects of fractions with many digits on Linux.
  @Test(
    "a fraction with many digits is the nearest number, as for JSONDecoder",
    arguments: ["0.34100000000000003", "3.141592653589793238", "-73.98765432109876543", "0.1", "9007199254740992.5"])
  func fractions(_ text: String) throws {
    let data = Data("[\(text)]".utf8)
    let parsed = try JSONSerialization.jsonObject(with: data)
    #expect(
      try DictionaryDecoder().decodeValue([Double].self, from: parsed)
        == JSONDecoder().decode([Double].self, from: data))
    #expect(try DictionaryDecoder().decodeValue(Double.self, from: NSDecimalNumber(string: text)) == Double(text))
    #expect(try DictionaryDecoder().decodeValue(Float.self, from: NSDecimalNumber(string: text)) == Float(text))
  }

  /// `JSONSerialization` makes Doubles of such numbers, and an `NSNumber` does not say that it is one.
  @Test(
    "a whole number of JSON is rounded to the nearest Float, as for JSONDecoder",
    arguments: [
      "1.6695366e+10", "16695366000", "-6.439792e+14", "1.3395678e+19", "1.5e+21", "16777217", "9007199254740992",
    ])
  func wholeFloats(_ text: String) throws {
    struct Plain: Codable, Equatable { let float: Float }
    let data = Data("{\"float\":\(text)}".utf8)
    let plain = try JSONDecoder().decode(Plain.self, from: data)
    let parsed = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(try DictionaryDecoder().decode(Numbers.self, from: parsed).float == plain.float)
    #expect(try DictionaryDecoder().decode(Plain.self, from: parsed) == plain)
    let number = try #require(parsed["float"])
    let optional: Any = Optional(number) as Any
    #expect(try DictionaryDecoder().decodeValue(Float?.self, from: optional) == plain.float)
  }

  @Test("a whole number that a Double does not hold, and an Int that a Float does not, are refused")
  func wholeNumbersThatWouldBeRounded() {
    let numbers: [Any] = [16_777_217, NSNumber(value: 9_007_199_254_740_993), NSNumber(value: UInt64.max)]
    for number in numbers {
      #expect(throws: DecodingError.self) { try DictionaryDecoder().decodeValue(Float.self, from: number) }
    }
  }

  @Test("what stands for no JSON in Any says what to do instead")
  func unsupportedDynamicValues() throws {
    let error = DifferentialOutcome { try AutoJSONEncoder().encode(Loose(any: ["when": Date()])) }.error
    #expect(error == "invalidValue at .any.when")
    let encoding = try #require(throws: EncodingError.self) {
      try AutoJSONEncoder().encode(Loose(any: ["when": Date()]))
    }
    #expect("\(encoding)".contains("Put text or a number in its place, or declare a property of its type"))
  }

  // MARK: Shapes

  @Test func keyPathsLeadIntoDictionaries() throws {
    let value = Nested(city: "Paris", zip: 7)
    let dictionary = try DictionaryEncoder().encode(value)
    #expect(keys(dictionary) == ["address"] && keys(dictionary["address"]) == ["home", "zip"])
    #expect(try DictionaryDecoder().decode(Nested.self, from: dictionary) == value)
  }

  @Test func classesAreNamedWhereTheyDiffer() throws {
    let value = Shaped()
    value.inner = Round()
    value.list = [Shaped(), Round()]
    let dictionary = try DictionaryEncoder().encode(value)
    #expect(dictionary["$class"] == nil)
    #expect(((dictionary["inner"] as? [String: Any])?["$class"] as? String)?.hasSuffix("Round") == true)
    let decoded = try DictionaryDecoder().decode(Shaped.self, from: dictionary)
    #expect(decoded.inner is Round && type(of: decoded.list[0]) == Shaped.self && decoded.list[1] is Round)
  }

  @Test func cyclesAreErrors() {
    let value = Shaped()
    value.inner = value
    defer { value.inner = nil }
    let outcome = DifferentialOutcome { try DictionaryEncoder().encode(value).count }
    #expect(outcome.error == "invalidValue at .inner")
  }

  @Test func rootsThatAreNoDictionary() throws {
    let error = try #require(throws: EncodingError.self) { try DictionaryEncoder().encode([1, 2]) }
    #expect(
      "\(error)".contains("Array<Int> is encoded as an array, which is not a dictionary; use encodeValue(_:)"))
    #expect(try DictionaryEncoder().encodeValue([1, 2]) as? [Int] == [1, 2])
    #expect(try DictionaryDecoder().decodeValue([Int].self, from: [1, 2]) == [1, 2])
    #expect(try DictionaryDecoder().decodeValue(Int?.self, from: NSNull()) == nil)
    #expect(try DictionaryEncoder().encodeValue("text") as? String == "text")
  }

  // MARK: Strategies

  @Test func snakeCase() throws {
    let encoder = DictionaryEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = DictionaryDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let dictionary = try encoder.encode(SnakeModel())
    #expect(keys(dictionary) == ["by_key", "first_name", "nested"] && keys(dictionary["by_key"]) == ["keepThis"])
    // JSON loses the capitals of an acronym in the same way.
    #expect(keys(dictionary["nested"]) == ["some_url_value"])
    var known = dictionary
    known["nested"] = ["someURLValue": 5]
    #expect(try decoder.decode(SnakeModel.self, from: known).nested.someURLValue == 5)
    known["firstName"] = "B"
    let error = try #require(throws: DecodingError.self) { try decoder.decode(SnakeModel.self, from: known) }
    #expect("\(error)".contains(#"converts both "firstName" and "first_name" to "firstName""#))
  }

  @Test func customStrategiesAreToldWhereTheyAre() throws {
    struct Holder: AutoCoding { var list: [Date] = [Date(timeIntervalSince1970: 0)]; var byHand = ByHand() }
    let encoder = DictionaryEncoder()
    encoder.dateEncodingStrategy = .custom { _, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(encoder.codingPath.map(\.stringValue).joined(separator: "/"))
    }
    let dictionary = try encoder.encode(["a": Holder()])
    #expect(((dictionary["a"] as? [String: Any])?["list"] as? [Any])?.first as? String == "a/list/Index 0")
    let decoder = DictionaryDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      #expect(decoder.codingPath.map(\.stringValue) == ["a", "list", "Index 0"])
      return Date(timeIntervalSince1970: 1)
    }
    let decoded = try decoder.decode([String: Holder].self, from: dictionary)
    #expect(decoded["a"]?.list == [Date(timeIntervalSince1970: 1)] && decoded["a"]?.byHand.path == ["a", "byHand"])
  }

  @Test func handWrittenCode() throws {
    struct Holder: AutoCoding { var items = [ByHand(), ByHand()] }
    let dictionary = try DictionaryEncoder().encode(Holder())
    let first = (dictionary["items"] as? [[String: Any]])?.first
    #expect((first?["outer"] as? [String: Any])?["items"] as? [Int] == [1, 2])
    let decoded = try DictionaryDecoder().decode(Holder.self, from: dictionary)
    #expect(decoded.items.map(\.items) == [[1, 2], [1, 2]])
    #expect(decoded.items.map(\.path) == [["items", "Index 0"], ["items", "Index 1"]])
    #expect(
      DifferentialOutcome {
        try DictionaryDecoder().decode(Holder.self, from: ["items": [["outer": ["items": [1, "x"]]]]])
      }
      .error == "typeMismatch at .items[0].outer.items[1]")
  }

  // MARK: Errors

  @Test func errorsHaveTheirPath() throws {
    let outcome = DifferentialOutcome {
      try DictionaryDecoder().decode(Shaped.self, from: ["name": "a", "list": [["name": "b", "list": [["name": 5]]]]])
    }
    #expect(outcome.error == "typeMismatch at .list[0].list[0].name")
    let missing = DifferentialOutcome { try DictionaryDecoder().decode(Shaped.self, from: ["list": []]) }
    #expect(missing.error == "keyNotFound name at ")
    let null = DifferentialOutcome {
      try DictionaryDecoder().decode(Shaped.self, from: ["name": NSNull(), "list": []])
    }
    #expect(null.error == "valueNotFound at .name")
  }

  @Test func depthIsLimited() {
    var dictionary: [String: Any] = ["name": "x", "list": []]
    for _ in 0..<600 { dictionary = ["name": "x", "list": [], "inner": dictionary] }
    let deep = dictionary
    #expect(
      DifferentialOutcome { try DictionaryDecoder().decode(Shaped.self, from: deep).name }.error?
        .hasPrefix("dataCorrupted") == true)
  }

  @Test("nil within AnyHashable is null")
  func hashableNil() throws {
    struct Person: AutoCoding { var nick: String?, age: Int? }
    let values: [String: AnyHashable] = ["nick": String?.none, "age": 3]
    let person = try DictionaryDecoder().decode(Person.self, from: values)
    #expect(person.nick == nil && person.age == 3)
  }
}

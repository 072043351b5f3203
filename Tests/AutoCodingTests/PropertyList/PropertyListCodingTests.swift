import Foundation
import Synchronization
import Testing

@testable import AutoCoding

/// What `AutoPropertyListEncoder` and `AutoPropertyListDecoder` do with single values, options and bad data.
struct PropertyListCodingTests {
  func encode<Value: Encodable>(
    _ value: Value, _ format: PropertyListSerialization.PropertyListFormat = .binary
  ) throws -> Data {
    let encoder = AutoPropertyListEncoder()
    encoder.outputFormat = format
    return try encoder.encode(value)
  }

  func decode<Value: Decodable>(_ type: Value.Type, _ xml: String) throws -> Value {
    try AutoPropertyListDecoder().decode(type, from: Data(xml.utf8))
  }

  /// The coding path and the description of an error.
  func failure(_ work: () throws -> Void) -> String {
    do {
      try work()
      return "none"
    } catch let error as EncodingError {
      guard case .invalidValue(_, let context) = error else { return "another" }
      return "invalidValue at \(Self.path(context.codingPath)): \(context.debugDescription)"
    } catch let error as DecodingError {
      switch error {
      case .typeMismatch(_, let context):
        return "typeMismatch at \(Self.path(context.codingPath)): \(context.debugDescription)"
      case .valueNotFound(_, let context):
        return "valueNotFound at \(Self.path(context.codingPath)): \(context.debugDescription)"
      case .keyNotFound(_, let context):
        return "keyNotFound at \(Self.path(context.codingPath)): \(context.debugDescription)"
      case .dataCorrupted(let context):
        return "dataCorrupted at \(Self.path(context.codingPath)): \(context.debugDescription)"
      @unknown default: return "another"
      }
    } catch {
      return "\(error)"
    }
  }

  static func path(_ keys: [any CodingKey]) -> String {
    "/" + keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: "/")
  }

  // MARK: Roots

  @Test func roots() throws {
    #expect(try decodeBoth([1, 2]) == [1, 2])
    #expect(try decodeBoth(["a": 1]) == ["a": 1])
    #expect(try decodeBoth(Data([1, 2, 3])) == Data([1, 2, 3]))
    #expect(try decodeBoth(Set([1, 2])) == [1, 2])
    let remedy =
      "and the root of a property list has to be an array, a dictionary or data; put the value into an array or a struct."
    #expect(failure { _ = try encode(1) } == "invalidValue at /: Top-level Int is encoded as an integer, \(remedy)")
    #expect(
      failure { _ = try encode(1.5) } == "invalidValue at /: Top-level Double is encoded as a real number, \(remedy)")
    #expect(failure { _ = try encode("a") } == "invalidValue at /: Top-level String is encoded as a string, \(remedy)")
    #expect(
      failure { _ = try encode("\u{e9}") } == "invalidValue at /: Top-level String is encoded as a string, \(remedy)")
    #expect(failure { _ = try encode(true) } == "invalidValue at /: Top-level Bool is encoded as a boolean, \(remedy)")
    #expect(failure { _ = try encode(Date()) } == "invalidValue at /: Top-level Date is encoded as a date, \(remedy)")
    #expect(
      failure { _ = try encode(nil as Int?) }
        == "invalidValue at /: Top-level Optional<Int> is encoded as a string, \(remedy)")
    // They are read nevertheless.
    #expect(
      try AutoPropertyListDecoder().decode(Int.self, from: PropertyListTree.integer(high: 0, low: 5).written()) == 5)
  }

  /// Encodes a value in both formats, and decodes it by both decoders.
  private func decodeBoth<Value: Codable & Equatable>(_ value: Value) throws -> Value {
    var values: [Value] = []
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let data = try encode(value, format)
      values.append(try AutoPropertyListDecoder().decode(Value.self, from: data))
      values.append(try PropertyListDecoder().decode(Value.self, from: data))
      let reference = PropertyListEncoder()
      reference.outputFormat = format
      values.append(try AutoPropertyListDecoder().decode(Value.self, from: reference.encode(value)))
    }
    for other in values { #expect(other == values[0]) }
    return values[0]
  }

  // MARK: Leaves

  @Test func integers() throws {
    #expect(try decodeBoth([Int64.min, -1, 0, 1, 255, 256, 65535, 65536, 1 << 32, .max]).first == .min)
    #expect(try decodeBoth([UInt64.max, 1 << 63, 0]) == [.max, 1 << 63, 0])
    #expect(try decodeBoth([Int8.min, .max]) == [.min, .max])
    let tooSmall = failure { _ = try AutoPropertyListDecoder().decode([Int8].self, from: encode([1, 300])) }
    #expect(tooSmall == "dataCorrupted at /[1]: The property list's number 300 does not fit in Int8.")
    let negative = failure { _ = try AutoPropertyListDecoder().decode([UInt].self, from: encode([-1])) }
    #expect(negative == "dataCorrupted at /[0]: The property list's number -1 does not fit in UInt.")
    let fraction = failure { _ = try AutoPropertyListDecoder().decode([Int].self, from: encode([1.5])) }
    #expect(fraction == "dataCorrupted at /[0]: The property list's number 1.5 does not fit in Int.")
    #expect(try AutoPropertyListDecoder().decode([Int].self, from: encode([3.0])) == [3])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func largeIntegers() throws {
    // Foundation's encoder has no Int128 at all.
    #expect(try AutoPropertyListDecoder().decode([Int128].self, from: encode([Int128(-5), 1 << 63])) == [-5, 1 << 63])
    #expect(
      failure { _ = try encode(["a": [Int128.max]]) }
        == """
        invalidValue at /a/[0]: Property lists have no integers of more than 64 bits (\(Int128.max)). Store it as text, by \
        .transformed(by: NumberAsText<Int128>.self) in propertyRules.
        """)
  }

  @Test func reals() throws {
    #expect(try decodeBoth([0.1, -0.0, 1e300, .infinity, -.infinity, .leastNonzeroMagnitude, 1]).count == 7)
    #expect(
      try decodeBoth([Float(0.1), .infinity, .leastNonzeroMagnitude]) == [0.1, .infinity, .leastNonzeroMagnitude])
    #expect(try AutoPropertyListDecoder().decode([Double].self, from: encode([Double.nan], .xml))[0].isNaN)
    #expect(try AutoPropertyListDecoder().decode([Float].self, from: encode([Float.nan], .xml))[0].isNaN)
    #expect(try AutoPropertyListDecoder().decode([Double].self, from: encode([3])) == [3])
    let rounded = failure { _ = try AutoPropertyListDecoder().decode([Float].self, from: encode([0.1])) }
    #expect(rounded == "dataCorrupted at /[0]: The property list's number 0.1 does not fit in Float.")
    let large = failure { _ = try AutoPropertyListDecoder().decode([Double].self, from: encode([Int.max])) }
    #expect(large == "dataCorrupted at /[0]: The property list's number \(Int.max) does not fit in Double.")
  }

  @Test func texts() throws {
    let texts = [
      "", "a", "Zo\u{eb}", "\u{1F600}<&>\"'", "x\r\ny\tz", "a\u{0}b", "\u{fffe}",
      String(repeating: "long ", count: 500),
      "]]>", "<![CDATA[", "$nul",
    ]
    #expect(try decodeBoth(texts) == texts)
    // Foundation's parser does not read this one, not even as Foundation writes it.
    #expect(try AutoPropertyListDecoder().decode([String].self, from: encode(["$null$"], .xml)) == ["$null$"])
    #expect(try decodeBoth(Dictionary(uniqueKeysWithValues: texts.map { ($0, $0) })).count == texts.count)
  }

  @Test func null() throws {
    #expect(try decodeBoth([1, nil, 2] as [Int?]) == [1, nil, 2])
    #expect(try decodeBoth(["a": nil, "b": "x"] as [String: String?]) == ["a": nil, "b": "x"])
    // Foundation's encoder writes this text, and no decoder reads it again.
    #expect(
      failure { _ = try encode(["a": ["", "$null"]]) } == """
        invalidValue at /a/[1]: The text "$null" stands for nil in property lists of Codable values, and would be read \
        as nil; use another text, or another format.
        """)
    let list = try PropertyListTree.array([.string("$null"), .null]).written()
    #expect(try AutoPropertyListDecoder().decode([String?].self, from: list) == [nil, nil])
    #expect(
      failure { _ = try AutoPropertyListDecoder().decode([String].self, from: list) }
        == """
        valueNotFound at /[0]: Cannot get value of type String -- found null value instead. To accept null, make it \
        Optional; a property that has a default keeps it by the rule .defaultForNull, or if leniency of the JSON or dictionary decoder \
        contains .defaultsForNull.
        """)
  }

  @Test func dates() throws {
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000.125)
    #expect(try AutoPropertyListDecoder().decode([Date].self, from: encode([date])) == [date])
    let whole = [Date(timeIntervalSinceReferenceDate: 700_000_000), Date(timeIntervalSinceReferenceDate: -2)]
    #expect(try decodeBoth(whole) == whole)
    // The format has whole seconds, and Foundation rounds down, too.
    for seconds in [1.75, -1.75, 0.999_9] {
      let date = [Date(timeIntervalSinceReferenceDate: seconds)]
      let reference = PropertyListEncoder()
      reference.outputFormat = .xml
      let expected = try PropertyListDecoder().decode([Date].self, from: reference.encode(date))
      #expect(try AutoPropertyListDecoder().decode([Date].self, from: encode(date, .xml)) == expected)
    }
    // Foundation writes the year -1 as a text that it reads as another year.
    let ancient = Date(timeIntervalSinceReferenceDate: -1e11)
    #expect(try AutoPropertyListDecoder().decode([Date].self, from: encode([ancient])) == [ancient])
    #expect(
      failure { _ = try encode([ancient], .xml) } == """
        invalidValue at /: XML property lists have dates of the years 0 to 500000, and not that of -100000000000.0 \
        seconds since 2001; use outputFormat = .binary.
        """)
    let early = [Date(timeIntervalSinceReferenceDate: -63_113_904_000)]
    #expect(try decodeBoth(early) == early)
  }

  @Test func foundationValues() throws {
    let urls = [
      try #require(URL(string: "http://a/b?c")), try #require(URL(string: "b", relativeTo: URL(string: "http://a/"))),
    ]
    #expect(try decodeBoth(urls) == urls)
    #expect(try decodeBoth(urls)[1].baseURL == URL(string: "http://a/"))
    let decimals: [Decimal] = [
      try #require(Decimal(string: "1.5")), 0, try #require(Decimal(string: "-12345678901234567890.123")),
    ]
    #expect(try decodeBoth(decimals) == decimals)
    let uuids = [UUID(), UUID()]
    #expect(try decodeBoth(uuids) == uuids)
    #expect(try decodeBoth([Data(), Data(repeating: 7, count: 1000)])[1].count == 1000)
    // As text, which DictionaryEncoder writes for property lists.
    #expect(try decode([URL].self, "<plist><array><string>http://a</string></array></plist>")[0].host == "a")
    #expect(
      try decode([Decimal].self, "<plist><array><string>1.5</string></array></plist>") == [Decimal(string: "1.5")])
    #expect(
      failure { _ = try decode([URL].self, "<plist><array><dict><key>base</key><string/></dict></array></plist>") }
        == "keyNotFound at /[0]: No value associated with key \"relative\", which a URL has.")
  }

  /// Any value, in the order in which packages try types.
  private enum AnyValue: Codable, Equatable {
    case int(Int), decimal(Decimal), url(URL), text(String), list([AnyValue])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let int = try? container.decode(Int.self) {
        self = .int(int)
      } else if let decimal = try? container.decode(Decimal.self) {
        self = .decimal(decimal)
      } else if let url = try? container.decode(URL.self) {
        self = .url(url)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .list(try container.decode([AnyValue].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .int(let value): try container.encode(value)
      case .decimal(let value): try container.encode(value)
      case .url(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .list(let value): try container.encode(value)
      }
    }
  }

  private struct Links: Codable, Equatable {
    var text: String?
    var url: URL?
    var prices: [String: Decimal] = [:]
  }

  @Test("text is no number and no URL to code that tries several types")
  func triedTypes() throws {
    let values: [AnyValue] = [
      .text("1"), .text("1.50"), .text("http://a/b"), .text(""), .int(1),
      .decimal(try #require(Decimal(string: "1.5"))), .url(try #require(URL(string: "http://a/b"))),
      .list([.text("2"), .int(3)]),
    ]
    #expect(try decodeBoth(values) == values)
    #expect(try PropertyListDecoder().decode([AnyValue].self, from: AutoPropertyListEncoder().encode(values)) == values)
    #expect(try AutoPropertyListDecoder().decode([AnyValue].self, from: PropertyListEncoder().encode(values)) == values)
    let links = Links(text: "1", url: URL(string: "http://a/b"), prices: ["a": 1.5])
    #expect(try decodeBoth([links]) == [links])
  }

  // MARK: Containers

  @Test func keys() throws {
    #expect(try decodeBoth([1: "a", -2: "b"]) == [1: "a", -2: "b"])
    #expect(try decodeBoth([1.5: "a"]) == [1.5: "a"])
    #expect(try decodeBoth([Date(timeIntervalSinceReferenceDate: 0): 1]).count == 1)
    #expect(try decodeBoth(["k": [[1: [2]]]]) == ["k": [[1: [2]]]])
  }

  @Test func records() throws {
    let places = (0..<100).map {
      PlistPlace(name: "place \($0 % 7)", latitude: Double($0) / 4, isOpen: $0 % 2 == 0, visits: $0 * 1000)
    }
    #expect(try decodeBoth(places) == places)
    let tree = PlistNode(number: 1, children: [PlistNode(number: 2, children: []), PlistNode(number: 3, children: [])])
    #expect(try decodeBoth(tree) == tree)
  }

  @Test func classes() throws {
    let animals = [PlistAnimal(name: "cat"), PlistDog(name: "dog", tricks: ["sit"])]
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let read = try AutoPropertyListDecoder().decode([PlistAnimal].self, from: encode(animals, format))
      #expect(read.map(\.name) == ["cat", "dog"])
      #expect((read[1] as? PlistDog)?.tricks == ["sit"])
    }
    let hand = PlistHandSub(base: 4, own: "x", date: Date(timeIntervalSinceReferenceDate: 3))
    for data in [try encode(hand), try PropertyListEncoder().encode(hand)] {
      for read in [
        try AutoPropertyListDecoder().decode(PlistHandSub.self, from: data),
        try PropertyListDecoder().decode(PlistHandSub.self, from: data),
      ] {
        #expect(read.base == 4 && read.own == "x" && read.date == hand.date)
      }
    }
  }

  @Test func anyValues() throws {
    let value: [String: Any] = [
      "date": Date(timeIntervalSinceReferenceDate: 1), "data": Data([1]), "list": [1, 2.5, "x", true] as [Any],
      "big": UInt64.max,
    ]
    let read = try AutoPropertyListDecoder().decode(PlistAnything.self, from: encode(PlistAnything(value: value)))
    let table = try #require(read.value as? [String: Any])
    #expect(table["date"] as? Date == Date(timeIntervalSinceReferenceDate: 1))
    #expect(table["data"] as? Data == Data([1]))
    #expect(table["big"] as? UInt64 == .max)
    let list = try #require(table["list"] as? [Any])
    #expect(list[0] as? Int == 1 && list[1] as? Double == 2.5 && list[2] as? String == "x" && list[3] as? Bool == true)
  }

  @Test func ownCode() throws {
    let loose = PlistLoose.table(["a": .list([.number(1), .text("x"), .list([])]), "b": .table([:])])
    #expect(try decodeBoth(loose) == loose)
  }

  @Test func equalStringsAreWrittenOnce() throws {
    let data = try encode(Array(repeating: PlistPlace(name: "a name", latitude: 1, isOpen: true, visits: 7), count: 50))
    let count = try data.withUnsafeBytes { try PropertyListReader($0).objectCount }
    // The array, four keys, the name, true and 7; each of the records, and its latitude.
    #expect(count == 1 + 4 + 3 + 2 * 50)
  }

  @Test func replacedValuesLeaveNoTrace() throws {
    let data = try encode(PlistSecond())
    #expect(data.range(of: Data("secret".utf8)) == nil)
    #expect(try PropertyListTree(data).sorted == PropertyListTree(PropertyListEncoder.binary(PlistSecond())).sorted)
  }

  @Test func coderThatIsKept() throws {
    let data = try encode([PlistKeeper()])
    var container = try #require(PlistKeeper.encoder).unkeyedContainer()
    #expect(failure { try container.encode("late") }.contains("was used after"))
    _ = try AutoPropertyListDecoder().decode([PlistKeeper].self, from: data)
    let decoder = try #require(PlistKeeper.decoder)
    #expect(failure { _ = try decoder.singleValueContainer().decode(Int.self) }.contains("was used after"))
    (PlistKeeper.encoder, PlistKeeper.decoder) = (nil, nil)
  }

  // MARK: Errors

  @Test func paths() throws {
    let wrong = """
      <plist><array><dict><key>name</key><string>x</string><key>latitude</key><string>y</string><key>isOpen</key><true/>
      <key>visits</key><integer>1</integer></dict></array></plist>
      """
    #expect(
      failure { _ = try decode([PlistPlace].self, wrong) }
        == "typeMismatch at /[0]/latitude: Expected to decode Double but found a string instead.")
    let missing = "<plist><dict><key>name</key><string>x</string></dict></plist>"
    #expect(failure { _ = try decode(PlistPlace.self, missing) }.hasPrefix("keyNotFound at /: "))
    #expect(
      failure { _ = try decode(PlistPlace.self, "<plist><array/></plist>") }
        == "typeMismatch at /: Expected to decode Dictionary<String, Any> but found an array instead.")
    #expect(
      failure { _ = try decode([Int].self, "<plist><dict/></plist>") }
        == "typeMismatch at /: Expected to decode Array<Any> but found a dictionary instead.")
    #expect(
      failure { _ = try decode(PlistLoose.self, "<plist><array><dict><key>a</key><true/></dict></array></plist>") }
        == "typeMismatch at /: Expected to decode Dictionary<String, Any> but found an array instead.")
    // The error is the same if code asks for the URL. That code is not given text for it.
    struct Link: Codable { var url: URL }
    #expect(
      failure { _ = try decode([URL].self, "<plist><array><integer>1</integer></array></plist>") }
        == "typeMismatch at /[0]: Expected to decode URL but found an integer instead.")
    for (value, noun) in [("<integer>1</integer>", "an integer"), ("<string>https://a.b</string>", "a string")] {
      #expect(
        failure { _ = try decode(Link.self, "<plist><dict><key>url</key>\(value)</dict></plist>") }
          == "typeMismatch at /url: Expected to decode URL but found \(noun) instead.")
    }
    // By a plan, after some records of the same shape.
    let good = "<dict><key>name</key><string>x</string><key>latitude</key><real>1</real><key>isOpen</key><true/>"
    let records = (0..<9).map { "\(good)<key>visits</key>\($0 == 8 ? "<false/>" : "<integer>1</integer>")</dict>" }
    #expect(
      failure { _ = try decode([PlistPlace].self, "<plist><array>\(records.joined())</array></plist>") }
        == "typeMismatch at /[8]/visits: Expected to decode Int but found a boolean instead.")
  }

  // MARK: Lifetimes

  @Test func lifetimes() throws {
    let before = PlistCounted.living.load(ordering: .relaxed)
    do {
      let value = PlistCounting(
        first: PlistCounted(1), optional: PlistCounted(2), list: [PlistCounted(3), PlistCounted(4)],
        text: "a text that is too long to be stored inline", last: 5)
      let values = Array(repeating: value, count: 8)
      for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
        let data = try encode(values, format)
        #expect(try AutoPropertyListDecoder().decode([PlistCounting].self, from: data).count == 8)
      }
      for bad in ["first", "optional", "list", "last"] {
        for position in [0, 7] {
          var dictionaries = try #require(
            PropertyListSerialization.propertyList(from: encode(values), format: nil) as? [[String: Any]])
          dictionaries[position][bad] = bad == "last" ? "x" : bad == "list" ? [1, -2] as Any : -1
          let data = try PropertyListSerialization.data(fromPropertyList: dictionaries, format: .binary, options: 0)
          #expect(throws: (any Error).self) { try AutoPropertyListDecoder().decode([PlistCounting].self, from: data) }
          dictionaries[position][bad] = nil
          let short = try PropertyListSerialization.data(fromPropertyList: dictionaries, format: .binary, options: 0)
          let isRead = (try? AutoPropertyListDecoder().decode([PlistCounting].self, from: short)) != nil
          #expect(isRead == (bad == "optional"))
        }
      }
    }
    #expect(PlistCounted.living.load(ordering: .relaxed) == before)
  }
}

extension PropertyListEncoder {
  /// A binary property list of Foundation's.
  static func binary(_ value: some Encodable) throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try encoder.encode(value)
  }
}

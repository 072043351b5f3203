import AutoCoding
import Foundation
import TestModels
import Testing

/// Dictionaries, sets, Optionals in arrays and Foundation's types, which JSON writes and reads in loops of their own.
struct JSONCollectionTests {
  private struct Point: AutoCoding, Hashable {
    var x: Int
    var name: String?
  }
  private enum Suit: String, AutoCoding { case hearts, spades }

  private static let formats: [JSONEncoder.OutputFormatting] = [
    .sortedKeys, [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes],
  ]

  /// Compares the bytes with `JSONEncoder`'s in every format, and reads them back, also under a property.
  private func check<Value: Codable & Equatable>(
    _ value: Value, snakeCase: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for format in Self.formats {
      for convertsKeys in snakeCase ? [false, true] : [false] {
        let (ours, theirs) = (AutoJSONEncoder(), JSONEncoder())
        ours.outputFormatting = format
        theirs.outputFormatting = format
        if convertsKeys {
          ours.keyEncodingStrategy = .convertToSnakeCase
          theirs.keyEncodingStrategy = .convertToSnakeCase
        }
        let text = try theirs.encode(value)
        let own = try ours.encode(value)
        #expect(
          String(decoding: own, as: UTF8.self) == String(decoding: text, as: UTF8.self), sourceLocation: sourceLocation)
        guard !convertsKeys else { continue }
        #expect(try AutoJSONDecoder().decode(Value.self, from: text) == value, sourceLocation: sourceLocation)
        let compact = AutoJSONEncoder()
        #expect(
          try AutoJSONDecoder().decode(Value.self, from: compact.encode(value)) == value, sourceLocation: sourceLocation
        )
        let pretty = AutoJSONEncoder()
        pretty.outputFormatting = .prettyPrinted
        #expect(
          try AutoJSONDecoder().decode(Value.self, from: pretty.encode(value)) == value, sourceLocation: sourceLocation)
      }
    }
  }

  private static let texts = [
    "", "a", "b", "key", "key10", "key9", "Key", "a much longer key than those", "é", "e\u{301}x", "ключ", "a/b",
    "q\"q",
    "new\nline", "camelCaseKey", "_private", "zzzzzzzz1", "zzzzzzzz0", "👩‍👩‍👧", "ａ",
  ]

  @Test("dictionaries by text")
  func textKeys() throws {
    let texts = Self.texts
    func dictionary<Value>(_ value: (Int) -> Value) -> [String: Value] {
      Dictionary(uniqueKeysWithValues: texts.enumerated().map { ($1, value($0)) })
    }
    try check(dictionary { $0 * 1_000_003 - 5 })
    try check(dictionary { Double($0) / 7 })
    try check(dictionary { texts[$0] })
    try check(dictionary { $0 % 2 == 0 })
    try check(dictionary { Point(x: $0, name: $0 % 2 == 0 ? nil : "n") })
    try check(dictionary { $0 % 2 == 0 ? Suit.hearts : .spades })
    try check(dictionary { $0 % 2 == 0 ? nil : $0 })
    try check(dictionary { Array(repeating: $0, count: $0 % 3) })
    try check(dictionary { n in Dictionary(uniqueKeysWithValues: texts.prefix(n).map { ($0, n) }) })
    try check(dictionary { Set([$0]) })
    try check(dictionary { Date(timeIntervalSinceReferenceDate: Double($0)) })
    try check([:] as [String: Int])
    try check([:] as [String: Point])
    try check([[:], ["a": [:]], [:]] as [[String: [String: Int]]])
  }

  private struct AnyValues: AutoCoding, Equatable {
    var one: JSONValue
    var list: [JSONValue]
    var named: [String: JSONValue]
  }

  @Test("any JSON in collections")
  func anyValues() throws {
    let values: [JSONValue] = [
      .null, true, 1, 2.5, "text/\"", [], [1, [nil], ["a": []]], [:], ["b": ["c": [1, "x"]], "a": nil],
    ]
    for value in values {
      try check(AnyValues(one: value, list: values, named: ["z": value, "a": .array(values)]), snakeCase: false)
      try check([value, value], snakeCase: false)
      try check(["a": value], snakeCase: false)
    }
  }

  @Test("sets of leaves, and dictionaries of one entry")
  func smallCollections() throws {
    let ids = (0..<20).map { _ in UUID() }
    func roundTrip<Element: Codable & Hashable>(_ elements: [Element]) throws {
      let twice = try AutoJSONEncoder().encode(elements + elements)
      #expect(try AutoJSONDecoder().decode(Set<Element>.self, from: twice) == Set(elements))
      let text = try AutoJSONEncoder().encode(Set(elements))
      #expect(try JSONDecoder().decode(Set<Element>.self, from: text) == Set(elements))
      for element in elements { try check([element: 1]) }
    }
    try roundTrip(ids)
    try roundTrip([Int64.min, -1, 0, .max])
    try roundTrip([0.5, -1e300, 3])
    try roundTrip([Suit.hearts, .spades])
    try check(["a": Point(x: 1, name: nil)])
    try check([7: ["b": 2.5]])
  }

  @Test("dictionaries by integers")
  func integerKeys() throws {
    let keys = [0, -1, 1, 10, 9, 100_000, Int.max, Int.min, 12_345_678]
    func dictionary<Value>(_ value: (Int) -> Value) -> [Int: Value] {
      Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, value($0)) })
    }
    try check(dictionary { $0 })
    try check(dictionary { "v\($0)" })
    try check(dictionary { Double($0) + 0.25 })
    try check(dictionary { $0 > 3 })
    try check(dictionary { Point(x: $0, name: nil) })
    try check([:] as [Int: String])
    for text in [#"{"x":1}"#, #"{"":1}"#, #"{"1.5":1}"#, #"{"9223372036854775808":1}"#, #"{" 1":1}"#] {
      let error = #expect(throws: DecodingError.self) {
        try AutoJSONDecoder().decode([Int: Int].self, from: Data(text.utf8))
      }
      #expect(throws: DecodingError.self) { try JSONDecoder().decode([Int: Int].self, from: Data(text.utf8)) }
      if case .dataCorrupted(let context)? = error { #expect(context.codingPath.count == 1) }
    }
    for text in [#"{"+1":1}"#, #"{"007":1}"#, #"{"\u0031":1}"#] {
      #expect(
        try AutoJSONDecoder().decode([Int: Int].self, from: Data(text.utf8))
          == JSONDecoder().decode([Int: Int].self, from: Data(text.utf8)))
    }
  }

  @Test("duplicate keys follow the decoder's option")
  func duplicates() throws {
    let text = Data(#"{"a":1,"b":2,"a":3}"#.utf8)
    let decoder = AutoJSONDecoder()
    decoder.duplicateKeys = .useLast
    #expect(try decoder.decode([String: Int].self, from: text) == ["a": 3, "b": 2])
    decoder.duplicateKeys = .useFirst
    #expect(try decoder.decode([String: Int].self, from: text) == ["a": 1, "b": 2])
  }

  @Test("of equal keys in an array of keys and values the last counts, as in Dictionary")
  func duplicatePairs() throws {
    let text = Data(#"[{"x":1},"a",{"x":2},"b",{"x":1},"c"]"#.utf8)
    struct Twin: Codable, Hashable { var x: Int }
    #expect(try JSONDecoder().decode([Twin: String].self, from: text) == [Twin(x: 1): "c", Twin(x: 2): "b"])
    #expect(try AutoJSONDecoder().decode([Point: String].self, from: text) == [Point(x: 1): "c", Point(x: 2): "b"])
  }

  @Test("errors within dictionaries have their path, and leave nothing behind")
  func errors() {
    let texts = [#"{"a":{"x":1},"b":{"x":"no"}}"#, #"{"a":{"x":1},"b":{}}"#, #"{"a":{"x":1},"b":null}"#]
    for text in texts {
      #expect {
        try AutoJSONDecoder().decode([String: Point].self, from: Data(text.utf8))
      } throws: { error in
        switch error as? DecodingError {
        case .typeMismatch(_, let context), .keyNotFound(_, let context), .valueNotFound(_, let context):
          context.codingPath.first?.stringValue == "b"
        default: false
        }
      }
    }
    for text in [#"{"a":1"#, #"{"a":1,}"#, #"{"a" 1}"#, #"{a:1}"#, #"{"a":1 "b":2}"#, #"{"a":01}"#, "{", #"{""#] {
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode([String: Int].self, from: Data(text.utf8)) }
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode([Int: String].self, from: Data(text.utf8)) }
    }
  }

  @Test("arrays of Optionals, booleans, and collections that are no arrays")
  func arrays() throws {
    try check([1, nil, -3, nil] as [Int?])
    try check([nil, nil] as [String?])
    try check(["a", nil, "/"] as [String?])
    try check([0.5, nil, 1e300] as [Double?])
    try check([true, nil, false] as [Bool?])
    try check((0..<100).map { $0 % 3 == 0 })
    try check([] as [Bool])
    try check(ContiguousArray([1, 2, 3]))
    try check(Set(["only"]))
    try check(Set([7]))
    try check(Set<String>())
    try check(Set([Point(x: 1, name: nil)]))
    let many = Set((0..<500).map { "element \($0)" })
    #expect(try AutoJSONDecoder().decode(Set<String>.self, from: AutoJSONEncoder().encode(many)) == many)
    #expect(try AutoJSONDecoder().decode(Set<Int>.self, from: Data("[1,2,1,3,2]".utf8)) == [1, 2, 3])
    #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode([1, .nan] as [Double?]) }
    #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(["a": Double.infinity]) }
  }

  private struct Decimals: AutoCoding, Equatable { var value: Decimal }
  private struct PlainDecimals: Codable, Equatable { var value: Decimal }

  @Test("decimal numbers as Foundation writes and reads them")
  func decimals() throws {
    var texts = [
      "0", "-0", "0.0", "1", "-1", "1.50", "100", "1000000000000000000000", "0.000001", "-0.5", "12345678901234567.89",
      "18446744073709551615", "18446744073709551616", "0.1234567890123456789", "9.99999999999999999999", "1e3", "1E-5",
      "123456789.987654321", "-99999999999999999999999999999999999999", "1e100", "1e-100", "5e-128", "10.010",
      "0.00000000000000000000000000000000000001", "30", "3e30", "3e31", "7000000000000000000e12",
    ]
    var generator = SplitMix(state: 7)
    for _ in 0..<2000 {
      let digits = String(generator.next() >> (generator.next() % 60))
      let point = Int(generator.next() % UInt64(digits.count + 1))
      let whole = digits.prefix(point).isEmpty ? "0" : String(digits.prefix(point))
      let fraction = digits.dropFirst(point)
      texts.append((generator.next() % 2 == 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction))
    }
    for text in texts {
      let json = Data("{\"value\":\(text)}".utf8)
      let theirs = try JSONDecoder().decode(PlainDecimals.self, from: json)
      let ours = try AutoJSONDecoder().decode(Decimals.self, from: json)
      #expect(ours.value == theirs.value, "\(text)")
      #expect(ours.value.description == theirs.value.description, "\(text)")
      #expect(ours.value.hashValue == theirs.value.hashValue, "\(text)")
      #expect(
        try String(decoding: AutoJSONEncoder().encode(ours), as: UTF8.self)
          == String(decoding: JSONEncoder().encode(theirs), as: UTF8.self), "\(text)")
    }
    for text in ["01", "-", "+1", ".5", "1.", "1.e5", "--1", "1a", "0x1"] {
      #expect(throws: DecodingError.self, "\(text)") {
        try AutoJSONDecoder().decode(Decimals.self, from: Data("{\"value\":\(text)}".utf8))
      }
    }
  }

  private struct Blob: AutoCoding, Equatable { var data: Data }
  private struct PlainBlob: Codable, Equatable { var data: Data }

  @Test("Base64 as Foundation writes and reads it")
  func base64() throws {
    var generator = SplitMix(state: 11)
    for count in Array(0..<70) + [767, 768, 769, 1000, 5000, 100_000] {
      let data = Data((0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
      let theirs = try JSONEncoder().encode(PlainBlob(data: data))
      #expect(try AutoJSONEncoder().encode(Blob(data: data)) == theirs)
      #expect(try AutoJSONDecoder().decode(Blob.self, from: theirs).data == data)
      let plain = AutoJSONEncoder()
      plain.outputFormatting = .withoutEscapingSlashes
      #expect(try AutoJSONDecoder().decode(Blob.self, from: plain.encode(Blob(data: data))).data == data)
    }
    let odd = [
      "", "=", "==", "QQ==", "QQ=", "QQ", "QQ===", "QUI=", "QUI", "QUJD", "QUJDRA==", "Q Q==", "QQ==\\n", "QR==",
      "QUJ=",
      "Q=Q=", "=QQ=", "QUJD=", "QUJDQ", "\\/\\/\\/\\/", "\\u0051Q==", "+/+/", "-_-_", "QQ==QQ==", "Q\\/==", "Qé==",
    ]
    for text in odd {
      let json = Data("{\"data\":\"\(text)\"}".utf8)
      let theirs = try? JSONDecoder().decode(PlainBlob.self, from: json)
      let ours = try? AutoJSONDecoder().decode(Blob.self, from: json)
      #expect(ours?.data == theirs?.data, "\(text)")
    }
  }

  private struct Tagged: AutoCoding, Equatable { var id: UUID }
  private struct PlainTagged: Codable, Equatable { var id: UUID }

  @Test("UUIDs with any byte in any place, as Foundation reads them")
  func uuids() throws {
    let bytes = Array("0E621E1F-8c36-495A-93fc-0C247A3E6F5b".utf8)
    let others: [UInt8] = Array("/09:@AFG`afgZz-. ".utf8)
    for place in bytes.indices {
      for other in others {
        var changed = bytes
        changed[place] = other
        let json = Data("{\"id\":\"".utf8) + Data(changed) + Data("\"}".utf8)
        let theirs = try? JSONDecoder().decode(PlainTagged.self, from: json)
        let ours = try? AutoJSONDecoder().decode(Tagged.self, from: json)
        #expect(ours?.id == theirs?.id, "\(String(decoding: changed, as: UTF8.self))")
      }
    }
  }

  private struct Known: AutoCoding, Equatable {
    var first: Int
    var last: String?
  }
  private struct PlainKnown: Codable, Equatable {
    var first: Int
    var last: String?
  }

  @Test("unknown members of any shape are passed over, and refused if they are no JSON")
  func unknownMembers() {
    let values = [
      "1", "-0.5e+10", "true", "false", "null", "\"text\"", #""\u00e9\n\"\\""#, "\"é\"", "[]", "{}", "[ ]", "{ }",
      #"{"a":[1,{"b":null},"c"],"first":7}"#, "[[[[[[]]]]]]", #"[1 , 2]"#,
      String(repeating: "[", count: 70)
        + String(repeating: "]", count: 70), #"{"":{"":""}}"#,
    ]
    let wrong = [
      "01", "-", "1.", "tru", "nul", "\"", "\"\\x\"", "\"\u{1}\"", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}",
      "[}", "{]",
      "[1", "", "+1", "1e", "\"\\ud800\"", "\"\u{0}\"", ",",
    ]
    for key in ["other", "a much longer key than any of the type", "é", #"\u0066irst"#, "firs", "firstt", "", "$x"] {
      for (index, value) in (values + wrong).enumerated() {
        let member = "\"\(key)\":\(value)"
        for text in [
          "{\"first\":1,\(member),\"last\":\"x\"}", "{\(member),\"first\":1}", "{\"last\":null,\"first\":1,\(member)}",
          "{ \(member) , \"first\" : 1 }",
        ] {
          let json = Data(text.utf8)
          let ours = try? AutoJSONDecoder().decode(Known.self, from: json)
          // Foundation does not look at all that it passes over.
          guard index < values.count else {
            #expect(ours == nil, "\(text)")
            continue
          }
          let theirs = try? JSONDecoder().decode(PlainKnown.self, from: json)
          #expect(ours?.first == theirs?.first && ours?.last == theirs?.last, "\(text)")
          if key != #"\u0066irst"# { #expect(ours?.first == 1, "\(text)") }
        }
      }
    }
  }

  private struct Ends: AutoCoding, Equatable {
    var number: Int
    var aNameThatIsLongerThanSixteenBytes: String?
    var path: Bool?
    var last: Double?
    static let propertyKeys = ["path": "a/b"]
  }
  private struct PlainEnds: Codable, Equatable {
    var number: Int
    var aNameThatIsLongerThanSixteenBytes: String?
    var path: Bool?
    var last: Double?
    enum CodingKeys: String, CodingKey {
      case number, aNameThatIsLongerThanSixteenBytes
      case path = "a/b"
      case last
    }
  }

  @Test("known members are found in any order, with any space, and at the end of short and long texts")
  func knownMembers() throws {
    let members = [
      (#""number""#, "1"), (#""aNameThatIsLongerThanSixteenBytes""#, #""x""#), (#""a/b""#, "true"), (#""last""#, "2.5"),
    ]
    let spaces = ["", " ", "  ", "\n", "\t "]
    for first in [[], Array(repeating: 0, count: 2000)] {
      for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1], [0, 3], [0, 1], [0, 2]] {
        for before in spaces {
          for after in spaces {
            for escapes in [false, true] {
              let object = order.map { index in
                let key = escapes ? members[index].0.replacing("/", with: "\\/") : members[index].0
                return key + before + ":" + after + members[index].1
              }.joined(separator: before + "," + after)
              let text = Data(#"{"first":\#(first),"items":[{\#(object)},{\#(object)}]}"#.utf8)
              let theirs = try JSONDecoder().decode(PlainBatch.self, from: text)
              let ours = try AutoJSONDecoder().decode(Batch.self, from: text)
              #expect(ours.first == theirs.first)
              for (own, their) in zip(ours.items, theirs.items) {
                #expect(
                  own.number == their.number && own.path == their.path && own.last == their.last
                    && own.aNameThatIsLongerThanSixteenBytes == their.aNameThatIsLongerThanSixteenBytes, "\(object)")
              }
            }
          }
        }
      }
    }
  }

  private struct Batch: AutoCoding {
    var first: [Int]
    var items: [Ends]
  }
  private struct PlainBatch: Codable {
    var first: [Int]
    var items: [PlainEnds]
  }
}

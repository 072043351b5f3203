import AutoCoding
import Foundation
import Testing

/// Options beyond those of Foundation's coders, and those that are refused.
struct JSONOptionTests {
  private struct Point: AutoCoding, Equatable {
    var x: Int
    var y: Int
  }

  @Test("of duplicate keys the first value counts, or the last, or none")
  func duplicateKeys() throws {
    let decoder = AutoJSONDecoder()
    let data = Data(#"{"x":1,"y":2,"x":3,"\u0078":4,"other":{"a":1,"a":2}}"#.utf8)
    struct Plain: Codable, Equatable { var x: Int }
    for (strategy, x) in [(AutoJSONDecoder.DuplicateKeyStrategy.useFirst, 1), (.useLast, 4)] {
      decoder.duplicateKeys = strategy
      #expect(try decoder.decode(Point.self, from: data) == Point(x: x, y: 2))
      #expect(try decoder.decode(Plain.self, from: data) == Plain(x: x))
      let pairs = Data(#"{"x":1,"x":4}"#.utf8)
      #expect(try decoder.decode([String: Int].self, from: pairs) == ["x": x])
    }
    decoder.duplicateKeys = .throw
    #expect(throws: DecodingError.self) { try decoder.decode(Point.self, from: data) }
    let inner = Data(#"{"x":1,"y":2,"other":[{"a":1,"a":2}]}"#.utf8)
    do {
      _ = try decoder.decode(Point.self, from: inner)
      Issue.record("no error")
    } catch DecodingError.dataCorrupted(let context) {
      #expect((context.underlyingError as? AutoJSONError)?.offset == 29)
    }
    #expect(
      try decoder.decode(Point.self, from: Data(#"{"x":1,"y":2,"z":[{"a":1},{"a":2}]}"#.utf8)) == Point(x: 1, y: 2))
  }

  @Test("what is not supported is refused")
  func unsupported() throws {
    for text in ["", " ", "\u{0}", #"{x: 1, y: 2}"#, #""x": 1, "y": 2"#] {
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Point.self, from: Data(text.utf8)) }
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Point.self, from: Array(text.utf8)) }
    }
    #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().decode(Point.self, from: UnsafeRawBufferPointer(start: nil, count: 0))
    }
    let wide = try #require("[1]".data(using: .utf16))
    #expect(try AutoJSONDecoder().decode([Int].self, from: wide) == [1])
  }

  @Test("size and depth are limited")
  func limits() throws {
    let decoder = AutoJSONDecoder()
    let data = Data(#"{"x":1,"y":2,"z":[[[1]]]}"#.utf8)
    decoder.limits.maximumByteCount = data.count
    decoder.limits.maximumDepth = 3
    #expect(try decoder.decode(Point.self, from: data) == Point(x: 1, y: 2))
    decoder.limits.maximumDepth = 2
    #expect(throws: DecodingError.self) { try decoder.decode(Point.self, from: data) }
    decoder.limits.maximumDepth = 3
    decoder.limits.maximumByteCount = data.count - 1
    #expect(throws: DecodingError.self) { try decoder.decode(Point.self, from: data) }
  }

  @Test("errors have the coding path, and the place underneath", arguments: [true, false])
  func places(_ isModel: Bool) throws {
    struct Inner: AutoCoding { let list: [Point] }
    struct Outer: AutoCoding { let map: [String: Inner?] }
    struct PlainPoint: Codable { var x: Int, y: Int }
    struct PlainInner: Codable { let list: [PlainPoint] }
    struct PlainOuter: Codable { let map: [String: PlainInner?] }
    func failure(_ text: String) -> DecodingError? {
      #expect(throws: DecodingError.self) {
        if isModel {
          _ = try AutoJSONDecoder().decode(Outer.self, from: Data(text.utf8))
        } else {
          _ = try AutoJSONDecoder().decode(PlainOuter.self, from: Data(text.utf8))
        }
      }
    }
    guard
      case .typeMismatch(_, let context)? = failure(
        "{\"map\":{\"k\":{\"list\":[{\"x\":1,\"y\":2},\n {\"x\":\"no\"}]}}}")
    else {
      Issue.record("not a mismatch")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["map", "k", "list", "Index 1", "x"])
    let place = try #require(context.underlyingError as? AutoJSONError)
    #expect(place.line == 2 && place.column == 7 && place.offset == 42)
    // The error around it says what was expected.
    #expect(place.description == "line 2, column 7, byte 42" && place.reason == "The value is a string.")
    guard case .keyNotFound(let key, let missing)? = failure("{\"map\":{\"k\":{\"list\":[{\"x\":1}]}}}") else {
      Issue.record("not a missing key")
      return
    }
    #expect(key.stringValue == "y")
    #expect(missing.codingPath.map(\.stringValue) == ["map", "k", "list", "Index 0"])
    guard case .dataCorrupted(let broken)? = failure("{\"map\":{\"k\":{\"list\":[{\"x\":1,}]}}}") else {
      Issue.record("not corrupted")
      return
    }
    #expect((broken.underlyingError as? AutoJSONError)?.offset == 28)
    guard case .valueNotFound(_, let null)? = failure("{\"map\":{\"k\":{\"list\":[{\"x\":null}]}}}") else {
      Issue.record("not a missing value")
      return
    }
    #expect(null.codingPath.map(\.stringValue) == ["map", "k", "list", "Index 0", "x"])
  }

  @Test("text is appended to a buffer, which is as it was after an error")
  func buffer() throws {
    let encoder = AutoJSONEncoder()
    var bytes = Array("begin ".utf8)
    try encoder.encode(Point(x: 1, y: -2), appendingTo: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == #"begin {"x":1,"y":-2}"#)
    #expect(throws: EncodingError.self) { try encoder.encode([1, .nan], appendingTo: &bytes) }
    #expect(String(decoding: bytes, as: UTF8.self) == #"begin {"x":1,"y":-2}"#)
    let large = (0..<50_000).map { Point(x: $0, y: $0) }
    #expect(try AutoJSONDecoder().decode([Point].self, from: encoder.encode(large)) == large)
    #expect(try encoder.encode(Point(x: 1, y: 2)) == Data(#"{"x":1,"y":2}"#.utf8))
  }

  @Test("snake case is converted as JSONEncoder and JSONDecoder do")
  func snakeCase() throws {
    let names = [
      "", "a", "A", "aB", "AB", "ABc", "myURLProperty", "myURL", "a1B", "abc1D2e", "_x", "_oneTwo_", "x__yZ", "ÄbC",
      "already_snake", "HTTPServer2Go", "éÉé", "aBC", "1aB", "a-b", "a.bC", "日本", "ǅabc", "__", "_", "oneTwo3Four",
      "x_",
      "one_two_three", "_one__two_", "ONE_TWO", "one_TWO", "a_1b", "a_b1c_d", "one_é", "ß_ß", "a_b12cd", "a_b'c",
      "a_日b", "a_b-c", "a_BCd1EF", "a_ǆa", "a_e\u{301}x",
    ]
    var random = SystemRandomNumberGenerator()
    let others = (0..<2000).map { _ in
      String(
        (0..<Int.random(in: 1...12, using: &random)).map { _ in "abcABCxZ__019-.'é".randomElement(using: &random) ?? "a"
        })
    }
    let reference = JSONEncoder()
    let encoder = AutoJSONEncoder()
    reference.keyEncodingStrategy = .convertToSnakeCase
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let referenceDecoder = JSONDecoder()
    let decoder = AutoJSONDecoder()
    referenceDecoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    struct Keyed: Codable, Equatable {
      var names: [String]
      init(_ name: String) { names = [name] }
      init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for name in names { try container.encode(1, forKey: AnyKey(name)) }
      }
    }
    for name in names + others {
      #expect(try encoder.encode(Keyed(name)) == reference.encode(Keyed(name)), "\(name)")
      let data = try JSONEncoder().encode(Keyed(name))
      #expect(try decoder.decode(Keyed.self, from: data) == referenceDecoder.decode(Keyed.self, from: data), "\(name)")
    }
  }

  private struct Box: AutoCoding {
    let id: UUID
  }

  @Test("UUIDs are what UUID itself reads and writes")
  func uuids() throws {
    let sound = "0F1E2D3C-4b5a-6978-8796-A5b4C3d2E1f0"
    // Every byte replaced by ones beside those that are sound, and texts of other lengths.
    let wrong = sound.indices.flatMap { index in
      [" ", "+", "/", ":", "@", "G", "`", "g", "-", "0", "é", "\\u0041"].map {
        sound.replacingCharacters(in: index...index, with: $0)
      }
    }
    let texts = [sound, "", "-", String(sound.dropLast()), sound + "0", " " + sound, sound.uppercased()] + wrong
    for text in texts {
      let plain = text.replacingOccurrences(of: "\\u0041", with: "A")
      let decoded = try? AutoJSONDecoder().decode([UUID].self, from: Data("[\"\(text)\"]".utf8))
      let known = UUID(uuidString: plain)
      #expect(decoded == known.map { [$0] }, "\(text)")
      let list = try PropertyListEncoder().encode([plain])
      #expect((try? AutoPropertyListDecoder().decode([UUID].self, from: list)) == known.map { [$0] }, "\(text)")
      #expect((try? DictionaryDecoder().decode(Box.self, from: ["id": plain]))?.id == known, "\(text)")
      if let known {
        #expect(String(decoding: try AutoJSONEncoder().encode([known]), as: UTF8.self) == "[\"\(known.uuidString)\"]")
        #expect(try AutoPropertyListEncoder().encode([known]) == AutoPropertyListEncoder().encode([known.uuidString]))
        #expect(try DictionaryEncoder().encode(Box(id: known))["id"] as? String == known.uuidString)
      }
    }
    for text in [#""0"#, #""0F1E2D3C-4b5a-6978-8796-A5b4C3d2E1f0"#, "1", "null", #"["0F1E2D3C"]"#] {
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(UUID.self, from: Data(text.utf8)) }
    }
  }
}

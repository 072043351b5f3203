import AutoCoding
import Foundation
import Testing

/// A coder that is used again: by calls after each other, within each other, and at the same time.
struct JSONReuseTests {
  private struct Point: AutoCoding, Equatable {
    var x: Int
    var y: Int
  }

  private struct Partial: AutoCoding {
    var x = 0
    var y: Int?
  }

  private static let plain = Data(#"{"x":1,"y":2}"#.utf8)

  @Test("an option counts from the next call on")
  func options() throws {
    let encoder = AutoJSONEncoder()
    let point = Point(x: 1, y: 2)
    for _ in 0..<3 {
      #expect(try encoder.encode(point) == Self.plain)
      encoder.outputFormatting = .prettyPrinted
      #expect(try encoder.encode(point) == Data("{\n  \"x\" : 1,\n  \"y\" : 2\n}".utf8))
      encoder.outputFormatting = []
    }
    let decoder = AutoJSONDecoder()
    let twice = Data(#"{"x":1,"y":2,"x":3}"#.utf8)
    for _ in 0..<3 {
      #expect(try decoder.decode(Point.self, from: twice).x == 1)
      decoder.duplicateKeys = .useLast
      #expect(try decoder.decode(Point.self, from: twice).x == 3)
      decoder.limits.maximumByteCount = 5
      #expect(throws: DecodingError.self) { try decoder.decode(Point.self, from: Self.plain) }
      decoder.limits.maximumByteCount = .max
      decoder.duplicateKeys = .useFirst
    }
  }

  @Test("nothing of a call that failed is left to the next")
  func errors() throws {
    let encoder = AutoJSONEncoder()
    let decoder = AutoJSONDecoder()
    for format in [JSONEncoder.OutputFormatting(), .prettyPrinted, .sortedKeys] {
      encoder.outputFormatting = format
      let expected = try encoder.encode(["a": [1.0, 2.0]])
      #expect(throws: EncodingError.self) { try encoder.encode(["a": [1, .nan]]) }
      #expect(try encoder.encode(["a": [1.0, 2.0]]) == expected)
    }
    for _ in 0..<3 {
      for (text, line, column) in [
        ("[{\n\"x\":1,\n\"y\":z}]", 3, 5), ("[{\"x\"", 1, 6), ("[[],\n [{\"x\":1}, ,]]", 2, 12),
      ] {
        do {
          _ = try decoder.decode([[Int: Bool]].self, from: Data("\n\(text)".utf8))
          Issue.record("no error")
        } catch {}
        do {
          _ =
            text.hasPrefix("[[")
            ? try decoder.decode([[Partial]].self, from: Data(text.utf8)).count
            : try decoder.decode([Point].self, from: Data(text.utf8)).count
          Issue.record("no error")
        } catch DecodingError.dataCorrupted(let context) {
          let error = try #require(context.underlyingError as? AutoJSONError)
          #expect(error.line == line && error.column == column, "\(text)")
        }
        #expect(try decoder.decode(Point.self, from: Self.plain) == Point(x: 1, y: 2))
        #expect(try decoder.decode([[Point]].self, from: Data("[[],[{\"x\":1,\"y\":2}]]".utf8)).last?.count == 1)
      }
    }
  }

  @Test("what was let pass is told of the call that it was in")
  func issues() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .numbersFromStrings
    for _ in 0..<3 {
      var found: [AutoJSONDecoder.Issue] = []
      _ = try decoder.decode(Point.self, from: Data(#"{"x":"1","y":2}"#.utf8), reporting: &found)
      #expect(found.count == 1)
      _ = try decoder.decode(Point.self, from: Data(#"{"x":"1","y":"2"}"#.utf8))
      _ = try decoder.decode(Point.self, from: Self.plain, reporting: &found)
      #expect(found.count == 1)
    }
  }

  private final class Mark: Sendable {}

  @Test("options that are replaced are let go, with what is in them")
  func replaced() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "mark"))
    let encoder = AutoJSONEncoder()
    let decoder = AutoJSONDecoder()
    weak var written: Mark?
    weak var read: Mark?
    for isUsed in [true, false] {
      do {
        let marks = (Mark(), Mark())
        (written, read) = marks
        encoder.userInfo = [key: marks.0]
        decoder.userInfo = [key: marks.1]
        if isUsed {
          _ = try encoder.encode(Point(x: 1, y: 2))
          _ = try decoder.decode(Point.self, from: Self.plain)
        }
      }
      #expect(written != nil && read != nil)
      encoder.userInfo = [:]
      decoder.userInfo = [:]
      #expect(written == nil && read == nil)
    }
  }

  /// Replaces the options of the coders that it is coded by.
  private struct Changer: Codable {
    static let encoder = AutoJSONEncoder()
    static let decoder = AutoJSONDecoder()

    init() {}
    init(from decoder: any Decoder) throws { Self.decoder.userInfo = [:] }
    func encode(to encoder: any Encoder) throws { Self.encoder.userInfo = [:] }
  }

  @Test("options that are replaced during a call are let go after it")
  func replacedMeanwhile() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "mark"))
    weak var written: Mark?
    weak var read: Mark?
    for _ in 0..<2 {
      do {
        let marks = (Mark(), Mark())
        (written, read) = marks
        Changer.encoder.userInfo = [key: marks.0]
        Changer.decoder.userInfo = [key: marks.1]
      }
      #expect(written != nil && read != nil)
      #expect(try Changer.encoder.encode([Changer()]) == Data("[{}]".utf8))
      _ = try Changer.decoder.decode([Changer].self, from: Data("[{}]".utf8))
      #expect(written == nil && read == nil)
    }
  }

  /// Looks at the options of the coders whose options it was in.
  private final class Reader: @unchecked Sendable {
    let look: @Sendable () -> Void
    init(look: @escaping @Sendable () -> Void) { self.look = look }
    deinit { look() }
  }

  @Test("what is in options may use the coder as it goes", .timeLimit(.minutes(10)))
  func deinitializers() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "reader"))
    let encoder = AutoJSONEncoder()
    let decoder = AutoJSONDecoder()
    let dictionaryEncoder = DictionaryEncoder()
    let dictionaryDecoder = DictionaryDecoder()
    encoder.userInfo = [key: Reader { [unowned encoder] in encoder.outputFormatting = .prettyPrinted }]
    encoder.userInfo = [:]
    #expect(encoder.outputFormatting == .prettyPrinted)
    decoder.userInfo = [key: Reader { [unowned decoder] in decoder.limits.maximumDepth = 7 }]
    decoder.userInfo = [:]
    #expect(decoder.limits.maximumDepth == 7)
    dictionaryEncoder.userInfo = [key: Reader { [unowned dictionaryEncoder] in dictionaryEncoder.leafFormat = .native }]
    dictionaryEncoder.userInfo = [:]
    #expect(dictionaryEncoder.leafFormat == .native)
    dictionaryDecoder.userInfo = [
      key: Reader { [unowned dictionaryDecoder] in dictionaryDecoder.acceptsNewerVersions = true }
    ]
    dictionaryDecoder.userInfo = [:]
    #expect(dictionaryDecoder.acceptsNewerVersions)
  }

  /// Goes on after an error.
  private struct Careless: Encodable {
    var fails: Bool

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if fails { try? container.encode([1, Double.nan]) }
      try container.encode([1.5])
      try container.encode(2)
    }
  }

  @Test("nothing of a value whose error is swallowed is left in the text")
  func swallowed() throws {
    for format in [JSONEncoder.OutputFormatting(), .prettyPrinted, [.prettyPrinted, .sortedKeys]] {
      let encoder = AutoJSONEncoder()
      let reference = JSONEncoder()
      encoder.outputFormatting = format
      reference.outputFormatting = format
      let text = String(decoding: try encoder.encode([Careless(fails: true)]), as: UTF8.self)
      #expect(text == String(decoding: try reference.encode([Careless(fails: false)]), as: UTF8.self))
    }
  }

  /// Encodes and decodes another value with the coders that it is coded by itself.
  private struct Nested: Codable, Equatable {
    static let encoder = AutoJSONEncoder()
    static let decoder = AutoJSONDecoder()
    var depth: Int

    init(depth: Int) { self.depth = depth }

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      depth = text.isEmpty ? 0 : try Self.decoder.decode(Nested.self, from: Data(text.utf8)).depth + 1
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      let inner = depth == 0 ? Data() : try Self.encoder.encode(Nested(depth: depth - 1))
      try container.encode(String(decoding: inner, as: UTF8.self))
    }
  }

  @Test("a coder may be used by code that it calls")
  func nested() throws {
    for depth in 0..<7 {
      let data = try Nested.encoder.encode([Nested(depth: depth), Nested(depth: 1)])
      #expect(try Nested.decoder.decode([Nested].self, from: data) == [Nested(depth: depth), Nested(depth: 1)])
    }
  }

  @Test("texts of every size follow one another", arguments: [0, 100, 1000])
  func sizes(step: Int) throws {
    let encoder = AutoJSONEncoder()
    let decoder = AutoJSONDecoder()
    for count in [1, 16_000, 16_384, 17_000, 3, 200_000, 16_384, 0, 40_000, 39_000] {
      let texts = [String(repeating: "x", count: max(count - step, 0)), "end"]
      let data = try encoder.encode(texts)
      #expect(data.count == max(count - step, 0) + 10)
      #expect(try decoder.decode([String].self, from: data) == texts)
      let points = (0..<count / 50).map { Point(x: $0, y: -$0) }
      #expect(try decoder.decode([Point].self, from: encoder.encode(points)) == points)
    }
  }

  @Test("one encoder and one decoder serve many threads, whatever is set meanwhile")
  func threads() async throws {
    let encoder = AutoJSONEncoder()
    let decoder = AutoJSONDecoder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for index in 0..<300 {
            let points = [Point(x: task, y: index), Point(x: index, y: task)]
            let data = try encoder.encode(points)
            let plain = #"[{"x":\#(task),"y":\#(index)},{"x":\#(index),"y":\#(task)}]"#
            let text = String(decoding: data, as: UTF8.self)
            // Laid out one way or the other, never both.
            #expect(
              text == plain || text.filter { !$0.isWhitespace } == plain && text.hasPrefix("[\n  {\n    \"x\" : "))
            #expect(try decoder.decode([Point].self, from: data) == points)
            if task == 0 { encoder.outputFormatting = index.isMultiple(of: 2) ? .prettyPrinted : [] }
            if task == 1 { decoder.limits.maximumDepth = 100 + index }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

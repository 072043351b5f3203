import Foundation
import TestSupport
import Testing

@testable import AutoCoding

/// Text that is nearly JSON5, in every encoding: nothing traps, and errors name places of the text.
struct JSON5HostileTests {
  private struct Model: AutoCoding, DefaultInitializable {
    struct Plain: Codable { var a: Float?, b: [String: UInt64]? }
    var id = 0, name = "", score: Double?, flags: [Bool] = [], map: [String: Model] = [:], any: Any = 0, plain: Plain?
  }

  private static let seed = """
    // settings é
    { id: 0x10, 'name': 'it\\'s "é" \\x41\\u00e9\\v\\0\\\n😀', score: +.5e1, flags: [true, false,], /* あ */
    $map: NaN, map: { ünï_1: { id: -1, any: [Infinity, null, { x: 5., }], }, }, any: "\\ud83d\\ude00",
    plain: { a: -Infinity, b: { \\u0061b: 0xFFFFFFFFFFFFFFFF, }, }, }
    """

  private static func decoders() -> [AutoJSONDecoder] {
    (0..<8).map { index in
      let decoder = AutoJSONDecoder()
      decoder.allowsJSON5 = index & 1 == 0
      decoder.assumesTopLevelDictionary = index & 2 != 0
      if index & 4 != 0 {
        decoder.leniency = .all
        decoder.duplicateKeys = .throw
        decoder.keyDecodingStrategy = .convertFromSnakeCase
      }
      return decoder
    }
  }

  /// Reads bytes in all ways, and checks the places of errors. Returns whether they were read as JSON5.
  @discardableResult
  private func read(_ bytes: [UInt8], with decoders: [AutoJSONDecoder]) -> Bool {
    var isRead = false
    func attempt(_ work: () throws -> Void) -> Bool {
      do {
        try work()
        return true
      } catch let error as DecodingError {
        if case .dataCorrupted(let context) = error, context.debugDescription.contains("not valid JSON") {
          let place = context.underlyingError as? AutoJSONError
          #expect(
            place.map { (0...bytes.count).contains($0.offset) && $0.line > 0 && $0.column > 0 } == true, "\(bytes)")
        }
        return false
      } catch {
        Issue.record("\(error) for \(bytes)")
        return false
      }
    }
    for (index, decoder) in decoders.enumerated() {
      let any = attempt { _ = try decoder.decode(AnyJSON.self, from: bytes) }
      if attempt({
        var issues: [AutoJSONDecoder.Issue] = []
        _ = try decoder.decode(Model.self, from: Data(bytes), reporting: &issues)
        #expect(issues.allSatisfy { (0..<max(bytes.count, 1)).contains($0.offset) }, "\(bytes)")
      }), index == 0 {
        isRead = true
        #expect(any || !String(decoding: bytes, as: UTF8.self).contains("0x"), "read by the model alone: \(bytes)")
      }
    }
    return isRead
  }

  @Test("text that ends at any byte, in each encoding")
  func truncated() throws {
    let decoders = Self.decoders()
    for (encoding, mark) in JSONEncodingTests.encodings {
      let bytes = Array(try #require(JSONEncodingTests.data(Self.seed, encoding, mark)))
      #expect(read(bytes, with: decoders), "\(encoding)")
      for count in TestEffort.part(of: Array(0..<bytes.count - 1)) {
        let isRead = read(Array(bytes[..<count]), with: Array(decoders.prefix(count.isMultiple(of: 5) ? 8 : 1)))
        #expect(!isRead, "\(encoding), \(count)")
      }
    }
  }

  @Test("mutants, in each encoding")
  func mutants() throws {
    let count =
      ProcessInfo.processInfo.environment["AUTOCODING_MUTANTS"].flatMap { Int($0) }
      ?? (TestEffort.isThorough ? 3000 : 1000)
    var random = SplitMix(state: 5)
    let decoders = Self.decoders()
    let tokens = [
      "'", "\"", "\\", "/*", "*/", "//", "\n", "0x", "+", "-", ".", ",", ":", "{", "}", "[", "]", "Infinity", "\\x",
      "\\u", "é", "😀", "\u{a0}",
    ]
    var accepted = 0
    for _ in 0..<count {
      let (encoding, mark) = JSONEncodingTests.encodings.randomElement(using: &random) ?? (.utf8, [])
      // Half of them are changed by characters, and then the same in each encoding.
      if Bool.random(using: &random) {
        let bytes = JSONMutationTests.mutate(
          Array(JSONEncodingTests.data(Self.seed, encoding, mark) ?? Data()), &random)
        read(bytes, with: Array(decoders.shuffled(using: &random).prefix(2)))
        continue
      }
      var characters = Array(Self.seed.unicodeScalars)
      for _ in 0..<Int.random(in: 1...3, using: &random) where !characters.isEmpty {
        let index = Int.random(in: characters.indices, using: &random)
        if Bool.random(using: &random) { characters.remove(at: index) }
        characters.insert(
          contentsOf: (tokens.randomElement(using: &random) ?? "").unicodeScalars, at: min(index, characters.count))
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: characters)
      if read(Array(text.utf8), with: [decoders[0]]) { accepted += 1 }
      guard text.unicodeScalars.first?.isASCII == true || !mark.isEmpty else { continue }
      let expected = Result { try decoders[0].decode(AnyJSON.self, from: Array(text.utf8)) }
      let found = Result {
        try decoders[0].decode(AnyJSON.self, from: Array(JSONEncodingTests.data(text, encoding, mark) ?? Data()))
      }
      switch (expected, found) {
      case (.success(let expected), .success(let found)):
        #expect(
          expected == found || "\(expected)".contains("nan") || "\(expected)".contains("inf"), "\(text), \(encoding)")
      case (.failure(let expected as DecodingError), .failure(let found as DecodingError)):
        #expect(
          expected.place?.reason == found.place?.reason && expected.place?.line == found.place?.line,
          "\(text), \(encoding)")
      default: Issue.record("\(text), \(encoding)")
      }
    }
    #expect(accepted > count / 100)
  }

  @Test("random bytes are refused or read, in any guise")
  func randomBytes() {
    var random = SplitMix(state: 32)
    let decoders = Self.decoders()
    for _ in 0..<3000 {
      let mark = JSONEncodingTests.encodings.randomElement(using: &random)?.1 ?? []
      let count = Int.random(in: 0...12, using: &random)
      let bytes =
        mark
        + (0..<count).map { _ in
          [0, 0, 0x22, 0x5b, 0x31, 0xd8, 0xdc, 0xff, UInt8.random(in: .min ... .max, using: &random)].randomElement(
            using: &random) ?? 0
        }
      read(bytes, with: Array(decoders.prefix(4)))
    }
  }

  @Test("the map of offsets finds every place, in little memory")
  func offsetMap() {
    var random = SplitMix(state: 7)
    for _ in 0..<5 {
      var map = JSONOffsetMap()
      var entries: [(output: Int, source: Int)] = []
      var (output, source) = (0, 0)
      for _ in 0..<Int.random(in: 0...300, using: &random) {
        output += Int.random(in: 0...300, using: &random)
        source += Int.random(in: 0...300, using: &random)
        entries.append((output, source))
        map.add(output: output, source: source)
      }
      for place in 0...output + 10 {
        let expected: Int
        if let index = entries.lastIndex(where: { $0.output <= place }) {
          let next = index + 1 < entries.count ? entries[index + 1].source : Int.max
          expected = min(entries[index].source + place - entries[index].output, max(entries[index].source, next - 1))
        } else {
          expected = min(place, max(0, (entries.first?.source ?? Int.max) - 1))
        }
        #expect(map.source(of: place) == expected)
      }
    }
  }

  @Test(
    "work and memory are in proportion to the text",
    arguments: [
      "{a:1,", "'\\v", "[0x1,", "/**/", "+1,", "\\u0061", "//\n", "'\"'", "\u{a0}", "'\u{1}'", "{a:[",
    ])
  func proportion(part: String) throws {
    let text = Array(String(repeating: part, count: (TestEffort.isThorough ? 300_000 : 100_000) / part.utf8.count).utf8)
    let decoder = AutoJSONDecoder()
    decoder.allowsJSON5 = true
    let time = ThreadTime.measure { _ = try? decoder.decode([Int].self, from: text) }
    #expect(time < 10, "\(part): \(time) s")
    text.withUnsafeBytes { bytes in
      let source = JSONSource(bytes, in: decoder.notation)
      #expect(source.json.count <= 8 * text.count)
      #expect(source.offsetMapByteCount <= 3 * text.count + 16384, "\(part): \(source.offsetMapByteCount)")
    }
  }
}

extension AutoJSONDecoder {
  fileprivate var notation: JSONNotation? {
    var values = JSONDecodingOptions.Values()
    values.allowsJSON5 = allowsJSON5
    return values.notation as? JSONNotation
  }
}

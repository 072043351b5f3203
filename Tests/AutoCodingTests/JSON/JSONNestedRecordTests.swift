import AutoCoding
import Foundation
import Testing

/// Records in arrays in records, in one go, against the walk and against Foundation.
struct JSONNestedRecordTests {
  struct Point: AutoCoding, Equatable {
    var x: Int
    var label: String?
    var weights: [Double]
  }

  struct Empty: AutoCoding, Equatable {}

  final class Leaf: AutoCoding, Equatable {
    var name: String
    init(name: String) { self.name = name }
    static func == (left: Leaf, right: Leaf) -> Bool { left.name == right.name }
  }

  struct Group: AutoCoding, Equatable {
    var title: String
    var points: [Point]
    var more: [Point]?
    var grid: [[Int]]
    var nothing: [Empty]
    var leaves: [Leaf]
    var last: Point?
  }

  static func groups(_ count: Int) -> [Group] {
    func point(_ number: Int) -> Point {
      Point(
        x: number - 3,
        label: number % 3 == 0 ? nil : number % 3 == 1 ? "Zürich" : "a label that is not small \(number)",
        weights: (0..<number % 4).map { Double($0) + 0.1 })
    }
    return (0..<count).map { number in
      Group(
        title: "group \(number)", points: (0..<number % 7).map(point), more: number % 2 == 0 ? nil : [point(number)],
        grid: (0..<number % 3).map { Array(0..<$0) }, nothing: Array(repeating: Empty(), count: number % 3),
        leaves: (0..<number % 2).map { Leaf(name: "leaf \($0)") }, last: number % 5 == 0 ? nil : point(number))
    }
  }

  private static let walking: AutoJSONDecoder = {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .defaultsForNull
    return decoder
  }()

  /// The tokens of compact text without white space in strings that matters, with something between them.
  private static func spaced(_ text: String, _ space: (_ index: Int, _ depth: Int) -> String) -> String {
    var result = ""
    var depth = 0
    var isInString = false
    for (index, character) in text.enumerated() {
      if character == "\"" { isInString.toggle() }
      if isInString || character == "\"" {
        result.append(character)
      } else if "{[".contains(character) {
        depth += 1
        result.append(character)
        result += space(index, depth)
      } else if "}]".contains(character) {
        depth -= 1
        result += space(index, depth)
        result.append(character)
      } else {
        result.append(character)
        if character == "," || character == ":" { result += character == ":" ? " " : space(index, depth) }
      }
    }
    return result
  }

  @Test("what is written is what Foundation writes, and comes back")
  func roundTrip() throws {
    let groups = Self.groups(80)
    let data = try AutoJSONEncoder().encode(groups)
    #expect(try AutoJSONDecoder().decode([Group].self, from: data) == groups)
    #expect(try JSONDecoder().decode([Group].self, from: data) == groups)
    let sorted = AutoJSONEncoder()
    sorted.outputFormatting = .sortedKeys
    let foundation = JSONEncoder()
    foundation.outputFormatting = .sortedKeys
    #expect(try sorted.encode(groups) == foundation.encode(groups))
    // More elements than wait in memory that arrays share.
    let many = Self.groups(5_000)
    #expect(try AutoJSONDecoder().decode([Group].self, from: AutoJSONEncoder().encode(many)) == many)
  }

  struct Slashed: AutoCoding, Equatable {
    var path: String
    var parts: [String]
    var next: [Slashed]

    static var propertyKeys: [String: String] { ["path": "a/path"] }
  }

  @Test("keys and texts with slashes", arguments: [[], [.withoutEscapingSlashes]] as [JSONEncoder.OutputFormatting])
  func slashes(_ formatting: JSONEncoder.OutputFormatting) throws {
    let inner = Slashed(path: "a/b", parts: ["/", "a text with a / that is not small"], next: [])
    let value = [Slashed(path: "//", parts: [], next: [inner, inner]), inner]
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = formatting
    let slash = formatting.isEmpty ? "\\/" : "/"
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    let start = #"[{"a|path":"||","parts":[],"next":[{"a|path":"a|b""#.replacingOccurrences(of: "|", with: slash)
    #expect(text.hasPrefix(start))
    let foundation = JSONEncoder()
    foundation.outputFormatting = formatting.union(.sortedKeys)
    encoder.outputFormatting.insert(.sortedKeys)
    #expect(try encoder.encode(value) == foundation.encode(value))
    #expect(try AutoJSONDecoder().decode([Slashed].self, from: Data(text.utf8)) == value)
  }

  @Test("any white space, regular or not", arguments: 0...40)
  func indentation(_ width: Int) throws {
    let groups = Self.groups(12)
    let text = String(decoding: try AutoJSONEncoder().encode(groups), as: UTF8.self)
      .replacingOccurrences(of: "\\/", with: "/")
    let spaces: [(Int, Int) -> String] = [
      { _, depth in "\n" + String(repeating: " ", count: depth * width) },
      { _, _ in "\n" + String(repeating: " ", count: width) },
      { index, _ in "\n" + String(repeating: " ", count: index % 7 == 0 ? width + 1 : width) },
      { index, depth in index % 5 == 0 ? "" : "\r\n" + String(repeating: "\t", count: depth) },
      { index, _ in String(repeating: " ", count: (index * 31) % (width + 1)) },
      { index, _ in "\n" + String(repeating: " ", count: width / 2) + (index % 11 == 0 ? "\t" : "") },
    ]
    for space in spaces {
      let data = Data(Self.spaced(text, space).utf8)
      #expect(try AutoJSONDecoder().decode([Group].self, from: data) == groups)
      #expect(try Self.walking.decode([Group].self, from: data) == groups)
    }
  }

  @Test("an element that is wrong is refused alike, and named")
  func wrongElements() throws {
    let text = String(decoding: try AutoJSONEncoder().encode(Self.groups(8)), as: UTF8.self)
    for (old, new) in [
      ("\"x\":1", "\"x\":true"), ("[0]", "[0,null]"), ("\"name\":\"leaf 0\"", "\"name\":5"), ("{}", "[]"),
      ("]}]", "]}"),
    ] {
      let wrong = Data(text.replacingOccurrences(of: old, with: new).utf8)
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode([Group].self, from: wrong) }
      let one = Result { try AutoJSONDecoder().decode([Group].self, from: wrong) }
      let other = Result { try Self.walking.decode([Group].self, from: wrong) }
      #expect("\(one)" == "\(other)")
    }
  }
}

/// A type's own `didDecode()` is called for each value, even if the default of other types is known to do nothing.
@Suite("JSON, didDecode()", .serialized)
struct JSONDidDecodeTests {
  struct Quiet: AutoCoding, Equatable {
    var number: Int
  }

  struct Loud: AutoCoding {
    var quiet: Quiet
    var calls: Int?

    mutating func didDecode() throws {
      calls = (calls ?? 0) + 1
      // The default of another type is what is called last here.
      let data = try AutoJSONEncoder().encode(quiet)
      quiet.number += try AutoJSONDecoder().decode(Quiet.self, from: data).number
    }
  }

  @Test("each time, and only where there is one")
  func calls() throws {
    let data = Data(#"[{"quiet":{"number":1}},{"quiet":{"number":2}},{"quiet":{"number":3}}]"#.utf8)
    for _ in 0..<3 {
      let values = try AutoJSONDecoder().decode([Loud].self, from: data)
      #expect(values.map(\.calls) == [1, 1, 1])
      #expect(values.map(\.quiet.number) == [2, 4, 6])
    }
  }
}

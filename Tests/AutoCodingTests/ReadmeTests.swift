import AutoCoding
import Foundation
import Testing

struct Coordinate: AutoCoding {
  let latitude: Double
  let longitude: Double
}

class Person: AutoCoding, DefaultInitializable {
  var name = ""
  var age = 0
  var home: Coordinate?
  var session: String?  // not coded
  class var unEncodedProperties: Set<String> { ["session"] }
  class var propertyKeys: [String: String] { ["name": "fullName"] }
  required init() {}
}

nonisolated final class Teacher: Person {
  var course = ""
  var salary = 0  // not coded
  @Transient var draft = ""  // not coded
  override class var unEncodedProperties: Set<String> { ["salary"] }  // joined with Person's
}

/// README.
struct ReadmeTests {
  @Test("the example does what the README says")
  func example() throws {
    let teacher = Teacher()
    teacher.name = "Ada"
    teacher.home = Coordinate(latitude: 51.5, longitude: -0.1)
    teacher.course = "Algebra"
    teacher.session = "secret"
    let data = try JSONEncoder().encode(teacher)
    let copy = try JSONDecoder().decode(Teacher.self, from: data)
    // copy.name is "Ada", copy.session is nil, copy.draft is ""
    print(try TypeMap(reflecting: Teacher.self))  // properties, types, keys; what is left out and why
    let fast = try AutoJSONEncoder().encode(teacher)  // the same JSON, straight from memory
    // {"fullName":"Ada","age":0,"home":{"latitude":51.5,"longitude":-0.1},"course":"Algebra"}
    // NSKeyedArchiver's own format, with every object once:
    let archive = try KeyedArchiveEncoder().encode([teacher, teacher])
    let pair = try KeyedArchiveDecoder().decode([Person].self, from: archive)
    // pair[0] === pair[1], and it is a Teacher

    #expect(try AutoJSONDecoder().decode(Teacher.self, from: fast).course == "Algebra")
    #expect(try Self.object(fast) == Self.object(data))
    #expect(pair[0] === pair[1] && pair[0] is Teacher && pair[0].home?.latitude == 51.5)
    #expect(copy.name == "Ada" && copy.session == nil && copy.draft == "")
    #expect(copy.home?.latitude == 51.5 && copy.home?.longitude == -0.1 && copy.course == "Algebra")
    let shown = try #require(Self.readme().split(separator: "\n").first { $0.hasPrefix("// {") }).dropFirst(3)
    #expect(fast == Data(shown.utf8))
  }

  @Test("every example in the README stands in this file")
  func codeIsTheSame() throws {
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    // That of the settings object stands in a test of the module that it needs.
    let examples = try Self.blocks("swift").filter { !$0.contains(".package(") && !$0.contains("StoredObject") }
    #expect(examples.count == 2)
    for example in examples {
      // The file imports one module more, and has what is executed inside of a function.
      let text = example.replacing("import AutoCoding\nimport Foundation\n", with: "")
      let found = ["", "    "].contains { source.contains(Self.indented(text, by: $0)) }
      #expect(found, "\(text)")
    }
  }

  @Test("the printed map is the one in the documentation")
  func mapIsTheSame() throws {
    let map = try TypeMap(reflecting: Teacher.self).description
    let page = "Sources/AutoCoding/AutoCoding.docc/GettingStarted.md"
    #expect(try Self.blocks("text", in: page) == [map.replacing("AutoCodingTests.", with: "School.") + "\n"])
  }

  @Test("the README is short")
  func length() throws {
    let limits = try Self.text(of: "CONTRIBUTING.md").components(separatedBy: "lines at most |\n|---|---:|\n")[1]
      .components(separatedBy: "\n\n")[0].split(separator: "\n").compactMap { row in
        Int(row.split(separator: "|")[1].trimmingCharacters(in: .whitespaces))
      }
    #expect(limits.reduce(0, +) < 150)
    let parts = try Self.readme().replacing("\n| customization point", with: "\n## | customization point")
      .components(separatedBy: "\n## ")
    let counts = parts.dropLast().map { $0.components(separatedBy: "\n").count }
    let last = parts.last?.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count ?? 0
    let isWithin = zip(counts + [last], limits).map { $0 <= $1 }
    #expect(isWithin == Array(repeating: true, count: 6), "\(counts + [last]), \(limits)")
  }

  /// The geometric means over all cases. The intervals come from single rounds, which `results.json` does not have.
  @Test("the speed table shows what was measured")
  func speed() throws {
    let results = try JSONDecoder().decode(Results.self, from: Data(try Self.text(of: "Docs/results.json").utf8))
    let measured = [
      ("AutoCoding with `JSONEncoder` and `JSONDecoder`", "Codable bridge", "AutoCoding", "JSON"),
      ("`Mirror` on every value with `JSONEncoder`", "Codable bridge", "Mirror on every value", "JSON"),
      ("`AutoJSONEncoder` and `AutoJSONDecoder`", "JSON format", "AutoCoding", nil),
      ("`AutoPropertyListEncoder` and its decoder", "property list", "AutoCoding", nil),
      ("`KeyedArchiveEncoder` and `KeyedArchiveDecoder`", "keyed archive", "AutoCoding", nil),
    ].map { name, suite, side, coder in
      [name]
        + ["encode", "decode"].map { operation in
          let ratios = results.rows.filter {
            $0.suite == suite && $0.side == side && $0.operation.hasPrefix(operation) && $0.coder == coder ?? $0.coder
          }.compactMap(\.ratio)
          if ratios.isEmpty { return "—" }
          let mean = exp(ratios.map { log($0) }.reduce(0, +) / Double(ratios.count))
          return String(format: "%.\(mean < 0.01 ? 4 : mean < 0.1 ? 3 : 2)f", mean)
        }
    }
    let table = try Self.readme().components(separatedBy: "| encode | decode |\n|---|---:|---:|\n")[1]
      .components(separatedBy: "\n\n")[0].split(separator: "\n")
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    let numbers = table.map { row in
      [row[0]] + row.dropFirst().map { String($0.prefix { $0 != " " }) }
    }
    #expect(numbers == measured)
    for interval in table.joined().compactMap({ $0.wholeMatch(of: /(.+) \[(.+), (.+)\]/)?.output }) {
      let values = [interval.2, interval.1, interval.3].compactMap { Double($0) }
      #expect(values.count == 3 && values == values.sorted(), "\(interval.0)")
    }
  }

  /// What the benchmarks' `--json` writes.
  private struct Results: Decodable {
    struct Row: Decodable {
      let suite: String, side: String, coder: String, operation: String
      let ratio: Double?
    }
    let rows: [Row]
  }

  // MARK: The file

  private static func readme() throws -> String { try text(of: "README.md") }

  private static func text(of file: String) throws -> String {
    let package = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    return try String(contentsOf: package.appendingPathComponent(file), encoding: .utf8)
  }

  /// The fenced blocks of a language.
  private static func blocks(_ language: String, in file: String = "README.md") throws -> [String] {
    try text(of: file).split(separator: "```\(language)\n").dropFirst().map { part in
      String(part[..<(part.firstRange(of: "```")?.lowerBound ?? part.endIndex)])
    }
  }

  /// The text with every line indented that is not empty.
  private static func indented(_ text: String, by indentation: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : indentation + $0 }.joined(separator: "\n")
  }

  /// A JSON object whose keys have an order.
  private static func object(_ data: Data) throws -> String {
    let object = try JSONSerialization.jsonObject(with: data)
    return String(
      decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
  }
}

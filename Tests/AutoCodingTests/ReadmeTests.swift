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

@Suite("README")
struct ReadmeTests {
  @Test("the example does what the README says")
  func example() throws {
    let teacher = Teacher()
    teacher.name = "Ada"
    teacher.home = Coordinate(latitude: 51.5, longitude: -0.1)
    teacher.course = "Algebra"
    teacher.session = "secret"
    let data = try JSONEncoder().encode(teacher)
    // {"fullName":"Ada","age":0,"home":{"latitude":51.5,"longitude":-0.1},"course":"Algebra"}
    let copy = try JSONDecoder().decode(Teacher.self, from: data)
    // copy.name is "Ada", copy.session is nil, copy.draft is ""
    print(try TypeMap(reflecting: Teacher.self))  // properties, types, keys; what is left out and why
    let fast = try AutoJSONEncoder().encode(teacher)  // the same JSON, straight from memory
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
    #expect(try Self.object(data) == Self.object(Data(shown.utf8)))
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
    #expect(try Self.readme().split(separator: "\n", omittingEmptySubsequences: false).count < 150)
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

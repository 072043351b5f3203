import Foundation
import TestSupport
import Testing

@testable import AutoCoding

/// Records of structs whose flattened structs are coded as if their properties were the record's own.
struct FlattenedInPlaceTests {
  struct Deep: AutoCoding, Codable, Hashable {
    var zip: Int?
    var tags = ["home"]
  }

  struct Page: AutoCoding, Hashable {
    var number = 1
    var deep = Deep()
    var title: String? = "first"
    static let propertyRules: PropertyRules = ["deep": .flattened, "title": .key("pageTitle")]
  }

  struct Answer: AutoCoding, Hashable {
    var id = 7
    var page = Page()
    var items: [Answer] = []
    var note: String?
    static let propertyRules: PropertyRules = ["page": .flattened, "note": .default("none")]
  }

  final class Report: AutoCoding, Hashable {
    var page = Page()
    var draft = "left out"
    var name = "n"
    static let propertyRules: PropertyRules = ["page": .flattened, "draft": .excluded(default: "left out")]
    static func == (one: Report, other: Report) -> Bool { one.page == other.page && one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(page) }
    init() {}
  }

  /// The members of an ``Answer`` in one struct.
  struct Twin: Codable, Hashable {
    var id = 7
    var number = 1
    var zip: Int?
    var tags = ["home"]
    var pageTitle: String? = "first"
    var items: [Twin] = []
    var note: String?

    enum CodingKeys: CodingKey { case id, number, zip, tags, pageTitle, items, note }
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      number = try container.decode(Int.self, forKey: .number)
      zip = try container.decodeIfPresent(Int.self, forKey: .zip)
      tags = try container.decode([String].self, forKey: .tags)
      pageTitle = try container.decodeIfPresent(String.self, forKey: .pageTitle)
      items = try container.decode([Twin].self, forKey: .items)
      note = container.contains(.note) ? try container.decode(String?.self, forKey: .note) : "none"
    }
    // nil is written, since a missing key has a default.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(number, forKey: .number)
      try container.encodeIfPresent(zip, forKey: .zip)
      try container.encode(tags, forKey: .tags)
      try container.encodeIfPresent(pageTitle, forKey: .pageTitle)
      try container.encode(items, forKey: .items)
      try container.encode(note, forKey: .note)
    }
  }

  /// Has code that is called, so each of its models is made.
  struct Checked: AutoCoding, Hashable {
    var number = 1
    mutating func didDecode() throws { number += 1 }
    func willEncode() throws { if number < 0 { throw CocoaError(.coderInvalidValue) } }
  }

  struct Checking: AutoCoding, Hashable {
    var id = 1
    var checked = Checked()
    static let propertyRules: PropertyRules = ["checked": .flattened]
  }

  private static let members = [
    ("id", "8"), ("number", "2"), ("zip", "3000"), ("tags", #"["a","b"]"#), ("pageTitle", #""t""#), ("note", #""n""#),
  ]
  private static let values = ["null", "1", "1.5", #""x""#, "[]", #"["a"]"#, "{}", "true"]

  private static func object(_ depth: Int, _ random: inout SplitMix) -> String {
    var members = members.filter { _ in Int.random(in: 0..<20, using: &random) > 0 }
    let items = depth > 0 ? "" : "\(object(depth + 1, &random)),\(object(depth + 1, &random))"
    members.append(("items", "[\(items)]"))
    for index in members.indices where Int.random(in: 0..<40, using: &random) == 0 {
      members[index].1 = values.randomElement(using: &random) ?? "0"
    }
    if Bool.random(using: &random) { members.append(("other", values.randomElement(using: &random) ?? "0")) }
    if Bool.random(using: &random) { members.shuffle(using: &random) }
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  @Test("are read, refused and written as one struct is", arguments: TestCoder.jsonLike)
  func mutants(coder: TestCoder) throws {
    var random = SplitMix(state: 63)
    var (read, refused) = (0, 0)
    for _ in 0..<(TestEffort.isThorough ? 1000 : 300) {
      let text = Self.object(0, &random)
      let twin = try? JSONDecoder().decode(Twin.self, from: Data(text.utf8))
      let answer = try? coder.decode(Answer.self, fromJSON: text)
      #expect((answer == nil) == (twin == nil), "\(text)")
      guard let answer, let twin else {
        refused += 1
        continue
      }
      read += 1
      let json = try [coder.jsonText(of: answer), coder.jsonText(of: twin)].map {
        try AutoJSONDecoder().decode(JSONValue.self, from: $0)
      }
      #expect(json[0] == json[1], "\(text)")
      #expect(try coder.roundTrip(answer) == answer, "\(text)")
    }
    #expect(read > 30 && refused > 30)
  }

  @Test("give the same bytes and errors before and after their code is known")
  func learning() throws {
    struct Late: AutoCoding, Hashable {
      var page = LatePage()
      var id = 1
      static let propertyRules: PropertyRules = ["page": .flattened]
    }
    struct LatePage: AutoCoding, Hashable {
      var number = 1
      var title: String?
    }
    let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    let map = try TypeMap(reflecting: Late.self).storage
    #expect(map.flattening?.mapInPlace != nil)
    #expect(map.mapToDecodeInPlace == nil && map.mapToEncodeInPlace == nil)
    let texts = try (0..<3).map { _ in String(decoding: try encoder.encode(Late()), as: UTF8.self) }
    #expect(texts == Array(repeating: #"{"number":1,"id":1}"#, count: 3))
    func outcomes() -> [String] {
      [#"{"number":2,"id":3,"title":"t"}"#, #"{"id":3}"#, #"{"number":2}"#, #"{"number":"x","id":1}"#].map { text in
        do { return "\(try decoder.decode(Late.self, from: Data(text.utf8)))" } catch { return "\(error)" }
      }
    }
    // The first of them learns of the code.
    let first = outcomes()
    #expect(map.mapToDecodeInPlace != nil && map.mapToEncodeInPlace != nil)
    #expect(outcomes() == first)
    #expect(first[1].contains("LatePage.number") && first[1].contains("conform LatePage to"))
  }

  @Test("are of objects, too")
  func objects() throws {
    let text = #"{"number":2,"tags":[],"name":"m","draft":"d"}"#
    for _ in 0..<3 {
      let report = try AutoJSONDecoder().decode(Report.self, from: Data(text.utf8))
      #expect(report.page == Page(number: 2, deep: Deep(tags: []), title: nil) && report.name == "m")
      #expect(report.draft == "left out")
      #expect(
        String(decoding: try AutoJSONEncoder().encode(report), as: UTF8.self) == #"{"number":2,"tags":[],"name":"m"}"#)
    }
    #expect(try TypeMap(reflecting: Report.self).storage.mapToDecodeInPlace != nil)
  }

  @Test("are made as models if they have code that is called")
  func calls() throws {
    for _ in 0..<3 {
      let value = try AutoJSONDecoder().decode(Checking.self, from: Data(#"{"number":5,"id":1}"#.utf8))
      #expect(value.checked.number == 6)
      #expect(try AutoJSONEncoder().encode(value).count == #"{"id":1,"number":6}"#.utf8.count)
      #expect(throws: CocoaError.self) { try AutoJSONEncoder().encode(Checking(checked: Checked(number: -1))) }
    }
    let map = try TypeMap(reflecting: Checking.self).storage
    #expect(map.mapToDecodeInPlace == nil && map.mapToEncodeInPlace == nil)
  }
}

import AutoCoding
import Foundation
import Testing

// On Apple platforms `InlineArray` is newer than what the tests are built for.
#if !canImport(Darwin)
struct InlineArrayTests {
  private struct Inline: AutoCoding { var value: [2 of FileHandle] }
  private struct Three: AutoCoding { var value: [3 of Int] }

  @Test("an array of another count is refused, with both counts", arguments: ["[]", "[1,2]", "[1,2,3,4,5]"])
  func counts(_ text: String) throws {
    let found = try JSONDecoder().decode([Int].self, from: Data(text.utf8)).count
    let json = Data(#"{"value":\#(text)}"#.utf8)
    let dictionary = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    struct List: AutoCoding {
      static var archivedTypeName: String { "AutoCodingTests.InlineArrayTests.Three" }
      var value: [Int]
    }
    let archive = try KeyedArchiveEncoder().encode(List(value: Array(repeating: 1, count: found)))
    let roads: [() throws -> Three] = [
      { try AutoJSONDecoder().decode(Three.self, from: json) }, { try JSONDecoder().decode(Three.self, from: json) },
      { try DictionaryDecoder().decode(Three.self, from: dictionary) },
      { try KeyedArchiveDecoder().decode(Three.self, from: archive) },
    ]
    for (index, road) in roads.enumerated() {
      let error = try #require(throws: DecodingError.self) { try road() }
      guard case .dataCorrupted(let context) = error else {
        Issue.record("\(index): \(error)")
        continue
      }
      #expect(
        context.debugDescription == "Expected an array of 3 elements for InlineArray<3, Int>, but found \(found).",
        "\(index)")
      #expect(context.codingPath.first?.stringValue == "value")
    }
  }

  @Test("elements that cannot be coded are refused")
  func elements() throws {
    let error = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: Inline.self) }
    let problem = try #require(error.problems.first)
    #expect(problem.explanation == "'FileHandle' is neither AutoCoding nor Codable.")
    #expect(
      problem.remedy == """
        State a transformer by .transformed(by:) in propertyRules, or leave the property out: name it in \
        unEncodedProperties, mark it @Transient, or make it .excluded in propertyRules.
        """)
  }
}
#endif

import AutoCoding
import Foundation
import TestSupport
import Testing

/// Values that are given up without leniency: by rules, for untagged cases, and under former keys.
struct RecoveryGrowthTests {
  private enum Untagged: AutoCoding {
    case number(x: Int), text(x: String)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  private struct NilForUndecodable: AutoCoding {
    var a: Int?
    static let propertyRules: PropertyRules = ["a": .nilForUndecodable]
  }

  private struct Skipping: AutoCoding {
    var list: [Int]
    var entries: [String: Int]
    static let propertyRules: PropertyRules = [
      "list": .skipsUndecodableElements, "entries": .skipsUndecodableElements,
    ]
  }

  private struct Former: AutoCoding {
    var c: Int
    static let propertyRules: PropertyRules = ["c": .formerly("d")]
  }

  private struct FormerPath: AutoCoding {
    var c: Int
    static let propertyRules: PropertyRules = ["c": .key("g.c").formerly("d")]
  }

  private struct FormerPart: AutoCoding {
    var part: Former
    static let propertyRules: PropertyRules = ["part": .flattened]
  }

  private func expectLinear<T: Decodable>(
    _ type: T.Type, _ decoder: AutoJSONDecoder = AutoJSONDecoder(), text: (Int) -> String,
    check: (T, Int) -> Bool = { _, _ in true }
  ) throws {
    let growth = try ThreadTime.growth(of: 2000) { count in
      let value = try decoder.decode(type, from: Data(text(count).utf8))
      #expect(check(value, count))
    }
    #expect(growth < 9, "\(type): four times as much took \(growth) times as long")
  }

  private func list(_ element: String, _ count: Int) -> String {
    Array(repeating: element, count: count).joined(separator: ",\n")
  }

  @Test("take time that grows with the text, and not faster")
  func growth() throws {
    try expectLinear([Untagged].self) {
      "[\(list(#"{"x":"s"}"#, $0))]"
    } check: {
      $0.count == $1
    }
    try expectLinear([NilForUndecodable].self) {
      "[\(list(#"{"a":"x"}"#, $0))]"
    } check: {
      $0.count == $1
    }
    try expectLinear([Former].self) {
      "[\(list(#"{"d":"x","c":1}"#, $0))]"
    } check: {
      $0.count == $1
    }
    try expectLinear(Skipping.self) { count in
      let entries = (0..<count).map { #""\#($0)":"x""# }.joined(separator: ",\n")
      return #"{"list":[\#(list(#""x""#, count))],"entries":{\#(entries)}}"#
    } check: { value, _ in
      value.list.isEmpty && value.entries.isEmpty
    }
  }

  @Test("may be duplicates of one former key")
  func duplicates() throws {
    let decoder = AutoJSONDecoder()
    decoder.duplicateKeys = .useLast
    func text(_ count: Int, _ current: String) -> String { "{\(list(#""d":"x""#, count)),\(current)}" }
    try expectLinear(Former.self, decoder) {
      text($0, #""c":1"#)
    } check: { value, _ in
      value.c == 1
    }
    try expectLinear(FormerPart.self, decoder) {
      text($0, #""c":1"#)
    } check: { value, _ in
      value.part.c == 1
    }
    try expectLinear(FormerPath.self, decoder) {
      text($0, #""g":{"c":1}"#)
    } check: { value, _ in
      value.c == 1
    }
  }

  @Test("the error of the last duplicate names its path")
  func errors() throws {
    let decoder = AutoJSONDecoder()
    decoder.duplicateKeys = .useLast
    let text = #"{"d":"x","d":[],"e":1}"#
    for decode in [
      { try decoder.decode(Former.self, from: $0) }, { try decoder.decode(FormerPath.self, from: $0) },
    ] as [(Data) throws -> Any] {
      let error = #expect(throws: DecodingError.self) { try decode(Data(text.utf8)) }
      guard case .typeMismatch(_, let context) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == ["d"] && context.debugDescription.contains("array"))
    }
  }
}

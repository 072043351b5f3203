import AutoCoding
import Foundation
import TestSupport
import Testing

private struct Element: AutoCoding, Equatable {
  var number: Int
  var text: String
  var inner: [Int]
}

/// The same, decoded by containers.
private struct PlainElement: Codable, Equatable {
  var number: Int
  var text: String
}

/// Leniency with many issues.
struct JSONLeniencyGrowthTests {
  private static let decoder: AutoJSONDecoder = {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .all
    return decoder
  }()

  private func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> (T, [AutoJSONDecoder.Issue]) {
    var issues: [AutoJSONDecoder.Issue] = []
    let value = try Self.decoder.decode(type, from: Data(text.utf8), reporting: &issues)
    return (value, issues)
  }

  @Test("time grows with the text, and not faster")
  func growth() throws {
    let wrong = #"{"number":"x","text":1,"inner":[1,"2",{}]}"#
    let right = #"{"number":"1","text":2,"inner":["3",null]}"#
    let growth = try ThreadTime.growth(of: 1000) { count in
      let text = "[" + (0..<count).map { $0.isMultiple(of: 2) ? wrong : right }.joined(separator: ",\n") + "]"
      let (elements, issues) = try decode([Element].self, text)
      #expect(elements.count == count / 2 && issues.count == count / 2 * 5)
    }
    #expect(growth < 9, "four times as much took \(growth) times as long")
  }

  @Test("errors that a type's own code goes on after, too")
  func growthByContainers() throws {
    let growth = try ThreadTime.growth(of: 800) { count in
      let text = "[" + (0..<count).map { #"{"number":"x\#($0)","text":"y"}"# }.joined(separator: ",\n") + "]"
      let (elements, issues) = try decode([PlainElement].self, text)
      #expect(elements.isEmpty && issues.count == count)
    }
    #expect(growth < 9, "four times as much took \(growth) times as long")
  }

  private struct Tree: AutoCoding {
    var v = 1
    var kids: [Tree]?
  }

  @Test("time does not grow with the number of values around one that cannot be decoded")
  func growthWithDepth() throws {
    let large = #""other":["# + [String](repeating: "[1]", count: 20_000).joined(separator: ",") + "]"
    let growth = try ThreadTime.growth(of: 24) { depth in
      let open = String(repeating: #"{"kids":["#, count: depth), close = String(repeating: #"],"v":[]}"#, count: depth)
      let (trees, issues) = try decode([Tree].self, #"[\#(open){\#(large),"v":1}\#(close),{"v":2}]"#)
      #expect(trees.map(\.v) == [2] && issues.count == 1)
    }
    #expect(growth < 3, "four times the depth took \(growth) times as long")
  }

  private struct Versioned: AutoCoding {
    var v = 1
    var kids: [Versioned]?
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("old", to: "v")
    }
  }

  @Test("time does not grow with the number of values of an older version around another")
  func growthOfVersions() throws {
    let large = #""other":["# + [String](repeating: "[1]", count: 20_000).joined(separator: ",") + "]"
    let growth = try ThreadTime.growth(of: 24) { depth in
      let open = String(repeating: #"{"kids":["#, count: depth), close = String(repeating: #"],"old":2}"#, count: depth)
      let tree = try AutoJSONDecoder().decode(Versioned.self, from: Data("\(open){\(large),\"old\":3}\(close)".utf8))
      #expect(tree.v == 2 && tree.kids?.first?.v == (depth == 1 ? 3 : 2))
    }
    #expect(growth < 3, "four times the depth took \(growth) times as long")
  }

  @Test("all issues of a large text take little memory, and have the whole path")
  func deepIssues() throws {
    let open = String(repeating: #"{"kids":["#, count: 150), close = String(repeating: #"],"v":1}"#, count: 150)
    let text = "[\(open)" + [String](repeating: #"{"v":[]}"#, count: 3_000).joined(separator: ",") + "\(close)]"
    let decoder = AutoJSONDecoder()
    decoder.leniency = [.skipsUndecodableElements]
    var issues: [AutoJSONDecoder.Issue] = []
    _ = try decoder.decode([Tree].self, from: Data(text.utf8), reporting: &issues)
    #expect(issues.count == 3_000)
    let path = try #require(issues.last).codingPath
    #expect(path.count == 301 && path.first?.intValue == 0 && path.last?.intValue == 2_999)
    #expect(path.dropFirst().first?.stringValue == "kids")
    guard case .typeMismatch(_, let context)? = issues.last?.error else {
      Issue.record("another error")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == path.map(\.stringValue) + ["v"])
  }

  @Test("paths, lines and columns are right where there are many")
  func places() throws {
    let line = #"{"number":1,"text":"t","inner":[5,{"a":[]},"6"]}"#
    let text = "[\n" + [String](repeating: line, count: 300).joined(separator: ",\n") + "\n]"
    let (elements, issues) = try decode([Element].self, text)
    #expect(elements.count == 300 && elements.allSatisfy { $0.inner == [5, 6] })
    #expect(issues.count == 600)
    for (index, pair) in stride(from: 0, to: 600, by: 2).map({ (issues[$0], issues[$0 + 1]) }).enumerated() {
      #expect(pair.0.kind == .skippedElement && pair.1.kind == .numberFromString)
      #expect(pair.0.codingPath.map(\.stringValue) == ["Index \(index)", "inner", "Index 1"])
      #expect(pair.1.codingPath.map(\.stringValue) == ["Index \(index)", "inner", "Index 2"])
      guard case .typeMismatch(_, let context)? = pair.0.error, let place = context.underlyingError as? AutoJSONError
      else {
        Issue.record("no place: \(String(describing: pair.0.error))")
        return
      }
      #expect(place.line == index + 2 && place.column == 35 && place.offset == pair.0.offset)
    }
  }

  @Test("what was let pass in an element that is left out is not reported, and all else is")
  func forgetting() throws {
    let text =
      #"[{"number":"1","text":2,"inner":["3"]},{"number":"1","text":2,"inner":{}},{"number":"4","text":"","inner":[]}]"#
    let (elements, issues) = try decode([Element].self, text)
    #expect(elements.map(\.number) == [1, 4])
    #expect(
      issues.map(\.kind) == [
        .numberFromString, .stringFromNumber, .numberFromString, .skippedElement, .numberFromString,
      ])
  }

  @Test("paths are found in text that is nested as deeply as is allowed, on a small stack")
  func deepPaths() throws {
    let depth = 400
    let text =
      #"{"deep":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      + #","number":"1","text":"","inner":[]}"#
    let issues = try TestThread.run(stackSize: 512 << 10) { try decode(Element.self, text).1 }
    #expect(issues.map { $0.codingPath.map(\.stringValue) } == [["number"]])
  }
}

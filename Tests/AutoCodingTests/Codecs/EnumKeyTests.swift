import Foundation
import Testing

@testable import AutoCoding

/// What an app of today reads.
private enum Shape: AutoCoding, Equatable {
  case empty
  case circle(radius: Double)
  case pair(Int, String?)
  indirect case group([Shape])
  static var archivedTypeName: String { "Tests.Shape" }
}

private enum ShapeTwin: Codable, Equatable {
  case empty
  case circle(radius: Double)
  case pair(Int, String?)
  indirect case group([ShapeTwin])
}

/// What a newer app writes: cases carry more.
private enum NewerShape: AutoCoding {
  case empty(since: Date)
  case circle(radius: Double, color: String, marks: [String: [Int]])
  case pair(Int, String?, third: [NewerShape])
  indirect case group([NewerShape], name: String)
  static var archivedTypeName: String { "Tests.Shape" }
}

private struct Radius: AutoCoding { var radius = 1.0 }
private struct Nothing: AutoCoding {}

/// Keys beside the one that names a case.
private struct Annotated: AutoCoding {
  var author = "Ada"
  var circle: Radius? = Radius()
  var notes: [String: [Int]] = ["a": [1]]
  static var archivedTypeName: String { "Tests.Shape" }
}

private struct TwoCases: AutoCoding {
  var empty = Nothing()
  var note = 1
  var circle = Radius()
  static var archivedTypeName: String { "Tests.Shape" }
}

private enum VersionedChoice: AutoCoding, Equatable {
  case small(Int)
  case large(Int)
  static var archiveVersion: Int { 2 }
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    properties.renameKey("big", to: "large")
  }
}

private struct Drawing: AutoCoding {
  var shapes: [Shape]
}

/// Keys in the objects of enums.
struct EnumKeyTests {
  private func message(_ body: () throws -> Any) -> (path: [String], text: String) {
    do {
      return ([], "no error, but \(try body())")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context) {
      return (context.codingPath.map(\.stringValue), context.debugDescription)
    } catch {
      return ([], "\(error)")
    }
  }

  @Test("keys that name no payload value are passed over", arguments: TestCoder.allCases)
  func newerPayloads(_ coder: TestCoder) throws {
    let newer: [NewerShape] = [
      .empty(since: Date(timeIntervalSinceReferenceDate: 1)),
      .circle(radius: 2, color: "red", marks: ["a": [1, 2]]), .pair(1, nil, third: []),
      .group([.pair(2, "b", third: [.group([], name: "x")])], name: "y"),
    ]
    let expected: [Shape] = [.empty, .circle(radius: 2), .pair(1, nil), .group([.pair(2, "b")])]
    for (value, shape) in zip(newer, expected) {
      #expect(try coder.decode(Shape.self, from: coder.encode(value)) == shape)
    }
    #expect(try coder.decode([Shape].self, from: coder.encode(newer)) == expected)
    // A type with code of its own asks a container for the enums in it.
    #expect(try coder.decode([String: [Shape]].self, from: coder.encode(["k": newer])) == ["k": expected])
  }

  @Test("keys beside the case are passed over", arguments: TestCoder.allCases)
  func keysBeside(_ coder: TestCoder) throws {
    #expect(try coder.decode(Shape.self, from: coder.encode(Annotated())) == .circle(radius: 1))
    #expect(try coder.decode([Shape].self, from: coder.encode([Annotated()])) == [.circle(radius: 1)])
    // Keyed archives have a null there, and its key names the case.
    guard coder != .keyedArchive else { return }
    var none = Annotated()
    none.circle = nil
    let failure = message { try coder.decode(Shape.self, from: coder.encode(none)) }
    #expect(failure.text.contains("expected one: the name of a case of Shape (circle, pair, group, empty)"))
  }

  @Test("two keys that name cases are both named", arguments: TestCoder.allCases)
  func twoCases(_ coder: TestCoder) throws {
    let expected =
      #"Invalid number of keys found, expected one case of Shape, found "circle" and "empty"."#
    let failure = message { try coder.decode(Shape.self, from: coder.encode(TwoCases())) }
    #expect(failure.path.isEmpty)
    #expect(failure.text == expected)
    let nested = message { try coder.decode([Shape].self, from: coder.encode([TwoCases()])) }
    #expect(nested.path == ["Index 0"])
    #expect(nested.text == expected)
  }

  /// A description without the names of types and contexts.
  private func plain(_ description: String) -> String {
    description.replacing(/AutoCodingTests\.\(.*?\)\.(ShapeTwin|Shape)/, with: "")
  }

  @Test("as synthesized code has it", arguments: TestCoder.jsonLike)
  func twin(_ coder: TestCoder) throws {
    let texts = [
      #"{"empty":{"x":1}}"#, #"{"x":[{}],"circle":{"y":null,"radius":1,"z":{"a":[]}},"note":2}"#,
      #"{"group":{"_0":[{"pair":{"_0":1,"_1":null,"_2":2},"q":1}],"name":"x"}}"#, #"{"empty":1}"#, #"{"empty":null}"#,
      #"{"empty":[]}"#, "{}", #"{"x":{}}"#, #"{"empty":{},"circle":{"radius":1}}"#, #"{"circle":{"color":1}}"#, "[]",
    ]
    for text in texts {
      let twin = try? JSONDecoder().decode(ShapeTwin.self, from: Data(text.utf8))
      let shape = try? coder.decode(Shape.self, fromJSON: text)
      #expect(shape.map { "\($0)" }.map(plain) == twin.map { "\($0)" }.map(plain), "\(text)")
    }
  }

  @Test("keys beside a case, in data of an older version", arguments: [TestCoder.json, .dictionary])
  func olderVersions(_ coder: TestCoder) throws {
    #expect(try coder.decode(VersionedChoice.self, fromJSON: #"{"note":1,"big":{"_0":7,"_1":8}}"#) == .large(7))
    let failure = message {
      try coder.decode(VersionedChoice.self, fromJSON: #"{"$version":1,"big":{"_0":7},"small":{"_0":8}}"#)
    }
    #expect(failure.text.contains(#"found "small" and "large"."#), "\(failure.text)")
  }

  // MARK: A case that stands twice

  @Test("a case key that stands twice is refused", arguments: [TestCoder.json, .jsonContainers])
  func repeated(_ coder: TestCoder) throws {
    let texts = [
      #"{"circle":{"radius":1},"circle":{"radius":2}}"#, #"{"empty":{},"x":1,"empty":{}}"#,
      #"{"circle":{"radius":1},"circl\u0065":{"radius":1}}"#, #"{"circle":{"radius":1},"circle":null}"#,
    ]
    for text in texts {
      let name = text.contains("empty") ? "empty" : "circle"
      let failure = message { try coder.decode(Shape.self, fromJSON: text) }
      #expect(failure.text.hasSuffix(#"expected one case of Shape, found "\#(name)" twice."#), "\(failure.text)")
      let nested = message { try coder.decode([String: Drawing].self, fromJSON: #"{"a":{"shapes":[\#(text)]}}"#) }
      #expect(nested.path == ["a", "shapes", "Index 0"])
      #expect(nested.text.contains(" twice."))
    }
    #expect(try coder.decode(Shape.self, fromJSON: #"{"x":1,"empty":{"y":1,"y":2},"x":2}"#) == .empty)
  }

  @Test("a case key that stands twice under options for keys")
  func repeatedUnderOptions() throws {
    let decoder = AutoJSONDecoder()
    for strategy in [AutoJSONDecoder.DuplicateKeyStrategy.useFirst, .useLast] {
      decoder.duplicateKeys = strategy
      for keys in [JSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase, .custom { $0[$0.count - 1] }]
      {
        decoder.keyDecodingStrategy = keys
        let failure = message { try decoder.decode(Shape.self, from: Data(#"{"empty":{},"empty":{}}"#.utf8)) }
        #expect(failure.text.contains(" twice."), "\(failure.text)")
      }
    }
    decoder.keyDecodingStrategy = .useDefaultKeys
    let older = message {
      try decoder.decode(VersionedChoice.self, from: Data(#"{"big":{"_0":7},"big":{"_0":8}}"#.utf8))
    }
    #expect(older.text == #"Duplicate key "big"; an enum has one case."#)
  }

  @Test("a case key that stands twice in a keyed archive")
  func repeatedInArchive() throws {
    func repeating(_ tree: PropertyListTree) -> PropertyListTree {
      switch tree {
      case .array(let elements): return .array(elements.map(repeating))
      case .dictionary(let pairs):
        return .dictionary(
          pairs.flatMap { pair in
            let pair = PropertyListTree.Pair(key: pair.key, value: repeating(pair.value))
            return [PropertyListTree.Pair](repeating: pair, count: pair.key == .string("circle") ? 2 : 1)
          })
      default: return tree
      }
    }
    let data = try KeyedArchiveEncoder().encode([Shape.circle(radius: 1)])
    let archive = try repeating(PropertyListTree(data)).written()
    #expect(
      try KeyedArchiveDecoder().decode([Shape].self, from: PropertyListTree(data).written()) == [.circle(radius: 1)])
    let failure = message { try KeyedArchiveDecoder().decode([Shape].self, from: archive) }
    #expect(failure.text.contains(#"found "circle" twice"#), "\(failure.text)")
    #expect(failure.path == ["Index 0"])
  }
}

import AutoCoding
import Foundation
import Testing

// What is found out about a type is kept for the life of the process, so it must not depend on who asks first. No other
// test uses these types.

private enum Grade: String, AutoCoding {
  case low, high
}

private struct Grades: AutoCoding {
  var grades: [Grade]
}

private struct Grading: AutoCoding {
  var grade: Grade
}

private enum Mark: Int, AutoCoding {
  case pass = 1, fail
  nonisolated(unsafe) static var callCount = 0

  func willEncode() { Self.callCount += 1 }
}

private struct Marks: AutoCoding, DefaultInitializable {
  var mark = Mark.pass
  var other: Mark?
  var all = [Mark.fail]
}

/// Three properties that an archive may write at once.
private final class Point: AutoCoding, DefaultInitializable {
  var name = ""
  var x = 1
  var y = 2
  var isShown = true
}

private struct Plate: AutoCoding {
  var crumb: Crumb
  init(text: String) { crumb = Crumb(text: text) }
  struct Crumb: AutoCoding { var text: String }
}

/// A type whose rules and defaults are made by a coder.
private struct Ruled<Marker>: AutoCoding, DefaultInitializable {
  var value = 1
  var note: Int?

  static var propertyKeys: [String: String] {
    ["value": (try? AutoJSONEncoder().encodeToString(Plate(text: ""))) == nil ? "failed" : "value"]
  }
  init() { note = (try? AutoJSONEncoder().encode(Plate(text: ""))) == nil ? nil : 1 }
}

/// A type whose rules fail to decode something, which is no failure of the type's values.
private struct FailingRules: AutoCoding {
  var value: Int
  static var propertyKeys: [String: String] {
    _ = try? AutoJSONDecoder().decode(Refusing.self, from: Data("{}".utf8))
    return [:]
  }
  struct Refusing: AutoCoding, DefaultInitializable {
    func didDecode() throws { throw CancellationError() }
  }
}

private struct Lenient: AutoCoding {
  var part: FailingRules?
}

private class Quadruped: AutoCoding, DefaultInitializable {
  class var archivedTypeName: String { "FirstUse.Quadruped" }
  required init() {}
}

private final class Lioness: Quadruped {
  override class var archivedTypeName: String { "FirstUse.Lioness" }
}

/// A generic class, which is not found by its name before it is registered.
private final class Statuette<Material>: Quadruped {
  override class var archivedTypeName: String { "FirstUse.Lioness" }
}

/// First uses of types.
struct FirstUseTests {
  @Test("the first raw value that is read counts as little for the depth as the others")
  func rawValues() throws {
    let decoder = AutoJSONDecoder()
    decoder.limits.maximumDepth = 1
    for _ in 0..<3 {
      #expect(try decoder.decode(Grades.self, from: Data(#"{"grades":["low","high"]}"#.utf8)).grades == [.low, .high])
    }
    for coder in TestCoder.allCases {
      let data = try coder.encode(Grading(grade: .high), limits: CodingLimits(maximumDepth: 1))
      #expect(try coder.decode(Grading.self, from: data, limits: CodingLimits(maximumDepth: 1)).grade == .high)
    }
  }

  @Test("willEncode() of an enum is called for the values that are encoded, and for no others")
  func rawValueCalls() throws {
    let decoder = AutoJSONDecoder()
    _ = try decoder.decode(Marks.self, from: Data(#"{"mark":2,"other":1,"all":[1,2]}"#.utf8))
    #expect(Mark.callCount == 0)
    for count in [2, 4] {
      #expect(try AutoJSONEncoder().encodeToString(Marks()) == #"{"mark":1,"all":[2]}"#)
      #expect(Mark.callCount == count)
    }
  }

  @Test("the first object of a class is archived in the bytes of all others")
  func archives() throws {
    let first = try KeyedArchiveEncoder().encode(Point())
    #expect(try KeyedArchiveEncoder().encode(Point()) == first)
  }

  @Test("rules and defaults are found as if no coder were at work")
  func rules() throws {
    func check<Marker>(_: Marker.Type, _ use: (Ruled<Marker>) throws -> Void) throws {
      try use(Ruled())
      var value = Ruled<Marker>()
      value.note = nil
      #expect(try AutoJSONEncoder().encodeToString(value) == #"{"value":1,"note":null}"#)
    }
    let encoder = AutoJSONEncoder()
    encoder.limits.maximumDepth = 1
    let decoder = AutoJSONDecoder()
    decoder.limits.maximumDepth = 1
    try check(Int.self) { _ = try? encoder.encode($0) }
    try check(Bool.self) { _ in _ = try? decoder.decode(Ruled<Bool>.self, from: Data("{}".utf8)) }
    try check(String.self) {
      let encoder = JSONEncoder()
      encoder.userInfo[.maximumDepth] = 1
      _ = try? encoder.encode(["a": [$0]])
    }
  }

  @Test("a written name is no longer written once another type is registered under it")
  func names() throws {
    let animals: [Quadruped] = [Lioness()]
    #expect(try AutoJSONEncoder().encodeToString(animals) == #"[{"$class":"FirstUse.Lioness"}]"#)
    _ = try KeyedArchiveEncoder().encode(animals)
    try TypeMap.register(Statuette<Int>.self)
    // It would be read as a statue.
    #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(animals) }
    #expect(throws: EncodingError.self) { try KeyedArchiveEncoder().encode(animals) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(animals) }
    let statues: [Quadruped] = [Statuette<Int>()]
    #expect(try AutoJSONEncoder().encodeToString(statues) == #"[{"$class":"FirstUse.Lioness"}]"#)
  }

  @Test("what the rules of a type catch is no failure of its first value")
  func failingRules() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .nilForUndecodable
    for _ in 0..<2 {
      #expect(try decoder.decode(Lenient.self, from: Data(#"{"part":7}"#.utf8)).part == nil)
    }
  }
}

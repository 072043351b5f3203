import AutoCoding
import Foundation
import Testing

/// Everything is done from the main actor and away from it.
nonisolated struct IsolationTests {
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  static func structs() throws {
    #expect(try text(Point(x: 1, y: 2)) == #"{"x":1,"y":2}"#)
    #expect(try value([Point].self, #"[{"x":1,"y":2}]"#) == [Point(x: 1, y: 2)])
    #expect(try text(Pair(first: 1, second: ["a"])) == #"{"first":1,"second":["a"]}"#)
    #expect(try value(Pair<Int, Point>.self, #"{"first":1,"second":{"x":1,"y":2}}"#).second.y == 2)
  }

  static func customization() throws {
    #expect(try text(Settings()) == #"{"SIZE":5,"name":"n"}"#)
    let settings = try value(Settings.self, #"{"SIZE":6,"calls":9,"draft":"x","secret":"x","title":"t"}"#)
    var expected = Settings()
    (expected.name, expected.size, expected.calls) = ("t", 6, 1)
    #expect(settings == expected)
    #expect(String(describing: try TypeMap(reflecting: Settings.self)).contains("secret"))
  }

  static func classes() throws {
    #expect(try text(Person()) == #"{"name":"n"}"#)
    #expect(try text(Teacher()) == #"{"name":"n","subject":"c"}"#)
    let head = try value(Head.self, #"{"mode":null,"points":[{"x":1,"y":2}],"session":[2],"subject":"x"}"#)
    #expect(head.course == "x" && head.points == [Point(x: 1, y: 2)] && head.session == [1] && head.mode == nil)
    // A nil that the default would replace is written.
    #expect(try text(head) == #"{"mode":null,"name":"n","points":[{"x":1,"y":2}],"subject":"x"}"#)
    let immutable = try value(Immutable.self, #"{"level":"high","number":3}"#)
    #expect(immutable.number == 3 && immutable.level == .high)
    #expect(try text(immutable) == #"{"level":"high","number":3}"#)
  }

  static func enums() throws {
    #expect(try text([Mode.on, .off]) == #"[{"on":{}},{"off":{}}]"#)
    #expect(try value([Mode].self, #"[{"on":{}},{"off":{}}]"#) == [.on, .off])
    #expect(try text([Level.low]) == #"["low"]"#)
    #expect(try value([Level].self, #"["high"]"#) == [.high])
    #expect(try text([Options(rawValue: 3)]) == "[3]")
    #expect(try value([Options].self, "[3]") == [Options(rawValue: 3)])
  }

  static func nested() throws {
    let head = Head()
    head.points = [Point(x: 0, y: -1)]
    let everything = Everything(
      pair: Pair(first: Point(x: 1, y: 2), second: [.off]), levels: ["a": .high], options: [], head: head,
      plain: PlainValue(point: Point(x: 3, y: 4)), node: Node(value: 1, next: Node(value: 2, next: nil)))
    let written = try text(everything)
    #expect(
      written
        == #"{"head":{"mode":{"on":{}},"name":"n","points":[{"x":0,"y":-1}],"subject":"c"},"levels":{"a":"high"},"#
        + #""node":{"next":{"value":2},"value":1},"options":0,"pair":{"first":{"x":1,"y":2},"second":[{"off":{}}]},"#
        + #""plain":{"point":{"x":3,"y":4}}}"#)
    #expect(try text(value(Everything.self, written)) == written)
    let list = try PropertyListEncoder().encode(everything)
    #expect(try text(PropertyListDecoder().decode(Everything.self, from: list)) == written)
  }

  static func all() throws {
    try structs()
    try customization()
    try classes()
    try enums()
    try nested()
  }

  @MainActor @Test func mainActor() throws {
    try Self.all()
  }

  @Test func nonisolatedSynchronous() throws {
    try Self.all()
  }

  @concurrent @Test func nonisolatedAsynchronous() async throws {
    try Self.all()
  }

  @Test func detachedTasks() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { try Self.all() }
      }
      try await group.waitForAll()
    }
    try await Task.detached { try Self.all() }.value
  }

  /// A model made on one side is read on the other.
  @MainActor @Test func acrossTheBoundary() async throws {
    let data = try JSONEncoder().encode(Point(x: 1, y: 2))
    let point = try await Task.detached { try JSONDecoder().decode(Point.self, from: data) }.value
    #expect(point == Point(x: 1, y: 2))
  }
}

/// Written without a word about isolation, as most tests under this setting are: it runs on the main actor.
struct IsolationDefaultTests {
  @Test func oneLiners() throws {
    try IsolationTests.all()
  }

  @Test func wrapper() throws {
    let data = try JSONEncoder().encode(HasWrapper(count: 4))
    #expect(String(decoding: data, as: UTF8.self) == #"{"count":4}"#)
    #expect(try JSONDecoder().decode(HasWrapper.self, from: data) == HasWrapper(count: 4))
  }

  @Test func localModel() throws {
    struct Local: AutoCoding { var number = 1 }
    let data = try JSONEncoder().encode(Local(number: 2))
    #expect(try JSONDecoder().decode(Local.self, from: data).number == 2)
  }
}

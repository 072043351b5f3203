import AutoCoding
import Foundation
import Testing

/// `CodingKeys` with integers, under a format whose keys are integers; the compiler's code is the judge.
struct IntegerKeyTests {
  fileprivate enum Auto {
    struct Message: AutoCoding, Equatable {
      enum CodingKeys: Int, CodingKey { case id = 1, note = 7, text = 3, flags = 2 }
      var text: String
      var note: String?
      let id: Int
      var cache: String?
      var flags: [Bool]
      init(id: Int, text: String, note: String?, flags: [Bool]) {
        (self.id, self.text, self.note, self.flags) = (id, text, note, flags)
      }
    }

    final class Box: AutoCoding {
      enum CodingKeys: Int, CodingKey { case messages = -1, first }
      var first: Message?
      var messages: [String: Message]
      init(first: Message?, messages: [String: Message]) { (self.first, self.messages) = (first, messages) }
    }

    enum Event: AutoCoding, Equatable {
      enum CodingKeys: Int, CodingKey { case closed = 10, opened = 11, sent = 12, moved = 13 }
      case opened
      case sent(Message, count: Int)
      case moved(x: Double, y: Double)
      case closed
    }

    /// Some keys have an integer, others have not.
    struct Mixed: AutoCoding, Equatable {
      enum CodingKeys: String, CodingKey {
        case number, text, other
        var intValue: Int? { self == .text ? nil : rawValue.utf8.count }
      }
      var text: String
      var number: Int
      var other: Event
    }
  }

  fileprivate enum Twin {
    struct Message: Codable, Equatable {
      enum CodingKeys: Int, CodingKey { case id = 1, note = 7, text = 3, flags = 2 }
      var text: String
      var note: String?
      let id: Int
      var cache: String?
      var flags: [Bool]
      init(id: Int, text: String, note: String?, flags: [Bool]) {
        (self.id, self.text, self.note, self.flags) = (id, text, note, flags)
      }
    }

    final class Box: Codable {
      enum CodingKeys: Int, CodingKey { case messages = -1, first }
      var first: Message?
      var messages: [String: Message]
      init(first: Message?, messages: [String: Message]) { (self.first, self.messages) = (first, messages) }
    }

    enum Event: Codable, Equatable {
      enum CodingKeys: Int, CodingKey { case closed = 10, opened = 11, sent = 12, moved = 13 }
      case opened
      case sent(Message, count: Int)
      case moved(x: Double, y: Double)
      case closed
    }

    struct Mixed: Codable, Equatable {
      enum CodingKeys: String, CodingKey {
        case number, text, other
        var intValue: Int? { self == .text ? nil : rawValue.utf8.count }
      }
      var text: String
      var number: Int
      var other: Event
    }
  }

  private func check<Model: Codable, Other: Codable>(_ model: Model, _ twin: Other) throws {
    let encoded = try IntegerKeyedValue.encoding(twin)
    #expect(try IntegerKeyedValue.encoding(model) == encoded)
    // Each reads the other's, in any order.
    for data in [encoded, encoded.reversed] {
      #expect(try IntegerKeyedValue.encoding(data.decode(Model.self)) == encoded)
      #expect(try IntegerKeyedValue.encoding(data.decode(Other.self)) == encoded)
    }
    // Formats without integers have the text.
    for coder in TestCoder.jsonLike { #expect(try coder.jsonText(of: model) == coder.jsonText(of: twin)) }
  }

  private let message = Auto.Message(id: 5, text: "t", note: nil, flags: [true])
  private let messageTwin = Twin.Message(id: 5, text: "t", note: nil, flags: [true])

  @Test("structs and classes are written under their integers, in the order of the keys")
  func records() throws {
    #expect(
      try IntegerKeyedValue.encoding(message)
        == .map([
          .init(key: .int(1), value: .int(5)), .init(key: .int(3), value: .text("t")),
          .init(key: .int(2), value: .array([.bool(true)])),
        ]))
    try check(message, messageTwin)
    try check(
      Auto.Message(id: 5, text: "t", note: "n", flags: []), Twin.Message(id: 5, text: "t", note: "n", flags: []))
    try check(
      Auto.Box(first: message, messages: ["a": message]), Twin.Box(first: messageTwin, messages: ["a": messageTwin]))
    try check(
      Auto.Mixed(text: "a", number: 1, other: .opened), Twin.Mixed(text: "a", number: 1, other: .opened))
    try check([message, message], [messageTwin, messageTwin])
  }

  @Test("cases of enums are")
  func enums() throws {
    try check(Auto.Event.opened, Twin.Event.opened)
    try check(Auto.Event.moved(x: 1, y: 2), Twin.Event.moved(x: 1, y: 2))
    try check([Auto.Event.sent(message, count: 2), .closed], [Twin.Event.sent(messageTwin, count: 2), .closed])
    let both = IntegerKeyedValue.map([
      .init(key: .int(10), value: .map([])), .init(key: .int(11), value: .map([])),
    ])
    #expect(throws: DecodingError.self) { try both.decode(Auto.Event.self) }
    #expect(throws: DecodingError.self) { try IntegerKeyedValue.map([]).decode(Auto.Event.self) }
  }

  /// The compiler has no `Codable` for what a subclass adds; this is what one writes by hand.
  fileprivate class Base: AutoCoding {
    enum CodingKeys: Int, CodingKey { case second = 2, first = 1 }
    var first = 1
    var second = 2
    init() {}
  }
  fileprivate final class Sub: Base { var third = 3 }

  @Test("a level below the keys is written under its properties' names, after them")
  func hierarchies() throws {
    #expect(
      try IntegerKeyedValue.encoding(Sub())
        == .map([
          .init(key: .int(2), value: .int(2)), .init(key: .int(1), value: .int(1)),
          .init(key: .text("third"), value: .int(3)),
        ]))
    let base: Base = Sub()
    let back = try IntegerKeyedValue.encoding(["a": base]).decode([String: Base].self)
    #expect((back["a"] as? Sub)?.third == 3)
  }

  private struct Renamed: AutoCoding, Equatable {
    enum CodingKeys: Int, CodingKey { case name = 1, city = 2, zip = 3, age = 4 }
    var age: Int? = 1
    var name: String
    var city: String
    var zip: String
    static var propertyKeys: [String: String] { ["city": "address.city", "zip": "address.zip", "name": "n"] }
    static var propertyRules: PropertyRules { ["age": .formerly("years")] }
  }

  @Test("a key of propertyKeys takes the place of the whole key")
  func propertyKeys() throws {
    let value = Renamed(age: 1, name: "a", city: "b", zip: "c")
    let encoded = IntegerKeyedValue.map([
      .init(key: .text("n"), value: .text("a")),
      .init(
        key: .text("address"),
        value: .map([.init(key: .text("city"), value: .text("b")), .init(key: .text("zip"), value: .text("c"))])),
      .init(key: .int(4), value: .int(1)),
    ])
    #expect(try IntegerKeyedValue.encoding(value) == encoded)
    #expect(try encoded.decode(Renamed.self) == value)
    guard case .map(var members) = encoded else { return }
    members[2] = .init(key: .text("years"), value: .int(9))
    #expect(try IntegerKeyedValue.map(members).decode(Renamed.self).age == 9)
  }

  private struct Defaults: AutoCoding, DefaultInitializable, Equatable {
    enum CodingKeys: Int, CodingKey { case b = 2, a = 1 }
    var a: Int? = 1
    var b = 2
    static var archiveVersion: Int { 3 }
  }

  @Test("missing keys keep defaults, and versions and nils are where they are")
  func defaults() throws {
    var value = Defaults()
    value.a = nil
    #expect(
      try IntegerKeyedValue.encoding(value)
        == .map([
          .init(key: .text("$version"), value: .int(3)), .init(key: .int(2), value: .int(2)),
          .init(key: .int(1), value: .null),
        ]))
    #expect(try IntegerKeyedValue.encoding(value).decode(Defaults.self) == value)
    let partial = IntegerKeyedValue.map([
      .init(key: .text("$version"), value: .int(3)), .init(key: .int(1), value: .int(7)),
    ])
    #expect(try partial.decode(Defaults.self) == Defaults(a: 7, b: 2))
  }

  @Test("an error has the integer in its path")
  func errors() throws {
    let data = IntegerKeyedValue.map([
      .init(key: .int(1), value: .int(5)), .init(key: .int(3), value: .bool(true)),
      .init(key: .int(2), value: .array([])),
    ])
    let error = #expect(throws: DecodingError.self) { try data.decode(Auto.Message.self) }
    guard case .typeMismatch(_, let context)? = error else {
      Issue.record("not a mismatch: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.intValue) == [3] && context.codingPath.map(\.stringValue) == ["text"])
  }
}

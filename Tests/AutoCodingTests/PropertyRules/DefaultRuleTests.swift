import AutoCoding
import Foundation
import Testing

enum RuleDefaults {
  /// What is there of ``Settings`` in the data.
  struct Sparse: AutoCoding { var user = "u" }

  final class Box: AutoCoding {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  enum Status: String, AutoCoding { case active, idle }

  struct Settings: AutoCoding {
    let user: String
    var volume: Double
    var level: UInt8
    var ratio: Float
    var price: Decimal
    var names: [String]
    var tags: Set<Int>
    var ages: [String: Int]
    var bytes: Data
    var note: String?
    var title: String?
    var limit: Int?
    var letters: Substring
    var created: Date
    var id: UUID
    var box: Box
    var status: Status
    var anything: any AutoCoding
    var drafts: [String] = ["d"]
    @Transient var seen = false
    @Transient var hint: String? = "h"

    static let formerTypeNames = ["AutoCodingTests.RuleDefaults.Sparse", "AutoCodingTests.RuleDefaults.Nothing"]
    static var propertyRules: PropertyRules {
      [
        "volume": .default(0), "level": .default(0), "ratio": .default(0.5), "price": .default(-3),
        "names": .default([]),
        "tags": .default([]), "ages": .default([:]), "bytes": .default([]), "note": .default(nil),
        "title": .default("t"),
        "limit": .default(7), "letters": .default("s"), "created": .default(Date()), "id": .default(UUID()),
        "box": .default(Box(5)), "status": .default(Status.idle), "anything": .default(Box(8) as any AutoCoding),
        "drafts": .excluded(default: []), "seen": .default(true), "hint": .default("x"),
      ]
    }
  }

  struct Marked: AutoCoding {
    let user: String
    @Transient var seen = false
    static let formerTypeNames = ["AutoCodingTests.RuleDefaults.Sparse", "AutoCodingTests.RuleDefaults.Nothing"]
    static var propertyRules: PropertyRules { ["seen": .default(false)] }
  }

  struct Stamped: AutoCoding {
    let user: String
    @Transformed<SecondsSince1970> var created: Date
    @Transformed<NumberAsText<Int>> var count: Int
    static let formerTypeNames = ["AutoCodingTests.RuleDefaults.Sparse", "AutoCodingTests.RuleDefaults.Nothing"]
    static var propertyRules: PropertyRules {
      ["created": .default(Date(timeIntervalSince1970: 5)), "count": .default(7)]
    }
  }

  class Counter: AutoCoding, DefaultInitializable {
    var count = 1
    var title: String? = "t"
    var other = 2
    var list = [1]
    var object = Box(1)
    @Transient var seen = false
    class var formerTypeNames: Set<String> {
      ["AutoCodingTests.RuleDefaults.Sparse", "AutoCodingTests.RuleDefaults.Nothing"]
    }
    class var unEncodedProperties: Set<String> { ["list"] }
    class var propertyRules: PropertyRules {
      [
        "count": .default(12), "title": .default(nil), "list": .default([9]), "object": .default(Box(3)),
        "seen": .default(true),
      ]
    }
    required init() {}
  }

  struct Mistaken: AutoCoding {
    var level: UInt8
    var whole: Int
    var ratio: Double
    var ages: [String: Int]
    var list: [Double]
    var status: Status
    var box: Box
    var any: any AutoCoding
    var text: String
    var action: () -> Void
    weak var owner: Box?
    var twice: Int
    static func rule(_ line: Int, _ literal: PropertyRule.DefaultLiteral) -> PropertyRule {
      .default(literal, fileID: "App/Model.swift", line: line, column: 1)
    }
    static func made<Value>(_ line: Int, _ value: @autoclosure @escaping @Sendable () -> Value) -> PropertyRule {
      .default(value(), fileID: "App/Model.swift", line: line, column: 1)
    }
    static var propertyRules: PropertyRules {
      [
        "level": rule(1, 300), "whole": rule(2, 0.5), "ratio": made(3, 1 + 2), "ages": rule(4, []),
        "list": made(5, [1, 2]), "status": rule(6, "idle"), "box": made(7, 3), "any": made(8, Sparse()),
        "text": rule(9, nil), "owner": rule(11, nil),
        "action": .excluded(default: {} as () -> Void, fileID: "App/Model.swift", line: 10, column: 1),
        "twice": rule(12, 1).default(2, fileID: "App/Model.swift", line: 13, column: 1),
      ]
    }
  }
}

/// Defaults of rules.
struct DefaultRuleTests {
  @Test("a missing key takes the default, in a type without init()", arguments: RuleFormat.all)
  func missing(format: RuleFormat) throws {
    let begin = Date()
    let first = try format.decode(RuleDefaults.Settings.self, of: RuleDefaults.Sparse(user: "a"))
    let second = try format.decode(RuleDefaults.Settings.self, of: RuleDefaults.Sparse(user: "b"))
    #expect((first.user, second.user) == ("a", "b"))
    #expect((first.volume, first.level, first.ratio, first.price) == (0, 0, 0.5, -3))
    #expect(first.names.isEmpty && first.tags.isEmpty && first.ages.isEmpty && first.bytes.isEmpty)
    #expect((first.note, first.title, first.limit, first.letters) == (nil, "t", 7, "s"))
    #expect(first.created >= begin && second.created >= first.created && first.id != second.id)
    #expect(first.box.number == 5 && first.box !== second.box && first.status == .idle)
    #expect((first.anything as? RuleDefaults.Box)?.number == 8)
    #expect(first.drafts.isEmpty && first.seen && first.hint == "x")
  }

  @Test("what is there wins over the default; nil is not lost", arguments: RuleFormat.all)
  func present(format: RuleFormat) throws {
    let value = RuleDefaults.Settings(
      user: "u", volume: 1, level: 2, ratio: 3, price: 4, names: ["n"], tags: [1], ages: ["a": 1], bytes: Data([1]),
      note: "n", title: nil, limit: nil, letters: "l", created: Date(timeIntervalSince1970: 5), id: UUID(),
      box: RuleDefaults.Box(6), status: .active, anything: RuleDefaults.Box(9), drafts: ["e"])
    let copy = try format.copy(value)
    #expect((copy.volume, copy.level, copy.ratio, copy.price, copy.names) == (1, 2, 3, 4, ["n"]))
    #expect(copy.tags == [1] && copy.ages == ["a": 1] && copy.bytes == Data([1]))
    #expect((copy.note, copy.title, copy.limit, copy.letters) == ("n", nil, nil, "l"))
    #expect(copy.created == value.created && copy.id == value.id && copy.box.number == 6 && copy.status == .active)
    #expect((copy.anything as? RuleDefaults.Box)?.number == 9 && copy.drafts.isEmpty)
  }

  @Test("the default wins over init()", arguments: RuleFormat.all.dropLast())
  func initialized(format: RuleFormat) throws {
    let counter = try format.decode(RuleDefaults.Counter.self, of: RuleDefaults.Sparse())
    let other = try format.decode(RuleDefaults.Counter.self, of: RuleDefaults.Sparse())
    #expect((counter.count, counter.title, counter.other, counter.list) == (12, nil, 2, [9]))
    #expect(counter.object.number == 3 && counter.object !== other.object && counter.seen)
  }

  @Test("the default wins over init() of objects that are coded", arguments: RuleFormat.all)
  func objects(format: RuleFormat) throws {
    let counter = RuleDefaults.Counter()
    (counter.count, counter.title, counter.other, counter.list) = (3, nil, 4, [])
    let copy = try format.copy(counter)
    #expect((copy.count, copy.title, copy.other, copy.list) == (3, nil, 4, [9]))
    #expect(copy.object.number == 1 && copy.seen)
    counter.title = "u"
    #expect(try format.copy(counter).title == "u")
  }

  @Test("a nil that would come back as a default is written; another is left out")
  func nils() throws {
    let counter = RuleDefaults.Counter()
    counter.title = nil
    let text = String(decoding: try AutoJSONEncoder().encode(counter), as: UTF8.self)
    #expect(text == #"{"count":1,"other":2,"object":{"number":1}}"#)
    let settings = try AutoJSONDecoder().decode(RuleDefaults.Settings.self, from: Data(#"{"user":"u"}"#.utf8))
    var copy = settings
    copy.limit = nil
    for data in [try AutoJSONEncoder().encode(copy), try JSONEncoder().encode(copy)] {
      let text = String(decoding: data, as: UTF8.self)
      #expect(text.contains(#""limit":null"#) && !text.contains("note"))
    }
  }

  @Test("@Transient beside a required property", arguments: RuleFormat.all)
  func transient(format: RuleFormat) throws {
    var value = try format.decode(RuleDefaults.Marked.self, of: RuleDefaults.Sparse(user: "a"))
    #expect(value.user == "a" && !value.seen)
    value.seen = true
    #expect(try !format.copy(value).seen)
  }

  @Test("the default of a transformed property is that of its value", arguments: RuleFormat.all)
  func transformed(format: RuleFormat) throws {
    var value = try format.decode(RuleDefaults.Stamped.self, of: RuleDefaults.Sparse(user: "a"))
    #expect(value.created == Date(timeIntervalSince1970: 5) && value.count == 7)
    value.count = 8
    #expect(try format.copy(value).count == 8)
  }

  @Test("numbers of every type take a literal")
  func numbers() throws {
    struct Numbers: AutoCoding, Equatable {
      var width: CGFloat, height: CGFloat?, half: Float16, wide: Int128, size: CGSize
      static let propertyRules: PropertyRules = [
        "width": .default(2), "height": .default(0.5), "half": .default(3), "wide": .default(-4),
        "size": .default(CGSize(width: 1, height: 2)),
      ]
    }
    let expected = Numbers(width: 2, height: 0.5, half: 3, wide: -4, size: CGSize(width: 1, height: 2))
    #expect(try AutoJSONDecoder().decode(Numbers.self, from: Data("{}".utf8)) == expected)
    #expect(try JSONDecoder().decode(Numbers.self, from: Data("{}".utf8)) == expected)
    struct Inexact: AutoCoding {
      var width: CGFloat
      static let propertyRules: PropertyRules = ["width": .default(9_007_199_254_740_993)]
    }
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Inexact.self) }
  }

  @Test("null takes the default under leniency alone")
  func null() throws {
    let data = Data(#"{"user":"u","level":null,"limit":null}"#.utf8)
    let decoder = AutoJSONDecoder()
    #expect(throws: DecodingError.self) { try decoder.decode(RuleDefaults.Settings.self, from: data) }
    decoder.leniency = .defaultsForNull
    let value = try decoder.decode(RuleDefaults.Settings.self, from: data)
    #expect(value.level == 0 && value.limit == nil)
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(RuleDefaults.Settings.self, from: Data(#"{"user":null}"#.utf8))
    }
    guard case .valueNotFound? = error else { return #expect(Bool(false), "\(error.debugDescription)") }
  }

  @Test("a missing key without a default is an error", arguments: RuleFormat.all)
  func required(format: RuleFormat) {
    let error = #expect(throws: DecodingError.self) {
      try format.decode(RuleDefaults.Settings.self, of: RuleDefaults.Nothing())
    }
    guard case .keyNotFound(let key, _)? = error else { return #expect(Bool(false), "\(error.debugDescription)") }
    #expect(key.stringValue == "user")
  }

  @Test("a default of another type is refused, with what to write")
  func refused() {
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: RuleDefaults.Mistaken.self) }
    let problems = error?.problems.map {
      $0.description.replacing("AutoCodingTests.RuleDefaults.Mistaken.", with: "")
    }
    func place(_ line: Int) -> String { "propertyRules (App/Model.swift:\(line):1)" }
    #expect(
      problems?.sorted() == [
        "action: () -> (): \(place(10)) gives it a default of type () -> (), but the default of a function cannot be stored. Make the property Optional: its default is nil.",
        "ages: Dictionary<String, Int>: \(place(4)) gives it the default [], which is not of type Dictionary<String, Int>. Write .default([:]).",
        "any: AutoCoding: \(place(8)) gives it a default of type Sparse, which is not of type any AutoCoding. Write .default(… as any AutoCoding).",
        "box: Box: \(place(7)) gives it a default of type Int, which is not of type Box. Write .default(… as Box).",
        "level: UInt8: \(place(1)) gives it the default 300, which does not fit into UInt8. State a number that does, or give the property another type.",
        "list: Array<Double>: \(place(5)) gives it a default of type Array<Int>, which is not of type Array<Double>. Write .default(… as Array<Double>).",
        "owner: Optional<Box>: It is left out (weak; only keyed archives keep it), and \(place(11)) gives it a default. Remove one of them.",
        "ratio: Double: \(place(3)) gives it a default of type Int, which is not of type Double. Write .default(Double(…)).",
        "status: Status: \(place(6)) gives it the default \"idle\", which is not of type Status. Write .default(Status.…).",
        "text: String: \(place(9)) gives it the default nil, which is not of type String. Write .default(String(…)).",
        "twice: Int: \(place(12)) gives it a default, and \(place(13)) gives it a default. Remove one of them.",
        "whole: Int: \(place(2)) gives it the default 0.5, which is not of type Int. Write .default(Int(…)).",
      ])
  }

  @Test("a map shows the defaults")
  func printed() throws {
    let map = try TypeMap(reflecting: RuleDefaults.Counter.self)
    #expect(
      map.properties.map(\.description) == [
        #"Counter.count: Int, key "count", default 12"#, #"Counter.title: Optional<String>, key "title", default nil"#,
        #"Counter.other: Int, key "other""#,
        "Counter.list: Array<Int>, left out: unEncodedProperties of Counter, default by an expression",
        #"Counter.object: Box, key "object", default by an expression"#,
        "Counter.seen: Transient<Bool>, left out: @Transient, default by an expression",
      ])
    #expect(
      map.description == """
        AutoCodingTests.RuleDefaults.Counter: class, 4 coded properties, 2 left out
          property  type              key       declared in  note
          count     Int               "count"   Counter      default 12
          title     Optional<String>  "title"   Counter      default nil
          other     Int               "other"   Counter
          list      Array<Int>        -         Counter      left out: unEncodedProperties of Counter; default by an expression
          object    Box               "object"  Counter      default by an expression
          seen      Transient<Bool>   -         Counter      left out: @Transient; default by an expression
        """)
  }
}

extension RuleDefaults {
  struct Nothing: AutoCoding { var other: Int? }
}

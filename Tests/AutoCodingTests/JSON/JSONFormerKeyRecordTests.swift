import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AutoCoding

/// Records whose properties have former keys, or are only written, on the fast path: what it reads and refuses is what the
/// walk reads and refuses.
struct JSONFormerKeyRecordTests {
  /// A value that counts how many of it are alive.
  fileprivate final class Counted: AutoCoding, Hashable {
    static let living = Atomic(0)
    let number: Int
    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      Self.living.add(1, ordering: .relaxed)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
    deinit { Self.living.subtract(1, ordering: .relaxed) }
    static func == (one: Counted, other: Counted) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  fileprivate struct Renamed: AutoCoding, Hashable {
    var a: Counted
    var b: String
    var c: Int?
    var d: [Renamed]?
    static var propertyRules: PropertyRules {
      ["a": .formerly("old", "older"), "c": .formerly("e").default(5), "d": .formerly("list")]
    }
  }

  fileprivate class Base: AutoCoding, DefaultInitializable {
    var a: Counted?
    var b = "default"
    required init() {}
    class var propertyRules: PropertyRules { ["b": .formerly("old")] }
  }

  fileprivate final class Derived: Base, Hashable {
    var c = 3
    var d: [Renamed] = []
    override class var propertyRules: PropertyRules { ["c": .formerly("e", "list")] }
    static func == (one: Derived, other: Derived) -> Bool {
      one.a == other.a && one.b == other.b && one.c == other.c && one.d == other.d
    }
    func hash(into hasher: inout Hasher) { hasher.combine(b) }
  }

  fileprivate struct Versioned: AutoCoding, Hashable {
    var a: Counted
    var b: String?
    var c: Int?
    static let archiveVersion = 2
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
    static var propertyRules: PropertyRules { ["a": .formerly("old"), "b": .formerly("older")] }
  }

  fileprivate struct Written: AutoCoding, Hashable {
    var a: Counted
    var old: Counted?
    var b: String?
    var e = 4
    static var propertyRules: PropertyRules { ["old": .encodedOnly, "e": .encodedOnly.default(4)] }
  }

  private static let keys = ["a", "b", "c", "d", "e", "old", "older", "list", "written", "other"]
  private static let values = ["null", "1", "-7", "1.5", #""x""#, "[]", "{}", #"{"old":1}"#, "true"]

  private static func value(of key: String, _ depth: Int, _ random: inout SplitMix) -> String {
    if Int.random(in: 0..<60, using: &random) == 0 { return values.randomElement(using: &random) ?? "0" }
    return switch key {
    case "b", "written", "other": #""text \#(Int.random(in: 0..<9, using: &random))""#
    case "d", "list":
      depth > 0 ? "[]" : "[\(object(depth + 1, &random)),\(object(depth + 1, &random))]"
    default: "\(Int.random(in: 0..<99, using: &random))"
    }
  }

  private static func object(_ depth: Int, hasVersion: Bool = false, _ random: inout SplitMix) -> String {
    // Each object has most members once, in any order or in that of the type.
    var members = keys.filter { $0 == "a" || $0 == "b" || Int.random(in: 0..<3, using: &random) > 0 }
    if Int.random(in: 0..<9, using: &random) == 0 { members.removeFirst() }
    if Int.random(in: 0..<5, using: &random) == 0, let again = members.randomElement(using: &random) {
      members.append(again)
    }
    if Bool.random(using: &random) { members.shuffle(using: &random) }
    var texts = members.map { "\"\($0)\":\(value(of: $0, depth, &random))" }
    if hasVersion, Int.random(in: 0..<3, using: &random) > 0 { texts.insert(#""$version":2"#, at: 0) }
    return "{" + texts.joined(separator: Bool.random(using: &random) ? "," : " ,\n  ") + "}"
  }

  /// The options that decide about keys, set for a decoder.
  private static let options: [(String, @Sendable (AutoJSONDecoder) -> Void)] = [
    ("default", { _ in }), ("last", { $0.duplicateKeys = .useLast }), ("throw", { $0.duplicateKeys = .throw }),
    ("report", { $0.unknownKeys = .report }), ("refuse", { $0.unknownKeys = .refuse }),
    ("lenient", { $0.leniency = .all }), ("snake", { $0.keyDecodingStrategy = .convertFromSnakeCase }),
    (
      "report last",
      {
        $0.unknownKeys = .report
        $0.duplicateKeys = .useLast
      }
    ),
  ]

  private static func outcome<Model: AutoCoding & Hashable>(
    _ type: Model.Type, _ text: String, walks: Bool, _ set: (AutoJSONDecoder) -> Void
  ) -> String {
    let decoder = AutoJSONDecoder()
    set(decoder)
    decoder.usesFastPath = !walks
    var issues: [AutoJSONDecoder.Issue] = []
    do {
      let encoder = AutoJSONEncoder()
      let values = try decoder.decode([Model].self, from: text, reporting: &issues)
      let reports = issues.map { "\($0)" }
      return try String(decoding: encoder.encode(values), as: UTF8.self) + reports.joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  private func compare<Model: AutoCoding & Hashable>(_ type: Model.Type) {
    var random = SplitMix(state: 63)
    var (read, refused) = (0, 0)
    for number in 0..<(TestEffort.isThorough ? 4_000 : 300) {
      let texts = (0..<2).map { _ in Self.object(0, hasVersion: Model.archiveVersion > 0, &random) }
      let text = "[\(texts.joined(separator: ","))]"
      let (name, set) = Self.options[number % Self.options.count]
      let walked = Self.outcome(type, text, walks: true, set)
      let found = Self.outcome(type, text, walks: false, set)
      #expect(found == walked, "\(type), \(name): \(text)")
      if walked.hasPrefix("[") { read += 1 } else { refused += 1 }
    }
    #expect(read > 30 && refused > 30, "\(type): \(read) read, \(refused) refused")
    #expect(Counted.living.load(ordering: .relaxed) == 0, "\(type)")
  }

  @Test("are read and refused as by the walk")
  func records() {
    compare(Renamed.self)
    compare(Derived.self)
    compare(Versioned.self)
    compare(Written.self)
  }

  @Test("take the fast path")
  func maps() throws {
    for type in [Renamed.self, Derived.self, Versioned.self, Written.self] as [any AutoCoding.Type] {
      #expect(try TypeMap(reflecting: type).storage.canDecodeInOnePass, "\(type)")
    }
  }
}

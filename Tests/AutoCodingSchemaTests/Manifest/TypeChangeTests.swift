import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// For every pair of types, what a check says of a property whose type changes is what a decoder does with its data.
struct TypeChangeTests {
  struct Holder<Value: Codable>: AutoCoding {
    let value: Value
    static var archivedTypeName: String { "Types.Holder" }
  }

  /// A type with values at its limits.
  private protocol Candidate: Sendable {
    var manifest: ModelManifest { get throws }
    var name: String { get }
    /// The first reason for which values of another candidate are not read as this type, or are others then.
    func loss(of other: any Candidate) throws -> String?
    func encoded() throws -> [[Data]]
  }

  private struct Typed<Value: Codable & Sendable>: Candidate {
    let values: [Value]
    var name: String { "\(Value.self)" }
    var manifest: ModelManifest { get throws { try ModelManifest(of: [Holder<Value>.self]) } }

    func encoded() throws -> [[Data]] {
      try values.map(Holder.init).map {
        [
          try AutoJSONEncoder().encode($0), try AutoPropertyListEncoder().encode($0),
          try KeyedArchiveEncoder().encode($0),
        ]
      }
    }

    func loss(of other: any Candidate) throws -> String? {
      for data in try other.encoded() {
        do {
          let json = try AutoJSONDecoder().decode(Holder<Value>.self, from: data[0])
          _ = try AutoPropertyListDecoder().decode(Holder<Value>.self, from: data[1])
          _ = try KeyedArchiveDecoder().decode(Holder<Value>.self, from: data[2])
          let (before, after) = try (JSONValue(encoding: json), AutoJSONDecoder().decode(JSONValue.self, from: data[0]))
          if before != after { return "\(before) for \(after)" }
        } catch {
          return "\(error)"
        }
      }
      return nil
    }
  }

  private static func integers<Value: FixedWidthInteger & Codable & Sendable>(_: Value.Type) -> any Candidate {
    Typed<Value>(values: [.min, 1, .max])
  }

  private static let candidates: [any Candidate] = [
    integers(Int.self), integers(Int8.self), integers(Int16.self), integers(Int32.self), integers(Int64.self),
    integers(UInt.self), integers(UInt8.self), integers(UInt16.self), integers(UInt32.self), integers(UInt64.self),
    Typed<Float>(values: [0.5, -1, 0.1, 16_777_216]), Typed<Double>(values: [0.1, 1e300, -2]),
    Typed<Decimal>(values: [0.1, Decimal(string: "12345678901234567890.123456789") ?? 0]),
    Typed<Bool>(values: [true, false]), Typed<String>(values: ["", "1", "text"]),
    Typed<Date>(values: [Date(timeIntervalSince1970: 1.5)]), Typed<Data>(values: [Data("abc".utf8)]),
    Typed<URL>(values: [URL(fileURLWithPath: "/a")]), Typed<UUID>(values: [UUID()]),
    Typed<[Int]>(values: [[], [1, .max, 1]]), Typed<[Int8]>(values: [[3, 3]]), Typed<[String]>(values: [["1"]]),
    Typed<Set<Int>>(values: [[], [.max]]), Typed<[String: Int]>(values: [[:], ["1": 1]]),
    Typed<[Int?]>(values: [[1, nil]]), Typed<Int?>(values: [nil, .max]), Typed<String?>(values: [nil, "a"]),
    Typed<[Int]?>(values: [nil, [.max]]), Typed<Int8?>(values: [nil, 1]),
    Typed<Side>(values: Side.allCases), Typed<PlainSide>(values: PlainSide.allCases),
    Typed<Level>(values: Level.allCases), Typed<Marks>(values: [[], Marks(rawValue: -1), Marks(rawValue: .max)]),
    Typed<Side?>(values: [nil, .left]), Typed<[PlainSide]>(values: [[.left, .left]]),
    Typed<Set<Side>>(values: [[.left]]), Typed<[String: Side]>(values: [["a": .left]]),
    Typed<[Side: Int]>(values: [[.left: 1]]),
  ]

  enum Side: String, AutoCoding, CaseIterable { case left, right }
  enum PlainSide: String, Codable, CaseIterable { case left, right, both }
  enum Level: Int, AutoCoding, CaseIterable {
    case least = -9_223_372_036_854_775_808
    case most = 9_223_372_036_854_775_807
  }
  struct Marks: OptionSet, AutoCoding { var rawValue: Int }

  /// Its raw values are not what is written.
  enum NamedSide: Int, Codable, CaseIterable {
    case left, right

    init(from decoder: any Decoder) throws {
      self = try decoder.singleValueContainer().decode(String.self) == "l" ? .left : .right
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(self == .left ? "l" : "r")
    }
  }

  @Test func agreement() throws {
    for old in Self.candidates {
      for new in Self.candidates {
        let changes = try new.manifest.changes(since: old.manifest)
        let says = changes.contains { $0.breaks.contains(.readsOld) }
        let loss = try new.loss(of: old)
        #expect(says == (loss != nil), "\(old.name) to \(new.name): \(changes), \(loss ?? "no loss")")
      }
    }
  }

  /// Its code writes text.
  @Test func otherThanRawValues() throws {
    let types: [any Candidate] = [Typed<NamedSide>(values: []), Typed<Int>(values: [])]
    for (old, new) in zip(types, types.reversed()) {
      let changes = try new.manifest.changes(since: old.manifest)
      #expect(changes.contains { $0.breaks.contains(.readsOld) }, "\(changes)")
    }
  }
}

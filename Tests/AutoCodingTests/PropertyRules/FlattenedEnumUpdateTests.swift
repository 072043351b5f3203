import AutoCoding
import Foundation
import Synchronization
import Testing

/// Updates and migrations of models with flattened enums.
struct FlattenedEnumUpdateTests {
  private typealias Event = FlattenedEnums.Event
  private typealias Inner = FlattenedEnums.Inner
  private typealias MaybeInner = FlattenedEnums.MaybeInner

  enum Way: CaseIterable { case json, containers, dictionary }

  private func update<Value: AutoCoding>(_ value: inout Value, _ text: String, _ way: Way) throws {
    switch way {
    case .json, .containers:
      let decoder = AutoJSONDecoder()
      if way == .containers { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
      try decoder.update(&value, from: text)
    case .dictionary:
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      try DictionaryDecoder().update(&value, from: #require(object))
    }
  }

  @Test("an enum is replaced if the data names a case, and left alone if not", arguments: Way.allCases)
  func updates(way: Way) throws {
    var event = Event(id: 1, payload: .push(commits: 1, refName: "r"), place: "p")
    try update(&event, #"{"title":"t","type":"issue"}"#, way)
    #expect(event == Event(id: 1, payload: .issue(.init(title: "t")), place: "p"))
    try update(&event, #"{"id":3,"commits":5,"type":null}"#, way)
    #expect(event == Event(id: 3, payload: .issue(.init(title: "t")), place: "p"))
    #expect(throws: DecodingError.self) { try update(&event, #"{"id":4,"type":"push"}"#, way) }
    #expect(throws: DecodingError.self) { try update(&event, #"{"id":4,"type":"z"}"#, way) }
    #expect(event.id == 3)

    var maybe = FlattenedEnums.Maybe(id: 1)
    try update(&maybe, #"{"type":"star"}"#, way)
    #expect(maybe == .init(id: 1, payload: .star))

    var outer = MaybeInner(id: 1)
    try update(&outer, #"{"id":2}"#, way)
    #expect(outer == MaybeInner(id: 2))
    try update(&outer, #"{"c":"x","t":"text","name":"n"}"#, way)
    #expect(outer == MaybeInner(id: 2, inner: Inner(name: "n", adjacent: .text("x"))))
    try update(&outer, #"{"t":"none"}"#, way)
    #expect(outer == MaybeInner(id: 2, inner: Inner(name: "n", adjacent: .none)))
    try update(&outer, #"{"name":"o"}"#, way)
    #expect(outer == MaybeInner(id: 2, inner: Inner(name: "o", adjacent: .none)))
  }

  enum Mark: AutoCoding, Equatable {
    case a(x: Int), b
    static let typeRules = TypeRules(caseKey: "mark")
  }

  struct Versioned: AutoCoding, Equatable {
    var id: Int
    var payload: FlattenedEnums.Payload
    var mark: Mark?
    static let propertyRules: PropertyRules = ["payload": .flattened, "mark": .flattened]
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("kind", to: "type")
      properties.renameKey("count", to: "commits")
      if properties.contains("old") {
        try properties.encode("a", forKey: "mark")
        try properties.encode(7, forKey: "x")
      }
    }
  }

  @Test("a migration changes the names of cases and the keys of their values", arguments: TestCoder.jsonLike)
  func migrations(coder: TestCoder) throws {
    let value = Versioned(id: 1, payload: .push(commits: 4, refName: nil), mark: .b)
    let text = #"{"$version":1,"commits":4,"id":1,"mark":"b","type":"push"}"#
    #expect(try coder.jsonText(of: value) == text)
    #expect(try coder.decode(Versioned.self, fromJSON: text) == value)
    // Other coders do not migrate, nor does a dictionary coder with such a strategy.
    guard coder != .foundationJSON, coder != .dictionaryContainers else { return }
    let old = #"{"$version":0,"kind":"push","count":4,"id":1}"#
    #expect(try coder.decode(Versioned.self, fromJSON: old) == Versioned(id: 1, payload: value.payload))
    let older = #"{"old":true,"kind":"push","$version":0,"count":4,"id":1}"#
    #expect(
      try coder.decode(Versioned.self, fromJSON: older) == Versioned(id: 1, payload: value.payload, mark: .a(x: 7)))
    for damaged in [
      #"{"$version":0,"id":1}"#, #"{"$version":0,"kind":"z","id":1}"#, #"{"$version":0,"kind":5,"id":1}"#,
    ] {
      #expect(throws: DecodingError.self) { try coder.decode(Versioned.self, fromJSON: damaged) }
    }
  }

  struct Before: AutoCoding { var id = 1 }

  struct Required: AutoCoding {
    var id: Int
    var mark: Mark
    static let propertyRules: PropertyRules = ["mark": .flattened]
    static var archivedTypeName: String { Before.archivedTypeName }
  }

  struct Gained: AutoCoding, Equatable {
    var id: Int
    var mark: Mark
    var other: FlattenedEnums.Payload?
    static let propertyRules: PropertyRules = ["mark": .flattened.default(Mark.b), "other": .flattened]
    static var archivedTypeName: String { Before.archivedTypeName }
  }

  @Test("data without the property is read as any other", arguments: TestCoder.allCases)
  func gained(coder: TestCoder) throws {
    let old = try coder.encode(Before())
    #expect(try coder.decode(Gained.self, from: old) == Gained(id: 1, mark: .b))
    #expect(throws: DecodingError.self) { try coder.decode(Required.self, from: old) }
    let value = Gained(id: 2, mark: .a(x: 3), other: .star)
    #expect(try coder.decode(Gained.self, from: coder.encode(value)) == value)
  }

  @Test("a migration does so in an update", arguments: [Way.json, .dictionary])
  func migratedUpdates(way: Way) throws {
    var value = Versioned(id: 1, payload: .star, mark: .b)
    try update(&value, #"{"$version":0,"kind":"push","count":4}"#, way)
    #expect(value == Versioned(id: 1, payload: .push(commits: 4, refName: nil), mark: .b))
    try update(&value, #"{"$version":0,"id":2,"old":1}"#, way)
    #expect(value == Versioned(id: 2, payload: .push(commits: 4, refName: nil), mark: .a(x: 7)))
  }

  @Test("a migrated object has no unknown keys but those of nothing in it")
  func migratedUnknownKeys() throws {
    let decoder = AutoJSONDecoder()
    decoder.unknownKeys = .refuse
    let old = #"{"$version":0,"kind":"push","count":4,"id":1,"mark":"b","x":5}"#
    #expect(try decoder.decode(Versioned.self, from: old).mark == .b)
    #expect(throws: DecodingError.self) {
      try decoder.decode(Versioned.self, from: #"{"$version":0,"kind":"push","count":4,"id":1,"z":5}"#)
    }
  }
}

@Suite("Lifetimes of values in flattened enums", .serialized)
struct FlattenedEnumLifetimeTests {
  private static let living = Atomic(0)

  private final class Box: Codable {
    let number: Int
    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      FlattenedEnumLifetimeTests.living.add(1, ordering: .relaxed)
      if number < 0 { throw CocoaError(.coderReadCorrupt) }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
    deinit { FlattenedEnumLifetimeTests.living.subtract(1, ordering: .relaxed) }
  }

  private struct Checked: AutoCoding {
    var checked: Box
    func didDecode() throws { if checked.number == 13 { throw CocoaError(.coderReadCorrupt) } }
  }

  private enum Boxed: AutoCoding {
    case box(box: Box, more: Int), checked(Checked), none
    static let typeRules = TypeRules(caseKey: "b")
  }

  private struct Boxes: AutoCoding {
    var boxed: Boxed?
    var id: Int
    static let propertyRules: PropertyRules = ["boxed": .flattened]
  }

  @Test("nothing is left behind", arguments: TestCoder.jsonLike)
  func errors(coder: TestCoder) {
    for (text, isGood) in [
      (#"{"b":"box","box":1,"more":2,"id":1}"#, true), (#"{"b":"checked","checked":1,"id":1}"#, true),
      (#"{"b":"box","box":1,"more":"x","id":1}"#, false), (#"{"b":"box","box":-1,"more":1,"id":1}"#, false),
      (#"{"b":"box","box":1,"more":1}"#, false), (#"{"b":"box","box":1,"more":1,"id":"x"}"#, false),
      (#"{"b":"checked","checked":13,"id":1}"#, false), (#"{"b":"checked","checked":1}"#, false),
    ] {
      #expect(((try? coder.decode(Boxes.self, fromJSON: text)) != nil) == isGood, "\(text)")
      #expect(Self.living.load(ordering: .relaxed) == 0, "\(text)")
    }
  }
}

import Foundation
import Testing

@testable import AutoCoding

/// Objects with missing, unknown and null keys, which the bridge looks for without asking Foundation's containers.
struct ContainerKeyTests {
  private struct Settings: AutoCoding, DefaultInitializable, Equatable {
    var count = 1, name = "name", ratio = 2.5, isOn = true
    var note: String? = "note", limit: Int?
    var tags = ["a"], start = Date(timeIntervalSinceReferenceDate: 0), size: Int32 = 7
    var inner = Inner(), other: Inner? = Inner(value: 3)
  }
  private struct Inner: AutoCoding, DefaultInitializable, Codable, Equatable { var value = 5, text: String? = "t" }

  /// The same with code written by hand. Null is nil for an Optional, and an error for all else.
  private struct ByHand: Decodable {
    var settings = Settings()

    private enum Key: String, CodingKey { case count, name, ratio, isOn, note, limit, tags, start, size, inner, other }
    private enum InnerKey: String, CodingKey { case value, text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      func value<Value: Decodable>(_ key: Key, _ property: inout Value) throws {
        if container.contains(key) { property = try container.decode(Value.self, forKey: key) }
      }
      func inner(_ key: Key) throws -> Inner {
        let container = try container.nestedContainer(keyedBy: InnerKey.self, forKey: key)
        var inner = Inner()
        if container.contains(.value) { inner.value = try container.decode(Int.self, forKey: .value) }
        if container.contains(.text) { inner.text = try container.decode(String?.self, forKey: .text) }
        return inner
      }
      try value(.count, &settings.count)
      try value(.name, &settings.name)
      try value(.ratio, &settings.ratio)
      try value(.isOn, &settings.isOn)
      try value(.note, &settings.note)
      try value(.limit, &settings.limit)
      try value(.tags, &settings.tags)
      try value(.start, &settings.start)
      try value(.size, &settings.size)
      if container.contains(.inner) { settings.inner = try inner(.inner) }
      if container.contains(.other) { settings.other = try container.decodeNil(forKey: .other) ? nil : inner(.other) }
    }
  }

  private static var members: [(key: String, value: Any)] {
    [
      ("count", 4), ("name", "n"), ("ratio", 1.5), ("isOn", false), ("note", "x"), ("limit", 9), ("tags", ["q", "r"]),
      ("start", 12.5), ("size", 3), ("inner", ["value": 8]), ("other", ["text": "u", "unknown": 1] as [String: Any]),
    ]
  }

  private static func outcome<Value>(_ decode: () throws -> Value) -> (value: Value?, error: String?) {
    do {
      return (try decode(), nil)
    } catch {
      guard let error = error as? DecodingError else { return (nil, "\(error)") }
      return (nil, "\("\(error)".prefix { $0 != ":" && $0 != "(" })")
    }
  }

  @Test("any keys may be missing, null or unknown") func anyKeys() throws {
    var random = SplitMix(state: 7)
    for round in 0..<600 {
      var object: [String: Any] = [:]
      for member in Self.members where Int.random(in: 0..<round % 4 + 1, using: &random) == 0 {
        object[member.key] = Int.random(in: 0..<40, using: &random) == 0 ? NSNull() : member.value
      }
      for number in 0..<Int.random(in: 0..<3, using: &random) { object["unknown\(number)"] = number }
      let data = try JSONSerialization.data(withJSONObject: object)
      let ours = Self.outcome { try JSONDecoder().decode(Settings.self, from: data) }
      let other = Self.outcome { try JSONDecoder().decode(ByHand.self, from: data) }
      #expect(ours.value == other.value?.settings && (ours.error == nil) == (other.error == nil), "\(object)")
    }
  }

  @Test(
    "any keys may be missing in a property list",
    arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func propertyLists(_ format: PropertyListSerialization.PropertyListFormat) throws {
    var random = SplitMix(state: 8)
    for round in 0..<200 {
      var object: [String: Any] = [:]
      for member in Self.members where Int.random(in: 0..<round % 4 + 1, using: &random) == 0 {
        object[member.key] = member.key == "start" ? Date(timeIntervalSinceReferenceDate: 12.5) : member.value
      }
      let data = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
      let ours = try PropertyListDecoder().decode(Settings.self, from: data)
      #expect(try ours == PropertyListDecoder().decode(ByHand.self, from: data).settings, "\(object)")
    }
  }

  private struct Wanted: AutoCoding, Equatable {
    var first: Int, second: String?, third: [Int]?, fourth: Double?, fifth: Inner?
  }
  private struct Twin: Codable, Equatable {
    var first: Int, second: String?, third: [Int]?, fourth: Double?, fifth: Inner?
  }

  @Test("Optionals of a type without defaults are nil if their keys are missing") func withoutDefaults() throws {
    let texts = [
      "{}", #"{"first":1}"#, #"{"first":1,"second":"a"}"#, #"{"first":1,"second":null}"#, #"{"second":"a"}"#,
      #"{"first":1,"fourth":2}"#, #"{"first":1,"third":[1],"fifth":{}}"#, #"{"first":1,"x":2}"#, #"{"x":1,"y":2}"#,
      #"{"first":1,"second":null,"third":null,"fourth":null,"fifth":null}"#, #"{"fifth":null,"first":3}"#,
      #"{"first":1,"second":"a","third":[2],"fourth":3,"fifth":{"value":1,"text":null}}"#, #"{"first":null}"#,
    ]
    for text in texts + texts {
      let ours = Self.outcome { try JSONDecoder().decode(Wanted.self, from: Data(text.utf8)) }
      let twin = Self.outcome { try JSONDecoder().decode(Twin.self, from: Data(text.utf8)) }
      #expect(ours.error == twin.error, "\(text)")
      #expect(ours.value?.first == twin.value?.first && ours.value?.second == twin.value?.second, "\(text)")
      #expect(ours.value?.third == twin.value?.third && ours.value?.fourth == twin.value?.fourth, "\(text)")
      #expect(ours.value?.fifth == twin.value?.fifth, "\(text)")
    }
  }

  private struct Renamed: AutoCoding, DefaultInitializable, Equatable {
    var first = 1, second = 2, third = 3
    static var propertyRules: PropertyRules { ["first": .formerly("old"), "second": .formerly("older")] }
  }

  @Test("former keys are found beside current ones") func formerKeys() throws {
    for (text, value) in [
      (#"{"old":5}"#, Renamed(first: 5)), (#"{"older":5}"#, Renamed(second: 5)), ("{}", Renamed()),
      (#"{"old":5,"third":4}"#, Renamed(first: 5, third: 4)),
      (#"{"first":4,"old":5,"third":6}"#, Renamed(first: 4, third: 6)),
      (#"{"first":4,"old":5,"older":6}"#, Renamed(first: 4, second: 6)),
    ] {
      #expect(try JSONDecoder().decode(Renamed.self, from: Data(text.utf8)) == value, "\(text)")
    }
  }

  private class Animal: AutoCoding {
    var name = "", young: [Animal] = []
    class var archivedTypeName: String { "ContainerKeyAnimal" }
    required init() {}
  }
  private final class Cat: Animal {
    override class var archivedTypeName: String { "ContainerKeyCat" }
  }
  private struct Zoo: AutoCoding { var animals: [Animal], last: Animal? }

  @Test("the class and the version are found among the keys") func classesAndVersions() throws {
    let zoo = Zoo(animals: [Animal(), Cat(), Cat()], last: Cat())
    zoo.animals[0].young = [Cat(), Animal()]
    let data = try JSONEncoder().encode(zoo)
    for _ in 0..<3 {
      let copy = try JSONDecoder().decode(Zoo.self, from: data)
      #expect(copy.animals.map { $0 is Cat } == [false, true, true] && copy.last is Cat)
      #expect(copy.animals[0].young.map { $0 is Cat } == [true, false])
    }
    for text in [
      #"{"animals":[{"name":"a","young":[],"$version":2}]}"#, #"{"animals":[],"$version":1}"#,
      #"{"animals":[],"last":{"$version":1}}"#, #"{"animals":[{"young":[{"$class":"ContainerKeyCat","$version":3}]}]}"#,
    ] {
      #expect(throws: DecodingError.self, "\(text)") { try JSONDecoder().decode(Zoo.self, from: Data(text.utf8)) }
    }
  }

  private final class Tracked {
    nonisolated(unsafe) static var count = 0
    init() { Self.count += 1 }
    deinit { Self.count -= 1 }
  }
  private struct Failing: AutoCoding, DefaultInitializable {
    var first = "a text too long to be stored inline", second = 1, third: [String]? = ["x"]
    @Transient var tracked: Tracked? = Tracked()
  }

  @Test("nothing is left of values that cannot be decoded") func failures() {
    for text in [
      #"{"first":"another long text in memory","second":"x"}"#, #"{"third":[1]}"#, #"{"second":null}"#, "{}",
    ] {
      for _ in 0..<20 { _ = try? JSONDecoder().decode([Failing].self, from: Data("[\(text),\(text)]".utf8)) }
    }
    #expect(Tracked.count == 0)
  }

  private struct Probe: Decodable {
    /// The texts of keys are never freed.
    private static let keys = ["a", "b", "c"].map { PropertyKey($0) }
    var count: Int?, has: [Bool]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: PropertyKey.self)
      let keys = FoundationCoders.keys(of: container)
      count = keys?.count
      has = Self.keys.map { container.has($0) }
      #expect(has == Self.keys.map { container.contains($0) })
      if let keys { #expect(keys.count == PropertyKey.count(of: container)) }
    }
  }

  @Test("the keys of Foundation's containers are known, those of others not") func knownKeys() throws {
    let isKnown = !Portability.isRequired
    for (object, has) in [
      (["a": 1, "c": 2], [true, false, true]), (["x": 1], [false, false, false]), ([:], [false, false, false]),
    ] {
      let json = try JSONSerialization.data(withJSONObject: object)
      let expected = isKnown ? object.count : nil
      let probe = try JSONDecoder().decode(Probe.self, from: json)
      #expect(probe.count == expected && probe.has == has)
      for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
        let list = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
        let probe = try PropertyListDecoder().decode(Probe.self, from: list)
        #expect(probe.count == expected && probe.has == has)
      }
      let own = try AutoJSONDecoder().decode(Probe.self, from: json)
      #expect(own.count == nil && own.has == has)
    }
    let converting = JSONDecoder()
    converting.keyDecodingStrategy = .custom { _ in DynamicKey("a") }
    let converted = try converting.decode(Probe.self, from: Data(#"{"x":1,"y":2}"#.utf8))
    #expect(converted.count == (isKnown ? 1 : nil) && converted.has == [true, false, false])
  }
}

import AutoCoding
import Foundation
import TestModels
import Testing
import ThirdPartyModels

/// A wrapper without `Codable`, which says something of its key.
@propertyWrapper private struct Level: CodedPropertyWrapper, Equatable {
  var wrappedValue: Int
  static var wrapperForMissingKey: Self? { Self(wrappedValue: 5) }
  var isLeftOut: Bool { wrappedValue == 5 }
}

/// A wrapper of an Optional: null is nil, and no missing key.
@propertyWrapper private struct Alias: CodedPropertyWrapper, Equatable {
  var wrappedValue: String?
  init(wrappedValue: String?) { self.wrappedValue = wrappedValue }
  static var wrapperForMissingKey: Self? { Self(wrappedValue: "none") }
}

/// A wrapper of an Optional whose own code writes null, and takes it for nil.
@propertyWrapper private struct Nullable: Codable, CodedPropertyWrapper, Equatable {
  var wrappedValue: Int?
  static var wrapperForMissingKey: Self? { Self(wrappedValue: 9) }
  init(wrappedValue: Int?) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Int.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
  }
}

private struct Nulls: AutoCoding, Equatable { @Nullable var number: Int? }

/// What is left out has to come back: without a value for a missing key nothing is.
@propertyWrapper private struct Kept: CodedPropertyWrapper, Equatable {
  var wrappedValue: Int?
  init(wrappedValue: Int?) { self.wrappedValue = wrappedValue }
  var isLeftOut: Bool { wrappedValue == nil }
}

/// A wrapper without `Codable` that reads numbers from text.
@propertyWrapper private struct Count: CodedPropertyWrapper, Equatable {
  var wrappedValue: Int
  static func makeWrapper(from decoder: any Decoder) throws -> Self {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self), let number = Int(text) { return Self(wrappedValue: number) }
    return Self(wrappedValue: try container.decode(Int.self))
  }
}

private struct Room: AutoCoding, Equatable {
  @Level var level: Int
  @Alias var alias: String?
  @Kept var kept: Int?
  @Count var count: Int
}

private struct Plain: AutoCoding {
  var level: Int?
  var alias: String?? = .some(nil)
  var kept: Int?? = .some(nil)
  var count = "7"
  static var archivedTypeName: String { Room.archivedTypeName }
}

private final class Defaults: AutoCoding, DefaultInitializable {
  @Level var level = 1
  @ThirdPartyFallback<ThirdPartyFalse> var isOn = true
  var name = "x"
  init() {}
}

private struct Pathed: AutoCoding, Equatable {
  @Level var level: Int
  var name: String
  static var propertyKeys: [String: String] { ["level": "a.level", "name": "b.name"] }
}

/// A wrapper of its own `Codable` alone.
@propertyWrapper struct Bare: Codable, Equatable {
  var wrappedValue: Int
  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Int.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

private struct Printed: AutoCoding {
  @Bare var bare = 1
  @ThirdPartyFallback<ThirdPartyFalse> var isOn = false
  @Level var level = 5
  var plain = 1
}

/// A wrapper that is declared a model and whose `Codable` is handwritten.
@propertyWrapper private struct Expandable: AutoCoding {
  private var text: String?
  var wrappedValue: String? { text }
  init(_ text: String?) { self.text = text }
  init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

private struct Expanding: AutoCoding {
  @Expandable var owner: String?
  init(owner: String) { _owner = Expandable(owner) }
}

private struct KeyedExpanding: AutoCoding {
  @Expandable var owner: String?
  static let propertyKeys = ["owner": "owner"]
  init(owner: String) { _owner = Expandable(owner) }
}

/// A property named as the storage of a wrapper, although its type is a model without handwritten code.
private struct Underscored: AutoCoding {
  private var _room = Nulls(number: 1)
  var room: Nulls { _room }
}

/// An empty record in the place of another type.
private struct Nothing: AutoCoding {
  var name = "n"
  var list: [Int] = []
  static var archivedTypeName: String { Zoo.Wrapping.archivedTypeName }
}

/// What property wrappers say of their keys.
struct WrapperKeyTests {
  private struct Aliased: AutoCoding, Equatable, DefaultInitializable { @Alias var alias: String? = "default" }

  @Test("the error for a missing key says what a wrapper can do")
  func missingKey() throws {
    let error = #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().decode(Room.self, from: #"{"kept":1}"#)
    }
    #expect("\(try #require(error))".contains("give its wrapper a wrapperForMissingKey"))
  }

  @Test("leniency that takes null for a default takes it for nil in a wrapper of an Optional")
  func lenientNull() throws {
    let (json, dictionaries) = (AutoJSONDecoder(), DictionaryDecoder())
    (json.leniency, dictionaries.leniency) = (.defaultsForNull, .defaultsForNull)
    let text = #"{"alias":null}"#
    #expect(try json.decode(Aliased.self, from: text).alias == nil)
    #expect(try dictionaries.decode(Aliased.self, from: ["alias": NSNull()]).alias == nil)
    #expect(try AutoJSONDecoder().decode(Aliased.self, from: text).alias == nil)
  }

  @Test(
    "missing, null, other types: as synthesized code has it by the wrapper's overloads", arguments: TestCoder.jsonLike)
  func twin(_ coder: TestCoder) throws {
    let values = [
      (#""isOn":"#, ["true", "false", "null", "1", #""yes""#, "[]", ""]),
      (#""code":"#, [#""12""#, #""x""#, "null", ""]),
      (#""list":"#, ["[1,2]", #"[1,"x",2]"#, "[]"]), (#""numbers":"#, ["[1]", "null", "{}", #"["x"]"#, ""]),
    ]
    var texts: [String] = [""]
    for (key, alternatives) in values {
      texts = texts.flatMap { text in alternatives.map { $0.isEmpty ? text : text + key + $0 + "," } }
    }
    for text in texts {
      let json = "{\(text)\"name\":\"n\"}"
      let twin = try JSONDecoder().decode(Twin.Wrapping.self, from: Data(json.utf8))
      let auto = try coder.decode(Zoo.Wrapping.self, fromJSON: json)
      let isSame =
        auto.isOn == twin.isOn && auto.code == twin.code && auto.list == twin.list && auto.numbers == twin.numbers
      #expect(isSame, "\(json): \(auto)")
      let reference = JSONEncoder()
      reference.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      #expect(try coder.jsonText(of: auto) == String(decoding: reference.encode(twin), as: UTF8.self))
    }
    for json in [#"{"list":[]}"#, #"{"name":"n"}"#, #"{"name":"n","list":null}"#, #"{"name":"n","list":[],"code":1}"#] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Twin.Wrapping.self, from: Data(json.utf8)) }
      #expect(throws: DecodingError.self, "\(json)") { try coder.decode(Zoo.Wrapping.self, fromJSON: json) }
    }
  }

  @Test("keys that are missing in any format", arguments: TestCoder.allCases)
  func missing(_ coder: TestCoder) throws {
    let value = try coder.decode(Zoo.Wrapping.self, from: coder.encode(Nothing()))
    #expect(!value.isOn && value.code == nil && value.list.isEmpty && value.numbers.isEmpty && value.name == "n")
    let several = try coder.decode([Zoo.Wrapping].self, from: coder.encode([Nothing(), Nothing()]))
    #expect(several == [value, value])
  }

  @Test("a wrapper without Codable", arguments: TestCoder.jsonLike)
  func withoutCodable(_ coder: TestCoder) throws {
    let room = try coder.decode(Room.self, fromJSON: #"{"kept":null,"count":"7"}"#)
    #expect(room == Room(level: 5, alias: "none", kept: nil, count: 7))
    #expect(try coder.jsonText(of: room) == #"{"alias":"none","count":7,"kept":null}"#)
    #expect(
      try coder.decode(Room.self, fromJSON: #"{"level":null,"alias":null,"kept":1,"count":2}"#)
        == Room(level: 5, alias: nil, kept: 1, count: 2))
    #expect(throws: DecodingError.self) { try coder.decode(Room.self, fromJSON: #"{"count":1}"#) }
    #expect(throws: DecodingError.self) { try coder.decode(Room.self, fromJSON: #"{"kept":1,"count":true}"#) }
    #expect(throws: DecodingError.self) { try coder.decode(Room.self, fromJSON: #"{"level":"x","kept":1,"count":1}"#) }
  }

  @Test("a wrapper without Codable comes back", arguments: TestCoder.allCases)
  func roundTrips(_ coder: TestCoder) throws {
    for room in [Room(level: 5, alias: "a", kept: 1, count: 2), Room(level: 1, alias: "none", kept: 0, count: 0)] {
      #expect(try coder.roundTrip(room) == room)
    }
    for pathed in [Pathed(level: 5, name: "n"), Pathed(level: 6, name: "")] {
      #expect(try coder.roundTrip(pathed) == pathed)
    }
  }

  @Test("null is what the wrapper's own code makes of it", arguments: TestCoder.allCases)
  func nullable(_ coder: TestCoder) throws {
    for value in [Nulls(number: nil), Nulls(number: 9), Nulls(number: 1)] where coder != .foundationPropertyList {
      #expect(try coder.roundTrip(value) == value)
    }
    guard TestCoder.jsonLike.contains(coder) else { return }
    #expect(try coder.decode(Nulls.self, fromJSON: "{}") == Nulls(number: 9))
  }

  @Test("key paths", arguments: TestCoder.jsonLike)
  func keyPaths(_ coder: TestCoder) throws {
    #expect(try coder.jsonText(of: Pathed(level: 5, name: "n")) == #"{"b":{"name":"n"}}"#)
    #expect(try coder.decode(Pathed.self, fromJSON: #"{"a":null,"b":{"name":"n"}}"#) == Pathed(level: 5, name: "n"))
  }

  @Test("what a wrapper says counts before what init() sets", arguments: TestCoder.jsonLike)
  func defaults(_ coder: TestCoder) throws {
    let value = try coder.decode(Defaults.self, fromJSON: #"{"name":"y"}"#)
    #expect(value.level == 5)
    #expect(value.isOn == false)
    #expect(value.name == "y")
    value.level = 5
    #expect(try coder.jsonText(of: value) == #"{"isOn":false,"name":"y"}"#)
  }

  @Test("a wrapper that is a model with its own code is refused until its key is stated", arguments: TestCoder.jsonLike)
  func modelsAsWrappers(_ coder: TestCoder) throws {
    let error = try #require(throws: AutoCodingError.self) { try coder.jsonText(of: Expanding(owner: "x")) }
    #expect(
      error.description.contains(
        "The storage may be that of a property wrapper '@… var owner', or of a property of that name."))
    #expect(throws: AutoCodingError.self) { try coder.decode(Expanding.self, fromJSON: #"{"owner":"x"}"#) }
    #expect(try coder.jsonText(of: KeyedExpanding(owner: "x")) == #"{"owner":"x"}"#)
    #expect(try coder.decode(KeyedExpanding.self, fromJSON: #"{"owner":"y"}"#).owner == "y")
    #expect(try coder.jsonText(of: Underscored()) == #"{"_room":{"number":1}}"#)
  }

  @Test("the printed type map says who codes a wrapper")
  func printed() throws {
    let lines = try String(describing: TypeMap(reflecting: Printed.self)).split(separator: "\n").map(String.init)
    let notes = lines.dropFirst(2)
    #expect(notes.contains { $0.contains("bare") && $0.hasSuffix("coded by the wrapper's own Codable") })
    #expect(
      notes.contains {
        $0.contains("isOn")
          && $0.hasSuffix("coded by the wrapper's own Codable; the wrapper has a value for a missing key")
      })
    #expect(notes.contains { $0.contains("level") && !$0.contains("own Codable") })
    #expect(notes.contains { $0.contains("plain") && !$0.contains("wrapper") })
  }
}

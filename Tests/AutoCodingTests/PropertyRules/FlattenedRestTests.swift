import AutoCoding
import Foundation
import Testing

/// A flattened dictionary, which has all keys of its object that nothing else has.
struct FlattenedRestTests {
  private struct Envelope: AutoCoding, Equatable {
    var userName = "u"
    var mail: String? = "m"
    var rest: [String: JSONValue] = [:]
    var secret = "s"
    static let propertyRules: PropertyRules = [
      "mail": .formerly("email"), "rest": .flattened, "secret": .excluded(default: "s"),
    ]
  }

  @Test("takes no reserved, former or ignored key", arguments: TestCoder.jsonLike)
  func reading(coder: TestCoder) throws {
    let text = #"{"userName":"a","email":"e","secret":1,"$class":"X","$version":0,"x":{"userName":1},"":0}"#
    let envelope = try coder.decode(Envelope.self, fromJSON: text)
    #expect(envelope == Envelope(userName: "a", mail: "e", rest: ["x": ["userName": 1], "": 0]))
    #expect(try coder.jsonText(of: envelope) == #"{"":0,"mail":"e","userName":"a","x":{"userName":1}}"#)
    let newer = #"{"userName":"a","$version":2}"#
    #expect(throws: DecodingError.self) { try coder.decode(Envelope.self, fromJSON: newer) }
  }

  @Test("a key that has another meaning is an error that names it", arguments: TestCoder.jsonLike)
  func clashes(coder: TestCoder) throws {
    let expected = [
      "userName": "which is that of Envelope.userName", "email": "which is that of Envelope.mail",
      "mail": "which is that of Envelope.mail",
      "secret": "which has another meaning", "$class": "which is reserved", "$version": "which is reserved",
    ]
    for (key, words) in expected {
      let error = #expect(throws: EncodingError.self) { try coder.encode([Envelope(rest: [key: 1])]) }
      guard case .invalidValue(_, let context)? = error else { continue }
      #expect(context.debugDescription.contains("Envelope.rest, which is flattened, has the key \"\(key)\""))
      #expect(context.debugDescription.contains(words), "\(context.debugDescription)")
      #expect(context.codingPath.last?.stringValue == key && context.codingPath.first?.intValue == 0)
    }
  }

  @Test("keys that a strategy makes equal")
  func strategies() throws {
    let envelope = Envelope(rest: ["user_name": 1, "some_key": 2])
    #expect(try AutoJSONEncoder().encodeToString(envelope).contains(#""user_name":1"#))
    let encoder = AutoJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(throws: EncodingError.self) { try encoder.encode(envelope) }
    #expect(throws: EncodingError.self) { try encoder.encode(Envelope(rest: ["someKey": 1, "some_key": 2])) }
    let dictionaries = DictionaryEncoder()
    dictionaries.keyEncodingStrategy = .convertToSnakeCase
    #expect(throws: EncodingError.self) { try dictionaries.encode(envelope) }
    encoder.dateEncodingStrategy = .custom { _, _ in }
    #expect(throws: EncodingError.self) { try encoder.encode(envelope) }
  }

  private struct Styled: AutoCoding, Equatable {
    var userName = "u"
    var rest: [String: JSONValue] = [:]
    static let propertyRules: PropertyRules = ["rest": .flattened]
    static let typeRules = TypeRules(keyStyle: .kebabCase)
  }

  @Test("no strategy converts the keys of a type with a key style")
  func styles() throws {
    let value = Styled(rest: ["someKey": 1, "some_key": 2])
    for containers in [false, true] {
      let encoder = AutoJSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      encoder.outputFormatting = .sortedKeys
      let decoder = AutoJSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      if containers {
        encoder.dateEncodingStrategy = .custom { _, _ in }
        decoder.dateDecodingStrategy = .custom { _ in Date() }
      }
      let text = try encoder.encodeToString(value)
      #expect(text == #"{"someKey":1,"some_key":2,"user-name":"u"}"#)
      #expect(try decoder.decode(Styled.self, from: text) == value)
    }
  }

  private struct Many<Value: Codable & Equatable>: AutoCoding, Equatable {
    var id = 1
    var rest: [String: Value]
    static var propertyRules: PropertyRules { ["rest": .flattened] }
  }

  @Test("values of any type", arguments: TestCoder.allCases)
  func types(coder: TestCoder) throws {
    let places = Many(rest: ["a": Flattened.Place(), "b": Flattened.Place(name: nil)])
    #expect(try coder.roundTrip(places) == places)
    let dates = Many(rest: ["a": Date(timeIntervalSince1970: 0)])
    #expect(try coder.roundTrip(dates) == dates)
    let optionals = Many<Int?>(rest: ["a": 1, "b": nil])
    #expect(try coder.roundTrip(optionals) == optionals)
    let arrays = Many(rest: ["a": [URL(string: "https://a.b")], "c": []])
    #expect(try coder.roundTrip(arrays) == arrays)
    let none = Many<String>(rest: [:])
    #expect(try coder.roundTrip(none) == none)
    if TestCoder.jsonLike.contains(coder) {
      #expect(try coder.jsonText(of: optionals) == #"{"a":1,"b":null,"id":1}"#)
      let wrong = DifferentialOutcome { try coder.decode([Many<Int>].self, fromJSON: #"[{"id":1,"x":"y"}]"#) }.error
      #expect(wrong == "typeMismatch at [0].x")
    }
  }

  private struct Anything: AutoCoding {
    var id = 1
    var rest: [String: Any] = [:]
    static let propertyRules: PropertyRules = ["rest": .flattened]
  }

  @Test("values of no declared type", arguments: TestCoder.jsonLike)
  func anything(coder: TestCoder) throws {
    let text = #"{"a":[1,"x"],"b":{"id":true},"id":1}"#
    let found = try coder.decode(Anything.self, fromJSON: text)
    #expect(found.rest.count == 2 && (found.rest["a"] as? [Any])?.count == 2)
    #expect(try coder.jsonText(of: found) == text)
  }

  @Test("a decoder that refuses unknown keys finds none")
  func unknownKeys() throws {
    let text = #"{"userName":"a","x":1}"#
    let decoder = AutoJSONDecoder()
    decoder.unknownKeys = .refuse
    #expect(try decoder.decode(Envelope.self, from: text).rest == ["x": 1])
    decoder.dateDecodingStrategy = .custom { _ in Date() }
    #expect(try decoder.decode(Envelope.self, from: text).rest == ["x": 1])
    let dictionaries = DictionaryDecoder()
    dictionaries.unknownKeys = .refuse
    #expect(try dictionaries.decode(Envelope.self, from: ["userName": "a", "x": 1]).rest == ["x": 1])

    let plain = AutoJSONDecoder()
    plain.unknownKeys = .refuse
    #expect(try plain.decode(Flattened.Item.self, from: #"{"id":1,"model":"m","isOnline":1}"#).device.model == "m")
    for containers in [false, true] {
      if containers { plain.dateDecodingStrategy = .custom { _ in Date() } }
      let error = #expect(throws: DecodingError.self) {
        try plain.decode(Flattened.Item.self, from: #"{"id":1,"model":"m","device":1}"#)
      }
      guard case .dataCorrupted(let context)? = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == ["device"])
      #expect(context.debugDescription.contains(#""id", "model", "year""#), "\(context.debugDescription)")
    }
    let reporting = AutoJSONDecoder()
    reporting.unknownKeys = .report
    var issues: [AutoJSONDecoder.Issue] = []
    _ = try reporting.decode(
      [Flattened.Item].self, from: Data(#"[{"id":1,"model":"m","device":1}]"#.utf8), reporting: &issues)
    #expect(issues.map { $0.codingPath.map(\.stringValue).joined(separator: ".") } == ["Index 0.device"])
  }

  @Test("a dictionary in a nested model", arguments: TestCoder.jsonLike)
  func nested(coder: TestCoder) throws {
    typealias Configured = Flattened.Configured
    typealias Extended = Flattened.Extended
    #expect(try coder.decode(Configured.self, fromJSON: #"{"id":2}"#).options == Configured().options)
    let found = try coder.decode(Configured.self, fromJSON: #"{"z":true,"level":3}"#)
    #expect(found == Configured(id: 1, options: .init(level: 3, extra: ["z": true])))
    #expect(throws: DecodingError.self) { try coder.decode(Configured.self, fromJSON: #"{"z":true}"#) }
    // No data would be read as what init() sets.
    #expect(try coder.decode(Extended.self, fromJSON: "{}") == Extended(extra: .init()))
    for extended in [Extended(), Extended(extra: .init()), Extended(id: 2, extra: .init(extra: ["y": [1]]))] {
      #expect(try coder.roundTrip(extended) == extended)
    }
    for configured in [Configured(), Configured(options: .init(level: 1)), found] {
      #expect(try coder.roundTrip(configured) == configured)
    }
  }

  @Test("keys of a model that is only written are known, and not taken", arguments: TestCoder.jsonLike)
  func writtenOnly(coder: TestCoder) throws {
    struct Sent: AutoCoding, Equatable {
      var secret: Flattened.Secret?
      var rest: [String: JSONValue] = [:]
      static let propertyRules: PropertyRules = ["secret": .flattened.encodedOnly, "rest": .flattened]
    }
    let found = try coder.decode(Sent.self, fromJSON: #"{"token":"t","session":"s","hash":1,"x":1}"#)
    #expect(found == Sent(rest: ["x": 1]))
    #expect(throws: EncodingError.self) { try coder.encode(Sent(rest: ["token": 1])) }
    let decoder = AutoJSONDecoder()
    decoder.unknownKeys = .refuse
    let text = #"{"id":1,"token":"t","session":"s","latitude":1,"longitude":2}"#
    #expect(try decoder.decode(Flattened.Directed.self, from: text).place.longitude == 2)
  }

  // MARK: Updates and versions

  private struct Profile: AutoCoding, Equatable {
    var id = 1
    var place: Flattened.Place? = nil
    var item = Flattened.Owner()
    var rest: [String: JSONValue] = ["old": 1, "kept": 2]
    static let propertyRules: PropertyRules = ["place": .flattened, "item": .flattened, "rest": .flattened]
  }

  @Test("updates change nested models in part, and add to the dictionary")
  func updates() throws {
    let containers = AutoJSONDecoder()
    containers.dateDecodingStrategy = .custom { try Date(timeIntervalSinceReferenceDate: Double(from: $0)) }
    for decoder in [AutoJSONDecoder(), containers] {
      var profile = Profile()
      try decoder.update(&profile, from: Data(#"{"zip":5,"old":null,"new":"x","firstName":"B"}"#.utf8))
      var expected = Profile()
      expected.item.address.zip = 5
      expected.item.firstName = "B"
      expected.rest = ["old": .null, "kept": 2, "new": "x"]
      #expect(profile == expected)
      try decoder.update(&profile, from: Data(#"{"longitude":1,"latitude":2}"#.utf8))
      expected.place = Flattened.Place(latitude: 2, longitude: 1, name: nil)
      #expect(profile == expected)
      try decoder.update(&profile, from: Data(#"{"latitude":3}"#.utf8))
      expected.place?.latitude = 3
      #expect(profile == expected)
      #expect(throws: DecodingError.self) {
        try decoder.update(&profile, from: Data(#"{"id":9,"zip":6,"z":0,"latitude":"x"}"#.utf8))
      }
      #expect(profile == expected)

      var item = Flattened.Item()
      let device = item.device
      try decoder.update(&item, from: Data(#"{"model":"new"}"#.utf8))
      #expect(item.device === device && device.model == "new" && device.decodedCount == 1)
      try decoder.update(&item, from: Data(#"{"id":4}"#.utf8))
      #expect(item.id == 4 && device.decodedCount == 1)
      #expect(throws: CocoaError.self) { try decoder.update(&item, from: Data(#"{"model":"broken","id":5}"#.utf8)) }
      #expect(item.id == 4 && device.model == "new")
    }
    let dictionaries = DictionaryDecoder()
    var profile = Profile()
    try dictionaries.update(&profile, from: ["zip": 5, "new": "x"])
    #expect(profile.item.address.zip == 5 && profile.rest == ["old": 1, "kept": 2, "new": "x"])
  }

  private final class Tally: AutoCoding, DefaultInitializable {
    var level = 1
    var rest: [String: JSONValue] = [:]
    private(set) var decodedCount = 0
    static let propertyRules: PropertyRules = ["rest": .flattened, "decodedCount": .excluded]
    init() {}
    func didDecode() throws { decodedCount += 1 }
  }

  private struct Tallied: AutoCoding {
    var id = 1
    var tally = Tally()
    static let propertyRules: PropertyRules = ["tally": .flattened]
  }

  @Test("an update leaves a model alone that it has nothing for")
  func untouched() throws {
    let containers = AutoJSONDecoder()
    containers.dateDecodingStrategy = .custom { _ in Date() }
    for decoder in [AutoJSONDecoder(), containers] {
      var value = Tallied()
      try decoder.update(&value, from: Data(#"{"id":2,"decodedCount":5}"#.utf8))
      #expect(value.id == 2 && value.tally.decodedCount == 0)
      try decoder.update(&value, from: Data(#"{"other":2}"#.utf8))
      #expect(value.tally.rest == ["other": 2] && value.tally.decodedCount == 1)
      try decoder.update(&value, from: Data(#"{"level":2}"#.utf8))
      #expect(value.tally.rest == ["other": 2] && value.tally.level == 2 && value.tally.decodedCount == 2)
    }
  }

  private struct Versioned: AutoCoding, Equatable {
    var id = 1
    var place = Flattened.Place()
    var note: Flattened.Note?
    var rest: [String: JSONValue] = [:]
    static let propertyRules: PropertyRules = ["place": .flattened, "note": .flattened, "rest": .flattened]
    static let archiveVersion = 2
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("lat", to: "latitude")
      try properties.encode(9.5, forKey: "longitude")
      try properties.encode("added", forKey: "extra")
    }
  }

  @Test("versions of the type around", arguments: [TestCoder.json, .dictionary])
  func versions(coder: TestCoder) throws {
    let value = Versioned(rest: ["a": 1])
    #expect(try coder.roundTrip(value) == value)
    let old = try coder.decode(Versioned.self, fromJSON: #"{"id":1,"lat":3,"b":[null]}"#)
    #expect(
      old == Versioned(place: .init(latitude: 3, longitude: 9.5, name: nil), rest: ["b": [.null], "extra": "added"]))
    #expect(try coder.decode(Versioned.self, fromJSON: #"{"id":1,"lat":3,"stars":2}"#).note?.stars == 2)
    #expect(throws: DecodingError.self) { try coder.decode(Versioned.self, fromJSON: #"{"id":1,"lat":"x"}"#) }
  }
}

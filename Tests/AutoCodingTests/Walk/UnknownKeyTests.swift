import AutoCoding
import Foundation
import TestModels
import Testing

/// Keys that a type does not know: ignored, reported with their whole paths, or refused, in every format of ours.
struct UnknownKeyTests {
  /// A decoder of ours, behind data in which `nickname` was renamed.
  struct Road: CustomStringConvertible, Sendable {
    let description: String
    let decode: @Sendable (any Decodable.Type, Any, UnknownKeyStrategy) throws -> [String]
    let encode: @Sendable (any Encodable) throws -> Any
  }

  private static func json(_ description: String, _ setUp: @escaping @Sendable (AutoJSONDecoder) -> Void) -> Road {
    Road(description: description) { type, data, strategy in
      let decoder = AutoJSONDecoder()
      decoder.unknownKeys = strategy
      setUp(decoder)
      var issues: [AutoJSONDecoder.Issue] = []
      func decode<Value: Decodable>(_: Value.Type) throws {
        _ = try decoder.decode(Value.self, from: data as? Data ?? Data(), reporting: &issues)
      }
      try decode(type)
      return issues.filter { $0.kind == .unknownKey }.map { UnknownKeyTests.path($0.codingPath) }
    } encode: {
      let text = String(decoding: try AutoJSONEncoder().encode($0), as: UTF8.self)
      return Data(text.replacing("\"nickname\"", with: "\"nicknamf\"").utf8)
    }
  }

  private static let dictionary = Road(description: "dictionary") { type, value, strategy in
    let decoder = DictionaryDecoder()
    decoder.unknownKeys = strategy
    var keys: [UnknownKey] = []
    func decode<Value: Decodable>(_: Value.Type) throws {
      _ = try decoder.decode(Value.self, from: value as? [String: Any] ?? [:], reporting: &keys)
    }
    try decode(type)
    return keys.map(\.description)
  } encode: {
    renamed(try DictionaryEncoder().encodeValue($0))
  }

  private static let archive = Road(description: "keyed archive") { type, data, strategy in
    let decoder = KeyedArchiveDecoder()
    decoder.unknownKeys = strategy
    var keys: [UnknownKey] = []
    func decode<Value: Decodable>(_: Value.Type) throws {
      _ = try decoder.decode(Value.self, from: data as? Data ?? Data(), reporting: &keys)
    }
    try decode(type)
    return keys.map(\.description)
  } encode: {
    var bytes = [UInt8](try KeyedArchiveEncoder().encode($0))
    let name = Array("nickname".utf8)
    for index in bytes.indices.dropLast(name.count - 1) where bytes[index...].starts(with: name) {
      bytes[index + name.count - 1] = UInt8(ascii: "f")
    }
    return Data(bytes)
  }

  static let roads = [
    json("JSON") { _ in }, json("JSON, snake case") { $0.keyDecodingStrategy = .convertFromSnakeCase },
    json("JSON, custom dates") { $0.dateDecodingStrategy = .custom { _ in Date() } },
    json("lenient JSON") { $0.leniency = .all }, dictionary, archive,
  ]

  private static func renamed(_ value: Any) -> Any {
    if let members = value as? [String: Any] {
      return Dictionary(uniqueKeysWithValues: members.map { ($0 == "nickname" ? "nicknamf" : $0, renamed($1)) })
    }
    return (value as? [Any])?.map(renamed) ?? value
  }

  static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? key.stringValue : ".\(key.stringValue)")
    }
  }

  @Test("every unknown key is reported once, with its whole path", arguments: roads)
  func reported(_ road: Road) throws {
    let data = try road.encode(RenamedKeys.Root.sample)
    // An archive has the keys of nil, too.
    let paths = RenamedKeys.Root.paths + (road.description == "keyed archive" ? ["list[0].nicknamf"] : [])
    let found = try road.decode(RenamedKeys.Root.self, data, .report)
    #expect(found.sorted() == paths.sorted())
    #expect(try road.decode(RenamedKeys.Root.self, data, .ignore).isEmpty)
  }

  @Test("an unknown key is refused, with a path that ends with it", arguments: roads)
  func refused(_ road: Road) throws {
    let data = try road.encode(RenamedKeys.Root.sample)
    let error = #expect(throws: DecodingError.self) { try road.decode(RenamedKeys.Root.self, data, .refuse) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(RenamedKeys.Root.paths.contains(Self.path(context.codingPath)))
    // Leniency leaves out an element that is refused, and reports that.
    if road.description == "lenient JSON" { return }
    let list = try road.encode(["x": [RenamedKeys.Inner(), RenamedKeys.Inner()]])
    let inner = #expect(throws: DecodingError.self) {
      try road.decode([String: [RenamedKeys.Inner]].self, list, .refuse)
    }
    guard case .dataCorrupted(let context) = inner else {
      Issue.record("\(String(describing: inner))")
      return
    }
    #expect(Self.path(context.codingPath) == "x[0].nicknamf")
    #expect(
      context.debugDescription == """
        The key "nicknamf" is not one of the keys of AutoCodingTests.RenamedKeys.Inner ("nickname", "value"). Correct it, name it \
        in propertyRules if it is a former key of a property, or let unknownKeys of the decoder be .ignore or .report.
        """)
  }

  @Test("what AutoCoding writes has no unknown keys", arguments: roads.filter { !$0.description.contains("snake") })
  func zoo(_ road: Road) throws {
    struct Visitor: ZooVisitor {
      let road: Road
      func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
        // Their encode(to:) writes keys that no property has.
        if ["hand-written", "half-written", "own encode(to:)"].contains(where: specimen.name.contains) { return }
        for sample in specimen.samples {
          guard let data = try? road.encode(["k": sample.auto]),
            (try? road.decode([String: Auto].self, data, .ignore)) != nil
          else { continue }
          #expect(throws: Never.self, "\(specimen.name)") {
            try road.decode([String: Auto].self, data, .refuse)
          }
        }
      }
    }
    try Zoo.visitAll(Visitor(road: road))
  }

  @Test("keys that are left out, older, or AutoCoding's own are known")
  func known() throws {
    let text = #"{"$class":"x","$version":0,"nickname":null,"number":2,"hidden":7}"#
    for road in Self.roads.dropLast(2) {
      #expect(try road.decode(RenamedKeys.Inner.self, Data(text.utf8), .report) == [], "\(road)")
    }
    let members: [String: Any] = ["$class": "x", "$version": 0, "number": 2, "hidden": 7]
    #expect(try Self.dictionary.decode(RenamedKeys.Inner.self, members, .report) == [])
  }

  @Test("keys of cases, of payloads that are none, and of nested objects")
  func places() throws {
    let shape = #"{"s":{"note":1,"empty":{"x":1}}}"#
    let nested = #"{"home":{"city":"c","place":{"zip":1,"zap":2},"hidden":1,"zip":3},"place":4}"#
    for road in Self.roads.dropLast() {
      func input(_ text: String) throws -> Any {
        road.description == "dictionary" ? try JSONSerialization.jsonObject(with: Data(text.utf8)) : Data(text.utf8)
      }
      let shapes = try road.decode([String: RenamedKeys.Shape].self, try input(shape), .report)
      #expect(shapes.sorted() == ["s.empty.x", "s.note"], "\(road)")
      let homes = try road.decode(RenamedKeys.Nested.self, try input(nested), .report)
      #expect(homes.sorted() == ["home.place.zap", "home.zip", "place"], "\(road)")
    }
  }

  @Test("keys that a migration uses are known, even if it leaves them in place; those of models within are checked")
  func migrated() throws {
    let text =
      #"{"oldName":"o","inner":{"value":1,"nicknamf":1},"list":[{"value":1},{"value":1,"zap":2}],"$version":0}"#
    for road in [Self.roads[0], Self.roads[1], Self.roads[3]] {
      let keys = try road.decode(RenamedKeys.Versioned.self, Data(text.utf8), .report)
      #expect(keys == ["inner.nicknamf", "list[1].zap"], "\(road)")
    }
    let members = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(
      try Self.dictionary.decode(RenamedKeys.Versioned.self, members, .report).sorted() == [
        "inner.nicknamf", "list[1].zap",
      ])
  }

  @Test("what was read in vain is not reported")
  func attempts() throws {
    let text = #"{"a":{"zap":{"value":2},"value":1}}"#
    for road in Self.roads.dropLast(2) {
      #expect(try road.decode([String: RenamedKeys.Either].self, Data(text.utf8), .report) == ["a.zap"], "\(road)")
    }
    let members = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(try Self.dictionary.decode([String: RenamedKeys.Either].self, members, .report) == ["a.zap"])
  }

  @Test("an issue says where the value is")
  func offsets() throws {
    let decoder = AutoJSONDecoder()
    decoder.unknownKeys = .report
    var issues: [AutoJSONDecoder.Issue] = []
    let text = #"{"value": 1, "zip" : [2]}"#
    _ = try decoder.decode(RenamedKeys.Inner.self, from: Data(text.utf8), reporting: &issues)
    #expect(issues.map(\.offset) == [21])
    // Without a list, the keys are passed over.
    #expect(try decoder.decode(RenamedKeys.Inner.self, from: Data(text.utf8)).value == 1)
  }

  @Test("updates refuse unknown keys, and leave the value")
  func updates() {
    for strategy in [AutoJSONDecoder.DateDecodingStrategy.iso8601, .custom { _ in Date() }] {
      let decoder = AutoJSONDecoder()
      decoder.unknownKeys = .refuse
      decoder.dateDecodingStrategy = strategy
      var value = RenamedKeys.Inner(nickname: "n", value: 3)
      #expect(throws: DecodingError.self) {
        try decoder.update(&value, from: Data(#"{"value":1,"zip":2}"#.utf8))
      }
      #expect(value.value == 3)
    }
  }

  private struct Span: AutoCoding {
    var range: (low: Int, high: Int)
  }
  /// Decodes the model by the model's own `init(from:)`.
  private struct Wrapped: Decodable {
    var span: Span
    init(from decoder: any Decoder) throws { span = try Span(from: decoder) }
  }

  @Test("keys of labelled tuples are checked, in a model that another type's code decodes, too")
  func tuples() throws {
    let text = #"{"range":{"low":1,"high":2,"middle":3}}"#
    for road in Self.roads.dropLast(2) {
      #expect(try road.decode(Span.self, Data(text.utf8), .report) == ["range.middle"], "\(road)")
      #expect(try road.decode(Wrapped.self, Data(text.utf8), .report) == ["range.middle"], "\(road)")
    }
    #expect(throws: DecodingError.self) { try Self.roads[0].decode(Wrapped.self, Data(text.utf8), .refuse) }
  }
}

import AutoCoding
import Foundation
import Synchronization
import Testing

/// The coding paths that code has found, as texts.
private final class FoundPaths: Sendable {
  static let key = CodingUserInfoKey(rawValue: "OwnCodePathTests")
  let texts = Mutex<[String]>([])

  static func note(_ path: [any CodingKey], _ userInfo: [CodingUserInfoKey: Any]) {
    guard let key, let found = userInfo[key] as? FoundPaths else { return }
    let text = path.map { "\($0.stringValue) \($0.intValue.map(String.init) ?? "")" }.joined(separator: "/")
    found.texts.withLock { $0.append(text) }
  }

  var sorted: [String] { texts.withLock { $0.sorted() } }
}

/// Code that looks at its coding path, as some finds out under which key of a dictionary it is.
private struct Located: Codable, Hashable {
  var x: Int

  private enum CodingKeys: CodingKey { case x }

  init(_ x: Int) { self.x = x }

  init(from decoder: any Decoder) throws {
    FoundPaths.note(decoder.codingPath, decoder.userInfo)
    x = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .x)
    if x < 0 {
      throw DecodingError.dataCorrupted(
        .init(codingPath: x == -1 ? decoder.codingPath : [], debugDescription: "It is negative."))
    }
  }

  func encode(to encoder: any Encoder) throws {
    FoundPaths.note(encoder.codingPath, encoder.userInfo)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(x, forKey: .x)
    if x < 0 {
      throw EncodingError.invalidValue(
        x, .init(codingPath: x == -1 ? encoder.codingPath : [], debugDescription: "It is negative."))
    }
  }
}

private struct Pair: Hashable, Codable { var a = 1 }

/// Models, each with a twin that the compiler makes codable.
private struct Small: AutoCoding { var item = Located(1), number = 1, other: Located? = Located(2) }
private struct SmallTwin: Codable { var item = Located(1), number = 1, other: Located? = Located(2) }
private enum Choice: AutoCoding { case unlabeled(Located, count: Int), labeled(item: Located) }
private enum ChoiceTwin: Codable { case unlabeled(Located, count: Int), labeled(item: Located) }
private struct Mixed: Codable { var small = Small(), list = [Small(), Small()] }
private struct MixedTwin: Codable { var small = SmallTwin(), list = [SmallTwin(), SmallTwin()] }
private final class Object: AutoCoding {
  var item = Located(7)
}
private final class ObjectTwin: Codable {
  var item = Located(7)
}

private struct Large: AutoCoding {
  var text = "t"
  var items = [Located(1), Located(2)]
  var named = ["a": Located(1)], numbered = [5: Located(1)], paired = [Pair(): Located(3)]
  var small = Small(), smalls = [Small(), Small()], lists = ["q": [Small()]]
  var choices = [Choice.unlabeled(Located(1), count: 2), .labeled(item: Located(3))]
  var set: Set = [Located(9)]
  var mixed = Mixed()
  var nested = [[Located(1)], [Located(2)]], optionals = [nil, Located(3)]
  var object = Object()
}

private struct LargeTwin: Codable {
  var text = "t"
  var items = [Located(1), Located(2)]
  var named = ["a": Located(1)], numbered = [5: Located(1)], paired = [Pair(): Located(3)]
  var small = SmallTwin(), smalls = [SmallTwin(), SmallTwin()], lists = ["q": [SmallTwin()]]
  var choices = [ChoiceTwin.unlabeled(Located(1), count: 2), .labeled(item: Located(3))]
  var set: Set = [Located(9)]
  var mixed = MixedTwin()
  var nested = [[Located(1)], [Located(2)]], optionals = [nil, Located(3)]
  var object = ObjectTwin()
}

/// One format, with the code that a value calls in both directions.
private struct PathFormat: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Encodes a value, and decodes it. The paths that encoding finds go to the first, and those of decoding to the second.
  let roundTrip: @Sendable (any Codable, FoundPaths, FoundPaths) throws -> Void

  static let all = [
    PathFormat(testDescription: "JSON") { value, encoding, decoding in
      let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
      for _ in 0..<2 {
        encoder.userInfo = try userInfo(encoding)
        decoder.userInfo = try userInfo(decoding)
        try decode(value) { try decoder.decode($0, from: try encoder.encode(value)) }
      }
    },
    PathFormat(testDescription: "JSON with options") { value, encoding, decoding in
      let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      encoder.keyEncodingStrategy = .convertToSnakeCase
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      decoder.leniency = .all
      encoder.userInfo = try userInfo(encoding)
      decoder.userInfo = try userInfo(decoding)
      try decode(value) { try decoder.decode($0, from: try encoder.encode(value)) }
    },
    PathFormat(testDescription: "property list") { value, encoding, decoding in
      let (encoder, decoder) = (AutoPropertyListEncoder(), AutoPropertyListDecoder())
      for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
        encoder.outputFormat = format
        encoder.userInfo = try userInfo(encoding)
        decoder.userInfo = try userInfo(decoding)
        try decode(value) { try decoder.decode($0, from: try encoder.encode(value)) }
      }
    },
    PathFormat(testDescription: "dictionary") { value, encoding, decoding in
      let (encoder, decoder) = (DictionaryEncoder(), DictionaryDecoder())
      encoder.userInfo = try userInfo(encoding)
      decoder.userInfo = try userInfo(decoding)
      let dictionary = try encoder.encode(value)
      try decode(value) { try decoder.decode($0, from: dictionary) }
    },
  ]

  static func userInfo(_ paths: FoundPaths) throws -> [CodingUserInfoKey: any Sendable] {
    [try #require(FoundPaths.key): paths]
  }

  private static func decode(_ value: some Codable, _ decode: (any Decodable.Type) throws -> Any) throws {
    _ = try decode(type(of: value))
  }
}

/// The coding path that a type's own code sees.
struct OwnCodePathTests {
  /// Returns the paths that Foundation's decoder shows.
  private func expected<Twin: Codable>(_ twin: Twin) throws -> [String] {
    let (decoder, found) = (JSONDecoder(), FoundPaths())
    decoder.userInfo = try PathFormat.userInfo(found)
    _ = try decoder.decode(Twin.self, from: JSONEncoder().encode(twin))
    return found.sorted
  }

  private func check(_ value: any Codable, _ twin: any Codable, _ format: PathFormat) throws {
    let (encoding, decoding) = (FoundPaths(), FoundPaths())
    try format.roundTrip(value, encoding, decoding)
    let expected = try expected(twin)
    #expect(!expected.isEmpty)
    #expect(Set(encoding.sorted) == Set(expected))
    #expect(Set(decoding.sorted) == Set(expected))
  }

  @Test("it begins at the root, in a model", arguments: PathFormat.all)
  fileprivate func model(_ format: PathFormat) throws { try check(Large(), LargeTwin(), format) }

  @Test("it begins at the root, in a model within code that codes itself", arguments: PathFormat.all)
  fileprivate func mixed(_ format: PathFormat) throws { try check(Mixed(), MixedTwin(), format) }

  @Test("it begins at the root, in a dictionary", arguments: PathFormat.all)
  fileprivate func dictionary(_ format: PathFormat) throws {
    let value = ["a": [Located(1)], "b": [Located(2), Located(3)]]
    try check(value, value, format)
  }

  @Test("it begins at the root, in an array", arguments: PathFormat.all.dropLast())
  fileprivate func array(_ format: PathFormat) throws {
    let value = [[Located(1)], [Located(2), Located(3)]]
    try check(value, value, format)
  }

  @Test("an error has the whole path, whether or not the code states it", arguments: [-1, -2])
  func errors(_ x: Int) throws {
    let path = ["smalls", "Index 1", "item"]
    var large = Large()
    large.smalls[1].item.x = x
    var twin = LargeTwin()
    twin.smalls[1].item.x = 5
    let text = try JSONEncoder().encode(twin)
    let data = try #require(
      String(decoding: text, as: UTF8.self).replacing("\"x\":5", with: "\"x\":\(x)").data(using: .utf8))
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let list = try PropertyListSerialization.data(fromPropertyList: listed(object), format: .binary, options: 0)
    let attempts: [() throws -> Void] = [
      { _ = try AutoJSONDecoder().decode(Large.self, from: data) },
      { _ = try DictionaryDecoder().decode(Large.self, from: object) },
      { _ = try AutoPropertyListDecoder().decode(Large.self, from: list) },
      { _ = try AutoJSONEncoder().encode(large) },
      { _ = try DictionaryEncoder().encode(large) },
      { _ = try AutoPropertyListEncoder().encode(large) },
    ]
    for attempt in attempts {
      let error = #expect(throws: (any Error).self) { try attempt() }
      switch error {
      case let error as DecodingError: #expect(error.path == path)
      case let error as EncodingError:
        guard case .invalidValue(_, let context) = error else { continue }
        #expect(context.codingPath.map(\.stringValue) == path)
      default: Issue.record("another error: \(String(describing: error))")
      }
    }
  }

  /// Code within code, with a model between each two.
  private struct Deep: Codable {
    var level: Int
    var next: DeepModel?
    private enum CodingKeys: CodingKey { case level, next }

    init(levels: Int) {
      level = levels
      next = levels > 0 ? DeepModel(value: [Deep(levels: levels - 1)]) : nil
    }

    init(from decoder: any Decoder) throws {
      FoundPaths.note(decoder.codingPath, decoder.userInfo)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      level = try container.decode(Int.self, forKey: .level)
      next = try container.decodeIfPresent(DeepModel.self, forKey: .next)
      // Again, after the values within it.
      FoundPaths.note(decoder.codingPath, decoder.userInfo)
      if level < 0 { throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "")) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(level, forKey: .level)
      try container.encodeIfPresent(next, forKey: .next)
      FoundPaths.note(encoder.codingPath, encoder.userInfo)
    }
  }

  private struct DeepModel: AutoCoding { var value: [Deep] }

  @Test("it is whole at any depth, and after the values within a value", arguments: PathFormat.all.dropLast())
  fileprivate func deep(_ format: PathFormat) throws {
    let value = [Deep(levels: 4)]
    let (encoding, decoding) = (FoundPaths(), FoundPaths())
    try format.roundTrip(value, encoding, decoding)
    let step = "/next /value /Index 0 0"
    let expected = Set((0...4).map { "Index 0 0" + String(repeating: step, count: $0) })
    #expect(Set(encoding.sorted) == expected)
    #expect(Set(decoding.sorted) == expected)
  }

  @Test("it begins at the root again after an error")
  func afterAnError() throws {
    let bad = #"{"a":[{"level":2,"next":{"value":[{"level":-1}]}}]}"#
    let good = #"{"b":[{"level":2}]}"#
    let (json, dictionaries, lists) = (AutoJSONDecoder(), DictionaryDecoder(), AutoPropertyListDecoder())
    func dictionary(_ text: String) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
    func list(_ text: String) throws -> Data {
      try PropertyListSerialization.data(fromPropertyList: try dictionary(text), format: .binary, options: 0)
    }
    let found = FoundPaths()
    for _ in 0..<2 {
      let error = #expect(throws: DecodingError.self) { try json.decode([String: [Deep]].self, from: bad) }
      #expect(error?.path == ["a", "Index 0", "next", "value", "Index 0"])
      json.userInfo = try PathFormat.userInfo(found)
      _ = try json.decode([String: [Deep]].self, from: good)
      let inDictionary = #expect(throws: DecodingError.self) {
        try dictionaries.decode([String: [Deep]].self, from: dictionary(bad))
      }
      #expect(inDictionary?.path == error?.path)
      dictionaries.userInfo = try PathFormat.userInfo(found)
      _ = try dictionaries.decode([String: [Deep]].self, from: dictionary(good))
      let inList = #expect(throws: DecodingError.self) {
        try lists.decode([String: [Deep]].self, from: list(bad))
      }
      #expect(inList?.path == error?.path)
      lists.userInfo = try PathFormat.userInfo(found)
      _ = try lists.decode([String: [Deep]].self, from: list(good))
    }
    #expect(Set(found.sorted).contains("b /Index 0 0"))
    #expect(Set(found.sorted).isSubset(of: ["b /Index 0 0", "a /Index 0 0", "a /Index 0 0/next /value /Index 0 0"]))
  }

  /// Code that is not counted among code that asks for paths, within code that is.
  private struct Written: AutoCoding {
    var x = 1
    func encode(to encoder: any Encoder) throws {
      FoundPaths.note(encoder.codingPath, encoder.userInfo)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(x, forKey: .x)
    }
    enum CodingKeys: CodingKey { case x }
  }

  private struct HoldsWritten: AutoCoding { var written = Written() }

  private struct Codes: Codable {
    var inner = HoldsWritten()
    var item = Located(1)
  }

  private struct HoldsCodes: AutoCoding { var list = [Codes()] }

  @Test("no step is left out of the middle", arguments: PathFormat.all)
  fileprivate func parts(_ format: PathFormat) throws {
    let (encoding, decoding) = (FoundPaths(), FoundPaths())
    try format.roundTrip(HoldsCodes(), encoding, decoding)
    let whole = "list /Index 0 0/inner /written "
    let found = encoding.sorted.filter { !$0.hasSuffix("item ") }
    #expect(!found.isEmpty && found.allSatisfy { whole.hasSuffix($0) }, "\(found)")
  }

  private struct Stamped: AutoCoding, Equatable {
    var events: [Event]
    struct Event: AutoCoding, Equatable { var when: Date }
  }

  private struct Stamp: AutoCoding { var t: Double }

  @Test("unknown keys that a strategy finds have the whole path")
  func reports() throws {
    let decoder = DictionaryDecoder()
    decoder.unknownKeys = .report
    decoder.dateDecodingStrategy = .custom { Date(timeIntervalSince1970: try Stamp(from: $0).t) }
    var keys: [UnknownKey] = []
    let event: [String: Any] = ["when": ["t": 1, "zz": 2], "yy": 3]
    let decoded = try decoder.decode(Stamped.self, from: ["events": [event]], reporting: &keys)
    #expect(decoded.events == [.init(when: Date(timeIntervalSince1970: 1))])
    #expect(
      Set(keys.map { $0.codingPath.map(\.stringValue) }) == [
        ["events", "Index 0", "when", "zz"], ["events", "Index 0", "yy"],
      ])
  }

  /// Replaces null, which a property list has as a text.
  private func listed(_ value: Any) -> Any {
    switch value {
    case let members as [String: Any]: members.mapValues(listed)
    case let elements as [Any]: elements.map(listed)
    case is NSNull: "$null"
    default: value
    }
  }
}

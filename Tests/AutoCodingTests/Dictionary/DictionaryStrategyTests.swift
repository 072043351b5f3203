import AutoCoding
import Foundation
import Synchronization
import TestModels
import Testing

/// Custom strategies do not change what a dictionary decoder can do. JSON is the judge.
struct DictionaryStrategyTests {
  private final class Paths: Sendable {
    private let paths = Mutex<Set<String>>([])
    var seen: Set<String> { paths.withLock { $0 } }
    func note(_ path: [any CodingKey]) {
      _ = paths.withLock { $0.insert(path.map(\.stringValue).joined(separator: "/")) }
    }
  }

  private struct Visitor: ZooVisitor {
    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      for sample in specimen.samples {
        try compare(sample.auto, specimen.name)
        try compare(sample.twin, "\(specimen.name), the twin")
      }
    }

    private func compare<Value: Codable & Equatable>(_ value: Value, _ name: String) throws {
      guard let data = try? AutoJSONEncoder().encode([value]),
        let plain = try? JSONSerialization.jsonObject(with: data),
        (try? DictionaryDecoder().decodeValue([Value].self, from: plain)) == [value],
        (try? AutoJSONDecoder().decode([Value].self, from: data)) == [value]
      else { return }
      let (asked, expected) = (Paths(), Paths())
      let (decoder, json) = (DictionaryDecoder(), AutoJSONDecoder())
      func strategy(_ paths: Paths) -> JSONDecoder.KeyDecodingStrategy {
        .custom {
          paths.note($0)
          return $0[$0.count - 1]
        }
      }
      decoder.keyDecodingStrategy = strategy(asked)
      json.keyDecodingStrategy = strategy(expected)
      #expect(try decoder.decodeValue([Value].self, from: plain) == [value], "\(name)")
      #expect(try json.decode([Value].self, from: data) == [value], "\(name)")
      #expect(asked.seen == expected.seen, "\(name)")
    }
  }

  @Test("a strategy for keys is asked for the paths for which a JSON decoder asks")
  func keys() throws {
    for specimen in Zoo.all { try specimen.accept(Visitor()) }
  }

  private class Shape: AutoCoding {
    var when = Date(timeIntervalSince1970: 0)
    required init() {}
    class var archivedTypeName: String { "DictionaryStrategyTests.Shape" }
    class var archiveVersion: Int { 2 }
    class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("time", to: "when")
    }
  }

  private final class Circle: Shape {
    var radius = 1
    override class var archivedTypeName: String { "DictionaryStrategyTests.Circle" }
  }

  /// Keys in data end with `x`.
  private static func decoder(_ paths: Paths) -> DictionaryDecoder {
    let decoder = DictionaryDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      let key = path[path.count - 1]
      return key.intValue != nil ? key : TextKey(String(key.stringValue.dropLast()))
    }
    decoder.dateDecodingStrategy = .custom {
      paths.note($0.codingPath)
      return Date(timeIntervalSince1970: try $0.singleValueContainer().decode(Double.self) + 1)
    }
    return decoder
  }

  private struct TextKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test("subclasses are found, and older data is migrated")
  func models() throws {
    let paths = Paths()
    let decoder = Self.decoder(paths)
    let old: [String: Any] = ["$classx": Circle.archivedTypeName, "timex": 4, "radiusx": 3]
    let shapes = try decoder.decode([String: [Shape]].self, from: ["a": [old, ["$versionx": 2, "whenx": 5]]])
    let circle = try #require(shapes["a"]?.first as? Circle)
    #expect(circle.radius == 3 && circle.when == Date(timeIntervalSince1970: 5))
    #expect(shapes["a"]?.last?.when == Date(timeIntervalSince1970: 6))
    #expect(paths.seen == ["a/Index 0/when", "a/Index 1/when"])
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode([String: Shape].self, from: ["a": ["whenx": 1, "$versionx": 3]])
    }
    #expect(error?.path.first == "a")
  }

  private struct Event: AutoCoding, Equatable {
    var when = Date(timeIntervalSince1970: 0)
    var counts = ["a": 1]
    var parts = ["p": Part()]
  }

  private struct Part: AutoCoding, Equatable {
    var n = 1
    var when = Date(timeIntervalSince1970: 0)
  }

  @Test("collections are merged by an update")
  func updates() throws {
    let paths = Paths()
    let decoder = Self.decoder(paths)
    decoder.collectionUpdates = .merge
    var event = Event()
    try decoder.update(
      &event, from: ["whenx": 1, "countsx": ["b": 2], "partsx": ["p": ["whenx": 2], "q": ["nx": 3, "whenx": 4]]])
    #expect(event.when == Date(timeIntervalSince1970: 2) && event.counts == ["a": 1, "b": 2])
    #expect(event.parts["p"] == Part(n: 1, when: Date(timeIntervalSince1970: 3)))
    #expect(event.parts["q"] == Part(n: 3, when: Date(timeIntervalSince1970: 5)))
    #expect(paths.seen == ["when", "parts/p/when", "parts/q/when"])
  }

  @Test("what does not fit is skipped, or left at its default")
  func leniency() throws {
    struct Order: AutoCoding, DefaultInitializable, Equatable {
      var count = 7
      var dates = [Date(timeIntervalSince1970: 0)]
      var note: Int?
    }
    let decoder = Self.decoder(Paths())
    decoder.leniency = .all
    let order = try decoder.decode(Order.self, from: ["countx": NSNull(), "datesx": [1, "x", 2], "notex": "n"])
    #expect(
      order == Order(count: 7, dates: [Date(timeIntervalSince1970: 2), Date(timeIntervalSince1970: 3)], note: nil))
  }

  private struct Named: AutoCoding, Equatable {
    var name: String
  }

  private enum Choice: Int, AutoCoding, Equatable { case one = 1 }

  private struct Anything: AutoCoding {
    var item: Any
    var model: any AutoCoding
  }

  @Test("the type of a value without a declared one is found under a converted key")
  func dynamicTypes() throws {
    try TypeMap.register(Named.self)
    try TypeMap.register(Choice.self)
    let encoder = DictionaryEncoder()
    encoder.keyEncodingStrategy = .custom { DynamicStrategyKey($0.last.map { $0.stringValue + "x" } ?? "") }
    let decoder = DictionaryDecoder()
    decoder.keyDecodingStrategy = .custom {
      DynamicStrategyKey($0.last.map { String($0.stringValue.dropLast()) } ?? "")
    }
    let values: [(Any, any AutoCoding)] = [(Named(name: "a"), Named(name: "b")), (Choice.one, Choice.one)]
    for (item, model) in values {
      let encoded = try encoder.encode(Anything(item: item, model: model))
      let decoded = try decoder.decode(Anything.self, from: encoded)
      #expect(decoded.item as? Named == item as? Named && decoded.item as? Choice == item as? Choice)
      #expect(decoded.model as? Named == model as? Named && decoded.model as? Choice == model as? Choice)
      #expect(!(decoded.item is [String: Any]))
    }
  }

  private struct DynamicStrategyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

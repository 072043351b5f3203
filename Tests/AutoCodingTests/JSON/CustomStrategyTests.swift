import AutoCoding
import Foundation
import Synchronization
import TestModels
import Testing

/// Custom strategies for dates and data: the paths that they see, and those of their errors, are Foundation's.
struct CustomStrategyTests {
  /// The paths at which a strategy was called, and after how many calls it fails.
  private final class Calls: Sendable {
    private let paths = Mutex<[String]>([])
    private let limit = Mutex<Int?>(nil)

    /// The paths in the order of the calls.
    var seen: [String] { paths.withLock { $0 } }

    func restart(failingAfter limit: Int? = nil) {
      paths.withLock { $0 = [] }
      self.limit.withLock { $0 = limit }
    }

    /// Notes a call. Returns whether the call shall fail.
    func note(_ path: [any CodingKey]) -> Bool {
      let count = paths.withLock {
        $0.append(Self.text(path))
        return $0.count
      }
      return limit.withLock { $0 } == count
    }

    static func text(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: "/")
    }
  }

  private struct Failure: Error {}

  private static func configure(_ encoder: some JSONEncoding, _ calls: Calls) {
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      guard !calls.note(encoder.codingPath) else {
        throw EncodingError.invalidValue(date, .init(codingPath: container.codingPath, debugDescription: "refused"))
      }
      try container.encode("at \(date.timeIntervalSinceReferenceDate)")
    }
    encoder.dataEncodingStrategy = .custom { data, encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      if calls.note(encoder.codingPath) {
        throw EncodingError.invalidValue(data, .init(codingPath: encoder.codingPath, debugDescription: "refused"))
      }
      try container.encode(Array(data), forKey: AnyKey("bytes"))
    }
  }

  private static func configure(_ decoder: some JSONDecoding, _ calls: Calls) {
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      if calls.note(decoder.codingPath) {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "refused")
      }
      let text = try container.decode(String.self)
      guard let seconds = Double(text.dropFirst(3)) else { throw Failure() }
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    decoder.dataDecodingStrategy = .custom { decoder in
      let container = try decoder.container(keyedBy: AnyKey.self)
      if calls.note(decoder.codingPath) {
        throw DecodingError.dataCorrupted(.init(codingPath: container.codingPath, debugDescription: "refused"))
      }
      return Data(try container.decode([UInt8].self, forKey: AnyKey("bytes")))
    }
  }

  private static func path(of error: (any Error)?) -> String {
    switch error {
    case nil: "no error"
    case let error as DecodingError:
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        "decoding \(Calls.text(context.codingPath))"
      @unknown default: "\(error)"
      }
    case .some(EncodingError.invalidValue(_, let context)): "encoding \(Calls.text(context.codingPath))"
    case let error?: "\(error)"
    }
  }

  private static func outcome<Value>(_ body: () throws -> Value) -> (value: Value?, path: String) {
    do {
      return (try body(), path(of: nil))
    } catch {
      return (nil, path(of: error))
    }
  }

  private struct Comparison: ZooVisitor {
    /// Foundation's coders have none: under a conversion of keys, the paths of its encoder lack dictionaries.
    let style: JSONEncoder.KeyEncodingStrategy

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      let (calls, known) = (Calls(), Calls())
      let (encoder, reference) = (AutoJSONEncoder(), JSONEncoder())
      let (decoder, referenceDecoder) = (AutoJSONDecoder(), JSONDecoder())
      encoder.keyEncodingStrategy = style
      if case .convertToSnakeCase = style { decoder.keyDecodingStrategy = .convertFromSnakeCase }
      encoder.outputFormatting = .sortedKeys
      reference.outputFormatting = .sortedKeys
      CustomStrategyTests.configure(encoder, calls)
      CustomStrategyTests.configure(reference, known)
      CustomStrategyTests.configure(decoder, calls)
      CustomStrategyTests.configure(referenceDecoder, known)
      for sample in specimen.samples {
        calls.restart()
        known.restart()
        let data = outcome { try encoder.encode([sample.auto]) }
        let expected = outcome { try reference.encode([sample.twin]) }
        #expect((data.value == nil) == (expected.value == nil), "\(specimen.name)")
        let count = known.seen.count
        guard let text = data.value, let referenceText = expected.value, count > 0 else { continue }
        #expect(calls.seen.sorted() == known.seen.sorted(), "\(specimen.name), encoding")
        if case .useDefaultKeys = style, specimen.isOrdered { #expect(text == referenceText, "\(specimen.name)") }
        calls.restart()
        known.restart()
        let value = outcome { try decoder.decode([Auto].self, from: text) }
        let twin = outcome { try referenceDecoder.decode([Twin].self, from: referenceText) }
        #expect(value.path == twin.path, "\(specimen.name)")
        #expect(calls.seen.sorted() == known.seen.sorted(), "\(specimen.name), decoding")
        #expect((value.value == nil) == (twin.value == nil))
        for failing in 1...count {
          calls.restart(failingAfter: failing)
          let encoding = outcome { try encoder.encode([sample.auto]) }.path
          #expect(encoding == "encoding \(calls.seen.last ?? "")", "\(specimen.name)")
          calls.restart(failingAfter: failing)
          let decoding = outcome { try decoder.decode([Auto].self, from: text) }.path
          #expect(decoding == "decoding \(calls.seen.last ?? "")", "\(specimen.name)")
        }
        // A coder whose last call failed starts anew.
        calls.restart()
        #expect(outcome { try encoder.encode([sample.auto]) }.path == "no error")
        #expect(outcome { try decoder.decode([Auto].self, from: text) }.path == value.path)
      }
    }
  }

  @Test("see Foundation's paths in every type of the zoo")
  func zoo() throws {
    for specimen in Zoo.all { try specimen.accept(Comparison(style: .useDefaultKeys)) }
  }

  @Test("see the keys of the code if a strategy converts them")
  func snakeCase() throws {
    for specimen in Zoo.all { try specimen.accept(Comparison(style: .convertToSnakeCase)) }
  }

  // MARK: What only the walk can do

  private static let year = JSONDecoder.DateDecodingStrategy.custom { decoder in
    let container = try decoder.singleValueContainer()
    guard let year = Double(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a year")
    }
    return Date(timeIntervalSinceReferenceDate: year)
  }

  private struct Stay: AutoCoding, DefaultInitializable, Equatable {
    var from: Date?
    var until = Date(timeIntervalSinceReferenceDate: 7)
    var days: [Date] = []
  }

  @Test func areToleratedLikeOtherValues() throws {
    let decoder = AutoJSONDecoder()
    decoder.dateDecodingStrategy = Self.year
    let text = Data(#"{"from":"x","until":"y","days":["1","z","3"]}"#.utf8)
    let strict = try #require(throws: DecodingError.self) { try decoder.decode(Stay.self, from: text) }
    #expect(Self.path(of: strict) == "decoding from")
    decoder.leniency = .all
    var issues: [AutoJSONDecoder.Issue] = []
    let stay = try decoder.decode(Stay.self, from: text, reporting: &issues)
    #expect(stay.from == nil && stay.until == Date(timeIntervalSinceReferenceDate: 7))
    #expect(stay.days.map(\.timeIntervalSinceReferenceDate) == [1, 3])
    #expect(issues.map(\.codingPath.pathDescription) == ["from", "until", "days[1]"])
  }

  private struct Moved: AutoCoding, Equatable {
    var at: Date
    static let archiveVersion = 2
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("when", to: "at")
    }
  }

  @Test func areUsedByMigrations() throws {
    let calls = Calls()
    let decoder = AutoJSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      _ = calls.note(decoder.codingPath)
      return Date(timeIntervalSinceReferenceDate: Double(try decoder.singleValueContainer().decode(Int.self)))
    }
    let moved = try decoder.decode([Moved].self, from: Data(#"[{"$version":1,"when":5},{"$version":2,"at":6}]"#.utf8))
    #expect(moved.map(\.at.timeIntervalSinceReferenceDate) == [5, 6])
    #expect(calls.seen == ["[0]/at", "[1]/at"])
  }

  @Test func areUsedByUpdates() throws {
    let decoder = AutoJSONDecoder()
    decoder.dateDecodingStrategy = Self.year
    decoder.collectionUpdates = .merge
    var stay = Stay()
    try decoder.update(&stay, from: Data(#"{"from":"4","days":["5"]}"#.utf8))
    #expect(stay.from == Date(timeIntervalSinceReferenceDate: 4))
    #expect(stay.days == [Date(timeIntervalSinceReferenceDate: 5)])
  }

  /// Plain `Codable`, with a model of ours in it.
  private struct Envelope: Codable {
    var inner: [String: Stay]
    var any: Stay
  }

  @Test func seeTheWholePathBelowOtherCode() throws {
    let calls = Calls()
    let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    Self.configure(encoder, calls)
    Self.configure(decoder, calls)
    let stay = Stay(from: Date(timeIntervalSinceReferenceDate: 1), days: [Date(timeIntervalSinceReferenceDate: 2)])
    let value = [Envelope(inner: ["a": stay], any: stay)]
    let data = try encoder.encode(value)
    let paths = ["from", "until", "days/[0]"].flatMap { ["[0]/inner/a/\($0)", "[0]/any/\($0)"] }.sorted()
    #expect(calls.seen.sorted() == paths)
    calls.restart()
    _ = try decoder.decode([Envelope].self, from: data)
    #expect(calls.seen.sorted() == paths)
    for failing in 1...paths.count {
      calls.restart(failingAfter: failing)
      let error = try #require(throws: DecodingError.self) { try decoder.decode([Envelope].self, from: data) }
      #expect(Self.path(of: error) == "decoding \(calls.seen.last ?? "")")
      calls.restart(failingAfter: failing)
      let other = try #require(throws: EncodingError.self) { try encoder.encode(value) }
      #expect(Self.path(of: other) == "encoding \(calls.seen.last ?? "")")
    }
  }

  // MARK: Coders that are kept

  private struct Calendar: AutoCoding, Equatable {
    var name = "x"
    var stays: [Stay] = []
    var byName: [String: Date] = [:]
    var raw: [Data] = []
    var last: Date?
  }

  /// Coders that a strategy has kept, without having asked for their paths.
  private final class KeptCoders: Sendable {
    private let pathsOfCoders = Mutex<[@Sendable () -> [any CodingKey]]>([])
    func keep(_ path: @escaping @Sendable () -> [any CodingKey]) { pathsOfCoders.withLock { $0.append(path) } }
    /// Returns the paths, which the coders make now. Then the coders are released, since they hold the strategies, which hold
    /// this object.
    func takePaths() -> [String] {
      let kept = pathsOfCoders.withLock { paths in
        defer { paths = [] }
        return paths
      }
      return kept.map { Calls.text($0()) }.sorted()
    }
  }

  @Test("a coder that a strategy keeps has the path of its value after the call")
  func keptCoders() throws {
    let (encoders, decoders) = (KeptCoders(), KeptCoders())
    let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    encoder.dateEncodingStrategy = .custom { date, encoder in
      nonisolated(unsafe) let kept = encoder
      encoders.keep { kept.codingPath }
      var container = encoder.singleValueContainer()
      try container.encode(date.timeIntervalSinceReferenceDate)
    }
    encoder.dataEncodingStrategy = .custom { data, encoder in
      nonisolated(unsafe) let kept = encoder.unkeyedContainer()
      encoders.keep { kept.codingPath }
    }
    decoder.dateDecodingStrategy = .custom { decoder in
      nonisolated(unsafe) let kept = decoder
      decoders.keep { kept.codingPath }
      return Date(timeIntervalSinceReferenceDate: try decoder.singleValueContainer().decode(Double.self))
    }
    decoder.dataDecodingStrategy = .custom { decoder in
      nonisolated(unsafe) let kept = try decoder.unkeyedContainer()
      decoders.keep { kept.codingPath }
      return Data()
    }
    let day = Date(timeIntervalSinceReferenceDate: 1)
    let calendar = Calendar(
      stays: [Stay(from: day), Stay(days: [day, day])], byName: ["a": day, "b": day], raw: [Data(), Data()], last: day)
    let value = [calendar, Calendar(stays: [Stay()])]
    let data = try encoder.encode(value)
    #expect(try decoder.decode([Calendar].self, from: data) == value)
    let paths = [
      "[0]/byName/a", "[0]/byName/b", "[0]/last", "[0]/raw/[0]", "[0]/raw/[1]", "[0]/stays/[0]/from",
      "[0]/stays/[0]/until", "[0]/stays/[1]/days/[0]", "[0]/stays/[1]/days/[1]", "[0]/stays/[1]/until",
      "[1]/stays/[0]/until",
    ]
    #expect(encoders.takePaths() == paths)
    #expect(decoders.takePaths() == paths)
  }
}

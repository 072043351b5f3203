import AutoCoding
import Foundation
import TestModels
import Testing

/// What older versions wrote is read by this one: `Tests/Fixtures/VERSION/FORMAT.json` has each value of the zoo as that
/// version wrote it.
///
/// To write the fixtures of a new version, set `AUTOCODING_WRITE_FIXTURES` to its number and run this suite.
struct FixtureTests {
  enum Format: String, CaseIterable, Sendable {
    case json, propertyList, xmlPropertyList, keyedArchive

    func encode(_ value: some Codable) throws -> Data {
      switch self {
      case .json:
        let encoder = AutoJSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
          positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try encoder.encode(value)
      case .propertyList, .xmlPropertyList:
        let encoder = AutoPropertyListEncoder()
        encoder.outputFormat = self == .propertyList ? .binary : .xml
        return try encoder.encode(value)
      case .keyedArchive: return try KeyedArchiveEncoder().encode(value)
      }
    }

    func decode<Value: Codable>(_ type: Value.Type, from data: Data) throws -> Value {
      switch self {
      case .json:
        let decoder = AutoJSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(type, from: data)
      case .propertyList, .xmlPropertyList: return try AutoPropertyListDecoder().decode(type, from: data)
      case .keyedArchive: return try KeyedArchiveDecoder().decode(type, from: data)
      }
    }
  }

  /// Sets, and dictionaries that are arrays, have no order.
  fileprivate static let unordered: Set<String> = [
    "Set", "Dictionary by other keys", "Dictionary by number", "Dictionary by enum",
    "several models in Set and Dictionary",
  ]

  /// The data of a format's samples, by specimen. Samples that the format cannot hold are empty.
  private typealias Fixtures = [String: [Data]]

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Fixtures").standardizedFileURL

  private static func file(_ version: String, _ format: Format) -> URL {
    folder.appendingPathComponent(version).appendingPathComponent(format.rawValue + ".json")
  }

  private static let versions: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted()) ?? []

  @Test("are read as what is written today", arguments: versions, Format.allCases)
  func read(version: String, format: Format) throws {
    let data = try Data(contentsOf: Self.file(version, format))
    let fixtures = try JSONDecoder().decode(Fixtures.self, from: data)
    let check = Check(format: format, fixtures: fixtures)
    try Zoo.visitAll(check)
    // No specimen may be renamed or removed without a look at what becomes of its old data.
    #expect(Set(fixtures.keys).subtracting(Zoo.all.map(\.name)).isEmpty)
  }

  @Test("are there for the first version")
  func present() {
    #expect(Self.versions.contains("0.1.0"))
  }

  private struct Check: ZooVisitor {
    let format: Format
    let fixtures: Fixtures

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      // A specimen that is newer than the version has no fixture.
      guard let fixture = fixtures[specimen.name] else { return }
      let samples = specimen.samples
      #expect(fixture.count <= samples.count, "\(specimen.name) has fewer samples than before")
      for (data, sample) in zip(fixture, samples) where !data.isEmpty {
        do {
          let today = try format.encode(sample.auto)
          let expected = try format.decode(Auto.self, from: today)
          #expect(try format.decode(Auto.self, from: data) == expected, "\(specimen.name)")
          // The other formats have the same objects in any order.
          if format == .json, !FixtureTests.unordered.contains(specimen.name) {
            #expect(data == today, "\(specimen.name)")
          }
        } catch {
          Issue.record(error, "\(specimen.name) in \(format.rawValue)")
        }
      }
    }
  }

  // MARK: Writing

  @Test(
    "are written if that is asked for",
    .enabled(if: ProcessInfo.processInfo.environment["AUTOCODING_WRITE_FIXTURES"] != nil))
  func write() throws {
    let version = try #require(ProcessInfo.processInfo.environment["AUTOCODING_WRITE_FIXTURES"])
    for format in Format.allCases {
      let collector = Collector(format: format)
      try Zoo.visitAll(collector)
      let file = Self.file(version, format)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      try encoder.encode(collector.fixtures).write(to: file)
    }
  }

  private final class Collector: ZooVisitor {
    let format: Format
    private(set) var fixtures: Fixtures = [:]

    init(format: Format) { self.format = format }

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      // Samples are left out if the format cannot hold them, as 128 bits, or if decoding gives another value, as it does
      // for nil within an Optional of an Optional.
      fixtures[specimen.name] = specimen.samples.map { sample in
        guard let data = try? format.encode(sample.auto), let value = try? format.decode(Auto.self, from: data),
          value == sample.auto
        else { return Data() }
        return data
      }
    }
  }
}

import AutoCoding
import AutoCodingSchema
import Foundation
import TestModels
import TestSupport
import Testing

/// Samples of the whole zoo, through every format and back.
struct SampleZooTests {
  enum Format: CaseIterable, Sendable {
    case json, foundationJSON, propertyList, xmlPropertyList, keyedArchive, dictionary

    func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
      switch self {
      case .json: return try AutoJSONDecoder().decode(Value.self, from: AutoJSONEncoder().encode(value))
      case .foundationJSON: return try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
      case .propertyList, .xmlPropertyList:
        let encoder = AutoPropertyListEncoder()
        encoder.outputFormat = self == .propertyList ? .binary : .xml
        return try AutoPropertyListDecoder().decode(Value.self, from: encoder.encode(value))
      case .keyedArchive: return try KeyedArchiveDecoder().decode(Value.self, from: KeyedArchiveEncoder().encode(value))
      case .dictionary: return try DictionaryDecoder().decode(Value.self, from: DictionaryEncoder().encode(value))
      }
    }
  }

  @Test(arguments: Format.allCases)
  func roundTrips(_ format: Format) throws {
    let turn = Format.allCases.firstIndex(of: format) ?? 0
    try Zoo.visitAll(RoundTrip(format: format, seeds: TestEffort.part(of: Array(0..<8), turn: turn)))
  }

  private struct RoundTrip: ZooVisitor {
    let format: Format
    let seeds: [UInt64]

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      for seed in seeds {
        do {
          let value = [try ModelValue.sample(of: Auto.self, seed: seed)]
          let copy = try format.roundTrip(["a": value])["a"] ?? []
          #expect(try ModelValue.areEqual(copy, value), "\(specimen.name), seed \(seed), \(format): \(value)")
        } catch EncodingError.invalidValue(_, let context)
          where context.debugDescription.hasPrefix("Property lists have no integer")
        {
          #expect(specimen.name.hasSuffix("Int128"))
        } catch {
          Issue.record("\(specimen.name), seed \(seed), \(format): \(error)")
        }
      }
    }
  }

  /// Values of one seed are the same, and those of others differ.
  @Test func seeds() throws { try Zoo.visitAll(Seeds()) }

  private struct Seeds: ZooVisitor {
    /// All their values are encoded alike.
    static let constant: Set<String> = [
      "struct empty", "class without properties", "base class without properties", "enum with one case",
      "hand-written struct", "hand-written class",
    ]

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      let values = try (UInt64(0)..<2).map { try ModelValue.sample(of: [Auto].self, seed: $0) }
      let again = try (UInt64(0)..<2).map { try ModelValue.sample(of: [Auto].self, seed: $0) }
      #expect(try ModelValue.areEqual(values, again), "\(specimen.name)")
      let isSame = try ModelValue.areEqual(values[0], values[1])
      #expect(isSame == Self.constant.contains(specimen.name), "\(specimen.name): \(values)")
    }
  }
}

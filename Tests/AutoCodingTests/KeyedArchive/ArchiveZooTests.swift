import ArchiveInspection
import AutoCoding
import Foundation
import TestModels
import Testing

/// Keyed archives: the zoo.
struct ArchiveZooTests {
  private struct RoundTrip: ZooVisitor {
    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      for sample in specimen.samples {
        if specimen.name.contains("128") {
          // The largest integer of a property list has 128 bits with its sign.
          do {
            _ = try KeyedArchiveEncoder().encode(sample.auto)
          } catch EncodingError.invalidValue(_, let context) {
            #expect(context.debugDescription.contains("no integer as large"))
            continue
          }
        }
        if specimen.name.contains("Optional") || specimen.name.contains("optional") {
          // A nil within an Optional of an Optional is nil, as it is for Codable.
          let once = try KeyedArchiveDecoder().decode(Auto.self, from: KeyedArchiveEncoder().encode(sample.auto))
          #expect(try JSONEncoder.sorted.encode(once) == JSONEncoder.sorted.encode(archived(once)))
          #expect(try JSONDecoder().decode(Auto.self, from: JSONEncoder().encode(sample.auto)) == once)
          continue
        }
        let data = try KeyedArchiveEncoder().encode(sample.auto)
        #expect(try KeyedArchiveDecoder().decode(Auto.self, from: data) == sample.auto)
        let list = try KeyedArchiveEncoder().encode([sample.auto, sample.auto])
        #expect(try KeyedArchiveDecoder().decode([Auto].self, from: list) == [sample.auto, sample.auto])
        let dictionary: [String: Auto?] = ["a": sample.auto, "b": nil]
        let pairs = try KeyedArchiveEncoder().encode(dictionary)
        #expect(try KeyedArchiveDecoder().decode([String: Auto?].self, from: pairs) == dictionary)
        #expect(!(try ArchiveInspection(data: data).description).isEmpty)
      }
    }
  }

  /// What archives say is read by Foundation as a property list, and has the layout of NSKeyedArchiver.
  private struct Layout: ZooVisitor {
    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      let data = try KeyedArchiveEncoder().encode(specimen.samples[0].auto)
      let list = try PropertyListSerialization.propertyList(from: data, format: nil)
      let archive = try #require(list as? [String: Any])
      #expect(archive["$archiver"] as? String == "NSKeyedArchiver")
      #expect(archive["$version"] as? Int == 100_000)
      let objects = try #require(archive["$objects"] as? [Any])
      #expect(objects.first as? String == "$null")
      #expect((archive["$top"] as? [String: Any])?["root"] != nil)
    }
  }

  @Test("every type of the zoo comes back, by itself and in collections", arguments: Zoo.all)
  func roundTrip(_ specimen: any ZooSpecimen) throws {
    try specimen.accept(RoundTrip())
  }

  @Test("every archive has the layout of NSKeyedArchiver", arguments: Zoo.all)
  func layout(_ specimen: any ZooSpecimen) throws {
    try specimen.accept(Layout())
  }
}

extension JSONEncoder {
  fileprivate static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}

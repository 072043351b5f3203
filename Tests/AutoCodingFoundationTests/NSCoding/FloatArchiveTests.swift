#if !canImport(Darwin)
import AutoCodingFoundation
import Foundation
import Testing

class Gauge: AutoCodingObject {
  var level: Float = 0
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.GaugeByHand"] }
}

/// Archives what may be read as a `Gauge`, with another number.
final class GaugeByHand: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var encodeLevel: (NSCoder) -> Void = { _ in }
  var level: Float = 0
  override init() {}
  init?(coder: NSCoder) { level = coder.decodeFloat(forKey: "level") }
  func encode(with coder: NSCoder) { encodeLevel(coder) }
}

struct GaugeHolder: AutoCoding, DefaultInitializable { var gauge: GaugeByHand? }

/// Floats in archives that have other numbers.
struct FloatArchiveTests {
  private static let levels: [(encode: @Sendable (NSCoder) -> Void, level: Float?)] = [
    ({ $0.encode(0.1, forKey: "level") }, 0.1), ({ $0.encode(Double.infinity, forKey: "level") }, .infinity),
    ({ $0.encode(16_777_216, forKey: "level") }, 16_777_216), ({ $0.encode(16_777_217, forKey: "level") }, nil),
    ({ $0.encode(NSNumber(value: -16_777_217), forKey: "level") }, nil), ({ $0.encode(1e300, forKey: "level") }, nil),
    ({ $0.encode("text" as NSString, forKey: "level") }, nil),
  ]

  @Test("Reals are rounded, and integers are exact or an error that says Float", arguments: levels.indices)
  func properties(index: Int) throws {
    let (encode, level) = Self.levels[index]
    let gauge = GaugeByHand()
    gauge.encodeLevel = encode
    let archive = try foundationArchive(gauge)
    let readers: [() throws -> Float?] = [
      { try KeyedArchiveDecoder().decode(Gauge.self, from: archive).level },
      {
        try foundationObject(
          Gauge.self, from: archive, classes: ["AutoCodingFoundationTests.GaugeByHand": Gauge.self])?.level
      },
    ]
    for read in readers {
      if let level {
        #expect(try read() == level)
      } else {
        let text = explanation { try read() }
        #expect(text.contains("Float"), "\(text)")
      }
    }
  }

  @Test("So are those that hand-written code decodes from KeyedArchiveDecoder", arguments: levels.indices)
  func byHand(index: Int) throws {
    let (encode, level) = Self.levels[index]
    let gauge = GaugeByHand()
    gauge.encodeLevel = encode
    let archive = try KeyedArchiveEncoder().encode(GaugeHolder(gauge: gauge))
    if let level {
      #expect(try KeyedArchiveDecoder().decode(GaugeHolder.self, from: archive).gauge?.level == level)
    } else {
      let text = explanation { try KeyedArchiveDecoder().decode(GaugeHolder.self, from: archive).gauge?.level }
      #expect(text.contains("Float"), "\(text)")
    }
  }
}
#endif

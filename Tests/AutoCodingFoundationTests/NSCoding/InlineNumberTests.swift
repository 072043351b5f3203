#if !canImport(Darwin)
import AutoCodingFoundation
import Foundation
import Testing

enum DialLevel: Int, Codable { case low = 1, high }
enum DialGrade: UInt8, AutoCoding { case first = 3, second }
enum DialRatio: Double, Codable { case half = 0.5 }
struct DialFlag: RawRepresentable, Codable { var rawValue: Bool }
struct DialOptions: OptionSet, Codable { var rawValue: UInt }

/// A type whose handwritten code encodes one number.
struct DialAngle: Codable {
  var degrees: Float
  init(degrees: Float) { self.degrees = degrees }
  init(from decoder: any Decoder) throws { degrees = try decoder.singleValueContainer().decode(Float.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(degrees)
  }
}

struct DialFace: AutoCoding { var level = DialLevel.low }

class Dial: AutoCodingObject {
  var level = DialLevel.low
  var grade = DialGrade.first
  var ratio = DialRatio.half
  var flag = DialFlag(rawValue: false)
  var options = DialOptions()
  var angle = DialAngle(degrees: 0)
  var width: CGFloat = 0
  var count: UInt = 0
  var large: UInt64 = 0
  var wide: Int128 = 0
  var face = DialFace()
  var optional: DialLevel?
  var any: Any = 0
  var levels: [DialLevel] = []
  var doubles: [Double] = []

  static func sample() -> Dial {
    let dial = Dial()
    (dial.level, dial.grade, dial.options) = (.high, .second, DialOptions(rawValue: 6))
    dial.flag.rawValue = true
    (dial.angle.degrees, dial.width, dial.count, dial.large, dial.wide) = (1.5, 2.5, 7, 8, 9)
    (dial.optional, dial.any, dial.levels, dial.face.level) = (.high, 4, [.high], .high)
    return dial
  }

  var shown: String {
    """
    \(level) \(grade) \(ratio) \(flag.rawValue) \(options.rawValue) \(angle.degrees) \(width) \(count) \(large) \(wide) \
    \(face.level) \(optional.map { "\($0)" } ?? "nil") \(any) \(levels)
    """
  }
}

/// Code by hand: each number is decoded as a number, and all else as an object.
final class DialByHand: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var shown = ""
  func encode(with coder: NSCoder) {}
  init?(coder: NSCoder) {
    let level = coder.decodeInteger(forKey: "level")
    let grade = coder.decodeInt32(forKey: "grade")
    let (ratio, flag) = (coder.decodeDouble(forKey: "ratio"), coder.decodeBool(forKey: "flag"))
    let options = coder.decodeInt64(forKey: "options")
    let (angle, width) = (coder.decodeFloat(forKey: "angle"), coder.decodeDouble(forKey: "width"))
    let counts = ["count", "large", "wide"].map { coder.decodeInteger(forKey: $0) }
    let objects = ["optional", "any"].map { coder.decodeObject(of: NSNumber.self, forKey: $0)?.intValue ?? -1 }
    let levels = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "levels") as? [Int] ?? []
    shown = "\(level) \(grade) \(ratio) \(flag) \(options) \(angle) \(width) \(counts) \(objects) \(levels)"
  }
}

protocol DialMark: AutoCoding {}
enum DialStep: Int, DialMark { case one = 1, two }
struct DialSwitch: RawRepresentable, DialMark { var rawValue: Bool }
/// A model whose handwritten code encodes one number, or nothing.
struct DialTurn: DialMark {
  var turns: Double?
  init(turns: Double?) { self.turns = turns }
  init(from decoder: any Decoder) throws { turns = try decoder.singleValueContainer().decode(Double?.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(turns)
  }
}

class MarkedDial: AutoCodingObject {
  var mark: (any DialMark)?
  var marks: [any DialMark] = []
  var shown: String { "\(mark.map { "\($0)" } ?? "nil") \(marks)" }
}

class ComparedDial: AutoCodingObject {
  var first: [Double] = []
  var flags = [false, true]
  var doubles: [Double] = [0, 1]
  var floats: [Float] = [1, 0]
  var counts = [1, 0]
  var shown: String { "\(flags) \(doubles) \(floats) \(counts)" }
}

/// Numbers that Foundation's archiver has in place.
struct InlineNumberTests {
  private func archives(_ dial: Dial) throws -> [Data] {
    [try foundationArchive(dial), try KeyedArchiveEncoder().encode(dial)]
  }

  @Test("Raw values and numbers of every type are what hand-written code decodes as numbers; Optionals are objects")
  func byHand() throws {
    for archive in try archives(.sample()) {
      let classes: [String: AnyClass] = ["AutoCodingFoundationTests.Dial": DialByHand.self]
      let read = try #require(try foundationObject(DialByHand.self, from: archive, classes: classes))
      #expect(read.shown == "2 4 0.5 true 6 1.5 2.5 [7, 8, 9] [2, 4] [2]")
    }
  }

  @Test("Both unarchivers read what both archivers write")
  func roundTrips() throws {
    let dial = Dial.sample()
    for archive in try archives(dial) {
      #expect(try foundationObject(Dial.self, from: archive)?.shown == dial.shown)
      #expect(try KeyedArchiveDecoder().decode(Dial.self, from: archive).shown == dial.shown)
    }
  }

  /// Foundation's archiver on Linux takes equal numbers for one object.
  @Test("A number next to an equal one of another type stays exact")
  func exact() throws {
    let dial = Dial()
    dial.doubles = [9_007_199_254_740_992, 0]
    (dial.count, dial.large) = (9_007_199_254_740_993, 9_007_199_254_740_993)
    dial.width = -0.0
    let back = try #require(try foundationObject(Dial.self, from: foundationArchive(dial)))
    #expect(back.count == dial.count && back.large == dial.large && back.doubles == dial.doubles)
    #expect(back.width.sign == .minus)
  }

  @Test("Both read a model that is coded as a number, if its type is dynamic")
  func dynamicModels() throws {
    let marks: [any DialMark] = [
      DialStep.two, DialSwitch(rawValue: true), DialTurn(turns: 1.5), DialTurn(turns: 3), DialTurn(turns: nil),
    ]
    for mark in marks {
      let dial = MarkedDial()
      (dial.mark, dial.marks) = (mark, [mark, DialStep.one])
      for archive in [try foundationArchive(dial), try KeyedArchiveEncoder().encode(dial)] {
        #expect(try foundationObject(MarkedDial.self, from: archive)?.shown == dial.shown)
        #expect(try KeyedArchiveDecoder().decode(MarkedDial.self, from: archive).shown == dial.shown)
      }
    }
  }

  /// Foundation's archiver on Linux has false, 0 and 0.0 once, as the first of them.
  @Test("Both read collections of numbers next to collections of equal Bools")
  func equalBools() throws {
    for first in [[], [0.0, 1]] {
      let dial = ComparedDial()
      dial.first = first
      let archive = try foundationArchive(dial)
      #expect(try foundationObject(ComparedDial.self, from: archive)?.shown == dial.shown)
      #expect(try KeyedArchiveDecoder().decode(ComparedDial.self, from: archive).shown == dial.shown)
    }
  }
}
#endif

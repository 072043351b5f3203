import AutoCodingFoundation
import Foundation
import Testing

/// Values with code of their own, in whose archives a number may be equal to a Bool.
enum MixedBools {
  struct Switches: Codable, Equatable {
    var isOn = true
    var count = 1
    var isOff = false
    var none = 0
    var ratio = 1.0
    var part: Float = 0
    var flags = [true, false]
    var numbers = [1, 0]
    var byName: [String: Bool] = ["a": true]
    var counts: [String: UInt8] = ["a": 1]
    var maybe: Bool? = true
  }
}

final class MixedBoolPanel: AutoCodingObject {
  var earlier = [true, false]
  var number: Int? = 1
  var numbers = [1, 0]
  var switches = MixedBools.Switches()
  var all = [MixedBools.Switches(), MixedBools.Switches()]
  var flag = MixedNumber(true)
  var optional: MixedNumber<Bool>? = MixedNumber(true)
  var flags = [MixedNumber(true), MixedNumber(false)]
  var json: [JSONValue] = [1, true, 0, false, ["a": true, "b": 1]]
  var anything: Any = [1, true, 0, false, ["a": true], 1.0, -0.0, 2.5] as [Any]
  var declared = [true, false]
}

struct MixedBoolTests {
  enum Archiver: CaseIterable { case foundation, ours }

  private func archive(_ panel: MixedBoolPanel, _ archiver: Archiver) throws -> Data {
    switch archiver {
    case .foundation: try NSKeyedArchiver.archivedData(withRootObject: panel, requiringSecureCoding: true)
    case .ours: try KeyedArchiveEncoder().encode(panel)
    }
  }

  @Test(arguments: Archiver.allCases, Archiver.allCases)
  func `A Bool does not become a number, nor a number a Bool`(_ writer: Archiver, _ reader: Archiver) throws {
    let panel = MixedBoolPanel()
    let data = try archive(panel, writer)
    let copy: MixedBoolPanel
    switch reader {
    case .foundation:
      copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: MixedBoolPanel.self, from: data))
    case .ours: copy = try KeyedArchiveDecoder().decode(MixedBoolPanel.self, from: data)
    }
    #expect(
      copy.number == 1 && copy.numbers == [1, 0] && copy.declared == [true, false] && copy.earlier == [true, false])
    #expect(copy.switches == panel.switches && copy.all == panel.all)
    #expect(copy.flag == panel.flag && copy.optional == panel.optional && copy.flags == panel.flags)
    #expect(copy.json == panel.json)
    let values = try #require(copy.anything as? [Any])
    #expect(values.map { type(of: $0) == Bool.self } == [false, true, false, true, false, false, false, false])
    #expect(values[1] as? Bool == true && values[3] as? Bool == false)
    #expect(values[0] as? Int == 1 && values[2] as? Int == 0 && type(of: values[5]) == Double.self)
    #expect(values[5] as? Double == 1 && (values[6] as? Double)?.sign == .minus && values[7] as? Double == 2.5)
    #expect(try #require(values[4] as? [String: Any])["a"] as? Bool == true)
  }

  @Test func `Properties of Bools read what a type's own code wrote`() throws {
    let data = try foundationArchive(MixedBoolFlags())
    let name = NSStringFromClass(MixedBoolFlags.self)
    let copy = try foundationObject(MixedBoolValues.self, from: data, classes: [name: MixedBoolValues.self])
    #expect(copy?.values == [true, false] && copy?.optional == true)
    let other = try KeyedArchiveDecoder().decode(MixedBoolValues.self, from: data)
    #expect(other.values == [true, false] && other.optional == true)
  }

  @Test func `Properties of numbers read what a type's own code wrote`() throws {
    let data = try foundationArchive(MixedNumbers())
    let name = NSStringFromClass(MixedNumbers.self)
    for copy in [
      try foundationObject(MixedNumberValues.self, from: data, classes: [name: MixedNumberValues.self]),
      try KeyedArchiveDecoder().decode(MixedNumberValues.self, from: data),
    ] {
      #expect(copy?.integers == [1, 0, 7] && copy?.optional == 1)
      #expect(copy?.floats == [1, 0, 2.5] && copy?.doubles == [1, 0, 2.5])
    }
  }

  @Test func `A Bool without a value is an error`() throws {
    var data = try foundationArchive(MixedBoolFlags())
    let key = try #require(data.range(of: Data("$$value".utf8)))
    data.replaceSubrange(key, with: Data("$$other".utf8))
    #expect(explanation { try KeyedArchiveDecoder().decode(MixedBoolFlags.self, from: data) }.contains("has no value"))
    #expect(explanation { try foundationObject(MixedBoolFlags.self, from: data) }.contains("Bool"))
  }
}

/// A single value, by the type's own code.
struct MixedNumber<Value: Codable & Equatable>: Codable, Equatable {
  var value: Value
  init(_ value: Value) { self.value = value }
  init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

final class MixedNumbers: AutoCodingObject {
  var integers = [MixedNumber(1), MixedNumber(0), MixedNumber(7)]
  var optional: MixedNumber<Int>? = MixedNumber(1)
  var floats = [MixedNumber(1 as Float), MixedNumber(0), MixedNumber(2.5)]
  var doubles = [MixedNumber(1.0), MixedNumber(0), MixedNumber(2.5)]
}

final class MixedNumberValues: AutoCodingObject {
  var integers: [Int] = []
  var optional: Int?
  var floats: [Float] = []
  var doubles: [Double] = []
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.MixedNumbers"] }
}

final class MixedBoolFlags: AutoCodingObject {
  var values = [MixedNumber(true), MixedNumber(false)]
  var optional: MixedNumber<Bool>? = MixedNumber(true)
}

final class MixedBoolValues: AutoCodingObject {
  var values: [Bool] = []
  var optional: Bool?
  class override var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.MixedBoolFlags"] }
}

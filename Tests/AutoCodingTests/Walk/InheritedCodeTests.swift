import AutoCoding
import Foundation
import Testing

private class InheritedVessel: AutoCoding {
  var crew = 4
  var note: String { "" }
  enum Keys: String, CodingKey { case crew, note }
  init() {}
  required init(from decoder: any Decoder) throws {
    crew = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .crew)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(crew, forKey: .crew)
    if !note.isEmpty { try container.encode(note, forKey: .note) }
  }
}

private class InheritedTanker: InheritedVessel { var load = 1.5 }
private final class InheritedSupertanker: InheritedTanker {}
private final class InheritedFerry: InheritedVessel { @Transient var cars = 3 }
private final class InheritedYacht: InheritedVessel {}

private final class InheritedTug: InheritedVessel {
  var power = 7
  private enum OwnKeys: String, CodingKey { case power }
  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    power = try decoder.container(keyedBy: OwnKeys.self).decode(Int.self, forKey: .power)
    try super.init(from: decoder)
  }
  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: OwnKeys.self)
    try container.encode(power, forKey: .power)
  }
}

/// Decoded by its own code, and encoded by AutoCoding.
private class HalfVessel: AutoCoding {
  var crew = 4
  init() {}
  enum Keys: String, CodingKey { case crew }
  required init(from decoder: any Decoder) throws {
    crew = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .crew)
  }
}
private final class HalfTug: HalfVessel {
  var power = 7
  private enum OwnKeys: String, CodingKey { case power }
  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    power = try decoder.container(keyedBy: OwnKeys.self).decode(Int.self, forKey: .power)
    try super.init(from: decoder)
  }
}
private struct HalfFleet: AutoCoding { var vessels: [HalfVessel] = [] }

/// What the superclass writes comes from a member that the subclass overrides.
private final class InheritedBarge: InheritedVessel {
  var text = "b"
  override var note: String { text }
}

/// AutoCoding encodes the class; only decoding is written by hand.
private class InheritedRaft: AutoCoding {
  var logs = 2
  init() {}
  required init(from decoder: any Decoder) throws {}
}
private final class InheritedCanoe: InheritedRaft { var paddles = 1 }

private class InheritedPlainVessel: Codable { var crew = 4 }
extension InheritedPlainVessel: AutoCoding {}
private final class InheritedPlainTanker: InheritedPlainVessel { var load = 1.5 }

private class InheritedLevel: RawRepresentable, AutoCoding {
  let rawValue: Int
  required init(rawValue: Int) { self.rawValue = rawValue }
}
private final class InheritedNamedLevel: InheritedLevel { var name = "" }
private final class InheritedPlainLevel: InheritedLevel { @Transient var note = "n" }

private struct InheritedLevels: AutoCoding { var levels: [InheritedLevel] }

private struct InheritedFleet: AutoCoding { var vessels: [InheritedVessel] }

/// Inherited encode(to:).
struct InheritedCodeTests {
  private func problems(_ value: some Codable) throws -> [String] {
    let errors = [
      #expect(throws: AutoCodingError.self) { _ = try AutoJSONEncoder().encode(value) },
      #expect(throws: AutoCodingError.self) { _ = try AutoPropertyListEncoder().encode(value) },
      #expect(throws: AutoCodingError.self) { _ = try KeyedArchiveEncoder().encode(value) },
      #expect(throws: AutoCodingError.self) { _ = try DictionaryEncoder().encodeValue(value) },
    ]
    return try errors.map { try #require($0).description }
  }

  private func text(_ value: some Encodable) throws -> String { try AutoJSONEncoder().encodeToString(value) }

  @Test("a property that the superclass's code cannot know is an error in every format")
  func refused() throws {
    let text = """
      .load: Double: InheritedTanker inherits an encode(to:) that was written for its superclass, and leaves the property out. \
      Override init(from:) and encode(to:) in InheritedTanker; or delete those of the superclass, so that AutoCoding codes both \
      classes; or leave the property out: mark it @Transient.
      """
    for problem in try problems(InheritedTanker()) + problems(InheritedSupertanker())
      + problems([InheritedVessel(), InheritedTanker()])
      + problems(InheritedFleet(vessels: [InheritedYacht(), InheritedSupertanker()]))
    {
      #expect(problem.hasSuffix(text))
    }
  }

  @Test("code that may write the property is trusted")
  func accepted() throws {
    #expect(try text(InheritedVessel()) == #"{"crew":4}"#)
    #expect(try text(InheritedYacht()) == #"{"crew":4}"#)
    #expect(try text(InheritedFerry()) == #"{"crew":4}"#)
    #expect(try text(InheritedTug()) == #"{"crew":4,"power":7}"#)
    #expect(try text(InheritedBarge()) == #"{"crew":4,"note":"b"}"#)
    #expect(try text(InheritedCanoe()) == #"{"logs":2,"paddles":1}"#)
    // The compiler's code is AutoCoding's here, since the extension is in the same module.
    #expect(try text(InheritedPlainTanker()) == #"{"crew":4,"load":1.5}"#)
    #expect(
      try KeyedArchiveDecoder().decode(InheritedTug.self, from: KeyedArchiveEncoder().encode(InheritedTug())).power == 7
    )
  }

  @Test("an object that would be decoded as one of its superclass is an error", arguments: TestCoder.allCases)
  func lossOfClass(coder: TestCoder) throws {
    let tug = HalfTug()
    tug.power = 9
    #expect(try coder.roundTrip([tug]).first?.power == 9)
    #expect(try coder.roundTrip([HalfVessel()]).first?.crew == 4)
    if coder == .keyedArchive {
      let fleet = try coder.roundTrip(HalfFleet(vessels: [tug]))
      #expect((fleet.vessels.first as? HalfTug)?.power == 9)
      return
    }
    let error = #expect(throws: EncodingError.self) { _ = try coder.encode(HalfFleet(vessels: [tug])) }
    guard coder != .foundationPropertyList, case .invalidValue(_, let context) = error else { return }
    #expect(
      context.debugDescription.contains("so an object of HalfTug would be decoded as one of HalfVessel")
        || context.debugDescription.contains("has its own init(from:), so an object of"))
    #expect(context.codingPath.map(\.stringValue) == ["vessels", "Index 0"])
  }

  @Test("a property that the raw value of a superclass leaves out is an error", arguments: TestCoder.allCases)
  func lossByRawValue(coder: TestCoder) throws {
    func expectRefused(_ value: some Codable) {
      let error = #expect(throws: (any Error).self) { _ = try coder.encode(value) }
      guard coder != .foundationPropertyList else { return }
      #expect(
        error.map { "\($0)" }?.contains(
          "name: String: InheritedNamedLevel is coded as the raw value of InheritedLevel, which leaves the property out."
        )
          == true)
    }
    // What is learned of the superclass does not hold for its subclasses.
    for coder in TestCoder.allCases { _ = try coder.encode(InheritedLevels(levels: [.init(rawValue: 1)])) }
    let level = InheritedNamedLevel(rawValue: 2)
    expectRefused([level])
    expectRefused([level] as [InheritedLevel])
    expectRefused(InheritedLevels(levels: [level]))
    #expect(throws: AutoCodingError.self) { try ModelValue.areEqual(level, level) }
    #expect(throws: AutoCodingError.self) { try ModelValue.areEqual([level] as [InheritedLevel], [level]) }
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: InheritedNamedLevel.self) }
  }

  @Test(
    "an object of a subclass that would be decoded as one with raw values is an error", arguments: TestCoder.allCases)
  func lossOfClassByRawValue(coder: TestCoder) throws {
    let level = InheritedPlainLevel(rawValue: 2)
    #expect(try coder.roundTrip([level]).first?.rawValue == 2)
    #expect(try coder.roundTrip(InheritedLevels(levels: [.init(rawValue: 3)])).levels.first?.rawValue == 3)
    let error = #expect(throws: EncodingError.self) { _ = try coder.encode(InheritedLevels(levels: [level])) }
    guard coder != .foundationPropertyList, case .invalidValue(_, let context) = error else { return }
    #expect(context.debugDescription.contains("is coded as its raw value, so an object of"))
    #expect(context.codingPath.map(\.stringValue) == ["levels", "Index 0"])
  }
}

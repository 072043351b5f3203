// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The examples have to be those of the page.

import AutoCoding
import Foundation
import Observation
import Testing

// The examples of "What to watch when a Codable model moves over" in Docs/Migrating.md, and what the page says of them.

public struct Invoice: AutoCoding {
  public var number: Int
  public enum CodingKeys: String, CodingKey { case number = "no" }
}

private struct Box<Value> { var value: Value }
extension Box: Codable, AutoCoding where Value: Codable {}

private class Account: AutoCoding {
  var owner: String
  init(owner: String) { self.owner = owner }
}

@Observable private final class Settings: AutoCoding, DefaultInitializable {
  var theme = "light"
  init() {}
  static let propertyRules: PropertyRules = ["theme": .formerly("_theme")]
}

private struct Celsius: AutoCoding {
  var degrees: Double
  enum CodingKeys: String, CodingKey { case degrees }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    degrees = (try container.decode(Double.self, forKey: .degrees) * 10).rounded() / 10
  }
}

private class Building: AutoCoding {
  var floors = 1
  class var propertyKeys: [String: String] { [:] }
}
private class Tower: Building {
  var height = 0.0
  override class var propertyKeys: [String: String] { ["height": "h"] }
}

private struct Idle: AutoCoding {
  lazy var rows = 5
  lazy var columns = 6
  var body = ""
  static var unEncodedProperties: Set<String> { ["columns"] }
}

private struct Session: AutoCoding, DefaultInitializable {
  var user = ""
  var attempts = 3
  enum CodingKeys: String, CodingKey { case user }
}

private struct EncodeOnlySession: AutoCoding {
  var user = ""
  var attempts = 3
  enum CodingKeys: String, CodingKey { case user }
}

private class Vessel: AutoCoding {
  var crew = 4
}
private class Tanker: Vessel {
  var load = 0.0
}

private class CodableVessel: Codable { var wheels = 4 }
private final class RefusedTanker: CodableVessel, AutoCoding { var load = 0.0 }

private struct Packet: AutoCoding, DefaultInitializable {
  let format = 7
  var body = ""
}

private struct StrictPacket: AutoCoding {
  let format = 7
  var body = ""
}

private struct ConstantPacket: AutoCoding {
  let format = 7
  var body = ""
  static let propertyRules: PropertyRules = ["format": .encodedOnly.default(7)]
}

/// What `ConstantPacket` replaces.
private struct SynthesizedPacket: Codable {
  let format = 7
  var body = ""
  private enum CodingKeys: CodingKey { case format, body }
}

private protocol FallbackSource { static var fallback: Int { get } }
private enum Five: FallbackSource { static var fallback: Int { 5 } }

@propertyWrapper private struct Fallback<Source: FallbackSource>: Codable {
  var wrappedValue: Int
  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Int.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

@propertyWrapper private struct TextIfAny: Codable {
  var wrappedValue: String?
  init(wrappedValue: String?) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(String?.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

@propertyWrapper private struct Tolerant: Codable {
  var wrappedValue: [Int]
  init(wrappedValue: [Int]) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode([Int].self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Fallback: CodedPropertyWrapper {
  static var wrapperForMissingKey: Self? { Self(wrappedValue: Source.fallback) }
}
extension TextIfAny: CodedPropertyWrapper {
  static var wrapperForMissingKey: Self? { Self(wrappedValue: nil) }
  var isLeftOut: Bool { wrappedValue == nil }
}
extension Tolerant: CodedPropertyWrapper {
  static var wrapperForMissingKey: Self? { Self(wrappedValue: []) }
  static func makeWrapper(from decoder: any Decoder) throws -> Self {
    (try? Self(from: decoder)) ?? Self(wrappedValue: [])
  }
}

private struct Wrapped: AutoCoding {
  @Fallback<Five> var number: Int
  @TextIfAny var text: String?
  @Tolerant var list: [Int]
}

/// What to watch when a Codable model moves over.
struct MovingOverTests {
  private func decode<Value: Codable>(_ type: Value.Type, _ text: String) throws -> Value {
    try AutoJSONDecoder().decode(type, from: Data(text.utf8))
  }
  private func text(_ value: some Codable) throws -> String {
    String(decoding: try AutoJSONEncoder().encode(value), as: UTF8.self)
  }

  @Test("every example of the page is compiled here")
  func examples() throws {
    let tests = URL(fileURLWithPath: #filePath)
    let root = tests.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("Docs/Migrating.md"), encoding: .utf8)
    let section = try #require(
      page.components(separatedBy: "\n## ").first { $0.hasPrefix("What to watch when a Codable model moves over") })
    let source = try String(contentsOf: tests, encoding: .utf8).replacing("private ", with: "")
    let blocks = section.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    #expect(blocks.count >= 9)
    for block in blocks { #expect(source.contains(block), "\(block)") }
  }

  @Test func compiler() throws {
    #expect(try text(Invoice(number: 1)) == #"{"no":1}"#)
    #expect(try decode(Box<Int>.self, #"{"value":1}"#).value == 1)
    #expect(try decode(Account.self, #"{"owner":"Ada"}"#).owner == "Ada")
    #expect(try decode(Celsius.self, #"{"degrees":1.26}"#).degrees == 1.3)
    #expect(try text(Tower()) == #"{"floors":1,"h":0}"#)
  }

  @Test func firstUse() throws {
    #expect(try decode(Session.self, #"{"user":"a","attempts":9}"#).attempts == 3)
    #expect(throws: AutoCodingError.self) { try decode(EncodeOnlySession.self, #"{"user":"a"}"#) }
    #expect(try TypeMap(reflecting: EncodeOnlySession.self).decodingError != nil)
    #expect(try decode(Tanker.self, #"{"crew":6,"load":2}"#).crew == 6)
    let error = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: RefusedTanker.self) }
    #expect(error.problems.map(\.code).contains(.codableSuperclass))
  }

  @Test func data() throws {
    #expect(try decode(Settings.self, #"{"_theme":"dark","_$observationRegistrar":{}}"#).theme == "dark")
    var idle = Idle()
    #expect(try text(idle) == #"{"body":""}"#)
    #expect(idle.rows + idle.columns == 11)
    #expect(try text(idle) == #"{"rows":5,"body":""}"#)
    #expect(try text(Packet()) == #"{"format":7,"body":""}"#)
    #expect(try decode(Packet.self, #"{"body":"x"}"#).body == "x")
    #expect(throws: DecodingError.self) { try decode(StrictPacket.self, #"{"body":"x"}"#) }
    #expect(throws: DecodingError.self) { try decode(StrictPacket.self, #"{"format":7}"#) }
    #expect(try text(ConstantPacket()) == text(SynthesizedPacket()))
    for packet in [#"{"body":"x"}"#, #"{"format":8,"body":"x"}"#, #"{"format":"eight","body":"x"}"#] {
      #expect(try text(decode(ConstantPacket.self, packet)) == #"{"format":7,"body":"x"}"#)
    }
    let wrapped = try decode(Wrapped.self, #"{"list":"x"}"#)
    #expect(try text(wrapped) == #"{"number":5,"list":[]}"#)
  }
}

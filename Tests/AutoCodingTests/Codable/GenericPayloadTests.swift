import AutoCoding
import Foundation
import Testing

/// Nil of a generic parameter is written as null, also if an Optional is declared beside it.
struct GenericPayloadTests {
  enum Choice<A: Codable, B: Codable & Hashable>: AutoCoding {
    case both(x: A, y: Int?)
    case four(a: A, b: B?, c: [A?], d: B)
    case single(x: A?)
    case alone(x: A)
  }

  enum Twin<A: Codable, B: Codable & Hashable>: Codable {
    case both(x: A, y: Int?)
    case four(a: A, b: B?, c: [A?], d: B)
    case single(x: A?)
    case alone(x: A)
  }

  struct Outer<T: Codable> {
    enum Choice: AutoCoding {
      case one(x: T, y: T?)
    }
    enum Twin: Codable {
      case one(x: T, y: T?)
    }
  }

  private func check(_ value: some Codable, _ twin: some Codable) throws {
    let (encoder, foundation) = (AutoJSONEncoder(), JSONEncoder())
    (encoder.outputFormatting, foundation.outputFormatting) = (.sortedKeys, .sortedKeys)
    let expected = try String(decoding: foundation.encode(twin), as: UTF8.self)
    #expect(try String(decoding: encoder.encode(value), as: UTF8.self) == expected)
    #expect(try String(decoding: foundation.encode(value), as: UTF8.self) == expected)
  }

  @Test func nils() throws {
    try check(Choice<String?, Int?>.both(x: nil, y: nil), Twin<String?, Int?>.both(x: nil, y: nil))
    try check(Choice<String?, Int?>.both(x: nil, y: 1), Twin<String?, Int?>.both(x: nil, y: 1))
    try check(
      Choice<String?, Int?>.four(a: nil, b: nil, c: [nil], d: nil),
      Twin<String?, Int?>.four(a: nil, b: nil, c: [nil], d: nil))
    try check(
      Choice<[Int?]?, Int>.four(a: nil, b: nil, c: [nil], d: 2),
      Twin<[Int?]?, Int>.four(a: nil, b: nil, c: [nil], d: 2))
    try check(Choice<String?, Int?>.single(x: nil), Twin<String?, Int?>.single(x: nil))
    try check(Choice<String?, Int?>.alone(x: nil), Twin<String?, Int?>.alone(x: nil))
    try check(Choice<String, Int>.both(x: "", y: nil), Twin<String, Int>.both(x: "", y: nil))
    try check(Outer<Int?>.Choice.one(x: nil, y: nil), Outer<Int?>.Twin.one(x: nil, y: nil))
  }
}

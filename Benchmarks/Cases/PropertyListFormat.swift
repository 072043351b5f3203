import AutoCoding
import Foundation

/// `AutoPropertyListEncoder` and `AutoPropertyListDecoder` against `PropertyListEncoder` and `PropertyListDecoder` with
/// hand-written `Codable`, in the binary format and in XML.
struct PropertyListFormat {
  /// The library's own property lists.
  private struct AutoPropertyListCoder: Coder {
    static let name = "binary property list"
    private let encoder = AutoPropertyListEncoder()
    private let decoder = AutoPropertyListDecoder()

    init() {}

    init(_ format: PropertyListSerialization.PropertyListFormat) { encoder.outputFormat = format }

    func encode<Value: Encodable>(_ value: Value) throws -> Data {
      try encoder.encode(value)
    }

    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try decoder.decode(type, from: data)
    }
  }

  /// How many times as fast as the baseline encoding and decoding have to be.
  private struct Factors {
    let encode: Double
    let decode: Double
  }

  func suite() -> Suite {
    var cases: [Case] = []
    cases += self.cases(
      "1 mixed object", objects: 1, floors: Factors(encode: 10, decode: 8),
      auto: { Auto.Mixed.sample(1) }, hand: { Hand.Mixed.sample(1) })
    cases += self.cases(
      "1,000 mixed objects", objects: 1_000, floors: Factors(encode: 20, decode: 12),
      auto: { Auto.Mixed.samples(1_000) }, hand: { Hand.Mixed.samples(1_000) })
    cases += self.cases(
      "1,000 mixed objects in XML", .xml, objects: 1_000, floors: Factors(encode: 4, decode: 6),
      auto: { Auto.Mixed.samples(1_000) }, hand: { Hand.Mixed.samples(1_000) })
    cases += self.cases(
      "100 texts of 2 KB in XML", .xml, objects: 100, floors: Factors(encode: 1.5, decode: 1.5),
      auto: { LongTexts.auto(100) }, hand: { LongTexts.synth(100) })
    let plain = { try Synth.Repository.samples(1_000) }
    cases += self.cases(
      "1,000 plain repositories", objects: 1_000, floors: Factors(encode: 4, decode: 2.5), auto: plain, hand: plain)
    return Suite(
      name: "property list", sides: [SideName.auto, SideName.hand], baseline: SideName.hand,
      floor: Floor(side: SideName.auto, worstCase: 1, geometricMean: 1), cases: cases)
  }

  private func cases<A: Codable & Hashable, H: Codable & Hashable>(
    _ name: String, _ format: PropertyListSerialization.PropertyListFormat = .binary, objects: Int, floors: Factors,
    auto: @escaping () throws -> A, hand: @escaping () throws -> H
  ) -> [Case] {
    let fast = AutoPropertyListCoder(format)
    let slow = PropertyListCoder(format)
    return [
      Case(name: name, coder: "property list", operation: "encode", objects: objects, floor: 1 / floors.encode) {
        let autoValue = try auto()
        let handValue = try hand()
        // What Foundation reads in the bytes, of which there need not be as many.
        func fingerprint(_ data: Data) throws -> Int { try slow.decode(H.self, from: data).hashValue }
        return Work(
          bytes: try slow.encode(handValue).count,
          sides: [
            Side(SideName.auto, operation: { try fast.encode(autoValue) }, fingerprint: fingerprint),
            Side(SideName.hand, operation: { try slow.encode(handValue) }, fingerprint: fingerprint),
          ])
      },
      Case(name: name, coder: "property list", operation: "decode", objects: objects, floor: 1 / floors.decode) {
        let data = try slow.encode(try hand())
        let ordered = try fast.encode(try auto())
        return Work(
          bytes: data.count,
          sides: [
            Side(SideName.auto, operation: { try fast.decode(A.self, from: ordered) }, fingerprint: \.hashValue),
            Side(SideName.hand, operation: { try slow.decode(H.self, from: data) }, fingerprint: \.hashValue),
          ])
      },
    ]
  }
}

import AutoCoding
import Foundation

/// The library's own JSON.
struct AutoJSONCoder: Coder {
  static let name = "JSON"
  private let encoder = AutoJSONEncoder()
  private let decoder = AutoJSONDecoder()

  func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try encoder.encode(value)
  }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }
}

/// `AutoJSONEncoder` and `AutoJSONDecoder` against `JSONEncoder` and `JSONDecoder` with hand-written `Codable`.
struct JSONFormat {
  let corpora: Corpora

  /// How many times as fast as the baseline encoding and decoding have to be.
  private struct Factors {
    let encode: Double
    let decode: Double
  }

  func suite() throws -> Suite {
    var cases: [Case] = []
    cases += self.cases(
      "1 mixed object", objects: 1, floors: Factors(encode: 24, decode: 24),
      auto: { Auto.Mixed.sample(1) }, hand: { Hand.Mixed.sample(1) })
    cases += self.cases(
      "10,000 mixed objects", objects: 10_000, floors: Factors(encode: 40, decode: 22),
      auto: { Auto.Mixed.samples(10_000) }, hand: { Hand.Mixed.samples(10_000) },
      direct: (DirectMixed.encode, DirectMixed.decode))
    let (twitterName, twitter) = try corpora.twitter()
    cases += try fileCases(
      twitterName, twitter, floors: floors(encode: 40, decode: 15), auto: Auto.Search.self, hand: Hand.Search.self)
    let (citmName, citm) = try corpora.citm()
    cases += try fileCases(
      citmName, citm, floors: floors(encode: 80, decode: 28), auto: Auto.Catalog.self, hand: Hand.Catalog.self)
    if let canada = try corpora.canada() {
      cases += try fileCases(
        "canada.json", canada, floors: Factors(encode: 22, decode: 15), auto: Auto.FeatureCollection.self,
        hand: Hand.FeatureCollection.self)
    }
    if let events = try corpora.gitHubEvents() {
      cases += try fileCases(
        "github_events.json", events, floors: Factors(encode: 10, decode: 5), auto: [Auto.GitHubEvent].self,
        hand: [Hand.GitHubEvent].self)
    }
    return Suite(
      name: "JSON format", sides: [SideName.auto, Self.direct, SideName.hand], baseline: SideName.hand,
      floor: Floor(side: SideName.auto, worstCase: 1, geometricMean: 1), cases: cases)
  }

  /// The floors of a file, and those of what is generated in its place: text of `JSONEncoder`, whose keys are in the order of
  /// a dictionary, and so never the order that the type's properties make expected.
  private func floors(encode: Double, decode: Double) -> Factors {
    corpora.areFound ? Factors(encode: encode, decode: decode) : Factors(encode: 20, decode: 5)
  }

  /// A writer and a parser for one type, without `Codable`.
  private static let direct = "hand-written for the type"

  private func fileCases<A: Codable & Hashable, H: Codable & Hashable>(
    _ name: String, _ data: Data, floors: Factors, auto: A.Type, hand: H.Type
  ) throws -> [Case] {
    cases(
      name, objects: 1, json: data, floors: floors, auto: { try JSONDecoder().decode(A.self, from: data) },
      hand: { try JSONDecoder().decode(H.self, from: data) })
  }

  private func cases<A: Codable & Hashable, H: Codable & Hashable>(
    _ name: String, objects: Int, json: Data? = nil, floors: Factors,
    auto: @escaping () throws -> A, hand: @escaping () throws -> H,
    direct: (encode: (H) throws -> Data, decode: (Data) throws -> H)? = nil
  ) -> [Case] {
    let fast = AutoJSONCoder()
    let slow = JSONCoder()
    return [
      Case(name: name, coder: "JSON format", operation: "encode", objects: objects, floor: 1 / floors.encode) {
        let autoValue = try auto()
        let handValue = try hand()
        func fingerprint(_ data: Data) throws -> Int {
          var hasher = Hasher()
          hasher.combine(data.count)
          hasher.combine(try slow.decode(H.self, from: data))
          return hasher.finalize()
        }
        var sides = [
          Side(SideName.auto, operation: { try fast.encode(autoValue) }, fingerprint: fingerprint),
          Side(SideName.hand, operation: { try slow.encode(handValue) }, fingerprint: fingerprint),
        ]
        if let direct {
          sides.append(Side(Self.direct, operation: { try direct.encode(handValue) }, fingerprint: fingerprint))
        }
        return Work(bytes: try slow.encode(handValue).count, sides: sides)
      },
      Case(name: name, coder: "JSON format", operation: "decode", objects: objects, floor: 1 / floors.decode) {
        let data = try json ?? slow.encode(try hand())
        // In the order of the properties, as every encoder but the baseline's writes them.
        let ordered = try json ?? fast.encode(try auto())
        var sides = [
          Side(SideName.auto, operation: { try fast.decode(A.self, from: ordered) }, fingerprint: \.hashValue),
          Side(SideName.hand, operation: { try slow.decode(H.self, from: data) }, fingerprint: \.hashValue),
        ]
        if let direct {
          sides.append(Side(Self.direct, operation: { try direct.decode(ordered) }, fingerprint: \.hashValue))
        }
        return Work(bytes: data.count, sides: sides)
      },
    ]
  }
}

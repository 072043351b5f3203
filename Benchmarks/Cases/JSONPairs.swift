import AutoCoding
import Foundation

/// How many times as fast as Foundation encoding and decoding have to be; nil for what is not measured.
struct JSONFloors {
  var encode: Double?
  var decode: Double
}

/// Cases that compare a model of ours with a twin that Foundation codes, on the same text.
protocol JSONPairs {
  /// The name of the suite.
  var name: String { get }
  /// The name of the side that Foundation codes.
  var baseline: String { get }
}

extension JSONPairs {
  /// - Parameters:
  ///   - text: What is decoded, if no encoder writes it.
  ///   - isNew: Whether each call makes a coder.
  ///   - value: Makes the value that Foundation encodes. Ours is decoded from its text.
  func cases<A: Codable, S: Codable & Hashable>(
    _ name: String, _ floors: JSONFloors, formatting: JSONEncoder.OutputFormatting = [], text: Data? = nil,
    isNew: Bool = false, _: A.Type, _: S.Type, value: @escaping () throws -> S
  ) -> [Case] {
    let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    let (foundationEncoder, foundationDecoder) = (JSONEncoder(), JSONDecoder())
    encoder.outputFormatting = formatting
    foundationEncoder.outputFormatting = formatting
    let decode = Case(
      name: name, coder: self.name, operation: "decode", objects: 1, floor: 1 / floors.decode
    ) {
      let synth = try value()
      let data = try text ?? foundationEncoder.encode(synth)
      // In the order of the properties, as every encoder but Foundation's writes them.
      let ordered = try text ?? encoder.encode(JSONDecoder().decode(A.self, from: data))
      func fingerprint(_ auto: A) throws -> Int {
        try JSONDecoder().decode(S.self, from: AutoJSONEncoder().encode(auto)).hashValue
      }
      return Work(
        bytes: data.count,
        sides: [
          Side(
            SideName.auto,
            operation: { try (isNew ? AutoJSONDecoder() : decoder).decode(A.self, from: ordered) },
            fingerprint: fingerprint),
          Side(
            baseline,
            operation: { try (isNew ? JSONDecoder() : foundationDecoder).decode(S.self, from: ordered) },
            fingerprint: \.hashValue),
        ])
    }
    guard let floor = floors.encode else { return [decode] }
    let encode = Case(name: name, coder: self.name, operation: "encode", objects: 1, floor: 1 / floor) {
      let synth = try value()
      let auto = try JSONDecoder().decode(A.self, from: JSONEncoder().encode(synth))
      func fingerprint(_ data: Data) throws -> Int {
        var hasher = Hasher()
        hasher.combine(data.count)
        hasher.combine(try JSONDecoder().decode(S.self, from: data))
        return hasher.finalize()
      }
      return Work(
        bytes: try foundationEncoder.encode(synth).count,
        sides: [
          Side(
            SideName.auto, operation: { try (isNew ? AutoJSONEncoder() : encoder).encode(auto) },
            fingerprint: fingerprint),
          Side(
            baseline, operation: { try (isNew ? JSONEncoder() : foundationEncoder).encode(synth) },
            fingerprint: fingerprint),
        ])
    }
    return [encode, decode]
  }
}

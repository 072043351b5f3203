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

/// The options of both sides' coders.
enum JSONPairOptions {
  case standard
  /// Sorted keys in snake case, and ISO 8601 dates.
  case choices
  /// Dates that closures code.
  case closures
}

extension JSONPairs {
  /// - Parameters:
  ///   - text: What is decoded, if no encoder writes it.
  ///   - isNew: Whether each call makes a coder.
  ///   - value: Makes the value that Foundation encodes. Ours is decoded from its text.
  func cases<A: Codable, S: Codable & Hashable>(
    _ name: String, _ floors: JSONFloors, formatting: JSONEncoder.OutputFormatting = [], text: Data? = nil,
    isNew: Bool = false,
    options: JSONPairOptions = .standard, _: A.Type, _: S.Type, value: @escaping () throws -> S
  ) -> [Case] {
    func newEncoder() -> AutoJSONEncoder { AutoJSONEncoder().with(options) }
    func newFoundationEncoder() -> JSONEncoder { JSONEncoder().with(options) }
    func newDecoder() -> AutoJSONDecoder { AutoJSONDecoder().with(options) }
    func newFoundationDecoder() -> JSONDecoder { JSONDecoder().with(options) }
    let (encoder, decoder) = (newEncoder(), newDecoder())
    let (foundationEncoder, foundationDecoder) = (newFoundationEncoder(), newFoundationDecoder())
    if !formatting.isEmpty {
      encoder.outputFormatting = formatting
      foundationEncoder.outputFormatting = formatting
    }
    let decode = Case(
      name: name, coder: self.name, operation: "decode", objects: 1, floor: 1 / floors.decode
    ) {
      let synth = try value()
      let data = try text ?? foundationEncoder.encode(synth)
      // In the order of the properties, as every encoder but Foundation's writes them.
      let ordered = try text ?? encoder.encode(newFoundationDecoder().decode(A.self, from: data))
      func fingerprint(_ auto: A) throws -> Int {
        try JSONDecoder().decode(S.self, from: AutoJSONEncoder().encode(auto)).hashValue
      }
      return Work(
        bytes: data.count,
        sides: [
          Side(
            SideName.auto,
            operation: { try (isNew ? newDecoder() : decoder).decode(A.self, from: ordered) },
            fingerprint: fingerprint),
          Side(
            baseline,
            operation: { try (isNew ? newFoundationDecoder() : foundationDecoder).decode(S.self, from: ordered) },
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
        hasher.combine(try foundationDecoder.decode(S.self, from: data))
        return hasher.finalize()
      }
      return Work(
        bytes: try foundationEncoder.encode(synth).count,
        sides: [
          Side(
            SideName.auto, operation: { try (isNew ? newEncoder() : encoder).encode(auto) },
            fingerprint: fingerprint),
          Side(
            baseline, operation: { try (isNew ? newFoundationEncoder() : foundationEncoder).encode(synth) },
            fingerprint: fingerprint),
        ])
    }
    return [encode, decode]
  }
}

/// An encoder of either library.
private protocol ConfigurableEncoder: AnyObject {
  var outputFormatting: JSONEncoder.OutputFormatting { get set }
  var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy { get set }
  var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy { get set }
}

extension AutoJSONEncoder: ConfigurableEncoder {}
extension JSONEncoder: ConfigurableEncoder {}

extension ConfigurableEncoder {
  @inline(__always)
  fileprivate func with(_ options: JSONPairOptions) -> Self {
    switch options {
    case .standard: break
    case .choices:
      outputFormatting = .sortedKeys
      keyEncodingStrategy = .convertToSnakeCase
      dateEncodingStrategy = .iso8601
    case .closures:
      dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(date.timeIntervalSince1970)
      }
    }
    return self
  }
}

/// A decoder of either library.
private protocol ConfigurableDecoder: AnyObject {
  var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy { get set }
  var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy { get set }
}

extension AutoJSONDecoder: ConfigurableDecoder {}
extension JSONDecoder: ConfigurableDecoder {}

extension ConfigurableDecoder {
  @inline(__always)
  fileprivate func with(_ options: JSONPairOptions) -> Self {
    switch options {
    case .standard: break
    case .choices:
      keyDecodingStrategy = .convertFromSnakeCase
      dateDecodingStrategy = .iso8601
    case .closures:
      dateDecodingStrategy = .custom {
        Date(timeIntervalSince1970: try $0.singleValueContainer().decode(Double.self))
      }
    }
    return self
  }
}

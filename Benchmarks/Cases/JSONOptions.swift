import AutoCoding
import Foundation

/// `AutoJSONEncoder` and `AutoJSONDecoder` with options, and with text that no encoder of ours wrote, against Foundation's coders
/// with the same options and the compiler's `Codable`.
struct JSONOptions {
  private static let count = 1000

  /// The same options for both libraries.
  private struct Coders {
    let encoder = AutoJSONEncoder()
    let decoder = AutoJSONDecoder()
    let foundationEncoder = JSONEncoder()
    let foundationDecoder = JSONDecoder()

    init(
      _ formatting: JSONEncoder.OutputFormatting = [], isSnakeCase: Bool = false, hasISODates: Bool = false,
      hasCustomDates: Bool = false, hasCustomKeys: Bool = false,
      decoding configure: (AutoJSONDecoder, JSONDecoder) -> Void = { _, _ in }
    ) {
      encoder.outputFormatting = formatting
      foundationEncoder.outputFormatting = formatting
      if isSnakeCase {
        encoder.keyEncodingStrategy = .convertToSnakeCase
        foundationEncoder.keyEncodingStrategy = .convertToSnakeCase
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        foundationDecoder.keyDecodingStrategy = .convertFromSnakeCase
      }
      if hasISODates {
        encoder.dateEncodingStrategy = .iso8601
        foundationEncoder.dateEncodingStrategy = .iso8601
        decoder.dateDecodingStrategy = .iso8601
        foundationDecoder.dateDecodingStrategy = .iso8601
      }
      if hasCustomDates { setCustomDates() }
      if hasCustomKeys { setCustomKeys() }
      configure(decoder, foundationDecoder)
    }

    /// Dates as text with a letter in front, which no strategy of Foundation's has.
    private func setCustomDates() {
      let encoding = JSONEncoder.DateEncodingStrategy.custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode("D\(Int(date.timeIntervalSince1970))")
      }
      let decoding = JSONDecoder.DateDecodingStrategy.custom { decoder in
        let container = try decoder.singleValueContainer()
        guard let seconds = Int(try container.decode(String.self).dropFirst()) else {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
        }
        return Date(timeIntervalSince1970: Double(seconds))
      }
      (encoder.dateEncodingStrategy, foundationEncoder.dateEncodingStrategy) = (encoding, encoding)
      (decoder.dateDecodingStrategy, foundationDecoder.dateDecodingStrategy) = (decoding, decoding)
    }

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    /// Keys with a letter in front.
    private func setCustomKeys() {
      let encoding = JSONEncoder.KeyEncodingStrategy.custom { Key(stringValue: "k" + ($0.last?.stringValue ?? "")) }
      let decoding = JSONDecoder.KeyDecodingStrategy.custom { path in
        Key(stringValue: String(path.last?.stringValue.dropFirst() ?? ""))
      }
      (encoder.keyEncodingStrategy, foundationEncoder.keyEncodingStrategy) = (encoding, encoding)
      (decoder.keyDecodingStrategy, foundationDecoder.keyDecodingStrategy) = (decoding, decoding)
    }
  }

  func suite() -> Suite {
    Suite(
      name: "JSON options", sides: [SideName.auto, SideName.synth], baseline: SideName.synth,
      floor: Floor(side: SideName.auto, worstCase: 1, geometricMean: 1),
      cases: [
        encode("no options", Coders(), floor: 45),
        encode("pretty", Coders(.prettyPrinted), floor: 30),
        encode("sorted keys", Coders(.sortedKeys), floor: 25),
        encode("pretty, sorted keys", Coders([.prettyPrinted, .sortedKeys]), floor: 20),
        encode("snake case", Coders(isSnakeCase: true), floor: 40),
        encode("ISO 8601 dates", Coders(hasISODates: true), floor: 25),
        encode("custom dates", Coders(hasCustomDates: true), floor: 20),
        encode("custom keys", Coders(hasCustomKeys: true), floor: 1.8),
        decode("keys in order", Coders(), floor: 14) { try $0.encoder.encode($1) },
        decode("pretty, by Foundation", Coders(.prettyPrinted), floor: 14) { try $0.foundationEncoder.encode($1) },
        decode("snake case", Coders(isSnakeCase: true), floor: 14) { try $0.encoder.encode($1) },
        decode("snake case, one random order of keys", Coders(isSnakeCase: true), floor: 11) {
          try Self.shuffled($0.encoder.encode($1))
        },
        decode("ISO 8601 dates", Coders(hasISODates: true), floor: 17) { try $0.encoder.encode($1) },
        decode("custom dates", Coders(hasCustomDates: true), floor: 11) { try $0.encoder.encode($1) },
        decode("custom keys", Coders(hasCustomKeys: true), floor: 2.4) { try $0.encoder.encode($1) },
        decode("what does not fit is tolerated", Coders { decoder, _ in decoder.leniency = .all }, floor: 12) {
          try $0.encoder.encode($1)
        },
        decode("duplicate keys are refused", Coders { decoder, _ in decoder.duplicateKeys = .throw }, floor: 5) {
          try $0.encoder.encode($1)
        },
        decode(
          "JSON5 is allowed",
          Coders { decoder, other in (decoder.allowsJSON5, other.allowsJSON5) = (true, true) }, floor: 6
        ) { try $0.encoder.encode($1) },
        decode("one random order of keys", Coders(), floor: 12.5) { try Self.shuffled($0.encoder.encode($1)) },
        decode("another order in each object", Coders(), floor: 8.5) {
          try Self.shuffled($0.encoder.encode($1), differs: true)
        },
        decode("8 unknown keys", Coders(), floor: 10) { try Self.shuffled($0.encoder.encode($1), unknownKeys: 8) },
        decode("8 unknown keys, pretty", Coders(), floor: 5) {
          let objects = try JSONSerialization.jsonObject(with: Self.shuffled($0.encoder.encode($1), unknownKeys: 8))
          return try JSONSerialization.data(withJSONObject: objects, options: [.prettyPrinted, .sortedKeys])
        },
      ])
  }

  private static func repositories() -> [Auto.Repository] { (0..<count).map(Auto.Repository.init) }

  /// - Parameter floor: How many times as fast as Foundation it has to be.
  private func encode(_ name: String, _ coders: Coders, floor: Double) -> Case {
    Case(
      name: "\(Self.count.grouped) repositories, \(name)", coder: "JSON options", operation: "encode",
      objects: Self.count, floor: 1 / floor
    ) {
      let auto = Self.repositories()
      let plain = Coders()
      let synth = try plain.foundationDecoder.decode([Synth.Repository].self, from: plain.encoder.encode(auto))
      func fingerprint(_ data: Data) throws -> Int {
        var hasher = Hasher()
        hasher.combine(data.count)
        hasher.combine(try coders.foundationDecoder.decode([Synth.Repository].self, from: data))
        return hasher.finalize()
      }
      return Work(
        bytes: try coders.foundationEncoder.encode(synth).count,
        sides: [
          Side(SideName.auto, operation: { try coders.encoder.encode(auto) }, fingerprint: fingerprint),
          Side(SideName.synth, operation: { try coders.foundationEncoder.encode(synth) }, fingerprint: fingerprint),
        ])
    }
  }

  private func decode(
    _ name: String, _ coders: Coders, floor: Double, text: @escaping (Coders, [Auto.Repository]) throws -> Data
  ) -> Case {
    Case(
      name: "\(Self.count.grouped) repositories, \(name)", coder: "JSON options", operation: "decode",
      objects: Self.count, floor: 1 / floor
    ) {
      let data = try text(coders, Self.repositories())
      return Work(
        bytes: data.count,
        sides: [
          Side(
            SideName.auto, operation: { try coders.decoder.decode([Auto.Repository].self, from: data) },
            fingerprint: \.hashValue),
          Side(
            SideName.synth, operation: { try coders.foundationDecoder.decode([Synth.Repository].self, from: data) },
            fingerprint: \.hashValue),
        ])
    }
  }

  /// The text of an array of objects with their members in another order, the same for each object or not.
  private static func shuffled(_ data: Data, differs: Bool = false, unknownKeys: Int = 0) throws -> Data {
    var random = SplitMix64(seed: 7)
    let objects = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
    var order = Set(objects.flatMap(\.keys)).sorted() + (0..<unknownKeys).map { "unknownKey\($0)" }
    order.shuffle(using: &random)
    var text = ""
    for object in objects {
      if differs { order.shuffle(using: &random) }
      let members = try order.compactMap { key -> String? in
        if key.hasPrefix("unknownKey") { return #""\#(key)":{"a":[1,2],"b":"text"}"# }
        guard let value = object[key] else { return nil }
        let bytes = try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed])
        return "\"\(key)\":" + String(decoding: bytes, as: UTF8.self)
      }
      text += (text.isEmpty ? "[" : ",") + "{" + members.joined(separator: ",") + "}"
    }
    return Data((text + "]").utf8)
  }
}

import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// The options of both coders, set alike.
struct JSONOptions: Sendable, CustomTestStringConvertible {
  var name: String
  var encoder: @Sendable (any JSONEncoding) -> Void = { _ in }
  var decoder: @Sendable (any JSONDecoding) -> Void = { _ in }
  var testDescription: String { name }

  /// Whether a test tries these options with each sample by itself, in every place. Otherwise it tries them with the first
  /// sample in every place, and with all samples at once.
  var takesEverySample: Bool { TestEffort.isThorough || name == "default" }

  /// The types that a test tries with these options.
  var specimens: [any ZooSpecimen] {
    if name == "default" { return Zoo.all }
    return TestEffort.part(of: Zoo.all, turn: Self.all.firstIndex { $0.name == name } ?? 0, every: 9)
  }

  static let all: [JSONOptions] = [
    JSONOptions(name: "default"),
    JSONOptions(name: "pretty", encoder: { $0.outputFormatting.insert(.prettyPrinted) }),
    JSONOptions(name: "slashes as they are", encoder: { $0.outputFormatting.insert(.withoutEscapingSlashes) }),
    JSONOptions(
      name: "pretty, slashes as they are",
      encoder: { $0.outputFormatting.formUnion([.prettyPrinted, .withoutEscapingSlashes]) }),
    JSONOptions(
      name: "snake case", encoder: { $0.keyEncodingStrategy = .convertToSnakeCase },
      decoder: { $0.keyDecodingStrategy = .convertFromSnakeCase }),
    JSONOptions(
      name: "pretty snake case",
      encoder: {
        $0.keyEncodingStrategy = .convertToSnakeCase
        $0.outputFormatting.insert(.prettyPrinted)
      },
      decoder: { $0.keyDecodingStrategy = .convertFromSnakeCase }),
    JSONOptions(
      name: "custom keys",
      encoder: { $0.keyEncodingStrategy = .custom { AnyKey("k_" + ($0.last?.stringValue ?? "")) } },
      decoder: {
        $0.keyDecodingStrategy = .custom { AnyKey(String($0.last?.stringValue.drop { $0 != "_" }.dropFirst() ?? "")) }
      }),
    JSONOptions(
      name: "seconds", encoder: { $0.dateEncodingStrategy = .secondsSince1970 },
      decoder: { $0.dateDecodingStrategy = .secondsSince1970 }),
    JSONOptions(
      name: "milliseconds", encoder: { $0.dateEncodingStrategy = .millisecondsSince1970 },
      decoder: { $0.dateDecodingStrategy = .millisecondsSince1970 }),
    JSONOptions(
      name: "ISO 8601", encoder: { $0.dateEncodingStrategy = .iso8601 },
      decoder: { $0.dateDecodingStrategy = .iso8601 }),
    JSONOptions(
      name: "custom dates",
      encoder: {
        $0.dateEncodingStrategy = .custom { date, encoder in
          var container = encoder.container(keyedBy: AnyKey.self)
          try container.encode(date.timeIntervalSince1970, forKey: AnyKey("t"))
          try container.encode(encoder.codingPath.map(\.stringValue), forKey: AnyKey("path"))
        }
      },
      decoder: {
        $0.dateDecodingStrategy = .custom { decoder in
          let container = try decoder.container(keyedBy: AnyKey.self)
          return Date(timeIntervalSince1970: try container.decode(Double.self, forKey: AnyKey("t")))
        }
      }),
    JSONOptions(
      name: "deferred data", encoder: { $0.dataEncodingStrategy = .deferredToData },
      decoder: { $0.dataDecodingStrategy = .deferredToData }),
    JSONOptions(
      name: "custom data",
      encoder: {
        $0.dataEncodingStrategy = .custom { data, encoder in
          var container = encoder.singleValueContainer()
          try container.encode(data.map { String($0) }.joined(separator: "-"))
        }
      },
      decoder: {
        $0.dataDecodingStrategy = .custom {
          let text = try $0.singleValueContainer().decode(String.self)
          return Data(text.split(separator: "-").compactMap { UInt8($0) })
        }
      }),
    JSONOptions(
      name: "pretty, custom dates and data",
      encoder: {
        $0.outputFormatting.insert(.prettyPrinted)
        $0.dateEncodingStrategy = .custom { date, encoder in
          var container = encoder.unkeyedContainer()
          try container.encode(date.timeIntervalSince1970)
          try container.encode([[encoder.codingPath.count]])
        }
        $0.dataEncodingStrategy = .custom { data, encoder in
          var container = encoder.container(keyedBy: AnyKey.self)
          try container.encode(Array(data), forKey: AnyKey("bytes"))
        }
      },
      decoder: {
        $0.dateDecodingStrategy = .custom { decoder in
          var container = try decoder.unkeyedContainer()
          return Date(timeIntervalSince1970: try container.decode(Double.self))
        }
        $0.dataDecodingStrategy = .custom { decoder in
          let container = try decoder.container(keyedBy: AnyKey.self)
          return Data(try container.decode([UInt8].self, forKey: AnyKey("bytes")))
        }
      }),
    JSONOptions(
      name: "floats as text",
      encoder: {
        $0.nonConformingFloatEncodingStrategy =
          .convertToString(positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
      },
      decoder: {
        $0.nonConformingFloatDecodingStrategy =
          .convertFromString(positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
      }),
  ]
}

struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ text: String) { stringValue = text }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { return nil }
}

/// What `JSONEncoder` and `AutoJSONEncoder` have in common: moving over is one word.
protocol JSONEncoding: AnyObject {
  var outputFormatting: JSONEncoder.OutputFormatting { get set }
  var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy { get set }
  var dataEncodingStrategy: JSONEncoder.DataEncodingStrategy { get set }
  var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy { get set }
  var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy { get set }
  var userInfo: [CodingUserInfoKey: any Sendable] { get set }
  func encode<T: Encodable>(_ value: T) throws -> Data
}
extension JSONEncoder: JSONEncoding {}
extension AutoJSONEncoder: JSONEncoding {}

/// What `JSONDecoder` and `AutoJSONDecoder` have in common.
protocol JSONDecoding: AnyObject {
  var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy { get set }
  var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy { get set }
  var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy { get set }
  var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy { get set }
  var userInfo: [CodingUserInfoKey: any Sendable] { get set }
  func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T
}
extension JSONDecoder: JSONDecoding {}
extension AutoJSONDecoder: JSONDecoding {}

/// `AutoJSONEncoder` writes what `JSONEncoder` does, and each decoder reads the same of it, over the whole zoo.
struct JSONDifferentialTests {
  @Test(arguments: JSONOptions.all)
  func zoo(_ options: JSONOptions) throws {
    for specimen in options.specimens { try specimen.accept(Visitor(options: options)) }
  }

  private struct Visitor: ZooVisitor {
    let options: JSONOptions

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      var comparison = JSONComparison(options: options, isOrdered: specimen.isOrdered)
      let samples = specimen.samples
      for (index, sample) in samples.prefix(options.takesEverySample ? .max : 1).enumerated() {
        comparison.compare(sample.auto, sample.twin, "sample \(index)")
        comparison.compare(
          DifferentialEnvelope(value: sample.auto, absent: nil, present: sample.auto),
          DifferentialEnvelope(value: sample.twin, absent: nil, present: sample.twin), "Codable with \(index)")
        comparison.compare(["camelKey": sample.auto], ["camelKey": sample.twin], "[String: T] of \(index)")
      }
      comparison.compare(samples.map(\.auto) + [nil], samples.map(\.twin) + [nil], "[T?] of all")
      if options.takesEverySample {
        comparison.compare([samples.map(\.auto)], [samples.map(\.twin)], "[[T]] of all")
      }
      let found = comparison.differences
      let isSame = found.isEmpty
      #expect(isSame, "\(specimen.name), \(options.name): \(found.count) differences, the first: \(found.first ?? "")")
    }
  }
}

struct JSONComparison {
  let isOrdered: Bool
  private let reference = JSONEncoder()
  private let encoder = AutoJSONEncoder()
  private let referenceDecoder = JSONDecoder()
  private let decoder = AutoJSONDecoder()
  private(set) var differences: [String] = []

  init(options: JSONOptions, isOrdered: Bool) {
    self.isOrdered = isOrdered
    for encoder in [reference, encoder] as [any JSONEncoding] {
      encoder.outputFormatting = .sortedKeys
      options.encoder(encoder)
    }
    for decoder in [referenceDecoder, decoder] as [any JSONDecoding] { options.decoder(decoder) }
  }

  mutating func compare<Auto: Codable & Equatable, Twin: Codable & Equatable>(
    _ auto: Auto, _ twin: Twin, _ label: String
  ) {
    let expected = DifferentialOutcome { try reference.encode(twin) }
    // The twin is plain Codable, and goes through containers.
    for (kind, found) in [
      ("the model", DifferentialOutcome { try encoder.encode(auto) }),
      ("plain Codable", DifferentialOutcome { try encoder.encode(twin) }),
    ] {
      if !isSameFailure(found.error, expected.error) {
        expect(found.error, equals: expected.error, "encoding \(label), \(kind)")
      }
      guard let bytes = found.value, let expected = expected.value else { continue }
      if isOrdered {
        expect(text(bytes), equals: text(expected), "bytes of \(label), \(kind)")
      } else {
        expect(bytes.byteCounts, equals: expected.byteCounts, "bytes of \(label), \(kind), in any order")
      }
    }
    guard let bytes = expected.value else { return }
    let known = DifferentialOutcome { try referenceDecoder.decode(Twin.self, from: bytes) }
    let plain = DifferentialOutcome { try decoder.decode(Twin.self, from: bytes) }
    let model = DifferentialOutcome { try decoder.decode(Auto.self, from: bytes) }
    expect(plain.error, equals: known.error, "decoding \(label), plain Codable")
    expect(model.error, equals: known.error, "decoding \(label), the model")
    if let value = plain.value, let expected = known.value {
      // What is not equal to itself, as not-a-number, is compared by its text.
      if expected == expected {
        expect(value, equals: expected, "decoding \(label), plain Codable")
      }
      if twin == expected, let model = model.value { expect(model, equals: auto, "decoding \(label), the model") }
      let again = DifferentialOutcome { try reference.encode(value) }
      let expectedAgain = DifferentialOutcome { try reference.encode(expected) }
      expect(again.value?.byteCounts, equals: expectedAgain.value?.byteCounts, "encoding again \(label)")
      if let model = model.value {
        let again = DifferentialOutcome { try encoder.encode(model) }
        expect(again.value?.byteCounts, equals: expectedAgain.value?.byteCounts, "encoding again \(label), the model")
      }
    }
  }

  /// Properties of a model are encoded in the order in which they are written. If several of them cannot be, the error names the
  /// first in that order, and Foundation's the first that is declared.
  private func isSameFailure(_ found: String?, _ expected: String?) -> Bool {
    guard let found, let expected, encoder.outputFormatting.contains(.sortedKeys) else { return found == expected }
    func parent(_ failure: String) -> Substring { failure.lastIndex(of: ".").map { failure[..<$0] } ?? failure[...] }
    return parent(found) == parent(expected)
  }

  private func text(_ bytes: Data) -> String { String(decoding: bytes, as: UTF8.self) }

  private mutating func expect<Value: Equatable>(_ found: Value, equals expected: Value, _ label: String) {
    if found != expected { differences.append("\(label): \(found), expected \(expected)") }
  }
}

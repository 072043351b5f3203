import AutoCoding
import Foundation
import TestModels
import Testing

/// An encoder and a decoder that belong together.
protocol DifferentialFormat {
  var name: String { get }
  var isText: Bool { get }
  func encode<Value: Encodable>(_ value: Value) throws -> Data
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

struct DifferentialJSON: DifferentialFormat {
  var name = "JSON"
  var isText: Bool { true }
  var configureEncoder: (JSONEncoder) -> Void = { _ in }
  var configureDecoder: (JSONDecoder) -> Void = { _ in }

  func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    configureEncoder(encoder)
    return try encoder.encode(value)
  }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let decoder = JSONDecoder()
    configureDecoder(decoder)
    return try decoder.decode(type, from: data)
  }
}

struct DifferentialPropertyList: DifferentialFormat {
  let name: String
  let format: PropertyListSerialization.PropertyListFormat
  var isText: Bool { format == .xml }

  func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    return try encoder.encode(value)
  }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try PropertyListDecoder().decode(type, from: data)
  }
}

/// A value, or what is comparable about an error.
enum DifferentialOutcome<Value> {
  case success(Value)
  case failure(String)

  init(_ work: () throws -> Value) {
    do {
      self = .success(try work())
    } catch {
      self = .failure(differentialSummary(of: error))
    }
  }

  var value: Value? {
    if case .success(let value) = self { value } else { nil }
  }

  var error: String? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// The kind of error, the key or type it is about, and its coding path; not the wording.
func differentialSummary(of error: any Error) -> String {
  func path(_ keys: [any CodingKey]) -> String {
    keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
  }
  return switch error {
  case DecodingError.keyNotFound(let key, let context): "keyNotFound \(key.stringValue) at \(path(context.codingPath))"
  case DecodingError.valueNotFound(_, let context): "valueNotFound at \(path(context.codingPath))"
  case DecodingError.typeMismatch(_, let context): "typeMismatch at \(path(context.codingPath))"
  case DecodingError.dataCorrupted(let context): "dataCorrupted at \(path(context.codingPath))"
  case EncodingError.invalidValue(_, let context): "invalidValue at \(path(context.codingPath))"
  default: "\(type(of: error)): \(error)"
  }
}

/// Plain `Codable` around whatever is compared.
struct DifferentialEnvelope<Value: Codable & Equatable>: Codable, Equatable {
  let value: Value
  let absent: Value?
  let present: Value?
}

/// Codes every sample of a specimen and its twin's, alone and inside other types, and expects no difference.
struct DifferentialVisitor: ZooVisitor {
  let format: any DifferentialFormat

  func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
    let samples = specimen.samples
    var comparison = DifferentialComparison(format: format, isOrdered: specimen.isOrdered)
    for (index, sample) in samples.enumerated() {
      let label = "sample \(index)"
      comparison.compare(sample.auto, sample.twin, label)
      comparison.compare([sample.auto], [sample.twin], "[T] of \(label)")
      comparison.compare(Optional(sample.auto), Optional(sample.twin), "T? of \(label)")
      comparison.compare(["camelKey": sample.auto], ["camelKey": sample.twin], "[String: T] of \(label)")
      comparison.compare(
        DifferentialEnvelope(value: sample.auto, absent: nil, present: sample.auto),
        DifferentialEnvelope(value: sample.twin, absent: nil, present: sample.twin), "Codable with \(label)")
    }
    comparison.compare(samples.map(\.auto), samples.map(\.twin), "[T] of all samples")
    comparison.compare(samples.map(\.auto) + [nil], samples.map(\.twin) + [nil], "[T?] of all samples")
    let found = comparison.differences
    let isSame = found.isEmpty
    #expect(
      isSame, "\(specimen.name) in \(format.name): \(found.count) differences, the first: \(found.first ?? "")")
  }
}

/// What is different between values and their twins in a format.
struct DifferentialComparison {
  let format: any DifferentialFormat
  /// False if elements may be in any order.
  let isOrdered: Bool
  private(set) var differences: [String] = []

  init(format: any DifferentialFormat, isOrdered: Bool) {
    self.format = format
    self.isOrdered = isOrdered
  }

  mutating func compare<Auto: Codable & Equatable, Twin: Codable & Equatable>(
    _ auto: Auto, _ twin: Twin, _ label: String
  ) {
    let autoData = DifferentialOutcome { try format.encode(auto) }
    let twinData = DifferentialOutcome { try format.encode(twin) }
    expect(autoData.error, equals: twinData.error, "encoding \(label)")
    guard let autoBytes = autoData.value, let twinBytes = twinData.value else { return }
    if isOrdered {
      expect(content(autoBytes), equals: content(twinBytes), "bytes of \(label)")
    } else if format.isText {
      expect(autoBytes.byteCounts, equals: twinBytes.byteCounts, "bytes of \(label), in any order")
    }

    let reference = DifferentialOutcome { try format.decode(Twin.self, from: twinBytes) }
    let isLossless = reference.value == twin
    for bytes in autoBytes == twinBytes ? [autoBytes] : [autoBytes, twinBytes] {
      let decoded = DifferentialOutcome { try format.decode(Auto.self, from: bytes) }
      expect(decoded.error, equals: reference.error, "decoding \(label)")
      guard let value = decoded.value, let expected = reference.value else { continue }
      if isLossless {
        expect(value, equals: auto, "decoding \(label)")
      } else {
        // What the format loses, both lose alike.
        let again = DifferentialOutcome { try format.encode(value) }
        let expected = DifferentialOutcome { try format.encode(expected) }
        expect(again.error, equals: expected.error, "decoding and encoding \(label)")
        expect(again.value.map(content), equals: expected.value.map(content), "decoding and encoding \(label)")
      }
    }
    if autoBytes != twinBytes {
      let crossed = DifferentialOutcome { try format.decode(Twin.self, from: autoBytes) }
      expect(crossed.error, equals: reference.error, "the twin decoding \(label)")
      if isLossless { expect(crossed.value, equals: twin, "the twin decoding \(label)") }
    }
  }

  private mutating func expect<Value: Equatable>(_ found: Value, equals expected: Value, _ label: String) {
    if found != expected { differences.append("\(label): \(found), expected \(expected)") }
  }

  /// Text as it is. A binary property list keeps a dictionary's keys in whatever order it has; here they are sorted.
  private func content(_ bytes: Data) -> String {
    if format.isText { return String(decoding: bytes, as: UTF8.self) }
    let list = DifferentialOutcome { try PropertyListSerialization.propertyList(from: bytes, format: nil) }
    return "\(bytes.count) bytes: \(list.value.map(sorted) ?? bytes.base64EncodedString())"
  }

  private func sorted(_ list: Any) -> String {
    switch list {
    case let members as [String: Any]:
      "[\(members.sorted { $0.key < $1.key }.map { "\($0.key): \(sorted($0.value))" }.joined(separator: ", "))]"
    case let elements as [Any]: "[\(elements.map(sorted).joined(separator: ", "))]"
    default: "\(type(of: list)) \(list)"
    }
  }
}

extension Data {
  /// How often each byte occurs, to compare what two coders have written in different orders.
  var byteCounts: [Int] {
    var counts = [Int](repeating: 0, count: 256)
    for byte in self { counts[Int(byte)] += 1 }
    return counts
  }
}

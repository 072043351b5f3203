import Foundation
import TestModels
import TestSupport
import Testing

@testable import AutoCoding

/// The property lists of `AutoPropertyListEncoder` are those of `PropertyListEncoder`, value by value, and each decoder
/// reads the other's, over the zoo.
struct PropertyListZooTests {
  @Test func binary() throws {
    for specimen in TestEffort.part(of: Zoo.all, turn: 1) { try specimen.accept(Visitor(format: .binary)) }
  }

  @Test func xml() throws {
    for specimen in TestEffort.part(of: Zoo.all, every: 9) { try specimen.accept(Visitor(format: .xml)) }
  }

  private struct Visitor: ZooVisitor {
    let format: PropertyListSerialization.PropertyListFormat

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      let samples = specimen.samples
      for (index, sample) in TestEffort.part(of: Array(samples.enumerated())) {
        compare(sample.auto, sample.twin, specimen, "sample \(index)")
        compare([sample.auto], [sample.twin], specimen, "[T] of \(index)")
      }
      if let sample = samples.first {
        compare(
          DifferentialEnvelope(value: sample.auto, absent: nil, present: sample.auto),
          DifferentialEnvelope(value: sample.twin, absent: nil, present: sample.twin), specimen, "Codable")
        compare(["camelKey": sample.auto], ["camelKey": sample.twin], specimen, "[String: T]")
      }
      // More than a few records, which are then read by a plan.
      let many = Array(repeating: samples, count: 4).joined()
      compare(many.map(\.auto) + [nil], many.map(\.twin) + [nil], specimen, "[T?] of all")
    }

    private func compare<Auto: Codable & Equatable, Twin: Codable & Equatable, A, T>(
      _ auto: Auto, _ twin: Twin, _ specimen: Specimen<A, T>, _ label: String
    ) {
      let reference = PropertyListEncoder()
      reference.outputFormat = format
      let encoder = AutoPropertyListEncoder()
      encoder.outputFormat = format
      let label = "\(specimen.name), \(label)"
      let expected = DifferentialOutcome { try reference.encode(twin) }
      for (kind, found) in [
        ("the model", DifferentialOutcome { try encoder.encode(auto) }),
        ("plain Codable", DifferentialOutcome { try encoder.encode(twin) }),
      ] {
        guard let bytes = expected.value else {
          // Foundation's encoder has no integers of 128 bits, and this one has those that fit into 64. Its errors for a
          // value have the path of the root.
          if !specimen.name.contains("128") { #expect(found.error != nil, "encoding \(label), \(kind)") }
          continue
        }
        guard let data = found.value else {
          Issue.record("encoding \(label), \(kind): \(found.error ?? "")")
          continue
        }
        do {
          if specimen.isOrdered {
            #expect(try Self.tree(data, format) == Self.tree(bytes, format), "\(label), \(kind)")
          }
          decode(auto, twin, from: data, bytes, "\(label), \(kind)")
        } catch {
          Issue.record("\(label), \(kind): \(error)")
        }
      }
    }

    private func decode<Auto: Codable & Equatable, Twin: Codable & Equatable>(
      _ auto: Auto, _ twin: Twin, from data: Data, _ bytes: Data, _ label: String
    ) {
      let expected = DifferentialOutcome { try PropertyListDecoder().decode(Twin.self, from: bytes) }
      let swapped = DifferentialOutcome { try PropertyListDecoder().decode(Twin.self, from: data) }
      #expect(swapped.error == expected.error, "Foundation decodes \(label)")
      if expected.value == twin { #expect(swapped.value == twin, "Foundation decodes \(label)") }
      for (kind, data) in [("own", data), ("Foundation's", bytes)] {
        let found = DifferentialOutcome { try AutoPropertyListDecoder().decode(Auto.self, from: data) }
        let plain = DifferentialOutcome { try AutoPropertyListDecoder().decode(Twin.self, from: data) }
        #expect(found.error == expected.error, "decoding \(label), \(kind)")
        #expect(plain.error == expected.error, "decoding \(label), \(kind), plain Codable")
        // What a property list loses, or is not equal to itself, is compared elsewhere.
        guard expected.value == twin else { continue }
        #expect(found.value == auto, "decoding \(label), \(kind)")
        #expect(plain.value == twin, "decoding \(label), \(kind), plain Codable")
      }
    }

    private static func tree(
      _ data: Data, _ format: PropertyListSerialization.PropertyListFormat
    ) throws -> PropertyListTree {
      guard format == .xml else { return try PropertyListTree(data).sorted }
      let binary = try data.withUnsafeBytes { try PropertyListXML.binary(from: $0, limits: CodingLimits()) }
      return try PropertyListTree(binary).sorted
    }
  }
}

extension PropertyListTree {
  /// The tree with the pairs of dictionaries in the order of their keys, and numbers by value: Foundation writes one
  /// object for 1 and 1.0, and for 0.0 and -0.0, if it meets both.
  var sorted: PropertyListTree {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .dictionary(let pairs):
      .dictionary(
        pairs.map { Pair(key: $0.key, value: $0.value.sorted) }.sorted { "\($0.key)" < "\($1.key)" })
    case .integer(let high, let low):
      WideInteger(twosComplement: high, low).exactly(Int64.self).flatMap { Double(exactly: $0) }
        .map { .double(($0 + 0).bitPattern) } ?? self
    case .float(let bits): .double((Double(Float(bitPattern: bits)) + 0).bitPattern)
    case .double(let bits): .double((Double(bitPattern: bits) + 0).bitPattern)
    default: self
    }
  }
}

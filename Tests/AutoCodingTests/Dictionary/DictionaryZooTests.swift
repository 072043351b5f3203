import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// What `DictionaryEncoder` makes is what `JSONEncoder` writes, and comes back in every format of leaves, over the zoo.
struct DictionaryZooTests {
  // Options of JSON's text alone change nothing here.
  @Test(arguments: JSONOptions.all.filter { DictionaryCoding.isAffected(by: $0) })
  func json(_ options: JSONOptions) throws {
    for specimen in TestEffort.part(of: options.specimens, turn: 2) {
      try specimen.accept(JSONVisitor(options: options))
    }
  }

  @Test func propertyLists() throws {
    for specimen in TestEffort.part(of: Zoo.all) {
      try specimen.accept(StoringVisitor(leafFormat: .propertyList))
    }
  }

  @Test func native() throws {
    for specimen in TestEffort.part(of: Zoo.all, turn: 1) {
      try specimen.accept(StoringVisitor(leafFormat: .native))
    }
  }

  private struct JSONVisitor: ZooVisitor {
    let options: JSONOptions

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      let samples = specimen.samples
      for (index, sample) in samples.prefix(options.takesEverySample ? .max : 1).enumerated() {
        compare(sample.auto, sample.twin, specimen, "sample \(index)")
        compare(
          DifferentialEnvelope(value: sample.auto, absent: nil, present: sample.auto),
          DifferentialEnvelope(value: sample.twin, absent: nil, present: sample.twin), specimen, "Codable with \(index)"
        )
        compare(["camelKey": sample.auto], ["camelKey": sample.twin], specimen, "[String: T] of \(index)")
      }
      compare(samples.map(\.auto) + [nil], samples.map(\.twin) + [nil], specimen, "[T?] of all")
    }

    private func compare<Auto: Codable & Equatable, Twin: Codable & Equatable, A, T>(
      _ auto: Auto, _ twin: Twin, _ specimen: Specimen<A, T>, _ label: String
    ) {
      let reference = JSONEncoder()
      let referenceDecoder = JSONDecoder()
      options.encoder(reference)
      options.decoder(referenceDecoder)
      let label = "\(specimen.name), \(options.name), \(label)"
      let expected = DifferentialOutcome { try reference.encode(twin) }
      for (kind, found) in [
        ("the model", DifferentialOutcome { try DictionaryCoding.encoder(options).encodeValue(auto) }),
        ("plain Codable", DifferentialOutcome { try DictionaryCoding.encoder(options).encodeValue(twin) }),
      ] {
        #expect(found.error == expected.error, "encoding \(label), \(kind)")
        guard let value = found.value, let bytes = expected.value else { continue }
        do {
          let text = DictionaryCoding.text(try DictionaryCoding.parsed(JSONSerialized(value).data))
          let expectedText = DictionaryCoding.text(try DictionaryCoding.parsed(bytes))
          if specimen.isOrdered {
            #expect(text == expectedText, "\(label), \(kind)")
          } else {
            #expect(text.sorted() == expectedText.sorted(), "\(label), \(kind), in any order")
          }
          try decode(auto, twin, from: value, bytes, referenceDecoder, label)
        } catch {
          Issue.record("\(label), \(kind): \(error)")
        }
      }
    }

    /// Decodes what was made, and what `JSONSerialization` makes of the text.
    private func decode<Auto: Codable & Equatable, Twin: Codable & Equatable>(
      _ auto: Auto, _ twin: Twin, from value: Any, _ bytes: Data, _ reference: JSONDecoder, _ label: String
    ) throws {
      let expected = DifferentialOutcome { try reference.decode(Twin.self, from: bytes) }
      let decoder = DictionaryCoding.decoder(options)
      for (kind, value) in [("own", value), ("Foundation's", try DictionaryCoding.parsed(bytes))] {
        let found = DifferentialOutcome { try decoder.decodeValue(Auto.self, from: value) }
        let plain = DifferentialOutcome { try decoder.decodeValue(Twin.self, from: value) }
        // A dictionary has no order, so of several errors any may be the first.
        #expect((found.error == nil) == (expected.error == nil), "decoding \(label), \(kind)")
        #expect(plain.error == expected.error, "decoding \(label), \(kind), plain Codable")
        // What JSON loses, or is not equal to itself, is compared elsewhere.
        guard expected.value == twin else { continue }
        #expect(found.value == auto, "decoding \(label), \(kind)")
        #expect(plain.value == twin, "decoding \(label), \(kind), plain Codable")
      }
    }
  }

  private struct StoringVisitor: ZooVisitor {
    let leafFormat: DictionaryEncoder.LeafFormat

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      let encoder = DictionaryEncoder()
      encoder.leafFormat = leafFormat
      let isLossless = specimen.isLosslessInMemory
      for (index, sample) in specimen.samples.enumerated() {
        let label = "\(specimen.name), sample \(index)"
        let encoded = DifferentialOutcome { try encoder.encodeValue(sample.auto) }
        let plain = DifferentialOutcome { try encoder.encodeValue(sample.twin) }
        #expect(encoded.error == plain.error, "\(label)")
        guard let encoded = encoded.value, let plain = plain.value else {
          // Of the zoo, property lists lack null and large integers, and nothing else; native leaves lack nothing.
          #expect(leafFormat == .propertyList, "\(label)")
          continue
        }
        for (name, value) in [("the model", encoded), ("plain Codable", plain)] {
          do {
            var value = value
            if leafFormat == .propertyList, value is [String: Any] {
              let data = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
              value = try PropertyListSerialization.propertyList(from: data, format: nil)
            }
            let decoded = try DictionaryDecoder().decodeValue(Auto.self, from: value)
            let decodedTwin = try DictionaryDecoder().decodeValue(Twin.self, from: value)
            // Not-a-number is not equal to itself.
            if sample.auto == sample.auto, isLossless {
              #expect(decoded == sample.auto, "\(label), \(name)")
            }
            if sample.twin == sample.twin, isLossless {
              #expect(decodedTwin == sample.twin, "\(label), \(name)")
            }
          } catch {
            Issue.record("\(label), \(name): \(error)")
          }
        }
      }
    }
  }
}

extension Specimen {
  /// Whether a round trip through Swift's own property list coder gives the same value; not so for an Optional of an
  /// Optional, or a base URL.
  fileprivate var isLosslessInMemory: Bool {
    samples.allSatisfy { sample in
      guard let data = try? JSONEncoder().encode(sample.twin) else { return true }
      return (try? JSONDecoder().decode(Twin.self, from: data)) == sample.twin
    }
  }
}

/// Coders set as JSON's are, and values in comparable form.
enum DictionaryCoding {
  static func isAffected(by options: JSONOptions) -> Bool {
    let reference = JSONEncoder()
    options.encoder(reference)
    return reference.outputFormatting.isDisjoint(with: [.prettyPrinted, .withoutEscapingSlashes])
  }

  static func encoder(_ options: JSONOptions) -> DictionaryEncoder {
    let reference = JSONEncoder()
    options.encoder(reference)
    let encoder = DictionaryEncoder()
    encoder.keyEncodingStrategy = reference.keyEncodingStrategy
    encoder.dateEncodingStrategy = reference.dateEncodingStrategy
    encoder.dataEncodingStrategy = reference.dataEncodingStrategy
    encoder.nonConformingFloatEncodingStrategy = reference.nonConformingFloatEncodingStrategy
    return encoder
  }

  static func decoder(_ options: JSONOptions) -> DictionaryDecoder {
    let reference = JSONDecoder()
    options.decoder(reference)
    let decoder = DictionaryDecoder()
    decoder.keyDecodingStrategy = reference.keyDecodingStrategy
    decoder.dateDecodingStrategy = reference.dateDecodingStrategy
    decoder.dataDecodingStrategy = reference.dataDecodingStrategy
    decoder.nonConformingFloatDecodingStrategy = reference.nonConformingFloatDecodingStrategy
    return decoder
  }

  static func parsed(_ data: Data) throws -> Any {
    try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
  }

  /// The value with its kinds of leaves, and keys in order.
  static func text(_ value: Any) -> String {
    switch value {
    case let members as [String: Any]:
      "{\(members.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }.joined(separator: ", "))}"
    case let elements as [Any]: "[\(elements.map(text).joined(separator: ", "))]"
    case let string as String: "\"\(string)\""
    case is NSNull: "null"
    case let number as NSNumber:
      "\(type(of: number))".contains("Boolean") ? "\(number.boolValue)" : "\(number)"
    default: "\(type(of: value)) \(value)"
    }
  }
}

/// The text that `JSONSerialization` writes for a value.
struct JSONSerialized {
  let data: Data

  init(_ value: Any) throws {
    // It ends the process if it is given something that it does not accept.
    try #require(JSONSerialization.isValidJSONObject([value]))
    data = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
  }
}

import Foundation
import TestModels
import Testing

@testable import AutoCoding

/// The coders of one option, set alike, and what was found to differ between them.
final class JSONMatrix {
  /// A way to decode a model.
  struct Road {
    let name: String
    let decoder: AutoJSONDecoder
  }

  let options: JSONOptions
  /// `JSONEncoder` with sorted keys.
  let reference = JSONEncoder()
  let sorted = AutoJSONEncoder()
  let unsorted = AutoJSONEncoder()
  let referenceDecoder = JSONDecoder()
  /// Takes the fast path, as far as the options let it.
  let decoder = AutoJSONDecoder()
  /// Leaves keys as they are, by code: so each value goes through a container. Nil if the options convert keys.
  private(set) var containersEncoder: AutoJSONEncoder?
  private(set) var roads: [Road] = []
  let isPretty: Bool
  /// The options' position among all.
  var numberOfOptions = 0
  private var number = 0
  private var count = 0
  private var first = ""

  init(_ options: JSONOptions) {
    self.options = options
    for encoder in [reference, sorted] as [any JSONEncoding] { encoder.outputFormatting = .sortedKeys }
    for encoder in [reference, sorted, unsorted] as [any JSONEncoding] { options.encoder(encoder) }
    isPretty = unsorted.outputFormatting.contains(.prettyPrinted)
    let walking = AutoJSONDecoder()
    walking.usesFastPath = false
    // Nothing of the zoo has null for a property that is no Optional.
    let lenient = AutoJSONDecoder()
    lenient.leniency = .defaultsForNull
    let checking = AutoJSONDecoder()
    checking.unknownKeys = .report
    let strict = AutoJSONDecoder()
    strict.duplicateKeys = .throw
    let last = AutoJSONDecoder()
    last.duplicateKeys = .useLast
    roads = [
      Road(name: "fast path", decoder: decoder), Road(name: "walk", decoder: walking),
      Road(name: "lenient", decoder: lenient),
      Road(name: "reporting unknown keys", decoder: checking), Road(name: "refusing duplicate keys", decoder: strict),
      Road(name: "last of duplicate keys", decoder: last),
    ]
    for decoder in roads.map(\.decoder) + [referenceDecoder] as [any JSONDecoding] { options.decoder(decoder) }
    if case .useDefaultKeys = unsorted.keyEncodingStrategy {
      let containers = AutoJSONEncoder()
      options.encoder(containers)
      containers.keyEncodingStrategy = .custom { $0.last ?? AnyKey("") }
      containersEncoder = containers
      let containersDecoder = AutoJSONDecoder()
      options.decoder(containersDecoder)
      containersDecoder.keyDecodingStrategy = .custom { $0.last ?? AnyKey("") }
      roads.append(Road(name: "containers", decoder: containersDecoder))
    }
  }

  /// Counts the types that were tried.
  func nextNumber() -> Int {
    number += 1
    return number
  }

  func data(_ encode: () throws -> Data) -> Data? { try? encode() }

  func note(_ difference: @autoclosure () -> String) {
    count += 1
    if count == 1 { first = String(difference().prefix(600)) }
  }

  func compare(_ found: Data?, _ expected: Data?, isOrdered: Bool, _ place: @autoclosure () -> String) {
    guard let found, let expected else {
      if (found == nil) != (expected == nil) {
        note(
          "\(place()): \(found == nil ? "an error" : "no error"), which \(expected == nil ? "was" : "was not") expected"
        )
      }
      return
    }
    guard found != expected else { return }
    if isOrdered {
      note("\(place()): \(Self.difference(found, expected))")
    } else if found.byteCounts != expected.byteCounts {
      note("\(place()), in any order: \(found.count) bytes, expected \(expected.count)")
    }
  }

  func compare<Value: Codable & Equatable>(
    _ found: DifferentialOutcome<Value>, _ expected: DifferentialOutcome<Value>, _ place: @autoclosure () -> String
  ) {
    guard let value = found.value, let known = expected.value else {
      if (found.error == nil) != (expected.error == nil) {
        note("\(place()): \(found.error ?? "no error"), expected \(expected.error ?? "no error")")
      }
      return
    }
    // What is not equal to itself, as not-a-number, is compared by its text.
    if known == known {
      if value != known { note("\(place()): another value") }
    } else {
      compare(
        data { try reference.encode(value) }, data { try reference.encode(known) }, isOrdered: false,
        "\(place()), encoded again")
    }
  }

  /// The surroundings of the first byte that differs.
  private static func difference(_ found: Data, _ expected: Data) -> String {
    let index = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let start = max(0, (index ?? min(found.count, expected.count)) - 30)
    func part(_ data: Data) -> String { String(decoding: data.dropFirst(start).prefix(70), as: UTF8.self) }
    return "byte \(start + 30): \(part(found)), expected \(part(expected))"
  }

  func expectNoDifference(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      count == 0, "\(options.name): \(count) differences, the first: \(first)", sourceLocation: sourceLocation)
  }
}

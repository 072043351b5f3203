import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// Text of every type of the zoo with one error: `AutoJSONDecoder` and `JSONDecoder` both refuse it, or read the same.
struct JSONOptionMatrixMutantTests {
  private static let options = JSONOptions.all.filter { ["default", "snake case", "ISO 8601"].contains($0.name) }

  /// How many mutants of each type there are in the long run, which has about as many in all as `AUTOCODING_MUTANTS` says.
  private static let longCount =
    ProcessInfo.processInfo.environment["AUTOCODING_MUTANTS"].flatMap { Int($0) }.map { max(50, $0 / 500) }

  @Test("mutants", .timeLimit(.minutes(60)), arguments: options)
  func mutants(_ options: JSONOptions) throws {
    let matrix = JSONMatrix(options)
    let count = Self.longCount ?? (options.takesEverySample ? 50 : 15)
    let turn = Self.options.firstIndex { $0.name == options.name } ?? 0
    for (number, specimen) in TestEffort.part(of: Array(Zoo.all.enumerated()), turn: turn) {
      try specimen.accept(Visitor(matrix: matrix, seed: UInt64(number), count: count))
    }
    matrix.expectNoDifference()
  }

  private static let replacements = Array("\"\\{}[],:-+eE.019nulltrfsax \u{0}\n".utf8) + [0x80, 0xc3, 0xff]

  private static func mutate(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    let index = Int.random(in: bytes.indices, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes.removeSubrange(index...)
    case 1, 2: bytes.remove(at: index)
    case 3: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
    case 4, 5: bytes[index] = replacements.randomElement(using: &random) ?? 0
    default: bytes.insert(replacements.randomElement(using: &random) ?? 0, at: index)
    }
    return bytes
  }

  private struct Visitor: ZooVisitor {
    let matrix: JSONMatrix
    let seed: UInt64
    let count: Int

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      var random = SplitMix(state: seed)
      let texts = specimen.samples.compactMap { try? matrix.unsorted.encode($0.auto) }
      guard !texts.isEmpty else { return }
      for number in 0..<count {
        let original = Array(texts[number % texts.count])
        let bytes = JSONOptionMatrixMutantTests.mutate(original, &random)
        let data = Data(bytes)
        let known = DifferentialOutcome { try matrix.referenceDecoder.decode(Twin.self, from: data) }
        let plain = DifferentialOutcome { try matrix.decoder.decode(Twin.self, from: data) }
        let found = matrix.roads.prefix(TestEffort.isThorough ? .max : 2).map { road in
          (name: road.name, outcome: DifferentialOutcome { try road.decoder.decode(Auto.self, from: data) })
        }
        let mutant = JSONMutant(
          type: specimen.name, hasDefaults: Auto.self is any DefaultInitializable.Type, original: original,
          bytes: bytes,
          known: known.error, found: found[0].outcome.error)
        compare(found, mutant)
        compare(plain, known, mutant)
        guard let fast = found[0].outcome.value, let known = known.value else { continue }
        // Sets that were changed are in another order.
        let text = matrix.data { try matrix.sorted.encode(fast) }
        let knownText = matrix.data { try matrix.reference.encode(known) }
        if text?.byteCounts != knownText?.byteCounts, !mutant.isKnown {
          matrix.compare(text, knownText, isOrdered: true, "\(mutant), encoded again")
        }
      }
    }

    /// The fast path has to agree with the other ways of the library, and with Foundation on what is refused.
    private func compare<Value: Equatable>(
      _ found: [(name: String, outcome: DifferentialOutcome<Value>)], _ mutant: JSONMutant
    ) {
      if (mutant.found == nil) != (mutant.known == nil), !mutant.isKnown {
        matrix.note("\(mutant): \(mutant.found ?? "no error"), expected \(mutant.known ?? "no error")")
      }
      for (name, outcome) in found.dropFirst() {
        let isSame = (outcome.error == nil) == (mutant.found == nil)
        if !isSame, !mutant.hasDuplicateKeys {
          matrix.note("\(mutant), \(name): \(outcome.error ?? "no error"), fast path: \(mutant.found ?? "no error")")
        }
        guard let value = outcome.value, let fast = found[0].outcome.value, fast == fast else { continue }
        if value != fast, !mutant.hasDuplicateKeys { matrix.note("\(mutant), \(name): not the fast path's value") }
      }
    }

    private func compare<Value: Codable & Equatable>(
      _ plain: DifferentialOutcome<Value>, _ known: DifferentialOutcome<Value>, _ mutant: JSONMutant
    ) {
      if plain.error == nil, known.error == nil {
        matrix.compare(plain, known, "\(mutant), plain Codable")
      } else if (plain.error == nil) != (known.error == nil), !mutant.isKnown(found: plain.error) {
        matrix.note("\(mutant), plain Codable: \(plain.error ?? "no error"), expected \(known.error ?? "no error")")
      }
    }
  }
}

/// Text with one error, and what was made of it.
struct JSONMutant: CustomStringConvertible {
  let type: String
  /// Whether the type has an `init()`.
  let hasDefaults: Bool
  /// The text without the error.
  let original: [UInt8]
  let bytes: [UInt8]
  /// The errors of Foundation's decoder and of this library's.
  let known: String?
  let found: String?

  var description: String { "\(type), \(String(decoding: bytes.prefix(300), as: UTF8.self))" }
  var text: String { String(decoding: bytes, as: UTF8.self) }
  var hasDuplicateKeys: Bool { JSONDocument(Data(bytes))?.hasDuplicateKeys == true }
  var isKnown: Bool { isKnown(found: found) }

  /// Whether the error has changed a key, so that the key is missing.
  var lacksKey: Bool {
    guard let all = JSONDocument(Data(original))?.keys, let rest = JSONDocument(Data(bytes))?.keys else { return false }
    return !all.isSubset(of: rest)
  }

  /// Whether a difference in what is accepted, or in the values, is one of the documented ones.
  func isKnown(found: String?) -> Bool {
    Self.differences.contains { difference in
      switch difference.accepts {
      case .foundation: known == nil && found != nil && difference.applies(self)
      case .library: known != nil && found == nil && difference.applies(self)
      case .both: known == nil && found == nil && difference.applies(self)
      }
    }
  }

  struct Difference: Sendable {
    /// Who accepts the text. If both do, the values are different.
    enum Accepting { case foundation, library, both }
    let name: String
    let accepts: Accepting
    let applies: @Sendable (JSONMutant) -> Bool
  }

  /// Where the library differs from Foundation, as documented in Formats.md and Architecture.md, and where a type of the zoo
  /// differs from its twin.
  static let differences: [Difference] = [
    Difference(name: "a trailing comma is not JSON", accepts: .foundation) {
      $0.text.firstMatch(of: /,[ \n\r\t]*[\]}]/) != nil
    },
    Difference(name: "0e1 is JSON", accepts: .library) { $0.text.firstMatch(of: /(^|[^0-9.])0[eE]/) != nil },
    Difference(name: "text is UTF-8, and not UTF-16", accepts: .foundation) { $0.bytes.prefix(4).contains(0) },
    Difference(name: "text that is passed over is UTF-8, too", accepts: .foundation) {
      !$0.text.utf8.elementsEqual($0.bytes)
    },
    Difference(name: "text that is skipped has no control characters in strings", accepts: .foundation) {
      $0.bytes.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0a && $0 != 0x0d || $0 == 0x7f }
        || $0.text.firstMatch(of: /[a-zA-Z_][\n\r\t][a-zA-Z_]/) != nil
    },
    Difference(name: "a missing key keeps a default", accepts: .library) {
      $0.hasDefaults && $0.lacksKey && $0.known?.hasPrefix("keyNotFound") == true
    },
    Difference(name: "a missing key keeps a default that is not nil", accepts: .both) { $0.hasDefaults && $0.lacksKey },
    Difference(name: "a missing key of a generic Optional is nil", accepts: .library) {
      $0.type.hasPrefix("generic ") && $0.lacksKey && $0.known?.hasPrefix("keyNotFound") == true
    },
    Difference(name: "a let with a default is read", accepts: .foundation) {
      ["struct let with defaults", "class without initializer"].contains($0.type)
    },
    Difference(name: "a let with a default is read, and has its value", accepts: .both) {
      ["struct let with defaults", "class without initializer"].contains($0.type)
    },
    Difference(name: "Character, whose twin is a String, is one character", accepts: .foundation) {
      $0.type == "Character"
    },
    Difference(name: "a version, whose twin is a String, has two numbers", accepts: .both) {
      $0.type.hasPrefix("hand-written")
    },
  ]
}

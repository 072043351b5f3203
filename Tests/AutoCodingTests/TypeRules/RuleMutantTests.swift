import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// Data of models with rules that is nearly right, in the formats other than JSON: it is refused, or read as the twin that
/// is written by hand reads it.
struct RuleMutantTests {
  private static let wanted = ProcessInfo.processInfo.environment["AUTOCODING_MUTANTS"].flatMap { Int($0) }
  /// The mutants of each sample.
  private static let count = wanted.map { max(50, $0 / 100) } ?? (TestEffort.isThorough ? 200 : 40)

  // MARK: Bytes

  /// A format whose bytes are damaged.
  enum Format: CaseIterable {
    case binary, xml, keyedArchive

    func encode(_ value: some AutoCoding) throws -> Data {
      switch self {
      case .binary: return try AutoPropertyListEncoder().encode(value)
      case .xml:
        let encoder = AutoPropertyListEncoder()
        encoder.outputFormat = .xml
        return try encoder.encode(value)
      case .keyedArchive: return try KeyedArchiveEncoder().encode(value)
      }
    }

    func decode<Value: AutoCoding>(_ type: Value.Type, from data: Data) throws -> Value {
      switch self {
      case .binary, .xml: try AutoPropertyListDecoder().decode(type, from: data)
      case .keyedArchive: try KeyedArchiveDecoder().decode(type, from: data)
      }
    }
  }

  @Test("damaged bytes are refused, or are a value that can be written again", arguments: Format.allCases)
  func bytes(format: Format) throws {
    let total = Total()
    for (number, specimen) in (Zoo.rules + Zoo.flattenedEnums).enumerated() {
      try specimen.accept(ByteVisitor(format: format, total: total, seed: UInt64(number)))
    }
    total.expectBoth()
  }

  private struct ByteVisitor: ZooVisitor {
    let format: Format
    let total: Total
    let seed: UInt64

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      var random = SplitMix(state: seed)
      for sample in specimen.samples {
        let values = [sample.auto, sample.auto]
        let original = [UInt8](try format.encode(Root(values: values)))
        #expect(try format.decode(Root<Auto>.self, from: Data(original)).values == values)
        for _ in 0..<RuleMutantTests.count {
          let mutant = Data(RuleMutantTests.damaged(original, &random))
          let label = "\(specimen.name): \(mutant.base64EncodedString())"
          let started = ThreadTime.now
          let found = try? format.decode(Root<Auto>.self, from: mutant).values
          let time = ThreadTime.now - started
          #expect(time < 1, "\(label) took \(time) s")
          total.note(isRead: found != nil)
          guard let found else { continue }
          let back = try format.decode(Root<Auto>.self, from: format.encode(Root(values: found))).values
          #expect(back == found || found != found, "\(label)")
        }
      }
    }
  }

  private struct Root<Value: AutoCoding>: AutoCoding {
    var values: [Value]
    static var archivedTypeName: String { "Tests.RuleMutantRoot<\(Value.archivedTypeName)>" }
  }

  private static func damaged(_ original: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...2, using: &random) where bytes.count > 1 {
      let index = Int.random(in: bytes.indices, using: &random)
      let other = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes[index] = bytes[other]
      case 3: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
      case 4: bytes.insert(bytes.remove(at: index), at: other)
      default:
        let count = Int.random(in: 1...8, using: &random)
        let part = Array(bytes[index...].prefix(count))
        let end = min(other + part.count, bytes.count)
        bytes.replaceSubrange(other..<end, with: part)
      }
    }
    return bytes
  }

  // MARK: Values

  /// A decoder of values that are of other types, missing or unknown, and what the compiler's code is decoded by.
  enum Reader: CaseIterable {
    case propertyList, propertyListByFoundation, dictionary, dictionaryContainers

    /// Returns what a decoder reads in a value of property lists; nil if it refuses it.
    func decode<Value: AutoCoding>(_ type: [Value].Type, from value: [Any]) throws -> [Value]? {
      switch self {
      case .propertyList:
        let data = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        return try? AutoPropertyListDecoder().decode(type, from: data)
      case .propertyListByFoundation:
        let data = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        return try? PropertyListDecoder().decode(type, from: data)
      case .dictionary, .dictionaryContainers:
        let decoder = DictionaryDecoder()
        if self == .dictionaryContainers { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
        return try? decoder.decodeValue(type, from: value)
      }
    }

    func decodeTwin<Value: Decodable>(_ type: [Value].Type, from value: [Any]) throws -> [Value]? {
      switch self {
      case .propertyList, .propertyListByFoundation:
        let data = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        return try? PropertyListDecoder().decode(type, from: data)
      case .dictionary, .dictionaryContainers:
        return try? JSONDecoder().decode(type, from: JSONSerialization.data(withJSONObject: value))
      }
    }
  }

  @Test(
    "values of other types, and keys that are missing or unknown, are what the twin makes of them",
    arguments: Reader.allCases)
  func values(reader: Reader) throws {
    let total = Total()
    for (number, specimen) in (Zoo.rules + Zoo.flattenedEnums).enumerated() {
      try specimen.accept(ValueVisitor(reader: reader, total: total, seed: UInt64(number)))
    }
    total.expectBoth()
  }

  private struct ValueVisitor: ZooVisitor {
    let reader: Reader
    let total: Total
    let seed: UInt64

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      var random = SplitMix(state: seed)
      for sample in specimen.samples {
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode([sample.twin]))
        for _ in 0..<RuleMutantTests.count {
          guard let mutant = RuleMutantTests.changed(json, &random) as? [Any] else { continue }
          let auto = try reader.decode([Auto].self, from: mutant)
          let twin = try reader.decodeTwin([Twin].self, from: mutant)
          #expect((auto == nil) == (twin == nil), "\(specimen.name): \(mutant)")
          total.note(isRead: auto != nil)
          guard let auto, let twin else { continue }
          let found = try AutoJSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(auto))
          let expected = try AutoJSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(twin))
          #expect(found == expected, "\(specimen.name): \(mutant)")
        }
      }
    }
  }

  /// Changes one value in a tree. Its members are never null, which property lists do not have.
  private static func changed(_ value: Any, _ random: inout SplitMix) -> Any {
    let isHere = Int.random(in: 0..<4, using: &random) == 0
    if var elements = value as? [Any], let index = elements.indices.randomElement(using: &random) {
      switch isHere ? Int.random(in: 0..<3, using: &random) : 9 {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      case 2: return replacement(&random)
      default: elements[index] = changed(elements[index], &random)
      }
      return elements
    }
    if var members = value as? [String: Any], let key = members.keys.sorted().randomElement(using: &random) {
      switch isHere ? Int.random(in: 0..<5, using: &random) : 9 {
      case 0: members[key] = nil
      case 1: members[names.randomElement(using: &random) ?? ""] = replacement(&random)
      case 2: members[names.randomElement(using: &random) ?? ""] = members.removeValue(forKey: key)
      case 3: return replacement(&random)
      case 4: members[names.randomElement(using: &random) ?? ""] = members[key]
      default: members[key] = members[key].map { changed($0, &random) }
      }
      return members
    }
    return replacement(&random)
  }

  /// Keys of samples, and others. No former keys, `$class` and `$version`: the twins do not have these.
  private static let names = [
    "signal", "kind", "content", "craft", "basic", "broad", "name", "_0", "first", "city", "volume", "Signal", "",
    "x.y", "$other",
  ]

  private static func replacement(_ random: inout SplitMix) -> Any {
    let values: [Any] = [
      0, -1, 300, 1.5, "", "on", "level", "place", "text", "canoe", "barge", "other", "2001-01-01", "7", [Any](), ["a"],
      [String: Any](), ["signal": "on"], ["kind": "empty"], ["craft": "canoe"],
    ]
    return values.randomElement(using: &random) ?? 0
  }

  /// How many mutants were read and refused.
  private final class Total {
    private var (read, refused) = (0, 0)

    func note(isRead: Bool) { if isRead { read += 1 } else { refused += 1 } }

    /// Were all of one kind, the mutations would be too weak or too strong to find anything.
    func expectBoth() { #expect(min(read, refused) > (read + refused) / 20, "\(read) read, \(refused) refused") }
  }
}

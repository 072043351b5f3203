import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// Text that is nearly right: nothing traps, and all ways to read it agree on whether it is JSON.
struct JSONMutationTests {
  private struct Model: AutoCoding {
    var id: Int
    var name: String
    var score: Double?
    var flags: [Bool]
    var lists: [[Int8]]
    var map: [String: Model]
    var date: Date
    var choice: Choice
    var any: Any
    var plain: Plain?
  }
  private enum Choice: AutoCoding { case none, some(Int, label: String) }
  /// Passes over everything, also numbers that no type can hold.
  private struct Passer: AutoCoding { var nothing: Int? }
  private struct Plain: Codable { var a: Float, b: [String: UInt64], c: Decimal }

  private static let seed = #"""
    {"id":-12,"name":"a\u00e9\ud83d\ude00\n\"é😀","score":1.5e-3,"flags":[true,false],"lists":[[1,-2],[]],
    "map":{"k":{"id":1,"name":"","flags":[],"lists":[],"map":{},"date":0,"choice":{"none":{}},"any":[null,{"x":1}]}},
    "date":123.25,"choice":{"some":{"_0":3,"label":"l"}},"any":{"deep":[[["x"]],0.1,12345678901234567890]},
    "unknown":{"skipped":[1,2,{"a":"b"}]},"plain":{"a":1.25,"b":{"q":18446744073709551615},"c":0.10}}
    """#

  static func mutate(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    let tokens: [[UInt8]] =
      [
        "\"", "\\", "{", "}", "[", "]", ",", ":", "-", "e", ".", "0", "9", "null", "true", "\\u", "\\ud800", "1e999",
        "\u{0}",
        " ", "\"\"", "99999999999999999999",
      ].map { Array($0.utf8) } + [[0x80], [0xff], [0xc3], [0xed, 0xa0, 0x80]]
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
      case 1: bytes.remove(at: index)
      case 2: bytes.insert(contentsOf: tokens.randomElement(using: &random) ?? [], at: index)
      case 3: bytes.removeSubrange(index...)
      case 4: bytes.removeSubrange(index..<min(index + Int.random(in: 1...20, using: &random), bytes.count))
      default:
        let other = Int.random(in: bytes.indices, using: &random)
        bytes.insert(contentsOf: bytes[min(index, other)..<max(index, other)].prefix(40), at: index)
      }
    }
    return bytes
  }

  @Test("mutants", .timeLimit(.minutes(60)))
  func mutants() throws {
    let wanted = ProcessInfo.processInfo.environment["AUTOCODING_MUTANTS"].flatMap { Int($0) }
    let count = wanted ?? (TestEffort.isThorough ? 5000 : 1500)
    var random = SplitMix(state: 2026)
    let decoder = AutoJSONDecoder()
    let lenient = AutoJSONDecoder()
    lenient.leniency = .all
    lenient.duplicateKeys = .useLast
    lenient.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = AutoJSONEncoder()
    let seed = Array(Self.seed.utf8)
    _ = try decoder.decode(Model.self, from: seed)
    var accepted = 0
    for _ in 0..<count {
      let bytes = Self.mutate(seed, &random)
      let any = try? decoder.decode(AnyJSON.self, from: bytes)
      if let model = try? decoder.decode(Model.self, from: bytes) {
        accepted += 1
        #expect(
          throws: Never.self, "read by the model alone: \(String(decoding: bytes, as: UTF8.self))"
        ) { try decoder.decode(Passer.self, from: bytes) }
        let data = try encoder.encode(model)
        _ = try decoder.decode(Model.self, from: data)
      }
      _ = try? lenient.decode(Model.self, from: bytes)
      if let any {
        if case .object = any {
          #expect(throws: Never.self) { try decoder.decode(Passer.self, from: bytes) }
        }
        #expect(try decoder.decode(AnyJSON.self, from: encoder.encode(any)) == any)
      }
    }
    #expect(accepted > count / 100)
  }
}

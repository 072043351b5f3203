import Foundation
import TestSupport
import Testing

@testable import AutoCoding

/// Sound archives with a few bytes changed: each is refused or shown, and nothing worse.
///
/// 2,000 in an ordinary run, and fewer in debug; `AUTOCODING_MUTANTS=200000` makes it thorough.
struct PropertyListMutationTests {
  @Test func mutants() throws {
    let wanted = ProcessInfo.processInfo.environment["AUTOCODING_MUTANTS"].flatMap(Int.init)
    let count = wanted ?? (TestEffort.isThorough ? 2000 : 500)
    var seeds = try ArchiveCorpora.archives.map { try $0.data() }
    seeds.append(try Self.archive().written())
    seeds.append(try Self.archive(people: 80).written())
    var random = SplitMix(state: 0x5EED)
    var refused = 0
    for number in 0..<count {
      let seed = seeds[number % seeds.count]
      let mutant = Self.mutant(of: seed, random: &random)
      let started = ThreadTime.now
      switch PropertyListProbe.outcome(of: mutant) {
      case .refused: refused += 1
      case .read: break
      case .broken(let reason): Issue.record("mutant \(number): \(reason)\n\(mutant.base64EncodedString())")
      }
      let time = ThreadTime.now - started
      if time > 1 { Issue.record("mutant \(number) took \(time) s\n\(mutant.base64EncodedString())") }
    }
    // Were all of one kind, the mutations would be too weak or too strong to find anything.
    #expect(refused > count / 20 && refused < count - count / 20, "\(refused) of \(count) were refused")
  }

  /// A keyed archive of people who know each other.
  static func archive(people: Int = 5) -> PropertyListTree {
    func key(_ text: String, _ value: PropertyListTree) -> PropertyListTree.Pair {
      .init(key: .string(text), value: value)
    }
    var objects: [PropertyListTree] = [
      .string("$null"),
      .dictionary([
        key("$classname", .string("Zoo.Person")),
        key("$classes", .array([.string("Zoo.Person"), .string("NSObject")])),
      ]),
      .dictionary([
        key("$classname", .string("NSArray")), key("$classes", .array([.string("NSArray"), .string("NSObject")])),
      ]),
    ]
    let first = UInt32(objects.count + 1)
    objects.append(
      .dictionary([
        key("NS.objects", .array((0..<people).map { .uid(first + UInt32($0)) })), key("$class", .uid(2)),
      ]))
    for person in 0..<people {
      objects.append(
        .dictionary([
          key("name", .uid(first + UInt32(people))), key("age", .integer(high: 0, low: UInt64(person * 40))),
          key("height", .double(1.5.bitPattern)), key("friend", .uid(first + UInt32((person + 1) % people))),
          key("isMember", .bool(person % 2 == 0)), key("nothing", .uid(0)), key("photo", .data([1, 2, 3])),
          key("born", .date(Double(person).bitPattern)), key("$class", .uid(1)),
        ]))
    }
    objects.append(.string("Zo\u{EB}"))
    return .dictionary([
      key("$archiver", .string("NSKeyedArchiver")), key("$version", .integer(high: 0, low: 100_000)),
      key("$top", .dictionary([key("root", .uid(3))])), key("$objects", .array(objects)),
    ])
  }

  /// Bytes changed, copied, removed or added, mostly where they matter.
  private static func mutant(of seed: Data, random: inout SplitMix) -> Data {
    var bytes = [UInt8](seed)
    let interesting: [UInt8] = [
      0, 1, 7, 8, 0x0F, 0x10, 0x13, 0x14, 0x4F, 0x5F, 0x6F, 0x7F, 0x80, 0x8F, 0xA1, 0xAF, 0xD1, 0xDF, 0xFF,
    ]
    for _ in 0...Int.random(in: 0..<4, using: &random) where bytes.count > 40 {
      let inTrailer = Int.random(in: 0..<8, using: &random) == 0
      let position =
        inTrailer
        ? bytes.count - 1 - Int.random(in: 0..<32, using: &random) : Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2, 3: bytes[position] = interesting.randomElement(using: &random) ?? 0
      case 4: bytes[position] = UInt8.random(in: 0...255, using: &random)
      case 5: bytes[position] = bytes[Int.random(in: 0..<bytes.count, using: &random)]
      case 6:
        // A whole object somewhere else, so that offsets and references no longer fit.
        let end = min(bytes.count, position + Int.random(in: 1..<16, using: &random))
        let target = Int.random(in: 0...bytes.count - (end - position), using: &random)
        bytes.replaceSubrange(target..<target + (end - position), with: Array(bytes[position..<end]))
      default:
        // What is removed here is added there, so that the trailer stays where it is looked for.
        let removed = bytes.remove(at: position)
        bytes.insert(removed, at: Int.random(in: 0..<bytes.count, using: &random))
      }
    }
    return Data(bytes)
  }
}

import Foundation
import TestModels
import TestSupport
import Testing

@testable import AutoCoding

/// Damaged and malicious property lists: an error or a value, and nothing worse.
struct PropertyListHostileTests {
  /// Decodes data as types of several shapes. Returns how many of them it is.
  @discardableResult
  private func probe(_ data: Data, isExpanding: Bool = false) -> Int {
    let decoder = AutoPropertyListDecoder()
    var count = 0
    func probe<Value: Decodable>(_ type: Value.Type) {
      if (try? decoder.decode(type, from: data)) != nil { count += 1 }
    }
    probe(PlistNode.self)
    probe([PlistPlace].self)
    probe([PlistAnimal].self)
    // It tries four types for each of a quarter of a million values.
    if !isExpanding { probe(PlistLoose.self) }
    probe(PlistAnything.self)
    probe([String: [Date]].self)
    probe([[[Int]]].self)
    return count
  }

  @Test func corpora() throws {
    for file in ArchiveCorpora.hostile + ArchiveCorpora.archives {
      probe(try file.data(), isExpanding: file.url.lastPathComponent.contains("laughs"))
    }
  }

  private func samples() throws -> [Data] {
    let encoder = AutoPropertyListEncoder()
    let places = (0..<6).map { PlistPlace(name: "Zo\u{eb} \($0)", latitude: 1.5, isOpen: true, visits: $0 << 20) }
    return [
      try encoder.encode(places),
      try encoder.encode(PlistNode(number: 1, children: [PlistNode(number: 2, children: [])])),
      try encoder.encode([PlistDog(name: "d", tricks: ["a", "b"])]),
      try encoder.encode(PlistLoose.table(["a": .list([.number(1), .text("x")])])),
      try encoder.encode(["a": [Date(), Date()]]),
    ]
  }

  @Test func truncated() throws {
    for data in try samples() {
      for count in 0..<data.count { #expect(probe(data.prefix(count)) == 0) }
    }
  }

  @Test func mutants() throws {
    let samples = try samples()
    #expect(samples.allSatisfy { probe($0) > 0 })
    var random = SplitMix(state: 0x9115)
    var refused = 0
    let count = TestEffort.isThorough ? 5000 : 1000
    for number in 0..<count {
      var data = samples[number % samples.count]
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let index = Int.random(in: 8..<data.count, using: &random)
        data[index] = UInt8.random(in: .min ... .max, using: &random)
      }
      let started = ThreadTime.now
      if probe(data) == 0 { refused += 1 }
      let time = ThreadTime.now - started
      if time > 1 { Issue.record("mutant \(number) took \(time) s\n\(data.base64EncodedString())") }
    }
    #expect(refused > count / 20 && refused < count - count / 20, "\(refused) of \(count) were refused")
  }

  /// A property list of objects as bytes, the first of them the root.
  private func list(_ objects: [[UInt8]]) -> Data {
    var data = Data("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(data.count))
      data.append(contentsOf: object)
    }
    let table = data.count
    data.append(contentsOf: offsets)
    data.append(contentsOf: [0, 0, 0, 0, 0, 0, 1, 1])
    for number in [objects.count, 0, table] {
      data.append(contentsOf: (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
    }
    return data
  }

  private func path(_ work: () throws -> Void) -> [String] {
    do {
      try work()
      return ["none"]
    } catch DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context) {
      return context.codingPath.map(\.stringValue)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func cycles() {
    let decoder = AutoPropertyListDecoder()
    let own = list([[0xA1, 0]])
    #expect(throws: DecodingError.self) { try decoder.decode(PlistLoose.self, from: own) }
    #expect(throws: DecodingError.self) { try decoder.decode(PlistDeep.self, from: own) }
    #expect(path { _ = try decoder.decode([[Int]].self, from: own) } == ["Index 0", "Index 0"])
    // A node that is its own child.
    let node = list([[0xD2, 1, 2, 3, 4], [0x56] + "number".utf8, [0x58] + "children".utf8, [0x10, 1], [0xA1, 0]])
    let found = path { _ = try decoder.decode(PlistNode.self, from: node) }
    #expect(found.count > 100 && found.prefix(4).elementsEqual(["children", "Index 0", "children", "Index 0"]))
    let any = list([[0xD1, 1, 2], [0x55] + "value".utf8, [0xA1, 2]])
    #expect(throws: DecodingError.self) { try decoder.decode(PlistAnything.self, from: any) }
    let url = list([[0xA1, 1], [0xD2, 2, 3, 4, 1], [0x58] + "relative".utf8, [0x54] + "base".utf8, [0x51, 0x61]])
    #expect(throws: DecodingError.self) { try decoder.decode([URL].self, from: url) }
  }

  @Test func expansion() {
    // Each array has the next one twice: as many values as 2 to the power of 40.
    func pairs(_ range: Range<UInt8>) -> [[UInt8]] { range.map { [0xA2, $0 + 1, $0 + 1] } }
    let objects: [[UInt8]] = pairs(0..<40) + [[0x10, 1]]
    let decoder = AutoPropertyListDecoder()
    decoder.limits = .ofEffort
    #expect(throws: DecodingError.self) { try decoder.decode(PlistRose.self, from: list(objects)) }
    let head: [[UInt8]] = [[0xD1, 1, 2], [0x55] + "value".utf8]
    let wrapped = head + pairs(2..<40) + [[0x10, 1]]
    #expect(throws: DecodingError.self) { try decoder.decode(PlistAnything.self, from: list(wrapped)) }
  }

  @Test func counts() {
    // A count of 2 to the power of 62, in every kind of object that has one.
    for marker in [0x4F, 0x5F, 0x6F, 0xAF, 0xDF] as [UInt8] {
      let data = list([[marker, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]])
      #expect(probe(data) == 0)
      #expect(throws: DecodingError.self) { try AutoPropertyListDecoder().decode(Data.self, from: data) }
    }
    #expect(probe(list([[0xAF, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]])) == 0)
  }

  @Test func oddities() throws {
    let decoder = AutoPropertyListDecoder()
    // Of several values under one key, the first counts, as in Foundation's decoder.
    let twice = list([[0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x61], [0x10, 1], [0x10, 2]])
    #expect(try decoder.decode([String: Int].self, from: twice) == ["a": 1])
    #expect(try decoder.decode(PlistLoose.self, from: twice) == .table(["a": .number(1)]))
    // A key that is no string, a set, a UID, half a character, and a byte that is not ASCII.
    #expect(probe(list([[0xD1, 1, 1], [0x10, 1]])) == 0)
    #expect(probe(list([[0xA1, 1], [0xC1, 2], [0x10, 1]])) == 0)
    #expect(probe(list([[0xA1, 1], [0x80, 1]])) == 0)
    #expect(throws: DecodingError.self) {
      try decoder.decode([String].self, from: list([[0xA1, 1], [0x61, 0xD8, 0]]))
    }
    #expect(throws: DecodingError.self) { try decoder.decode([String].self, from: list([[0xA1, 1], [0x51, 0xFF]])) }
    // Null in UTF-16.
    let wide = list([[0xA1, 1], [0x65] + "$null".utf8.flatMap { [0, $0] }])
    #expect(try decoder.decode([Int?].self, from: wide) == [nil])
    // Shared parts are read as often as they are referred to.
    let shared = list([[0xA3, 1, 1, 1], [0xA1, 2], [0x10, 5]])
    #expect(try decoder.decode([[Int]].self, from: shared) == [[5], [5], [5]])
  }

  @Test func versions() throws {
    // A record of the same shape as those before it, but of a newer version than the type has.
    let decoder = AutoPropertyListDecoder()
    func record(_ version: Int) -> [String: Any] { ["number": 1, "children": [Any](), "$version": version] }
    let list = try PropertyListSerialization.data(
      fromPropertyList: (0..<9).map { record($0 == 8 ? 2 : 0) }, format: .binary, options: 0)
    #expect(throws: DecodingError.self) { try decoder.decode([PlistNode].self, from: list) }
    decoder.acceptsNewerVersions = true
    #expect(try decoder.decode([PlistNode].self, from: list).count == 9)
  }

  @Test("code of a type's own takes as long for each of many arrays as for each of a few")
  func manyArrays() throws {
    func seconds(_ count: Int) throws -> Double {
      let value = JSONValue.array((0..<count).map { .array([JSONValue($0)]) })
      let data = try AutoPropertyListEncoder().encode(value)
      var decoded: JSONValue?
      let time = try ThreadTime.measure { decoded = try AutoPropertyListDecoder().decode(JSONValue.self, from: data) }
      #expect(decoded == value)
      return time
    }
    _ = try seconds(10)
    let (few, many) = (try seconds(4000), try seconds(64_000))
    // 16 times as many arrays; it took more than a hundred times as long.
    #expect(many < 60 * few, "\(few) s, \(many) s")
  }
}

import AutoCoding
import Foundation
import TestSupport
import Testing

/// Takes whatever shape the data has, as long as it is Codable's.
indirect enum AnyShape: Codable {
  case leaf(String)
  case list([AnyShape])
  case table([String: AnyShape])

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer(), let text = try? container.decode(String.self) {
      self = .leaf(text)
    } else if var container = try? decoder.unkeyedContainer() {
      var list: [AnyShape] = []
      while !container.isAtEnd { list.append(try container.decode(AnyShape.self)) }
      self = .list(list)
    } else {
      self = .table(try [String: AnyShape](from: decoder))
    }
  }

  func encode(to encoder: any Encoder) throws {}
}

final class HostileNode: AutoCoding, DefaultInitializable {
  static var archivedTypeName: String { "Zoo.Person" }
  static let alive = Counter()
  var name = ""
  var age = 0
  var height = 0.0
  var friend: HostileNode?
  var friends: [HostileNode?] = []
  var crowd: Set<String> = []
  var table: [String: HostileNode] = [:]
  var when: Date?
  var shape: AnyShape?
  var any: Any?
  init() { Self.alive.add(1) }
  deinit { Self.alive.add(-1) }
}

/// Without `init()`, so that its memory is made alone.
final class HostileItem: AutoCoding {
  let text: String
  let part: HostilePart
  let next: HostileItem?
  let owner: HostileNode?
  init(_ text: String, _ next: HostileItem?, _ owner: HostileNode?) {
    (self.text, self.next, self.owner) = (text, next, owner)
    part = HostilePart(text: text, items: [1, 2], shape: .one(text))
    HostileNode.alive.add(1)
  }
  func didDecode() throws { HostileNode.alive.add(1) }
  deinit { HostileNode.alive.add(-1) }
}

struct HostilePart: AutoCoding {
  var text: String
  var items: [Int]
  var shape: HostileShape
}

enum HostileShape: AutoCoding {
  case one(String), two(left: Int, right: [HostileItem]), none
}

final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0
  func add(_ change: Int) { lock.withLock { value += change } }
  var now: Int { lock.withLock { value } }
}

@Suite("Keyed archives: hostile data", .serialized)
struct ArchiveHostileTests {
  /// Decodes the data as many things; what it is does not matter, as long as it ends, and soon.
  private func decodeAll(_ data: Data, _ name: String) {
    let decoder = KeyedArchiveDecoder()
    decoder.limits = .ofEffort
    let start = ThreadTime.now
    func attempt(_ body: () throws -> Any) {
      // Whatever a bomb is decoded as, it takes as long. In a short run, it is decoded only once or twice.
      if !TestEffort.isThorough, ThreadTime.now - start > 0.3 { return }
      do { _ = try body() } catch is DecodingError {} catch { Issue.record("\(name): \(error)") }
    }
    attempt { try decoder.decode(HostileNode.self, from: data) }
    attempt { try decoder.decode([HostileItem].self, from: data) }
    attempt { try decoder.decode(HostileItem.self, from: data) }
    attempt { try decoder.decode(AnyShape.self, from: data) }
    attempt { try decoder.decode([[[[String]]]].self, from: data) }
    attempt { try decoder.decode(Set<[String: Int]>.self, from: data) }
    attempt { try decoder.decode([String: [String: AnyShape]].self, from: data) }
    attempt { try decoder.decode(String.self, from: data) }
    attempt { try decoder.decode(URL.self, from: data) }
    attempt { try decoder.decode(Decimal.self, from: data) }
    attempt { try decoder.decode(UUID.self, from: data) }
    attempt { try decoder.decode(allowing: [HostileNode.self, HostileItem.self], from: data) }
    let time = ThreadTime.now - start
    #expect(time < 30, "\(name) took \(time) s")
  }

  @Test("every hostile file is a typed error or a value", .enabled(if: !ArchiveCorpora.hostile.isEmpty, "no corpora"))
  func corpus() throws {
    for file in TestEffort.part(of: ArchiveCorpora.hostile) { decodeAll(try file.data(), file.testDescription) }
    #expect(HostileNode.alive.now == 0)
  }

  @Test("Apple's archives are a typed error or a value", .enabled(if: !ArchiveCorpora.archives.isEmpty, "no corpora"))
  func archives() throws {
    for file in ArchiveCorpora.archives { decodeAll(try file.data(), file.testDescription) }
  }

  @Test("mutants of good archives end in an error or a value, and leave no object behind")
  func mutants() throws {
    let wanted = ProcessInfo.processInfo.environment["AUTOCODING_MUTANTS"].flatMap(Int.init)
    let count = wanted ?? (TestEffort.isThorough ? 2000 : 800)
    let data = try autoreleasing { () -> (Data, Data) in
      let node = HostileNode()
      node.name = "first"
      node.friends = [HostileNode(), nil, HostileNode()]
      node.friends[0]?.name = "second"
      node.table = ["a": HostileNode()]
      node.crowd = ["x", "y"]
      node.when = Date(timeIntervalSinceReferenceDate: 3)
      node.any = [1, "two", ["k": 3.5]] as [Any]
      let items = HostileItem("a", HostileItem("b", nil, node), node)
      return (try KeyedArchiveEncoder().encode(node), try KeyedArchiveEncoder().encode(items))
    }
    #expect(HostileNode.alive.now == 0)
    var random = SplitMix(state: 7)
    var errors = 0
    for number in 0..<count {
      var bytes = number % 2 == 0 ? data.0 : data.1
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let position = Int.random(in: 8..<bytes.count, using: &random)
        bytes[position] =
          Bool.random(using: &random) ? bytes[position] ^ 1 : UInt8.random(in: .min ... .max, using: &random)
      }
      do {
        if number % 2 == 0 {
          let node = try KeyedArchiveDecoder().decode(HostileNode.self, from: bytes)
          // Mutants may close cycles, which have to be broken here.
          unlink(node)
        } else {
          unlink(try KeyedArchiveDecoder().decode(HostileItem.self, from: bytes))
        }
      } catch is DecodingError {
        errors += 1
      }
    }
    #expect(errors > count / 20)
    #expect(HostileNode.alive.now == 0)
  }

  /// Breaks all cycles, each of which leads through a node: items are constant.
  private func unlink(_ root: Any) {
    var seen: Set<ObjectIdentifier> = []
    var open = [root]
    while let next = open.popLast() {
      switch next {
      case let list as [Any]: open += list
      case let table as [String: Any]: open += table.values
      case let node as HostileNode:
        guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
        open += node.friends.compactMap { $0 } as [Any] + node.table.values.map { $0 as Any }
        open += [node.friend as Any?, node.any].compactMap { $0 }
        (node.friend, node.friends, node.table, node.any) = (nil, [], [:], nil)
      case let item as HostileItem:
        guard seen.insert(ObjectIdentifier(item)).inserted else { continue }
        if case .two(_, let right) = item.part.shape { open += right as [Any] }
        open += [item.next as Any?, item.owner as Any?].compactMap { $0 }
      default: continue
      }
    }
  }

  private func autoreleasing<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

  @Test("limits hold: at them, and one beyond")
  func limits() throws {
    let nested = (0..<20).reduce(HostileTree(child: nil)) { tree, _ in HostileTree(child: .some([tree])) }
    let data = try KeyedArchiveEncoder().encode(nested)
    let decoder = KeyedArchiveDecoder()
    decoder.limits.maximumDepth = 21
    _ = try decoder.decode(HostileTree.self, from: data)
    decoder.limits.maximumDepth = 20
    #expect(throws: DecodingError.self) { try decoder.decode(HostileTree.self, from: data) }
    decoder.limits.maximumDepth = 512
    decoder.limits.maximumByteCount = data.count
    _ = try decoder.decode(HostileTree.self, from: data)
    decoder.limits.maximumByteCount = data.count - 1
    #expect(throws: DecodingError.self) { try decoder.decode(HostileTree.self, from: data) }
    decoder.limits.maximumByteCount = 1 << 30
    // The count of objects is in the trailer.
    let count = data.suffix(24).prefix(8).reduce(0) { $0 << 8 | Int($1) }
    for (limit, works) in [(count + 1, true), (count, true), (count - 1, false)] {
      decoder.limits.maximumObjectCount = limit
      if works {
        _ = try decoder.decode(HostileTree.self, from: data)
      } else {
        #expect(throws: DecodingError.self) { try decoder.decode(HostileTree.self, from: data) }
      }
    }
    let encoder = KeyedArchiveEncoder()
    encoder.limits.maximumDepth = 20
    #expect(throws: EncodingError.self) { try encoder.encode(nested) }
    encoder.limits.maximumDepth = 21
    _ = try encoder.encode(nested)
    encoder.limits.maximumByteCount = 100
    #expect(throws: EncodingError.self) { try encoder.encode(nested) }
  }
}

struct HostileTree: AutoCoding {
  var child: [HostileTree]?
}

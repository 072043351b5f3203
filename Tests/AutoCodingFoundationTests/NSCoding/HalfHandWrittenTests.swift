import Foundation
import Testing

@testable import AutoCodingFoundation

struct HalfReads: AutoCoding, Equatable {
  enum CodingKeys: String, CodingKey { case value = "v" }
  var value: Int
  init(value: Int) { self.value = value }
  init(from decoder: any Decoder) throws {
    value = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .value)
  }
}

struct HalfWrites: AutoCoding, Equatable {
  enum CodingKeys: String, CodingKey { case value = "v" }
  var value: Int
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
  }
}

final class HalfReadsObject: AutoCoding {
  enum CodingKeys: String, CodingKey { case value = "v" }
  let value: Int
  init(value: Int) { self.value = value }
  init(from decoder: any Decoder) throws {
    value = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .value)
  }
}

final class HalfWritesObject: AutoCoding {
  enum CodingKeys: String, CodingKey { case value = "v" }
  let value: Int
  init(value: Int) { self.value = value }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
  }
}

final class HalfShelf: AutoCodingObject {
  var reads = HalfReads(value: 0)
  var writes = HalfWrites(value: 0)
  var list: [HalfReads] = []
  var readsObject: HalfReadsObject?
  var writesObject: HalfWritesObject?
}

@Suite("Half hand-written types under NSCoder")
struct HalfHandWrittenCoderTests {
  private func shelf() -> HalfShelf {
    let shelf = HalfShelf()
    (shelf.reads.value, shelf.writes.value, shelf.list) = (1, 2, [HalfReads(value: 3)])
    (shelf.readsObject, shelf.writesObject) = (HalfReadsObject(value: 4), HalfWritesObject(value: 5))
    return shelf
  }

  private func check(_ found: HalfShelf?) throws {
    let found = try #require(found)
    #expect(found.reads.value == 1 && found.writes.value == 2 && found.list == [HalfReads(value: 3)])
    #expect(found.readsObject?.value == 4 && found.writesObject?.value == 5)
  }

  @Test("Foundation's archiver and unarchiver, and ours, read each other's")
  func archives() throws {
    let foundation = try foundationArchive(shelf())
    try check(try foundationObject(HalfShelf.self, from: foundation))
    try check(try KeyedArchiveDecoder().decode(HalfShelf.self, from: foundation))
    let ours = try KeyedArchiveEncoder().encode(shelf())
    try check(try KeyedArchiveDecoder().decode(HalfShelf.self, from: ours))
  }
}

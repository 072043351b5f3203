import AutoCoding
import Foundation
import Testing

private final class Ring: AutoCoding, DefaultInitializable {
  var others: [Ring?] = []
}

/// Keyed archives: null in collections.
struct ArchiveNullTests {
  @Test("Foundation's unarchiver finds every element") func elements() throws {
    let data = try KeyedArchiveEncoder().encode([1, nil, 3, nil] as [Int?])
    let found = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, NSNumber.self, NSNull.self], from: data)
    let array = try #require(found as? NSArray)
    #expect(array.count == 4)
    #expect(array[1] is NSNull && array[3] is NSNull)
    #expect((array[2] as? NSNumber)?.intValue == 3)
    #expect(try KeyedArchiveDecoder().decode([Int?].self, from: data) == [1, nil, 3, nil])
  }

  @Test("so in dictionaries") func values() throws {
    let data = try KeyedArchiveEncoder().encode(["a": nil, "b": "x"] as [String: String?])
    let found = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSDictionary.self, NSString.self, NSNull.self], from: data)
    #expect((found as? NSDictionary)?.count == 2)
    #expect(try KeyedArchiveDecoder().decode([String: String?].self, from: data) == ["a": nil, "b": "x"])
  }

  @Test("references to nothing") func references() throws {
    let ring = Ring()
    ring.others = [nil, ring, nil]
    let copy = try KeyedArchiveDecoder().decode(Ring.self, from: KeyedArchiveEncoder().encode(ring))
    #expect(copy.others.count == 3)
    #expect(copy.others[0] == nil && copy.others[1] === copy && copy.others[2] == nil)
    (ring.others, copy.others) = ([], [])
  }
}

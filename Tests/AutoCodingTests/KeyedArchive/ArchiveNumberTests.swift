import Foundation
import Testing

@testable import AutoCoding

/// Keyed archives: numbers and keys of other writers.
struct ArchiveNumberTests {
  @Test("unsigned integers beyond Int64 are floating-point numbers if nothing is lost", arguments: [true, false])
  func unsigned(isArchive: Bool) throws {
    func decode<Value: Decodable>(_ integer: UInt64, as type: Value.Type) throws -> Value? {
      isArchive
        ? try KeyedArchiveDecoder().decode([Value].self, from: KeyedArchiveEncoder().encode([integer])).first
        : try AutoPropertyListDecoder().decode([Value].self, from: AutoPropertyListEncoder().encode([integer])).first
    }
    #expect(try decode(1 << 63, as: Double.self) == 0x1p63)
    #expect(try decode(1 << 63, as: Float.self) == 0x1p63)
    #expect(try decode(UInt64.max - 2047, as: Double.self) == 0x1p64 - 2048)
    #expect(throws: DecodingError.self) { try decode(UInt64.max, as: Double.self) }
    #expect(throws: DecodingError.self) { try decode(UInt64.max, as: Float.self) }
  }

  @Test("keys that Swift finds equal are an error, since a value would be lost")
  func equalKeys() throws {
    func archive(_ keys: String...) throws -> Data {
      try ArchiveSketch.data([
        ArchiveSketch.dictionary([
          "NS.keys": .array([.uid(3), .uid(4)]), "NS.objects": .array([.uid(5), .uid(6)]), "$class": .uid(2),
        ]), ArchiveSketch.classNamed("NSDictionary", "NSObject"), .string(keys[0]), .string(keys[1]), .integer(1),
        .integer(2),
      ])
    }
    let decoder = KeyedArchiveDecoder()
    let fine = try archive("e", "\u{e9}")
    #expect(try decoder.decode([String: Int].self, from: fine) == ["e": 1, "\u{e9}": 2])
    let equal = try archive("e\u{301}", "\u{e9}")
    func isRefused(_ body: () throws -> Any) -> Bool {
      guard case DecodingError.dataCorrupted(let context)? = #expect(throws: DecodingError.self, performing: body)
      else { return false }
      return context.debugDescription.contains("the same String")
    }
    #expect(isRefused { try decoder.decode([String: Int].self, from: equal) })
    #expect(isRefused { try decoder.decode(allowing: [], from: equal) })
  }
}

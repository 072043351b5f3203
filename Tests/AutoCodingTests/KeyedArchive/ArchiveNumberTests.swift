import Foundation
import Testing

@testable import AutoCoding

@Suite("Keyed archives: numbers and keys of other writers")
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
}

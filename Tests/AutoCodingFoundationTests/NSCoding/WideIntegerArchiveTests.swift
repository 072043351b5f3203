#if !canImport(Darwin)
import AutoCodingFoundation
import Foundation
import Testing

class Ledger: AutoCodingObject {
  var total: Int128 = 0
  var parts: [UInt128] = []
  var code: UInt64 = 0
  var other: Any = 0
}

/// The same, with narrower types.
final class NarrowLedger: AutoCodingObject {
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.Ledger"] }
  override class var unEncodedProperties: Set<String> { ["parts", "code", "other"] }
  var total: Int = 0
  var parts: [UInt64] = []
  var code: UInt64 = 0
  var other: Any = 0
}

/// Foundation on Linux reads only the lower 64 bits of an integer that an archive has in 128.
struct WideIntegerArchiveTests {
  private func read(_ ledger: Ledger) throws -> Ledger? {
    try NSKeyedUnarchiver.unarchivedObject(ofClass: Ledger.self, from: KeyedArchiveEncoder().encode(ledger))
  }

  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("those of 64 bits are exact")
  func exact() throws {
    for total in [0, -1, Int128(Int64.max), Int128(Int64.min)] {
      let ledger = Ledger()
      ledger.total = total
      ledger.parts = [0, UInt128(Int64.max)]
      ledger.code = .max
      ledger.other = UInt64.max
      let copy = try #require(try read(ledger))
      #expect(copy.total == total && copy.parts == ledger.parts && copy.code == .max && copy.other as? UInt64 == .max)
    }
  }

  @Test(
    "any other is an error",
    arguments: [Int128.max, .min, Int128(UInt64.max), Int128(UInt64.max) + 6, Int128(Int64.min) - 1])
  func wide(total: Int128) throws {
    let ledger = Ledger()
    ledger.total = total
    let expected = "64 bits of an integer that the archive has in 128. Read the archive with KeyedArchiveDecoder."
    #expect(message { _ = try read(ledger) }.contains(expected))
    #expect(try KeyedArchiveDecoder().decode(Ledger.self, from: KeyedArchiveEncoder().encode(ledger)).total == total)
    ledger.total = 0
    ledger.parts = [5 + (1 << 100)]
    #expect(message { _ = try read(ledger) }.contains(expected))
  }

  @Test("one that was cut off is an error for narrower types")
  func narrow() throws {
    let ledger = Ledger()
    ledger.total = 5 + (1 << 100)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: KeyedArchiveEncoder().encode(ledger))
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.setClass(NarrowLedger.self, forClassName: "AutoCodingFoundationTests.Ledger")
    _ = unarchiver.decodeObject(of: NarrowLedger.self, forKey: NSKeyedArchiveRootObjectKey)
    #expect("\(unarchiver.error as Any)".contains("that the archive has in 128"))
  }
}
#endif

import Foundation
import Testing

@testable import AutoCodingFoundation

/// What the app's class was, which wrote by hand.
final class OldTill: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var total: NSNumber = 0
  var coins = NSCountedSet()

  override init() {}
  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    coder.encode(total, forKey: "total")
    coder.encode(coins, forKey: "coins")
    coder.encode(coins, forKey: "kinds")
  }
}

/// What it is today.
final class Till: AutoCodingObject {
  override class var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.OldTill"] }
  var total: Decimal = 0
  var coins: [Int] = []
  var kinds: Set<Int> = []
}

/// A class with code of its own, whose elements are of any kind.
final class Purse: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var coins: NSSet?
  var table: NSDictionary?

  override init() {}
  init?(coder: NSCoder) {
    let classes = [NSSet.self, NSDictionary.self, NSNumber.self, NSDecimalNumber.self]
    coins = coder.decodeObject(of: classes, forKey: "coins") as? NSSet
    table = coder.decodeObject(of: classes, forKey: "table") as? NSDictionary
  }

  func encode(with coder: NSCoder) {
    coder.encode(coins, forKey: "coins")
    coder.encode(table, forKey: "table")
  }
}

private struct OldPurse: AutoCoding {
  static var archivedTypeName: String { "AutoCodingFoundationTests.Purse" }
  var coins: Set<Decimal>?
  var table: [Decimal: Decimal]?
}

private struct Pocket: AutoCoding {
  var purse: Purse?
}

private struct OldPocket: AutoCoding {
  static var archivedTypeName: String { TypeNames.name(of: Pocket.self) }
  var purse: OldPurse?
}

/// NSCoding: values at which Foundation stops the process.
struct HostileNumberTests {
  private func archive(_ change: (OldTill) -> Void) throws -> Data {
    let till = OldTill()
    change(till)
    return try foundationArchive(till)
  }

  private func unarchived(_ data: Data) throws -> Till? {
    try foundationObject(Till.self, from: data, classes: ["AutoCodingFoundationTests.OldTill": Till.self])
  }

  @Test("numbers where a Decimal is expected", arguments: [0.1, 1e127, 1e-127, -2.5, 9_007_199_254_740_992])
  func digits(_ value: Double) throws {
    let data = try archive { $0.total = NSNumber(value: value) }
    let expected = try #require(Decimal(string: value.description))
    #expect(try unarchived(data)?.total == expected)
    #expect(try KeyedArchiveDecoder().decode(Till.self, from: data).total == expected)
  }

  @Test("what no Decimal is", arguments: [.infinity, -.infinity, .nan, 1e300, 1e-129])
  func refusals(_ value: Double) throws {
    let data = try archive { $0.total = NSNumber(value: value) }
    #expect(throws: (any Error).self) { try unarchived(data) }
    #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(Till.self, from: data) }
  }

  @Test("integers beyond Int64 keep their digits")
  func unsigned() throws {
    #expect(CoderBridge.decimal(of: NSNumber(value: UInt64.max)) == Decimal(string: "18446744073709551615"))
    #expect(CoderBridge.decimal(of: NSNumber(value: Int64.min)) == Decimal(string: "-9223372036854775808"))
    #expect(CoderBridge.decimal(of: NSNumber(value: Float(0.1))) == Decimal(string: "0.1"))
  }

  @Test("an NSCountedSet's elements come as often as they were counted, in sets once")
  func counted() throws {
    let data = try archive { $0.coins = NSCountedSet(array: [1, 2, 1, 5, 1]) }
    for till in [try KeyedArchiveDecoder().decode(Till.self, from: data)] {
      #expect(till.coins.sorted() == [1, 1, 1, 2, 5] && till.kinds == [1, 2, 5])
    }
    #expect(try CoderBridge.elements(of: NSCountedSet(array: ["a", "b", "a"]))?.count == 3)
    let many = NSCountedSet()
    for _ in 0..<300_000 { many.add(1) }
    #expect(throws: DecodingError.self) { try CoderBridge.elements(of: many) }
  }

  @Test("numbers in Foundation's sets are found, where other values are expected, too")
  func numbersInSets() throws {
    let numbers = [NSNumber(value: 1.5), NSNumber(value: 1.5)]
    for set in [NSSet(array: numbers), NSCountedSet(array: numbers), NSOrderedSet(array: numbers)] as [Any] {
      for element in try #require(try CoderBridge.elements(of: set)) {
        #expect(CoderNumber.number(element)?.doubleValue == 1.5)
        #expect("\(CoderBridge.mismatch(Till.self, element))".contains("a number"))
      }
    }
  }

  @Test("an integer from a decimal number of more digits than a Double has")
  func integersFromDecimalNumbers() {
    let digits = "9007199254740993"
    #expect(CoderNumber.integer(NSDecimalNumber(string: digits), as: Int.self) == Int(digits))
    #expect(CoderNumber.integer(NSDecimalNumber(string: "-12"), as: Int8.self) == -12)
    #expect(CoderNumber.integer(NSDecimalNumber(string: "1.5"), as: Int.self) == nil)
    #expect(CoderNumber.integer(NSDecimalNumber(string: "300"), as: UInt8.self) == nil)
    #expect(CoderNumber.integer(NSDecimalNumber.notANumber, as: Int.self) == nil)
  }

  @Test("what was made before a registration is not kept after it")
  func valuesMadeBeforeRegistration() throws {
    struct Registered: AutoCoding { var a = 0 }
    let table = CoderTable<Int, Int>()
    var failure: (any Error)?
    let first = table.value(for: 1) {
      do { try TypeMap.register(Registered.self) } catch { failure = error }
      return 1
    }
    #expect(first == 1 && failure == nil)
    #expect(table.value(for: 1) { 2 } == 2)
    #expect(table.value(for: 1) { 3 } == 2)
    table.removeAll()
    #expect(table.value(for: 1) { 4 } == 4)
  }

  #if !canImport(ObjectiveC)
  @Test("a decimal number in a set or as a key, which Foundation never finishes to hash")
  func decimalsInSets() throws {
    for purse in [OldPurse(coins: [1.5], table: nil), OldPurse(coins: nil, table: [1.5: 1])] {
      let data = try KeyedArchiveEncoder().encode(OldPocket(purse: purse))
      let read = try #require(try KeyedArchiveDecoder().decode(Pocket.self, from: data).purse)
      #expect(read.coins.map { $0.contains(NSNumber(value: 1.5)) } ?? true)
      #expect(read.table.map { $0[NSNumber(value: 1.5)] as? NSNumber == 1 } ?? true)
      let again = try KeyedArchiveDecoder().decode(
        OldPocket.self, from: KeyedArchiveEncoder().encode(Pocket(purse: read)))
      #expect(again.purse?.coins == purse.coins && again.purse?.table == purse.table)
    }
    let data = try KeyedArchiveEncoder().encode(OldPocket(purse: OldPurse(coins: [], table: [:])))
    #expect(try KeyedArchiveDecoder().decode(Pocket.self, from: data).purse?.coins?.count == 0)
  }

  @Test("an NSCountedSet in an object with code of its own is not written without its counts")
  func countedSetsAreNotWritten() throws {
    let purse = Purse()
    purse.coins = NSCountedSet(array: [1, 1])
    #expect(throws: EncodingError.self) { try KeyedArchiveEncoder().encode(Pocket(purse: purse)) }
  }
  #endif
}

import Testing

@testable import AutoCoding

final class AddressTableTests {
  private let memory = UnsafeMutableRawPointer.allocate(byteCount: 16 * 5_001, alignment: 16)

  private func address(_ number: Int) -> UnsafeRawPointer { UnsafeRawPointer(memory + 16 * number) }

  @Test func anEmptyTableHasNothing() {
    var table = AddressTable()
    #expect(table.count == 0 && table[address(0)] == nil && table[address(1)] == nil)
    table.removeAll()
    #expect(table[address(0)] == nil)
    // Empty tables share their slots, and an entry is in one table only.
    var other = AddressTable()
    other.insert(7, for: address(0))
    #expect(other[address(0)] == 7 && table[address(0)] == nil && AddressTable()[address(0)] == nil)
  }

  @Test(arguments: [1, 7, 8, 9, 100, 5_000]) func entriesAreFoundUntilTheyAreRemoved(count: Int) {
    var table = AddressTable()
    for round in 0..<2 {
      for number in 0..<count { table.insert(number + round, for: address(number)) }
      #expect(table.count == count)
      #expect((0..<count).allSatisfy { table[address($0)] == $0 + round } && table[address(count)] == nil)
      for number in 0..<count where number.isMultiple(of: 2) { table.remove(address(number)) }
      #expect((0..<count).allSatisfy { table[address($0)] == ($0.isMultiple(of: 2) ? nil : $0 + round) })
      table.removeAll()
      #expect(table.count == 0 && (0..<count).allSatisfy { table[address($0)] == nil })
    }
  }

  deinit { memory.deallocate() }
}

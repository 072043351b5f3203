import Foundation
import Testing

@testable import AutoCoding

@Suite("Binary property lists: every kind of object, there and back")
struct PropertyListTests {
  @Test(arguments: [
    PropertyListTree.null, .bool(true), .bool(false), .float(Float.nan.bitPattern), .double(Double.nan.bitPattern),
    .double((-0.0).bitPattern), .double(Double.infinity.bitPattern), .date(Double.nan.bitPattern), .date(0),
    .array([]), .dictionary([]), .set([]), .orderedSet([]), .string(""), .data([]),
    .array([.string("a"), .string("a"), .integer(high: 0, low: 7)]),
    .set([.bool(true)]), .orderedSet([.bool(true)]),
    .dictionary([.init(key: .string("k"), value: .uid(3))]),
  ])
  func roundTrip(_ tree: PropertyListTree) throws {
    #expect(try PropertyListTree(try tree.written()) == tree)
  }
}

import AutoCodingFoundation
import Foundation
import Testing

/// Tuples, payloads, results and generic types in archives that were written before types within them were renamed.
struct RenamedPartTests {
  struct Old: AutoCoding, Hashable { var x = 1 }
  struct New: AutoCoding, Hashable {
    var x = 1
    static var formerTypeNames: Set<String> { [Old.archivedTypeName] }
  }
  struct OldKept: AutoCoding, Hashable {
    var x = 1
    static var archivedTypeName: String { "Tests.RenamedPart.Kept" }
  }
  struct NewKept: AutoCoding, Hashable {
    var x = 1
    static var archivedTypeName: String { "Tests.RenamedPart.Kept" }
    static var formerTypeNames: Set<String> { [String(reflecting: OldKept.self)] }
  }
  struct Failure: Error, AutoCoding, Hashable { var code = 1 }
  struct Box<Value: Codable & Hashable>: AutoCoding, Hashable { var value: Value }

  enum Case<Value: Codable & Hashable>: AutoCoding, Hashable {
    case one(Value), two(Value, Int), label(a: Value), maybe(Value?), list([Value])
    static var archivedTypeName: String { "Tests.RenamedPart.Case" }
  }

  struct Parts<Value: Codable & Hashable>: AutoCoding {
    var pair: (Int, Value)
    var labels: (a: Int, b: [Value])
    var pairs: [(a: Value, b: Value)]
    var cases: [Case<Value>]
    var box: Box<Value>
    var result: Result<Value, Failure>
    static var archivedTypeName: String { "Tests.RenamedPart.Parts" }

    init(_ value: Value) {
      (pair, labels, pairs) = ((1, value), (2, [value]), [(value, value)])
      cases = [.one(value), .two(value, 3), .label(a: value), .maybe(value), .list([value])]
      (box, result) = (Box(value: value), .success(value))
    }
  }

  private func check<Before: Codable & Hashable, After: Codable & Hashable>(_ before: Before, _ after: After) throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(Parts(before), forKey: "root")
    for archive in [try KeyedArchiveEncoder().encode(Parts(before)), archiver.encodedData] {
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive)
      unarchiver.decodingFailurePolicy = .setErrorAndReturn
      let read = unarchiver.decode(Parts<After>.self, forKey: "root")
      #expect(unarchiver.error == nil)
      let direct = try KeyedArchiveDecoder().decode(Parts<After>.self, from: archive)
      for parts in [try #require(read), direct] {
        #expect(parts.pair == (1, after) && parts.labels == (2, [after]) && parts.pairs.map(\.b) == [after])
        #expect(parts.cases == Parts(after).cases)
        #expect(parts.box == Box(value: after) && parts.result == .success(after))
      }
    }
  }

  @Test("are read by former names")
  func renamed() throws {
    try check(Old(), Old())
    try check(Old(), New())
    try check(OldKept(), NewKept())
  }

  private struct Hidden: AutoCoding, Hashable { var x = 1 }

  @Test("and have names without addresses, which differ from process to process")
  func names() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(Parts(Hidden()), forKey: "root")
    for archive in [try KeyedArchiveEncoder().encode(Parts(Hidden())), archiver.encodedData] {
      #expect(archive.range(of: Data("unknown context".utf8)) == nil)
    }
    try check(Hidden(), Hidden())
  }
}

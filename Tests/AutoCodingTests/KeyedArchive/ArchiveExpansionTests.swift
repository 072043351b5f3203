import AutoCoding
import Foundation
import Testing

/// Keyed archives that are small, and would take much work if their parts were not counted or kept.
struct ArchiveExpansionTests {
  @Test("references to a string with many attributes")
  func attributes() throws {
    func data(references: Int, runs: Int) throws -> Data {
      try ArchiveSketch.data([
        .archivedArray(of: 2, count: references, class: 6),
        ArchiveSketch.dictionary(["NSString": .string("text"), "NSAttributes": .uid(3), "$class": .uid(7)]),
        .archivedArray(of: 4, count: runs, class: 6),
        ArchiveSketch.dictionary(["NS.keys": .array([]), "NS.objects": .array([]), "$class": .uid(5)]),
        ArchiveSketch.classNamed("NSDictionary", "NSObject"), ArchiveSketch.classNamed("NSArray", "NSObject"),
        ArchiveSketch.classNamed("NSAttributedString", "NSObject"),
      ])
    }
    let decoder = KeyedArchiveDecoder()
    #expect(try decoder.decode([String].self, from: data(references: 9, runs: 9)) == Array(repeating: "text", count: 9))
    #expect(try decoder.decode([String].self, from: data(references: 20_000, runs: 2)).count == 20_000)
    #expect(try decoder.decode([String].self, from: data(references: 2, runs: 20_000)).count == 2)
    try expectExpansion { try decoder.decode([String].self, from: data(references: 4000, runs: 4000)) }
  }

  /// Expects the error about data that expands too far.
  private func expectExpansion<Value>(_ decode: () throws -> Value) throws {
    let error = try #require(throws: DecodingError.self) { _ = try decode() }
    #expect("\(error)".contains("limits.maximumExpansion"), "\(error)")
  }
}

extension PropertyListTree {
  /// An archived array that refers to the same object again and again.
  fileprivate static func archivedArray(of object: UInt32, count: Int, class type: UInt32) -> PropertyListTree {
    ArchiveSketch.dictionary([
      "NS.objects": .array(Array(repeating: .uid(object), count: count)), "$class": .uid(type),
    ])
  }
}

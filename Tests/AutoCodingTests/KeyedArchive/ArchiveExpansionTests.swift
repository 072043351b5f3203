import AutoCoding
import Foundation
import TestSupport
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

  @Test("references to a URL with many bases")
  func bases() throws {
    func data(references: Int, bases: Int) throws -> Data {
      let urls = (0...bases).map { number in
        let base: PropertyListTree = number < bases ? .uid(UInt32(number + 3)) : .uid(0)
        return ArchiveSketch.dictionary([
          "NS.base": base, "NS.relative": .string(number < bases ? "a" : "file:///x/"),
          "$class": .uid(UInt32(bases + 4)),
        ])
      }
      return try ArchiveSketch.data(
        [.archivedArray(of: 2, count: references, class: UInt32(bases + 3))] + urls
          + [ArchiveSketch.classNamed("NSArray", "NSObject"), ArchiveSketch.classNamed("NSURL", "NSObject")])
    }
    let decoder = KeyedArchiveDecoder()
    let urls = try decoder.decode([URL].self, from: data(references: 50, bases: 3))
    #expect(urls.map(\.absoluteString) == Array(repeating: "file:///x/a", count: 50))
    #expect(urls.last?.relativeString == "a")
    // Each URL is made once.
    let (one, many) = (try data(references: 1, bases: 500), try data(references: 1000, bases: 500))
    let time = try ThreadTime.measure { _ = try decoder.decode([URL].self, from: one) }
    #expect(try ThreadTime.measure { _ = try decoder.decode([URL].self, from: many) } < 100 * time)
  }

  @Test("the number of a URL's bases is limited, whichever of them is read first")
  func depth() throws {
    func data(first: UInt32) throws -> Data {
      let urls = (0..<4).map { number in
        ArchiveSketch.dictionary([
          "NS.base": .uid(number < 3 ? UInt32(number + 3) : 0), "NS.relative": .string("\(number)"), "$class": .uid(7),
        ])
      }
      return try ArchiveSketch.data(
        [ArchiveSketch.dictionary(["NS.objects": .array([.uid(first), .uid(2)]), "$class": .uid(6)])] + urls
          + [ArchiveSketch.classNamed("NSArray", "NSObject"), ArchiveSketch.classNamed("NSURL", "NSObject")])
    }
    let decoder = KeyedArchiveDecoder()
    for first: UInt32 in 2...5 {
      decoder.limits.maximumDepth = 4
      #expect(try decoder.decode([URL].self, from: data(first: first)).map(\.relativeString) == ["\(first - 2)", "0"])
      decoder.limits.maximumDepth = 3
      #expect(throws: DecodingError.self) { try decoder.decode([URL].self, from: data(first: first)) }
    }
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

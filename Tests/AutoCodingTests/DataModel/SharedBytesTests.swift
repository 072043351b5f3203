import Foundation
import TestSupport
import Testing

@testable import AutoCoding

/// Bytes that parts of a list share.
struct SharedBytesTests {
  private struct Texts: AutoCoding, Equatable { var all: [String] }
  private struct Blobs: AutoCoding, Equatable { var all: [Data] }
  private struct Links: AutoCoding { var all: [URL] }
  private struct Numbers: AutoCoding { var all: [Decimal] }
  private struct Keys: AutoCoding { var all: [[String: Int]] }
  private struct Loose: AutoCoding { var all: JSONValue }

  private static let count = 4000
  private static let size = 20_000

  /// A list with an array of texts or data, each a separate object over the same bytes.
  private func list(_ marker: UInt8, isShared: Bool) -> Data {
    var list = SketchedList()
    let object = list.add(SketchedList.head(marker, Self.size) + [UInt8](repeating: 0x31, count: Self.size))
    let elements = (0..<Self.count).map { _ in isShared ? object : list.add(copyOf: object) }
    let top = list.dictionary([(list.text("all"), list.array(elements))])
    return list.data(top: top)
  }

  private func archive(_ marker: UInt8, isShared: Bool) -> Data {
    var list = SketchedList()
    let object = list.add(SketchedList.head(marker, Self.size) + [UInt8](repeating: 0x31, count: Self.size))
    let objects = (0..<Self.count).map { _ in isShared ? object : list.add(copyOf: object) }
    let elements = (0..<Self.count).map { list.uid(isShared ? 3 : 3 + $0) }
    let members = [(key: list.text("NS.objects"), value: list.array(elements)), (list.text("$class"), list.uid(2))]
    let array = list.dictionary(members)
    return list.archive([array, list.classNamed("NSArray")] + (isShared ? [object] : objects))
  }

  private func refusal(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "none"
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }

  @Test("texts and data that overlap are limited, as values are")
  func overlapping() throws {
    let plist = AutoPropertyListDecoder()
    let archive = KeyedArchiveDecoder()
    let refusals = [
      refusal { _ = try plist.decode(Texts.self, from: list(0x50, isShared: false)) },
      refusal { _ = try plist.decode(Blobs.self, from: list(0x40, isShared: false)) },
      refusal { _ = try archive.decode([String].self, from: self.archive(0x50, isShared: false)) },
      refusal { _ = try archive.decode([Data].self, from: self.archive(0x40, isShared: false)) },
    ]
    for refusal in refusals { #expect(refusal.contains("maximumExpansion")) }
  }

  @Test("one text or one data that many values refer to is made once, and has no limit")
  func shared() throws {
    let text = String(repeating: "1", count: Self.size)
    #expect(
      try AutoPropertyListDecoder().decode(Texts.self, from: list(0x50, isShared: true)).all
        == Array(repeating: text, count: Self.count))
    #expect(
      try KeyedArchiveDecoder().decode([String].self, from: archive(0x50, isShared: true)).last == text)
    let data = try KeyedArchiveDecoder().decode([Data].self, from: archive(0x40, isShared: true))
    #expect(data.count == Self.count && data.allSatisfy { $0 == Data(text.utf8) })
    // No copy of the bytes for each.
    let places = Set(data.map { data in data.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } })
    #expect(places.count == 1)
  }

  @Test("what is made of one text for each value that refers to it is limited")
  func made() {
    let plist = AutoPropertyListDecoder()
    #expect(refusal { _ = try plist.decode(Links.self, from: list(0x50, isShared: true)) }.contains("maximumExpansion"))
    let error = refusal { _ = try plist.decode(Numbers.self, from: list(0x50, isShared: true)) }
    #expect(error.contains("maximumExpansion") || error.contains("representable"))
  }

  @Test("names of classes that share their bytes are limited")
  func classNames() {
    var list = SketchedList()
    let size = 10 * Self.size
    let name = list.add(SketchedList.head(0x50, size) + [UInt8](repeating: 0x41, count: size))
    let (classKey, nameKey) = (list.text("$class"), list.text("$classname"))
    let descriptions = (0..<Self.count).map { _ in list.dictionary([(nameKey, list.add(copyOf: name))]) }
    let objects = (0..<Self.count).map { list.dictionary([(classKey, list.uid(3 + Self.count + $0))]) }
    let elements = list.array((0..<Self.count).map { list.uid(3 + $0) })
    let root = list.dictionary([(list.text("NS.objects"), elements), (classKey, list.uid(2))])
    let data = list.archive([root, list.classNamed("NSArray")] + objects + descriptions)
    // It reads everything before it refuses a class.
    #expect(refusal { _ = try KeyedArchiveDecoder().decode(JSONValue.self, from: data) }.contains("maximumExpansion"))
  }

  @Test("keys among which others are searched again and again are limited")
  func searches() {
    var list = SketchedList()
    let count = Self.count
    let (classKey, timeKey, junk, zero) = (list.text("$class"), list.text("NS.time"), list.text("j"), list.integer(0))
    let elements = list.array((0..<count).map { _ in list.uid(3) })
    let root = list.dictionary([(list.text("NS.objects"), elements), (classKey, list.uid(2))])
    let others = [(key: Int, value: Int)](repeating: (junk, zero), count: count)
    let date = list.dictionary([(classKey, list.uid(4)), (timeKey, zero)] + others)
    let data = list.archive([root, list.classNamed("NSArray"), date, list.classNamed("NSDate")])
    #expect(
      refusal { _ = try KeyedArchiveDecoder().decode([Date].self, from: data) }.contains("maximumExpansion"))
  }

  @Test("counted sets within each other count together before their elements are read")
  func countedSets() throws {
    var list = SketchedList()
    let depth = 40
    let names = ["NS.count", "NS.count0", "NS.object0", "$class"].map { list.text($0) }
    let (one, many) = (list.integer(1), list.integer(200_000))
    let root = list.dictionary([(list.text("all"), list.uid(4)), (names[3], list.uid(2))])
    let sets = (0..<depth).map { level in
      list.dictionary([
        (names[0], one), (names[1], many), (names[2], list.uid(level + 1 < depth ? 5 + level : 0)),
        (names[3], list.uid(3)),
      ])
    }
    let data = list.archive(
      [root, list.classNamed(TypeLookup.name(of: Loose.self)), list.classNamed("NSCountedSet")] + sets)
    let error = #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(Loose.self, from: data) }
    guard case .dataCorrupted(let context)? = error else { return }
    #expect(context.debugDescription.contains("maximumExpansion"))
    #expect((1...4).contains(context.codingPath.count), "memory was taken for \(context.codingPath.count) sets")
  }
}

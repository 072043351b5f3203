#if !canImport(ObjectiveC)
import AutoCoding
import AutoCodingFoundation
import Foundation
import Testing

/// An object with its own `init(coder:)` that has as many keys as it likes.
final class NumberedParts: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let parts: [Int]

  init(_ parts: [Int]) { self.parts = parts }

  func encode(with coder: NSCoder) {
    for (index, part) in parts.enumerated() { coder.encode(part, forKey: "part \(index)") }
    coder.encode(1, forKey: "caf\u{e9}")
  }

  required init?(coder: NSCoder) {
    var parts: [Int] = []
    while coder.containsValue(forKey: "part \(parts.count)") {
      parts.append(coder.decodeInteger(forKey: "part \(parts.count)"))
    }
    self.parts = parts
    // The letter in two parts.
    if coder.decodeInteger(forKey: "cafe\u{301}") != 1 || coder.containsValue(forKey: "cafe") { return nil }
  }
}

private final class PartsHolder: AutoCoding, DefaultInitializable {
  static var archivedTypeName: String { "PartsHolder" }
  var all: [NumberedParts] = []
}

/// Objects with their own `init(coder:)` and many keys.
struct WideObjectTests {
  private func data(_ counts: [Int]) throws -> Data {
    let holder = PartsHolder()
    holder.all = counts.map { count in NumberedParts((0..<count).map { $0 * 3 }) }
    return try KeyedArchiveEncoder().encode(holder)
  }

  @Test("each key is found", arguments: [0, 1, 14, 15, 16, 17, 100, 3000]) func keys(count: Int) throws {
    let holder = try KeyedArchiveDecoder().decode(PartsHolder.self, from: data([count, count]))
    #expect(holder.all.map(\.parts) == Array(repeating: (0..<count).map { $0 * 3 }, count: 2))
  }

  @Test("many wide objects stay far below the limit of expansion") func wideObjects() throws {
    let decoder = KeyedArchiveDecoder()
    decoder.limits.maximumExpansion = 16
    let holder = try decoder.decode(PartsHolder.self, from: data(Array(repeating: 200, count: 1000)))
    #expect(holder.all.allSatisfy { $0.parts.count == 200 })
  }

  @Test("objects that have the same large dictionary are limited") func sharedDictionary() throws {
    func data(objects: Int, keys: Int) throws -> Data {
      var list = PropertyListWriter()
      func array(_ elements: [UInt32]) -> UInt32 { elements.withUnsafeBufferPointer { list.addArray($0) } }
      func dictionary(_ keys: [UInt32], _ values: [UInt32]) -> UInt32 {
        keys.withUnsafeBufferPointer { keys in
          values.withUnsafeBufferPointer { list.addDictionary(keys: keys, values: $0) }
        }
      }
      func text(_ text: String) -> UInt32 { list.add(string: text) }
      func uid(_ number: Int) -> UInt32 { list.add(uid: UInt32(number)) }
      func classNamed(_ name: String) -> UInt32 { dictionary([text("$classname")], [text(name)]) }
      let (classKey, junk) = (text("$class"), text("junk"))
      let parts = dictionary(
        Array(repeating: junk, count: keys) + [text("caf\u{e9}"), classKey],
        Array(repeating: list.add(integer: 1), count: keys + 1) + [uid(3)])
      let elements = array((0..<objects).map { uid(5 + $0) })
      let entries =
        [text("$null"), dictionary([text("all"), classKey], [uid(4), uid(2)])]
        + [classNamed("PartsHolder"), classNamed(String(reflecting: NumberedParts.self))]
        + [dictionary([text("NS.objects"), classKey], [elements, uid(5 + objects)])]
        + Array(repeating: parts, count: objects) + [classNamed("NSArray")]
      let top = dictionary([text("root")], [uid(1)])
      let members = ["$version", "$archiver", "$top", "$objects"].map { text($0) }
      return try list.finish(
        top: dictionary(members, [list.add(integer: 100_000), text("NSKeyedArchiver"), top, array(entries)]))
    }
    for (objects, keys) in [(10, 10_000), (10_000, 10)] {
      let holder = try KeyedArchiveDecoder().decode(PartsHolder.self, from: data(objects: objects, keys: keys))
      #expect(holder.all.count == objects)
    }
    let error = try #require(throws: DecodingError.self) {
      try KeyedArchiveDecoder().decode(PartsHolder.self, from: data(objects: 2000, keys: 2000))
    }
    #expect("\(error)".contains("limits.maximumExpansion"), "\(error)")
  }
}
#endif

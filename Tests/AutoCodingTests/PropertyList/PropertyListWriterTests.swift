import Foundation
import Testing

@testable import AutoCoding

/// Writing binary property lists.
struct PropertyListWriterTests {
  @Test func smallValuesAreWrittenOnce() throws {
    var writer = PropertyListWriter()
    let first = [
      writer.add(integer: -1), writer.add(integer: 0), writer.add(integer: 255), writer.add(bool: true),
      writer.add(bool: false), writer.add(uid: 0), writer.add(uid: 70_000), writer.add(uid: 5), writer.addNull(),
    ]
    let count = writer.objectCount
    let second = [
      writer.add(integer: -1), writer.add(unsigned: 0), writer.add(integer: 255), writer.add(bool: true),
      writer.add(bool: false), writer.add(uid: 0), writer.add(uid: 70_000), writer.add(uid: 5), writer.addNull(),
    ]
    #expect(Set(first).count == first.count)
    // The number of a UID that is far beyond the number of objects buys no memory.
    #expect(
      first.enumerated().filter { $0.offset != 6 }.map(\.element)
        == second.enumerated().filter { $0.offset != 6 }.map(\.element))
    #expect(writer.objectCount == count + 1)
  }

  @Test func forwardReferencesAndPatches() throws {
    var writer = PropertyListWriter()
    let null = writer.add(string: "$null")
    let key = writer.add(string: "k")
    let long = [UInt32](repeating: null, count: 40)
    let array = long.withUnsafeBufferPointer { writer.addArray($0) }
    let dictionary = writer.addDictionary(keys: [key, null], values: [null, null])
    // An object that is not there yet.
    let forward = writer.addArray([dictionary, array, UInt32(writer.objectCount + 1)])
    let late = writer.add(string: "late")
    writer.patchReference(at: 39, in: array, to: late)
    writer.patchReference(at: 2, in: dictionary, to: array)
    writer.patchReference(at: 1, in: dictionary, to: late)
    let result = try PropertyListTree(try writer.finish(top: forward))
    let elements = [PropertyListTree](repeating: .string("$null"), count: 39) + [.string("late")]
    #expect(
      result
        == .array([
          .dictionary([
            .init(key: .string("k"), value: .array(elements)), .init(key: .string("late"), value: .string("$null")),
          ]),
          .array(elements), .string("late"),
        ]))
  }

  @Test func mistakesAreThrownAtTheEnd() {
    func message(_ body: (inout PropertyListWriter) -> UInt32) -> String? {
      var writer = PropertyListWriter()
      let top = body(&writer)
      do {
        _ = try writer.finish(top: top)
        return nil
      } catch EncodingError.invalidValue(_, let context) {
        return context.debugDescription
      } catch {
        return "\(error)"
      }
    }
    #expect(
      message { _ in 0 }
        == "The binary property list cannot be written: a container refers to object 0 of 0. It has 0 objects in 8 bytes."
    )
    #expect(message { $0.addArray([7]) }?.contains("refers to object 7 of 1") == true)
    #expect(
      message { writer in
        let string = writer.add(string: "s")
        writer.patchReference(at: 0, in: string, to: string)
        return string
      }?.contains("there is no reference 0 in object 0") == true)
    #expect(
      message { writer in
        let array = writer.addArray([])
        writer.patchReference(at: 0, in: array, to: array)
        return array
      }?.contains("there is no reference 0 in object 0") == true)
    #expect(
      message { writer in
        writer.patchReference(at: 0, in: 9, to: 0)
        return writer.addNull()
      }?.contains("there is no reference 0 in object 9") == true)
    #expect(
      message { writer in
        let array = writer.addArray([0])
        writer.patchReference(at: 0, in: array, to: 77)
        return array
      }?.contains("refers to object 77 of 1") == true)
  }

  @Test func theLimitHolds() throws {
    for limit in 0...80 {
      var writer = PropertyListWriter(maximumByteCount: limit)
      let strings = (0..<3).map { writer.add(string: "string \($0)") }
      let top = strings.withUnsafeBufferPointer { writer.addArray($0) }
      // Three strings of 9 bytes, an array of 4, a table of 4 and a trailer.
      if limit < 8 + 27 + 4 + 36 {
        #expect(throws: EncodingError.self) { try writer.finish(top: top) }
      } else {
        #expect(try writer.finish(top: top).count == 8 + 27 + 4 + 36)
      }
    }
    var writer = PropertyListWriter(maximumByteCount: 100)
    let large = [UInt8](repeating: 0, count: 1000).withUnsafeBytes { writer.add(data: $0) }
    for _ in 0..<1000 { _ = writer.add(double: 1) }
    #expect(writer.byteCount <= 100)
    #expect(throws: EncodingError.self) { try writer.finish(top: large) }
    // It is as new afterwards.
    let string = writer.add(string: "small")
    #expect(try PropertyListTree(try writer.finish(top: string)) == .string("small"))
  }

  @Test func aWriterServesAgain() throws {
    var writer = PropertyListWriter()
    for count in [3, 300, 70_000, 2_000_000, 10, 300] {
      let tree = PropertyListTree.array((0..<min(count, 70_000)).map { .integer(high: 0, low: UInt64($0 * 300)) })
      let data = PropertyListTree.data([UInt8](repeating: UInt8(count & 0xFF), count: count))
      let top = writer.add(.array([tree, data, .uid(3)]))
      #expect(try PropertyListTree(try writer.finish(top: top)) == .array([tree, data, .uid(3)]))
      #expect(writer.objectCount == 0)
    }
    _ = writer.add(string: "left behind")
    writer.removeAll()
    let top = writer.addNull()
    #expect(try writer.finish(top: top).count == 8 + 1 + 1 + 32)
  }

  /// Large data makes the writer give its memory away, in which references are then shortened in place.
  @Test func largeDataAmongReferences() throws {
    var writer = PropertyListWriter()
    var kept: [(list: Data, tree: PropertyListTree)] = []
    for (number, size) in [10, 60_000, 70_000, 100, (1 << 20) + 5, 50].enumerated() {
      let small = PropertyListTree.array([.string("small"), .integer(high: 0, low: UInt64(number) + 1000)])
      let data = PropertyListTree.data([1, 2] + [UInt8](repeating: UInt8(number), count: size) + [3, 4])
      for tree in [
        PropertyListTree.array([data, small]), .array([small, data]), .array([small, small, data, small]),
        .array([small, data, small, data]), .array([data]), data,
      ] {
        let top = writer.add(tree)
        kept.append((try writer.finish(top: top), tree))
      }
    }
    for (list, tree) in kept {
      #expect(try PropertyListTree(list) == tree)
      #expect(throws: Never.self) { try PropertyListSerialization.propertyList(from: list, format: nil) }
    }
  }

  @Test func foundationReadsIt() throws {
    var writer = PropertyListWriter()
    let entries: [(String, UInt32)] = [
      ("ascii", writer.add(string: "text")), ("\u{20AC}uro", writer.add(string: "\u{1F600} and \u{E9}")),
      ("integer", writer.add(integer: -7)), ("large", writer.add(unsigned: .max)), ("real", writer.add(double: 1.5)),
      ("float", writer.add(float: 0.25)), ("date", writer.add(date: 1234.5)), ("true", writer.add(bool: true)),
      ("data", [1, 2, 3].withUnsafeBytes { writer.add(data: $0) }), ("empty", writer.addArray([])),
    ]
    let keys = entries.map { writer.add(string: $0.0) }
    let values = entries.map(\.1)
    let top = keys.withUnsafeBufferPointer { keys in
      values.withUnsafeBufferPointer { writer.addDictionary(keys: keys, values: $0) }
    }
    let list = try PropertyListSerialization.propertyList(from: try writer.finish(top: top), format: nil)
    let dictionary = try #require(list as? [String: Any])
    #expect(dictionary.count == 10)
    #expect(dictionary["ascii"] as? String == "text")
    #expect(dictionary["\u{20AC}uro"] as? String == "\u{1F600} and \u{E9}")
    #expect(dictionary["integer"] as? Int == -7)
    #expect((dictionary["large"] as? NSNumber)?.uint64Value == .max)
    #expect(dictionary["real"] as? Double == 1.5)
    #expect(dictionary["float"] as? Double == 0.25)
    #expect(dictionary["date"] as? Date == Date(timeIntervalSinceReferenceDate: 1234.5))
    #expect(dictionary["true"] as? Bool == true)
    #expect((dictionary["data"] as? Data)?.count == 24)
    #expect((dictionary["empty"] as? [Any])?.isEmpty == true)
  }

  @Test func foundationsOwnIsRead() throws {
    let list: [String: Any] = [
      "strings": ["a", "", "\u{E4}\u{1F600}", String(repeating: "long ", count: 100)],
      "numbers": [0, -1, 255, 256, 70_000, Int.max, Int.min, 1.5, Float(0.5)] as [Any],
      "flags": [true, false], "date": Date(timeIntervalSinceReferenceDate: 0.5), "data": Data(0...200),
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    guard case .dictionary(let pairs) = try PropertyListTree(data) else {
      Issue.record("no dictionary")
      return
    }
    let entries = Dictionary(
      uniqueKeysWithValues: pairs.compactMap { pair -> (String, PropertyListTree)? in
        guard case .string(let key) = pair.key else { return nil }
        return (key, pair.value)
      })
    func integer(_ value: Int64) -> PropertyListTree { .integer(high: value >> 63, low: UInt64(bitPattern: value)) }
    #expect(
      entries == [
        "strings": .array([
          .string("a"), .string(""), .string("\u{E4}\u{1F600}"), .string(String(repeating: "long ", count: 100)),
        ]),
        "numbers": .array(
          [0, -1, 255, 256, 70_000, .max, .min].map(integer) + [.double(1.5.bitPattern), .float(Float(0.5).bitPattern)]),
        "flags": .array([.bool(true), .bool(false)]), "date": .date(0.5.bitPattern), "data": .data(Array(0...200)),
      ])
  }
}

/// Arrays of references as literals.
extension PropertyListWriter {
  fileprivate mutating func addArray(_ elements: [UInt32]) -> UInt32 {
    elements.withUnsafeBufferPointer { addArray($0) }
  }

  fileprivate mutating func addDictionary(keys: [UInt32], values: [UInt32]) -> UInt32 {
    keys.withUnsafeBufferPointer { keys in values.withUnsafeBufferPointer { addDictionary(keys: keys, values: $0) } }
  }
}

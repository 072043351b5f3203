import Foundation
import TestSupport
import Testing

@testable import AutoCoding

/// Objects and strings that an archive has already, with many hash collisions.
struct ArchiveTablesTests {
  /// Adds addresses, which are never dereferenced, and finds each at its own position.
  private func check(_ addresses: [UInt]) throws {
    var queue = ObjectQueue()
    for (position, address) in addresses.enumerated() {
      let object = try #require(UnsafeRawPointer(bitPattern: address))
      let place = queue.place(of: object)
      #expect(place.position == ArchiveBuilder.none)
      let isAdded = queue.append(
        ObjectQueue.Entry(object: object, codec: object, uid: UInt32(position), parent: ArchiveBuilder.none), at: place)
      #expect(isAdded)
    }
    #expect(queue.count == addresses.count)
    var misplaced = 0
    for (position, address) in addresses.enumerated() {
      let object = try #require(UnsafeRawPointer(bitPattern: address))
      if queue.position(of: object) != position { misplaced += 1 }
      // No address has the position of its neighbor.
      if queue.position(of: object + 1) != nil { misplaced += 1 }
    }
    #expect(misplaced == 0)
    queue.removeAll(keepingAtMost: 1 << 10)
    #expect(queue.count == 0)
    #expect(queue.position(of: try #require(UnsafeRawPointer(bitPattern: addresses[0]))) == nil)
  }

  @Test(
    "objects are found wherever they lie",
    arguments: [16, 32, 48, 112, 256, 4096, 1 << 20, 1 << 26, 1 << 36])
  func strides(stride: UInt) throws {
    try check((0..<(TestEffort.isThorough ? 20_000 : 5000)).map { 0x7f00_0000_0000 &+ $0 &* stride })
  }

  @Test("objects of several heaps are found, each at the same places of its own")
  func heaps() throws {
    try check((0..<40_000).map { 0x7f00_0000_0000 &+ $0 % 16 &* (1 << 26) &+ $0 / 16 &* 32 })
  }

  @Test("objects in no order are found")
  func random() throws {
    var state: UInt = 1
    var seen: Set<UInt> = []
    let addresses = (0..<50_000).map { _ -> UInt in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 17) & ~15
    }
    try check(addresses.filter { $0 != 0 && seen.insert($0).inserted })
  }

  /// Of every kind that the format tells apart: ASCII or not, short and long heads, texts that differ in one place alone, or
  /// only for those who do not hold them for equivalent.
  private var texts: [String] {
    var texts = ["", "a", "e\u{301}", "\u{e9}", "😀", "😀😀", "\u{1F600}a", "\u{0}", "a\u{0}", "日本", "日本語"]
    for length in [13, 14, 15, 16, 254, 255, 256, 65_535, 65_536] {
      let text = String(repeating: "x", count: length)
      texts += [text, text.dropLast() + "y", "y" + text.dropFirst(), text.dropLast() + "é", "é" + text.dropFirst()]
      texts += [String(repeating: "é", count: length), String(repeating: "é", count: length - 1) + "è"]
    }
    return texts
  }

  @Test("equal strings are written once, and others are themselves")
  func strings() throws {
    let texts = texts
    let once = try KeyedArchiveEncoder().encode(texts)
    let thrice = try KeyedArchiveEncoder().encode(texts + texts.reversed() + texts)
    let back = try KeyedArchiveDecoder().decode([String].self, from: thrice)
    #expect(back.map { Array($0.utf16) } == (texts + texts.reversed() + texts).map { Array($0.utf16) })
    // References, and the sizes of numbers, are all that there may be more.
    #expect(thrice.count - once.count < texts.count * 2 * 4 + 1024)
  }

  @Test("a table of strings that grows knows them again")
  func manyStrings() throws {
    let texts = (0..<150_000).map { $0 % 3 == 0 ? "Größe \($0 % 50_000)" : "text \($0 % 50_000)" }
    let data = try KeyedArchiveEncoder().encode(texts)
    #expect(try KeyedArchiveDecoder().decode([String].self, from: data) == texts)
    let distinct = Set(texts)
    let others = try KeyedArchiveEncoder().encode(Array(distinct))
    #expect(data.count - others.count < (texts.count - distinct.count) * 4 + 1024)
  }

  @Test("an archive of many objects is that of few, again and again")
  func memory() throws {
    // Large enough for memory in large pages, and for what is asked for ahead.
    let nodes = (0..<(TestEffort.isThorough ? 120_000 : 60_000)).map { GraphNode("node \($0)") }
    for (index, node) in nodes.enumerated() {
      node.next = index % 7 == 0 ? nodes[index / 2] : nil
      node.friends = index % 5 == 0 ? [nodes[index / 3], nodes[(index * 31) % nodes.count]] : []
    }
    // Some lead to themselves.
    defer { for node in nodes { (node.next, node.friends) = (nil, []) } }
    let encoder = KeyedArchiveEncoder()
    let first = try encoder.encode(nodes)
    #expect(first.count > 4 << 20)
    #expect(try encoder.encode(nodes) == first)
    #expect(try KeyedArchiveEncoder().encode(nodes) == first)
    let back = try KeyedArchiveDecoder().decode([GraphNode].self, from: first)
    defer { for node in back { (node.next, node.friends) = (nil, []) } }
    #expect(back.map(\.name) == nodes.map(\.name))
    var wrong = 0
    for index in back.indices {
      if index % 7 == 0, back[index].next !== back[index / 2] { wrong += 1 }
      if index % 5 == 0, back[index].friends.last !== back[(index * 31) % back.count] { wrong += 1 }
    }
    #expect(wrong == 0)
    // Small again.
    #expect(
      try KeyedArchiveDecoder().decode([String].self, from: try encoder.encode(["a", "b"])) == ["a", "b"])
  }
}

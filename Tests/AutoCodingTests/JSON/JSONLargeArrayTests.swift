import AutoCoding
import Foundation
import Synchronization
import TestSupport
import Testing

/// Arrays that outgrow the memory which arrays share while they are read, and become memory of their own.
@Suite("JSON, large arrays", .serialized)
struct JSONLargeArrayTests {
  private struct Item: AutoCoding, Codable, Hashable {
    var id: Int
    var name: String
    var steps: [Double]

    init(_ id: Int) {
      self.id = id
      name = id.isMultiple(of: 3) ? "short" : "a name that is not kept inline, number \(id)"
      steps = (0..<abs(id) % 4).map { Double($0) + 0.5 }
    }
  }

  private struct Shelf: AutoCoding, Hashable {
    var name: String
    var items: [Item]
  }

  private func expectSame<Value: Codable & Hashable>(_ value: Value) throws {
    let data = try AutoJSONEncoder().encode(value)
    #expect(try AutoJSONDecoder().decode(Value.self, from: data) == value)
  }

  @Test(
    "of every size, alone and after one another",
    arguments: [400, 700, 3000, TestEffort.isThorough ? 40_000 : 10_000])
  func sizes(count: Int) throws {
    let items = (0..<count).map(Item.init)
    try expectSame(items)
    // The same memory serves more than one, or becomes the array's; what is left of the data says how much there may be.
    try expectSame([items, Array(items.prefix(count / 2)), [], Array(items.prefix(1)), items])
    try expectSame(["first": items, "second": Array(items.suffix(count / 3)), "third": items])
    try expectSame((0..<8).map { Shelf(name: "\($0)", items: Array(items.prefix(count / ($0 + 1)))) })
  }

  @Test("arrays that are made in place are as any other")
  func changed() throws {
    let items = (0..<20_000).map(Item.init)
    var decoded = try AutoJSONDecoder().decode([Item].self, from: AutoJSONEncoder().encode(items))
    let kept = decoded
    decoded.append(Item(-1))
    decoded.removeFirst(3)
    decoded[0].name = "changed"
    #expect(kept == items)
    #expect(decoded.count == items.count - 2)
    #expect(decoded.last == Item(-1))
    #expect(decoded.dropFirst().dropLast().elementsEqual(items.dropFirst(4)))
    decoded.reserveCapacity(100_000)
    #expect(decoded.capacity >= 100_000)
    decoded.removeAll()
    #expect(decoded.isEmpty)
  }

  @Test("data that is not as what was read of it says is read all the same, and no memory is left over")
  func misleading() throws {
    // The first elements take little text and much memory; by them, the rest would be a thousand times as many.
    let small = String(repeating: #"{"name":"","items":[]},"#, count: 5000)
    let large = #"{"name":"\#(String(repeating: "x", count: 3_000_000))","items":[]}"#
    let shelves = try AutoJSONDecoder().decode([Shelf].self, from: Data("[\(small)\(large)]".utf8))
    #expect(shelves.count == 5001)
    #expect(shelves.capacity < 3 * shelves.count)
    #expect(shelves.last?.name.utf8.count == 3_000_000)
  }

  private struct Small: AutoCoding, Hashable {
    var x: Int
  }

  private struct Large: AutoCoding, Hashable {
    var t: String?
    var u: String?
    var v: String?
    var w: String?
    var x: String?
    var y: String?
    var z: String?
    var text: String?
    var other: String?
  }

  private struct Pair: AutoCoding, Hashable {
    var a: [Small]
    var b: [Large]
  }

  @Test("memory that was left over by an array of small elements serves one of large ones", arguments: 2030...2060)
  func leftOver(before count: Int) throws {
    // Where the shared memory is full, an array gets memory of its own for few elements, which the next one takes.
    let empty = [String](repeating: #"{"a":[],"b":[]}"#, count: count)
    for elements in [1, 2, 3, 9, 40] {
      let small = Array(repeating: #"{"x":1}"#, count: elements).joined(separator: ",")
      let large = Array(repeating: #"{"t":"\#(String(repeating: "x", count: 150))"}"#, count: elements)
      let last = #"{"a":[\#(small)],"b":[\#((large + ["{}"]).joined(separator: ","))]}"#
      let text = "[\((empty + [last, last]).joined(separator: ","))]"
      let pairs = try AutoJSONDecoder().decode([Pair].self, from: Data(text.utf8))
      #expect(pairs.count == count + 2)
      #expect(pairs.last?.a.count == elements)
      #expect(pairs.last?.b.map { $0.t?.utf8.count } == Array(repeating: 150, count: elements) + [nil])
      #expect(pairs.suffix(2).first == pairs.last)
    }
  }

  private struct Nest: AutoCoding {
    var children: [Nest]
  }

  @Test("arrays in full memory do not ask for all that the text is long, each of them")
  func nested() throws {
    let depth = 400
    let siblings = String(repeating: #"{"children":[]},"#, count: 5000)
    let nested = String(repeating: #"{"children":["#, count: depth) + String(repeating: "]}", count: depth)
    let padding = String(repeating: " ", count: 20_000_000)
    let nests = try AutoJSONDecoder().decode([Nest].self, from: Data("[\(siblings)\(nested)\(padding)]".utf8))
    var (nest, found) = (nests.last, 0)
    while let inner = nest {
      found += 1
      nest = inner.children.first
    }
    #expect(found == depth)
  }

  /// An object whose every instance is counted.
  private final class Counted: Codable {
    static let living = Atomic(0)
    let number: Int

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
      Self.living.add(1, ordering: .relaxed)
    }

    deinit { Self.living.subtract(1, ordering: .relaxed) }
  }

  private struct Box: AutoCoding {
    var id: Int
    var counted: Counted
    var text: String
  }

  @Test("what was read is let go, also where an element fails", arguments: [nil, 0, 300, 900, 1100, 5000, 9999])
  func lifetimes(failing index: Int?) throws {
    let count = 10_000
    var elements = (0..<count).map { #"{"id":\#($0),"counted":\#($0),"text":"a text that is not kept inline"}"# }
    if let index { elements[index] = #"{"id":1,"counted":2,"text":3}"# }
    let data = Data("[[\(elements.joined(separator: ","))],[]]".utf8)
    let before = Counted.living.load(ordering: .relaxed)
    do {
      let boxes = try AutoJSONDecoder().decode([[Box]].self, from: data)
      #expect(index == nil)
      #expect(Counted.living.load(ordering: .relaxed) == before + count)
      #expect(boxes.first?.indices.allSatisfy { boxes[0][$0].counted.number == $0 } == true)
    } catch DecodingError.typeMismatch(_, let context) {
      #expect(context.codingPath.map(\.stringValue) == ["Index 0", "Index \(index ?? -1)", "text"])
    }
    #expect(Counted.living.load(ordering: .relaxed) == before)
  }
}

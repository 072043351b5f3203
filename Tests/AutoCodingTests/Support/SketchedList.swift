import Foundation

/// A binary property list as bytes, whose objects may share them.
struct SketchedList {
  private var bytes = Array("bplist00".utf8)
  private var offsets: [Int] = []

  mutating func add(_ object: [UInt8]) -> Int {
    offsets.append(bytes.count)
    bytes += object
    return offsets.count - 1
  }

  /// Adds an object that has the bytes of another.
  mutating func add(copyOf other: Int) -> Int {
    offsets.append(offsets[other])
    return offsets.count - 1
  }

  mutating func text(_ text: String) -> Int { add(Self.head(0x50, text.utf8.count) + Array(text.utf8)) }
  mutating func integer(_ value: Int) -> Int { add([0x13] + Self.number(value, 8)) }
  mutating func uid(_ value: Int) -> Int { add([0x83] + Self.number(value, 4)) }
  mutating func array(_ elements: [Int]) -> Int {
    add(Self.head(0xA0, elements.count) + elements.flatMap { Self.number($0, 4) })
  }
  mutating func dictionary(_ members: [(key: Int, value: Int)]) -> Int {
    let references = members.map(\.key) + members.map(\.value)
    return add(Self.head(0xD0, members.count) + references.flatMap { Self.number($0, 4) })
  }

  static func head(_ marker: UInt8, _ count: Int) -> [UInt8] { [marker | 15, 0x12] + number(count, 4) }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  func data(top: Int) -> Data {
    let table = offsets.flatMap { Self.number($0, 4) }
    let sizes: [UInt8] = [0, 0, 0, 0, 0, 0, 4, 4]
    let trailer = sizes + [offsets.count, top, bytes.count].flatMap { Self.number($0, 8) }
    return Data(bytes + table + trailer)
  }

  /// The archive of objects, of which the first is the root, and whose numbers are UIDs beginning with 1.
  mutating func archive(_ objects: [Int]) -> Data {
    let entries = array([text("$null")] + objects)
    let top = dictionary([(text("root"), uid(1))])
    let members = [
      (text("$version"), integer(100_000)), (text("$archiver"), text("NSKeyedArchiver")), (text("$top"), top),
      (text("$objects"), entries),
    ]
    let all = dictionary(members.map { (key: $0.0, value: $0.1) })
    return data(top: all)
  }

  mutating func classNamed(_ name: String) -> Int {
    let name = text(name)
    return dictionary([(text("$classname"), name), (text("$classes"), array([name]))])
  }
}

import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private final class Node: AutoCoding, DefaultInitializable {
  static var archivedTypeName: String { "Zoo.Person" }
  var name = ""
  var age = 0
  var friend: Node?
  var friends: [Node?] = []
  var crowd: Set<String> = []
  var table: [String: Int] = [:]
  var item: Item?
  var when: Date?
  var link: URL?
  var any: Any?
}

private final class Item: AutoCoding {
  let text: String
  let shape: Shape
  let next: Item?
  init(_ text: String, _ shape: Shape, _ next: Item?) { (self.text, self.shape, self.next) = (text, shape, next) }
}

private enum Shape: AutoCoding { case one(String), two(left: Int, right: [Double]), none }

/// Archives decoded as types: a value or a `DecodingError`, and nothing left behind.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeyedArchive(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  fuzz(start, count) { data in
    let decoder = KeyedArchiveDecoder()
    if let node = try? decoder.decode(Node.self, from: data) { unlink(node) }
    _ = try? decoder.decode([Item].self, from: data)
    if let everything = try? decoder.decode(Everything.self, from: data) {
      _ = try? ModelValue.description(of: everything)
      _ = try? KeyedArchiveEncoder().encode(everything)
    }
    _ = try? decoder.decode([String: [Int]].self, from: data)
    _ = try? decoder.decode([Data].self, from: data)
    // By way of the tree that types with code of their own get.
    _ = try? decoder.decode(JSONValue.self, from: data)
    _ = try? decoder.decode([String: JSONValue].self, from: data)
    if let any = try? decoder.decode(allowing: [Node.self, Item.self], from: data) as? Node { unlink(any) }
  }
}

/// Breaks cycles, so that their objects are released.
private func unlink(_ root: Node) {
  var seen: Set<ObjectIdentifier> = []
  var open = [root]
  while let node = open.popLast() {
    guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
    open += node.friends.compactMap { $0 } + (node.friend.map { [$0] } ?? [])
    if let other = node.any as? Node { open.append(other) }
    (node.friend, node.friends, node.any) = (nil, [], nil)
  }
}

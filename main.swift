import AutoCoding
import Foundation

struct Point: AutoCoding, Equatable { var x: Double; var y: Double; var n: Int; var on: Bool; var name: String }
final class Node: AutoCoding, DefaultInitializable {
  var id = 0, weight = 1.5, flag = false, title = "title"
  var next: Node?
  var points: [Point] = []
  required init() {}
}
final class Leafy: AutoCoding, DefaultInitializable { var a = 1, b = 2, c = 3, d = 4.5, e = true; required init() {} }
struct Bag: AutoCoding { var set: Set<Int>; var texts: Set<String>; var table: [String: Int]; var byInt: [Int: String]; var opt: Int?; var sub: ContiguousArray<Int> }
struct Paths: AutoCoding { var city: String; var zip: Int; var o: Int?
  static var propertyKeys: [String: String] { ["city": "address.city", "zip": "address.zip"] } }
enum Shape: AutoCoding { case circle(radius: Double), square(side: Double), empty }
struct Versioned: AutoCoding { var a: Int; var b: String; static var archiveVersion: Int { 2 } }
struct Root: AutoCoding { var nodes: [Node]; var leaves: [Leafy]; var bags: [Bag]; var paths: [Paths]; var shapes: [Shape]; var versions: [Versioned] }

let nodes = (0..<200).map { i -> Node in let n = Node(); n.id = i; n.points = (0..<5).map { Point(x: Double($0) + 0.5, y: 2, n: $0, on: $0 % 2 == 0, name: "p\($0)") }; return n }
for i in 1..<200 { nodes[i].next = nodes[i - 1] }
let everything: [String: any Codable] = [:]
func bag(_ i: Int) -> Bag { Bag(set: Set(0..<20), texts: Set((0..<10).map { "t\($0)" }), table: ["a": 1, "b": 2, "c": i], byInt: [1: "x", 2: "y"], opt: i % 2 == 0 ? nil : i, sub: [1, 2, 3, 4]) }
let which = CommandLine.arguments[1], format = CommandLine.arguments[2], loops = Int(CommandLine.arguments[3])!
func run<T: AutoCoding>(_ value: [T]) throws {
  switch format {
  case "archive":
    let data = try KeyedArchiveEncoder().encode(value)
    for _ in 0..<loops { _ = try KeyedArchiveDecoder().decode([T].self, from: data) }
  case "archive-w":
    for _ in 0..<loops { _ = try KeyedArchiveEncoder().encode(value) }
  case "json":
    let data = try AutoJSONEncoder().encode(value)
    for _ in 0..<loops { _ = try AutoJSONDecoder().decode([T].self, from: data) }
  case "json-w":
    for _ in 0..<loops { _ = try AutoJSONEncoder().encode(value) }
  case "lenient":
    let data = try AutoJSONEncoder().encode(value)
    let decoder = AutoJSONDecoder(); decoder.leniency = .all
    for _ in 0..<loops { _ = try decoder.decode([T].self, from: data) }
  case "dict":
    let data = try DictionaryEncoder().encode(["v": value])
    for _ in 0..<loops { _ = try DictionaryDecoder().decode([String: [T]].self, from: data) }
  case "dict-w":
    for _ in 0..<loops { _ = try DictionaryEncoder().encode(["v": value]) }
  default: fatalError()
  }
}
switch which {
case "nodes": 
  if format.hasPrefix("archive") { try run(nodes) } else { for n in nodes { n.next = nil }; try run(nodes) }
case "points": try run(nodes.flatMap(\.points))
case "leaves": try run((0..<1000).map { i in let l = Leafy(); l.a = i; return l })
case "bags": try run((0..<100).map(bag))
case "paths": try run((0..<500).map { Paths(city: "c\($0)", zip: $0, o: nil) })
case "shapes": try run((0..<500).map { $0 % 3 == 0 ? Shape.circle(radius: 2.5) : $0 % 3 == 1 ? .square(side: 1) : .empty })
case "versions": try run((0..<500).map { Versioned(a: $0, b: "b\($0)") })
default: fatalError()
}

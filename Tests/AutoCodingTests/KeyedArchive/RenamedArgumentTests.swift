import AutoCoding
import Foundation
import Testing

/// Archives of generic types whose arguments have been renamed.
struct RenamedArgumentTests {
  struct Old: AutoCoding, Hashable { var x = 1 }
  struct New: AutoCoding, Hashable {
    var x = 1
    static var formerTypeNames: Set<String> { [Old.archivedTypeName, "Tests.RenamedArgument.Older"] }
  }
  struct Box<Value: Codable & Hashable>: AutoCoding, Hashable { var value: Value }
  final class Node<Value: Codable & Hashable>: AutoCoding, Hashable {
    var value: Value
    init(_ value: Value) { self.value = value }
    static func == (a: Node, b: Node) -> Bool { a.value == b.value }
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }
  enum Tree<Value: Codable & Hashable>: AutoCoding, Hashable {
    case leaf(Value)
    indirect case branch([Tree])
  }
  struct Failure: Error, AutoCoding, Hashable { var code = 1 }

  private func check<Before: Codable, After: Codable & Equatable>(_ before: Before, _ after: After) throws {
    for _ in 0..<2 {
      let archive = try KeyedArchiveEncoder().encode(["k": [before]])
      #expect(try KeyedArchiveDecoder().decode([String: [After]].self, from: archive) == ["k": [after]])
    }
  }

  @Test("are read by the former names of the arguments")
  func renamed() throws {
    try check(Box(value: Old()), Box(value: New()))
    try check(Box(value: [Old()]), Box(value: [New()]))
    try check(Box(value: ["k": Old?.some(Old())]), Box(value: ["k": New?.some(New())]))
    try check(Box(value: Box(value: Old())), Box(value: Box(value: New())))
    try check(Node(Old()), Node(New()))
    try check(Node(Node(Old())), Node(Node(New())))
    try check(Tree.branch([.leaf(Old())]), Tree.branch([.leaf(New())]))
  }

  struct Results<Value: Codable & Hashable>: AutoCoding, Equatable {
    var result: Result<Value, Failure>
    static var archivedTypeName: String { "Tests.RenamedArgument.Results" }
  }
  struct Later<Value: Codable & Hashable>: AutoCoding, Equatable {
    var result: Result<Value, Failure>
    static var formerTypeNames: Set<String> { ["Tests.RenamedArgument.Results"] }
  }

  @Test("and results of any types that fit")
  func results() throws {
    try check(Results(result: .success(Old())), Later(result: .success(New())))
    try check(Results(result: .success(1)), Later(result: .success(Int?.some(1))))
    try check(Results<Int>(result: .failure(Failure())), Later<Double>(result: .failure(Failure())))
  }

  struct Other: AutoCoding, Hashable { var x = 1 }

  @Test("other arguments are refused, with the remedy")
  func refused() throws {
    for archive in [
      try KeyedArchiveEncoder().encode(Box(value: Other())), try KeyedArchiveEncoder().encode(Box(value: Old?.none)),
    ] {
      let error = #expect(throws: DecodingError.self) {
        try KeyedArchiveDecoder().decode(Box<New>.self, from: archive)
      }
      #expect(error.map { "\($0)" }?.contains("name the old one in formerTypeNames") == true)
    }
  }

  class Base: AutoCoding, DefaultInitializable { required init() {} }
  class Wide<Value: Codable & DefaultInitializable>: Base {
    var value = Value()
  }
  struct OldPart: AutoCoding, DefaultInitializable { var x = 1 }
  struct NewPart: AutoCoding, DefaultInitializable {
    var x = 2
    static var formerTypeNames: Set<String> { [OldPart.archivedTypeName] }
  }

  @Test("so are registered classes that data names")
  func named() throws {
    try TypeMap.register(Wide<NewPart>.self)
    let name = String(reflecting: Wide<OldPart>.self)
    let text = #"[{"$class":"\#(name)","value":{"x":3}}]"#
    let found = try AutoJSONDecoder().decode([Base].self, from: text).first as? Wide<NewPart>
    #expect(found?.value.x == 3)
    let current = try AutoJSONEncoder().encodeToString([Wide<NewPart>() as Base])
    #expect(try AutoJSONDecoder().decode([Base].self, from: current).first is Wide<NewPart>)
  }
}

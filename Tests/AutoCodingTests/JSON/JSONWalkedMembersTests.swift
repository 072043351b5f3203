import AutoCoding
import Foundation
import TestSupport
import Testing

private struct Item: AutoCoding, Equatable {
  var id: Int
  var tags: [String]
}

/// Coded by the compiler's code.
private struct Response<Content: Codable & Equatable>: Codable, Equatable {
  var data: Content
  var page: Int
}

/// Reads an item, or what is there instead of it, in containers.
private struct Lenient: Decodable, Equatable {
  var text: String

  enum Key: String, CodingKey { case item }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let items = try? container.decode([Item].self, forKey: .item) {
      text = "\(items.count) items"
    } else if var list = try? container.nestedUnkeyedContainer(forKey: .item) {
      text = "\(list.count ?? -1) elements"
      while !list.isAtEnd {
        text += try " " + ((try? list.decode(Item.self)).map { "\($0.id)" } ?? "\(list.decode(Int.self))")
      }
    } else {
      let object = try container.nestedContainer(keyedBy: DynamicName.self, forKey: .item)
      let keys = object.allKeys.map(\.stringValue)
      text = try keys.map { try "\($0)=\(object.decode(Int.self, forKey: DynamicName($0)))" }.joined(
        separator: " ")
      let numbers = try container.decode([String: Int].self, forKey: .item)
      text += " \(numbers.count) \(object.contains(DynamicName("none")))"
    }
  }

  struct DynamicName: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

private final class WalkedOuter: Codable {
  var name: String
  var next: WalkedInner?
}

private struct WalkedInner: AutoCoding {
  var name: String
  var next: WalkedOuter?
}

/// Models within types with `Codable` code of their own are passed over, once it is known that they are walked.
struct JSONWalkedMembersTests {
  private static let items = (0..<20).map { Item(id: $0, tags: ["a", "\($0)"]) }
  private static let itemText =
    "[" + items.map { #"{"id":\#($0.id),"tags":["a","\#($0.id)"]}"# }.joined(separator: ",\n") + "]"

  private func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
    try AutoJSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test("values and errors are the same at first, and later")
  func learning() throws {
    let flaws = [
      #"{"data":[{"id":1,"tags":["\x"]}],"page":1}"#, #"{"data":[{"id":1,"tags":[]},],"page":1}"#,
      #"{"data":[{"id":1,"tags":[]}],"page":1"#, #"{"data":[{"id":1,"tags":[}],"page":1}"#,
      #"{"data":[{"id":1 "tags":[]}]}"#,
      #"{"data":[{"id":"1","tags":[]}],"page":01}"#, #"{"data":[{"id":"1","tags":[]}],"page":1}"#,
      #"{"data":{},"page":1}"#,
      #"{"page":1}"#, #"{"data":\#(Self.itemText),"page":{}}"#,
      #"{"data":\#(String(repeating: "[", count: 511))\#(String(repeating: "]", count: 511)),"page":1}"#,
      #"{"data":\#(String(repeating: "[", count: 512))\#(String(repeating: "]", count: 512)),"page":1}"#,
    ]
    func errors() -> [String] {
      flaws.map { text in
        do { return "\(try decode(Response<[Item]>.self, text))" } catch { return String(describing: error) }
      }
    }
    let first = errors()
    for text in [
      #"{"data":\#(Self.itemText),"page":3}"#, #" { "page" : 3 , "data" : \#(Self.itemText) } "#,
      #"{"data":\#(Self.itemText),"data":[],"page":3,"page":4}"#,
    ] {
      for _ in 0..<3 {
        #expect(try decode(Response<[Item]>.self, text) == Response(data: Self.items, page: 3))
        #expect(try decode([Response<[Item]>].self, "[\(text),\(text)]").map(\.data) == [Self.items, Self.items])
        #expect(
          try decode(Response<Response<[Item]>>.self, #"{"data":\#(text),"page":1}"#).data.data == Self.items)
      }
    }
    #expect(errors() == first)
  }

  @Test("code may ask for the parts of a member that was passed over")
  func opening() throws {
    for _ in 0..<3 {
      for _ in 0..<2 {
        #expect(try decode(Lenient.self, #"{"item":\#(Self.itemText)}"#).text == "20 items")
      }
      #expect(try decode(Lenient.self, #"{"item":[7,{"id":8,"tags":[]}],"other":[1]}"#).text == "2 elements 7 8")
      let object = try decode(Lenient.self, #"{"item":{"a":1,"a":2},"other":{"a":3}}"#).text
      #expect(object == "a=1 1 false")
    }
  }

  @Test("models and other types within each other are not looked through anew at each level")
  func growth() throws {
    let growth = try ThreadTime.growth(of: 25) { depth in
      var text = #"{"name":"o"}"#
      let unknown = Array(repeating: "[0]", count: 30).joined(separator: ",")
      for _ in 0..<depth { text = #"{"name":"o","next":{"name":"inner","next":\#(text)},"unknown":[\#(unknown)]}"# }
      var outer: WalkedOuter? = try decode(WalkedOuter.self, text)
      var count = 0
      while let next = outer?.next { (outer, count) = (next.next, count + 1) }
      #expect(count == depth)
    }
    #expect(growth < 9, "four times as much took \(growth) times as long")
  }
}

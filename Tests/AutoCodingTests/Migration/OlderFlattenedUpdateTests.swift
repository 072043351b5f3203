import AutoCoding
import Foundation
import Testing

/// Updates with data of older versions, of models that have flattened ones.
struct OlderFlattenedUpdateTests {
  struct Tag: AutoCoding, Equatable { var text = "t", number: Int? = 1 }

  struct Address: AutoCoding, Equatable {
    var street: String
    var city: String? = "c"
    var zip: Int? = 1
    static let propertyRules: PropertyRules = ["zip": .key("at.zip"), "city": .formerly("place")]
  }

  final class Note: AutoCoding, DefaultInitializable, Equatable {
    var remark = "r"
    static func == (left: Note, right: Note) -> Bool { left.remark == right.remark }
  }

  struct Person: AutoCoding, Equatable {
    var id = 1
    var address: Address? = Address(street: "s")
    var note = Note()
    var more = ["x": Tag(), "z": Tag()]
    var size: Int? = 2
    static let propertyRules: PropertyRules = [
      "address": .flattened, "note": .flattened, "more": .flattened, "size": .key("at.size"),
    ]
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("road", to: "street")
      if properties.contains("at") { try properties.updateNested(forKey: "at") { $0.renameKey("code", to: "zip") } }
    }
  }

  struct Order: AutoCoding, Equatable {
    struct Owner: AutoCoding, Equatable {
      var id = 1
      var address = Address(street: "s")
      static let propertyRules: PropertyRules = ["address": .flattened]
    }
    var owner = Owner()
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.updateNested(forKey: "owner") {
        $0.renameKey("road", to: "street")
        if $0.contains("town") { try $0.encode($0.decode(String.self, forKey: "town"), forKey: "city") }
        if $0.contains("code") {
          var at = $0.makeNested()
          at["zip"] = $0["code"]
          $0.encode(nested: at, forKey: "at")
        }
      }
    }
  }

  enum Way: CaseIterable { case json, merging, refusing, dictionary, mergingDictionary }

  private func update<Value: AutoCoding>(_ value: inout Value, _ text: String, _ way: Way) throws {
    switch way {
    case .json, .merging, .refusing:
      let decoder = AutoJSONDecoder()
      if way == .merging { decoder.collectionUpdates = .merge }
      if way == .refusing { decoder.unknownKeys = .refuse }
      try decoder.update(&value, from: text)
    case .dictionary, .mergingDictionary:
      let decoder = DictionaryDecoder()
      if way == .mergingDictionary { decoder.collectionUpdates = .merge }
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      try decoder.update(&value, from: #require(object))
    }
  }

  @Test("older data is merged as data of today's version is", arguments: Way.allCases)
  func versions(way: Way) throws {
    let isMerging = way == .merging || way == .mergingDictionary
    for members in [
      #""road":"n","at":{"code":5,"size":3},"y":{"text":"u","number":2}"#, #""at":{"size":3}"#, #""at":{"code":3}"#,
      #""id":3"#, #""road":"n""#, #""remark":"n""#, #""road":5"#, #""place":4,"city":"d""#, #""place":4,"road":"r""#,
      #""x":{"text":"v"}"#, #""x":4"#, isMerging ? #""x":{"number":7}"# : "", isMerging ? #""x":null"# : "",
    ] where !members.isEmpty {
      for address in [nil, Address(street: "s")] {
        let today = members.replacingOccurrences(of: "road", with: "street").replacingOccurrences(
          of: "code", with: "zip")
        let existing = Person(address: address)
        // Both have an object of their own.
        var (old, new) = (existing, Person(address: address))
        let isOldRefused = try isRefused { try update(&old, #"{"$version":0,\#(members)}"#, way) }
        let isNewRefused = try isRefused { try update(&new, #"{"$version":1,\#(today)}"#, way) }
        #expect(old == new && isOldRefused == isNewRefused, "\(members), \(String(describing: address))")
        #expect(old.note === existing.note)
      }
    }
  }

  /// Returns whether `body` throws a `DecodingError`.
  private func isRefused(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return false
    } catch is DecodingError {
      return true
    }
  }

  @Test("so is what a migration of the model around them changes", arguments: Way.allCases)
  func nested(way: Way) throws {
    var order = Order()
    try update(&order, #"{"$version":0,"owner":{"road":"n"}}"#, way)
    #expect(order.owner == Order.Owner(address: Address(street: "n")))
    try update(&order, #"{"$version":0,"owner":{"id":2,"town":"d","code":7}}"#, way == .refusing ? .json : way)
    #expect(order.owner == Order.Owner(id: 2, address: Address(street: "n", city: "d", zip: 7)))
    let before = order
    #expect(throws: DecodingError.self) { try update(&order, #"{"$version":0,"owner":{"id":3,"road":4}}"#, way) }
    #expect(order == before)
  }
}

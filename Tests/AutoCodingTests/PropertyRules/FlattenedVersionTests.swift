import AutoCoding
import Foundation
import Testing

/// The version in the data is that of the record, not of the models that are flattened into it.
struct FlattenedVersionTests {
  struct Tag: AutoCoding, Equatable { var text = "t" }

  struct Size: AutoCoding, Equatable {
    var width: Int
    var tag = Tag()
  }

  struct Place: AutoCoding, Equatable {
    var zip: Int
    var size: Size?
    static let propertyRules: PropertyRules = ["zip": .key("at.zip"), "size": .flattened]
  }

  final class Owner: AutoCoding, DefaultInitializable { var name = "n" }

  struct House: AutoCoding {
    var place: Place?
    var owner = Owner()
    var floors = 1
    static let archiveVersion = 2
    static let propertyRules: PropertyRules = ["place": .flattened, "owner": .flattened]
  }

  enum Way: CaseIterable { case json, customKeys, dictionary }

  private func update(_ house: inout House, _ text: String, _ way: Way, acceptsNewer: Bool = false) throws {
    switch way {
    case .json, .customKeys:
      let decoder = AutoJSONDecoder()
      decoder.acceptsNewerVersions = acceptsNewer
      if way == .customKeys { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
      try decoder.update(&house, from: text)
    case .dictionary:
      let decoder = DictionaryDecoder()
      decoder.acceptsNewerVersions = acceptsNewer
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      try decoder.update(&house, from: #require(object))
    }
  }

  @Test("an update reads what the type's encoder writes", arguments: Way.allCases)
  func update(way: Way) throws {
    let new = House(place: Place(zip: 5, size: Size(width: 6, tag: Tag(text: "u"))), floors: 3)
    new.owner.name = "o"
    let text = try AutoJSONEncoder().encodeToString(new)
    #expect(text.contains(#""$version":2"#))
    for place in [nil, Place(zip: 1, size: nil), Place(zip: 1, size: Size(width: 2))] {
      var house = House(place: place)
      let owner = house.owner
      try update(&house, text, way)
      #expect(house.place == new.place && house.floors == 3)
      #expect(house.owner === owner && owner.name == "o")
    }
  }

  @Test("newer versions are refused, those of nested models too", arguments: Way.allCases)
  func newerVersions(way: Way) throws {
    for text in [
      #"{"$version":3,"width":4}"#, #"{"$version":2,"at":{"zip":4},"width":4,"tag":{"$version":1,"text":"x"}}"#,
    ] {
      for place in [nil, Place(zip: 1, size: Size(width: 2))] {
        var house = House(place: place)
        #expect(throws: DecodingError.self) { try update(&house, text, way) }
        #expect(house.place == place)
        if place != nil || text.contains("zip") {
          try update(&house, text, way, acceptsNewer: true)
          #expect(house.place?.size?.width == 4)
        }
      }
    }
  }
}

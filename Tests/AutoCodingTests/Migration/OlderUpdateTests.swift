import AutoCoding
import Foundation
import Testing

/// Updates with data of older versions.
struct OlderUpdateTests {
  struct Trip: AutoCoding {
    struct Stop: AutoCoding, Equatable { var place = "p", nights: Int? = 2 }
    final class Guide: AutoCoding, DefaultInitializable { var name = "g", age = 3 }
    var first = Stop(), last = Stop()
    var guide = Guide()
    var stops = ["a": Stop()]
    var city = "c", street = "s"
    static let propertyKeys = ["city": "address.city", "street": "address.street"]
    static let archiveVersion = 1
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("start", to: "first")
      properties.renameKey("at", to: "address")
      try properties.updateNested(forKey: "last") { $0.renameKey("town", to: "place") }
    }
  }

  @Test("an update with an older version is one in part, too", arguments: [false, true])
  func olderUpdate(isDictionary: Bool) throws {
    func update(_ trip: inout Trip, _ text: String) throws {
      let json = AutoJSONDecoder()
      json.collectionUpdates = .merge
      let dictionary = DictionaryDecoder()
      dictionary.collectionUpdates = .merge
      guard isDictionary else { return try json.update(&trip, from: text) }
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      try dictionary.update(&trip, from: #require(object))
    }
    var trip = Trip()
    let guide = trip.guide
    let text = #"""
      {"$version":0,"start":{"nights":5},"last":{"town":"x"},"guide":{"age":4},"stops":{"a":{"nights":null},"b":{"place":"q"}},
      "at":{"city":"d"}}
      """#
    try update(&trip, text)
    #expect(trip.first == Trip.Stop(place: "p", nights: 5) && trip.last == Trip.Stop(place: "x", nights: 2))
    #expect(trip.guide === guide && guide.age == 4 && guide.name == "g")
    #expect(trip.stops == ["a": Trip.Stop(nights: nil), "b": Trip.Stop(place: "q", nights: nil)])
    #expect(trip.city == "d" && trip.street == "s")
    for text in [
      #"{"$version":0,"start":{"place":"y"},"guide":{"age":9},"last":{"town":1}}"#,
      #"{"$version":0,"start":{"place":"y"},"guide":{"age":9},"last":{},"at":3}"#,
    ] {
      #expect(throws: DecodingError.self) { try update(&trip, text) }
      #expect(trip.first.place == "p" && guide.age == 4 && trip.last.place == "x")
    }
  }
}

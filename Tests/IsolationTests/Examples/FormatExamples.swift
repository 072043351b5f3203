import AutoCodingFoundation
import Foundation

/// The examples of the articles about JSON's other notations, any JSON and property lists.
enum FormatExamples {
  struct Settings: AutoCoding, Equatable {
    var title: String
    var width: Int
  }

  static func json5() throws -> Settings {
    let decoder = AutoJSONDecoder()
    decoder.allowsJSON5 = true
    let settings = try decoder.decode(Settings.self, from: Data("{ title: 'Draft', width: 0x400, /* points */ }".utf8))
    return settings
  }

  static func propertyLists(_ settings: Settings) throws -> Settings {
    let data = try AutoPropertyListEncoder().encode(settings)
    let back = try AutoPropertyListDecoder().decode(Settings.self, from: data)
    return back
  }

  struct Order: AutoCoding { var id: Int }

  struct Event: AutoCoding {
    var name: String
    var payload: JSONValue
  }

  static func anyJSON(_ data: Data) throws -> (city: String?, order: Order?) {
    let event = try AutoJSONDecoder().decode(Event.self, from: data)
    let city = event.payload["address"]?["city"]?.string
    let order = try event.payload["order"]?.decode(Order.self)
    return (city, order)
  }
}

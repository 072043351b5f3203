import AutoCoding
import Foundation

/// What the table of the article "Working with APIs" writes, in its order. `ExamplesTests` compares it with the table.
enum WishExamples {
  struct Order: AutoCoding, DefaultInitializable {
    var name = "Tea"
    var city = "Bern"
    var cover: String?
    var status = "new"
    var coupon: String?
    var draft = "d"
    @Transient var note = "n"

    static var propertyRules: PropertyRules {
      [
        "name": .key("title"), "city": .key("address.city"), "cover": .key("images.0.url").decodedOnly,
        "status": .decodedOnly, "coupon": .encodedOnly, "draft": .excluded(default: ""), "note": .default(""),
      ]
    }
  }

  struct Ticket: AutoCoding {
    var owner: Owner
    var other: [String: JSONValue]
    static var propertyRules: PropertyRules { ["owner": .flattened, "other": .flattened] }
  }

  struct Owner: AutoCoding {
    var name: String
    static var propertyRules: PropertyRules { ["name": .formerly("label", "caption")] }
  }

  struct Parcel: AutoCoding {
    var weight: Double
    var created: Date
    var when: Int
    var day: Date
    static var propertyRules: PropertyRules {
      [
        "weight": .default(0), "created": .default(Date()),
        "when": .transformed(by: Seconds.self), "day": .transformed(by: DayDate.self),
      ]
    }
  }

  struct Album: AutoCoding, DefaultInitializable {
    struct Image: AutoCoding { var file: String }
    var url = ""
    var image: Image?
    var note: String?
    var size = 0
    var weight = 0
    var images: [Image] = []
    var tags: [String] = []
    static var propertyRules: PropertyRules {
      [
        "url": .required, "image": .nilForUndecodable, "note": .encodesNil,
        "weight": .default(12).defaultForNull, "size": .default(12).defaultForUndecodable,
        "images": .skipsUndecodableElements, "tags": .default([]).omitsDefault,
      ]
    }
  }

  nonisolated enum Seconds: PropertyTransformer {
    static func encode(_ value: Int) -> String { "\(value)s" }
    static func decode(_ text: String) throws -> Int { Int(text.dropLast()) ?? 0 }
  }

  /// Only compiled, since it would change the models of all other tests.
  static func registering() throws {
    try TypeMap.registerTransformers(ISO8601Date.self)
  }

  struct Member: AutoCoding {
    var firstName = "Ada"
    static let typeRules = TypeRules(keyStyle: .snakeCase)
  }

  nonisolated class Vehicle: AutoCoding, DefaultInitializable {
    class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["car": Car.self]) }
    required init() {}
  }

  nonisolated final class Car: Vehicle { var doors = 4 }

  enum Shape: AutoCoding {
    case circle(radius: Double)
    static let typeRules = TypeRules(caseKey: "type")
  }

  struct Drawing: AutoCoding {
    var id: Int
    var shape: Shape
    static var propertyRules: PropertyRules { ["shape": .flattened] }
  }

  enum Answer: AutoCoding {
    case circle(radius: Double)
    static let typeRules = TypeRules(caseKey: "type", contentKey: "value")
  }

  enum Size: AutoCoding {
    case number(Int), text(String)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  enum Component: AutoCoding {
    case button(label: String), line
    static let propertyKeys = ["button": "2", "line": "3"]
    static let typeRules = TypeRules(caseKey: "type", tagsAreIntegers: true)
  }

  enum Status: String, AutoCoding {
    case open, other
    static let typeRules = TypeRules(unknownCase: "other")
  }

  struct Change: AutoCoding {
    var note: String?
    static let typeRules = TypeRules(encodesNil: true)
  }

  enum Content: AutoCoding {
    case text(String), image(url: String, detail: String)
    static let propertyKeys = ["text._0": "text"]
    static let propertyRules: PropertyRules = ["image.detail": .default("auto")]
    static let typeRules = TypeRules(caseKey: "type")
  }

  enum PointType: String, AutoCoding { case point = "Point" }

  struct Point: AutoCoding {
    let type = PointType.point
    var id: String
    var size: Int
    var isOpen: Bool
    static let propertyRules: PropertyRules = [
      "id": .transformed(by: LenientString.self), "size": .transformed(by: LenientNumber<Int>.self),
      "isOpen": .transformed(by: LenientBool.self),
    ]
  }

  enum Geometry: AutoCoding {
    case lineString(points: Int)
    static let typeRules = TypeRules(caseKey: "type", caseStyle: .pascalCase)
  }

  struct Options: AutoCoding, DefaultInitializable {
    var retries = 3
    static let typeRules = TypeRules(omitsDefaults: true)
  }

  enum State: AutoCoding {
    case open
    case unknown(String)
    static let typeRules = TypeRules(unknownCase: "unknown")
  }

  enum Item: AutoCoding {
    case line
    case other(JSONValue)
    static let typeRules = TypeRules(caseKey: "type", unknownCase: "other")
  }

  struct Settings: AutoCoding, DefaultInitializable {
    var size = 12
    var font: Status?
  }

  static func settings(_ data: Data) throws -> [Settings] {
    let decoder = AutoJSONDecoder()
    var settings: [Settings] = []
    decoder.leniency = .defaultsForNull
    settings.append(try decoder.decode(Settings.self, from: data))
    decoder.leniency = .nilForUndecodable
    decoder.leniency.insert(.defaultsForUndecodable)
    settings.append(try decoder.decode(Settings.self, from: Data(#"{"size": "s", "font": []}"#.utf8)))
    return settings
  }

  static func skipping(_ data: Data) throws -> [Order] {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .skipsUndecodableElements
    return try decoder.decode([Order].self, from: data)
  }

  static func converting(_ data: Data) throws -> Order {
    let decoder = AutoJSONDecoder()
    decoder.leniency = [.numbersFromStrings, .stringsFromNumbers]
    return try decoder.decode(Order.self, from: data)
  }

  static func orders(_ data: Data) throws -> [Order] {
    let decoder = AutoJSONDecoder()
    return try decoder.decode([Order].self, from: data, at: "data.items")
  }

  struct Address: AutoCoding { var city = "Bern", street = "Gasse" }

  struct Person: AutoCoding {
    var name = "Ada"
    var address = Address()
    var password = "p"
  }

  static func selections() throws -> [String] {
    let encoder = AutoJSONEncoder()
    encoder.includedProperties = ["name", "address.city"]
    let part = try encoder.encodeToString(Person())
    encoder.includedProperties = nil
    encoder.omittedProperties = ["password"]
    return [part, try encoder.encodeToString(Person())]
  }

  static func changes(from old: Person, to new: Person) throws -> Data {
    try ModelDifference(from: old, to: new).jsonMergePatch()
  }
}

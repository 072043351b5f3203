import AutoCoding
import Foundation

/// Models with flattened properties, and twins whose `Codable` code does the same by hand.
enum Flattened {
  struct Address: AutoCoding, Codable, Equatable {
    var streetName = "Main Street"
    var zip: Int?
    var tags = ["home"]
  }

  struct Owner: AutoCoding, Equatable {
    var firstName = "Ada"
    var age: Int? = 36
    var address = Address()
    var born = Date(timeIntervalSince1970: 0)
    static let propertyRules: PropertyRules = ["address": .flattened]
  }

  struct Account: AutoCoding, Equatable {
    var id = 7
    var owner = Owner()
    var isActive = true
    var others: [String: JSONValue] = [:]
    static let propertyRules: PropertyRules = ["owner": .flattened, "others": .flattened]
  }

  // MARK: Twins

  struct AddressTwin: Codable, Equatable {
    var streetName = "Main Street"
    var zip: Int?
    var tags = ["home"]
  }

  struct OwnerTwin: Codable, Equatable {
    var firstName = "Ada"
    var age: Int? = 36
    var address = AddressTwin()
    var born = Date(timeIntervalSince1970: 0)

    init() {}
    enum CodingKeys: String, CodingKey, CaseIterable { case firstName, age, born }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      firstName = try container.decode(String.self, forKey: .firstName)
      age = try container.decodeIfPresent(Int.self, forKey: .age)
      address = try AddressTwin(from: decoder)
      born = try container.decode(Date.self, forKey: .born)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(firstName, forKey: .firstName)
      try container.encodeIfPresent(age, forKey: .age)
      try address.encode(to: encoder)
      try container.encode(born, forKey: .born)
    }
  }

  struct AccountTwin: Codable, Equatable {
    var id = 7
    var owner = OwnerTwin()
    var isActive = true
    var others: [String: JSONValue] = [:]

    init() {}
    enum CodingKeys: String, CodingKey, CaseIterable { case id, isActive }
    struct AnyKey: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    static let known: Set = ["id", "isActive", "firstName", "age", "born", "streetName", "zip", "tags"]
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      owner = try OwnerTwin(from: decoder)
      isActive = try container.decode(Bool.self, forKey: .isActive)
      let all = try decoder.container(keyedBy: AnyKey.self)
      for key in all.allKeys where !Self.known.contains(key.stringValue) {
        others[key.stringValue] = try all.decode(JSONValue.self, forKey: key)
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try owner.encode(to: encoder)
      try container.encode(isActive, forKey: .isActive)
      var all = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in others { try all.encode(value, forKey: AnyKey(stringValue: key)) }
    }
  }

  /// Values of the model and its twin with the same contents.
  static var pairs: [(Account, AccountTwin)] {
    var (account, twin) = (Account(), AccountTwin())
    var pairs = [(account, twin)]
    account.owner.age = nil
    twin.owner.age = nil
    account.owner.address.zip = 3000
    twin.owner.address.zip = 3000
    account.owner.address.tags = []
    twin.owner.address.tags = []
    pairs.append((account, twin))
    account.others = [
      "plan": "free", "maxItems": 5, "nested": ["firstName": [1, 2.5, false]], "gone": .null, "äö": "ü", "x_y": 1,
    ]
    twin.others = account.others
    pairs.append((account, twin))
    return pairs
  }

  // MARK: Objects, Optionals and defaults

  final class Device: AutoCoding, DefaultInitializable, Equatable {
    var model = "phone"
    var year: Int? = 2020
    @Transient var isOnline = true
    private(set) var decodedCount = 0
    static let unEncodedProperties: Set = ["decodedCount"]
    init() {}
    func didDecode() throws {
      decodedCount += 1
      if model == "broken" { throw CocoaError(.coderInvalidValue) }
    }
    static func == (a: Device, b: Device) -> Bool { a.model == b.model && a.year == b.year }
  }

  struct Note: AutoCoding, Equatable {
    var text: String?
    var stars: Int?
  }

  struct Place: AutoCoding, Equatable {
    var latitude = 1.5
    var longitude = 2.5
    var name: String? = "here"
  }

  struct Item: AutoCoding, Equatable {
    var id = 1
    var device = Device()
    var note: Note?
    var place: Place?
    static let propertyRules: PropertyRules = ["device": .flattened, "note": .flattened, "place": .flattened]
  }

  /// The defaults of `init()` and of a rule.
  struct Settings: AutoCoding, DefaultInitializable, Equatable {
    var id = 1
    var place = Place(latitude: 9, longitude: 8, name: nil)
    var note = Note(text: "n", stars: 3)
    static let propertyRules: PropertyRules = ["place": .flattened, "note": .flattened]
  }

  struct Ruled: AutoCoding, Equatable {
    var id: Int
    var place: Place
    static let propertyRules: PropertyRules = [
      "place": .flattened.default(Place(latitude: 5, longitude: 6, name: "rule")).described("Where it is.")
    ]
  }

  /// A nested model with a dictionary for all other keys, in a type whose `init()` gives it a default.
  struct Options: AutoCoding, Equatable {
    var level = 1
    var name: String?
    var extra: [String: JSONValue] = [:]
    static let propertyRules: PropertyRules = ["extra": .flattened]
  }

  struct Extra: AutoCoding, Equatable {
    var extra: [String: JSONValue] = [:]
    static let propertyRules: PropertyRules = ["extra": .flattened]
  }

  struct Configured: AutoCoding, DefaultInitializable, Equatable {
    var id = 1
    var options = Options(level: 9, name: "n", extra: ["x": 1])
    static let propertyRules: PropertyRules = ["options": .flattened]
  }

  struct Extended: AutoCoding, DefaultInitializable, Equatable {
    var id = 1
    var extra = Extra(extra: ["x": 1])
    static let propertyRules: PropertyRules = ["extra": .flattened]
  }

  // MARK: Key paths, former keys, directions

  struct Street: AutoCoding, Equatable {
    var street = "s"
    var zip = 1
    static let propertyRules: PropertyRules = [
      "street": .key("address.street"), "zip": .key("address.zip").formerly("plz"),
    ]
  }

  struct Person: AutoCoding, Equatable {
    var name = "n"
    var city = "c"
    var home = Street()
    static let propertyRules: PropertyRules = ["city": .key("address.city"), "home": .flattened]
  }

  struct Secret: AutoCoding, Equatable {
    var token = "t"
    var hash: String? = "h"
    var session = "x"
    static let propertyRules: PropertyRules = ["session": .excluded(default: "x")]
  }

  struct Directed: AutoCoding, Equatable {
    var id = 1
    var secret: Secret?
    var place: Place
    static let propertyRules: PropertyRules = ["secret": .flattened.encodedOnly, "place": .decodedOnly.flattened]
  }

  // MARK: Hierarchies and enums

  class Vehicle: AutoCoding, DefaultInitializable {
    var wheels = 4
    var place = Place()
    class var propertyRules: PropertyRules { ["place": .flattened] }
    class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["car": Car.self, "truck": Truck.self]) }
    required init() {}
  }

  final class Car: Vehicle {
    var note = Note(text: "car")
    override class var propertyRules: PropertyRules { ["note": .flattened] }
  }

  final class Truck: Vehicle {
    var load = 1.5
    var rest: [String: Int] = [:]
    override class var propertyRules: PropertyRules { ["rest": .flattened] }
  }

  struct Circle: AutoCoding, Equatable {
    var radius = 1.0
    var center = Place()
    var others: [String: JSONValue] = [:]
    static let propertyRules: PropertyRules = ["center": .flattened, "others": .flattened]
  }

  enum Shape: AutoCoding, Equatable {
    case circle(Circle), empty
    static let typeRules = TypeRules(caseKey: "kind")
  }
}

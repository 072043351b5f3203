import Foundation

/// Types with plain `Codable`, as a library that knows nothing of AutoCoding has.
enum PlainShapes {
  struct Visit: Codable, Hashable {
    var id: Int
    var name: String
    var at: Date
  }

  /// Most of its keys are absent in most objects.
  struct Sparse: Codable, Hashable {
    var id: Int?
    var login: String?
    var name: String?
    var avatar: String?
    var company: String?
    var location: String?
    var email: String?
    var biography: String?
    var followers: Int?
    var following: Int?
    var repositories: Int?
    var isHireable: Bool?
    var score: Double?
    var color: String?
  }

  /// What the data has in three objects, by nested containers.
  struct Spot: Codable, Hashable {
    var name: String
    var latitude: Double
    var longitude: Double
    var city: String

    private enum Keys: String, CodingKey { case name, location }
    private enum LocationKeys: String, CodingKey { case latitude, longitude, address }
    private enum AddressKeys: String, CodingKey { case city }

    init(_ index: Int) {
      (name, latitude, longitude, city) = ("Spot \(index)", Double(index) / 8, Double(index) / 16, "Utrecht")
    }

    init(from decoder: any Decoder) throws {
      let spot = try decoder.container(keyedBy: Keys.self)
      let location = try spot.nestedContainer(keyedBy: LocationKeys.self, forKey: .location)
      let address = try location.nestedContainer(keyedBy: AddressKeys.self, forKey: .address)
      name = try spot.decode(String.self, forKey: .name)
      latitude = try location.decode(Double.self, forKey: .latitude)
      longitude = try location.decode(Double.self, forKey: .longitude)
      city = try address.decode(String.self, forKey: .city)
    }

    func encode(to encoder: any Encoder) throws {
      var spot = encoder.container(keyedBy: Keys.self)
      try spot.encode(name, forKey: .name)
      var location = spot.nestedContainer(keyedBy: LocationKeys.self, forKey: .location)
      try location.encode(latitude, forKey: .latitude)
      try location.encode(longitude, forKey: .longitude)
      var address = location.nestedContainer(keyedBy: AddressKeys.self, forKey: .address)
      try address.encode(city, forKey: .city)
    }
  }

  /// Numbers, every other of which is sent as text.
  struct Counters: Codable, Hashable {
    var views: Counter
    var likes: Counter

    init(_ index: Int) { (views, likes) = (Counter(count: index), Counter(count: index + 1)) }

    struct Counter: Codable, Hashable {
      var count: Int

      init(count: Int) { self.count = count }

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let count = try? container.decode(Int.self) {
          self.count = count
        } else {
          count = Int(try container.decode(String.self)) ?? 0
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if count % 2 == 0 { try container.encode(count) } else { try container.encode(String(count)) }
      }
    }
  }

  /// Small values within each other, most of them Optional.
  struct Contact: Codable, Hashable {
    var name: Name?
    var home: Address?
    var work: Address?
    var mail: String?
    var age: Int?
    var kinds: [Kind]

    enum Kind: Codable, Hashable {
      case friend
      case colleague(company: String, since: Int)
    }

    struct Name: Codable, Hashable {
      var first: String?
      var last: String?
    }

    struct Address: Codable, Hashable {
      var street: String?
      var city: String?
      var code: String?
      var place: Place?
    }

    struct Place: Codable, Hashable {
      var latitude: Double?
      var longitude: Double?
      var height: Float?
    }

    init(_ index: Int) {
      func address(_ index: Int) -> Address {
        Address(
          street: "Main Street \(index)", city: index % 2 == 0 ? "Zürich" : nil,
          place: index % 3 == 0 ? Place(latitude: Double(index) / 8, height: 408) : nil)
      }
      name = Name(first: "First \(index)", last: index % 2 == 0 ? "Last" : nil)
      home = address(index)
      work = index % 4 == 0 ? address(index + 1) : nil
      mail = "person\(index)@example.com"
      age = index % 90
      kinds = index % 5 == 0 ? [.friend, .colleague(company: "Company \(index)", since: 2000 + index % 26)] : []
    }
  }

  /// An object whose keys are data, and are set and asked for one by one.
  struct Counts: Codable, Hashable {
    var counts: [String: Int]

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(count: Int) {
      counts = Dictionary(uniqueKeysWithValues: (0..<count).map { ("key number \($0)", $0 * 7919) })
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      counts = [:]
      for key in container.allKeys { counts[key.stringValue] = try container.decode(Int.self, forKey: key) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (key, count) in counts { try container.encode(count, forKey: Key(stringValue: key)) }
    }
  }
}

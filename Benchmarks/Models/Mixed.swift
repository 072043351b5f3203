import AutoCoding
import Foundation

/// One object with a field of every common kind, built the same way on every side.
protocol MixedModel {
  associatedtype Place: PlaceModel

  init(
    id: Int, name: String, score: Double, active: Bool, nickname: String?, tags: [String], created: Date, place: Place)
}

protocol PlaceModel {
  init(city: String, latitude: Double, longitude: Double)
}

extension MixedModel {
  static func sample(_ index: Int) -> Self {
    Self(
      id: index * 7919,
      name: "Object number \(index)",
      score: Double(index) * 1.37 - 1000,
      active: index.isMultiple(of: 2),
      nickname: index.isMultiple(of: 3) ? nil : "nick \(index % 100)",
      tags: (0..<index % 5).map { "tag\($0)" },
      created: Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(index) * 61.25),
      place: Place(city: "Zürich", latitude: 47.3769 + Double(index % 10), longitude: 8.5417 - Double(index % 7)))
  }

  static func samples(_ count: Int) -> [Self] {
    (0..<count).map(sample)
  }
}

extension Auto {
  struct Mixed: AutoCoding, Hashable, MixedModel {
    let id: Int
    let name: String
    let score: Double
    let active: Bool
    let nickname: String?
    let tags: [String]
    let created: Date
    let place: Place
  }

  struct Place: AutoCoding, Hashable, PlaceModel {
    let city: String
    let latitude: Double
    let longitude: Double
  }
}

extension Uncached {
  struct Mixed: MirrorEncodable, MixedModel {
    let id: Int
    let name: String
    let score: Double
    let active: Bool
    let nickname: String?
    let tags: [String]
    let created: Date
    let place: Place
  }

  struct Place: MirrorEncodable, PlaceModel {
    let city: String
    let latitude: Double
    let longitude: Double
  }
}

extension Synth {
  struct Mixed: Codable, Hashable, MixedModel {
    let id: Int
    let name: String
    let score: Double
    let active: Bool
    let nickname: String?
    let tags: [String]
    let created: Date
    let place: Place
  }

  struct Place: Codable, Hashable, PlaceModel {
    let city: String
    let latitude: Double
    let longitude: Double
  }
}

extension Hand {
  struct Mixed: Hashable, MixedModel {
    let id: Int
    let name: String
    let score: Double
    let active: Bool
    let nickname: String?
    let tags: [String]
    let created: Date
    let place: Place
  }

  struct Place: Hashable, PlaceModel {
    let city: String
    let latitude: Double
    let longitude: Double
  }
}

// In extensions, so that the memberwise initializers stay.
extension Hand.Mixed: Codable {
  enum CodingKeys: String, CodingKey {
    case id, name, score, active, nickname, tags, created, place
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    score = try container.decode(Double.self, forKey: .score)
    active = try container.decode(Bool.self, forKey: .active)
    nickname = try container.decodeIfPresent(String.self, forKey: .nickname)
    tags = try container.decode([String].self, forKey: .tags)
    created = try container.decode(Date.self, forKey: .created)
    place = try container.decode(Hand.Place.self, forKey: .place)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(score, forKey: .score)
    try container.encode(active, forKey: .active)
    try container.encodeIfPresent(nickname, forKey: .nickname)
    try container.encode(tags, forKey: .tags)
    try container.encode(created, forKey: .created)
    try container.encode(place, forKey: .place)
  }
}

extension Hand.Place: Codable {
  enum CodingKeys: String, CodingKey {
    case city, latitude, longitude
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    city = try container.decode(String.self, forKey: .city)
    latitude = try container.decode(Double.self, forKey: .latitude)
    longitude = try container.decode(Double.self, forKey: .longitude)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(city, forKey: .city)
    try container.encode(latitude, forKey: .latitude)
    try container.encode(longitude, forKey: .longitude)
  }
}

import AutoCoding
import Foundation

// The same by hand, since the compiler has no rules.
extension Twin {
  package indirect enum Signal: Codable, Hashable {
    case on
    case level(value: Double, unit: String?)
    case place(Spot)
    case both(first: Signal, second: Signal)

    private enum Key: CodingKey { case signal, value, unit, first, second }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      switch try container.decode(String.self, forKey: .signal) {
      case "on": self = .on
      case "level":
        self = .level(
          value: try container.decode(Double.self, forKey: .value),
          unit: try container.decodeIfPresent(String.self, forKey: .unit))
      case "place": self = .place(try Spot(from: decoder))
      case "both":
        self = .both(
          first: try container.decode(Signal.self, forKey: .first),
          second: try container.decode(Signal.self, forKey: .second))
      default: throw DecodingError.dataCorruptedError(forKey: .signal, in: container, debugDescription: "no case")
      }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      switch self {
      case .on: try container.encode("on", forKey: .signal)
      case .level(let value, let unit):
        try container.encode("level", forKey: .signal)
        try container.encode(value, forKey: .value)
        try container.encodeIfPresent(unit, forKey: .unit)
      case .place(let spot):
        try container.encode("place", forKey: .signal)
        try spot.encode(to: encoder)
      case .both(let first, let second):
        try container.encode("both", forKey: .signal)
        try container.encode(first, forKey: .first)
        try container.encode(second, forKey: .second)
      }
    }
  }

  package enum Parcel: Codable, Hashable {
    case empty
    case text(String)
    case list([Int])
    case point(x: Int, y: Int?)
    case place(Spot)

    private enum Key: CodingKey { case kind, content }
    private struct Point: Codable { var x: Int, y: Int? }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      guard container.contains(.kind) else {
        self = .empty
        return
      }
      switch try container.decode(String.self, forKey: .kind) {
      case "text": self = .text(try container.decode(String.self, forKey: .content))
      case "list": self = .list(try container.decode([Int].self, forKey: .content))
      case "point":
        let point = try container.decode(Point.self, forKey: .content)
        self = .point(x: point.x, y: point.y)
      case "place": self = .place(try container.decode(Spot.self, forKey: .content))
      default: self = .empty
      }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      switch self {
      case .empty: try container.encode("empty", forKey: .kind)
      case .text(let text):
        try container.encode("text", forKey: .kind)
        try container.encode(text, forKey: .content)
      case .list(let list):
        try container.encode("list", forKey: .kind)
        try container.encode(list, forKey: .content)
      case .point(let x, let y):
        try container.encode("point", forKey: .kind)
        try container.encode(Point(x: x, y: y), forKey: .content)
      case .place(let spot):
        try container.encode("place", forKey: .kind)
        try container.encode(spot, forKey: .content)
      }
    }
  }

  package enum Widget: Codable, Hashable {
    case line
    case field(text: String, size: Int?)
    case place(Spot)

    private enum Key: CodingKey { case type, text, size }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      switch try container.decode(Int.self, forKey: .type) {
      case 0: self = .line
      case 2:
        self = .field(
          text: try container.decode(String.self, forKey: .text),
          size: try container.decodeIfPresent(Int.self, forKey: .size))
      case -3: self = .place(try Spot(from: decoder))
      default: throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "no case")
      }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      switch self {
      case .line: try container.encode(0, forKey: .type)
      case .field(let text, let size):
        try container.encode(2, forKey: .type)
        try container.encode(text, forKey: .text)
        try container.encodeIfPresent(size, forKey: .size)
      case .place(let spot):
        try container.encode(-3, forKey: .type)
        try spot.encode(to: encoder)
      }
    }
  }

  package enum Either: Codable, Hashable {
    case number(Int)
    case text(String)
    case list([Int])
    case place(Spot)

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let list = try? container.decode([Int].self) {
        self = .list(list)
      } else if let place = try? container.decode(Spot.self) {
        self = .place(place)
      } else {
        throw DecodingError.typeMismatch(
          Either.self, .init(codingPath: decoder.codingPath, debugDescription: "no case"))
      }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      case .list(let list): try container.encode(list)
      case .place(let spot): try container.encode(spot)
      }
    }
  }

  package enum Renamed: Codable, Hashable {
    case plain
    case wide(size: Int)

    private enum CodingKeys: String, CodingKey {
      case plain = "basic"
      case wide = "broad"
    }
  }

  package enum Tempered: String, Codable, CaseIterable {
    case calm, wild, other

    package init(from decoder: any Decoder) throws {
      self = Tempered(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
    }
  }

  package enum Wind: Codable, Hashable {
    case calm, storm
    case other(String)

    package init(from decoder: any Decoder) throws {
      switch try decoder.singleValueContainer().decode(String.self) {
      case "calm": self = .calm
      case "heavy-storm": self = .storm
      case let name: self = .other(name)
      }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .calm: try container.encode("calm")
      case .storm: try container.encode("heavy-storm")
      case .other(let name): try container.encode(name)
      }
    }
  }

  package indirect enum Depth: Codable, Hashable {
    case shallow, deep
    case other(Int)

    package init(from decoder: any Decoder) throws {
      switch try decoder.singleValueContainer().decode(Int.self) {
      case 1: self = .shallow
      case -20: self = .deep
      case let number: self = .other(number)
      }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .shallow: try container.encode(1)
      case .deep: try container.encode(-20)
      case .other(let number): try container.encode(number)
      }
    }
  }

  package struct Spot: Codable, Hashable {
    var city: String
    var street: String?
  }

  package struct Ruled: Codable, Hashable {
    var id: Int
    var spot: Spot
    var volume: Double
    var tags: [String]
    var moved: Int
    var noted: String
    var since: Date
    var dates: [Date]
    var count: Int?
    var isOpen: Bool
    var mood: Tempered

    private enum Key: CodingKey { case id, volume, tags, number, about, note, since, dates, count, isOpen, mood }

    package init(
      id: Int, spot: Spot, volume: Double, tags: [String], moved: Int, noted: String, since: Date, dates: [Date],
      count: Int?, isOpen: Bool, mood: Tempered
    ) {
      (self.id, self.spot, self.volume, self.tags, self.moved) = (id, spot, volume, tags, moved)
      (self.noted, self.since, self.dates, self.count) = (noted, since, dates, count)
      (self.isOpen, self.mood) = (isOpen, mood)
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      id = try container.decode(Int.self, forKey: .id)
      spot = try Spot(from: decoder)
      volume = try container.decodeIfPresent(Double.self, forKey: .volume) ?? 0.5
      tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
      moved = try container.decode(Int.self, forKey: .number)
      noted = try container.nestedContainer(keyedBy: Key.self, forKey: .about).decode(String.self, forKey: .note)
      since = try ISO8601Date.decode(container.decode(String.self, forKey: .since))
      dates = try container.decode([String].self, forKey: .dates).map(DayDate.decode)
      count = try container.decodeIfPresent(String.self, forKey: .count).map(NumberAsText<Int>.decode)
      isOpen = try BoolAsYesOrNo.decode(container.decode(String.self, forKey: .isOpen))
      mood = try container.decode(Tempered.self, forKey: .mood)
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(id, forKey: .id)
      try spot.encode(to: encoder)
      try container.encode(volume, forKey: .volume)
      try container.encode(tags, forKey: .tags)
      try container.encode(moved, forKey: .number)
      var about = container.nestedContainer(keyedBy: Key.self, forKey: .about)
      try about.encode(noted, forKey: .note)
      try container.encode(since.formatted(.iso8601), forKey: .since)
      try container.encode(dates.map { String($0.formatted(.iso8601).prefix(10)) }, forKey: .dates)
      try container.encodeIfPresent(count.map { String($0) }, forKey: .count)
      try container.encode(isOpen ? "yes" : "no", forKey: .isOpen)
      try container.encode(mood, forKey: .mood)
    }
  }

  package struct Station: Codable, Hashable {
    var wind: Wind
    var depths: [String: Depth?]
    var widgets: [Widget]
    var choices: [Either?]
    var level: Int
    var names: [String]

    package init(
      wind: Wind, depths: [String: Depth?], widgets: [Widget], choices: [Either?], level: Int, names: [String]
    ) {
      (self.wind, self.depths, self.widgets, self.choices) = (wind, depths, widgets, choices)
      (self.level, self.names) = (level, names)
    }

    private struct Skipped: Decodable { init(from decoder: any Decoder) {} }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      wind = try container.decode(Wind.self, forKey: .wind)
      depths = try container.decode([String: Depth?].self, forKey: .depths)
      widgets = try container.decode([Widget].self, forKey: .widgets)
      choices = try container.decode([Either?].self, forKey: .choices)
      level = (try? container.decode(Int.self, forKey: .level)) ?? 5
      var elements = try container.nestedUnkeyedContainer(forKey: .names)
      names = []
      while !elements.isAtEnd {
        if let name = try? elements.decode(String.self) {
          names.append(name)
        } else if try !elements.decodeNil() {
          _ = try elements.decode(Skipped.self)
        }
      }
    }
  }

  package enum Craft: Codable, Hashable {
    case canoe(name: String, seats: Int)
    case barge(name: String, load: Double?)

    private enum Key: CodingKey { case craft, name, seats, load }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let name = try container.decode(String.self, forKey: .name)
      switch try container.decode(String.self, forKey: .craft) {
      case "canoe": self = .canoe(name: name, seats: try container.decode(Int.self, forKey: .seats))
      case "barge": self = .barge(name: name, load: try container.decodeIfPresent(Double.self, forKey: .load))
      default: throw DecodingError.dataCorruptedError(forKey: .craft, in: container, debugDescription: "no craft")
      }
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      switch self {
      case .canoe(let name, let seats):
        try container.encode("canoe", forKey: .craft)
        try container.encode(name, forKey: .name)
        try container.encode(seats, forKey: .seats)
      case .barge(let name, let load):
        try container.encode("barge", forKey: .craft)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(load, forKey: .load)
      }
    }
  }

  /// The class that has no class below it needs no tag.
  package struct Canoe: Codable, Equatable {
    var craft: String?
    var name: String
    var seats: Int

    package init(name: String, seats: Int) { (craft, self.name, self.seats) = ("canoe", name, seats) }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if container.contains(.craft), try container.decode(String.self, forKey: .craft) != "canoe" {
        throw DecodingError.dataCorruptedError(forKey: .craft, in: container, debugDescription: "no canoe")
      }
      self.init(
        name: try container.decode(String.self, forKey: .name), seats: try container.decode(Int.self, forKey: .seats))
    }
  }

  package struct Harbour: Codable, Equatable {
    var crafts: [Craft]
    var first: Craft?
    var signals: [Signal]
    var parcels: [String: Parcel]
    var renamed: [Renamed]
  }
}

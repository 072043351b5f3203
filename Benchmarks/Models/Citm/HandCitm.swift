extension Hand {
  struct Catalog: Codable, Hashable {
    let areaNames: [String: String]
    let audienceSubCategoryNames: [String: String]
    let blockNames: [String: String]
    let events: [String: Event]
    let performances: [Performance]
    let seatCategoryNames: [String: String]
    let subTopicNames: [String: String]
    let subjectNames: [String: String]
    let topicNames: [String: String]
    let topicSubTopics: [String: [Int]]
    let venueNames: [String: String]

    enum CodingKeys: String, CodingKey {
      case areaNames, audienceSubCategoryNames, blockNames, events, performances, seatCategoryNames, subTopicNames,
        subjectNames, topicNames, topicSubTopics, venueNames
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      areaNames = try container.decode([String: String].self, forKey: .areaNames)
      audienceSubCategoryNames = try container.decode([String: String].self, forKey: .audienceSubCategoryNames)
      blockNames = try container.decode([String: String].self, forKey: .blockNames)
      events = try container.decode([String: Event].self, forKey: .events)
      performances = try container.decode([Performance].self, forKey: .performances)
      seatCategoryNames = try container.decode([String: String].self, forKey: .seatCategoryNames)
      subTopicNames = try container.decode([String: String].self, forKey: .subTopicNames)
      subjectNames = try container.decode([String: String].self, forKey: .subjectNames)
      topicNames = try container.decode([String: String].self, forKey: .topicNames)
      topicSubTopics = try container.decode([String: [Int]].self, forKey: .topicSubTopics)
      venueNames = try container.decode([String: String].self, forKey: .venueNames)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(areaNames, forKey: .areaNames)
      try container.encode(audienceSubCategoryNames, forKey: .audienceSubCategoryNames)
      try container.encode(blockNames, forKey: .blockNames)
      try container.encode(events, forKey: .events)
      try container.encode(performances, forKey: .performances)
      try container.encode(seatCategoryNames, forKey: .seatCategoryNames)
      try container.encode(subTopicNames, forKey: .subTopicNames)
      try container.encode(subjectNames, forKey: .subjectNames)
      try container.encode(topicNames, forKey: .topicNames)
      try container.encode(topicSubTopics, forKey: .topicSubTopics)
      try container.encode(venueNames, forKey: .venueNames)
    }
  }

  struct Event: Codable, Hashable {
    let description: String?
    let id: Int
    let logo: String?
    let name: String
    let subTopicIds: [Int]
    let subjectCode: String?
    let subtitle: String?
    let topicIds: [Int]

    enum CodingKeys: String, CodingKey {
      case description, id, logo, name, subTopicIds, subjectCode, subtitle, topicIds
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      description = try container.decodeIfPresent(String.self, forKey: .description)
      id = try container.decode(Int.self, forKey: .id)
      logo = try container.decodeIfPresent(String.self, forKey: .logo)
      name = try container.decode(String.self, forKey: .name)
      subTopicIds = try container.decode([Int].self, forKey: .subTopicIds)
      subjectCode = try container.decodeIfPresent(String.self, forKey: .subjectCode)
      subtitle = try container.decodeIfPresent(String.self, forKey: .subtitle)
      topicIds = try container.decode([Int].self, forKey: .topicIds)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(description, forKey: .description)
      try container.encode(id, forKey: .id)
      try container.encodeIfPresent(logo, forKey: .logo)
      try container.encode(name, forKey: .name)
      try container.encode(subTopicIds, forKey: .subTopicIds)
      try container.encodeIfPresent(subjectCode, forKey: .subjectCode)
      try container.encodeIfPresent(subtitle, forKey: .subtitle)
      try container.encode(topicIds, forKey: .topicIds)
    }
  }

  struct Performance: Codable, Hashable {
    let eventId: Int
    let id: Int
    let logo: String?
    let name: String?
    let prices: [Price]
    let seatCategories: [SeatCategory]
    let seatMapImage: String?
    let start: Int
    let venueCode: String

    enum CodingKeys: String, CodingKey {
      case eventId, id, logo, name, prices, seatCategories, seatMapImage, start, venueCode
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      eventId = try container.decode(Int.self, forKey: .eventId)
      id = try container.decode(Int.self, forKey: .id)
      logo = try container.decodeIfPresent(String.self, forKey: .logo)
      name = try container.decodeIfPresent(String.self, forKey: .name)
      prices = try container.decode([Price].self, forKey: .prices)
      seatCategories = try container.decode([SeatCategory].self, forKey: .seatCategories)
      seatMapImage = try container.decodeIfPresent(String.self, forKey: .seatMapImage)
      start = try container.decode(Int.self, forKey: .start)
      venueCode = try container.decode(String.self, forKey: .venueCode)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(eventId, forKey: .eventId)
      try container.encode(id, forKey: .id)
      try container.encodeIfPresent(logo, forKey: .logo)
      try container.encodeIfPresent(name, forKey: .name)
      try container.encode(prices, forKey: .prices)
      try container.encode(seatCategories, forKey: .seatCategories)
      try container.encodeIfPresent(seatMapImage, forKey: .seatMapImage)
      try container.encode(start, forKey: .start)
      try container.encode(venueCode, forKey: .venueCode)
    }
  }

  struct Price: Codable, Hashable {
    let amount: Int
    let audienceSubCategoryId: Int
    let seatCategoryId: Int

    enum CodingKeys: String, CodingKey {
      case amount, audienceSubCategoryId, seatCategoryId
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      amount = try container.decode(Int.self, forKey: .amount)
      audienceSubCategoryId = try container.decode(Int.self, forKey: .audienceSubCategoryId)
      seatCategoryId = try container.decode(Int.self, forKey: .seatCategoryId)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(amount, forKey: .amount)
      try container.encode(audienceSubCategoryId, forKey: .audienceSubCategoryId)
      try container.encode(seatCategoryId, forKey: .seatCategoryId)
    }
  }

  struct SeatCategory: Codable, Hashable {
    let areas: [Area]
    let seatCategoryId: Int

    enum CodingKeys: String, CodingKey {
      case areas, seatCategoryId
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      areas = try container.decode([Area].self, forKey: .areas)
      seatCategoryId = try container.decode(Int.self, forKey: .seatCategoryId)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(areas, forKey: .areas)
      try container.encode(seatCategoryId, forKey: .seatCategoryId)
    }
  }

  struct Area: Codable, Hashable {
    let areaId: Int
    let blockIds: [Int]

    enum CodingKeys: String, CodingKey {
      case areaId, blockIds
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      areaId = try container.decode(Int.self, forKey: .areaId)
      blockIds = try container.decode([Int].self, forKey: .blockIds)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(areaId, forKey: .areaId)
      try container.encode(blockIds, forKey: .blockIds)
    }
  }
}

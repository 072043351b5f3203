extension Hand {
  struct Search: Codable, Hashable {
    let statuses: [Status]
    let searchMetadata: SearchMetadata

    enum CodingKeys: String, CodingKey {
      case statuses
      case searchMetadata = "search_metadata"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      statuses = try container.decode([Status].self, forKey: .statuses)
      searchMetadata = try container.decode(SearchMetadata.self, forKey: .searchMetadata)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(statuses, forKey: .statuses)
      try container.encode(searchMetadata, forKey: .searchMetadata)
    }
  }

  struct SearchMetadata: Codable, Hashable {
    let completedIn: Double
    let maxID: Int
    let maxIDString: String
    let nextResults: String
    let query: String
    let refreshURL: String
    let count: Int
    let sinceID: Int
    let sinceIDString: String

    enum CodingKeys: String, CodingKey {
      case query, count
      case completedIn = "completed_in"
      case maxID = "max_id"
      case maxIDString = "max_id_str"
      case nextResults = "next_results"
      case refreshURL = "refresh_url"
      case sinceID = "since_id"
      case sinceIDString = "since_id_str"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      completedIn = try container.decode(Double.self, forKey: .completedIn)
      maxID = try container.decode(Int.self, forKey: .maxID)
      maxIDString = try container.decode(String.self, forKey: .maxIDString)
      nextResults = try container.decode(String.self, forKey: .nextResults)
      query = try container.decode(String.self, forKey: .query)
      refreshURL = try container.decode(String.self, forKey: .refreshURL)
      count = try container.decode(Int.self, forKey: .count)
      sinceID = try container.decode(Int.self, forKey: .sinceID)
      sinceIDString = try container.decode(String.self, forKey: .sinceIDString)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(completedIn, forKey: .completedIn)
      try container.encode(maxID, forKey: .maxID)
      try container.encode(maxIDString, forKey: .maxIDString)
      try container.encode(nextResults, forKey: .nextResults)
      try container.encode(query, forKey: .query)
      try container.encode(refreshURL, forKey: .refreshURL)
      try container.encode(count, forKey: .count)
      try container.encode(sinceID, forKey: .sinceID)
      try container.encode(sinceIDString, forKey: .sinceIDString)
    }
  }

  struct Metadata: Codable, Hashable {
    let resultType: String
    let languageCode: String

    enum CodingKeys: String, CodingKey {
      case resultType = "result_type"
      case languageCode = "iso_language_code"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      resultType = try container.decode(String.self, forKey: .resultType)
      languageCode = try container.decode(String.self, forKey: .languageCode)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(resultType, forKey: .resultType)
      try container.encode(languageCode, forKey: .languageCode)
    }
  }

  final class Status: Codable, TwitterStatus {
    let metadata: Metadata?
    let created_at: String
    let id: Int
    let id_str: String
    let text: String
    let source: String
    let truncated: Bool
    let in_reply_to_status_id: Int?
    let in_reply_to_status_id_str: String?
    let in_reply_to_user_id: Int?
    let in_reply_to_user_id_str: String?
    let in_reply_to_screen_name: String?
    let user: User?
    let geo: String?
    let coordinates: String?
    let place: String?
    let contributors: String?
    let retweeted_status: Status?
    let retweet_count: Int
    let favorite_count: Int
    let entities: Entities?
    let favorited: Bool
    let retweeted: Bool
    let possibly_sensitive: Bool?
    let lang: String

    enum CodingKeys: String, CodingKey {
      case metadata, created_at, id, id_str, text, source, truncated, in_reply_to_status_id,
        in_reply_to_status_id_str, in_reply_to_user_id, in_reply_to_user_id_str, in_reply_to_screen_name, user, geo,
        coordinates, place, contributors, retweeted_status, retweet_count, favorite_count, entities, favorited,
        retweeted, possibly_sensitive, lang
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      metadata = try container.decodeIfPresent(Metadata.self, forKey: .metadata)
      created_at = try container.decode(String.self, forKey: .created_at)
      id = try container.decode(Int.self, forKey: .id)
      id_str = try container.decode(String.self, forKey: .id_str)
      text = try container.decode(String.self, forKey: .text)
      source = try container.decode(String.self, forKey: .source)
      truncated = try container.decode(Bool.self, forKey: .truncated)
      in_reply_to_status_id = try container.decodeIfPresent(Int.self, forKey: .in_reply_to_status_id)
      in_reply_to_status_id_str = try container.decodeIfPresent(String.self, forKey: .in_reply_to_status_id_str)
      in_reply_to_user_id = try container.decodeIfPresent(Int.self, forKey: .in_reply_to_user_id)
      in_reply_to_user_id_str = try container.decodeIfPresent(String.self, forKey: .in_reply_to_user_id_str)
      in_reply_to_screen_name = try container.decodeIfPresent(String.self, forKey: .in_reply_to_screen_name)
      user = try container.decodeIfPresent(User.self, forKey: .user)
      geo = try container.decodeIfPresent(String.self, forKey: .geo)
      coordinates = try container.decodeIfPresent(String.self, forKey: .coordinates)
      place = try container.decodeIfPresent(String.self, forKey: .place)
      contributors = try container.decodeIfPresent(String.self, forKey: .contributors)
      retweeted_status = try container.decodeIfPresent(Status.self, forKey: .retweeted_status)
      retweet_count = try container.decode(Int.self, forKey: .retweet_count)
      favorite_count = try container.decode(Int.self, forKey: .favorite_count)
      entities = try container.decodeIfPresent(Entities.self, forKey: .entities)
      favorited = try container.decode(Bool.self, forKey: .favorited)
      retweeted = try container.decode(Bool.self, forKey: .retweeted)
      possibly_sensitive = try container.decodeIfPresent(Bool.self, forKey: .possibly_sensitive)
      lang = try container.decode(String.self, forKey: .lang)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(metadata, forKey: .metadata)
      try container.encode(created_at, forKey: .created_at)
      try container.encode(id, forKey: .id)
      try container.encode(id_str, forKey: .id_str)
      try container.encode(text, forKey: .text)
      try container.encode(source, forKey: .source)
      try container.encode(truncated, forKey: .truncated)
      try container.encodeIfPresent(in_reply_to_status_id, forKey: .in_reply_to_status_id)
      try container.encodeIfPresent(in_reply_to_status_id_str, forKey: .in_reply_to_status_id_str)
      try container.encodeIfPresent(in_reply_to_user_id, forKey: .in_reply_to_user_id)
      try container.encodeIfPresent(in_reply_to_user_id_str, forKey: .in_reply_to_user_id_str)
      try container.encodeIfPresent(in_reply_to_screen_name, forKey: .in_reply_to_screen_name)
      try container.encodeIfPresent(user, forKey: .user)
      try container.encodeIfPresent(geo, forKey: .geo)
      try container.encodeIfPresent(coordinates, forKey: .coordinates)
      try container.encodeIfPresent(place, forKey: .place)
      try container.encodeIfPresent(contributors, forKey: .contributors)
      try container.encodeIfPresent(retweeted_status, forKey: .retweeted_status)
      try container.encode(retweet_count, forKey: .retweet_count)
      try container.encode(favorite_count, forKey: .favorite_count)
      try container.encodeIfPresent(entities, forKey: .entities)
      try container.encode(favorited, forKey: .favorited)
      try container.encode(retweeted, forKey: .retweeted)
      try container.encodeIfPresent(possibly_sensitive, forKey: .possibly_sensitive)
      try container.encode(lang, forKey: .lang)
    }
  }
}

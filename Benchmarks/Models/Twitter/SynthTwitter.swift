extension Synth {
  struct Search: Codable, Hashable {
    let statuses: [Status]
    let searchMetadata: SearchMetadata

    enum CodingKeys: String, CodingKey {
      case statuses
      case searchMetadata = "search_metadata"
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
  }

  struct Metadata: Codable, Hashable {
    let resultType: String
    let languageCode: String

    enum CodingKeys: String, CodingKey {
      case resultType = "result_type"
      case languageCode = "iso_language_code"
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
  }

  struct User: Codable, Hashable {
    let id: Int
    let id_str: String
    let name: String
    let screen_name: String
    let location: String
    let description: String
    let url: String?
    let entities: UserEntities
    let protected: Bool
    let followers_count: Int
    let friends_count: Int
    let listed_count: Int
    let created_at: String
    let favourites_count: Int
    let utc_offset: Int?
    let time_zone: String?
    let geo_enabled: Bool
    let verified: Bool
    let statuses_count: Int
    let lang: String
    let contributors_enabled: Bool
    let is_translator: Bool
    let is_translation_enabled: Bool
    let profile_background_color: String
    let profile_background_image_url: String
    let profile_background_image_url_https: String
    let profile_background_tile: Bool
    let profile_image_url: String
    let profile_image_url_https: String
    let profile_banner_url: String?
    let profile_link_color: String
    let profile_sidebar_border_color: String
    let profile_sidebar_fill_color: String
    let profile_text_color: String
    let profile_use_background_image: Bool
    let default_profile: Bool
    let default_profile_image: Bool
    let following: Bool
    let follow_request_sent: Bool
    let notifications: Bool
  }

  struct UserEntities: Codable, Hashable {
    let description: LinkList
    let url: LinkList?
  }

  struct LinkList: Codable, Hashable {
    let urls: [Link]
  }

  struct Link: Codable, Hashable {
    let url: String
    let expanded_url: String
    let display_url: String
    let indices: [Int]
  }

  struct Entities: Codable, Hashable {
    let hashtags: [Hashtag]
    let symbols: [Hashtag]
    let urls: [Link]
    let userMentions: [UserMention]
    let media: [Media]?

    enum CodingKeys: String, CodingKey {
      case hashtags, symbols, urls, media
      case userMentions = "user_mentions"
    }
  }

  struct Hashtag: Codable, Hashable {
    let text: String
    let indices: [Int]
  }

  struct UserMention: Codable, Hashable {
    let screenName: String
    let name: String
    let id: Int
    let idString: String
    let indices: [Int]

    enum CodingKeys: String, CodingKey {
      case name, id, indices
      case screenName = "screen_name"
      case idString = "id_str"
    }
  }

  struct Media: Codable, Hashable {
    let id: Int
    let id_str: String
    let indices: [Int]
    let media_url: String
    let media_url_https: String
    let url: String
    let display_url: String
    let expanded_url: String
    let type: String
    let sizes: Sizes
    let source_status_id: Int?
    let source_status_id_str: String?
  }

  struct Sizes: Codable, Hashable {
    let medium: Size
    let small: Size
    let thumb: Size
    let large: Size
  }

  struct Size: Codable, Hashable {
    let w: Int
    let h: Int
    let resize: String
  }
}

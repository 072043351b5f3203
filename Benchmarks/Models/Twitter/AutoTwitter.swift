import AutoCoding

extension Auto {
  struct Search: AutoCoding, Hashable {
    let statuses: [Status]
    let searchMetadata: SearchMetadata

    static var propertyKeys: [String: String] { ["searchMetadata": "search_metadata"] }
  }

  struct SearchMetadata: AutoCoding, Hashable {
    let completedIn: Double
    let maxID: Int
    let maxIDString: String
    let nextResults: String
    let query: String
    let refreshURL: String
    let count: Int
    let sinceID: Int
    let sinceIDString: String

    static var propertyKeys: [String: String] {
      [
        "completedIn": "completed_in", "maxID": "max_id", "maxIDString": "max_id_str", "nextResults": "next_results",
        "refreshURL": "refresh_url", "sinceID": "since_id", "sinceIDString": "since_id_str",
      ]
    }
  }

  struct Metadata: AutoCoding, Hashable {
    let resultType: String
    let languageCode: String

    static var propertyKeys: [String: String] { ["resultType": "result_type", "languageCode": "iso_language_code"] }
  }

  final class Status: AutoCoding, DefaultInitializable, TwitterStatus {
    var metadata: Metadata?
    var created_at = ""
    var id = 0
    var id_str = ""
    var text = ""
    var source = ""
    var truncated = false
    var in_reply_to_status_id: Int?
    var in_reply_to_status_id_str: String?
    var in_reply_to_user_id: Int?
    var in_reply_to_user_id_str: String?
    var in_reply_to_screen_name: String?
    var user: User?
    var geo: String?
    var coordinates: String?
    var place: String?
    var contributors: String?
    var retweeted_status: Status?
    var retweet_count = 0
    var favorite_count = 0
    var entities: Entities?
    var favorited = false
    var retweeted = false
    var possibly_sensitive: Bool?
    var lang = ""

    init() {}
  }

  struct User: AutoCoding, Hashable {
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

  struct UserEntities: AutoCoding, Hashable {
    let description: LinkList
    let url: LinkList?
  }

  struct LinkList: AutoCoding, Hashable {
    let urls: [Link]
  }

  struct Link: AutoCoding, Hashable {
    let url: String
    let expanded_url: String
    let display_url: String
    let indices: [Int]
  }

  struct Entities: AutoCoding, Hashable {
    let hashtags: [Hashtag]
    let symbols: [Hashtag]
    let urls: [Link]
    let userMentions: [UserMention]
    let media: [Media]?

    static var propertyKeys: [String: String] { ["userMentions": "user_mentions"] }
  }

  struct Hashtag: AutoCoding, Hashable {
    let text: String
    let indices: [Int]
  }

  struct UserMention: AutoCoding, Hashable {
    let screenName: String
    let name: String
    let id: Int
    let idString: String
    let indices: [Int]

    static var propertyKeys: [String: String] { ["screenName": "screen_name", "idString": "id_str"] }
  }

  struct Media: AutoCoding, Hashable {
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

  struct Sizes: AutoCoding, Hashable {
    let medium: Size
    let small: Size
    let thumb: Size
    let large: Size
  }

  struct Size: AutoCoding, Hashable {
    let w: Int
    let h: Int
    let resize: String
  }
}

extension Hand {
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

    enum CodingKeys: String, CodingKey {
      case id, id_str, name, screen_name, location, description, url, entities, protected, followers_count,
        friends_count, listed_count, created_at, favourites_count, utc_offset, time_zone, geo_enabled, verified,
        statuses_count, lang, contributors_enabled, is_translator, is_translation_enabled, profile_background_color,
        profile_background_image_url, profile_background_image_url_https, profile_background_tile, profile_image_url,
        profile_image_url_https, profile_banner_url, profile_link_color, profile_sidebar_border_color,
        profile_sidebar_fill_color, profile_text_color, profile_use_background_image, default_profile,
        default_profile_image, following, follow_request_sent, notifications
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      id_str = try container.decode(String.self, forKey: .id_str)
      name = try container.decode(String.self, forKey: .name)
      screen_name = try container.decode(String.self, forKey: .screen_name)
      location = try container.decode(String.self, forKey: .location)
      description = try container.decode(String.self, forKey: .description)
      url = try container.decodeIfPresent(String.self, forKey: .url)
      entities = try container.decode(UserEntities.self, forKey: .entities)
      protected = try container.decode(Bool.self, forKey: .protected)
      followers_count = try container.decode(Int.self, forKey: .followers_count)
      friends_count = try container.decode(Int.self, forKey: .friends_count)
      listed_count = try container.decode(Int.self, forKey: .listed_count)
      created_at = try container.decode(String.self, forKey: .created_at)
      favourites_count = try container.decode(Int.self, forKey: .favourites_count)
      utc_offset = try container.decodeIfPresent(Int.self, forKey: .utc_offset)
      time_zone = try container.decodeIfPresent(String.self, forKey: .time_zone)
      geo_enabled = try container.decode(Bool.self, forKey: .geo_enabled)
      verified = try container.decode(Bool.self, forKey: .verified)
      statuses_count = try container.decode(Int.self, forKey: .statuses_count)
      lang = try container.decode(String.self, forKey: .lang)
      contributors_enabled = try container.decode(Bool.self, forKey: .contributors_enabled)
      is_translator = try container.decode(Bool.self, forKey: .is_translator)
      is_translation_enabled = try container.decode(Bool.self, forKey: .is_translation_enabled)
      profile_background_color = try container.decode(String.self, forKey: .profile_background_color)
      profile_background_image_url = try container.decode(String.self, forKey: .profile_background_image_url)
      profile_background_image_url_https = try container.decode(
        String.self, forKey: .profile_background_image_url_https)
      profile_background_tile = try container.decode(Bool.self, forKey: .profile_background_tile)
      profile_image_url = try container.decode(String.self, forKey: .profile_image_url)
      profile_image_url_https = try container.decode(String.self, forKey: .profile_image_url_https)
      profile_banner_url = try container.decodeIfPresent(String.self, forKey: .profile_banner_url)
      profile_link_color = try container.decode(String.self, forKey: .profile_link_color)
      profile_sidebar_border_color = try container.decode(String.self, forKey: .profile_sidebar_border_color)
      profile_sidebar_fill_color = try container.decode(String.self, forKey: .profile_sidebar_fill_color)
      profile_text_color = try container.decode(String.self, forKey: .profile_text_color)
      profile_use_background_image = try container.decode(Bool.self, forKey: .profile_use_background_image)
      default_profile = try container.decode(Bool.self, forKey: .default_profile)
      default_profile_image = try container.decode(Bool.self, forKey: .default_profile_image)
      following = try container.decode(Bool.self, forKey: .following)
      follow_request_sent = try container.decode(Bool.self, forKey: .follow_request_sent)
      notifications = try container.decode(Bool.self, forKey: .notifications)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(id_str, forKey: .id_str)
      try container.encode(name, forKey: .name)
      try container.encode(screen_name, forKey: .screen_name)
      try container.encode(location, forKey: .location)
      try container.encode(description, forKey: .description)
      try container.encodeIfPresent(url, forKey: .url)
      try container.encode(entities, forKey: .entities)
      try container.encode(protected, forKey: .protected)
      try container.encode(followers_count, forKey: .followers_count)
      try container.encode(friends_count, forKey: .friends_count)
      try container.encode(listed_count, forKey: .listed_count)
      try container.encode(created_at, forKey: .created_at)
      try container.encode(favourites_count, forKey: .favourites_count)
      try container.encodeIfPresent(utc_offset, forKey: .utc_offset)
      try container.encodeIfPresent(time_zone, forKey: .time_zone)
      try container.encode(geo_enabled, forKey: .geo_enabled)
      try container.encode(verified, forKey: .verified)
      try container.encode(statuses_count, forKey: .statuses_count)
      try container.encode(lang, forKey: .lang)
      try container.encode(contributors_enabled, forKey: .contributors_enabled)
      try container.encode(is_translator, forKey: .is_translator)
      try container.encode(is_translation_enabled, forKey: .is_translation_enabled)
      try container.encode(profile_background_color, forKey: .profile_background_color)
      try container.encode(profile_background_image_url, forKey: .profile_background_image_url)
      try container.encode(profile_background_image_url_https, forKey: .profile_background_image_url_https)
      try container.encode(profile_background_tile, forKey: .profile_background_tile)
      try container.encode(profile_image_url, forKey: .profile_image_url)
      try container.encode(profile_image_url_https, forKey: .profile_image_url_https)
      try container.encodeIfPresent(profile_banner_url, forKey: .profile_banner_url)
      try container.encode(profile_link_color, forKey: .profile_link_color)
      try container.encode(profile_sidebar_border_color, forKey: .profile_sidebar_border_color)
      try container.encode(profile_sidebar_fill_color, forKey: .profile_sidebar_fill_color)
      try container.encode(profile_text_color, forKey: .profile_text_color)
      try container.encode(profile_use_background_image, forKey: .profile_use_background_image)
      try container.encode(default_profile, forKey: .default_profile)
      try container.encode(default_profile_image, forKey: .default_profile_image)
      try container.encode(following, forKey: .following)
      try container.encode(follow_request_sent, forKey: .follow_request_sent)
      try container.encode(notifications, forKey: .notifications)
    }
  }

  struct UserEntities: Codable, Hashable {
    let description: LinkList
    let url: LinkList?

    enum CodingKeys: String, CodingKey {
      case description, url
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      description = try container.decode(LinkList.self, forKey: .description)
      url = try container.decodeIfPresent(LinkList.self, forKey: .url)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(description, forKey: .description)
      try container.encodeIfPresent(url, forKey: .url)
    }
  }

  struct LinkList: Codable, Hashable {
    let urls: [Link]

    enum CodingKeys: String, CodingKey {
      case urls
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      urls = try container.decode([Link].self, forKey: .urls)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(urls, forKey: .urls)
    }
  }
}

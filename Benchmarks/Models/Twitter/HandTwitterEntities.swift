extension Hand {
  struct Link: Codable, Hashable {
    let url: String
    let expanded_url: String
    let display_url: String
    let indices: [Int]

    enum CodingKeys: String, CodingKey {
      case url, expanded_url, display_url, indices
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      url = try container.decode(String.self, forKey: .url)
      expanded_url = try container.decode(String.self, forKey: .expanded_url)
      display_url = try container.decode(String.self, forKey: .display_url)
      indices = try container.decode([Int].self, forKey: .indices)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(url, forKey: .url)
      try container.encode(expanded_url, forKey: .expanded_url)
      try container.encode(display_url, forKey: .display_url)
      try container.encode(indices, forKey: .indices)
    }
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

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      hashtags = try container.decode([Hashtag].self, forKey: .hashtags)
      symbols = try container.decode([Hashtag].self, forKey: .symbols)
      urls = try container.decode([Link].self, forKey: .urls)
      userMentions = try container.decode([UserMention].self, forKey: .userMentions)
      media = try container.decodeIfPresent([Media].self, forKey: .media)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(hashtags, forKey: .hashtags)
      try container.encode(symbols, forKey: .symbols)
      try container.encode(urls, forKey: .urls)
      try container.encode(userMentions, forKey: .userMentions)
      try container.encodeIfPresent(media, forKey: .media)
    }
  }

  struct Hashtag: Codable, Hashable {
    let text: String
    let indices: [Int]

    enum CodingKeys: String, CodingKey {
      case text, indices
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      text = try container.decode(String.self, forKey: .text)
      indices = try container.decode([Int].self, forKey: .indices)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .text)
      try container.encode(indices, forKey: .indices)
    }
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

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      screenName = try container.decode(String.self, forKey: .screenName)
      name = try container.decode(String.self, forKey: .name)
      id = try container.decode(Int.self, forKey: .id)
      idString = try container.decode(String.self, forKey: .idString)
      indices = try container.decode([Int].self, forKey: .indices)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(screenName, forKey: .screenName)
      try container.encode(name, forKey: .name)
      try container.encode(id, forKey: .id)
      try container.encode(idString, forKey: .idString)
      try container.encode(indices, forKey: .indices)
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

    enum CodingKeys: String, CodingKey {
      case id, id_str, indices, media_url, media_url_https, url, display_url, expanded_url, type, sizes,
        source_status_id, source_status_id_str
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      id_str = try container.decode(String.self, forKey: .id_str)
      indices = try container.decode([Int].self, forKey: .indices)
      media_url = try container.decode(String.self, forKey: .media_url)
      media_url_https = try container.decode(String.self, forKey: .media_url_https)
      url = try container.decode(String.self, forKey: .url)
      display_url = try container.decode(String.self, forKey: .display_url)
      expanded_url = try container.decode(String.self, forKey: .expanded_url)
      type = try container.decode(String.self, forKey: .type)
      sizes = try container.decode(Sizes.self, forKey: .sizes)
      source_status_id = try container.decodeIfPresent(Int.self, forKey: .source_status_id)
      source_status_id_str = try container.decodeIfPresent(String.self, forKey: .source_status_id_str)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(id_str, forKey: .id_str)
      try container.encode(indices, forKey: .indices)
      try container.encode(media_url, forKey: .media_url)
      try container.encode(media_url_https, forKey: .media_url_https)
      try container.encode(url, forKey: .url)
      try container.encode(display_url, forKey: .display_url)
      try container.encode(expanded_url, forKey: .expanded_url)
      try container.encode(type, forKey: .type)
      try container.encode(sizes, forKey: .sizes)
      try container.encodeIfPresent(source_status_id, forKey: .source_status_id)
      try container.encodeIfPresent(source_status_id_str, forKey: .source_status_id_str)
    }
  }

  struct Sizes: Codable, Hashable {
    let medium: Size
    let small: Size
    let thumb: Size
    let large: Size

    enum CodingKeys: String, CodingKey {
      case medium, small, thumb, large
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      medium = try container.decode(Size.self, forKey: .medium)
      small = try container.decode(Size.self, forKey: .small)
      thumb = try container.decode(Size.self, forKey: .thumb)
      large = try container.decode(Size.self, forKey: .large)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(medium, forKey: .medium)
      try container.encode(small, forKey: .small)
      try container.encode(thumb, forKey: .thumb)
      try container.encode(large, forKey: .large)
    }
  }

  struct Size: Codable, Hashable {
    let w: Int
    let h: Int
    let resize: String

    enum CodingKeys: String, CodingKey {
      case w, h, resize
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      w = try container.decode(Int.self, forKey: .w)
      h = try container.decode(Int.self, forKey: .h)
      resize = try container.decode(String.self, forKey: .resize)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(w, forKey: .w)
      try container.encode(h, forKey: .h)
      try container.encode(resize, forKey: .resize)
    }
  }
}

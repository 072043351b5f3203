import Foundation
import TestSupport

/// Documents of the shape, and about the size, of twitter.json and citm_catalog.json.
enum GeneratedCorpora {
  static func twitter() throws -> Data {
    var generator = Generator()
    let statuses = (0..<100).map { _ in generator.status(retweeted: generator.chance(73)) }
    return try encode([
      "statuses": .array(statuses),
      "search_metadata": [
        "completed_in": 0.087, "max_id": generator.id(), "max_id_str": generator.text(18),
        "next_results": generator.text(66), "query": "%E4%B8%80", "refresh_url": generator.text(58), "count": 100,
        "since_id": 0, "since_id_str": "0",
      ],
    ])
  }

  static func citm() throws -> Data {
    var generator = Generator()
    func names(_ count: Int) -> AnyJSON {
      .object(generator.dictionary(count) { $0.text(24) })
    }
    return try encode([
      "areaNames": names(17), "audienceSubCategoryNames": names(1), "blockNames": [:], "seatCategoryNames": names(64),
      "subTopicNames": names(19), "subjectNames": [:], "topicNames": names(4),
      "topicSubTopics": .object(generator.dictionary(4) { $0.numbers(5) }),
      "venueNames": ["PLEYEL_PLEYEL": "Salle Pleyel"],
      "events": .object(generator.dictionary(184) { $0.event() }),
      "performances": .array((0..<243).map { _ in generator.performance() }),
    ])
  }

  private static func encode(_ value: AnyJSON) throws -> Data {
    let encoder = JSONEncoder()
    // Indented and in a fixed order: the real files are indented too.
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    return try encoder.encode(value)
  }
}

/// Makes the parts of the documents.
private struct Generator {
  private static let words = ["一", "名前", "思い出", "ありがとう", "benchmark", "Swift", "😊", "“quoted”", "\n", "a/b"]
  private static let letters = "0123456789abcdefghijklmnopqrstuvwxyz"
  private var random = SplitMix64(seed: 2014)

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  mutating func id() -> AnyJSON {
    .int(Int.random(in: 1_000_000...500_000_000_000_000_000, using: &random))
  }

  mutating func count() -> AnyJSON {
    .int(Int.random(in: 0..<10_000, using: &random))
  }

  mutating func flag() -> AnyJSON {
    .bool(chance(30))
  }

  mutating func text(_ length: Int) -> AnyJSON {
    .string(String((0..<length).map { _ in Self.letters.randomElement(using: &random) ?? "a" }))
  }

  mutating func url(_ length: Int) -> AnyJSON {
    guard case .string(let path) = text(length) else { return .null }
    return .string("https://pbs.twimg.com/\(path)")
  }

  mutating func prose(_ words: Int) -> AnyJSON {
    .string((0..<words).map { _ in Self.words.randomElement(using: &random) ?? "" }.joined(separator: " "))
  }

  mutating func numbers(_ count: Int) -> AnyJSON {
    .array((0..<count).map { _ in .int(Int.random(in: 100_000_000...400_000_000, using: &random)) })
  }

  mutating func dictionary(_ count: Int, value: (inout Generator) -> AnyJSON) -> [String: AnyJSON] {
    var result: [String: AnyJSON] = [:]
    for _ in 0..<count {
      result[String(Int.random(in: 100_000_000...400_000_000, using: &random))] = value(&self)
    }
    return result
  }

  mutating func event() -> AnyJSON {
    [
      "description": .null, "id": id(), "logo": chance(50) ? text(30) : .null, "name": text(28),
      "subTopicIds": numbers(3), "subjectCode": .null, "subtitle": .null, "topicIds": numbers(3),
    ]
  }

  mutating func performance() -> AnyJSON {
    let categories = 1 + Int.random(in: 0..<7, using: &random)
    return [
      "eventId": id(), "id": id(), "logo": chance(45) ? text(30) : .null, "name": .null, "seatMapImage": .null,
      "start": id(), "venueCode": "PLEYEL_PLEYEL",
      "prices": .array(
        (0..<categories).map { _ in
          ["amount": count(), "audienceSubCategoryId": id(), "seatCategoryId": id()]
        }),
      "seatCategories": .array(
        (0..<categories).map { _ in
          ["areas": .array((0..<10).map { _ in ["areaId": id(), "blockIds": []] }), "seatCategoryId": id()]
        }),
    ]
  }

  mutating func status(retweeted: Bool) -> AnyJSON {
    [
      "metadata": ["result_type": "recent", "iso_language_code": "ja"],
      "created_at": "Sun Aug 31 00:29:15 +0000 2014", "id": id(), "id_str": text(18), "text": prose(16),
      "source": url(40), "truncated": flag(), "in_reply_to_status_id": chance(6) ? id() : .null,
      "in_reply_to_status_id_str": .null, "in_reply_to_user_id": chance(9) ? id() : .null,
      "in_reply_to_user_id_str": .null, "in_reply_to_screen_name": chance(9) ? text(10) : .null, "user": user(),
      "geo": .null, "coordinates": .null, "place": .null, "contributors": .null, "retweet_count": count(),
      "favorite_count": count(), "entities": entities(), "favorited": flag(), "retweeted": flag(), "lang": "ja",
      "retweeted_status": retweeted ? status(retweeted: false) : .null,
      "possibly_sensitive": chance(15) ? flag() : .null,
    ]
  }

  mutating func user() -> AnyJSON {
    [
      "id": id(), "id_str": text(10), "name": prose(2), "screen_name": text(10), "location": prose(1),
      "description": prose(12), "url": chance(11) ? url(20) : .null,
      "entities": ["description": ["urls": []], "url": chance(11) ? ["urls": [link()]] : .null],
      "protected": flag(), "followers_count": count(), "friends_count": count(), "listed_count": count(),
      "created_at": "Sat Feb 16 13:40:25 +0000 2013", "favourites_count": count(),
      "utc_offset": chance(19) ? 32400 : .null, "time_zone": chance(19) ? "Tokyo" : .null, "geo_enabled": flag(),
      "verified": flag(), "statuses_count": count(), "lang": "ja", "contributors_enabled": flag(),
      "is_translator": flag(), "is_translation_enabled": flag(), "profile_background_color": text(6),
      "profile_background_image_url": url(40), "profile_background_image_url_https": url(40),
      "profile_background_tile": flag(), "profile_image_url": url(50), "profile_image_url_https": url(50),
      "profile_banner_url": chance(86) ? url(40) : .null, "profile_link_color": text(6),
      "profile_sidebar_border_color": text(6), "profile_sidebar_fill_color": text(6), "profile_text_color": text(6),
      "profile_use_background_image": flag(), "default_profile": flag(), "default_profile_image": flag(),
      "following": flag(), "follow_request_sent": flag(), "notifications": flag(),
    ]
  }

  mutating func entities() -> AnyJSON {
    [
      "hashtags": chance(8) ? [["text": text(10), "indices": [3, 14]]] : [], "symbols": [],
      "urls": chance(13) ? [link()] : [],
      "user_mentions": chance(87)
        ? [["screen_name": text(10), "name": prose(2), "id": id(), "id_str": text(10), "indices": [0, 9]]] : [],
      "media": chance(6) ? [media()] : .null,
    ]
  }

  mutating func link() -> AnyJSON {
    ["url": url(10), "expanded_url": url(40), "display_url": text(20), "indices": [0, 22]]
  }

  mutating func media() -> AnyJSON {
    let size: AnyJSON = ["w": 600, "h": 399, "resize": "fit"]
    return [
      "id": id(), "id_str": text(18), "indices": [20, 42], "media_url": url(30), "media_url_https": url(30),
      "url": url(10), "display_url": text(20), "expanded_url": url(40), "type": "photo",
      "sizes": ["medium": size, "small": size, "thumb": size, "large": size], "source_status_id": id(),
      "source_status_id_str": text(18),
    ]
  }
}

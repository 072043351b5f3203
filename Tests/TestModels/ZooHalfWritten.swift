import AutoCoding

/// Types with one half of `Codable` written by hand, and keys that both halves use.
extension Zoo {
  /// Only the reading is its own; the keys are those of a nested enum.
  package struct Feed: AutoCoding, Equatable {
    package enum CodingKeys: String, CodingKey { case url = "URL", title = "Title", count = "Count" }
    let title: String
    var count: Int?
    /// No case of the keys is for it.
    var cache = "empty"
    let url: String
    init(_ title: String, _ count: Int?, _ url: String) { (self.title, self.count, self.url) = (title, count, url) }
    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        try container.decode(String.self, forKey: .title), try container.decodeIfPresent(Int.self, forKey: .count),
        try container.decode(String.self, forKey: .url))
    }
  }

  /// Only the writing is its own.
  package struct Reply: AutoCoding, Equatable {
    package enum CodingKeys: String, CodingKey { case text = "Text", likes = "Likes" }
    var likes: Int
    /// No case of the keys is for it.
    var draft: String?
    let text: String
    init(_ text: String, _ likes: Int) { (self.text, self.likes) = (text, likes) }
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .text)
      try container.encode(likes, forKey: .likes)
    }
  }

  package final class FeedObject: AutoCoding, Stateful {
    package enum CodingKeys: String, CodingKey { case feeds = "Feeds", name = "Name" }
    let name: String
    var cache: [Int] = []
    let feeds: [Feed]
    init(_ name: String, _ feeds: [Feed]) { (self.name, self.feeds) = (name, feeds) }
    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      feeds = try container.decode([Feed].self, forKey: .feeds)
    }
    package var state: [AnyHashable] { [name] + feeds.map { "\($0.title) \($0.count as Any) \($0.url as Any)" } }
  }

  package final class ReplyObject: AutoCoding, Stateful {
    package enum CodingKeys: String, CodingKey { case reply = "Reply", name = "Name" }
    let name: String
    var draft: Int?
    let reply: Reply
    init(_ name: String, _ reply: Reply) { (self.name, self.reply) = (name, reply) }
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(reply, forKey: .reply)
    }
    package var state: [AnyHashable] { [name, reply.text, reply.likes] }
  }

  package enum Visit: AutoCoding, Equatable {
    package enum CodingKeys: String, CodingKey { case page = "Page", away = "Away" }
    case away
    case page(number: Int, feed: Feed)
    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard container.contains(.page) else {
        self = .away
        return
      }
      let payload = try container.nestedContainer(keyedBy: PageKey.self, forKey: .page)
      self = .page(
        number: try payload.decode(Int.self, forKey: .number), feed: try payload.decode(Feed.self, forKey: .feed))
    }
    enum PageKey: CodingKey { case number, feed }
  }

  package enum Leave: AutoCoding, Equatable {
    package enum CodingKeys: String, CodingKey { case quietly = "Quietly", saying = "Saying" }
    case quietly
    case saying(Reply)
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .quietly: _ = container.nestedContainer(keyedBy: SayingKey.self, forKey: .quietly)
      case .saying(let reply):
        var payload = container.nestedContainer(keyedBy: SayingKey.self, forKey: .saying)
        try payload.encode(reply, forKey: ._0)
      }
    }
    enum SayingKey: CodingKey { case _0 }
  }

  package struct HalfWritten: AutoCoding, Equatable {
    let feed: Feed
    let reply: Reply?
    let feedObjects: [FeedObject]
    let replyObject: ReplyObject?
    let visits: [String: Visit]
    let leave: Leave
  }
}

extension Twin {
  /// Only the reading is its own; the keys are those of a nested enum.
  package struct Feed: Codable, Equatable {
    package enum CodingKeys: String, CodingKey { case url = "URL", title = "Title", count = "Count" }
    let title: String
    var count: Int?
    /// No case of the keys is for it.
    var cache = "empty"
    let url: String
    init(_ title: String, _ count: Int?, _ url: String) { (self.title, self.count, self.url) = (title, count, url) }
    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        try container.decode(String.self, forKey: .title), try container.decodeIfPresent(Int.self, forKey: .count),
        try container.decode(String.self, forKey: .url))
    }
  }

  /// Only the writing is its own.
  package struct Reply: Codable, Equatable {
    package enum CodingKeys: String, CodingKey { case text = "Text", likes = "Likes" }
    var likes: Int
    /// No case of the keys is for it.
    var draft: String?
    let text: String
    init(_ text: String, _ likes: Int) { (self.text, self.likes) = (text, likes) }
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .text)
      try container.encode(likes, forKey: .likes)
    }
  }

  package final class FeedObject: Codable, Stateful {
    package enum CodingKeys: String, CodingKey { case feeds = "Feeds", name = "Name" }
    let name: String
    var cache: [Int] = []
    let feeds: [Feed]
    init(_ name: String, _ feeds: [Feed]) { (self.name, self.feeds) = (name, feeds) }
    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      feeds = try container.decode([Feed].self, forKey: .feeds)
    }
    package var state: [AnyHashable] { [name] + feeds.map { "\($0.title) \($0.count as Any) \($0.url as Any)" } }
  }

  package final class ReplyObject: Codable, Stateful {
    package enum CodingKeys: String, CodingKey { case reply = "Reply", name = "Name" }
    let name: String
    var draft: Int?
    let reply: Reply
    init(_ name: String, _ reply: Reply) { (self.name, self.reply) = (name, reply) }
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(reply, forKey: .reply)
    }
    package var state: [AnyHashable] { [name, reply.text, reply.likes] }
  }

  package enum Visit: Codable, Equatable {
    package enum CodingKeys: String, CodingKey { case page = "Page", away = "Away" }
    case away
    case page(number: Int, feed: Feed)
    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard container.contains(.page) else {
        self = .away
        return
      }
      let payload = try container.nestedContainer(keyedBy: PageKey.self, forKey: .page)
      self = .page(
        number: try payload.decode(Int.self, forKey: .number), feed: try payload.decode(Feed.self, forKey: .feed))
    }
    enum PageKey: CodingKey { case number, feed }
  }

  package enum Leave: Codable, Equatable {
    package enum CodingKeys: String, CodingKey { case quietly = "Quietly", saying = "Saying" }
    case quietly
    case saying(Reply)
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .quietly: _ = container.nestedContainer(keyedBy: SayingKey.self, forKey: .quietly)
      case .saying(let reply):
        var payload = container.nestedContainer(keyedBy: SayingKey.self, forKey: .saying)
        try payload.encode(reply, forKey: ._0)
      }
    }
    enum SayingKey: CodingKey { case _0 }
  }

  package struct HalfWritten: Codable, Equatable {
    let feed: Feed
    let reply: Reply?
    let feedObjects: [FeedObject]
    let replyObject: ReplyObject?
    let visits: [String: Visit]
    let leave: Leave
  }
}

extension Zoo {
  private static func autoFeeds() -> [Zoo.Feed] {
    [.init("a", 1, "u"), .init("", nil, "")]
  }

  private static func autoHalves() -> [Zoo.HalfWritten] {
    let feed = Zoo.Feed("a", 1, "u")
    return [
      .init(
        feed: feed, reply: .init("r", 2), feedObjects: [.init("o", [feed, feed])],
        replyObject: .init("p", .init("q", .min)), visits: ["v": .page(number: 3, feed: feed)],
        leave: .saying(.init("s", 4))),
      .init(feed: feed, reply: nil, feedObjects: [], replyObject: nil, visits: ["": .away], leave: .quietly),
    ]
  }

  private static func twinFeeds() -> [Twin.Feed] {
    [.init("a", 1, "u"), .init("", nil, "")]
  }

  private static func twinHalves() -> [Twin.HalfWritten] {
    let feed = Twin.Feed("a", 1, "u")
    return [
      .init(
        feed: feed, reply: .init("r", 2), feedObjects: [.init("o", [feed, feed])],
        replyObject: .init("p", .init("q", .min)), visits: ["v": .page(number: 3, feed: feed)],
        leave: .saying(.init("s", 4))),
      .init(feed: feed, reply: nil, feedObjects: [], replyObject: nil, visits: ["": .away], leave: .quietly),
    ]
  }

  static var halfWritten: [any ZooSpecimen] {
    [
      Specimen("keys, and its own init(from:)", autoFeeds(), twinFeeds()),
      Specimen("keys, and its own encode(to:)", [Reply("a", 1)], [Twin.Reply("a", 1)]),
      Specimen(
        "a class with keys and its own init(from:)", [FeedObject("n", autoFeeds())],
        [Twin.FeedObject("n", twinFeeds())]),
      Specimen(
        "a class with keys and its own encode(to:)", [ReplyObject("n", Reply("a", 1))],
        [Twin.ReplyObject("n", Twin.Reply("a", 1))]),
      Specimen(
        "an enum with keys and its own init(from:)", [Visit.away, .page(number: 1, feed: autoFeeds()[0])],
        [Twin.Visit.away, .page(number: 1, feed: twinFeeds()[0])]),
      Specimen(
        "an enum with keys and its own encode(to:)", [Leave.quietly, .saying(Reply("a", 1))],
        [Twin.Leave.quietly, .saying(Twin.Reply("a", 1))]),
      Specimen("half-written code inside", autoHalves(), twinHalves()),
    ]
  }
}

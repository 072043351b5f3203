import Foundation

/// The twins of ``Auto/Rules``: what is written by hand without the rules.
extension Hand {
  enum Rules {
    enum Event: Codable, Hashable {
      case opened(number: Int, title: String)
      case commented(number: Int, body: String, author: String)
      case merged(number: Int, commit: String)

      private enum CodingKeys: String, CodingKey { case type, number, title, body, author, commit }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let number = try container.decode(Int.self, forKey: .number)
        switch try container.decode(String.self, forKey: .type) {
        case "opened":
          self = .opened(number: number, title: try container.decode(String.self, forKey: .title))
        case "commented":
          self = .commented(
            number: number, body: try container.decode(String.self, forKey: .body),
            author: try container.decode(String.self, forKey: .author))
        case "merged":
          self = .merged(number: number, commit: try container.decode(String.self, forKey: .commit))
        case let name:
          throw DecodingError.dataCorruptedError(
            forKey: .type, in: container, debugDescription: "There is no event \(name).")
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .opened(let number, let title):
          try container.encode("opened", forKey: .type)
          try container.encode(number, forKey: .number)
          try container.encode(title, forKey: .title)
        case .commented(let number, let body, let author):
          try container.encode("commented", forKey: .type)
          try container.encode(number, forKey: .number)
          try container.encode(body, forKey: .body)
          try container.encode(author, forKey: .author)
        case .merged(let number, let commit):
          try container.encode("merged", forKey: .type)
          try container.encode(number, forKey: .number)
          try container.encode(commit, forKey: .commit)
        }
      }
    }

    struct Customer: Codable, Hashable {
      var name: String
      var email: String
      var city: String
    }

    struct Order: Codable, Hashable {
      var id: Int
      var customer: Customer
      var note: String

      private enum CodingKeys: String, CodingKey { case id, note }

      init(id: Int, customer: Customer, note: String) {
        self.id = id
        self.customer = customer
        self.note = note
      }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        customer = try Customer(from: decoder)
        note = try container.decode(String.self, forKey: .note)
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try customer.encode(to: encoder)
        try container.encode(note, forKey: .note)
      }
    }

    struct Preferences: Codable, Hashable {
      var id: Int
      var volume: Double
      var theme: String
      var isMuted: Bool
      var recent: [String]
      var limit: Int

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        volume = try container.decodeIfPresent(Double.self, forKey: .volume) ?? 0.5
        theme = try container.decodeIfPresent(String.self, forKey: .theme) ?? "light"
        isMuted = try container.decodeIfPresent(Bool.self, forKey: .isMuted) ?? false
        recent = try container.decodeIfPresent([String].self, forKey: .recent) ?? []
        limit = try container.decodeIfPresent(Int.self, forKey: .limit) ?? 100
      }
    }

    struct Post: Codable, Hashable {
      var postID: Int
      var publishedAt: Date
      var viewCount: Int
      var authorName: String

      private enum CodingKeys: String, CodingKey {
        case postID = "post_id"
        case publishedAt = "published_at"
        case viewCount = "view_count"
        case authorName = "author_name"
      }

      init(postID: Int, publishedAt: Date, viewCount: Int, authorName: String) {
        self.postID = postID
        self.publishedAt = publishedAt
        self.viewCount = viewCount
        self.authorName = authorName
      }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        postID = try container.decode(Int.self, forKey: .postID)
        publishedAt = try Date(container.decode(String.self, forKey: .publishedAt), strategy: .iso8601)
        let text = try container.decode(String.self, forKey: .viewCount)
        guard let number = Int(text) else {
          throw DecodingError.dataCorruptedError(
            forKey: .viewCount, in: container, debugDescription: "\(text) is no number.")
        }
        viewCount = number
        authorName = try container.decode(String.self, forKey: .authorName)
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(postID, forKey: .postID)
        try container.encode(publishedAt.formatted(.iso8601), forKey: .publishedAt)
        try container.encode(String(viewCount), forKey: .viewCount)
        try container.encode(authorName, forKey: .authorName)
      }
    }

    /// A part of a repository.
    struct Summary: Codable, Hashable {
      struct Owner: Codable, Hashable {
        var login: String
      }

      var id: Int
      var name: String
      var language: String?
      var owner: Owner

      init(_ repository: Synth.Repository) {
        id = repository.id
        name = repository.name
        language = repository.language
        owner = Owner(login: repository.owner.login)
      }
    }

    /// The classes of a hierarchy as cases, as one writes it without a coder that knows classes.
    enum Vehicle: Codable, Hashable {
      case car(name: String, wheels: Int, doors: Int)
      case truck(name: String, wheels: Int, load: Double, axles: [Double])

      private enum CodingKeys: String, CodingKey { case kind, name, wheels, doors, load, axles }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .name)
        let wheels = try container.decode(Int.self, forKey: .wheels)
        switch try container.decode(String.self, forKey: .kind) {
        case "car":
          self = .car(name: name, wheels: wheels, doors: try container.decode(Int.self, forKey: .doors))
        case "truck":
          self = .truck(
            name: name, wheels: wheels, load: try container.decode(Double.self, forKey: .load),
            axles: try container.decode([Double].self, forKey: .axles))
        case let kind:
          throw DecodingError.dataCorruptedError(
            forKey: .kind, in: container, debugDescription: "There is no vehicle \(kind).")
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .car(let name, let wheels, let doors):
          try container.encode("car", forKey: .kind)
          try container.encode(name, forKey: .name)
          try container.encode(wheels, forKey: .wheels)
          try container.encode(doors, forKey: .doors)
        case .truck(let name, let wheels, let load, let axles):
          try container.encode("truck", forKey: .kind)
          try container.encode(name, forKey: .name)
          try container.encode(wheels, forKey: .wheels)
          try container.encode(load, forKey: .load)
          try container.encode(axles, forKey: .axles)
        }
      }
    }
  }
}

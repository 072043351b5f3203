import AutoCodingFoundation
import Foundation

enum Cover: AutoCoding, Hashable {
  case none
  case color(red: Double, green: Double, blue: Double)
  case image(Data)
}

enum Genre: String, AutoCoding { case novel, essay }

struct Review: AutoCoding, Hashable {
  let stars: Int
  var text: String?
}

/// A plain class, with an identity that archives keep.
class Publisher: AutoCoding {
  var name: String
  init(_ name: String) { self.name = name }
}

final class Imprint: Publisher {
  var city = ""
}

/// A type with its own Codable code.
struct Version: Codable, Hashable {
  var major = 1
  var minor = 0
  init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }
  init(from decoder: any Decoder) throws {
    let parts = try decoder.singleValueContainer().decode(String.self).split(separator: ".").compactMap { Int($0) }
    guard parts.count == 2 else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no version"))
    }
    (major, minor) = (parts[0], parts[1])
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(major).\(minor)")
  }
}

/// A property of every kind.
class Volume: AutoCodingObject {
  var title = "untitled"
  var pages: Int? = 1
  var edition = 1
  var weight: Float = 0
  var price = 0.0
  var isAvailable = true
  var small: Int8 = 0
  var large: UInt64 = 0
  var printed: Date?
  var scan = Data()
  var link: URL?
  var id: UUID?
  var amount: Decimal?
  var tags: [String] = []
  var words: Set<String> = []
  var ratings: [String: Int] = [:]
  var scores: [Int: Double] = [:]
  var holes: [Int?] = []
  var genre = Genre.novel
  var cover = Cover.none
  var covers: [Cover] = []
  var review: Review?
  var reviews: [Review] = []
  var opinions: [String: [Review]] = [:]
  var seen: Set<Review> = []
  var size: (width: Int, height: Int) = (0, 0)
  var version = Version(1, 0)
  var author: Writer?
  var editors: [Writer] = []
  var publisher: Publisher?
  var publishers: [Publisher] = []
  var sequel: Volume?
  @Transient var session = "transient"
  var draft = "draft"

  override class var unEncodedProperties: Set<String> { ["draft"] }
  override class var propertyKeys: [String: String] { ["link": "url"] }
  override class var propertyRules: PropertyRules { ["title": .formerly("name")] }
}

class Writer: AutoCodingObject {
  var name = ""
  convenience init(_ name: String) {
    self.init()
    self.name = name
  }
}

final class Laureate: Writer {
  var prize = ""
  var secret = "secret"
  override class var unEncodedProperties: Set<String> { ["secret"] }
}

/// A class with code of its own after decoding.
final class Checked: AutoCodingObject {
  var count = 1
  var copies: [Int] = []
  override func didDecode() throws {
    guard count > 0 else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "count must be positive"))
    }
    copies = Array(repeating: 0, count: count)
  }
}

extension Volume {
  static var sample: Volume {
    let volume = Volume()
    volume.title = "Ä title 😀"
    volume.pages = nil
    volume.edition = -3
    volume.weight = 0.25
    volume.price = 0.1
    volume.isAvailable = false
    volume.small = -128
    volume.large = UInt64(Int64.max)
    volume.printed = Date(timeIntervalSinceReferenceDate: 12.5)
    volume.scan = Data([1, 2, 3])
    volume.link = URL(string: "https://example.com/a?b=c")
    volume.id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    volume.amount = Decimal(string: "-1234567890123456789.5")
    volume.tags = ["x", "y", "x", ""]
    volume.words = ["u", "v"]
    volume.ratings = ["a": 1, "b": 0]
    volume.scores = [-1: 0.5, 7: 0]
    volume.genre = .essay
    volume.cover = .color(red: 0, green: 0.5, blue: 1)
    volume.covers = [.none, .image(Data([9])), .none]
    volume.review = Review(stars: 0, text: nil)
    volume.reviews = [Review(stars: 5, text: "t"), Review(stars: 1, text: nil)]
    volume.opinions = ["k": [Review(stars: 2, text: "")], "l": []]
    volume.seen = [Review(stars: 3, text: "s"), Review(stars: 4, text: nil)]
    volume.size = (3, 4)
    volume.version = Version(2, 7)
    let author = Laureate("Ann")
    author.prize = "P"
    author.secret = "changed"
    volume.author = author
    volume.editors = [Writer("Bob"), author]
    let publisher = Imprint("House")
    publisher.city = "Bern"
    volume.publisher = publisher
    volume.publishers = [Publisher("Other"), publisher]
    volume.sequel = Volume()
    volume.session = "changed"
    volume.draft = "changed"
    return volume
  }
}

import AutoCoding
import Foundation

/// Models with flattened enums, and twins whose `Codable` code does the same by hand.
enum FlattenedEnums {
  struct Issue: AutoCoding, Codable, Equatable {
    var title: String
    var body: String?
  }

  enum Payload: AutoCoding, Equatable {
    case push(commits: Int, refName: String?), star, issue(Issue)
    static let typeRules = TypeRules(caseKey: "type")
  }

  struct Event: AutoCoding, Equatable {
    var id: Int
    var payload: Payload
    var place: String?
    static let propertyRules: PropertyRules = ["payload": .flattened]
  }

  // MARK: Twins

  enum PayloadTwin: Codable {
    case push(commits: Int, refName: String?), star, issue(Issue)

    enum CodingKeys: CodingKey { case type, commits, refName }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "push":
        self = .push(
          commits: try container.decode(Int.self, forKey: .commits),
          refName: try container.decodeIfPresent(String.self, forKey: .refName))
      case "star": self = .star
      case "issue": self = .issue(try Issue(from: decoder))
      default: throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "no case")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .push(let commits, let refName):
        try container.encode("push", forKey: .type)
        try container.encode(commits, forKey: .commits)
        try container.encodeIfPresent(refName, forKey: .refName)
      case .star: try container.encode("star", forKey: .type)
      case .issue(let issue):
        try container.encode("issue", forKey: .type)
        try issue.encode(to: encoder)
      }
    }
  }

  struct EventTwin: Codable {
    var id: Int
    var payload: PayloadTwin
    var place: String?

    enum CodingKeys: CodingKey { case id, place }

    init(id: Int, payload: PayloadTwin, place: String?) {
      (self.id, self.payload, self.place) = (id, payload, place)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      payload = try PayloadTwin(from: decoder)
      place = try container.decodeIfPresent(String.self, forKey: .place)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try payload.encode(to: encoder)
      try container.encodeIfPresent(place, forKey: .place)
    }
  }

  /// Values of the model and its twin with the same contents.
  static var pairs: [(Event, EventTwin)] {
    [
      (
        Event(id: 1, payload: .push(commits: 3, refName: "a/b"), place: "x"),
        EventTwin(id: 1, payload: .push(commits: 3, refName: "a/b"), place: "x")
      ),
      (
        Event(id: 2, payload: .push(commits: 0, refName: nil)),
        EventTwin(id: 2, payload: .push(commits: 0, refName: nil), place: nil)
      ),
      (Event(id: 3, payload: .star, place: ""), EventTwin(id: 3, payload: .star, place: "")),
      (
        Event(id: 4, payload: .issue(Issue(title: "t", body: "b"))),
        EventTwin(id: 4, payload: .issue(Issue(title: "t", body: "b")), place: nil)
      ),
    ]
  }

  // MARK: Optionals and defaults

  struct Maybe: AutoCoding, Equatable {
    var id: Int
    var payload: Payload?
    static let propertyRules: PropertyRules = ["payload": .flattened]
  }

  struct Defaulted: AutoCoding, DefaultInitializable, Equatable {
    var id = 1
    var payload = Payload.star
    static let propertyRules: PropertyRules = ["payload": .flattened]
  }

  struct Ruled: AutoCoding, Equatable {
    var id: Int
    var payload: Payload
    static let propertyRules: PropertyRules = ["payload": .flattened.default(Payload.push(commits: 9, refName: nil))]
  }

  enum Open: AutoCoding, Equatable {
    case sized(size: Int), unknown
    static let typeRules = TypeRules(caseKey: "type", unknownCase: "unknown")
  }

  struct Opened: AutoCoding, Equatable {
    var id: Int
    var open: Open
    static let propertyRules: PropertyRules = ["open": .flattened]
  }

  struct Label: AutoCoding, Equatable { var label: String? }

  enum Labeled: AutoCoding, Equatable {
    case sized(size: Int), other(Label)
    static let typeRules = TypeRules(caseKey: "type", unknownCase: "other")
  }

  struct Tag: AutoCoding, Equatable {
    var id: Int
    var labeled: Labeled
    static let propertyRules: PropertyRules = ["labeled": .flattened]
  }

  enum Numbered: AutoCoding, Equatable {
    case one(size: Int), two
    static let typeRules = TypeRules(caseKey: "n", tagsAreIntegers: true)
    static let propertyRules: PropertyRules = [
      "one": .key("1").formerly("11"), "two": .key("2"), "one.size": .formerly("old").default(3),
    ]
  }

  struct Number: AutoCoding, Equatable {
    var id: Int
    var numbered: Numbered
    static let propertyRules: PropertyRules = ["numbered": .flattened]
  }

  // MARK: Content keys and several levels

  enum Adjacent: AutoCoding, Equatable {
    case text(String), size(width: Int, height: Int), none, issues([Issue])
    static let typeRules = TypeRules(caseKey: "t", contentKey: "c")
  }

  struct Inner: AutoCoding, Equatable {
    var name: String
    var adjacent: Adjacent
    static let propertyRules: PropertyRules = ["adjacent": .flattened]
  }

  struct MaybeInner: AutoCoding, Equatable {
    var id: Int
    var inner: Inner?
    static let propertyRules: PropertyRules = ["inner": .flattened]
  }

  struct Outer: AutoCoding, Equatable {
    var id: Int
    var inner: Inner
    var payload: Payload
    var rest: [String: JSONValue] = [:]
    var last: Bool
    static let propertyRules: PropertyRules = ["inner": .flattened, "payload": .flattened, "rest": .flattened]
  }

  enum Deep: AutoCoding, Equatable {
    case inner(Inner), other(flag: Bool)
    static let typeRules = TypeRules(caseKey: "kind")
  }

  struct Top: AutoCoding, Equatable {
    var deep: Deep
    var x: Int
    static let propertyRules: PropertyRules = ["deep": .flattened]
  }

  // MARK: Hierarchies

  class Animal: AutoCoding, DefaultInitializable {
    var name = "a"
    var payload: Payload?
    class var propertyRules: PropertyRules { ["payload": .flattened] }
    class var typeRules: TypeRules { TypeRules(typeKey: "animal", types: ["some": Animal.self, "dog": Dog.self]) }
    required init() {}
  }

  final class Dog: Animal {
    var adjacent = Adjacent.none
    override class var propertyRules: PropertyRules { ["adjacent": .flattened] }
  }
}

import AutoCoding
import AutoCodingSchema
import Foundation

struct Required: AutoCoding { let name: String; let age: Int; let mail: String? }

struct Defaults: AutoCoding, DefaultInitializable {
  var name = "none"
  var tags: Set<String> = ["a"]
  var id = UUID()
  var note: String?
  static let propertyRules: PropertyRules = ["tags": .transformed(by: SortedTexts.self)]
  init() {}
}

enum SortedTexts: PropertyTransformer {
  static func encode(_ texts: Set<String>) -> [String] { texts.sorted() }
  static func decode(_ texts: [String]) -> Set<String> { Set(texts) }
}

struct Ruled: AutoCoding {
  let user: String
  let volume: Double
  let id: UUID
  static var propertyRules: PropertyRules {
    ["volume": .default(0.5).described("From 0 to 1."), "id": .default(UUID())]
  }
}

enum Suit: String, AutoCoding, CodingKeyRepresentable { case redHearts, spades }
enum Level: Int, AutoCoding { case low = 1, high = 5 }
enum PlainLevel: Int, Codable { case low = 1, high = 5 }
enum PlainSuit: String, Codable { case a, b }

struct Tuples: AutoCoding {
  let pair: (Int, String)
  let same: (Double, Double, Double)
  let named: (x: Int, y: Int?)
}

enum Shape: AutoCoding { case circle(radius: Double), label(String), empty }

struct Point: AutoCoding { let x: Int; let y: Int }
struct Line: AutoCoding { let from: Point; let to: Point? }
struct Tree: AutoCoding { let value: Int; let children: [Tree] }

enum Event: AutoCoding {
  case opened(at: Int), moved(Point), closed
  static let typeRules = TypeRules(caseKey: "type")
}

enum Message: AutoCoding {
  case text(String), point(x: Int, y: Int)
  static let typeRules = TypeRules(caseKey: "kind", contentKey: "value")
}

enum First {
  struct Inner: AutoCoding { let a: Int }
}
enum Second {
  struct Inner: AutoCoding { let b: Int }
}
struct Box<Content: Codable & SendableMetatype>: AutoCoding { let content: Content }
struct Twice: AutoCoding { let first: First.Inner; let second: Second.Inner; let box: Box<Int> }

class Vehicle: AutoCoding, DefaultInitializable {
  var wheels = 0
  required init() {}
}
final class Car: Vehicle { var doors = 4 }

class Animal: AutoCoding, DefaultInitializable {
  var name = ""
  class var typeRules: TypeRules { TypeRules(typeKey: "kind", types: ["cat": Cat.self, "dog": Dog.self]) }
  required init() {}
}
final class Cat: Animal { var lives = 9 }
final class Dog: Animal {}

class Node: AutoCoding, DefaultInitializable {
  class var typeRules: TypeRules { TypeRules(typeKey: "kind", types: ["leaf": Leaf.self], unknownType: .base) }
  required init() {}
}
final class Leaf: Node { var size = 1 }

struct Styled: AutoCoding {
  let firstName: String
  static let typeRules = TypeRules(keyStyle: .snakeCase)
}

struct Pathed: AutoCoding {
  let name: String
  let city: String
  let zip: String?
  let latitude: Double?
  let image: String
  static let propertyRules: PropertyRules = [
    "city": .key("address.city").formerly("town"), "zip": .key("address.zip"), "latitude": .key("geo.lat"),
    "image": .key("images.1.url").decodedOnly,
  ]
}

struct OneWay: AutoCoding {
  let id: Int
  let name: String
  let secret: String?
  static let propertyRules: PropertyRules = ["id": .decodedOnly, "secret": .encodedOnly]
}

struct Color: Equatable, Sendable { let text: String }

enum HexColor: PropertyTransformer, JSONSchemaDescribed {
  static func encode(_ color: Color) -> String { color.text }
  static func decode(_ text: String) -> Color { Color(text: text) }
  static var jsonSchema: JSONValue { ["type": "string", "pattern": "^#"] }
}

struct Transformations: AutoCoding {
  let when: Date
  let days: [Date?]
  let flag: Bool
  let answer: Bool
  let bytes: Data
  @Transformed<NumberAsText<Int>> var count = 0
  let link: URL
  @Transformed<HexColor> var color = Color(text: "#fff")
  static let propertyRules: PropertyRules = [
    "when": .transformed(by: ISO8601Date.self), "days": .transformed(by: DayDate.self),
    "flag": .transformed(by: BoolAsNumber.self), "answer": .transformed(by: BoolAsYesOrNo.self),
    "bytes": .transformed(by: HexadecimalData.self), "link": .transformed(by: EscapedURL.self),
  ]
}

struct Money: Codable, JSONSchemaDescribed {
  let text: String
  init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
  static var jsonSchema: JSONValue { ["type": "string"] }
}

struct Hidden: Codable { let a: Int }

protocol Drawable {}

struct Own: AutoCoding {
  let any: Any
  let json: JSONValue
  let number: JSONNumber
  let members: JSONObject
  let money: Money
  let hidden: Hidden
  let model: any Drawable
}

struct Versioned: AutoCoding {
  let name: String
  static var archiveVersion: Int { 2 }
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
}

@propertyWrapper struct Clamped: CodedPropertyWrapper {
  var wrappedValue: Int
  static var wrapperForMissingKey: Clamped? { Clamped(wrappedValue: 3) }
}
@propertyWrapper struct Bare: CodedPropertyWrapper { var wrappedValue: Int }
struct Wrapped: AutoCoding {
  @Clamped var level: Int
  @Bare var plain: Int
}

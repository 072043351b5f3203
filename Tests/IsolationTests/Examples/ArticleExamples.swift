import AutoCodingFoundation
import Foundation

/// The examples of the articles about the module AutoCoding, compiled with the main actor as default isolation.
enum ArticleExamples {
  struct Coordinate: AutoCoding {
    let latitude: Double
    let longitude: Double
  }

  static func overview() throws -> Data {
    let data = try JSONEncoder().encode(Coordinate(latitude: 51.5, longitude: -0.1))
    return data
  }

  // MARK: Getting started

  enum Color: String, AutoCoding { case red, green }

  class Person: AutoCoding {
    var name: String
    init(name: String) { self.name = name }
  }

  nonisolated final class Teacher: Person {
    var course = ""
  }

  @MainActor class Editor: AutoCoding, DefaultInitializable {
    var text = ""
    var selection: Int?
    nonisolated class var unEncodedProperties: Set<String> { ["selection"] }
    nonisolated required init() {}
  }

  struct Settings: AutoCoding, DefaultInitializable {
    var size = 12
    var font = "Serif"
  }

  static func defaults() throws -> Settings {
    try JSONDecoder().decode(Settings.self, from: Data("{}".utf8))  // size 12, font "Serif"
  }

  class Account: AutoCoding, DefaultInitializable {
    var user = ""
    var session: String?
    @Transient var draft = ""
    class var unEncodedProperties: Set<String> { ["session"] }
    required init() {}
  }

  nonisolated final class Administrator: Account {
    var log: [String] = []
    override class var unEncodedProperties: Set<String> { ["log"] }
  }

  struct Contact {
    var mail: String
  }

  struct Member: AutoCoding {
    var firstName = ""
    var lastName = ""
    static let typeRules = TypeRules(keyStyle: .snakeCase)  // {"first_name": …, "last_name": …}
  }

  struct School: AutoCoding {
    var people: [Person]  // with a Teacher among them
  }

  static func map() throws {
    print(try TypeMap(reflecting: Administrator.self))
  }

  enum WithTypeMap {
    struct TypeMap { var tiles: [String] = [] }

    #if compiler(>=6.3)
    static func coded() throws -> Int {
      let map = try AutoCoding::TypeMap(reflecting: Administrator.self)
      return map.properties.count - TypeMap().tiles.count
    }
    #endif
  }

  // MARK: Working with APIs

  struct Order: AutoCoding {
    let id: Int
    var name: String
    var weight: Double
    var tags: [String]
    var created: Date
    var status: String
    var coupon: String?
    @Transient var isSelected = false

    static var propertyRules: PropertyRules {
      [
        "name": .key("title").formerly("label"),
        "weight": .default(0),
        "tags": .default([]),
        "created": .default(Date()),
        "status": .decodedOnly.default("new").described("Set by the server."),
        "coupon": .encodedOnly,
        "isSelected": .default(false),
      ]
    }
  }

  static func order() throws -> Order {
    let order = try AutoJSONDecoder().decode(Order.self, from: Data(#"{"id": 1, "label": "Tea"}"#.utf8))
    return order
  }

  struct Ticket: AutoCoding {
    var id: Int
    var owner: Owner
    var other: [String: JSONValue]
    static let propertyRules: PropertyRules = ["owner": .flattened, "other": .flattened]
  }

  struct Owner: AutoCoding { var name: String, mail: String? }

  static func ticket() throws -> Ticket {
    let text = #"{"id": 1, "name": "Ada", "plan": "free"}"#
    let ticket = try AutoJSONDecoder().decode(Ticket.self, from: Data(text.utf8))  // ticket.other["plan"] is "free"
    return ticket
  }

  struct Activity: AutoCoding {
    var id: Int
    var action: Action
    static let propertyRules: PropertyRules = ["action": .flattened]
  }

  enum Action: AutoCoding {
    case push(commits: Int), star, issue(Topic)
    static let typeRules = TypeRules(caseKey: "type")
  }

  struct Topic: AutoCoding { var title: String }

  static func activities() throws -> [Activity] {
    let text = #"[{"id": 1, "type": "push", "commits": 3}, {"id": 2, "type": "star"}]"#
    let activities = try AutoJSONDecoder().decode([Activity].self, from: Data(text.utf8))  // .push(commits: 3), .star
    return activities
  }

  nonisolated class Vehicle: AutoCoding, DefaultInitializable {
    var wheels = 0
    class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["car": Car.self, "truck": Truck.self]) }
    required init() {}
  }

  nonisolated final class Car: Vehicle { var doors = 4 }
  nonisolated final class Truck: Vehicle { var load = 0.0 }

  static func vehicles() throws -> [Vehicle] {
    let text = #"[{"type": "car", "wheels": 4, "doors": 2}, {"load": 7.5, "type": "truck"}]"#
    let vehicles = try AutoJSONDecoder().decode([Vehicle].self, from: Data(text.utf8))  // a Car and a Truck
    return vehicles
  }

  enum Shape: AutoCoding {
    case circle(radius: Double), picture(Picture), empty
    static let typeRules = TypeRules(caseKey: "type")
  }

  struct Picture: AutoCoding, DefaultInitializable { var url = "", size = 0 }

  // Stands for a class of a framework.
  nonisolated final class Image {
    let png: Data
    init(png: Data) { self.png = png }
  }

  enum PictureData: PropertyTransformer {
    static func encode(_ image: Image) throws -> Data { image.png }
    static func decode(_ data: Data) throws -> Image { Image(png: data) }
  }

  struct Profile: AutoCoding {
    var name: String
    var image: Image
    static let propertyRules: PropertyRules = ["image": .transformed(by: PictureData.self)]
  }

  static func shapes() throws -> [Shape] {
    let text = #"[{"radius": 2, "type": "circle"}, {"type": "picture", "url": "a.png"}, {"type": "empty"}]"#
    let shapes = try AutoJSONDecoder().decode([Shape].self, from: Data(text.utf8))
    return shapes
  }

  enum Size: AutoCoding {
    case number(Int), text(String), box(width: Int, height: Int)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  static func sizes() throws -> [Size] {
    let various = #"[12, "12 pt", {"width": 2, "height": 3}]"#
    let sizes = try AutoJSONDecoder().decode([Size].self, from: Data(various.utf8))
    return sizes
  }

  enum Component: AutoCoding {
    case button(label: String), line
    static let propertyKeys = ["button": "2", "line": "3"]
    static let typeRules = TypeRules(caseKey: "type", tagsAreIntegers: true)  // {"type": 2, "label": "OK"}
  }

  enum Payment: AutoCoding {
    case cash, card(number: String), other
    static let propertyRules: PropertyRules = ["card": .key("credit-card").formerly("creditCard")]
    static let typeRules = TypeRules(unknownCase: "other")
  }

  static func payments() throws -> [Payment] {
    let payments = #"[{"credit-card": {"number": "12"}}, {"creditCard": {"number": "34"}}, {"voucher": {}}]"#
    let read = try AutoJSONDecoder().decode([Payment].self, from: Data(payments.utf8))  // the last is .other
    return read
  }

  enum Status: AutoCoding {
    case active, onHold, unknown(String)
    static let propertyKeys = ["onHold": "on-hold"]
    static let typeRules = TypeRules(unknownCase: "unknown")
  }

  static func statuses() throws -> [Status] {
    let words = #"["active", "on-hold", "archived"]"#
    let statuses = try AutoJSONDecoder().decode([Status].self, from: Data(words.utf8))  // the last is .unknown
    return statuses
  }

  enum Block: AutoCoding {
    case paragraph(text: String), line, other(JSONValue)
    static let typeRules = TypeRules(caseKey: "type", unknownCase: "other")
  }

  static func blocks() throws -> [Block] {
    let page = #"[{"type": "line"}, {"type": "image", "url": "a.png"}]"#
    let blocks = try AutoJSONDecoder().decode([Block].self, from: Data(page.utf8))  // the second is .other
    return blocks
  }

  enum Answer: AutoCoding {
    case circle(radius: Double)
    static let typeRules = TypeRules(caseKey: "type", contentKey: "value")
  }

  struct Membership: AutoCoding {
    var memberID = 7
    var firstName = "Ada"
    static let propertyRules: PropertyRules = ["memberID": .key("ID")]
    static let typeRules = TypeRules(keyStyle: .snakeCase)
  }

  static func styled() throws -> String {
    let membership = try AutoJSONEncoder().encodeToString(Membership())  // {"ID":7,"first_name":"Ada"}
    return membership
  }

  static func parts() throws -> (Order, String) {
    let page = #"{"data": {"items": [{"id": 3, "label": "Tea"}]}, "next": null}"#
    let orders = try AutoJSONDecoder().decode([Order].self, from: Data(page.utf8), at: "data.items")

    let encoder = AutoJSONEncoder()
    encoder.includedProperties = ["id", "name", "tags"]
    encoder.omittedProperties = ["tags"]
    let patch = try encoder.encodeToString(orders[0])  // {"id":3,"title":"Tea"}
    return (orders[0], patch)
  }

  static func patch(_ order: Order) throws -> Data {
    var (old, new) = (order, order)
    old.coupon = "MAY"
    new.name = "Green tea"
    let changes = try ModelDifference(from: old, to: new).jsonMergePatch()  // {"title":"Green tea","coupon":null}
    return changes
  }

  struct Invoice: AutoCoding {
    var lines: [String]
    func willEncode() throws {
      if lines.isEmpty { throw CocoaError(.coderInvalidValue) }
    }
  }

  struct SignUp: AutoCoding {
    var name: String
    var password: String?
    var created: Date?
    static let propertyRules: PropertyRules = [
      "password": .encodedOnly.described("The server never returns it."),
      "created": .decodedOnly.described("The server sets it."),
    ]
  }

  static func directions() throws -> SignUp {
    let account = try AutoJSONDecoder().decode(SignUp.self, from: #"{"name": "Ada", "password": "p", "created": 5}"#)
    // account.password is nil; encoded again, there is no "created"
    return account
  }

  // MARK: Validating types

  struct Article: AutoCoding { var title = "" }
  struct Report: AutoCoding, Equatable {
    let lines: Int
    @Transient var printed = false
  }

  static func validating() throws {
    try TypeMap.validateAll(inModules: ["App"], encodeOnly: [Report.self], also: [Page<Article>.self])
  }

  // MARK: Copying and comparing

  struct Author: AutoCoding { var city = "Paris" }

  nonisolated final class Station: AutoCoding, DefaultInitializable, Hashable {
    var name = ""
    var platforms: [Int] = []
    init() {}
    static func == (first: Station, second: Station) -> Bool { (try? ModelValue.areEqual(first, second)) ?? false }
    func hash(into hasher: inout Hasher) { try? ModelValue.hash(self, into: &hasher) }
  }

  struct Document: AutoCoding {
    var title = "Draft"
    var authors = [Author()]
  }

  static func comparing(_ document: Document, with other: inout Document) throws -> String {
    let copy = try ModelValue.copy(of: document)
    let same = try ModelValue.areEqual(document, copy)  // true
    print(try ModelValue.description(of: document))
    var edited = try ModelValue.copy(of: document)
    edited.title = "Draft 2"
    edited.authors[0].city = "Lyon"

    let edits = try ModelDifference(from: document, to: edited)
    print(edits)
    // title: "Draft" -> "Draft 2"
    // authors[0].city: "Paris" -> "Lyon"

    try edits.apply(to: &other)
    return "\(same): \(edits)"
  }

  // MARK: Dictionaries, JSON and keyed archives

  static func dictionaries(_ teacher: Teacher) throws -> Teacher {
    let dictionary = try DictionaryEncoder().encode(teacher)
    let back = try DictionaryDecoder().decode(Teacher.self, from: dictionary)
    return back
  }

  static func lenient(_ dictionary: [String: Any]) throws -> (name: String, issues: [String]) {
    let decoder = DictionaryDecoder()
    decoder.leniency = .all
    var issues: [DictionaryDecoder.Issue] = []
    let teacher = try decoder.decode(Teacher.self, from: dictionary, reporting: &issues)
    return (teacher.name, issues.map(\.description))
  }

  static func preferences(_ settings: Settings) throws {
    let encoder = DictionaryEncoder()
    encoder.leafFormat = .propertyList
    UserDefaults.standard.set(try encoder.encode(settings), forKey: "settings")
  }

  static func json(_ teacher: Teacher) throws -> Teacher {
    let data = try AutoJSONEncoder().encode(teacher)
    let back = try AutoJSONDecoder().decode(Teacher.self, from: data)
    return back
  }

  struct Visit: AutoCoding, DefaultInitializable {
    var name = "guest"
    var age: Int?
    var rank = 1
  }

  static func visits() throws -> (Visit, Int) {
    let lenient = AutoJSONDecoder()
    lenient.leniency = [.nilForUndecodable, .defaultsForUndecodable]
    var issues: [AutoJSONDecoder.Issue] = []
    let visit = try lenient.decode(Visit.self, from: #"{"name": "Ada", "age": {}, "rank": "high"}"#, reporting: &issues)
    return (visit, issues.count)
  }

  struct Errand: AutoCoding, Identifiable {
    var id: Int
    var title: String
    var isDone: Bool
  }

  struct Errands: AutoCoding { var all: [Errand] }

  static func merge(_ errands: inout Errands) throws {
    let updating = AutoJSONDecoder()
    updating.collectionUpdates = .merge
    try updating.update(&errands, from: #"{"all": [{"id": 2, "isDone": true}]}"#)  // the errand 2, with its title
  }

  struct Player: AutoCoding { var volume = 1 }

  static func update(_ settings: inout Player) throws {
    try AutoJSONDecoder().update(&settings, from: Data(#"{"volume": 7}"#.utf8))
  }

  struct Customer: AutoCoding {
    var name: String
    var city: String
    static var propertyKeys: [String: String] { ["city": "address.city"] }
  }
  // {"name": "Ada", "address": {"city": "London"}}

  struct Subscriber: AutoCoding {
    var email: String
    var firstName: String
    var lastName: String
    static var archiveVersion: Int { 2 }

    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      if version < 1 { properties.renameKey("mail", to: "email") }
      if version < 2 {
        let name = try properties.decode(String.self, forKey: "name").split(separator: " ", maxSplits: 1)
        try properties.encode(String(name.first ?? ""), forKey: "firstName")
        try properties.encode(String(name.dropFirst().first ?? ""), forKey: "lastName")
        properties.removeValue(forKey: "name")
      }
    }
  }

  struct Reading: AutoCoding { var value = 0.5 }

  static func lines(_ readings: [Reading], url: URL, show: (Reading) -> Void) throws {
    let writer = try AutoJSONEncoder().lines(toFile: url)
    for reading in readings { try writer.write(reading) }
    try writer.finish()

    let lines = try AutoJSONDecoder().lines(of: Reading.self, inFile: url)
    while let reading = try lines.next() { show(reading) }
  }

  struct Library: AutoCoding { var people: [Person] = [] }

  static func archives(_ library: Library) throws -> Library {
    let data = try KeyedArchiveEncoder().encode(library)
    let back = try KeyedArchiveDecoder().decode(Library.self, from: data)
    return back
  }

  struct Price: AutoCoding, DefaultInitializable {
    var amount = 0
    @Transient var currency = "EUR"
    mutating func didDecode(in context: DecodingContext) throws {
      currency = context.userInfo[.currency] as? String ?? currency
    }
  }

  struct User: AutoCoding { var name = "u" }
  struct Cart: AutoCoding { var items = [1] }

  static func allowing(_ user: User, _ cart: Cart) throws -> [String: Any] {
    let encoder = KeyedArchiveEncoder()
    encoder.allowedTypes = [User.self, Cart.self]
    let data = try encoder.encode(["user": user, "cart": cart] as [String: Any])
    let cache = try KeyedArchiveDecoder().decode(allowing: [User.self, Cart.self], from: data)
    return cache as? [String: Any] ?? [:]
  }
}

nonisolated extension CodingUserInfoKey {
  static let currency = CodingUserInfoKey(rawValue: "currency").unsafelyUnwrapped
}

struct Page<Item> { var items: [Item] }
nonisolated extension Page: Codable, AutoCoding where Item: Codable {}

typealias Contact = ArticleExamples.Contact

nonisolated extension Contact: AutoCoding {
  static let propertyRules: PropertyRules = ["mail": .key("email").formerly("e-mail")]
}

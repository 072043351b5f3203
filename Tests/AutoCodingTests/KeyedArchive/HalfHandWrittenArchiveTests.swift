import AutoCoding
import Foundation
import Testing

/// Keyed archives of types that have one half of `Codable` by hand.
struct HalfHandWrittenArchiveTests {
  enum Suit: String, AutoCoding { case hearts, spades }
  struct Tag: RawRepresentable, AutoCoding, Hashable { var rawValue: String }

  private static let id = UUID(uuidString: "C7B7B6C4-6C4B-4B0E-9A3C-0F5B8B6C4B0E") ?? UUID()

  struct Encoding: AutoCoding, Equatable {
    var numbers = [1: "a", -2: "b"]
    var small: [Int8: Int] = [3: 4]
    var ids: [UUID: [Int]] = [:]
    var suits = [Suit.hearts: 1]
    var tags = [Tag(rawValue: "t"): 2.5]
    var flags = [true: "yes"]
    var nested: [[Int: Suit]] = [[5: .spades]]

    enum CodingKeys: CodingKey { case numbers, small, ids, suits, tags, flags, nested }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(numbers, forKey: .numbers)
      try container.encode(small, forKey: .small)
      try container.encode(ids, forKey: .ids)
      try container.encode(suits, forKey: .suits)
      try container.encode(tags, forKey: .tags)
      try container.encode(flags, forKey: .flags)
      try container.encode(nested, forKey: .nested)
    }
  }

  struct Decoding<Value: Codable & Hashable>: AutoCoding, Equatable {
    var value: Value

    enum CodingKeys: CodingKey { case value }
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws {
      value = try decoder.container(keyedBy: CodingKeys.self).decode(Value.self, forKey: .value)
    }
  }

  enum Rank: Int, Codable { case low, high }
  struct Number: RawRepresentable, Codable, Hashable { var rawValue: UInt8 }
  struct Point: AutoCoding, Hashable { var x = 1, y = 2 }
  enum Shape: AutoCoding, Hashable { case empty, circle(Int), named(name: String, Int), point(Point), list([Int]) }

  @Test("what encode(to:) has written is read by AutoCoding")
  func encoding() throws {
    let value = Encoding(ids: [Self.id: [1, 2]])
    for _ in 0..<2 {
      let archive = try KeyedArchiveEncoder().encode([value, value])
      #expect(try KeyedArchiveDecoder().decode([Encoding].self, from: archive) == [value, value])
    }
  }

  @Test("what AutoCoding has written is read by init(from:)")
  func decoding() throws {
    func check<Value: Codable & Hashable>(_ value: Value, _ location: SourceLocation = #_sourceLocation) throws {
      let values = [Decoding(value), Decoding(value)]
      let archive = try KeyedArchiveEncoder().encode(values)
      let copies = try KeyedArchiveDecoder().decode([Decoding<Value>].self, from: archive)
      #expect(copies == values, sourceLocation: location)
    }
    for _ in 0..<2 {
      try check([1: "a", -2: "b"])
      try check([Self.id: [1, 2]])
      try check([true: "yes"])
      try check([Int8(3): 4, -128: 5])
      try check([UInt64.max: 1, 0: 2])
      try check([1.5: 1])
      try check([Suit.hearts: 1, .spades: 2])
      try check([Rank.high: 1])
      try check([Tag(rawValue: "12"): 1, Tag(rawValue: ""): 2])
      try check([Number(rawValue: 12): 1])
      try check([Point(): 1])
      try check([Suit.hearts: [Rank.low: [Tag(rawValue: "t"): Suit.spades]]])
      try check([[Suit.hearts: 1], [:]])
      try check(["a": Optional([Suit.hearts: Optional(1)])])
      try check([Point: Int]())
      try check(Shape.empty)
      try check([Shape.circle(3), .named(name: "n", 4), .point(Point()), .list([1, 2])])
      try check([Shape.circle(3): Optional(Shape.list([]))])
      try check(Set([Shape.point(Point())]))
    }
  }

  /// Archived by its properties, as types with one half by hand once were.
  struct Written: AutoCoding {
    var counts = [Suit.hearts: 1]
    var shapes = [Shape.circle(3), .named(name: "n", 4), .empty]
  }

  /// Asks for one value as different types.
  struct Trying: AutoCoding, Equatable {
    var counts = [Suit.hearts: 1]
    var shapes = [Shape.circle(3), .named(name: "n", 4), .empty]
    static var formerTypeNames: Set<String> { [Written.archivedTypeName] }

    enum CodingKeys: CodingKey { case counts, shapes }
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      #expect(throws: DecodingError.self) { try container.decode([Suit: Suit].self, forKey: .counts) }
      #expect(throws: DecodingError.self) { try container.decode([Int8: Int].self, forKey: .counts) }
      #expect(try container.decode([String: Int].self, forKey: .counts) == ["hearts": 1])
      counts = try container.decode([Suit: Int].self, forKey: .counts)
      shapes = try container.decode([Shape].self, forKey: .shapes)
    }
  }

  @Test("a dictionary is read as another type after an attempt that failed")
  func attempts() throws {
    let archive = try KeyedArchiveEncoder().encode(Written())
    #expect(try KeyedArchiveDecoder().decode(Trying.self, from: archive) == Trying())
  }

  // MARK: Models whose form in archives is another than that of Codable

  struct Inner: AutoCoding, Equatable {
    var a: Int?
    var owner: Owner?
    var rest: [String: Int] = [:]
    static let propertyRules: PropertyRules = ["a": .key("q.a"), "owner": .flattened, "rest": .flattened]
  }
  struct Owner: AutoCoding, Equatable { var name: String }
  enum Tagged: AutoCoding, Equatable {
    case x(l: Int), other
    static let typeRules = TypeRules(caseKey: "type", unknownCase: "other")
  }
  struct Price: AutoCoding, Equatable {
    var cents: Int
    static var archiveVersion: Int { 1 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.encode(100 * properties.decode(Int.self, forKey: "cents"), forKey: "cents")
    }
  }
  final class Node: AutoCoding, DefaultInitializable, Equatable {
    var value = 0
    var next: Node?
    static func == (a: Node, b: Node) -> Bool { a.value == b.value && a.next == b.next }
  }

  /// All of these, in the form of `Codable`.
  struct Plain: Codable, Equatable {
    var inner = Inner(a: 5, owner: Owner(name: "Ada"), rest: ["r": 1])
    var tagged = [Tagged.x(l: 1)]
    var price: Price? = Price(cents: 7)
    var node = node()
    var nodes = ["n": node()]
    static func node() -> Node {
      let node = Node()
      (node.value, node.next) = (1, Node())
      return node
    }
  }
  struct Moved: AutoCoding, Equatable {
    var inner: Inner
    var tagged: [Tagged]
    var price: Price?
    var node: Node
    var nodes: [String: Node]
  }
  struct Encodes: AutoCoding, Equatable {
    var inner = Plain().inner
    var tagged = Plain().tagged
    var price = Plain().price
    var node = Plain().node
    var nodes = Plain().nodes
    func encode(to encoder: any Encoder) throws {
      try Plain(inner: inner, tagged: tagged, price: price, node: node, nodes: nodes).encode(to: encoder)
    }
  }
  struct Decodes: AutoCoding, Equatable {
    var inner = Plain().inner
    var tagged = Plain().tagged
    var price = Plain().price
    var node = Plain().node
    var nodes = Plain().nodes
    init() {}
    init(from decoder: any Decoder) throws {
      let plain = try Plain(from: decoder)
      (inner, tagged, price, node, nodes) = (plain.inner, plain.tagged, plain.price, plain.node, plain.nodes)
    }
  }

  @Test("models within keep their values, whichever half is by hand")
  func models() throws {
    let (encoder, decoder) = (KeyedArchiveEncoder(), KeyedArchiveDecoder())
    for _ in 0..<2 {
      let plain = Plain()
      let archive = try encoder.encode([plain])
      #expect(try decoder.decode([Plain].self, from: archive) == [plain])
      let moved = try #require(try decoder.decode([Moved].self, from: archive).first)
      #expect(moved.inner == plain.inner && moved.tagged == plain.tagged && moved.price == plain.price)
      #expect(moved.node == plain.node && moved.nodes == plain.nodes)
      let read = try decoder.decode([Moved].self, from: encoder.encode([moved]))
      #expect(read == [moved])
      let encodes = Encodes()
      #expect(try decoder.decode([Encodes].self, from: encoder.encode([encodes])) == [encodes])
      let decodes = Decodes()
      #expect(try decoder.decode([Decodes].self, from: encoder.encode([decodes])) == [decodes])
      #expect(try decoder.decode(Decodes.self, from: encoder.encode(plain)) == decodes)
    }
  }

  /// Archived by its properties.
  struct Property<Value: AutoCoding & Equatable>: AutoCoding { var value: Value }
  /// The same, of which one half is by hand since.
  struct Read<Value: AutoCoding & Equatable>: AutoCoding {
    var value: Value
    static var formerTypeNames: Set<String> { [Property<Value>.archivedTypeName] }
    enum CodingKeys: CodingKey { case value }
    init(from decoder: any Decoder) throws {
      value = try decoder.container(keyedBy: CodingKeys.self).decode(Value.self, forKey: .value)
    }
  }

  private func readLater<Value: AutoCoding & Equatable>(_ value: Value) throws -> Value {
    let archive = try KeyedArchiveEncoder().encode(Property(value: value))
    return try KeyedArchiveDecoder().decode(Read<Value>.self, from: archive).value
  }

  enum Content: AutoCoding, Equatable {
    case text(String), pair(a: Int, inner: Inner), price(Price), other
    static let typeRules = TypeRules(caseKey: "type", contentKey: "value", unknownCase: "other")
  }
  enum Beside: AutoCoding, Equatable {
    case inner(Inner), owner(Owner)
    static let typeRules = TypeRules(caseKey: "type")
  }
  struct Renamed: AutoCoding, Equatable {
    var city: String
    static let propertyKeys = ["city": "address.city"]
  }
  struct Again: AutoCoding, Equatable {
    var city: String
    static let propertyKeys = ["city": "home.town"]
    static var propertyRules: PropertyRules { ["city": .formerly("address.city")] }
    static var formerTypeNames: Set<String> { [Renamed.archivedTypeName] }
  }
  class Vehicle: AutoCoding, DefaultInitializable, Equatable {
    var wheels = 4
    required init() {}
    class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["vehicle": Vehicle.self]) }
    static func == (a: Vehicle, b: Vehicle) -> Bool { a.wheels == b.wheels }
  }

  @Test("a later init(from:) reads old archives of models whose keys are elsewhere in the form of Codable")
  func keysElsewhere() throws {
    #expect(try readLater(Price(cents: 7)) == Price(cents: 7))
    #expect(try readLater(Plain.node()) == Plain.node())
    #expect(try readLater(Shape.circle(3)) == .circle(3))
    for inner in [Plain().inner, Inner(), Inner(a: nil, owner: nil, rest: ["a": 1, "q": 2])] {
      #expect(try readLater(inner) == inner)
    }
    for tagged in [Tagged.x(l: 1), .other] { #expect(try readLater(tagged) == tagged) }
    let contents = [Content.text("t"), .pair(a: 1, inner: Plain().inner), .price(Price(cents: 7)), .other]
    for content in contents { #expect(try readLater(content) == content) }
    for value in [Beside.inner(Plain().inner), .owner(Owner(name: "Ada"))] { #expect(try readLater(value) == value) }
    let vehicle = Vehicle()
    vehicle.wheels = 3
    #expect(try readLater(vehicle) == vehicle)
    let archive = try KeyedArchiveEncoder().encode(Property(value: Renamed(city: "Bern")))
    #expect(try KeyedArchiveDecoder().decode(Read<Again>.self, from: archive).value == Again(city: "Bern"))
  }

  @Test("and finds no unknown keys in them")
  func unknownKeysElsewhere() throws {
    let decoder = KeyedArchiveDecoder()
    decoder.unknownKeys = .report
    var keys: [UnknownKey] = []
    let old = try KeyedArchiveEncoder().encode(Property(value: Plain().inner))
    _ = try decoder.decode(Read<Inner>.self, from: old, reporting: &keys)
    #expect(keys.isEmpty)
  }

  /// A class that gains both halves from AutoCoding.
  final class OldShelf: Codable {
    var titles = ["a"]
    var first = Plain.node()
  }
  final class NewShelf: AutoCoding, DefaultInitializable {
    var titles: [String] = []
    var first: Node?
    var added = 1
  }

  /// A class with subclasses, whose `init(from:)` is by hand.
  class Animal: AutoCoding {
    var name = ""
    init(name: String) { self.name = name }
    enum CodingKeys: CodingKey { case name }
    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }
  }
  struct Pen: AutoCoding { var animal: Animal, others: [Animal] }

  @Test("objects are read from what Codable code has written")
  func objects() throws {
    for _ in 0..<2 {
      let shelf = try KeyedArchiveDecoder().decode(NewShelf.self, from: KeyedArchiveEncoder().encode(OldShelf()))
      #expect(shelf.titles == ["a"] && shelf.first == Plain.node() && shelf.added == 1)
      let rex = Animal(name: "Rex")
      let archive = try KeyedArchiveEncoder().encode(Pen(animal: rex, others: [rex, Animal(name: "Tom")]))
      let pen = try KeyedArchiveDecoder().decode(Pen.self, from: archive)
      #expect(pen.animal.name == "Rex" && pen.others.map(\.name) == ["Rex", "Tom"] && pen.others[0] === pen.animal)
    }
  }

  @Test("an array in place of a dictionary is refused elsewhere")
  func refused() throws {
    let archive = try KeyedArchiveEncoder().encode(["a", "b"])
    #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode([String: String].self, from: archive) }
  }
}

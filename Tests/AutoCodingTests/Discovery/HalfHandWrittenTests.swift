import AutoCoding
import Foundation
import Testing

/// Types of which one half of `Codable` is written by hand: AutoCoding does the other as the compiler would.
struct HalfHandWrittenTests {
  /// The tag of a public client library, as it was found: read leniently, written by default.
  private struct Tag: AutoCoding, Equatable {
    enum CodingKeys: String, CodingKey { case count = "statuses_count", name, legacyCount }
    var name: String
    var count: Int
    var isCached = true
    init(name: String, count: Int) { (self.name, self.count) = (name, count) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      count = try Int(container.decode(String.self, forKey: .count)) ?? container.decode(Int.self, forKey: .legacyCount)
    }
  }

  private struct TagTwin: Codable {
    enum CodingKeys: String, CodingKey { case count = "statuses_count", name }
    var name: String
    var count: Int
    var isCached = true
    init(name: String, count: Int) { (self.name, self.count) = (name, count) }
    init(from decoder: any Decoder) throws { throw CancellationError() }
  }

  private struct Post: AutoCoding {
    var tag: Tag
    var tags: [String: Tag]
    var spare: Tag?
  }

  private struct PostTwin: Codable {
    var tag: TagTwin
    var tags: [String: TagTwin]
    var spare: TagTwin?
  }

  @Test("what AutoCoding writes is what the compiler's code writes", arguments: TestCoder.jsonLike)
  func written(coder: TestCoder) throws {
    var tag = Tag(name: "swift", count: 3)
    tag.isCached = false
    let twin = TagTwin(name: "swift", count: 3)
    #expect(try coder.jsonText(of: tag) == #"{"name":"swift","statuses_count":3}"#)
    #expect(try coder.jsonText(of: tag) == coder.jsonText(of: twin))
    #expect(
      try coder.jsonText(of: Post(tag: tag, tags: ["a": tag], spare: tag))
        == coder.jsonText(of: PostTwin(tag: twin, tags: ["a": twin], spare: twin)))
    #expect(
      try coder.decode(Tag.self, fromJSON: #"{"statuses_count":"x","legacyCount":5,"name":"a"}"#)
        == Tag(name: "a", count: 5))
  }

  @Test("an archive has the keys as well, and not what has no case")
  func archived() throws {
    let texts = try PropertyListTree(try KeyedArchiveEncoder().encode(Tag(name: "swift", count: 3))).texts
    #expect(texts.isSuperset(of: ["statuses_count", "name"]))
    #expect(texts.isDisjoint(with: ["count", "isCached", "legacyCount"]))
  }

  private struct Optionals: AutoCoding, DefaultInitializable {
    enum CodingKeys: String, CodingKey { case number = "n" }
    var number: Int? = 5
    var other = 1
    init() {}
    init(from decoder: any Decoder) throws {}
  }

  private struct OptionalsTwin: Codable {
    enum CodingKeys: String, CodingKey { case number = "n" }
    var number: Int? = 5
    var other = 1
    init() {}
    init(from decoder: any Decoder) throws {}
  }

  @Test("what a missing key means is up to the type's own init(from:)", arguments: TestCoder.jsonLike)
  func nils(coder: TestCoder) throws {
    var value = Optionals()
    var twin = OptionalsTwin()
    #expect(try coder.jsonText(of: value) == coder.jsonText(of: twin))
    (value.number, twin.number) = (nil, nil)
    #expect(try coder.jsonText(of: value) == "{}")
    #expect(try coder.jsonText(of: value) == coder.jsonText(of: twin))
  }

  @Test("a map says what is decoded by hand, and that it can be decoded")
  func maps() throws {
    let map = try TypeMap(reflecting: Tag.self)
    #expect(map.decodingError == nil)
    #expect(map.properties.map(\.name) == ["count", "name", "isCached"])
    #expect(map.properties.map(\.key) == ["statuses_count", "name", "isCached"])
    #expect(map.description.contains("no case in CodingKeys"))
    #expect(map.description.contains("decoded by its own init(from:)"))
  }

  private enum Place: AutoCoding, Equatable {
    enum CodingKeys: String, CodingKey { case home = "h", away = "w" }
    case home
    case away(Int)
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self = container.contains(.home) ? .home : .away(1)
    }
  }

  @Test("the cases of an enum have their keys", arguments: TestCoder.jsonLike)
  func cases(coder: TestCoder) throws {
    #expect(try coder.jsonText(of: ["a": Place.home]) == #"{"a":{"h":{}}}"#)
    #expect(try coder.jsonText(of: Place.away(1)) == #"{"w":{"_0":1}}"#)
    #expect(try coder.roundTrip(["a": Place.away(1), "b": .home]) == ["a": .away(1), "b": .home])
  }

  // MARK: Hierarchies

  fileprivate class Account: AutoCoding {
    enum CodingKeys: String, CodingKey { case name = "alias" }
    var name = "n"
    var token = "secret"
    init() {}
    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }
  }

  fileprivate final class Admin: Account {
    var level = 1
    override init() { super.init() }
    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
  }

  @Test("a superclass's keys are honored in a subclass", arguments: TestCoder.jsonLike)
  func hierarchy(coder: TestCoder) throws {
    #expect(try coder.jsonText(of: [Admin()]) == #"[{"alias":"n","level":1}]"#)
    #expect(try coder.jsonText(of: [Account()]) == #"[{"alias":"n"}]"#)
    #expect(try coder.roundTrip(["a": Account()])["a"]?.token == "secret")
  }

  fileprivate final class Owner: Account {
    fileprivate enum CodingKeys: String, CodingKey { case level = "Level" }
    var level = 1
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      level = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .level)
      try super.init(from: decoder)
    }
  }

  @Test(
    "a subclass's own keys, which no protocol can refer to, are refused when encoding", arguments: TestCoder.allCases)
  func subclassKeys(coder: TestCoder) throws {
    let map = try TypeMap(reflecting: Owner.self)
    #expect(map.description.contains("decode-only, unless it has its own encode(to:)"))
    let error = #expect(throws: (any Error).self) { try coder.encode(["a": Owner()]) }
    let text = error.map { String(reflecting: $0) } ?? ""
    #expect(text.contains("Owner") && text.contains("CodingKeys"))
    if let data = try? JSONEncoder().encode(["alias": "x"]), coder == .foundationJSON {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Owner.self, from: data) }
    }
  }

  private struct Corner { var x = 1.0, y = 2.0 }

  private struct Spot: AutoCoding {
    var place = Corner()
    init() {}
    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      place = try Corner(x: values.decode(Double.self), y: values.decode(Double.self))
    }
    func encode(to encoder: any Encoder) throws {
      var values = encoder.unkeyedContainer()
      try values.encode(place.x)
      try values.encode(place.y)
    }
  }

  private enum Target: AutoCoding {
    case place(Corner)
    init(from decoder: any Decoder) throws { self = try .place(Spot(from: decoder).place) }
  }

  private struct Plain: AutoCoding { var place = Corner() }

  private struct Trip: AutoCoding { var spot = Spot() }

  @Test("the map of a type that needs none says so, and its own code is called", arguments: TestCoder.jsonLike)
  func withoutMap(coder: TestCoder) throws {
    #expect(try coder.jsonText(of: Trip()) == #"{"spot":[1,2]}"#)
    let note = "has its own encode(to:) beside its init(from:), it is coded without a map."
    let spot = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Spot.self) }
    #expect("\(try #require(spot))".contains("If Spot \(note)"))
    let target = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Target.self) }
    #expect("\(try #require(target))".contains("If Target \(note)"))
    let plain = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Plain.self) }
    #expect(!"\(try #require(plain))".contains("without a map"))
  }

  // MARK: Values whose type the data names

  fileprivate protocol Mark: AutoCoding {}

  fileprivate struct Reads: Mark, Equatable {
    enum CodingKeys: String, CodingKey { case value = "v" }
    var value: Int?
    init(value: Int?) { self.value = value }
    init(from decoder: any Decoder) throws {
      value = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .value)
    }
  }

  fileprivate struct Writes: Mark, Equatable {
    enum CodingKeys: String, CodingKey { case value = "v" }
    var value: Int?
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(value, forKey: .value)
    }
  }

  fileprivate final class WritesObject: Mark {
    enum CodingKeys: String, CodingKey { case value = "v", next }
    var value: Int?
    var next: WritesObject?
    init(value: Int?, next: WritesObject? = nil) { (self.value, self.next) = (value, next) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(value, forKey: .value)
      try container.encodeIfPresent(next, forKey: .next)
    }
  }

  private struct Marks: AutoCoding {
    var marks: [any Mark]
    var object: WritesObject?
  }

  @Test("a half of their own does not keep values of any type from coming back", arguments: TestCoder.allCases)
  func dynamic(coder: TestCoder) throws {
    let object = WritesObject(value: 3, next: WritesObject(value: 4))
    let back = try coder.roundTrip(
      Marks(marks: [Reads(value: 1), Writes(value: 2), object], object: object))
    #expect(back.marks.count == 3)
    #expect(back.marks[0] as? Reads == Reads(value: 1))
    #expect(back.marks[1] as? Writes == Writes(value: 2))
    #expect((back.marks[2] as? WritesObject)?.next?.value == 4)
    #expect(back.object?.value == 3 && back.object?.next?.value == 4)
  }
}

extension PropertyListTree {
  /// All keys and texts.
  fileprivate var texts: Set<String> {
    switch self {
    case .array(let elements): Set(elements.flatMap(\.texts))
    case .dictionary(let pairs): Set(pairs.flatMap { $0.key.texts.union($0.value.texts) })
    case .string(let text): [text]
    default: []
    }
  }
}

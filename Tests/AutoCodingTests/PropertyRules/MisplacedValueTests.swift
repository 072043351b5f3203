import AutoCoding
import Foundation
import TestModels
import Testing

/// Values of another kind in place of an object or array that key paths lead through, beside `try?` by hand.
struct MisplacedValueTests {
  struct Site: AutoCoding, Equatable {
    var name: String?
    var size: Int
    var note: String?
    var url: String?
    var id = 1
    static let propertyRules: PropertyRules = [
      "name": .key("meta.site.name").nilForUndecodable, "size": .key("meta.size").default(3).defaultForUndecodable,
      "note": .key("meta.note").nilForUndecodable, "url": .key("images.0.url").decodedOnly.nilForUndecodable,
    ]
  }

  struct Hand: Decodable {
    let site: Site

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      let meta = try? container.nestedContainer(keyedBy: Keys.self, forKey: .meta)
      let inner = try? meta?.nestedContainer(keyedBy: Keys.self, forKey: .site)
      var images = try? container.nestedUnkeyedContainer(forKey: .images)
      let image = try? images?.nestedContainer(keyedBy: Keys.self)
      site = Site(
        name: try? inner?.decode(String.self, forKey: .name), size: (try? meta?.decode(Int.self, forKey: .size)) ?? 3,
        note: try? meta?.decode(String.self, forKey: .note), url: try? image?.decode(String.self, forKey: .url),
        id: try container.decode(Int.self, forKey: .id))
    }

    enum Keys: String, CodingKey { case meta, site, name, size, note, images, url, id }
  }

  static let documents = [
    #"{"id":1,"meta":[]}"#, #"{"id":1,"meta":"text","images":{}}"#,
    #"{"meta":{"site":false,"size":4,"note":"n"},"id":1}"#,
    #"{"meta":{"site":{"name":"a"},"size":"x"},"images":[[]],"id":1}"#, #"{"images":[{"url":"u"}],"meta":7,"id":2}"#,
    #"{"images":["u"],"meta":{"site":[{"name":"a"}]},"id":2}"#, #"{"images":[],"meta":{},"id":2}"#,
  ]

  @Test("as try? by hand", arguments: documents)
  func byHand(text: String) throws {
    let data = Data(text.utf8)
    let expected = try JSONDecoder().decode(Hand.self, from: data).site
    #expect(try AutoJSONDecoder().decode(Site.self, from: data) == expected)
    #expect(try JSONDecoder().decode(Site.self, from: data) == expected)
    #expect(try TestCoder.jsonContainers.decode(Site.self, from: .data(data)) == expected)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(try DictionaryDecoder().decode(Site.self, from: object) == expected)
    let list = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
    #expect(try AutoPropertyListDecoder().decode(Site.self, from: list) == expected)
  }

  @Test("an update makes nil, or leaves the property as it is")
  func updates() throws {
    let site = Site(name: "n", size: 9, note: "m", url: "u", id: 5)
    for text in [#"{"meta":[]}"#, #"{"meta":false}"#] {
      var (first, second) = (site, site)
      try AutoJSONDecoder().update(&first, from: text)
      let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      try DictionaryDecoder().update(&second, from: object)
      #expect(first == Site(name: nil, size: 9, note: nil, url: "u", id: 5) && second == first)
    }
  }

  struct Strict: AutoCoding, Equatable {
    var name: String?
    var size: Int
    static let propertyRules: PropertyRules = ["name": .key("meta.name").nilForUndecodable, "size": .key("meta.size")]
  }

  struct Former: AutoCoding, Equatable {
    var name: String
    static let propertyRules: PropertyRules = ["name": .formerly("meta.name")]
  }

  struct Plain: AutoCoding, Equatable {
    var name: String?
    var size: Int
    static let propertyRules: PropertyRules = ["name": .key("meta.name"), "size": .key("meta.size").default(3)]
  }

  @Test("a property that does not give up makes it an error")
  func strict() throws {
    for text in [#"{"meta":[]}"#, #"{"meta":1}"#] {
      let error = #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Strict.self, from: text) }
      #expect(error?.path == ["meta"])
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Strict.self, from: Data(text.utf8)) }
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Former.self, from: text) }
    }
    let text = #"{"meta":[],"name":"n"}"#
    #expect(try AutoJSONDecoder().decode(Former.self, from: text) == Former(name: "n"))
  }

  @Test("leniency of the decoder counts, and it is reported")
  func leniency() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = [.nilForUndecodable, .defaultsForUndecodable]
    var issues: [AutoJSONDecoder.Issue] = []
    #expect(try decoder.decode(Plain.self, from: #"{"meta":[1]}"#, reporting: &issues) == Plain(name: nil, size: 3))
    #expect(issues.map(\.codingPath).map { $0.map(\.stringValue) } == [["meta"]])
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Plain.self, from: #"{"meta":[1]}"#) }
    issues = []
    #expect(try AutoJSONDecoder().decode(Site.self, from: #"{"id":1,"meta":[]}"#, reporting: &issues).size == 3)
    #expect(issues.count == 1)
  }

  struct Part: AutoCoding, Equatable {
    var name: String?
    static let propertyRules: PropertyRules = ["name": .key("meta.name").nilForUndecodable]
  }

  struct Whole: AutoCoding, Equatable {
    var part: Part
    var url: String?
    var id = 1
    static let propertyRules: PropertyRules = [
      "part": .flattened, "url": .key("images.0.url").decodedOnly.nilForUndecodable,
    ]
  }

  @Test("in flattened models, also by containers")
  func flattened() throws {
    for text in [
      #"{"id":1,"meta":[]}"#, #"{"id":1,"meta":5,"images":[7]}"#, #"{"id":1,"meta":{"name":[]},"images":0}"#,
    ] {
      let expected = Whole(part: Part(name: nil), url: nil)
      #expect(try AutoJSONDecoder().decode(Whole.self, from: text) == expected)
      #expect(try JSONDecoder().decode(Whole.self, from: Data(text.utf8)) == expected)
      let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      let converting = DictionaryDecoder()
      converting.dateDecodingStrategy = .custom { _ in Date() }
      for decoder in [DictionaryDecoder(), converting] {
        #expect(try decoder.decode(Whole.self, from: object) == expected)
        var whole = Whole(part: Part(name: "n"), url: "u", id: 5)
        try decoder.update(&whole, from: object)
        #expect(whole.part.name == nil && whole.id == 1)
      }
    }
  }
}

import AutoCoding
import Foundation
import Testing

private struct Product: AutoCoding, Equatable {
  var name = ""
  var image: String?
  var width: Int?
  var second: String?
  var longitude: Double?
  var tag: String?
  var deep: [Int]?

  static var propertyRules: PropertyRules {
    [
      "image": .key("images.0.url").decodedOnly,
      "width": .key("images.0.size.0").decodedOnly,
      "second": .key("images.2.url").decodedOnly,
      "longitude": .key("place.coordinates.1").decodedOnly,
      "tag": .formerly("tags.0", "labels.1"),
      "deep": .key("grid.1.0").decodedOnly,
    ]
  }
}

private struct Required: AutoCoding, Equatable {
  var url: String
  var size: Int
  var when: Date
  static var propertyRules: PropertyRules {
    [
      "url": .key("images.0.url").decodedOnly, "size": .key("sizes.1").decodedOnly.default(7),
      "when": .key("dates.0").decodedOnly,
    ]
  }
}

private struct Part: AutoCoding, Equatable {
  var id = 0
  var name = "p"
}

private struct Whole: AutoCoding, Equatable {
  var part = Part()
  var zero = 0
  static var propertyRules: PropertyRules {
    ["part": .key("parts.0").decodedOnly, "zero": .key(#"map.\0"#)]
  }
}

private struct VersionedIndices: AutoCoding, Equatable {
  var name: String?
  static var archiveVersion: Int { 2 }
  static var propertyRules: PropertyRules { ["name": .key("names.1").decodedOnly] }
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    properties.renameKey("others", to: "names")
  }
}

enum IndexMistakes {
  struct Written: AutoCoding {
    var url = ""
    static var propertyKeys: [String: String] { ["url": "images.0.url"] }
  }

  struct Both: AutoCoding {
    var url: String?
    var count: Int?
    static var propertyRules: PropertyRules {
      ["url": .key("images.0").decodedOnly, "count": .key("images.count")]
    }
  }
}

/// Indices in key paths.
struct KeyPathIndexTests {
  private static let text = """
    {"images":[{"url":"a","size":[3,4]},{"url":"b"},{"url":"c","x":1},null],"place":{"coordinates":[1.5,2.5]},\
    "tags":["t","u"],"grid":[0,[[1,2],5]],"name":"n"}
    """
  private static let product = Product(
    name: "n", image: "a", width: 3, second: "c", longitude: 2.5, tag: "t", deep: [1, 2])

  @Test("are read in every format that nests", arguments: TestCoder.jsonLike)
  func reading(coder: TestCoder) throws {
    #expect(try coder.decode(Product.self, fromJSON: Self.text) == Self.product)
    #expect(try coder.decode([Product].self, fromJSON: "[\(Self.text),\(Self.text)]") == [Self.product, Self.product])
    for sparse in [
      #"{"name":"n"}"#, #"{"name":"n","images":[],"tags":[],"grid":[1]}"#,
      #"{"name":"n","images":null,"place":{"coordinates":null}}"#, #"{"name":"n","images":[null,null,null]}"#,
      #"{"name":"n","images":[{"size":null},1]}"#, #"{"name":"n","images":[{"url":null,"size":[null]}]}"#,
    ] {
      #expect(try coder.decode(Product.self, fromJSON: sparse) == Product(name: "n"), "\(sparse)")
    }
    #expect(try coder.decode(Product.self, fromJSON: #"{"labels":["x","y"],"name":""}"#).tag == "y")
    #expect(
      try coder.decode(Product.self, fromJSON: #"{"labels":["x","y"],"tag":"z","tags":["t"],"name":""}"#).tag == "z")
  }

  @Test("are read from property lists")
  func propertyLists() throws {
    let object = try JSONSerialization.jsonObject(with: Data(Self.text.replacing(",null]", with: "]").utf8))
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let data = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
      #expect(try AutoPropertyListDecoder().decode(Product.self, from: data) == Self.product)
      #expect(try PropertyListDecoder().decode(Product.self, from: data) == Self.product)
    }
  }

  @Test("errors have the path, with the index", arguments: TestCoder.jsonLike)
  func errors(coder: TestCoder) throws {
    func path(_ text: String) -> [String] {
      do {
        _ = try coder.decode(Required.self, fromJSON: text)
        return []
      } catch DecodingError.keyNotFound(let key, let context) {
        return ["missing"] + context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } + [
          key.stringValue
        ]
      } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.dataCorrupted(let context)
      {
        return context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      } catch {
        return ["\(error)"]
      }
    }
    let good = #"{"images":[{"url":"a"}],"sizes":[1,2],"dates":[5]}"#
    #expect(
      try coder.decode(Required.self, fromJSON: good)
        == Required(url: "a", size: 2, when: Date(timeIntervalSinceReferenceDate: 5)))
    #expect(try coder.decode(Required.self, fromJSON: good.replacing("[1,2]", with: "[1]")).size == 7)
    #expect(path(good.replacing(#"[{"url":"a"}]"#, with: "[]")) == ["missing", "images", "0", "url"])
    #expect(path(good.replacing(#""a""#, with: "1")) == ["images", "0", "url"])
    #expect(path(good.replacing(#"{"url":"a"}"#, with: "null")).starts(with: ["images", "0"]))
    #expect(path(good.replacing(#"{"url":"a"}"#, with: "1")) == ["images", "0"])
    #expect(path(good.replacing(#"[{"url":"a"}]"#, with: #"{"0":{"url":"a"}}"#)) == ["images"])
    #expect(path(good.replacing("[1,2]", with: #"[1,"2"]"#)) == ["sizes", "1"])
    #expect(path(good.replacing("[5]", with: #"["x"]"#)) == ["dates", "0"])
  }

  @Test("date strategies and leniency hold for elements, too")
  func options() throws {
    let text = Data(#"{"images":[{"url":"a"}],"sizes":[1,null],"dates":["2001-01-01T00:00:05Z"]}"#.utf8)
    let expected = Required(url: "a", size: 7, when: Date(timeIntervalSinceReferenceDate: 5))
    let decoder = AutoJSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    #expect(throws: DecodingError.self) { try decoder.decode(Required.self, from: text) }
    decoder.leniency = .defaultsForNull
    #expect(try decoder.decode(Required.self, from: text) == expected)
    let foreign = JSONDecoder()
    foreign.dateDecodingStrategy = .iso8601
    let valid = String(decoding: text, as: UTF8.self).replacing("null", with: "7")
    #expect(try foreign.decode(Required.self, from: Data(valid.utf8)) == expected)
  }

  @Test("a backslash makes a number a key, and a model may be an element", arguments: TestCoder.jsonLike)
  func literals(coder: TestCoder) throws {
    #expect(try coder.jsonText(of: Whole(zero: 5)) == #"{"map":{"0":5}}"#)
    let text = #"{"parts":[{"id":3,"name":"x"}],"map":{"0":5}}"#
    #expect(try coder.decode(Whole.self, fromJSON: text) == Whole(part: Part(id: 3, name: "x"), zero: 5))
    #expect(throws: DecodingError.self) {
      try coder.decode(Whole.self, fromJSON: #"{"parts":[{"id":3,"name":"x"}],"map":[5]}"#)
    }
  }

  @Test("an update overlays elements, too")
  func update() throws {
    var product = Self.product
    try AutoJSONDecoder().update(&product, from: #"{"images":[{"url":"z"}],"tags":["y"]}"#)
    #expect(product.image == "z" && product.width == 3 && product.second == "c" && product.tag == "y")
    try AutoJSONDecoder().update(&product, from: #"{"images":null}"#)
    #expect(product.image == nil && product.width == nil && product.longitude == 2.5)
    var whole = Whole(part: Part(id: 1, name: "a"))
    try AutoJSONDecoder().update(&whole, from: #"{"parts":[{"id":2}]}"#)
    #expect(whole.part == Part(id: 2, name: "a"))
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    try decoder.update(&product, from: #"{"images":[{"url":"y"}]}"#)
    #expect(product.image == "y")
  }

  @Test("data of older versions has them, too")
  func versions() throws {
    #expect(try jsonValue(VersionedIndices.self, #"{"$version":2,"names":["a","b"]}"#).name == "b")
    #expect(try AutoJSONDecoder().decode(VersionedIndices.self, from: #"{"others":["a","b"]}"#).name == "b")
    #expect(try AutoJSONDecoder().decode(VersionedIndices.self, from: #"{"$version":2,"names":["a","b"]}"#).name == "b")
  }

  @Test("unknown keys are found within elements")
  func unknownKeys() throws {
    let decoder = AutoJSONDecoder()
    decoder.unknownKeys = .refuse
    #expect(throws: DecodingError.self) { try decoder.decode(Product.self, from: Self.text) }
    #expect(try decoder.decode(Product.self, from: Self.text.replacing(#","x":1"#, with: "")) == Self.product)
    decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    #expect(throws: DecodingError.self) { try decoder.decode(Product.self, from: Self.text) }
    #expect(try decoder.decode(Product.self, from: Self.text.replacing(#","x":1"#, with: "")) == Self.product)
  }

  @Test("keyed archives have no such arrays: the path is one key with dots")
  func archives() throws {
    let copy = try KeyedArchiveDecoder().decode(Product.self, from: KeyedArchiveEncoder().encode(Self.product))
    #expect(copy == Product(name: "n", tag: "t"))
  }

  @Test("are refused if they would have to be written, and if they clash with a key")
  func refused() {
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: IndexMistakes.Written.self) }
    #expect(
      error?.problems.map(\.description) == [
        """
        AutoCodingTests.IndexMistakes.Written.url: String: Its key "images.0.url" has the index 0 of an array, of \
        which only this element is known, so the array cannot be written. Make it .decodedOnly in propertyRules, or a \
        former key, or the array a property. If 0 is the key of an object, put a backslash before it: "\\\\0" in source code.
        """
      ])
    let clash = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: IndexMistakes.Both.self) }
    #expect(clash?.problems.map(\.code) == [.duplicateKey])
  }

  @Test("are in the map")
  func map() throws {
    let property = try TypeMap(reflecting: Product.self).properties[2]
    #expect(property.keyPath == ["images", "0", "size", "0"])
    #expect(property.description.contains(#"key "images.0.size.0", decoded only"#))
  }
}

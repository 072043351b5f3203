import AutoCoding
import Foundation
import TestModels
import Testing

/// `nilEncodingStrategy`: nil is left out, or written as null.
struct NilEncodingTests {
  enum Shape: AutoCoding, Equatable { case named(String?, size: Int?), empty }
  enum Level: String, AutoCoding { case low, high }
  struct Inner: AutoCoding, Equatable { var x: Int? }
  final class Box: AutoCoding, Equatable {
    var text: String?
    var box: Box?
    init(text: String?) { self.text = text }
    static func == (left: Box, right: Box) -> Bool { left.text == right.text && left.box == right.box }
  }

  struct Model: AutoCoding, Equatable {
    var bool: Bool?
    var int: Int?
    var double: Double?
    var text: String?
    var date: Date?
    var url: URL?
    var small: UInt8?
    var level: Level?
    var shape: Shape? = .named(nil, size: nil)
    var other: Shape?
    var inner: Inner? = Inner()
    var noInner: Inner?
    var box: Box?
    var list: [Int?]? = [nil, 1]
    var table: [String: Int?] = ["k": nil]
    var twice: Int??
    var plain = 1
    var own: Own? = Own()
    var json: JSONValue?
    var tuple: Tuple?
  }

  struct Tuple: AutoCoding, Equatable {
    var pair: (a: Int?, b: String?) = (nil, nil)
    static func == (left: Tuple, right: Tuple) -> Bool { left.pair == right.pair }
  }

  /// Has the compiler's code.
  struct Own: Codable, Equatable {
    var a: Int?
    var b: String?
    var c: [Int?] = [nil]
    var inner: Inner? = Inner()
    var d: Date?
    var e: Bool?, f: Float?, g: Double?, h: Int8?, i: Int16?, j: Int32?, k: Int64?, l: UInt?, m: UInt8?, n: UInt16?
    var o: UInt32?, p: UInt64?
  }

  private func encoder(_ strategy: AutoJSONEncoder.NilEncodingStrategy = .null) -> AutoJSONEncoder {
    let encoder = AutoJSONEncoder()
    encoder.nilEncodingStrategy = strategy
    return encoder
  }

  private static let own =
    #"{"a":null,"b":null,"c":[null],"inner":{"x":null},"d":null,"e":null,"f":null,"g":null,"h":null,"i":null,"#
    + #""j":null,"k":null,"l":null,"m":null,"n":null,"o":null,"p":null}"#

  private static let written =
    #"{"bool":null,"int":null,"double":null,"text":null,"date":null,"url":null,"small":null,"level":null,"#
    + #""shape":{"named":{"_0":null,"size":null}},"other":null,"inner":{"x":null},"noInner":null,"box":null,"#
    + #""list":[null,1],"table":{"k":null},"twice":null,"plain":1,"own":"# + own + #","json":null,"tuple":null}"#

  @Test func `Nil is left out by default, and null if asked for`() throws {
    let encoder = encoder()
    #expect(encoder.nilEncodingStrategy == .null && AutoJSONEncoder().nilEncodingStrategy == .omit)
    // The first value of a type takes another way than others.
    for _ in 0..<3 {
      #expect(try encoder.encodeToString(Model()) == Self.written)
      #expect(
        try AutoJSONEncoder().encodeToString(Model())
          == #"{"shape":{"named":{}},"inner":{},"list":[null,1],"table":{"k":null},"plain":1,"#
          + #""own":{"c":[null],"inner":{}}}"#)
    }
    #expect(try encoder.encodeToString([Inner(), Inner(x: 1)]) == #"[{"x":null},{"x":1}]"#)
    #expect(try encoder.encodeToString(["k": Inner()]) == #"{"k":{"x":null}}"#)
    #expect(try encoder.encodeToString(Own()) == Self.own)
    #expect(try encoder.encodeToString(Box(text: nil)) == #"{"text":null,"box":null}"#)
    #expect(try encoder.encodeToString(Tuple()) == #"{"pair":{"a":null,"b":null}}"#)
    #expect(try encoder.encodeToString([Int?.none]) == "[null]")
    encoder.nilEncodingStrategy = .omit
    #expect(try encoder.encodeToString(Inner()) == "{}")
  }

  @Test func `Other options keep what is written`() throws {
    let expected = try AutoJSONDecoder().decode(JSONValue.self, from: Self.written)
    let sets: [(AutoJSONEncoder) -> Void] = [
      { $0.outputFormatting = .sortedKeys }, { $0.outputFormatting = [.prettyPrinted, .sortedKeys] },
      { $0.outputFormatting = .withoutEscapingSlashes },
      { $0.dateEncodingStrategy = .custom { try $0.timeIntervalSince1970.encode(to: $1) } },
      { $0.dataEncodingStrategy = .deferredToData },
    ]
    for set in sets {
      let encoder = encoder()
      set(encoder)
      #expect(try AutoJSONDecoder().decode(JSONValue.self, from: encoder.encode(Model())) == expected)
      #expect(try AutoJSONDecoder().decode(Model.self, from: encoder.encode(Model())) == Model())
      #expect(try JSONDecoder().decode(Model.self, from: encoder.encode(Model())) == Model())
    }
    let snake = encoder()
    snake.keyEncodingStrategy = .convertToSnakeCase
    #expect(try snake.encodeToString(Model()).contains(#""no_inner":null"#))
    let full = Model(bool: true, int: 1, double: 2, text: "a", level: .low, noInner: Inner(x: 3), box: Box(text: "b"))
    full.box?.box = Box(text: nil)
    #expect(try AutoJSONDecoder().decode(Model.self, from: encoder().encode(full)) == full)
  }

  struct Customer: AutoCoding, Equatable {
    var name: String?
    var city: String?
    var street: String?
    static var propertyKeys: [String: String] { ["city": "address.city", "street": "address.street"] }
  }

  @Test func `Objects on key paths are written with their nulls`() throws {
    let custom = encoder()
    custom.dateEncodingStrategy = .custom { try $0.timeIntervalSince1970.encode(to: $1) }
    for encoder in [encoder(), custom] {
      let text = try encoder.encodeToString(Customer())
      #expect(text == #"{"name":null,"address":{"city":null,"street":null}}"#)
      #expect(try AutoJSONDecoder().decode(Customer.self, from: text) == Customer())
      #expect(try JSONDecoder().decode(Customer.self, from: Data(text.utf8)) == Customer())
    }
    #expect(try AutoJSONEncoder().encodeToString(Customer()) == "{}")
  }

  struct Defaults: AutoCoding, DefaultInitializable, Equatable {
    var size: Int? = 5
    var name: String?
  }

  /// A nil whose default is another value is null with either strategy.
  @Test func `A nil that is no default is null with either strategy`() throws {
    let value = Defaults(size: nil, name: nil)
    #expect(try AutoJSONEncoder().encodeToString(value) == #"{"size":null}"#)
    #expect(try encoder().encodeToString(value) == #"{"size":null,"name":null}"#)
    let custom = encoder()
    custom.dateEncodingStrategy = .custom { try $0.timeIntervalSince1970.encode(to: $1) }
    #expect(try custom.encodeToString(value) == #"{"size":null,"name":null}"#)
    #expect(try AutoJSONDecoder().decode(Defaults.self, from: encoder().encode(value)) == value)
  }

  // MARK: The zoo

  private struct Visitor: ZooVisitor {
    let encoder: AutoJSONEncoder
    let plain: AutoJSONEncoder

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      for sample in specimen.samples {
        guard let plainData = try? plain.encode([sample.auto]) else { continue }
        let data = try encoder.encode([sample.auto])
        let value = try AutoJSONDecoder().decode(JSONValue.self, from: data)
        let omitted = try AutoJSONDecoder().decode(JSONValue.self, from: plainData)
        #expect(!specimen.isOrdered || Self.isSame(value, omitted), "\(specimen.name): \(value) \(omitted)")
        let back = try AutoJSONDecoder().decode([Auto].self, from: data)
        // Some values, such as nested Optionals, come back as another with either strategy.
        #expect(try back == AutoJSONDecoder().decode([Auto].self, from: plainData), "\(specimen.name): \(value)")
        if (try? JSONDecoder().decode([Auto].self, from: plainData)) == [sample.auto] {
          #expect(try JSONDecoder().decode([Auto].self, from: data) == [sample.auto], "\(specimen.name): \(value)")
        }
        // The compiler's own code encodes the same, and what a wrapper leaves out.
        let twin = try AutoJSONDecoder().decode(JSONValue.self, from: encoder.encode([sample.twin]))
        let omittedTwin = try AutoJSONDecoder().decode(JSONValue.self, from: plain.encode([sample.twin]))
        if omittedTwin == omitted { #expect(Self.isSame(twin, value), "\(specimen.name): \(value) \(twin)") }
      }
    }

    /// Whether a value is another one, but for members that are null.
    static func isSame(_ value: JSONValue, _ omitted: JSONValue) -> Bool {
      switch (value, omitted) {
      case (.array(let values), .array(let others)):
        values.count == others.count && zip(values, others).allSatisfy { isSame($0, $1) }
      case (.object(let members), .object(let others)):
        others.allSatisfy { members[$0.key] != nil }
          && members.allSatisfy { key, value in others[key].map { isSame(value, $0) } ?? value.isNull }
      default: value == omitted
      }
    }
  }

  private struct OnlyLazy: AutoCoding {
    lazy var count = 7
    lazy var text: String? = "a"
  }

  private struct HoldsLazy: AutoCoding {
    var id = 1
    var lazy: OnlyLazy?
    static let propertyRules: PropertyRules = ["lazy": .flattened]
  }

  @Test func `A flattened model of lazy properties is not lost`() throws {
    for encoder in [encoder(), encoder(.omit)] {
      let data = try encoder.encode(HoldsLazy(lazy: OnlyLazy()))
      var back = try AutoJSONDecoder().decode(HoldsLazy.self, from: data)
      #expect(back.lazy?.count == 7 && back.lazy?.text == "a")
      #expect(try AutoJSONDecoder().decode(HoldsLazy.self, from: encoder.encode(HoldsLazy())).lazy == nil)
    }
  }

  private struct Lazy: AutoCoding {
    var id = 1
    lazy var count = 7
    lazy var text: String? = "a"
    lazy var list = [1]
  }

  @Test func `A lazy property without a value is left out`() throws {
    let custom = encoder()
    custom.keyEncodingStrategy = .custom { $0.last ?? Key() }
    var value = Lazy()
    for encoder in [encoder(), custom] {
      encoder.outputFormatting = .sortedKeys
      #expect(try encoder.encodeToString(Lazy()) == #"{"id":1}"#)
    }
    let dictionaries = DictionaryEncoder()
    dictionaries.nilEncodingStrategy = .null
    #expect(try dictionaries.encode(Lazy()).keys.sorted() == ["id"])
    (value.count, value.text) = (2, nil)
    for encoder in [encoder(), custom] {
      encoder.outputFormatting = .sortedKeys
      #expect(try encoder.encodeToString(value) == #"{"count":2,"id":1,"text":null}"#)
    }
  }

  @Test(arguments: Zoo.all) func `The zoo comes back`(_ specimen: any ZooSpecimen) throws {
    let custom = encoder()
    custom.keyEncodingStrategy = .custom { $0.last ?? Key() }
    let plain = AutoJSONEncoder()
    try specimen.accept(Visitor(encoder: encoder(), plain: plain))
    try specimen.accept(Visitor(encoder: custom, plain: plain))
  }

  private struct Key: CodingKey {
    var stringValue: String { "" }
    var intValue: Int? { nil }
    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }
}

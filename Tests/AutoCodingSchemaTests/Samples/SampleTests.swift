import AutoCoding
import AutoCodingSchema
import Foundation
import Synchronization
import Testing

struct SampleTests {
  struct Address: AutoCoding, Equatable {
    var street: String
    var number: Int
  }

  struct Person: AutoCoding, Equatable {
    let name: String
    var age: Int
    var address: Address?
    var tags: [String]
    var scores: [String: Double]
  }

  @Test func contents() throws {
    let person = try ModelValue.sample(of: Person.self)
    #expect(
      person
        == Person(
          name: "name 1", age: 2, address: Address(street: "street 3", number: 4), tags: ["tags 5", "tags 6"],
          scores: ["scores 8": 7.5]))
    let other: Person = try ModelValue.sample(seed: 1)
    #expect(other.name == "name 102")
    #expect(other.age == 103)
  }

  struct Transformed: AutoCoding, Equatable {
    var internet: Date, exact: Date, mail: Date, day: Date, days: [Date], seconds: Date, milliseconds: Date
    var count: Int?, ratio: Double, isOpen: Bool, isLarge: Bool
    var numbers: [Int], link: URL, bytes: Data, token: Data

    static var propertyRules: PropertyRules {
      [
        "internet": .transformed(by: ISO8601Date.self), "exact": .transformed(by: ISO8601DateWithFractions.self),
        "mail": .transformed(by: RFC1123Date.self), "day": .transformed(by: DayDate.self),
        "days": .transformed(by: DayDate.self), "seconds": .transformed(by: SecondsSince1970.self),
        "milliseconds": .transformed(by: MillisecondsSince1970.self), "count": .transformed(by: NumberAsText<Int>.self),
        "ratio": .transformed(by: NumberAsText<Double>.self), "isOpen": .transformed(by: BoolAsYesOrNo.self),
        "isLarge": .transformed(by: BoolAsNumber.self), "numbers": .transformed(by: JSONText<[Int]>.self),
        "link": .transformed(by: EscapedURL.self), "bytes": .transformed(by: HexadecimalData.self),
        "token": .transformed(by: Base64URLData.self),
      ]
    }
  }

  @Test func builtInTransformers() throws {
    for seed in UInt64(0)..<60 {
      let value = try ModelValue.sample(of: Transformed.self, seed: seed)
      #expect(try AutoJSONDecoder().decode(Transformed.self, from: AutoJSONEncoder().encode(value)) == value)
    }
  }

  @Test("a transformer that refuses all texts gets a value of the property's type")
  func modelInText() throws {
    for seed in UInt64(0)..<3 {
      let value = try ModelValue.sample(of: InText.self, seed: seed)
      #expect(try AutoJSONDecoder().decode(InText.self, from: AutoJSONEncoder().encode(value)) == value)
      #expect(value.addresses.count == 2 && value.addresses[0] != value.addresses[1])
    }
  }

  enum Refusing: PropertyTransformer {
    static func encode(_ value: Address) throws -> String { value.street }
    static func decode(_ value: String) throws -> Address { throw CocoaError(.formatting) }
  }
  struct Refused: AutoCoding {
    var address: Address
    static let propertyRules: PropertyRules = ["address": .transformed(by: Refusing.self)]
  }

  @Test func refusingTransformer() throws {
    let error = try #require(throws: SampleError.self) { try ModelValue.sample(of: Refused.self) }
    #expect(error.codingPath.map(\.stringValue) == ["address"])
    #expect(error.explanation.contains("SampleTests.Refusing refused all contents"))
    #expect(error.remedy.contains("Adopt SampleProviding in AutoCodingSchemaTests.SampleTests.Address"))
  }

  @Test func anyType() throws {
    #expect(try ModelValue.sample(of: [Int].self) == [1, 2])
    #expect(try ModelValue.sample(of: Int?.self, seed: 2) == 203)
    #expect(try ModelValue.sample(of: [Int: Bool].self) == [2: true])
    #expect(try ModelValue.sample(of: UInt8.self, seed: 5) == 251)
    #expect(try ModelValue.sample(of: JSONValue.self) == ["text": "text 1", "number": 1])
    #expect(try ModelValue.sample(of: JSONObject.self) == ["text": "text 1", "number": 1])
    #expect(try ModelValue.sample(of: JSONNumber.self) == JSONNumber(1))
  }

  @Test func sparse() throws {
    let person = try ModelValue.sample(of: Person.self, seed: 0, isSparse: true)
    #expect(person == Person(name: "name 1", age: 2, address: nil, tags: [], scores: [:]))
  }

  // MARK: Code that refuses contents

  struct Checked: AutoCoding, DefaultInitializable, Equatable {
    var percent: Int
    var isDecoded = false
    static let unEncodedProperties: Set<String> = ["isDecoded"]

    init() { percent = 0 }

    mutating func didDecode() throws {
      guard percent <= 0 else { throw CocoaError(.coderInvalidValue) }
      isDecoded = true
    }
  }

  @Test func didDecode() throws {
    let checked = try ModelValue.sample(of: [Checked].self, seed: 3)
    #expect(checked.map(\.percent) == [0, 0])
    #expect(checked.map(\.isDecoded) == [true, true])
  }

  enum Iso: PropertyTransformer {
    static func encode(_ value: Date) throws -> String { value.formatted(.iso8601) }
    static func decode(_ value: String) throws -> Date { try Date(value, strategy: .iso8601) }
  }

  struct Even: RawRepresentable, AutoCoding, Hashable {
    let rawValue: Int
    init?(rawValue: Int) {
      guard rawValue.isMultiple(of: 2) else { return nil }
      self.rawValue = rawValue
    }
  }

  struct HexColor: Codable, Equatable {
    let value: UInt32
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      guard text.hasPrefix("#"), let value = UInt32(text.dropFirst(), radix: 16) else {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "No color: \(text)"))
      }
      self.value = value
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      let digits = String(value, radix: 16)
      try container.encode("#" + String(repeating: "0", count: 6 - digits.count) + digits)
    }
  }

  struct Picky: AutoCoding, Equatable {
    let when: Date
    let even: Even
    let color: HexColor
    let colors: [HexColor]
    let zone: TimeZone
    static let propertyRules: PropertyRules = ["when": .transformed(by: Iso.self)]
  }

  @Test(arguments: UInt64(0)..<5) func refusedContents(seed: UInt64) throws {
    let picky = try ModelValue.sample(of: Picky.self, seed: seed)
    #expect(try AutoJSONDecoder().decode(Picky.self, from: AutoJSONEncoder().encode(picky)) == picky)
    #expect(Set(picky.colors.map(\.value)).count == 2)
  }

  struct Checksum: Codable {
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "The checksum of '\(text)' is wrong."))
    }
    func encode(to encoder: any Encoder) throws {}
  }

  struct Letter: AutoCoding {
    let name: String
    let pages: [Page]
    struct Page: AutoCoding { let sum: Checksum }
  }

  @Test func allContentsRefused() throws {
    let error = try #require(throws: SampleError.self) { try ModelValue.sample(of: Letter.self) }
    #expect(
      "\(error)" == """
        No sample of AutoCodingSchemaTests.SampleTests.Letter at pages[0].sum: The code of \
        AutoCodingSchemaTests.SampleTests.Checksum refused all contents. It said: The checksum of 'sum 2' is wrong. \
        Adopt SampleProviding to make samples of it.
        """)
    #expect(ObjectIdentifier(error.root) == ObjectIdentifier(Letter.self))
    #expect(ObjectIdentifier(error.type) == ObjectIdentifier(Checksum.self))
    #expect(error.codingPath.map(\.stringValue) == ["pages", "Index 0", "sum"])
    #expect(error.underlyingError is DecodingError)
    #expect(error.localizedDescription == "\(error)")
  }

  /// Code that asks until there is no more, and containers without end.
  struct Greedy: Codable, Equatable {
    var numbers: [Int] = []
    var depth = 0
    var text: String?

    enum CodingKeys: String, CodingKey { case numbers, deep, text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      text = try container.decodeIfPresent(String.self, forKey: .text)
      var list = try container.nestedUnkeyedContainer(forKey: .numbers)
      while let number = try? list.decode(Int.self) { numbers.append(number) }
      var deep = try container.nestedUnkeyedContainer(forKey: .deep)
      while let inner = try? deep.nestedUnkeyedContainer() { (deep, depth) = (inner, depth + 1) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(numbers, forKey: .numbers)
    }
  }

  @Test func greedyCode() throws {
    let greedy = try ModelValue.sample(of: [Greedy].self)
    #expect(greedy.map(\.numbers) == [[2, 3], [5, 6]])
    #expect(greedy.map(\.depth) == [31, 31])
    #expect(greedy.map(\.text) == ["text 1", "text 4"])
    let sparse = try ModelValue.sample(of: Greedy.self, seed: 0, isSparse: true)
    #expect(sparse.text == nil && sparse.numbers == [])
  }

  struct ISBN: Codable, Equatable, SampleProviding {
    let text: String
    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
      guard text.hasPrefix("978-") else { throw CocoaError(.coderInvalidValue) }
    }
    static func sample(seed: UInt64) throws -> ISBN {
      guard seed < 1000 else { throw CocoaError(.featureUnsupported) }
      return ISBN("978-\(seed)")
    }
  }

  struct Book: AutoCoding, Equatable { let title: String, isbn: ISBN, others: [ISBN] }

  @Test func ownSamples() throws {
    let book = try ModelValue.sample(of: Book.self)
    #expect(book == Book(title: "title 1", isbn: ISBN("978-2"), others: [ISBN("978-3"), ISBN("978-4")]))
    let error = try #require(throws: SampleError.self) { try ModelValue.sample(of: Book.self, seed: 10) }
    #expect(
      "\(error)".hasPrefix(
        """
        No sample of AutoCodingSchemaTests.SampleTests.Book at isbn: sample(seed:) of \
        AutoCodingSchemaTests.SampleTests.ISBN threw:
        """))
    #expect(error.remedy == "Return a value for every seed.")
  }

  // MARK: Recursion

  final class Chicken: AutoCoding {
    let egg: Egg
    init(_ egg: Egg) { self.egg = egg }
  }
  final class Egg: AutoCoding {
    let chicken: Chicken
    init(_ chicken: Chicken) { self.chicken = chicken }
  }

  @Test func withoutEnd() throws {
    let error = try #require(throws: SampleError.self) { try ModelValue.sample(of: Chicken.self) }
    #expect(
      "\(error)" == """
        No sample of AutoCodingSchemaTests.SampleTests.Chicken at egg.chicken.egg.chicken: Every value of \
        AutoCodingSchemaTests.SampleTests.Chicken needs another one, without end. Make a property on the way Optional, or \
        adopt SampleProviding to make samples of it.
        """)
  }

  struct Holder: AutoCoding { let never: Never }

  @Test func withoutValues() throws {
    let error = try #require(throws: SampleError.self) { try ModelValue.sample(of: Holder.self) }
    #expect(
      "\(error)" == """
        No sample of AutoCodingSchemaTests.SampleTests.Holder at never: Swift.Never has no cases, so it has no values. \
        Make a property on the way Optional.
        """)
  }

  /// Types that all lead to all others: the number of values must not explode.
  final class A: AutoCoding { var b: B?, c: C?, d: D?, e: [A] = [], all: [String: D] = [:] }
  final class B: AutoCoding { var a: A?, c: C?, d: D?, e: [B] = [], all: [String: A] = [:] }
  final class C: AutoCoding { var a: A?, b: B?, d: D?, e: [C] = [], all: [String: B] = [:] }
  final class D: AutoCoding { var a: A?, b: B?, c: C?, e: [D] = [], all: [String: C] = [:] }

  @Test func bounded() throws {
    let value = try ModelValue.sample(of: [A].self)
    #expect(try AutoJSONEncoder().encode(value).count < 100_000)
    #expect(value[0].b?.a?.b != nil)
  }

  // MARK: Enums

  enum Shape: AutoCoding, Equatable { case circle(radius: Double), picture(name: String, Int), empty }

  @Test func cases() throws {
    let shapes = try (UInt64(0)..<3).map { try ModelValue.sample(of: Shape.self, seed: $0) }
    #expect(shapes == [.circle(radius: 1.5), .picture(name: "name 102", 103), .empty])
    let lists = try ModelValue.sample(of: [[Shape]].self)
    #expect(lists == [[.circle(radius: 1.5), .picture(name: "name 2", 3)], [.empty, .circle(radius: 4.5)]])
  }

  class Pet: AutoCoding, DefaultInitializable {
    var name = ""
    class var typeRules: TypeRules { TypeRules(typeKey: "kind", types: ["dog": Dog.self, "puppy": Puppy.self]) }
    required init() {}
  }
  class Dog: Pet { var barks = false }
  final class Puppy: Dog { var weeks = 0 }

  /// The base class cannot be written, since it has no tag.
  @Test func classesWithTags() throws {
    let pets = try ModelValue.sample(of: [Pet].self)
    #expect(pets.map { "\(type(of: $0)) \($0.name)" } == ["Dog name 1", "Puppy name 3"])
    #expect(try ModelValue.sample(of: Dog.self, seed: 1) is Puppy)
    let copy = try AutoJSONDecoder().decode([Pet].self, from: AutoJSONEncoder().encode(pets))
    #expect(try ModelValue.areEqual(copy, pets))
  }

  enum Versioned: AutoCoding, Equatable {
    case one(Int)
    static var archiveVersion: Int { 3 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      throw CocoaError(.coderInvalidValue)
    }
  }
  struct VersionedRecord: AutoCoding, Equatable {
    let part: Versioned
    static var archiveVersion: Int { 2 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      throw CocoaError(.coderInvalidValue)
    }
  }

  @Test func currentVersions() throws {
    #expect(try ModelValue.sample(of: VersionedRecord.self) == VersionedRecord(part: .one(1)))
  }

  // MARK: Values of dynamic types

  protocol Animal: AutoCoding {}
  struct Cat: Animal { let lives: Int }
  struct Aardvark: Animal { let ants: Int }
  protocol Unheard {}

  struct Zoo: AutoCoding {
    let animal: any Animal
    let anything: Any
    let list: [Any]
  }
  struct Lonely: AutoCoding { let heard: (any Unheard)? }

  @Test func dynamicTypes() throws {
    let zoo = try ModelValue.sample(of: Zoo.self)
    #expect((zoo.animal as? Aardvark)?.ants == 1)
    #expect(zoo.list.count == 2)
    let copy = try AutoJSONDecoder().decode(Zoo.self, from: AutoJSONEncoder().encode(zoo))
    #expect(try ModelValue.areEqual(copy, zoo))
    let error = try #require(throws: SampleError.self) { try ModelValue.sample(of: Lonely.self) }
    #expect(
      "\(error)" == """
        No sample of AutoCodingSchemaTests.SampleTests.Lonely at heard: No model is known that Unheard may hold. \
        Register one with TypeMap.register(_:).
        """)
  }

  struct Pointers: AutoCoding { var pointer: UnsafeRawPointer? }

  @Test func uncodable() {
    #expect(throws: AutoCodingError.self) { try ModelValue.sample(of: Pointers.self) }
    #expect(throws: AutoCodingError.self) { try ModelValue.sample(of: [(Int) -> Int].self) }
  }

  // MARK: Lifetimes

  final class Counted: AutoCoding {
    var text = "a text that is too long to be stored inline"
    var next: Counted?
    let check: Check
    init(_ check: Check) {
      self.check = check
      Self.living.add(1, ordering: .relaxed)
    }
    deinit { Self.living.subtract(1, ordering: .relaxed) }
    func didDecode() { Self.living.add(1, ordering: .relaxed) }
    static let living = Atomic(0)
  }

  struct Check: AutoCoding {
    let counted: [Plain]
    let sum: Int
    mutating func didDecode() throws { if sum != 1 { throw CocoaError(.coderInvalidValue) } }
  }

  final class Plain: Codable {
    let text: String
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
      Counted.living.add(1, ordering: .relaxed)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
    deinit { Counted.living.subtract(1, ordering: .relaxed) }
  }

  struct Failing: AutoCoding { let values: [Counted], map: [String: Counted], optional: Counted?, sum: Checksum }

  @Test func lifetimes() throws {
    do {
      let value = try ModelValue.sample(of: [Counted].self)
      // Optimized code releases a value after its last use.
      withExtendedLifetime(value) {
        #expect(value[1].next?.check.counted.count == 2)
        #expect(Counted.living.load(ordering: .relaxed) == 4 + 8)
      }
    }
    #expect(Counted.living.load(ordering: .relaxed) == 0)
    #expect(throws: SampleError.self) { try ModelValue.sample(of: Failing.self) }
    #expect(Counted.living.load(ordering: .relaxed) == 0)
  }
}

private struct InText: AutoCoding, Equatable {
  var address: SampleTests.Address
  var addresses: [SampleTests.Address]
  @Transformed<JSONText<SampleTests.Address>> var wrapped = SampleTests.Address(street: "", number: 0)
  static var propertyRules: PropertyRules {
    [
      "address": .transformed(by: JSONText<SampleTests.Address>.self),
      "addresses": .transformed(by: JSONText<SampleTests.Address>.self),
    ]
  }
}

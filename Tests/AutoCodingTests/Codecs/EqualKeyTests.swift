import AutoCoding
import Foundation
import Testing

/// Keys of a dictionary that differ in the data, and become the same key: `"1"` and `"01"`.
struct EqualKeyTests {
  struct Numbers: AutoCoding, DefaultInitializable, Equatable {
    var values: [Int: Int] = [1: 7]
  }
  enum Level: Int, Codable, CodingKeyRepresentable { case low = 1, high }
  struct Levels: AutoCoding, DefaultInitializable, Equatable {
    var values: [Level: Int] = [:]
  }
  struct Plain: Codable, Equatable {
    var values: [Int: Int]
  }

  private static let text = #"{"values":{"1":2,"01":3}}"#
  private static let object = ["values": ["1": 2, "01": 3]]

  private func expectRefused(_ body: () throws -> Void) {
    let error = #expect(throws: DecodingError.self) { try body() }
    #expect("\(error.map { "\($0)" } ?? "")".contains("Several keys of the object are the same"))
  }

  @Test("a dictionary has no first key, so its decoder refuses them")
  func dictionaries() throws {
    let decoder = DictionaryDecoder()
    expectRefused { _ = try decoder.decode(Numbers.self, from: Self.object) }
    expectRefused { _ = try decoder.decode(Levels.self, from: Self.object) }
    expectRefused { _ = try decoder.decode(Plain.self, from: Self.object) }
    expectRefused {
      var numbers = Numbers()
      try decoder.update(&numbers, from: Self.object)
    }
    decoder.collectionUpdates = .merge
    expectRefused {
      var numbers = Numbers()
      try decoder.update(&numbers, from: Self.object)
    }
    #expect(try decoder.decode(Numbers.self, from: ["values": ["01": 3, "2": 1]]).values == [1: 3, 2: 1])
  }

  @Test("JSON's decoder refuses them if it refuses duplicate keys", arguments: [false, true])
  func json(isLenient: Bool) throws {
    let decoder = AutoJSONDecoder()
    if isLenient { decoder.leniency = .all }
    #expect(try decoder.decode(Numbers.self, from: Self.text).values == [1: 2])
    #expect(try decoder.decode(Levels.self, from: Self.text).values == [.low: 2])
    decoder.duplicateKeys = .useLast
    #expect(try decoder.decode(Numbers.self, from: Self.text).values == [1: 3])
    decoder.duplicateKeys = .throw
    expectRefused { _ = try decoder.decode(Numbers.self, from: Self.text) }
    expectRefused { _ = try decoder.decode(Levels.self, from: Self.text) }
    expectRefused { _ = try decoder.decode(Plain.self, from: Self.text) }
    decoder.collectionUpdates = .merge
    expectRefused {
      var numbers = Numbers()
      try decoder.update(&numbers, from: Self.text)
    }
    #expect(try decoder.decode(Numbers.self, from: #"{"values":{"01":3}}"#).values == [1: 3])
  }

  // MARK: Encoding

  /// A key of which only a part is written.
  struct Name: Hashable, Codable, CodingKeyRepresentable {
    let text: String
    let number: Int
    init(_ text: String, _ number: Int) { (self.text, self.number) = (text, number) }
    var codingKey: any CodingKey { Key(stringValue: text) }
    init?(codingKey: some CodingKey) { self.init(codingKey.stringValue, 0) }
  }
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
  struct Named: AutoCoding {
    var values: [Name: Int] = [:]
    var optional: [Name: Int]?
    var list: [[Name: Int?]] = []
    var table: [String: [Name: [Int]]] = [:]
    var tuples: [Name: (Int, Int)] = [:]
  }

  /// All coders but keyed archives, which have keys as values.
  static let coders = TestCoder.allCases.filter { $0 != .keyedArchive }

  @Test("keys that have the same codingKey are refused", arguments: coders)
  func encoding(coder: TestCoder) throws {
    let names = [Name("a", 1): 1, Name("a", 2): 2]
    let tuples = [Name("a", 1): (1, 1), Name("a", 2): (2, 2)]
    for value in [
      Named(values: names), Named(optional: names), Named(list: [[:], names.mapValues { $0 }]),
      Named(table: ["k": names.mapValues { [$0] }]), Named(tuples: tuples),
    ] {
      let error = #expect(throws: EncodingError.self) { try coder.encode(value) }
      let text = "\(error.map { "\($0)" } ?? "")"
      #expect(text.contains(#"have the codingKey "a""#), "\(text)")
      // This encoder puts the error into another one.
      guard coder != .foundationPropertyList, case .invalidValue(_, let context) = error else { continue }
      #expect(!context.codingPath.isEmpty, "\(text)")
    }
    #expect(throws: EncodingError.self) { try AutoPropertyListEncoder().encode(Named(values: names)) }
  }

  @Test("other keys come back", arguments: TestCoder.allCases)
  func roundTrip(coder: TestCoder) throws {
    let names = [Name("a", 0): 1, Name("b", 0): 2]
    let value = Named(
      values: names, optional: names, list: [names.mapValues { $0 }, [Name("c", 0): nil]],
      table: ["k": names.mapValues { [$0] }], tuples: names.mapValues { ($0, $0) })
    // Foundation's property lists have no null.
    let found = try coder.roundTrip(value)
    #expect((found.values, found.optional) == (value.values, value.optional))
    #expect((found.list, found.table) == (value.list, value.table))
    #expect(found.tuples.mapValues(\.0) == names)
  }

  @Test(
    "a dictionary of a type's own code is refused, too", arguments: [TestCoder.jsonContainers, .dictionaryContainers])
  func otherCode(coder: TestCoder) throws {
    struct OtherCode: Codable { var values: [Name: Int] }
    let names = [Name("a", 1): 1, Name("a", 2): 2]
    #expect(throws: EncodingError.self) { try coder.encode(OtherCode(values: names)) }
    #expect(throws: EncodingError.self) { try coder.encode(names) }
    #expect(try coder.roundTrip(OtherCode(values: [Name("a", 0): 1, Name("b", 0): 2])).values.count == 2)
  }

  @Test("key strategies convert these keys with every value, as the standard library's code lets them")
  func strategies() throws {
    struct Sides: AutoCoding {
      var values: [Name: Int]
      var tuples: [Name: (Int, Int)]
    }
    let names = [Name("camelCase", 0): 1]
    let value = Sides(values: names, tuples: names.mapValues { ($0, $0) })
    let (foundation, automatic) = (JSONEncoder(), AutoJSONEncoder())
    (foundation.keyEncodingStrategy, automatic.keyEncodingStrategy) = (.convertToSnakeCase, .convertToSnakeCase)
    (foundation.outputFormatting, automatic.outputFormatting) = (.sortedKeys, .sortedKeys)
    let text = #"{"tuples":{"camel_case":[1,1]},"values":{"camel_case":1}}"#
    #expect(try String(decoding: foundation.encode(value), as: UTF8.self) == text)
    #expect(try String(decoding: automatic.encode(value), as: UTF8.self) == text)
    let (other, own) = (JSONDecoder(), AutoJSONDecoder())
    (other.keyDecodingStrategy, own.keyDecodingStrategy) = (.convertFromSnakeCase, .convertFromSnakeCase)
    for decoded in [try other.decode(Sides.self, from: Data(text.utf8)), try own.decode(Sides.self, from: text)] {
      #expect(decoded.values == names)
      #expect(decoded.tuples.mapValues(\.0) == names)
    }
  }

  /// A key of which several texts are one.
  struct Folded: Hashable, Codable, CodingKeyRepresentable {
    let text: String
    var codingKey: any CodingKey { Key(stringValue: text) }
    init?(codingKey: some CodingKey) {
      guard codingKey.stringValue != "none" else { return nil }
      text = codingKey.stringValue.lowercased()
    }
  }

  @Test("a coder of someone else's loses no entry of the data either")
  func otherDecoders() throws {
    struct Model: AutoCoding { var values: [Folded: Int] }
    expectRefused { _ = try JSONDecoder().decode(Model.self, from: Data(#"{"values":{"a":1,"A":2}}"#.utf8)) }
    #expect(try JSONDecoder().decode(Model.self, from: Data(#"{"values":{"a":1,"B":2}}"#.utf8)).values.count == 2)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Model.self, from: Data(#"{"values":{"none":1}}"#.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["values", "none"])
  }

  @Test("a merge refuses an existing dictionary whose keys are equal in data, and changes nothing")
  func merge() throws {
    let decoder = AutoJSONDecoder()
    decoder.collectionUpdates = .merge
    let entries = [Name("a", 1): 1, Name("a", 2): 2]
    var named = Named(values: entries)
    let error = #expect(throws: DecodingError.self) { try decoder.update(&named, from: #"{"values":{"b":3}}"#) }
    #expect(error.map { "\($0)".contains("so a merge would lose the value of one") } == true)
    #expect(named.values == entries)
    named.values = [Name("a", 1): 1]
    try decoder.update(&named, from: #"{"values":{"b":3}}"#)
    #expect(named.values == [Name("a", 1): 1, Name("b", 0): 3])
  }
}

import AutoCoding
import Foundation
import Testing

/// Keys of a dictionary that differ in the data, and become the same key: `"1"` and `"01"`.
@Suite("Equal keys of a dictionary")
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
    var values: [Name: Int]
    var tuples: [Name: (Int, Int)] = [:]
  }

  /// With a custom strategy, containers are given the dictionary, whose own code replaces one value.
  @Test("keys that have the same codingKey are refused", arguments: [TestCoder.json, .dictionary])
  func encoding(coder: TestCoder) throws {
    let names = [Name("a", 1): 1, Name("a", 2): 2]
    let error = #expect(throws: EncodingError.self) { try coder.encode(Named(values: names)) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(#"have the codingKey "a""#))
    #expect(throws: EncodingError.self) { try AutoPropertyListEncoder().encode(Named(values: names)) }
    #expect(try coder.roundTrip(Named(values: [Name("a", 0): 1, Name("b", 0): 2])).values.count == 2)
  }

  @Test("a coder of someone else's is given no dictionary that lacks a value")
  func otherCoders() throws {
    let value = Named(values: [:], tuples: [Name("a", 1): (1, 1), Name("a", 2): (2, 2)])
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(value) }
  }
}

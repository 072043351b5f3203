import AutoCoding
import Foundation
import Testing

/// Sets of each kind of leaf, and data as arrays of bytes, as Foundation codes them.
struct JSONLeafCollectionTests {
  struct Model<Value: Codable>: AutoCoding { var value: Value }
  struct Twin<Value: Codable>: Codable { var value: Value }

  private func compare<Element: Codable & Hashable>(_ elements: [Element]) throws {
    for count in [0, 1, 2, elements.count] {
      let some = Array(elements.prefix(count))
      let set = Set(some)
      let data = try AutoJSONEncoder().encode(Model(value: set))
      #expect(try AutoJSONDecoder().decode(Model<Set<Element>>.self, from: data).value == set)
      #expect(try JSONDecoder().decode(Twin<Set<Element>>.self, from: data).value == set)
      let list = try AutoPropertyListEncoder().encode(Model(value: set))
      #expect(try AutoPropertyListDecoder().decode(Model<Set<Element>>.self, from: list).value == set)
      let archive = try KeyedArchiveEncoder().encode(Model(value: set))
      #expect(try KeyedArchiveDecoder().decode(Model<Set<Element>>.self, from: archive).value == set)
      // Elements that are there twice.
      let twice = try JSONEncoder().encode(Twin(value: some + some))
      #expect(try AutoJSONDecoder().decode(Model<Set<Element>>.self, from: twice).value == set)
    }
  }

  @Test func `Sets of leaves`() throws {
    func integers<Integer: FixedWidthInteger & Codable>(_: Integer.Type) throws {
      try compare([Integer.max, .min] + (1..<60).map { Integer($0) })
    }
    try integers(Int.self)
    try integers(Int8.self)
    try integers(Int16.self)
    try integers(Int32.self)
    try integers(Int64.self)
    try integers(UInt.self)
    try integers(UInt8.self)
    try integers(UInt16.self)
    try integers(UInt32.self)
    try integers(UInt64.self)
    try compare([true, false])
    try compare((0..<50).map { Float($0) / 4 })
    try compare((0..<50).map { Double($0) / 7 })
    try compare((0..<50).map { "a longer text than a small string has, \($0)" })
    try compare((0..<50).map { Date(timeIntervalSinceReferenceDate: Double($0)) })
    try compare((0..<50).map { Data([UInt8($0)]) })
    try compare((0..<50).compactMap { URL(string: "https://example.org/\($0)") })
    try compare((0..<50).map { _ in UUID() })
    try compare((0..<50).map { Decimal($0) / 10 })
  }

  @Test func `Data as an array of bytes`() throws {
    let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    let (other, reader) = (JSONEncoder(), JSONDecoder())
    encoder.dataEncodingStrategy = .deferredToData
    decoder.dataDecodingStrategy = .deferredToData
    other.dataEncodingStrategy = .deferredToData
    reader.dataDecodingStrategy = .deferredToData
    for count in [0, 1, 2, 14, 15, 511, 512, 513, 5000] {
      let value = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) })
      let text = try encoder.encode(Model(value: value))
      #expect(try text == other.encode(Twin(value: value)))
      #expect(try decoder.decode(Model<Data>.self, from: text).value == value)
      #expect(try reader.decode(Twin<Data>.self, from: text).value == value)
    }
    for text in [
      "[256]", "[-1]", "[1.5]", "[1,", "[1 2]", "\"AQ==\"", "{}", "null", "[[1]]", "[1,2", "[1e0]", "[2.0]",
    ] {
      let data = Data(#"{"value":\#(text)}"#.utf8)
      let found = try? decoder.decode(Model<Data>.self, from: data).value
      #expect(found == (try? reader.decode(Twin<Data>.self, from: data).value), "\(text)")
    }
  }
}

import AutoCoding
import Foundation
import Testing

/// Coding paths through dictionaries. As in Foundation, keys whose text is a number have the number, too.
struct NumberedKeyPathTests {
  enum Floor: Int, CodingKeyRepresentable, Codable { case first = 1, second }
  enum Room: String, CodingKeyRepresentable, Codable { case kitchen, five = "5" }

  struct Numbers<Key: Hashable & Codable, Value: Codable>: AutoCoding { var all: [Key: Value] }
  struct PlainNumbers<Key: Hashable & Codable, Value: Codable>: Codable { var all: [Key: Value] }

  private func numbers(_ path: [any CodingKey]) -> [String] { path.map { "\($0.stringValue) \($0.intValue ?? -1)" } }

  private func path(_ body: () throws -> Void) -> [String]? {
    do {
      try body()
      return nil
    } catch DecodingError.typeMismatch(_, let context) {
      return numbers(context.codingPath)
    } catch EncodingError.invalidValue(_, let context) {
      return numbers(context.codingPath)
    } catch {
      return ["\(error)"]
    }
  }

  private func expectSamePaths<Key: Hashable & Codable>(_ key: Key, _ text: String) throws {
    let data = Data(#"{"all": {"\#(text)": "x"}}"#.utf8)
    let expected = path { _ = try JSONDecoder().decode(PlainNumbers<Key, Int>.self, from: data) }
    #expect(expected?.count == 2)
    #expect(path { _ = try AutoJSONDecoder().decode(Numbers<Key, Int>.self, from: data) } == expected)
    #expect(path { _ = try AutoJSONDecoder().decode(PlainNumbers<Key, Int>.self, from: data) } == expected)
    let structs = path { _ = try JSONDecoder().decode(PlainNumbers<Key, [Int]>.self, from: data) }
    #expect(path { _ = try AutoJSONDecoder().decode(Numbers<Key, [Int]>.self, from: data) } == structs)
    let walking = AutoJSONDecoder()
    walking.leniency = .defaultsForNull
    #expect(path { _ = try walking.decode(Numbers<Key, Int>.self, from: data) } == expected)

    let (encoder, foundation) = (AutoJSONEncoder(), JSONEncoder())
    let writePath: @Sendable (Date, any Encoder) throws -> Void = { _, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(encoder.codingPath.map { "\($0.stringValue) \($0.intValue ?? -1)" })
    }
    encoder.dateEncodingStrategy = .custom(writePath)
    foundation.dateEncodingStrategy = .custom(writePath)
    let dates = [key: [Date(timeIntervalSinceReferenceDate: 1)]]
    #expect(try encoder.encode(Numbers(all: dates)) == foundation.encode(PlainNumbers(all: dates)))
    #expect(try encoder.encode(PlainNumbers(all: dates)) == foundation.encode(PlainNumbers(all: dates)))

    let failing = path { _ = try JSONEncoder().encode(PlainNumbers(all: [key: Double.nan])) }
    #expect(path { _ = try AutoJSONEncoder().encode(Numbers(all: [key: Double.nan])) } == failing)
    #expect(
      path { _ = try AutoJSONEncoder().encode(Numbers(all: [key: [Double.nan]])) } == failing.map { $0 + ["Index 0 0"] }
    )
  }

  @Test("are those of Foundation")
  func paths() throws {
    try expectSamePaths(5, "5")
    try expectSamePaths("5", "5")
    try expectSamePaths("a", "a")
    try expectSamePaths(Floor.second, "2")
    try expectSamePaths(Room.kitchen, "kitchen")
    try expectSamePaths(Room.five, "5")
  }
}

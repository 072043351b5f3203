import AutoCoding
import Foundation
import TestModels
import Testing

/// Dictionaries that `Codable` codes as an array in which each key precedes its value.
struct JSONPairDictionaryTests {
  private enum Suit: String, AutoCoding, CaseIterable { case hearts, spades, clubs }
  private enum Level: Int, AutoCoding { case low = 1, high = 9 }
  private struct Point: AutoCoding, Hashable {
    var x: Int
    var name: String?
  }

  private struct Hand: AutoCoding, Equatable {
    var counts: [Suit: Int] = [.hearts: 1, .spades: -2, .clubs: 3]
    var texts: [Level: String] = [.low: "l\"ow", .high: ""]
    var points: [Suit: Point] = [.hearts: Point(x: 1, name: "é"), .clubs: Point(x: 2)]
    var optionals: [Suit: Int?] = [.hearts: nil, .spades: 4]
    var lists: [Suit: [Double?]] = [.hearts: [0.5, nil], .clubs: []]
    var nested: [Level: [Suit: Bool]] = [.high: [.spades: true], .low: [:]]
    var days: [Date: UUID] = [Date(timeIntervalSinceReferenceDate: 0.5): UUID()]
    var places: [Point: [Point]] = [Point(x: 1): [Point(x: 2, name: "")], Point(x: 3, name: "c"): []]
    var missing: [Suit: [Point?]]? = [.hearts: [nil, Point(x: 7)]]
  }

  private struct Twin: Codable, Equatable {
    enum Suit: String, Codable { case hearts, spades, clubs }
    var counts: [Suit: Int]
  }

  @Test("have Foundation's bytes and are read back, in every format")
  func bytes() throws {
    let formats: [JSONEncoder.OutputFormatting] = [
      .sortedKeys, [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes],
    ]
    let hand = Hand()
    for format in formats {
      let (ours, theirs) = (AutoJSONEncoder(), JSONEncoder())
      (ours.outputFormatting, theirs.outputFormatting) = (format, format)
      let data = try theirs.encode(hand)
      #expect(String(decoding: try ours.encode(hand), as: UTF8.self) == String(decoding: data, as: UTF8.self))
      #expect(try AutoJSONDecoder().decode(Hand.self, from: data) == hand)
      #expect(try ours.encode([hand.counts, [:]]) == theirs.encode([hand.counts, [:]]))
      #expect(try ours.encode(hand.counts) == theirs.encode(hand.counts))
    }
    let unsorted = AutoJSONEncoder()
    #expect(try AutoJSONDecoder().decode(Hand.self, from: unsorted.encode(hand)) == hand)
  }

  @Test("the last of equal keys counts, with white space anywhere")
  func equalKeys() throws {
    let text = #" { "counts" : [ "hearts" ,1,\#t"spades",2 , "hearts",3 ] } "#
    let decoder = AutoJSONDecoder()
    struct Counts: AutoCoding, Equatable { var counts: [Suit: Int] }
    #expect(try decoder.decode(Counts.self, from: Data(text.utf8)).counts == [.hearts: 3, .spades: 2])
    #expect(try JSONDecoder().decode(Twin.self, from: Data(text.utf8)).counts == [.hearts: 3, .spades: 2])
    #expect(try decoder.decode([Suit: Int].self, from: Data("[]".utf8)) == [:])
  }

  @Test("bad keys, values and counts are refused with their path")
  func refused() throws {
    struct Counts: AutoCoding { var counts: [Suit: Int] }
    let cases = [
      (#"["hearts"]"#, "counts"), (#"["hearts",1,"spades"]"#, "counts"), (#"["diamonds",1]"#, "counts.0"),
      (#"["hearts",1,7,2]"#, "counts.2"), (#"["hearts",1,"clubs","2"]"#, "counts.3"),
      (#"["hearts",1,"clubs",null]"#, "counts.3"), (#"{"hearts":1}"#, "counts"), (#"["hearts",1"#, ""),
      (#"["hearts",1,]"#, ""), (#"["hearts" 1]"#, ""), ("null", "counts"),
    ]
    for (text, path) in cases {
      let data = Data(#"{"counts":\#(text)}"#.utf8)
      // Foundation accepts a comma after the last element, on some systems.
      if !text.hasSuffix(",]") {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Twin.self, from: data) }
      }
      do {
        let found = try AutoJSONDecoder().decode(Counts.self, from: data)
        Issue.record("\(text) was read as \(found)")
      } catch let error as DecodingError {
        let context: DecodingError.Context? =
          switch error {
          case .dataCorrupted(let context), .keyNotFound(_, let context): context
          case .typeMismatch(_, let context), .valueNotFound(_, let context): context
          @unknown default: nil
          }
        let steps = try #require(context).codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        if !path.isEmpty { #expect(steps.joined(separator: ".") == path, "\(text)") }
      }
    }
  }

  @Test("infinity in a value is refused with its path")
  func infinity() throws {
    #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode([Suit.hearts: [Double.infinity]]) }
    do {
      _ = try AutoJSONEncoder().encode([Suit.hearts: [1, Double.infinity]])
    } catch EncodingError.invalidValue(_, let context) {
      #expect(context.codingPath.map(\.intValue) == [1, 1])
    }
  }

  @Test("leniency skips entries that cannot be decoded")
  func lenient() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .skipsUndecodableElements
    let data = Data(#"["hearts",1,"diamonds",2,"clubs","x","spades",3]"#.utf8)
    #expect(try decoder.decode([Suit: Int].self, from: data) == [.hearts: 1, .spades: 3])
  }
}

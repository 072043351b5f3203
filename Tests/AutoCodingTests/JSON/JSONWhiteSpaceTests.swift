import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// White space of any kind between all parts of a text, on all roads.
struct JSONWhiteSpaceTests {
  enum Road: CaseIterable {
    case keysAsTheyAre, snakeCase, customKeys, lenient, lastDuplicates, customDates

    var coders: (encoder: AutoJSONEncoder, decoder: AutoJSONDecoder) {
      let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
      // So that there are nulls.
      encoder.nilEncodingStrategy = .null
      switch self {
      case .keysAsTheyAre: break
      case .snakeCase:
        encoder.keyEncodingStrategy = .convertToSnakeCase
        decoder.keyDecodingStrategy = .convertFromSnakeCase
      case .customKeys: decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
      case .lenient: decoder.leniency = [.defaultsForNull, .skipsUndecodableElements]
      case .lastDuplicates: decoder.duplicateKeys = .useLast
      case .customDates:
        encoder.dateEncodingStrategy = .custom { date, encoder in try date.timeIntervalSince1970.encode(to: encoder) }
        decoder.dateDecodingStrategy = .custom { try Date(timeIntervalSince1970: Double(from: $0)) }
      }
      return (encoder, decoder)
    }
  }

  private static let structure = Array("{}[]:,".utf8)
  private static let spaces = ["  ", "\n", "\t", "\r\n   ", "                                        "]

  /// Returns a text with white space before and after each part of its structure.
  private static func spaced(_ text: Data, by space: String) -> Data {
    var result = Data(space.utf8)
    var isInString = false
    var isEscaped = false
    for byte in text {
      let isStructure = !isInString && structure.contains(byte)
      if isStructure { result += space.utf8 }
      result.append(byte)
      if isStructure { result += space.utf8 }
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = isInString && byte == UInt8(ascii: "\\") && !isEscaped
    }
    return result + Data(space.utf8)
  }

  private struct Visitor: ZooVisitor {
    let road: Road
    let spaces: [String]

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      for sample in specimen.samples {
        compare(sample.auto, specimen.name)
        compare(sample.twin, "\(specimen.name), twin")
        compare([sample.auto], "array of \(specimen.name)")
      }
    }

    private func compare<Value: Codable & Equatable>(_ value: Value, _ name: String) {
      let (encoder, decoder) = road.coders
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      guard let text = try? encoder.encode(["value": value, "other": value]),
        let expected = try? decoder.decode([String: Value].self, from: text),
        // Not-a-number does not equal itself.
        (try? expected == decoder.decode([String: Value].self, from: text)) == true
      else { return }
      for space in spaces {
        do {
          let found = try decoder.decode([String: Value].self, from: JSONWhiteSpaceTests.spaced(text, by: space))
          #expect(found == expected, "\(name), \(road)")
        } catch {
          Issue.record("\(name), \(road): \(error)")
        }
      }
    }
  }

  @Test("the zoo is read with white space of all kinds", arguments: Road.allCases)
  func zoo(road: Road) throws {
    let turn = Road.allCases.firstIndex(of: road) ?? 0
    let visitor = Visitor(road: road, spaces: TestEffort.part(of: Self.spaces, turn: turn))
    for specimen in TestEffort.part(of: Zoo.all, turn: turn, every: 9) { try specimen.accept(visitor) }
  }

  struct Optionals: AutoCoding, Equatable {
    struct Inner: AutoCoding, Equatable { var a = 1 }
    enum Choice: String, AutoCoding { case one }
    var array: [Int]? = [1]
    var set: Set<Int>? = [1]
    var dictionary: [String: Int]? = ["a": 1]
    var record: Inner? = Inner()
    var choice: Choice? = .one
    var number: Int? = 1
    var float: Float? = 1
  }

  @Test("null is nil behind any white space", arguments: [" ", "  ", "\n", "\t", "\r\n    "])
  func nulls(space: String) throws {
    let keys = ["array", "set", "dictionary", "record", "choice", "number", "float"]
    let text = "{" + keys.map { "\"\($0)\":\(space)null" }.joined(separator: ",") + "}"
    let nothing = Optionals(
      array: nil, set: nil, dictionary: nil, record: nil, choice: nil, number: nil, float: nil)
    #expect(try AutoJSONDecoder().decode(Optionals.self, from: Data(text.utf8)) == nothing)
  }
}

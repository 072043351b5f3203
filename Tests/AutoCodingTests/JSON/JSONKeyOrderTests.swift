import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// Members in any order, with keys in between that the type does not know, and with any space around them.
struct JSONKeyOrderTests {
  private struct Part: AutoCoding, Equatable {
    var partName = ""
    var weightInGrams: Double?
  }

  private struct Item: AutoCoding, Equatable {
    var itemNumber: Int
    var title: String
    var isOpen: Bool
    var ownersName: String?
    var stars: Int?
    var ratio: Double
    var firstPart: Part
    var otherParts: [Part]
    var a, b, c: Int?

    init(_ number: Int) {
      itemNumber = number
      title = "item \(number)"
      isOpen = number % 2 == 0
      ownersName = number % 3 == 0 ? nil : "Zoë"
      stars = number % 4 == 0 ? nil : number
      ratio = Double(number) / 8
      firstPart = Part(partName: "first", weightInGrams: 0.5)
      otherParts = (0..<number % 3).map { Part(partName: "p\($0)") }
      (a, b, c) = (number % 5 == 0 ? nil : 1, 2, number % 7 == 0 ? nil : 3)
    }
  }

  /// The text of a value, with the members of objects in any order and more of them.
  private static func text(of value: AnyJSON, _ random: inout SplitMix, keepsOrder: Bool) -> String {
    func space() -> String { ["", "", " ", "\n  ", "\t"].randomElement(using: &random) ?? "" }
    switch value {
    case .object(let object):
      var keys = object.keys.sorted()
      if !keepsOrder { keys.shuffle(using: &random) }
      var members = keys.map { key in
        "\"\(key)\"\(space()):\(space())\(text(of: object[key] ?? .null, &random, keepsOrder: keepsOrder))"
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        members.insert(#""unknownKey":[{"itemNumber":7},"\""]"#, at: Int.random(in: 0...members.count, using: &random))
      }
      return "{" + space() + members.joined(separator: space() + "," + space()) + space() + "}"
    case .array(let array):
      return "[" + array.map { text(of: $0, &random, keepsOrder: keepsOrder) }.joined(separator: space() + ",") + "]"
    case .string(let text): return "\"\(text)\""
    case .int(let number): return "\(number)"
    case .double(let number): return "\(number)"
    case .bool(let value): return "\(value)"
    case .null: return "null"
    }
  }

  @Test(arguments: [false, true], [false, true])
  func shuffled(_ isSnakeCase: Bool, _ keepsOrder: Bool) throws {
    var random = SplitMix(state: isSnakeCase ? 1 : 2)
    let encoder = AutoJSONEncoder()
    let decoder = AutoJSONDecoder()
    let foundation = JSONDecoder()
    if isSnakeCase {
      encoder.keyEncodingStrategy = .convertToSnakeCase
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      foundation.keyDecodingStrategy = .convertFromSnakeCase
    }
    let items = (0..<200).map(Item.init)
    let parsed = try JSONDecoder().decode(AnyJSON.self, from: encoder.encode(items))
    for _ in 0..<(TestEffort.isThorough ? 20 : 7) {
      let data = Data(Self.text(of: parsed, &random, keepsOrder: keepsOrder).utf8)
      let expected = try foundation.decode([Item].self, from: data)
      #expect(try decoder.decode([Item].self, from: data) == expected)
      #expect(expected.map(\.title) == items.map(\.title))
    }
  }

  @Test("keys that are not converted back to the name are converted all the same")
  func oddKeys() throws {
    struct Odd: AutoCoding, Equatable {
      var myURL = 1
      var item_name = 2
      var ID = 3
      var x1 = 4
      var plain = 5
    }
    let encoder = AutoJSONEncoder()
    let foundation = JSONEncoder()
    for formatting: JSONEncoder.OutputFormatting in [[], .prettyPrinted, .withoutEscapingSlashes] {
      for coder: any JSONEncoding in [encoder, foundation] {
        coder.outputFormatting = formatting.union(.sortedKeys)
        coder.keyEncodingStrategy = .convertToSnakeCase
      }
      #expect(try encoder.encode(Odd()) == foundation.encode(Odd()))
    }
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let judge = JSONDecoder()
    judge.keyDecodingStrategy = .convertFromSnakeCase
    for text in [
      #"{"my_url":1,"item_name":2,"id":3,"x1":4,"plain":5}"#, #"{"myURL":1,"item_name":2,"ID":3,"x1":4,"plain":5}"#,
      #"{"myURL":1,"itemName":2,"i_d":3,"x_1":4,"plain":5}"#,
    ] {
      let data = Data(text.utf8)
      #expect((try? decoder.decode(Odd.self, from: data)) == (try? judge.decode(Odd.self, from: data)))
    }
  }
}

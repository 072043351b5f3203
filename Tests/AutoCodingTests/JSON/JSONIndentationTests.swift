import AutoCoding
import Foundation
import Testing

/// Text that is indented in other ways than `JSONEncoder` does it.
struct JSONIndentationTests {
  struct Leaf: AutoCoding, Hashable {
    var x: Int
    var name: String?
  }
  struct Model: AutoCoding, Hashable {
    var id: Int
    var numbers: [Double]
    var leaf: Leaf
    var leaves: [Leaf]
    var nested: [[Int]]
    var byName: [String: Leaf]
    var isOn: Bool?
  }

  /// Passes over most of a model.
  struct Part: AutoCoding, Hashable {
    var id: Int
    var isOn: Bool?
    init(_ model: Model) { (id, isOn) = (model.id, model.isOn) }
  }

  private static let model = Model(
    id: 1, numbers: [1, 2.5, -3e10], leaf: Leaf(x: 1, name: "a b\n\tc"),
    leaves: [Leaf(x: 2, name: nil), Leaf(x: 3, name: "d")], nested: [[1, 2], [], [3]],
    byName: ["a": Leaf(x: 4, name: "e"), "b": Leaf(x: 5, name: nil)], isOn: true)

  private static let units = ["", " ", "  ", "    ", "\t", "\t\t", "\t ", " \t", String(repeating: " ", count: 20)]
  private static let lineEnds = ["\n", "\r\n", "\r", "\n\n", "\r\n\r\n", " \n", "\t\r\n", "\n\r"]

  /// Each line of the indented text, with another indentation and end.
  private static func text(_ values: [Model], unit: String, lineEnd: String) throws -> String {
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let lines = try encoder.encodeToString(values).components(separatedBy: "\n")
    return lines.map { line in
      let spaces = line.prefix(while: { $0 == " " }).count
      return String(repeating: unit, count: spaces / 2) + line.dropFirst(spaces)
    }.joined(separator: lineEnd)
  }

  @Test("any indentation and line ends are read", arguments: units)
  func indentation(unit: String) throws {
    let values = [Self.model, Self.model, Self.model]
    for lineEnd in Self.lineEnds {
      let data = Data(try Self.text(values, unit: unit, lineEnd: lineEnd).utf8)
      #expect(try AutoJSONDecoder().decode([Model].self, from: data) == values, "\(unit.debugDescription) \(lineEnd)")
      #expect(try JSONDecoder().decode([Model].self, from: data) == values)
      #expect(try AutoJSONDecoder().decode([Part].self, from: data) == values.map(Part.init))
    }
  }

  @Test("indentation that changes within the text is read")
  func mixed() throws {
    let values = [Self.model, Self.model]
    for (first, second) in [("\t", "  "), ("  ", "\t"), ("    ", "\t\t"), ("\t", "")] {
      for (end, otherEnd) in [("\n", "\r\n"), ("\r\n", "\n")] {
        let texts = [
          try Self.text(values, unit: first, lineEnd: end), try Self.text(values, unit: second, lineEnd: otherEnd),
        ]
        let joined = "[" + texts.joined(separator: ", ") + "]"
        #expect(try AutoJSONDecoder().decode([[Model]].self, from: Data(joined.utf8)) == [values, values])
        // Passed over as one value, in which the indentation changes.
        let around = "{\"unknown\": \(joined), \"id\": 1}"
        #expect(try AutoJSONDecoder().decode(Part.self, from: Data(around.utf8)).id == 1)
      }
    }
  }

  @Test("a byte that is no white space is refused wherever white space may be", arguments: ["\t", "  "])
  func refusals(unit: String) throws {
    let text = Array(try Self.text([Self.model, Self.model], unit: unit, lineEnd: "\r\n").utf8)
    let decoder = AutoJSONDecoder()
    for (offset, byte) in text.enumerated() where byte <= 0x20 {
      for other in [0x0b, 0x00, 0x21, 0x89] as [UInt8] {
        var damaged = text
        damaged[offset] = other
        let data = Data(damaged)
        // Foundation tells where a text in a string is damaged, too.
        let isRead = (try? JSONDecoder().decode([Model].self, from: data)) != nil
        #expect(((try? decoder.decode([Model].self, from: data)) != nil) == isRead, "byte \(offset), \(other)")
        #expect(((try? decoder.decode([Part].self, from: data)) != nil) == isRead, "byte \(offset), \(other)")
      }
      #expect(throws: DecodingError.self) { try decoder.decode([Model].self, from: Data(text[..<offset])) }
      #expect(throws: DecodingError.self) { try decoder.decode([Part].self, from: Data(text[..<offset])) }
    }
  }
}

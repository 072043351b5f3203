import Foundation
import Testing

@testable import AutoCoding

private struct Drawing: AutoCoding, Equatable {
  var width: CGFloat = 0
  var optional: CGFloat? = nil
  var list: [CGFloat] = []
  var named: [String: CGFloat] = [:]
  var points: [CGPoint] = []
}

private struct PlainDrawing: Codable, Equatable {
  var width: CGFloat
  var optional: CGFloat?
  var list: [CGFloat]
  var named: [String: CGFloat]
  var points: [CGPoint]
}

/// CGFloat.
struct CGFloatTests {
  private static let numbers: [CGFloat] = [
    0, -0.0, 1, -12.5, 0.1, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
  ]

  @Test("Is a number to all formats, not a value with its own code")
  func isConverted() throws {
    for type in [CGFloat.self, CGFloat?.self, [CGFloat].self] as [Any.Type] {
      let codec = try Discovery.codec(for: type)
      let number = codec.type == CGFloat.self ? codec : try #require(codec.children.first)
      guard case .conversion(let conversion) = number.concrete else {
        Issue.record("\(type) has a codec of the kind \(number.kind).")
        continue
      }
      #expect(conversion.representation.kind == .double)
    }
  }

  @Test("Is written and read as by its own code")
  func isCodedAsByItsOwnCode() throws {
    for number in Self.numbers {
      let point = CGPoint(x: number, y: -number)
      let model = Drawing(
        width: number, optional: number, list: [number, 1], named: ["a": number], points: [point, point])
      let plain = PlainDrawing(
        width: number, optional: number, list: [number, 1], named: ["a": number], points: [point, point])
      let (encoder, auto) = (JSONEncoder(), AutoJSONEncoder())
      encoder.outputFormatting = .sortedKeys
      auto.outputFormatting = .sortedKeys
      let json = try encoder.encode(plain)
      #expect(try auto.encode(model) == json)
      #expect(try auto.encode(plain) == json)
      #expect(try encoder.encode(model) == json)
      #expect(try AutoJSONDecoder().decode(Drawing.self, from: json) == model)
      #expect(try AutoJSONDecoder().decode(PlainDrawing.self, from: json) == plain)
      let list = try PropertyListEncoder().encode(plain)
      #expect(try AutoPropertyListDecoder().decode(Drawing.self, from: list) == model)
      #expect(
        try PropertyListDecoder().decode(PlainDrawing.self, from: AutoPropertyListEncoder().encode(model)) == plain)
      let archive = try KeyedArchiveEncoder().encode(model)
      #expect(try KeyedArchiveDecoder().decode(Drawing.self, from: archive) == model)
      #expect(try DictionaryDecoder().decode(Drawing.self, from: DictionaryEncoder().encode(model)) == model)
    }
  }

  @Test("Is read from dictionaries of Foundation's values")
  func isReadFromDictionaries() throws {
    let dictionary: [String: Any] = [
      "width": CGFloat(1.5), "optional": NSNumber(value: 2), "list": [CGFloat(1), 2.5, 3] as [Any],
      "named": ["a": CGFloat(4)], "points": [[CGFloat(1), 2]],
    ]
    let model = try DictionaryDecoder().decode(Drawing.self, from: dictionary)
    let plain = try DictionaryDecoder().decode(PlainDrawing.self, from: dictionary)
    #expect(
      model
        == Drawing(width: 1.5, optional: 2, list: [1, 2.5, 3], named: ["a": 4], points: [CGPoint(x: 1, y: 2)]))
    #expect(plain.list == model.list && plain.width == model.width && plain.named == model.named)
  }

  @Test("Follows the strategies for numbers that are not finite")
  func followsStrategies() throws {
    let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    #expect(throws: EncodingError.self) { try encoder.encode(Drawing(width: .infinity)) }
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    let drawing = Drawing(width: .infinity, list: [-.infinity, 1])
    #expect(try decoder.decode(Drawing.self, from: encoder.encode(drawing)) == drawing)
  }

  @Test("Refuses what is no number, at its path")
  func refusesOthers() throws {
    for (json, path) in [
      (#"{"width":"1"}"#, "width"), (#"{"width":null}"#, "width"), (#"{"list":[1,true]}"#, "list.1"),
    ] {
      do {
        _ = try AutoJSONDecoder().decode(Drawing.self, from: Data(json.utf8))
        Issue.record("\(json) was decoded.")
      } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
        #expect(
          context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".") == path)
      }
    }
  }
}

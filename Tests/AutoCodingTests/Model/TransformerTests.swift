import AutoCoding
import Foundation
import Testing

private struct Paint: Equatable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
}

private enum HexPaint: PropertyTransformer {
  struct NoHex: Error {}

  static func encode(_ value: Paint) throws -> String {
    guard value.red != 13 else { throw NoHex() }
    return [value.red, value.green, value.blue].map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
  }

  static func decode(_ encodedValue: String) throws -> Paint {
    guard encodedValue.count == 6, let number = UInt32(encodedValue, radix: 16) else { throw NoHex() }
    return Paint(
      red: UInt8(number >> 16), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
  }
}

/// Stored as a model.
private enum Pair: PropertyTransformer {
  struct Stored: AutoCoding { var first: Int; var second: Int }
  static func encode(_ value: ClosedRange<Int>) -> Stored { Stored(first: value.lowerBound, second: value.upperBound) }
  static func decode(_ encodedValue: Stored) -> ClosedRange<Int> { encodedValue.first...encodedValue.second }
}

private struct Pen: AutoCoding, Equatable {
  var color: Paint
  var second: Paint?
  var none: Paint?
  @Transformed<HexPaint> var third = Paint(red: 1, green: 2, blue: 3)
  var range: ClosedRange<Int>
  static var propertyRules: PropertyRules {
    [
      "color": .transformed(by: HexPaint.self), "second": .transformed(by: HexPaint.self),
      "none": .transformed(by: HexPaint.self), "range": .transformed(by: Pair.self),
    ]
  }
  static let sample = Pen(
    color: Paint(red: 255, green: 0, blue: 16), second: Paint(red: 0, green: 0, blue: 1), none: nil, range: 1...9)
}

private class Brush: AutoCoding, DefaultInitializable {
  var color = Paint(red: 0, green: 0, blue: 0)
  class var propertyRules: PropertyRules { ["color": .transformed(by: HexPaint.self)] }
  required init() {}
}

private final class WideBrush: Brush {
  var width = 1...2
  override class var propertyRules: PropertyRules { ["width": .transformed(by: Pair.self)] }
}

/// Property transformers.
struct TransformerTests {
  @Test("in every format") func formats() throws {
    let encoder = AutoJSONEncoder()
    let json = try encoder.encode(Pen.sample)
    #expect(
      String(decoding: json, as: UTF8.self)
        == ##"{"color":"ff0010","second":"000001","third":"010203","range":{"first":1,"second":9}}"##)
    #expect(try AutoJSONDecoder().decode(Pen.self, from: json) == .sample)
    #expect(try JSONDecoder().decode(Pen.self, from: json) == .sample)
    #expect(try AutoJSONDecoder().decode(Pen.self, from: JSONEncoder().encode(Pen.sample)) == .sample)
    #expect(
      try PropertyListDecoder().decode(Pen.self, from: PropertyListEncoder().encode(Pen.sample)) == .sample)
    #expect(try KeyedArchiveDecoder().decode(Pen.self, from: KeyedArchiveEncoder().encode(Pen.sample)) == .sample)
    #expect(try DictionaryDecoder().decode(Pen.self, from: DictionaryEncoder().encode(Pen.sample)) == .sample)
  }

  @Test("the lists of a class and its superclasses are joined") func classes() throws {
    let brush = WideBrush()
    brush.color = Paint(red: 9, green: 9, blue: 9)
    brush.width = 3...4
    for data in [try AutoJSONEncoder().encode(brush), try JSONEncoder().encode(brush)] {
      let copy = try AutoJSONDecoder().decode(WideBrush.self, from: data)
      #expect(copy.color == brush.color)
      #expect(copy.width == brush.width)
    }
    let copy = try KeyedArchiveDecoder().decode(WideBrush.self, from: KeyedArchiveEncoder().encode(brush))
    #expect(copy.width == brush.width)
  }

  @Test("errors have the path, and the transformer's own beneath") func errors() {
    let data = Data(##"{"color":"red","third":"010203","range":{"first":1,"second":9}}"##.utf8)
    for decode in [
      { try AutoJSONDecoder().decode(Pen.self, from: data) }, { try JSONDecoder().decode(Pen.self, from: data) },
    ] {
      let error = #expect(throws: DecodingError.self) { try decode() }
      guard case .dataCorrupted(let context) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == ["color"])
      #expect(context.underlyingError is HexPaint.NoHex)
      #expect(context.debugDescription.contains("HexPaint cannot decode red"))
    }
    var pen = Pen.sample
    pen.third = Paint(red: 13, green: 0, blue: 0)
    for encode in [{ try AutoJSONEncoder().encode(pen) }, { try KeyedArchiveEncoder().encode(pen) }] {
      let error = #expect(throws: EncodingError.self) { try encode() }
      guard case .invalidValue(_, let context) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == ["third"])
      #expect(context.underlyingError is HexPaint.NoHex)
    }
  }

  @Test("a transformer of another type, and a name that is no property, are refused") func misuse() {
    struct Wrong: AutoCoding {
      var number = 1
      static var propertyRules: PropertyRules {
        ["number": .transformed(by: Pair.self), "nomber": .transformed(by: Pair.self)]
      }
    }
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Wrong.self) }
    #expect(error?.problems.map(\.code) == [.unknownProperty, .notCodable])
    #expect(error?.description.contains("ClosedRange<Swift.Int>") == true)
  }

  @Test("synthesized Codable may have transformed properties, too") func synthesized() throws {
    struct Plain: Codable, Equatable {
      @Transformed<HexPaint> var color = Paint(red: 1, green: 1, blue: 1)
    }
    let data = try JSONEncoder().encode(Plain())
    #expect(String(decoding: data, as: UTF8.self) == #"{"color":"010101"}"#)
    #expect(try JSONDecoder().decode(Plain.self, from: data) == Plain())
  }
}

import AutoCoding
import Foundation
import Testing

/// Enums with raw values, which JSON reads and writes by a table if possible.
struct JSONRawValueTests {
  enum Color: String, AutoCoding, CaseIterable { case red, green, blue, ultraviolet, r, g = "", b = "gr" }
  enum Odd: String, AutoCoding, CaseIterable {
    case slash = "application/json"
    case quote = "a \"quoted\" word"
    case backslash = #"C:\temp"#
    case control = "line\nbreak\u{1}"
    case accent = "é"
    case emoji = "👩‍👩‍👧"
    case sharedStart = "the first sixteen bytes, one"
    case sharedStartToo = "the first sixteen bytes, two"
    case sixteenBytes = "the first sixtee"
  }
  enum Long: String, AutoCoding, CaseIterable {
    case short
    case long = "a raw value that is longer than the table of raw values has room for, by far"
  }
  enum Level: Int, AutoCoding, CaseIterable { case low = 1, middle, high, negative = -7, huge = 9_007_199_254_740_993 }
  enum Byte: UInt8, AutoCoding, CaseIterable { case zero, one, most = 255 }
  enum Wide: UInt64, AutoCoding, CaseIterable { case zero, most = 18_446_744_073_709_551_615 }
  enum Ratio: Double, AutoCoding, CaseIterable { case half = 0.5, whole = 1 }
  enum Single: String, AutoCoding, CaseIterable { case only }

  /// Reads more texts than it writes.
  enum Lenient: String, AutoCoding, CaseIterable {
    case yes, no
    init?(rawValue: String) {
      switch rawValue.lowercased() {
      case "yes", "y", "1": self = .yes
      case "no", "n", "0": self = .no
      default: return nil
      }
    }
  }

  /// Does not come back as the case that was written.
  enum OneWay: String, AutoCoding, CaseIterable {
    case first, second
    init?(rawValue: String) { self = .first }
  }

  enum Counted: String, AutoCoding, CaseIterable {
    case one, two
    @TaskLocal static var decoded: Counter?
    final class Counter: @unchecked Sendable { var count = 0 }
    mutating func didDecode() { Self.decoded?.count += 1 }
  }

  struct Model<Value: AutoCoding & Hashable>: AutoCoding, Hashable {
    var first: Value
    var other: Value?
    var none: Value?
    var list: [Value]
    var byName: [String: Value]
    var last: Value
  }
  struct Plain<Value: Codable & Hashable>: Codable, Hashable {
    var first: Value
    var other: Value?
    var none: Value?
    var list: [Value]
    var byName: [String: Value]
    var last: Value
  }

  private static let formats: [JSONEncoder.OutputFormatting] = [
    .sortedKeys, [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes],
    [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes],
  ]

  private func check<Value: AutoCoding & Hashable & CaseIterable>(
    _ type: Value.Type, readsBack: Bool = true
  ) throws where Value.AllCases == [Value] {
    let cases = Value.allCases
    for (index, value) in cases.enumerated() {
      let names = Dictionary(uniqueKeysWithValues: cases.enumerated().map { ("name\($0)", $1) })
      let model = Model(
        first: value, other: index % 2 == 0 ? value : nil, none: nil, list: cases + cases, byName: names, last: value)
      let plain = Plain(
        first: value, other: model.other, none: nil, list: model.list, byName: names, last: value)
      for format in Self.formats {
        let (ours, theirs) = (AutoJSONEncoder(), JSONEncoder())
        ours.outputFormatting = format
        theirs.outputFormatting = format
        let text = try theirs.encode(plain)
        #expect(String(decoding: try ours.encode(model), as: UTF8.self) == String(decoding: text, as: UTF8.self))
        guard readsBack else { continue }
        #expect(try AutoJSONDecoder().decode(Model<Value>.self, from: text) == model)
      }
    }
  }

  @Test("the same bytes as JSONEncoder, and back")
  func sameBytes() throws {
    try check(Color.self)
    try check(Odd.self)
    try check(Long.self)
    try check(Level.self)
    try check(Byte.self)
    try check(Wide.self)
    try check(Ratio.self)
    try check(Single.self)
    try check(Lenient.self)
    try check(OneWay.self, readsBack: false)
  }

  private struct Holder<Value: AutoCoding & Hashable>: AutoCoding {
    var value: Value
    var next = 1
  }

  private func decoded<Value: AutoCoding & Hashable>(_ text: String, as type: Value.Type) throws -> Value {
    func held(_ json: String) throws -> Value {
      try AutoJSONDecoder().decode(Holder<Value>.self, from: Data(json.utf8)).value
    }
    let value = try held("{\"value\":\(text),\"next\":1}")
    // At the end of a text, where fewer bytes follow, and in an array.
    #expect(try held("{\"next\":1,\"value\":\(text)}") == value)
    #expect(try AutoJSONDecoder().decode([Value].self, from: Data("[\(text), \(text) ]".utf8)) == [value, value])
    return value
  }

  @Test("other spellings of the same text")
  func otherSpellings() throws {
    #expect(try decoded(#""\u0072ed""#, as: Color.self) == .red)
    #expect(try decoded(#""r\u0065d""#, as: Color.self) == .red)
    #expect(try decoded(#""application\/json""#, as: Odd.self) == .slash)
    #expect(try decoded(#""application/json""#, as: Odd.self) == .slash)
    // Another form of the same character.
    #expect(try decoded("\"e\u{301}\"", as: Odd.self) == .accent)
    #expect(try decoded("1.0", as: Level.self) == .low)
    #expect(try decoded("1e0", as: Level.self) == .low)
    #expect(try decoded("\"Y\"", as: Lenient.self) == .yes)
    #expect(try decoded("\"second\"", as: OneWay.self) == .first)
  }

  @Test("raw values of no case are refused with the path and the cases")
  func refused() {
    for text in ["\"re\"", "\"redd\"", "\"RED\"", "\"\\u0000\"", "\" red\""] {
      let error = #expect(throws: DecodingError.self) { try decoded(text, as: Color.self) }
      guard case .dataCorrupted(let context)? = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == ["value"])
      #expect(context.debugDescription.hasPrefix("Cannot initialize Color from invalid String value"))
      #expect(context.debugDescription.contains("ultraviolet"))
    }
    for text in ["0", "4", "-1", "255"] {
      #expect(throws: DecodingError.self) { try decoded(text, as: Level.self) }
    }
    for text in ["-1", "256", "1.5", "\"one\"", "null", "tru", "\"red"] {
      #expect(throws: DecodingError.self) { try decoded(text, as: Byte.self) }
      #expect(throws: DecodingError.self) { try decoded(text, as: Color.self) }
    }
  }

  @Test("didDecode() of an enum is called for every value")
  func calledBack() throws {
    let counter = Counted.Counter()
    try Counted.$decoded.withValue(counter) {
      for _ in 0..<3 { _ = try decoded("\"two\"", as: Counted.self) }
    }
    #expect(counter.count == 3 * 4)
  }
}

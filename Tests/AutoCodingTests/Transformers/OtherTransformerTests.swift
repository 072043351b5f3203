import AutoCoding
import Foundation
import Testing

private struct EnclosedModel: AutoCoding, Equatable {
  var id = 1
  var names = ["a\"b"]
}

private struct Everything: AutoCoding, Equatable {
  var created = Date(timeIntervalSinceReferenceDate: 0.5)
  var modified: Date? = Date(timeIntervalSinceReferenceDate: 1)
  var expires = Date(timeIntervalSinceReferenceDate: 2)
  var born = Date(timeIntervalSinceReferenceDate: 86400)
  var price: Decimal = 12.5
  var counts: [UInt8] = [0, 255]
  var active = true
  var visible: Bool? = false
  var payload = EnclosedModel()
  var link = URL(string: "https://example.com/a%20b")
  var hash = Data([0, 255, 16])
  var token = Data([251, 255])

  static var propertyRules: PropertyRules {
    [
      "created": .transformed(by: ISO8601DateWithFractions.self), "modified": .transformed(by: ISO8601Date.self),
      "expires": .transformed(by: RFC1123Date.self), "born": .transformed(by: DayDate.self),
      "price": .transformed(by: NumberAsText<Decimal>.self), "counts": .transformed(by: NumberAsText<UInt8>.self),
      "active": .transformed(by: BoolAsNumber.self), "visible": .transformed(by: BoolAsYesOrNo.self),
      "payload": .transformed(by: JSONText<EnclosedModel>.self), "link": .transformed(by: EscapedURL.self),
      "hash": .transformed(by: HexadecimalData.self), "token": .transformed(by: Base64URLData.self),
    ]
  }
}

/// A number that cannot be made of text.
private struct Ratio: Numeric, CustomStringConvertible {
  var value: Int
  var magnitude: UInt { value.magnitude }
  var description: String { value.description }
  init(_ value: Int) { self.value = value }
  init(integerLiteral value: Int) { self.init(value) }
  init?<Source: BinaryInteger>(exactly source: Source) {
    guard let value = Int(exactly: source) else { return nil }
    self.init(value)
  }
  static func + (left: Ratio, right: Ratio) -> Ratio { Ratio(left.value + right.value) }
  static func - (left: Ratio, right: Ratio) -> Ratio { Ratio(left.value - right.value) }
  static func * (left: Ratio, right: Ratio) -> Ratio { Ratio(left.value * right.value) }
  static func *= (left: inout Ratio, right: Ratio) { left.value *= right.value }
}

private func message(_ body: () throws -> some Any) -> String {
  do {
    _ = try body()
    return ""
  } catch DecodingError.dataCorrupted(let context) {
    return context.debugDescription
  } catch EncodingError.invalidValue(_, let context) {
    return context.debugDescription
  } catch {
    return "\(error)"
  }
}

/// Transformers of numbers, text and data.
struct OtherTransformerTests {
  @Test("in every format", arguments: TestCoder.allCases)
  func formats(coder: TestCoder) throws {
    #expect(try coder.roundTrip(Everything()) == Everything())
  }

  @Test("say what is written")
  func text() throws {
    #expect(
      try jsonText(Everything()) == #"""
        {"active":1,"born":"2001-01-02","counts":["0","255"],"created":"2001-01-01T00:00:00.500Z",\#
        "expires":"Mon, 01 Jan 2001 00:00:02 GMT","hash":"00ff10","link":"https:\/\/example.com\/a%20b",\#
        "modified":"2001-01-01T00:00:01Z","payload":"{\"id\":1,\"names\":[\"a\\\"b\"]}","price":"12.5","token":"-_8",\#
        "visible":"no"}
        """#)
  }

  @Test("numbers as text are exact, or refused")
  func numbers() throws {
    for number in [0, 1, -1, Int.max, .min] {
      #expect(try NumberAsText<Int>.decode(NumberAsText<Int>.encode(number)) == number)
    }
    for number in [0.1, -1e300, .leastNonzeroMagnitude, .pi, -0.0] {
      #expect(try NumberAsText<Double>.decode(NumberAsText<Double>.encode(number)) == number)
    }
    for text in ["0", "12.50", "-99999999999999999999999999999999999999"] {
      let number = try NumberAsText<Decimal>.decode(text)
      #expect(number == Decimal(string: text))
      #expect(try NumberAsText<Decimal>.decode(NumberAsText<Decimal>.encode(number)) == number)
    }
    for wrong in ["", " 1", "1 ", "0x10", "1_000", "nan", "inf", "1.", ".5", "1e", "--1", "12abc", "1,5"] {
      #expect(message { try NumberAsText<Double>.decode(wrong) }.contains(wrong.debugDescription))
      #expect(message { try NumberAsText<Decimal>.decode(wrong) }.contains(wrong.debugDescription))
      #expect(message { try NumberAsText<Int>.decode(wrong) }.contains(wrong.debugDescription))
    }
    for number in [CGFloat(0.1), -12.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
      #expect(try NumberAsText<CGFloat>.decode(NumberAsText<CGFloat>.encode(number)) == number)
    }
    #expect(message { try NumberAsText<CGFloat>.decode("1e400") }.contains("1e400"))
    #expect(message { try NumberAsText<Ratio>.encode(2) }.contains("Conform it to LosslessStringConvertible"))
    #expect(message { try NumberAsText<UInt8>.decode("256") }.contains("UInt8"))
    #expect(message { try NumberAsText<Int>.decode("1.0") }.contains("1.0"))
    #expect(message { try NumberAsText<Double>.decode("1e999") }.contains("1e999"))
    #expect(message { try NumberAsText<Decimal>.decode("1.00000000000000000000000000000000000000001") } != "")
    #expect(message { try NumberAsText<Double>.encode(.infinity) }.contains("inf is not a finite number"))
    #expect(message { try NumberAsText<Decimal>.encode(.nan) }.contains("not a finite number"))
  }

  @Test("decimal numbers as text are what Foundation reads and writes")
  func decimals() throws {
    for round in 0..<3000 {
      let digits = (0...(round % 40)).map { _ in String(Int.random(in: 0...9)) }.joined()
      let point = Int.random(in: 0...digits.count)
      let whole = digits.prefix(point).isEmpty ? "0" : String(digits.prefix(point))
      let fraction = digits.dropFirst(point)
      let text = ["", "-", "+"][round % 3] + whole + (fraction.isEmpty ? "" : "." + fraction)
      let expected = try #require(Decimal(string: text))
      // What does not fit is refused.
      guard text.count <= 38 || expected.description == text else { continue }
      let number = try NumberAsText<Decimal>.decode(text)
      #expect(number == expected && number.description == expected.description, "\(text)")
      #expect(try NumberAsText<Decimal>.encode(number) == expected.description, "\(text)")
    }
    for number in [Decimal.greatestFiniteMagnitude, .leastNonzeroMagnitude, -1e60, 1e-60, 0, 100, -0.001] {
      #expect(try NumberAsText<Decimal>.encode(number) == number.description)
    }
  }

  @Test("Bools are two numbers or two words")
  func bools() throws {
    for value in [true, false] {
      #expect(try BoolAsNumber.decode(BoolAsNumber.encode(value)) == value)
      #expect(try BoolAsYesOrNo.decode(BoolAsYesOrNo.encode(value)) == value)
      #expect(try BoolAsYesOrNo.decode(value ? "YES" : "No") == value)
    }
    #expect(message { try BoolAsNumber.decode(2) }.hasPrefix("Expected 0 or 1, but found 2."))
    #expect(message { try BoolAsYesOrNo.decode("y") }.hasPrefix(#"Expected "yes" or "no", but found "y"."#))
  }

  @Test("hexadecimal data and Base64URL are what Foundation makes of the same bytes")
  func data() throws {
    for count in 0..<70 {
      let data = Data((0..<count).map { _ in UInt8.random(in: 0...255) })
      let hexadecimal = data.map { String(format: "%02x", $0) }.joined()
      #expect(HexadecimalData.encode(data) == hexadecimal)
      #expect(try HexadecimalData.decode(hexadecimal) == data)
      #expect(try HexadecimalData.decode(hexadecimal.uppercased()) == data)
      let base64 = data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      #expect(Base64URLData.encode(data) == base64.replacing("=", with: ""))
      #expect(try Base64URLData.decode(base64) == data)
      #expect(try Base64URLData.decode(base64.replacing("=", with: "")) == data)
    }
    for wrong in ["0", "0g", "0x00", "é", "00 00"] {
      #expect(message { try HexadecimalData.decode(wrong) }.contains(wrong.debugDescription))
    }
    for wrong in ["A", "+/8", "QR", "QQ=", "QQ===", "Q=Q=", "QQ\n", "é", "QQ==x"] {
      #expect(message { try Base64URLData.decode(wrong) }.contains(wrong.debugDescription))
    }
  }

  @Test(
    "URLs are escaped where they must be",
    arguments: [
      ("https://example.com/a b", "https://example.com/a%20b"),
      ("https://example.com/ü?q=ä b&x=%20#f g#h", "https://example.com/%C3%BC?q=%C3%A4%20b&x=%20#f%20g%23h"),
      ("https://example.com/100%/%zz/%41", "https://example.com/100%25/%25zz/%41"),
      ("https://example.com/?a[]={\"x\"|y}", "https://example.com/?a%5B%5D=%7B%22x%22%7Cy%7D"),
      ("https://u:p@example.com:80/a?b?c", "https://u:p@example.com:80/a?b?c"),
      ("https://[::1]/a b", "https://[::1]/a%20b"), ("mailto:a b@c", "mailto:a%20b@c"), ("a b", "a%20b"),
      ("/a:b c", "/a:b%20c"), ("https://example.com", "https://example.com"),
    ])
  func urls(text: String, escaped: String) throws {
    let url = try EscapedURL.decode(text)
    #expect(EscapedURL.encode(url) == escaped)
    #expect(try EscapedURL.decode(escaped) == url)
    if let strict = URL(string: text, encodingInvalidCharacters: false) { #expect(url == strict) }
  }

  @Test("text that is no URL is an error")
  func noURL() {
    for wrong in ["", "https://exa mple.com", " https://example.com"] {
      #expect(message { try EscapedURL.decode(wrong) }.contains("Expected a URL, but found \(wrong.debugDescription)"))
    }
  }

  @Test("errors in JSON inside of text have the path into it")
  func json() throws {
    struct Outer: AutoCoding {
      var payload: [EnclosedModel] = []
      static var propertyRules: PropertyRules { ["payload": .transformed(by: JSONText<[EnclosedModel]>.self)] }
    }
    let error = #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().decode(Outer.self, from: #"{"payload": "[{\"id\": 1, \"names\": [2]}]"}"#)
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == ["payload", "0", "names", "0"])
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Outer.self, from: #"{"payload": "[1"}"#) }
  }

  @Test("a property wrapper has them as well")
  func wrapper() throws {
    struct Wrapped: AutoCoding, Equatable {
      @Transformed<ISO8601Date> var date = Date(timeIntervalSinceReferenceDate: 0)
    }
    #expect(try jsonText(Wrapped()) == #"{"date":"2001-01-01T00:00:00Z"}"#)
    #expect(try jsonValue(#"{"date":"2001-01-01T00:00:00Z"}"#) == Wrapped())
  }

  private enum EmptyForNil: PropertyTransformer {
    static func encode(_ text: String?) -> String? { text ?? "" }
    static func decode(_ text: String?) -> String? { text == "" ? nil : text }
  }

  private struct Note: AutoCoding, Equatable {
    var text: String?
    var title: String?
    static let propertyRules: PropertyRules = [
      "text": .transformed(by: EmptyForNil.self), "title": .default(nil).transformed(by: EmptyForNil.self),
    ]
  }

  private enum WithoutNulls: PropertyTransformer {
    static func encode(_ numbers: [Int]) -> [Int?] { numbers }
    static func decode(_ numbers: [Int?]) -> [Int] { numbers.compactMap { $0 } }
  }

  private enum TextForNil: PropertyTransformer {
    static func encode(_ text: String?) -> String { text ?? "" }
    static func decode(_ text: String) -> String? { text }
  }

  private enum Bare: AutoCoding, Equatable {
    case circle(circle: Double), square(square: Int)
    static let typeRules = TypeRules(casesAreUntagged: true)
  }

  private struct Wishes: AutoCoding {
    var numbers: [Int]
    var text: String?
    var shape: Bare
    static let propertyRules: PropertyRules = [
      "numbers": .transformed(by: WithoutNulls.self), "text": .transformed(by: TextForNil.self),
    ]
  }

  @Test("what the cookbook says of macro libraries")
  func wishes() throws {
    let wishes = try AutoJSONDecoder().decode(
      Wishes.self, from: #"{"numbers":[1,null,2],"text":"a","shape":{"circle":2.5}}"#)
    #expect(wishes.numbers == [1, 2] && wishes.shape == .circle(circle: 2.5))
    let text = try AutoJSONEncoder().encodeToString(Wishes(numbers: [3], text: nil, shape: .square(square: 4)))
    #expect(text == #"{"numbers":[3],"text":"","shape":{"square":4}}"#)
  }

  private struct RequiredNote: AutoCoding, DefaultInitializable {
    var text: String?
    static let propertyRules: PropertyRules = ["text": .required.transformed(by: EmptyForNil.self)]
  }

  @Test("a required key of an Optional needs no default")
  func requiredOptional() throws {
    let error = #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(RequiredNote.self, from: "{}") }
    #expect("\(try #require(error))".contains("Remove .required"))
  }

  @Test("a transformer of an Optional decides about nil")
  func optional() throws {
    for text in [#"{"text":"","title":""}"#, #"{"text":null,"title":null}"#, #"{"text":""}"#] {
      for note in [
        try AutoJSONDecoder().decode(Note.self, from: text), try JSONDecoder().decode(Note.self, from: Data(text.utf8)),
      ] {
        #expect(note == Note())
        #expect(try AutoJSONEncoder().encodeToString(note) == #"{"text":"","title":""}"#)
      }
    }
    for read in [
      { try AutoJSONDecoder().decode(Note.self, from: "{}") },
      { try JSONDecoder().decode(Note.self, from: Data("{}".utf8)) },
    ] {
      let error = #expect(throws: DecodingError.self) { _ = try read() }
      guard case .keyNotFound(_, let context) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.debugDescription.contains("Give it .default(nil)"))
    }
  }
}

import AutoCodingFoundation
import Foundation
import Testing

/// Vectors, ranges and the like, which are coded without their own code: as Foundation codes them, and with its errors.
struct JSONStoredNumbersTests {
  struct Model<Value: Codable>: AutoCoding {
    var value: Value
    var values: [Value]
    var optional: Value?
    var dictionary: [String: Value]
  }
  struct Twin<Value: Codable>: Codable {
    var value: Value
    var values: [Value]
    var optional: Value?
    var dictionary: [String: Value]
  }

  /// Calls a value's own code, which no coder knows.
  struct Own<Value: Codable>: Codable, CustomStringConvertible, CustomDebugStringConvertible {
    let value: Value
    var description: String { "\(value)" }
    var debugDescription: String { String(reflecting: value) }

    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  private func outcome<Value>(_ code: () throws -> Value) -> String {
    do {
      return "\(try code())"
    } catch {
      return "\(error)"
    }
  }

  private func compare<Value: Codable>(_ values: [Value], _ texts: [String] = []) {
    for formatting in [.sortedKeys, [.sortedKeys, .prettyPrinted]] as [JSONEncoder.OutputFormatting] {
      let (auto, foundation) = (AutoJSONEncoder(), JSONEncoder())
      foundation.outputFormatting = formatting
      auto.outputFormatting = formatting
      for value in values {
        let twin = Twin(value: value, values: values, optional: value, dictionary: ["a": value])
        let model = Model(value: value, values: values, optional: value, dictionary: ["a": value])
        let own = Model(
          value: Own(value), values: values.map { Own($0) }, optional: Own(value), dictionary: ["a": Own(value)])
        #expect(outcome { try auto.encodeToString(model) } == outcome { try auto.encodeToString(own) })
        guard let text = (try? foundation.encode(twin)).map({ String(decoding: $0, as: UTF8.self) }) else { continue }
        #expect(outcome { try auto.encodeToString(model) } == text)
        compare(Value.self, text)
      }
    }
    // Foundation rounds integers that a floating-point number does not have; this library does not.
    compareLists(values, (texts + Self.texts).filter { !$0.contains(/[0-9]{18}/) })
    for text in texts + Self.texts {
      compare(Value.self, #"{"value":\#(text),"values":[],"dictionary":{}}"#)
      compare(Value.self, #"{"value":[1,2],"values":[\#(text)],"dictionary":{"a":\#(text)}}"#)
    }
  }

  private func parts<Whole>(_ value: Whole) -> [String] { Mirror(reflecting: value).children.map { "\($0.value)" } }

  private func compareLists<Value: Codable>(_ values: [Value], _ texts: [String]) {
    for format in [.binary, .xml] as [PropertyListSerialization.PropertyListFormat] {
      let (auto, foundation) = (AutoPropertyListEncoder(), PropertyListEncoder())
      (auto.outputFormat, foundation.outputFormat) = (format, format)
      for value in values {
        let twin = Twin(value: value, values: values, optional: value, dictionary: ["a": value])
        let model = Model(value: value, values: values, optional: value, dictionary: ["a": value])
        let expected = outcome {
          parts(try PropertyListDecoder().decode(Twin<Value>.self, from: foundation.encode(twin)))
        }
        let own = outcome { parts(try AutoPropertyListDecoder().decode(Model<Value>.self, from: auto.encode(model))) }
        #expect(own == expected)
        #expect(
          outcome { parts(try PropertyListDecoder().decode(Twin<Value>.self, from: auto.encode(model))) } == expected)
        #expect(
          outcome { parts(try AutoPropertyListDecoder().decode(Model<Value>.self, from: foundation.encode(twin))) }
            == expected)
      }
      for text in texts {
        let object = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        let root: [String: Any] = ["value": object ?? 1, "values": [], "dictionary": [:]]
        guard let list = try? PropertyListSerialization.data(fromPropertyList: root, format: format, options: 0) else {
          continue
        }
        let value = try? PropertyListDecoder().decode(Twin<Value>.self, from: list).value
        let found = try? AutoPropertyListDecoder().decode(Model<Value>.self, from: list).value
        #expect(found.map { "\($0)" } == value.map { "\($0)" }, "\(text)")
      }
    }
  }

  private func compare<Value: Codable>(_ type: Value.Type, _ text: String) {
    let data = Data(text.utf8)
    let found = outcome { parts(try AutoJSONDecoder().decode(Model<Value>.self, from: data)) }
    // The type's own code says what is wrong.
    #expect(found == outcome { parts(try AutoJSONDecoder().decode(Model<Own<Value>>.self, from: data)) }, "\(text)")
    guard let expected = try? JSONDecoder().decode(Twin<Value>.self, from: data) else {
      #expect((try? AutoJSONDecoder().decode(Model<Value>.self, from: data)) == nil, "\(text)")
      return
    }
    #expect(found == "\(parts(expected))", "\(text)")
  }

  private static let texts = [
    "[1,2]", "[ 1 , 2 ]", "[\n\t1,\n\t2\n]", "[]", "[1]", "[1,2,3]", "[1,2,3,4]", "[1,2,3,4,5]", "[2,1]", "[-1,1]",
    "[0,0]", "[1.5,2]",
    "[1e2,2e2]", "[1,2.0]", "[300,400]", "[1,18446744073709551615]",
    "[9223372036854775807,9223372036854775808]", "[1234567890123456789,1234567890123456789]", "[1e400,1]",
    "[-0.0,0]", "[null,1]", "[1,null]", "null", "[\"1\",2]", "[true,2]", "[[1],2]", "[[1,2],[3,4]]", "[[1,2],[3]]",
    "[[1,2],[3,4],[5,6]]", "[[1,2,3],[4]]", "[[2,1],3]", "{}", "{\"0\":1}", "1", "\"1..<2\"", "[1,2", "[1 2]", "[1,,2]",
    "[01,2]", "[1,2]x", "[-,1]", "[[1,2],[3,4]", "[[],[]]", "[1e2x,3]",
  ]

  @Test func `Vectors`() {
    compare([SIMD2<Double>(1, -2.5), SIMD2(0.1, 1e300), SIMD2(-0.0, .leastNonzeroMagnitude)])
    compare([SIMD2<Float>(1, -2.5), SIMD2(0.1, 1e30)])
    compare([SIMD3<Float>(1, -2.5, 3), SIMD3(0.1, 1e30, 7)])
    compare([SIMD4<Int32>(1, -2, .max, .min)], ["[2147483648,1,2,3]", "[1,2,3,2147483647]"])
    compare([SIMD8<UInt8>(0, 1, 2, 3, 4, 5, 6, .max)], ["[1,2,3,4,5,6,7,256]", "[1,2,3,4,5,6,7,-1]"])
    compare([SIMD2<UInt64>(.max, .min)])
    compare([SIMD2<Int>(.max, .min)])
    compare([SIMD16<Int8>(repeating: -7)])
    compare([SIMD32<Int16>(repeating: 9)])
    compare([SIMD64<UInt16>(repeating: 11)])
  }

  @Test func `Ranges`() {
    compare([1..<7, -5..<(-5), .min ..< .max])
    compare([1...7, -5...(-5), .min ... .max])
    compare([1.5..<7, 0.5..<0.5, -1e300..<1e300])
    compare([1.5...7 as ClosedRange<Float>])
    compare([UInt8(1)..<7])
    compare([UInt64.max...UInt64.max])
    compare([1...])
    compare([...1.5])
    compare([..<(-3)])
    compare(["a"..<"b"])
    compare([Date(timeIntervalSinceReferenceDate: 1)..<Date(timeIntervalSinceReferenceDate: 2)])
  }

  @Test func `Durations`() {
    guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *) else { return }
    compare([
      Duration.zero, .seconds(5), .milliseconds(-1), .nanoseconds(1),
      Duration(secondsComponent: .max, attosecondsComponent: 1),
      Duration(secondsComponent: -7, attosecondsComponent: -999_999_999_999_999_999),
    ])
  }

  @Test func `Geometry`() {
    compare([CGPoint(x: 1, y: -2.5), .zero])
    compare([CGSize(width: 1, height: -2.5)])
    compare([CGRect(x: 1, y: -2.5, width: 1e-7, height: 3), .zero, CGRect(x: 1, y: 2, width: -1, height: -2)])
    compare([NSRange(location: 1, length: 7), NSRange(location: NSNotFound, length: 0)])
    compare([CGFloat(1.5)])
  }

  @Test func `Infinity and NaN are written and read by the coder's strategy`() {
    let points = [CGPoint(x: 1, y: Double.infinity), CGPoint(x: -Double.infinity, y: 2)]
    compare(points)
    compare([SIMD2<Float>(.nan, 1)])
    compare([-Double.infinity ... .infinity])
    let (auto, foundation) = (AutoJSONEncoder(), JSONEncoder())
    let (reader, other) = (AutoJSONDecoder(), JSONDecoder())
    let names = (positive: "+", negative: "-", nan: "?")
    foundation.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: names.positive, negativeInfinity: names.negative, nan: names.nan)
    auto.nonConformingFloatEncodingStrategy = foundation.nonConformingFloatEncodingStrategy
    other.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: names.positive, negativeInfinity: names.negative, nan: names.nan)
    reader.nonConformingFloatDecodingStrategy = other.nonConformingFloatDecodingStrategy
    let text = outcome { String(decoding: try foundation.encode(points), as: UTF8.self) }
    let model = Model(value: points[0], values: points, optional: nil, dictionary: [:])
    #expect(outcome { try auto.encodeToString(model) }.contains("\"values\":\(text)"))
    let data = Data(#"{"value":["+","-"],"values":\#(text),"dictionary":{}}"#.utf8)
    #expect(
      outcome { try reader.decode(Model<CGPoint>.self, from: data).values }
        == outcome { try other.decode(Twin<CGPoint>.self, from: data).values })
  }

  struct Nested<Value: Codable>: AutoCoding {
    var value: Value?
    var inner: [Nested]
  }

  @Test("the limit of depth counts a value as its own code does", arguments: 1...9)
  func depth(limit: Int) throws {
    func compare<Value: Codable>(_ value: Value, _ other: some Codable) throws {
      func failure(_ code: () throws -> Void) -> String { outcome { try code() } == "()" ? "none" : "error" }
      func nested<Leaf: Codable>(_ leaf: Leaf) -> Nested<Leaf> {
        (0..<3).reduce(Nested(value: leaf, inner: [])) { nest, _ in Nested(value: nil, inner: [nest]) }
      }
      let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
      encoder.limits.maximumDepth = limit
      decoder.limits.maximumDepth = limit
      let encoded = failure { _ = try encoder.encode(nested(value)) }
      #expect(encoded == failure { _ = try encoder.encode(nested(other)) }, "\(Value.self)")
      func decoded<Leaf: Codable>(_ leaf: Leaf) throws -> String {
        let data = try AutoJSONEncoder().encode(nested(leaf))
        return failure { _ = try decoder.decode(Nested<Leaf>.self, from: data) }
      }
      #expect(try decoded(value) == decoded(other), "\(Value.self)")
    }
    try compare(1..<2, Flat())
    try compare(CGRect(x: 1, y: 2, width: 3, height: 4), Deep())
  }

  /// As the code of a range.
  struct Flat: Codable {
    init() {}
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      _ = try container.decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(1)
    }
  }

  /// As the code of a rectangle.
  struct Deep: Codable {
    init() {}
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      _ = try container.decode(Flat.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(Flat())
    }
  }

  @Test func `The memory of a vector of three numbers is as its own code leaves it`() throws {
    let data = Data(#"{"value":[1,2,3],"values":[],"dictionary":{}}"#.utf8)
    let found = try AutoJSONDecoder().decode(Model<SIMD3<Float>>.self, from: data).value
    let bytes = withUnsafeBytes(of: found) { Array($0) }
    #expect(bytes == withUnsafeBytes(of: SIMD3<Float>(1, 2, 3)) { Array($0) })
  }
}

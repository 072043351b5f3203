import AutoCoding
import Foundation
import Testing

private struct Collections: AutoCoding, Equatable {
  var list: [Int] = [60, 120]
  var byName: [String: Int] = ["a": 60]
  var byNumber: [Int: Int] = [5: 180]
  var byDate: [Date: Int] = [Date(timeIntervalSinceReferenceDate: 0): 240]
  var maybe: [Int]? = [300]
  var none: [Int]?
  var gaps: [Int?] = [60, nil]
  var deep: [String: [[Int?]]?] = ["x": [[60], [nil, 120]], "y": nil]
  var set: Set<Int> = [60, 120]
  var slice: ArraySlice<Int> = [60]
  var packed: ContiguousArray<Int> = [120]
  var twice: Int?? = .some(.some(60))

  static var propertyRules: PropertyRules {
    [
      "list": .transformed(by: RuleMinutes.self), "byName": .transformed(by: RuleMinutes.self),
      "byNumber": .transformed(by: RuleMinutes.self), "byDate": .transformed(by: RuleMinutes.self),
      "maybe": .transformed(by: RuleMinutes.self), "none": .transformed(by: RuleMinutes.self),
      "gaps": .transformed(by: RuleMinutes.self), "deep": .transformed(by: RuleMinutes.self),
      "set": .transformed(by: RuleMinutes.self), "slice": .transformed(by: RuleMinutes.self),
      "packed": .transformed(by: RuleMinutes.self), "twice": .transformed(by: RuleMinutes.self),
    ]
  }
}

/// The keys have the type of the values.
private struct Names: AutoCoding, Equatable {
  var names = ["a": "b"]
  var whole: [String]? = ["c"]
  enum Reversed: PropertyTransformer {
    static func encode(_ text: String) -> String { String(text.reversed()) + "!" }
    static func decode(_ text: String) -> String { String(text.dropLast().reversed()) }
  }
  enum Joined: PropertyTransformer {
    static func encode(_ list: [String]?) -> String { list?.joined(separator: ",") ?? "-" }
    static func decode(_ text: String) -> [String]? { text == "-" ? nil : text.split(separator: ",").map(String.init) }
  }
  static var propertyRules: PropertyRules {
    ["names": .transformed(by: Reversed.self), "whole": .transformed(by: Joined.self)]
  }
}

/// Not codable by itself.
private struct Shade: Hashable { var level: Int }

private enum ShadeText: PropertyTransformer {
  static func encode(_ shade: Shade) -> String { "#\(shade.level)" }
  static func decode(_ text: String) throws -> Shade {
    guard let level = Int(text.dropFirst()) else { throw CocoaError(.formatting) }
    return Shade(level: level)
  }
}

private enum ShadeNumber: PropertyTransformer {
  static func encode(_ shade: Shade) -> Int { shade.level }
  static func decode(_ level: Int) -> Shade { Shade(level: level) }
}

// Generic, since tests that validate all types of the program would otherwise make the maps before the registration.
private typealias Palette = PaletteOf<Int>
private struct PaletteOf<Unused>: AutoCoding, Equatable {
  var main = Shade(level: 1)
  var other: Shade?
  var all: [String: [Shade]] = ["x": [Shade(level: 2)]]
  var number = Shade(level: 3)
  @Transformed<ShadeNumber> var wrapped = Shade(level: 4)
  @Kept var kept = Shade(level: 5)
  var pair = (Shade(level: 6), 7)
  var choice = Choice.one(Shade(level: 8))

  static var propertyRules: PropertyRules { ["number": .transformed(by: ShadeNumber.self)] }

  static func == (first: Self, second: Self) -> Bool {
    (try? ModelValue.areEqual(first, second)) ?? false
  }
}

private typealias Choice = ChoiceOf<Int>
private enum ChoiceOf<Unused>: AutoCoding { case one(Shade), none }

@propertyWrapper private struct Kept<Value>: CodedPropertyWrapper { var wrappedValue: Value }

private struct LateShade: Hashable, Codable { var level: Int }
private enum LateShadeText: PropertyTransformer {
  static func encode(_ shade: LateShade) -> String { "#\(shade.level)" }
  static func decode(_ text: String) -> LateShade { LateShade(level: Int(text.dropFirst()) ?? 0) }
}
private struct LateModel: AutoCoding { var shades: [LateShade?] = [] }

private struct LostShade: Hashable { var level: Int }
private enum LostShadeText: PropertyTransformer {
  static func encode(_ shade: LostShade) -> String { "#\(shade.level)" }
  static func decode(_ text: String) -> LostShade { LostShade(level: Int(text.dropFirst()) ?? 0) }
}
private struct LostModel: AutoCoding { var shade = LostShade(level: 1) }

/// Transformers of values in collections.
struct TransformedCollectionTests {
  @Test("in every format", arguments: TestCoder.allCases)
  func formats(coder: TestCoder) throws {
    #expect(try coder.roundTrip(Collections()) == Collections())
    #expect(try coder.roundTrip([Names(), Names(whole: nil)]) == [Names(), Names(whole: nil)])
  }

  @Test("say what is written", arguments: TestCoder.jsonLike)
  func text(coder: TestCoder) throws {
    let text = try coder.jsonText(of: Collections(set: [60], twice: .none))
    #expect(
      text.replacing("\\/", with: "/") == """
        {"byDate":[0,"4m"],"byName":{"a":"1m"},"byNumber":{"5":"3m"},"deep":{"x":[["1m"],[null,"2m"]],"y":null},\
        "gaps":["1m",null],"list":["1m","2m"],"maybe":["5m"],"packed":["2m"],"set":["1m"],"slice":["1m"]}
        """)
    #expect(try coder.jsonText(of: Names()) == #"{"names":{"a":"b!"},"whole":"c"}"#)
  }

  @Test("copies, comparisons and differences go by the stored form")
  func values() throws {
    let copy = try ModelValue.copy(of: Collections())
    #expect(copy == Collections())
    var other = Collections()
    other.list = [60]
    #expect(try ModelValue.areEqual(copy, other) == false)
    let difference = try ModelDifference(from: copy, to: other)
    var changed = copy
    try difference.apply(to: &changed)
    #expect(changed == other)
  }

  @Test("errors have the path of the value", arguments: TestCoder.jsonLike)
  func errors(coder: TestCoder) throws {
    let text = try coder.jsonText(of: Collections()).replacing(#"[null,"2m"]"#, with: #"[null,"2h"]"#)
    let error = #expect(throws: DecodingError.self) { try coder.decode(Collections.self, fromJSON: text) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    #expect(path == ["deep", "x", "1", "1"])
    #expect(context.debugDescription.contains("RuleMinutes cannot decode 2h"))
  }

  @Test("are in the map")
  func map() throws {
    let property = try TypeMap(reflecting: Collections.self).properties.first { $0.name == "deep" }
    #expect(property?.description.hasSuffix(#"key "deep", transformed by RuleMinutes"#) == true)
  }

  @Test(
    "a transformer that is registered for a type serves all its properties; a rule wins", arguments: TestCoder.allCases)
  func registered(coder: TestCoder) throws {
    try TypeMap.registerTransformers(ShadeText.self)
    try TypeMap.registerTransformers(ShadeText.self)
    #expect(try coder.roundTrip(Palette()) == Palette())
    if coder == .json {
      #expect(
        try coder.jsonText(of: Palette()) == """
          {"all":{"x":["#2"]},"choice":{"one":{"_0":"#8"}},"kept":"#5","main":"#1","number":3,"pair":["#6",7],"wrapped":4}
          """)
    }
    #expect(try TypeMap(reflecting: Palette.self).description.contains("transformed by ShadeText"))
    let error = #expect(throws: AutoCodingError.self) { try TypeMap.registerTransformers(ShadeNumber.self) }
    #expect(error?.problems.first?.explanation.contains("ShadeText is already") == true)
  }

  @Test("registering is refused when a map was made without it")
  func late() throws {
    _ = try TypeMap(reflecting: LateModel.self)
    let error = #expect(throws: AutoCodingError.self) { try TypeMap.registerTransformers(LateShadeText.self) }
    #expect(error?.problems.first?.property == "shades")
    #expect(error?.problems.first?.remedy.contains("at launch") == true)
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: LostModel.self) }
    let other = #expect(throws: AutoCodingError.self) { try TypeMap.registerTransformers(LostShadeText.self) }
    #expect(other?.problems.first?.property == "shade")
  }

  @Test("a wrapper with code of its own is refused")
  func wrappers() {
    struct Wrong: AutoCoding {
      @OwnCode var number = 60
      static var propertyRules: PropertyRules { ["number": .transformed(by: RuleMinutes.self)] }
    }
    #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Wrong.self) }
  }
}

@propertyWrapper private struct OwnCode: CodedPropertyWrapper, Codable { var wrappedValue: Int }

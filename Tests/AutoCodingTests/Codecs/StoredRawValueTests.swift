import AutoCoding
import Foundation
import Testing

/// Structs that are coded as their raw values: those that store nothing else, and those that store something else.
struct StoredRawValueTests {
  struct Name: RawRepresentable, AutoCoding, Hashable { var rawValue: String }
  struct Number: RawRepresentable, AutoCoding, Hashable { let rawValue: Int }
  struct Small: RawRepresentable, AutoCoding, Hashable { var rawValue: UInt8 }
  struct Large: RawRepresentable, AutoCoding, Hashable { var rawValue: UInt64 }
  struct Ratio: RawRepresentable, AutoCoding, Hashable { var rawValue: Double }
  struct Options: OptionSet, AutoCoding, Hashable { let rawValue: Int }

  /// `init(rawValue:)` changes the value.
  struct Lowercase: RawRepresentable, AutoCoding, Hashable {
    var rawValue: String
    init(rawValue: String) { self.rawValue = rawValue.lowercased() }
  }

  /// `init(rawValue:)` refuses values.
  struct Even: RawRepresentable, AutoCoding, Hashable {
    let rawValue: Int
    init?(rawValue: Int) {
      guard rawValue.isMultiple(of: 2) else { return nil }
      self.rawValue = rawValue
    }
  }

  /// The raw value is not stored.
  struct Computed: RawRepresentable, AutoCoding, Hashable {
    private var parts: [Substring]
    var rawValue: String { parts.joined(separator: "/") }
    init(rawValue: String) { parts = rawValue.split(separator: "/") }
  }

  /// More than the raw value is stored.
  struct Cached: RawRepresentable, AutoCoding, Hashable {
    var rawValue: String
    var length: Int
    init(rawValue: String) { (self.rawValue, length) = (rawValue, rawValue.count) }
  }

  /// The raw value of a wrapped property.
  struct Wrapped: RawRepresentable, AutoCoding, Hashable {
    @Doubled var rawValue: Int
    init(rawValue: Int) { _rawValue = Doubled(wrappedValue: rawValue) }
  }
  @propertyWrapper struct Doubled: Hashable {
    private var stored: Int
    var wrappedValue: Int {
      get { stored / 2 }
      set { stored = 2 * newValue }
    }
    init(wrappedValue: Int) { stored = 2 * wrappedValue }
  }

  /// Code runs before encoding and after decoding.
  struct Called: RawRepresentable, AutoCoding, Hashable {
    var rawValue: String
    func willEncode() throws { if rawValue == "unencodable" { throw CocoaError(.coderInvalidValue) } }
    mutating func didDecode() throws { rawValue += "!" }
  }

  /// The type has its own `encode(to:)`.
  struct Own: RawRepresentable, AutoCoding, Hashable {
    var rawValue: String
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rawValue.uppercased())
    }
  }

  struct Uses<Value: AutoCoding & Hashable>: AutoCoding, Hashable {
    var one: Value
    var some: Value?
    var none: Value?
    var list: [Value]
    var gaps: [Value?]
    var named: [String: Value]
    init(_ value: Value) {
      (one, some, list, gaps, named) = (value, value, [value, value], [value, nil], ["key": value])
    }
  }

  /// The same, with the raw values in place.
  struct Raw<Value: Codable>: Codable {
    var one: Value
    var some: Value?
    var none: Value?
    var list: [Value]
    var gaps: [Value?]
    var named: [String: Value]
    init(_ value: Value) {
      (one, some, list, gaps, named) = (value, value, [value, value], [value, nil], ["key": value])
    }
  }

  private func check<Value: RawRepresentable & AutoCoding & Hashable>(
    _ value: Value, _ rawValue: Value.RawValue? = nil, _ location: SourceLocation = #_sourceLocation
  ) throws where Value.RawValue: Codable {
    let (uses, raw) = (Uses(value), Raw(rawValue ?? value.rawValue))
    let (encoder, standard) = (AutoJSONEncoder(), JSONEncoder())
    (encoder.outputFormatting, standard.outputFormatting) = (.sortedKeys, .sortedKeys)
    // The library knows more of a type after its first value.
    for _ in 0..<3 {
      let text = try standard.encode(raw)
      #expect(try encoder.encode(uses) == text, sourceLocation: location)
      #expect(try standard.encode(uses) == text, sourceLocation: location)
      #expect(try encoder.encode([uses, uses]) == standard.encode([raw, raw]), sourceLocation: location)
      #expect(try encoder.encode(value) == standard.encode(rawValue ?? value.rawValue), sourceLocation: location)
      #expect(
        try PropertyListDecoder().decode(
          Uses<Value>.self, from: AutoPropertyListEncoder().encode(uses))
          == PropertyListDecoder().decode(
            Uses<Value>.self, from: PropertyListEncoder().encode(raw)), sourceLocation: location)
      #expect(
        try AutoJSONDecoder().decode([Uses<Value>].self, from: encoder.encode([raw, raw]))
          == JSONDecoder().decode([Uses<Value>].self, from: encoder.encode([raw, raw])), sourceLocation: location)
      let archived = try KeyedArchiveDecoder().decode(
        Uses<Value>.self, from: KeyedArchiveEncoder().encode(uses))
      #expect(try archived == JSONDecoder().decode(Uses<Value>.self, from: text), sourceLocation: location)
      let dictionary = try DictionaryEncoder().encode(uses)
      #expect(
        try DictionaryDecoder().decode(Uses<Value>.self, from: dictionary)
          == JSONDecoder().decode(Uses<Value>.self, from: text), sourceLocation: location)
    }
  }

  @Test("all formats write and read the raw value")
  func formats() throws {
    try check(Name(rawValue: "a \"name\" of more than fifteen bytes"))
    try check(Name(rawValue: ""))
    try check(Number(rawValue: -123))
    try check(Small(rawValue: 255))
    try check(Large(rawValue: .max))
    try check(Ratio(rawValue: 0.1))
    try check(Options(rawValue: 5))
    try check(Lowercase(rawValue: "Mixed"))
    if let even = Even(rawValue: 4) { try check(even) }
    try check(Computed(rawValue: "a/b/c"))
    try check(Cached(rawValue: "text"))
    try check(Wrapped(rawValue: 21))
    try check(Own(rawValue: "own"), "OWN")
    try check(Called(rawValue: "called"))
  }

  @Test("the type's initializer makes each value, and may refuse it")
  func initializers() throws {
    for _ in 0..<3 {
      let lists = try AutoJSONDecoder().decode([String: [Lowercase]].self, from: Data(#"{"a":["A","bC"]}"#.utf8))
      #expect(lists["a"]?.map(\.rawValue) == ["a", "bc"])
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode([Even].self, from: Data("[2,3]".utf8)) }
      let error = #expect(throws: DecodingError.self) {
        try AutoJSONDecoder().decode([String: Even].self, from: Data(#"{"a":7}"#.utf8))
      }
      guard case .dataCorrupted(let context)? = error else {
        Issue.record("another error")
        return
      }
      #expect(context.codingPath.map(\.stringValue) == ["a"])
      #expect(context.debugDescription.contains("Cannot initialize Even from invalid Int value 7"))
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode([Name].self, from: Data("[1]".utf8)) }
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode([Number].self, from: Data("[1.5]".utf8)) }
    }
  }

  @Test("willEncode() and didDecode() are called")
  func calls() throws {
    for _ in 0..<3 {
      let text = try AutoJSONEncoder().encode([Called(rawValue: "a"), Called(rawValue: "b")])
      #expect(String(decoding: text, as: UTF8.self) == #"["a","b"]"#)
      #expect(try AutoJSONDecoder().decode([Called].self, from: text).map(\.rawValue) == ["a!", "b!"])
      #expect(throws: CocoaError.self) {
        try AutoJSONEncoder().encode([Called(rawValue: "a"), Called(rawValue: "unencodable")])
      }
    }
  }
}

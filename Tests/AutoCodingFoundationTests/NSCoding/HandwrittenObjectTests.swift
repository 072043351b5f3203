#if !canImport(ObjectiveC)
import AutoCoding
import AutoCodingFoundation
import Foundation
import Testing

/// What each ``HandwrittenObject`` of the test in progress encodes and decodes.
private final class HandwrittenCode: Sendable {
  @TaskLocal static var current = HandwrittenCode()
  let encode: @Sendable (NSCoder) -> Void
  let decode: @Sendable (NSCoder) -> Void

  init(
    encode: @escaping @Sendable (NSCoder) -> Void = { _ in }, decode: @escaping @Sendable (NSCoder) -> Void = { _ in }
  ) {
    (self.encode, self.decode) = (encode, decode)
  }
}

final class HandwrittenObject: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() { super.init() }
  func encode(with coder: NSCoder) { HandwrittenCode.current.encode(coder) }
  init?(coder: NSCoder) {
    super.init()
    HandwrittenCode.current.decode(coder)
  }
}

struct HandwrittenHolder: AutoCoding { var object = HandwrittenObject() }

struct OnlyDecodable: Decodable, Equatable {
  var a: Int
  var b: String?
}

/// Objects whose own NSCoding code is called by ``KeyedArchiveEncoder`` and ``KeyedArchiveDecoder``.
struct HandwrittenObjectTests {
  private final class Found: @unchecked Sendable {
    var values: [String] = []
    var kept: NSCoder?
  }

  private func roundTrip(
    _ encode: @escaping @Sendable (NSCoder) -> Void, _ decode: @escaping @Sendable (NSCoder) -> Void
  ) throws {
    let data = try HandwrittenCode.$current.withValue(HandwrittenCode(encode: encode)) {
      try KeyedArchiveEncoder().encode(HandwrittenHolder())
    }
    _ = try HandwrittenCode.$current.withValue(HandwrittenCode(decode: decode)) {
      try KeyedArchiveDecoder().decode(HandwrittenHolder.self, from: data)
    }
  }

  @Test("the last value under a key counts, as in Foundation's archiver")
  func replacedValues() throws {
    let found = Found()
    let encode: @Sendable (NSCoder) -> Void = { coder in
      for (number, text) in [(1, "first"), (2, "second"), (3, "third")] {
        coder.encode(number, forKey: "number")
        coder.encode(text as NSString, forKey: "text")
        if number == 1 { coder.encode(NSArray(array: ["a", "b"]), forKey: "list") }
      }
    }
    let decode: @Sendable (NSCoder) -> Void = { coder in
      let text = coder.decodeObject(of: NSString.self, forKey: "text") as String? ?? ""
      let list = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "list") as? [String] ?? []
      found.values.append("\(coder.decodeInteger(forKey: "number")) \(text) \(list)")
    }
    try roundTrip(encode, decode)
    let data = try HandwrittenCode.$current.withValue(HandwrittenCode(encode: encode)) {
      try KeyedArchiveEncoder().encode(HandwrittenObjectRoot())
    }
    _ = try HandwrittenCode.$current.withValue(HandwrittenCode(decode: decode)) {
      try NSKeyedUnarchiver.unarchivedObject(ofClass: HandwrittenObjectRoot.self, from: data)
    }
    let foundation = try HandwrittenCode.$current.withValue(HandwrittenCode(encode: encode)) {
      try NSKeyedArchiver.archivedData(withRootObject: HandwrittenObject(), requiringSecureCoding: true)
    }
    _ = try HandwrittenCode.$current.withValue(HandwrittenCode(decode: decode)) {
      try NSKeyedUnarchiver.unarchivedObject(ofClass: HandwrittenObject.self, from: foundation)
    }
    #expect(found.values == Array(repeating: #"3 third ["a", "b"]"#, count: 3))
  }

  @Test("a coder that is kept writes nothing after encode(with:)")
  func keptCoder() throws {
    let found = Found()
    try HandwrittenCode.$current.withValue(HandwrittenCode(encode: { found.kept = $0 })) {
      let encoder = KeyedArchiveEncoder()
      _ = try encoder.encode(HandwrittenHolder())
      let coder = try #require(found.kept)
      #expect(coder.error == nil)
      let expected = try KeyedArchiveEncoder().encode(["a": 1])
      coder.encode("stray" as NSString, forKey: "root")
      #expect("\(coder.error.map { "\($0)" } ?? "")".contains("after encode(with:) had returned"))
      #expect(try encoder.encode(["a": 1]) == expected)
    }
  }

  @Test("a coder that refuses a value does not outlive the call")
  func refusingCoder() throws {
    let found = Found()
    weak var coder: NSCoder?
    try HandwrittenCode.$current.withValue(HandwrittenCode(encode: { found.kept = $0 })) {
      _ = try KeyedArchiveEncoder().encode(HandwrittenHolder())
      coder = found.kept
      coder?.encode("stray" as NSString, forKey: "root")
      #expect(coder?.error != nil)
      found.kept = nil
    }
    #expect(coder == nil)
    #expect(throws: EncodingError.self) {
      try HandwrittenCode.$current.withValue(
        HandwrittenCode(encode: {
          $0.encode(Data([1]))
          found.kept = $0
        })
      ) { try KeyedArchiveEncoder().encode(HandwrittenHolder()) }
    }
    coder = found.kept
    #expect(coder != nil)
    found.kept = nil
    #expect(coder == nil)
  }

  @Test("mutable classes are decoded if they are asked for")
  func mutableObjects() throws {
    let found = Found()
    try roundTrip {
      $0.encode(NSMutableArray(array: ["a"]), forKey: "array")
      $0.encode(NSMutableDictionary(dictionary: ["a": "b"]), forKey: "dictionary")
      $0.encode(NSMutableSet(array: ["a"]), forKey: "set")
      $0.encode(NSMutableData(data: Data([1])), forKey: "data")
    } _: { coder in
      let array = coder.decodeObject(of: [NSMutableArray.self, NSString.self], forKey: "array") as? NSMutableArray
      array?.add("b")
      let dictionary =
        coder.decodeObject(of: [NSMutableDictionary.self, NSString.self], forKey: "dictionary") as? NSMutableDictionary
      dictionary?.setObject("c", forKey: "b" as NSString)
      let set = coder.decodeObject(of: [NSMutableSet.self, NSString.self], forKey: "set") as? NSMutableSet
      set?.add("b")
      let data = coder.decodeObject(of: NSMutableData.self, forKey: "data")
      data?.append(Data([2]))
      found.values = [array?.count, dictionary?.count, set?.count, data?.length].map { "\($0 ?? 0)" }
    }
    #expect(found.values == ["2", "2", "2", "2"])
  }

  @Test("values that models have, and numbers beyond Int64, are coded")
  func values() throws {
    let found = Found()
    try roundTrip {
      $0.encode(IndexPath(indexes: [1, 2]), forKey: "path")
      $0.encode(Locale(identifier: "de_CH"), forKey: "locale")
      $0.encode(NSNumber(value: UInt64(1) << 63), forKey: "number")
    } _: { coder in
      let path = coder.decode(IndexPath.self, forKey: "path")
      found.values = [
        "\(path.map { Array($0) } ?? [])", "\(coder.decodeDouble(forKey: "number"))",
        "\(coder.decodeFloat(forKey: "number"))", "\(coder.decodingFailurePolicy == .setErrorAndReturn)",
        coder.decode(Locale.self, forKey: "locale")?.identifier ?? "none",
      ]
    }
    #expect(found.values == ["[1, 2]", "9.223372036854776e+18", "9.223372e+18", "true", "de_CH"])
  }

  @Test("a type that is only Decodable is decoded by its own code")
  func decodableOnly() throws {
    let found = Found()
    try roundTrip {
      $0.encode(["a": 5] as [String: Int] as NSDictionary, forKey: "value")
    } _: { coder in
      found.values = [
        "\(coder.decode(OnlyDecodable.self, forKey: "value").map { "\($0)" } ?? "\(coder.error.map { "\($0)" } ?? "")")",
        "\(coder.decode(OnlyDecodable.self, forKey: "missing") == nil)",
      ]
    }
    #expect(found.values == ["OnlyDecodable(a: 5, b: nil)", "true"])
  }
}

/// A root that Foundation's unarchiver can decode.
final class HandwrittenObjectRoot: AutoCodingObject { var object: HandwrittenObject? = HandwrittenObject() }
#endif

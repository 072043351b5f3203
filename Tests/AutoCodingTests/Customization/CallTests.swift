import Foundation
import Testing

@testable import AutoCoding

extension CodingUserInfoKey {
  fileprivate static var journal: CodingUserInfoKey? { CodingUserInfoKey(rawValue: "CallTests.journal") }
}

/// Lists calls on one thread; the tests that use it do not suspend.
private enum Journal {
  static var calls: [String] {
    get { Thread.current.threadDictionary["CallTests.calls"] as? [String] ?? [] }
    set { Thread.current.threadDictionary["CallTests.calls"] = newValue }
  }

  static func during(_ work: () throws -> Void) rethrows -> [String] {
    calls = []
    try work()
    return calls
  }
}

private struct Refusal: Error, Equatable {
  let reason: String
}

/// A format with what its decoder passes on.
private struct CallFormat: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let encode: @Sendable (any AutoCoding) throws -> Any
  let decode: @Sendable (any AutoCoding.Type, Any, String) throws -> any AutoCoding

  static let all = [
    CallFormat(testDescription: "AutoJSON") {
      try AutoJSONEncoder().encode($0)
    } decode: { type, data, word in
      let decoder = AutoJSONDecoder()
      decoder.userInfo = try info(word)
      return try decoder.decode(type, from: data as? Data ?? Data())
    },
    CallFormat(testDescription: "AutoJSON by containers") {
      let encoder = AutoJSONEncoder()
      encoder.keyEncodingStrategy = .custom { $0.last ?? Key(stringValue: "") }
      return try encoder.encode($0)
    } decode: { type, data, word in
      let decoder = AutoJSONDecoder()
      decoder.keyDecodingStrategy = .custom { $0.last ?? Key(stringValue: "") }
      decoder.userInfo = try info(word)
      return try decoder.decode(type, from: data as? Data ?? Data())
    },
    CallFormat(testDescription: "JSONEncoder") {
      try JSONEncoder().encode($0)
    } decode: { type, data, word in
      let decoder = JSONDecoder()
      decoder.userInfo = try info(word)
      return try decoder.decode(type, from: data as? Data ?? Data())
    },
    CallFormat(testDescription: "AutoPropertyList") {
      try AutoPropertyListEncoder().encode($0)
    } decode: { type, data, word in
      let decoder = AutoPropertyListDecoder()
      decoder.userInfo = try info(word)
      return try decoder.decode(type, from: data as? Data ?? Data())
    },
    CallFormat(testDescription: "Dictionary") {
      try DictionaryEncoder().encode($0)
    } decode: { type, value, word in
      let decoder = DictionaryDecoder()
      decoder.userInfo = try info(word)
      return try decoder.decode(type, from: value as? [String: Any] ?? [:])
    },
    CallFormat(testDescription: "KeyedArchive") {
      try KeyedArchiveEncoder().encode($0)
    } decode: { type, data, word in
      let decoder = KeyedArchiveDecoder()
      decoder.userInfo = try info(word)
      return try decoder.decode(type, from: data as? Data ?? Data())
    },
  ]

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private static func info(_ word: String) throws -> [CodingUserInfoKey: any Sendable] {
    [try #require(CodingUserInfoKey.journal): word]
  }
}

struct CallTests {
  struct Leaf: AutoCoding {
    var name: String
    @Transient var word: String?
    init(name: String) { self.name = name }
    func willEncode() throws {
      if name == "bad" { throw Refusal(reason: name) }
      Journal.calls.append("will \(name)")
    }
    mutating func didDecode(in context: DecodingContext) throws {
      word = try context.userInfo[#require(CodingUserInfoKey.journal)] as? String
      Journal.calls.append("did \(name) \(word ?? "")")
    }
  }

  enum Mode: String, AutoCoding {
    case on, off
    func willEncode() throws { if self == .off { Journal.calls.append("will off") } }
    func didDecode(in context: DecodingContext) throws {
      Journal.calls.append("did \(rawValue) \(context.userInfo.count)")
    }
  }

  enum Choice: AutoCoding {
    case leaf(Leaf), none
    func willEncode() throws { Journal.calls.append("will choice") }
    func didDecode(in context: DecodingContext) throws { Journal.calls.append("did choice \(context.userInfo.count)") }
  }

  class Base: AutoCoding, DefaultInitializable {
    var count = 0
    required init() {}
    func willEncode() throws { count += 1 }
    func didDecode(in context: DecodingContext) throws { Journal.calls.append("did base \(count)") }
  }

  final class Sub: Base {
    var size = 1
    override func willEncode() throws {
      try super.willEncode()
      size += 1
    }
    override func didDecode(in context: DecodingContext) throws {
      try super.didDecode(in: context)
      Journal.calls.append("did sub \(size) \(context.userInfo.count)")
    }
  }

  struct Holder: AutoCoding {
    var first: Leaf
    var leaves: [Leaf]
    var optional: Leaf?
    var named: [String: Leaf]
    var mode: Mode
    var choice: Choice
    var object: Base
    func willEncode() throws { Journal.calls.append("will holder") }
    func didDecode(in context: DecodingContext) throws { Journal.calls.append("did holder \(context.userInfo.count)") }
  }

  private func holder() -> Holder {
    Holder(
      first: Leaf(name: "a"), leaves: [Leaf(name: "b"), Leaf(name: "c")], optional: Leaf(name: "d"),
      named: ["k": Leaf(name: "e")], mode: .off, choice: .leaf(Leaf(name: "f")), object: Sub())
  }

  /// Every value of all kinds gets each call once, the first time as well as later.
  @Test(arguments: CallFormat.all) private func eachValueIsCalledOnce(_ format: CallFormat) throws {
    for round in 0..<3 {
      let holder = holder()
      var coded: Any?
      let encoding = try Journal.during { coded = try format.encode(holder) }
      #expect(encoding.first == "will holder", "\(round)")
      #expect(
        encoding.filter { $0 != "will off" }.sorted()
          == ["will a", "will b", "will c", "will choice", "will d", "will e", "will f", "will holder"], "\(round)")
      #expect(encoding.contains("will off"))
      #expect(holder.object.count == 1)
      #expect((holder.object as? Sub)?.size == 2)

      let data = try #require(coded)
      var decoded: Any?
      let decoding = try Journal.during { decoded = try format.decode(Holder.self, data, "w") }
      #expect(decoding.contains("did sub 2 1"), "\(decoding)")
      // An archive's structs with objects in them are read twice, since their own call waits for the objects.
      let calls = format.testDescription == "KeyedArchive" ? Array(Set(decoding)) : decoding
      #expect(
        calls.sorted() == [
          "did a w", "did b w", "did base 1", "did c w", "did choice 1", "did d w", "did e w", "did f w",
          "did holder 1", "did off 1", "did sub 2 1",
        ], "\(round): \(decoding)")
      #expect(decoding.last == "did holder 1")
      let copy = try #require(decoded as? Holder)
      #expect(copy.first.word == "w")
      #expect(copy.leaves.map(\.word) == ["w", "w"])
    }
  }

  @Test(arguments: CallFormat.all) private func whatIsThrownFailsTheEncode(_ format: CallFormat) {
    var holder = holder()
    holder.leaves[1].name = "bad"
    for _ in 0..<2 {
      #expect(performing: { _ = try format.encode(holder) }, throws: { "\($0)".contains("bad") || $0 is Refusal })
    }
  }

  @Test func orderInJSON() throws {
    struct Outer: AutoCoding {
      var a: Leaf
      var b: Leaf
      func willEncode() throws { Journal.calls.append("will outer") }
      func didDecode() throws { Journal.calls.append("did outer") }
    }
    var data = Data()
    let encoding = try Journal.during {
      data = try AutoJSONEncoder().encode(Outer(a: Leaf(name: "a"), b: Leaf(name: "b")))
    }
    #expect(encoding == ["will outer", "will a", "will b"])
    let decoding = try Journal.during { _ = try AutoJSONDecoder().decode(Outer.self, from: data) }
    #expect(decoding == ["did a ", "did b ", "did outer"])
  }

  /// An archive has a shared object once.
  @Test func sharedObjectIsCalledOnceInAnArchive() throws {
    let object = Sub()
    let archive = try KeyedArchiveEncoder().encode([object, object])
    #expect(object.count == 1)
    // What the call has changed is in the archive.
    #expect(try KeyedArchiveDecoder().decode([Sub].self, from: archive).map(\.size) == [2, 2])
  }

  private func codec<Value: AutoCoding>(of value: Value) throws -> (codec: RecordCodec, isFast: Bool) {
    let codec = try #require(try Discovery.codec(for: Value.self) as? RecordCodec)
    return (codec, withUnsafePointer(to: value) { codec.knownMap(ofValueAt: $0) } != nil)
  }

  @Test func typesWithoutCallsAreOnTheFastPathAfterOneValue() throws {
    enum Plain: String, AutoCoding { case on, off }
    struct Part: AutoCoding { var modes: [Plain] }
    final class Object: AutoCoding { var part = Part(modes: []) }
    let (part, object) = (Part(modes: [.on, .off]), Object())
    let data = try AutoJSONEncoder().encode(part)
    #expect(String(decoding: data, as: UTF8.self) == #"{"modes":["on","off"]}"#)
    _ = try AutoJSONDecoder().decode(Part.self, from: data)
    _ = try AutoJSONEncoder().encode(object)
    #expect(try codec(of: part).isFast && codec(of: object).isFast)
    let known = try codec(of: part).codec
    #expect(!known.mayHaveWillEncode && !known.mayHaveDidDecode)
    let leaf = Leaf(name: "x")
    _ = try AutoJSONEncoder().encode(leaf)
    #expect(try !codec(of: leaf).isFast)
  }

  // MARK: The context

  /// A type with its own Codable code, around a model.
  struct Handwritten: Codable {
    var leaf: Leaf
  }

  /// Decodes another value in its call.
  struct Nesting: AutoCoding {
    var handwritten: Handwritten
    var after: Leaf
    @Transient var inner: Leaf?
    mutating func didDecode() throws {
      let decoder = AutoJSONDecoder()
      decoder.userInfo = try [#require(CodingUserInfoKey.journal): "inner"]
      inner = try decoder.decode(Leaf.self, from: Data(#"{"name":"i"}"#.utf8))
    }
  }

  @Test(arguments: CallFormat.all) private func contextReachesEveryValue(_ format: CallFormat) throws {
    let value = Nesting(handwritten: Handwritten(leaf: Leaf(name: "a")), after: Leaf(name: "b"))
    let coded = try format.encode(value)
    let back = try #require(try format.decode(Nesting.self, coded, "outer") as? Nesting)
    #expect(back.handwritten.leaf.word == "outer" && back.after.word == "outer" && back.inner?.word == "inner")
  }

  @Test func contextOfMigratedData() throws {
    struct Moved: AutoCoding {
      var leaf: Leaf
      static let archiveVersion = 1
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        properties.renameKey("old", to: "leaf")
      }
    }
    let decoder = AutoJSONDecoder()
    decoder.userInfo = try [#require(CodingUserInfoKey.journal): "m"]
    for text in [#"{"$version":0,"old":{"name":"a"}}"#, #"{"old":{"name":"a"}}"#] {
      #expect(try decoder.decode(Moved.self, from: Data(text.utf8)).leaf.word == "m")
    }
  }

  // MARK: Both

  struct Both: AutoCoding {
    var a = 1
    func didDecode() throws {}
    func didDecode(in context: DecodingContext) throws {}
  }

  @Test func bothFormsAreRefused() throws {
    for _ in 0..<2 {
      let error = #expect(throws: AutoCodingError.self) { try jsonValue(Both.self, #"{"a":1}"#) }
      #expect("\(try #require(error))".contains("didDecode(in:)"))
      #expect(throws: AutoCodingError.self) { try JSONDecoder().decode(Both.self, from: Data(#"{"a":1}"#.utf8)) }
    }
  }

  /// A `didDecode(in:)` that calls the default `didDecode()` is the type's own.
  @Test func ownFormMayCallTheDefault() throws {
    struct Calling: AutoCoding {
      var a: Int
      mutating func didDecode(in context: DecodingContext) throws {
        try didDecode()
        a += 1
      }
    }
    #expect(try jsonValue([Calling].self, #"[{"a":1},{"a":2}]"#).map(\.a) == [2, 3])
    #expect(try jsonValue([Calling].self, #"[{"a":1},{"a":2}]"#).map(\.a) == [2, 3])
  }

  @Test func copiedValues() throws {
    // A copy has no decoder.
    let copy = try Journal.during { _ = try ModelValue.copy(of: Sub()) }
    #expect(copy == ["did base 0", "did sub 1 0"])
  }

  @Test func contextOfADirectCall() throws {
    var leaf = Leaf(name: "x")
    try leaf.didDecode(in: DecodingContext(userInfo: [#require(CodingUserInfoKey.journal): "direct"]))
    #expect(leaf.word == "direct")
  }
}

import AutoCoding
import Foundation
import Testing

/// Decodes with a coder of its own while it is decoded.
struct Envelope: Codable {
  let inner: UndeclaredHolder?
  let failure: String?
  var text = ""

  init(text: String) { (self.text, inner, failure) = (text, nil, nil) }

  private enum Keys: String, CodingKey { case text }

  init(from decoder: any Decoder) throws {
    text = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .text)
    do {
      inner = try AutoJSONDecoder().decode(UndeclaredHolder.self, from: Data(text.utf8))
      failure = nil
    } catch {
      inner = nil
      failure = "\(error)"
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(text, forKey: .text)
  }
}

struct Mailbox: AutoCoding {
  var envelope: Envelope
  var after: Any
}

/// A generic type is found by its name nowhere; who allows it need not register it.
struct LooseGeneric<Value: Codable & Equatable>: AutoCoding, Equatable { var value: Value }

/// Types that data may name in Any: one call's are no other's.
struct AllowedTypesScopeTests {
  @Test("a coder within a coder allows what it was told itself", arguments: TestCoder.allCases)
  func nestedCalls(_ coder: TestCoder) throws {
    let text = #"{"value":{"$class":"AutoCodingTests.LooseStruct","text":"x"}}"#
    let mailbox = Mailbox(envelope: Envelope(text: text), after: LooseStruct(text: "after"))
    let back = try coder.roundTrip(mailbox, allowing: [LooseStruct.self])
    #expect(back.envelope.inner == nil && back.envelope.failure?.contains("UndeclaredHolder") == true)
    #expect(back.after as? LooseStruct == LooseStruct(text: "after"))
  }

  @Test("a call that fails leaves nothing behind", arguments: TestCoder.allCases)
  func failures(_ coder: TestCoder) throws {
    let types: [any AutoCoding.Type] = [LooseStruct.self]
    let both = AnyCollections(list: [LooseStruct(), LooseClass()])
    #expect(throws: EncodingError.self) { try coder.encode(both, allowing: types) }
    let data = try coder.encode(both, allowing: types + [LooseClass.self])
    #expect(throws: DecodingError.self) { try coder.decode(AnyCollections.self, from: data, allowing: types) }
    let one = try coder.encode(UndeclaredHolder(value: LooseStruct()), allowing: types)
    #expect(throws: DecodingError.self) { try coder.decode(UndeclaredHolder.self, from: one) }
    #expect(throws: EncodingError.self) { try coder.encode(UndeclaredHolder(value: LooseStruct())) }
  }

  @Test("a type that is allowed need not be the only one of its name", arguments: TestCoder.allCases)
  func generic(_ coder: TestCoder) throws {
    let holder = UndeclaredHolder(value: LooseGeneric(value: 5))
    #expect(throws: EncodingError.self) { try coder.encode(holder) }
    let back = try coder.roundTrip(holder, allowing: [LooseGeneric<Int>.self])
    #expect(back.value as? LooseGeneric<Int> == LooseGeneric(value: 5))
  }

  private struct Letter: AutoCoding, Equatable {
    var x: Int?
    static let archivedTypeName = "AllowedTypesScopeTests.Paper"
  }

  private struct Card: AutoCoding, Equatable {
    var y: Int?
    static let archivedTypeName = "AllowedTypesScopeTests.Paper"
  }

  private struct Note: AutoCoding, Equatable {
    var z: Int?
    static let formerTypeNames: Set<String> = ["AllowedTypesScopeTests.Paper"]
  }

  @Test("of two allowed types with one name, neither is written or read", arguments: TestCoder.allCases)
  func sharedNames(_ coder: TestCoder) throws {
    let holder = UndeclaredHolder(value: Card(y: 4))
    let data = try coder.encode(holder, allowing: [Card.self])
    for types: [any AutoCoding.Type] in [
      [Letter.self, Card.self], [Card.self, Letter.self], [Note.self, Card.self], [Card.self, Note.self],
    ] {
      let encoding = #expect(throws: EncodingError.self) { try coder.encode(holder, allowing: types) }
      #expect("\(String(describing: encoding))".contains("share it, as their name or a former one"))
      let decoding = #expect(throws: DecodingError.self) {
        try coder.decode(UndeclaredHolder.self, from: data, allowing: types)
      }
      #expect("\(String(describing: decoding))".contains("several allowed types have that name"))
    }
    let twice: [any AutoCoding.Type] = [Card.self, Card.self, LooseStruct.self]
    #expect(try coder.roundTrip(holder, allowing: twice).value as? Card == Card(y: 4))
    // A former name of one type is no name of another that is written.
    let notes = UndeclaredHolder(value: Note(z: 1))
    #expect(try coder.roundTrip(notes, allowing: [Note.self, Card.self]).value as? Note == Note(z: 1))
  }

  private class Paper: AutoCoding {
    var x = 1
    init() {}
    class var formerTypeNames: Set<String> { ["AllowedTypesScopeTests.OldPaper"] }
  }

  private final class Poster: Paper {
    var y = 2
  }

  @Test("a former name that a class inherits is its superclass's", arguments: [false, true])
  func inheritedNames(isReversed: Bool) throws {
    let decoder = AutoJSONDecoder()
    decoder.allowedTypes = isReversed ? [Poster.self, Paper.self] : [Paper.self, Poster.self]
    let text = #"{"value":{"$class":"AllowedTypesScopeTests.OldPaper","x":5}}"#
    for _ in 0..<2 {
      let paper = try decoder.decode(UndeclaredHolder.self, from: text).value as? Paper
      #expect(paper?.x == 5 && !(paper is Poster))
    }
    let encoder = AutoJSONEncoder()
    encoder.allowedTypes = decoder.allowedTypes
    let holders = [UndeclaredHolder(value: Poster()), UndeclaredHolder(value: Paper())]
    let back = try decoder.decode([UndeclaredHolder].self, from: encoder.encode(holders))
    #expect(back.first?.value is Poster && back.last?.value is Paper && !(back.last?.value is Poster))
  }

  @Test("userInfo of our own coders allows, too")
  func userInfo() throws {
    let holder = UndeclaredHolder(value: LooseStruct())
    let encoder = AutoJSONEncoder()
    encoder.userInfo[.allowedTypes] = [LooseStruct.self] as [any AutoCoding.Type]
    let decoder = AutoJSONDecoder()
    decoder.userInfo[.allowedTypes] = [LooseStruct.self] as [any AutoCoding.Type]
    #expect(try decoder.decode(UndeclaredHolder.self, from: encoder.encode(holder)).value is LooseStruct)
  }

  @Test("the refusal names the remedy of the coder that refuses")
  func remedies() throws {
    func message(_ coder: TestCoder) -> String {
      let error = #expect(throws: EncodingError.self) { try coder.encode(UndeclaredHolder(value: LooseStruct())) }
      return "\(String(describing: error))"
    }
    #expect(message(.foundationJSON).contains("userInfo[.allowedTypes] of the encoder"))
    for coder in TestCoder.allCases where coder != .foundationJSON && coder != .foundationPropertyList {
      #expect(message(coder).contains("allow it with allowedTypes of the encoder"), "\(coder)")
    }
  }

  @Test("archives of several models: what is under keys is registered, or allowed")
  func severalModels() throws {
    let values: [String: Any] = ["a": LooseStruct(), "n": 1]
    #expect(throws: EncodingError.self) { try KeyedArchiveEncoder().encode(values) }
    #expect(throws: EncodingError.self) { try KeyedArchiveEncoder().encode([LooseClass()] as [Any]) }
    let encoder = KeyedArchiveEncoder()
    encoder.allowedTypes = [LooseStruct.self]
    let data = try encoder.encode(values)
    let back = try KeyedArchiveDecoder().decode(allowing: [LooseStruct.self], from: data) as? [String: Any]
    #expect(back?["a"] as? LooseStruct == LooseStruct())
    let decoder = KeyedArchiveDecoder()
    #expect(throws: DecodingError.self) { try decoder.decode(allowing: [], from: data) }
    decoder.allowedTypes = [LooseStruct.self]
    #expect(try decoder.decode(allowing: [], from: data) is [String: Any])
  }

  @Test("a value that is updated in place is the root")
  func update() throws {
    let decoder = AutoJSONDecoder()
    var leading = Leading(value: 1)
    try decoder.update(&leading, from: Data(#"{"value":{"$class":"AutoCodingTests.LooseStruct","text":"u"}}"#.utf8))
    #expect(leading.value as? LooseStruct == LooseStruct(text: "u"))
    var holder = UndeclaredHolder(value: 1)
    #expect(throws: DecodingError.self) {
      try decoder.update(&holder, from: Data(#"{"value":{"$class":"AutoCodingTests.LooseStruct","text":"u"}}"#.utf8))
    }
  }

  @Test("a model that is met under two roots in turn retains neither each time")
  func alternatingRoots() throws {
    let (first, second) = (RootOfVisitor(), OtherRootOfVisitor())
    let encoder = AutoJSONEncoder()
    func alternate(_ count: Int) throws {
      for _ in 0..<count {
        _ = try encoder.encode(first)
        _ = try encoder.encode(second)
      }
    }
    let codec = try Discovery.codec(for: RootOfVisitor.self)
    func retainCount() -> UInt { swift_retainCount(Unmanaged.passUnretained(codec).toOpaque()) }
    try alternate(10)
    let count = retainCount()
    try alternate(10)
    #expect(retainCount() == count)
  }
}

@_silgen_name("swift_retainCount") private func swift_retainCount(_ object: UnsafeRawPointer) -> UInt

/// A model that code asks for.
private struct Visitor: AutoCoding {
  var names = ["a": "b"]
  var parts = [VisitorPart()]
}
private struct VisitorPart: AutoCoding { var part: Int? = 1 }
private struct VisitorBox: Codable {
  var visitor = Visitor()
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(visitor)
  }
  init() {}
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    visitor = try container.decode(Visitor.self)
  }
}
private struct RootOfVisitor: AutoCoding {
  var box = VisitorBox()
  var visitor = Visitor()
}
private struct OtherRootOfVisitor: AutoCoding {
  var box = VisitorBox()
  var visitor: Visitor?
}

import AutoCoding
import Foundation
import Testing

/// What code does with the encoder that it is given: in any order, more than once, or wrongly.
struct ContainerEncodingTests {
  /// Encodes by a closure.
  private struct Own: Encodable {
    let code: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try code(encoder) }
  }

  private enum Key: String, CodingKey {
    case a, b, c, list, nested, base
  }

  private struct Base: Encodable {
    var a = 1
    var list = [1, 2]
  }

  private struct Model: AutoCoding {
    var a = 1
    var list = [1, 2]
  }

  /// The JSON text that every coder makes of a value, and `JSONEncoder` too unless it traps.
  private func texts<Value: Encodable>(of value: Value) throws -> [String] {
    var texts: [String] = []
    for formatting in [JSONEncoder.OutputFormatting.sortedKeys, [.sortedKeys, .prettyPrinted], []] {
      for isDirect in [true, false] {
        let encoder = AutoJSONEncoder()
        encoder.outputFormatting = formatting
        if !isDirect { encoder.keyEncodingStrategy = .custom { $0[$0.count - 1] } }
        texts.append(try normalized(encoder.encode(value)))
      }
    }
    for isDirect in [true, false] {
      let encoder = DictionaryEncoder()
      if !isDirect { encoder.keyEncodingStrategy = .custom { $0[$0.count - 1] } }
      let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
      texts.append(
        String(
          decoding: try JSONSerialization.data(withJSONObject: encoder.encodeValue(value), options: options),
          as: UTF8.self))
    }
    return texts
  }

  private func normalized(_ data: Data) throws -> String {
    let object = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
    return String(decoding: try JSONSerialization.data(withJSONObject: object, options: options), as: UTF8.self)
  }

  private func expectSame(_ code: @escaping (any Encoder) throws -> Void) throws {
    let expected = try normalized(JSONEncoder().encode(Own(code: code)))
    for text in try texts(of: Own(code: code)) { #expect(text == expected) }
    for text in try texts(of: ["k": [Own(code: code)]]) { #expect(text == "{\"k\":[\(expected)]}") }
  }

  private func expectError(_ reason: String, _ code: @escaping (any Encoder) throws -> Void) {
    for isDirect in [true, false] {
      let json = AutoJSONEncoder()
      let dictionary = DictionaryEncoder()
      if !isDirect {
        json.keyEncodingStrategy = .custom { $0[$0.count - 1] }
        dictionary.keyEncodingStrategy = .custom { $0[$0.count - 1] }
      }
      for work in [
        { _ = try json.encode(["k": Own(code: code)]) }, { _ = try dictionary.encode(["k": Own(code: code)]) },
      ] {
        do {
          try work()
          Issue.record("no error")
        } catch EncodingError.invalidValue(_, let context) {
          #expect(context.debugDescription.contains(reason))
          #expect(context.codingPath.first?.stringValue == "k")
        } catch {
          Issue.record(error)
        }
      }
    }
    // Archives call the same code through a tree.
    #expect(throws: EncodingError.self) {
      try KeyedArchiveEncoder().encode(["k": CodableOwn(own: Own(code: code))])
    }
  }

  private struct CodableOwn: Codable {
    var own: Own?
    init(own: Own) { self.own = own }
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws { try own?.encode(to: encoder) }
  }

  @Test("keys are added to a value that was encoded as an object")
  func merging() throws {
    try expectSame { encoder in
      var single = encoder.singleValueContainer()
      try single.encode(Base())
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode("x", forKey: .b)
      try keyed.encode(2, forKey: .a)
    }
    try expectSame { encoder in
      var single = encoder.singleValueContainer()
      try single.encode(Model())
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(Base(), forKey: .base)
      var list = keyed.nestedUnkeyedContainer(forKey: .nested)
      try list.encode("inner")
    }
    try expectSame { encoder in
      var single = encoder.singleValueContainer()
      try single.encode([1, 2])
      var unkeyed = encoder.unkeyedContainer()
      try unkeyed.encode("third")
      #expect(unkeyed.count == 3)
    }
    try expectSame { encoder in
      var single = encoder.singleValueContainer()
      try single.encode(["a": 1, "b": 2])
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encodeNil(forKey: .c)
    }
  }

  @Test("containers are filled in any order")
  func interleaved() throws {
    try expectSame { encoder in
      var outer = encoder.container(keyedBy: Key.self)
      var nested = outer.nestedContainer(keyedBy: Key.self, forKey: .nested)
      var list = outer.nestedUnkeyedContainer(forKey: .list)
      try outer.encode(1, forKey: .a)
      for index in 0..<20 {
        try list.encode(index)
        try nested.encode(index, forKey: index.isMultiple(of: 2) ? .a : .b)
      }
      var again = encoder.container(keyedBy: Key.self)
      var same = again.nestedContainer(keyedBy: Key.self, forKey: .nested)
      try same.encode("again", forKey: .c)
      try again.encode(2, forKey: .a)
      try Base().encode(to: again.superEncoder())
      try Base().encode(to: outer.superEncoder(forKey: .base))
      var inList = list.nestedContainer(keyedBy: Key.self)
      try list.encode("behind")
      try inList.encode(true, forKey: .a)
    }
  }

  @Test("a key that is set again has its last value, in objects of any size")
  func duplicateKeys() throws {
    for count in [3, 16, 17, 200] {
      try expectSame { encoder in
        var keyed = encoder.container(keyedBy: DynamicTestKey.self)
        for round in 0..<3 {
          for index in 0..<count { try keyed.encode(round * index, forKey: DynamicTestKey("key\(index)")) }
        }
        var nested = keyed.nestedContainer(keyedBy: Key.self, forKey: DynamicTestKey("nested"))
        try nested.encode(1, forKey: .a)
        try keyed.encode("replaced", forKey: DynamicTestKey("nested"))
      }
    }
  }

  @Test("what failed leaves nothing behind if the code goes on")
  func goingOn() throws {
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws {
        var keyed = encoder.container(keyedBy: Key.self)
        try keyed.encode(1, forKey: .a)
        try keyed.encode(Double.nan, forKey: .b)
      }
    }
    try expectSame { encoder in
      var keyed = encoder.container(keyedBy: Key.self)
      try? keyed.encode(Failing(), forKey: .a)
      try? keyed.encode(Double.infinity, forKey: .b)
      var list = keyed.nestedUnkeyedContainer(forKey: .list)
      try? list.encode(Failing())
      try list.encode(1)
    }
    let own = Own { encoder in
      var single = encoder.singleValueContainer()
      do { try single.encode(Failing()) } catch { try single.encode("in its place") }
    }
    for text in try texts(of: [own]) { #expect(text == #"["in its place"]"#) }
  }

  @Test("a value that encodes nothing is an empty object, and an error at the top")
  func nothing() throws {
    try expectNothing(at: Own { _ in })
    for text in try texts(of: [Own { _ in }]) { #expect(text == "[{}]") }
    for text in try texts(of: Optional(Own { _ in })) { #expect(text == "{}") }
    func expectNothing(at value: Own) throws {
      #expect(throws: EncodingError.self) { try JSONEncoder().encode(value) }
      #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(value) }
      #expect(throws: EncodingError.self) { try DictionaryEncoder().encodeValue(value) }
    }
  }

  @Test("a custom strategy that encodes nothing writes an empty object, at the top too")
  func emptyStrategies() throws {
    let reference = JSONEncoder()
    reference.dateEncodingStrategy = .custom { _, _ in }
    reference.dataEncodingStrategy = .custom { _, _ in }
    let encoder = AutoJSONEncoder()
    encoder.dateEncodingStrategy = .custom { _, _ in }
    encoder.dataEncodingStrategy = .custom { _, _ in }
    let dictionaries = DictionaryEncoder()
    dictionaries.dateEncodingStrategy = .custom { _, _ in }
    dictionaries.dataEncodingStrategy = .custom { _, _ in }
    let date = Date(timeIntervalSinceReferenceDate: 1)
    #expect(try encoder.encode(date) == reference.encode(date))
    #expect(try encoder.encode(Data([1])) == reference.encode(Data([1])))
    #expect(try encoder.encode([date]) == reference.encode([date]))
    #expect(try (dictionaries.encodeValue(date) as? [String: Any])?.isEmpty == true)
    #expect(try (dictionaries.encodeValue(Data([1])) as? [String: Any])?.isEmpty == true)
  }

  @Test("what Foundation's encoders trap on is an error")
  func misuse() {
    expectError("takes one value") { encoder in
      var single = encoder.singleValueContainer()
      try single.encode(1)
      try single.encode(2)
    }
    expectError("takes one value") { encoder in
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(1, forKey: .a)
      var single = encoder.singleValueContainer()
      try single.encode(2)
    }
    expectError("one kind of container") { encoder in
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(1, forKey: .a)
      var unkeyed = encoder.unkeyedContainer()
      try unkeyed.encode(1)
    }
    expectError("one kind of container") { encoder in
      var unkeyed = encoder.unkeyedContainer()
      try unkeyed.encode(1)
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(1, forKey: .a)
    }
    expectError("one kind of container") { encoder in
      var single = encoder.singleValueContainer()
      try single.encode(1)
      _ = encoder.container(keyedBy: Key.self)
    }
    expectError("one kind of container") { encoder in
      var keyed = encoder.container(keyedBy: Key.self)
      _ = keyed.nestedUnkeyedContainer(forKey: .a)
      _ = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
    }
  }

  @Test("an encoder that code has kept changes nothing that is encoded later")
  func keptEncoders() throws {
    final class Keeper: @unchecked Sendable {
      var kept: KeyedEncodingContainer<Key>?
    }
    let keeper = Keeper()
    let keeping = Own { encoder in
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(1, forKey: .a)
      keeper.kept = keyed
    }
    let next = Own { encoder in
      try keeper.kept?.encode(99, forKey: .b)
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(2, forKey: .a)
    }
    let encoder = AutoJSONEncoder()
    #expect(String(decoding: try encoder.encode([keeping]), as: UTF8.self) == #"[{"a":1}]"#)
    #expect(String(decoding: try encoder.encode([next]), as: UTF8.self) == #"[{"a":2}]"#)
  }
}

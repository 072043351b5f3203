import AutoCoding
import Foundation
import TestModels
import Testing

/// What everybody types first: the compiler infers an array.
private struct Inferred: AutoCoding, Equatable {
  var name = "n"
  var password: String? = "secret"
  var token: String? = "secret"
  static let unEncodedProperties = ["password", "token", "password"]
  static let propertyRules: PropertyRules = ["name": .formerly("nick", "title")]
}

private struct Declared: AutoCoding {
  var name = "n"
  var password: String? = "secret"
  static var unEncodedProperties: [String] { ["password"] }
}

private enum Payload: AutoCoding {
  case signedIn(Declared, Inferred)
}

private struct Box<Value> {
  var value: Value
  var cached: Value?
}
extension Box: Codable, AutoCoding where Value: Codable {
  static var unEncodedProperties: ArraySlice<String> { ["cached"] }
}

private class Base: AutoCoding, DefaultInitializable {
  var name = "n"
  var password = "secret"
  class var unEncodedProperties: [String] { ["password"] }
  class var propertyRules: PropertyRules { ["name": .formerly("nick")] }
  class var formerTypeNames: [String] { ["Lists.Base", "Lists.Root"] }
  required init() {}
}
private final class Derived: Base {
  var salary = 1
  var grade = 2
  override class var unEncodedProperties: [String] { ["salary"] }
  override class var propertyRules: PropertyRules { ["grade": .formerly("mark")] }
  override class var formerTypeNames: [String] { ["Lists.Derived"] }
}

private struct Holder: AutoCoding { var base: Base }

private struct Misspelt: AutoCoding {
  var name = "n"
  static let unEncodedProperties = ["pasword"]
}

/// Lists of names as arrays.
struct ListLiteralTests {
  /// What every format writes, as text.
  private func texts(_ value: some Encodable) throws -> [String] {
    let list = PropertyListEncoder()
    list.outputFormat = .xml
    return [
      String(decoding: try JSONEncoder().encode(value), as: UTF8.self),
      String(decoding: try AutoJSONEncoder().encode(value), as: UTF8.self),
      "\(try DictionaryEncoder().encode(value))",
      String(decoding: try list.encode(value), as: UTF8.self),
      String(decoding: try KeyedArchiveEncoder().encode(value), as: UTF8.self),
    ]
  }

  @Test("what an array names is not written, by any format")
  func excluded() throws {
    for text in try texts(Inferred()) + texts(Declared()) + texts(Payload.signedIn(Declared(), Inferred()))
      + texts(Derived()) + texts(Box(value: "v", cached: "secret"))
    {
      #expect(!text.contains("secret") && !text.contains("password") && !text.contains("salary"))
    }
    #expect(
      try TypeMap(reflecting: Derived.self).properties.filter { $0.exclusion != nil }.map(\.name) == [
        "password", "salary",
      ])
  }

  @Test("arrays of older keys and of older names are read")
  func former() throws {
    func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> [Value] {
      [
        try JSONDecoder().decode(type, from: Data(text.utf8)),
        try AutoJSONDecoder().decode(type, from: Data(text.utf8)),
      ]
    }
    for value in try decoded(Inferred.self, #"{"title":"t"}"#) {
      #expect(value == Inferred(name: "t", password: nil, token: nil))
    }
    for value in try decoded(Derived.self, #"{"nick":"t","mark":5}"#) { #expect(value.name == "t" && value.grade == 5) }
    for name in ["Lists.Base", "Lists.Root"] {
      for value in try decoded(Holder.self, #"{"base":{"$class":"\#(name)"}}"#) {
        #expect(type(of: value.base) == Base.self)
      }
    }
    for value in try decoded(Holder.self, #"{"base":{"$class":"Lists.Derived","name":"x"}}"#) {
      #expect(value.base is Derived && value.base.name == "x")
    }
  }

  @Test("a misspelled name in an array is refused")
  func misspelt() {
    expectRefused(Misspelt(), "Misspelt", "pasword", "unEncodedProperties")
  }
}

import AutoCoding
import Foundation
import Testing

private struct Place: AutoCoding {
  var city = "Bern"
  var zipCode: Int? = 3000
  var secret = "s"
}

private class Contact: AutoCoding, DefaultInitializable {
  var name = "n"
  var email: String? = "e"
  required init() {}
}

private final class Colleague: Contact {
  var badge = 7
}

private struct ByHand: AutoCoding {
  var shown = 1
  var hidden = 2
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(hidden, forKey: .other)
  }
  private enum Keys: CodingKey { case other }
}

private enum Kind: AutoCoding { case plain, other(Place) }

private struct Profile: AutoCoding {
  var id = 1
  var homeAddress: Place? = Place()
  var street = "x"
  var contacts: [Contact] = [Contact(), Colleague()]
  var byName = ["a": [Place()]]
  var ratio = 1.50
  var password = "p"
  var kind = Kind.plain
  var own = ByHand()
  var any: Any = 1
  var left = 1
  static var propertyRules: PropertyRules { ["street": .key("homeAddress2.street"), "left": .excluded(default: 1)] }
}

/// Properties that an encoder includes or omits.
struct SelectedPropertiesTests {
  private func json(
    _ value: some Encodable, including included: Set<String>? = nil, omitting omitted: Set<String> = [],
    _ change: (AutoJSONEncoder) -> Void = { _ in }
  ) throws -> String {
    let encoder = AutoJSONEncoder()
    encoder.includedProperties = included
    encoder.omittedProperties = omitted
    change(encoder)
    return try encoder.encodeToString(value)
  }

  @Test("included ones are all that is written")
  func included() throws {
    #expect(try json(Profile(), including: ["id"]) == #"{"id":1}"#)
    #expect(try json(Profile(), including: []) == "{}")
    #expect(try json(Profile(), including: ["password", "id", "ratio"]) == #"{"id":1,"ratio":1.5,"password":"p"}"#)
    #expect(
      try json(Profile(), including: ["homeAddress.city", "street"])
        == #"{"homeAddress":{"city":"Bern"},"homeAddress2":{"street":"x"}}"#)
    #expect(try json(Profile(), including: ["byName.city"]) == #"{"byName":{"a":[{"city":"Bern"}]}}"#)
    #expect(try json([Profile(), Profile(id: 2)], including: ["id"]) == #"[{"id":1},{"id":2}]"#)
    #expect(try json(["k": Profile()], including: ["id"]) == #"{"k":{"id":1}}"#)
    #expect(try json(Profile(homeAddress: nil), including: ["homeAddress.city", "id"]) == #"{"id":1}"#)
    #expect(try json(Profile(contacts: []), including: ["contacts.name"]) == #"{"contacts":[]}"#)
    #expect(try json(Profile(), including: ["homeAddress.city", "homeAddress"]).contains("secret"))
  }

  @Test("omitted ones are not written")
  func omitted() throws {
    let place = #"{"city":"Bern","zipCode":3000}"#
    #expect(try json(Place(), omitting: ["secret"]) == place)
    #expect(try json([Place?.none, Place()], omitting: ["secret"]) == "[null,\(place)]")
    let profile = try json(Profile(), omitting: ["homeAddress.secret", "byName.secret", "password", "own", "contacts"])
    #expect(profile.contains(#""homeAddress":\#(place)"#) && profile.contains(#""byName":{"a":[\#(place)]}"#))
    #expect(!profile.contains("secret") && !profile.contains("password") && !profile.contains("own"))
    #expect(
      try json(Profile(), including: ["homeAddress", "id"], omitting: ["homeAddress.secret", "id"])
        == #"{"homeAddress":\#(place)}"#)
  }

  @Test("properties of subclasses, with the names of classes")
  func classes() throws {
    let text = try json(Profile(), including: ["contacts.badge"])
    #expect(text.hasPrefix(#"{"contacts":[{},{"$class":"#) && text.hasSuffix(#","badge":7}]}"#))
    let colleague = try json(Colleague() as Contact, omitting: ["badge", "email"])
    #expect(!colleague.contains("badge") && colleague.hasSuffix(#""name":"n"}"#))
    #expect(try json(Contact(), omitting: ["email"]) == #"{"name":"n"}"#)
    let contacts = try json([Contact(), Colleague()], omitting: ["email"])
    #expect(!contacts.contains("email"))
    let decoded = try AutoJSONDecoder().decode([Contact].self, from: contacts)
    #expect(decoded.map { type(of: $0) == Colleague.self } == [false, true])
  }

  @Test("dictionaries have the same properties as JSON")
  func dictionaries() throws {
    let encoder = DictionaryEncoder()
    func check(_ value: some Encodable, including included: Set<String>? = nil, omitting omitted: Set<String> = [])
      throws
    {
      encoder.includedProperties = included
      encoder.omittedProperties = omitted
      let found = try JSONSerialization.data(withJSONObject: encoder.encodeValue(value), options: .sortedKeys)
      let text = try json(value, including: included, omitting: omitted)
      let expected = try JSONSerialization.data(
        withJSONObject: JSONSerialization.jsonObject(with: Data(text.utf8)), options: .sortedKeys)
      #expect(found == expected)
    }
    try check(Profile(), including: ["id", "contacts.badge", "homeAddress.city"])
    try check(Profile(), including: [])
    try check([Profile(), Profile(id: 2)], including: ["byName.city"], omitting: ["id"])
    try check(["k": Profile()], omitting: ["password", "homeAddress.secret", "contacts"])
    encoder.omittedProperties = ["strange"]
    encoder.includedProperties = nil
    let error = #expect(throws: EncodingError.self) { try encoder.encode(Profile()) }
    #expect("\(try #require(error))".contains("strange"))
    encoder.omittedProperties = []
    encoder.leafFormat = .native
    encoder.includedProperties = ["id"]
    #expect(try encoder.encode(Profile()) as? [String: Int] == ["id": 1])
  }

  @Test("options of the encoder hold")
  func options() throws {
    #expect(
      try json(Profile(), including: ["homeAddress.zipCode"]) { $0.keyEncodingStrategy = .convertToSnakeCase }
        == #"{"home_address":{"zip_code":3000}}"#)
    #expect(
      try json(Place(), omitting: ["secret"]) { $0.outputFormatting = [.prettyPrinted, .sortedKeys] } == """
        {
          "city" : "Bern",
          "zipCode" : 3000
        }
        """)
    #expect(
      try json(Place(zipCode: nil), omitting: ["secret"]) { $0.nilEncodingStrategy = .null }
        == #"{"city":"Bern","zipCode":null}"#)
    #expect(throws: EncodingError.self) {
      try json(Place(), omitting: ["secret"]) { $0.keyEncodingStrategy = .custom { $0[$0.count - 1] } }
    }
    let encoder = AutoJSONEncoder()
    encoder.omittedProperties = ["secret"]
    var buffer: [UInt8] = []
    try encoder.encode(Place(), appendingTo: &buffer)
    #expect(buffer.elementsEqual(try encoder.encode(Place())))
    encoder.omittedProperties = []
    #expect(try encoder.encodeToString(Place()).contains("secret"))
  }

  /// What the error says of paths; "none" if there is none.
  private func message(_ paths: Set<String>, _ value: some Encodable = Profile()) -> String {
    do {
      _ = try json(value, omitting: paths)
      return "none"
    } catch EncodingError.invalidValue(_, let context) {
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }

  @Test("a path that leads to no property that is written is refused")
  func refused() {
    #expect(
      message(["secrets"], Place()) == """
        omittedProperties has the path "secrets", but \(name(Place.self)) has no property "secrets". It has "city", \
        "zipCode", "secret". Correct the path.
        """)
    #expect(message(["homeAddress.secrets"]).contains(#"has no property "secrets""#))
    #expect(message(["byName.secrets"]).contains(#"has no property "secrets""#))
    #expect(message(["contacts.badges"]).contains(#"has no property "badges""#))
    #expect(message(["home_address"]).contains(#"has no property "home_address""#))
    #expect(message(["own.hidden"]).contains("is not written by its properties"))
    #expect(message(["kind.other"]).contains("is an enum"))
    #expect(message(["any.x"]).contains("has no properties that are known"))
    #expect(message(["password.x"]).contains("has no properties that are known"))
    #expect(message(["left"]).contains(#"does not write "left""#))
    #expect(message(["a..b"]).contains("a name is empty"))
    #expect(message(["hidden"], ByHand()).contains("is not written by its properties"))
    #expect(message(["x"], 5).contains("has no properties that are known"))
    #expect(message(["x"], JSONValue.object(["x": 1])).contains("has no properties that are known"))
    #expect(message(["kind.other"]).hasSuffix(#"which has no properties. Name the whole property instead: "kind"."#))
    #expect(message(["own.hidden"]).hasSuffix(#"so they are unknown. Name the whole property instead: "own"."#))
  }

  enum Choice: AutoCoding { case one(token: Int) }
  struct Own: Codable { var token = 1 }

  @Test("a path in a root that is no model says that it has to be removed, since there is no whole property to name")
  func roots() {
    #expect(
      message(["token"], Choice.one(token: 1)) == """
        omittedProperties has the path "token", but \(name(Choice.self)) is an enum, which has no properties. Remove the \
        path: an enum is encoded as a whole.
        """)
    #expect(
      message(["token"], Own()) == """
        omittedProperties has the path "token", but \(name(Own.self)) has no properties that are known. Remove the path: \
        only types that AutoCoding encodes, without their own encode(to:), have properties that are known.
        """)
  }

  @Test("the error for a wrong path has nothing of the value, whose secrets would be in a log")
  func redactedErrors() throws {
    let place = Place(secret: "hunter2")
    let json = AutoJSONEncoder()
    let dictionaries = DictionaryEncoder()
    json.omittedProperties = ["sercet"]
    dictionaries.omittedProperties = ["sercet"]
    let errors = [
      #expect(throws: EncodingError.self) { try json.encode(place) },
      #expect(throws: EncodingError.self) { try json.encode([place]) },
      #expect(throws: EncodingError.self) { try dictionaries.encode(place) },
    ]
    for error in errors {
      let error = try #require(error)
      #expect(!"\(error)".contains("hunter2") && !String(reflecting: error).contains("hunter2"))
      if case .invalidValue(let value, _) = error { #expect(value is Any.Type) }
    }
  }

  private func name(_ type: Any.Type) -> String {
    String(reflecting: type).replacing(/\(unknown context at [^)]*\)\./, with: "")
  }
}

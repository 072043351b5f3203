import AutoCoding
import Foundation
import Testing

private struct User: AutoCoding {
  var userID = 1
  var passwordHash = "p"
  static let typeRules = TypeRules(keyStyle: .original)
}

private struct Account: AutoCoding {
  var firstName = "Ada"
  var login = Login()
  var plain = PlainLogin()
  var users = [User()]
  var extraKeys: [String: String] = ["someNote": "n"]
  static let typeRules = TypeRules(keyStyle: .kebabCase)
  static let propertyRules: PropertyRules = [
    "login": .flattened, "extraKeys": .flattened, "firstName": .key("theNames.firstName"),
  ]
}

private struct Login: AutoCoding {
  var passWord = "p"
  var lastLogin = 2
  static let typeRules = TypeRules(keyStyle: .pascalCase)
}

private struct PlainLogin: AutoCoding {
  var passWord = "p"
  var lastLogin = 2
}

/// The keys of the object are those of the type around it, which has no key style.
private struct Enclosing: AutoCoding {
  var myName = "m"
  var rest = Rest()
  static let propertyRules: PropertyRules = ["rest": .flattened]

  struct Rest: AutoCoding {
    var others = ["someSecret": 1, "noSecret": 2]
    static let typeRules = TypeRules(keyStyle: .original)
    static let propertyRules: PropertyRules = ["others": .flattened]
  }
}

private class Base: AutoCoding, DefaultInitializable {
  var homeTown = "h"
  var postCode = 1
  class var typeRules: TypeRules { TypeRules() }
  required init() {}
}

private final class StyledHome: Base {
  override class var typeRules: TypeRules { TypeRules(keyStyle: .original) }
}

private class Machine: AutoCoding, DefaultInitializable {
  var wheels = 4
  var licensePlate = "x"
  class var typeRules: TypeRules {
    TypeRules(typeKey: "vehicleType", types: ["plain": Machine.self, "car": Car.self, "van": Van.self])
  }
  required init() {}
}

private class Car: Machine {
  var doors = 2
  var trailer: Machine? = Van()
}

private final class Van: Machine { var load = 1 }

private class StyledVehicle: AutoCoding, DefaultInitializable {
  var wheelCount = 4
  class var typeRules: TypeRules {
    TypeRules(keyStyle: .original, typeKey: "vehicleType", types: ["car": StyledCar.self])
  }
  required init() {}
}

private final class StyledCar: StyledVehicle { var doorCount = 2 }

private struct Depot: AutoCoding {
  var name = "f"
  var all: [Machine] = [Car(), Van(), Machine()]
  var byName: [String: [Machine]] = ["a": [Van()]]
  var styled: StyledVehicle = StyledCar()
  var shape = Shape.circle(radius: 1)

  enum Shape: AutoCoding {
    case circle(radius: Int), empty
    static let typeRules = TypeRules(caseKey: "shapeType")
  }
}

/// Encoders that convert to snake case or not, as closures that return the decoded JSON.
private struct Writer: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let write: @Sendable (any Encodable, Set<String>?, Set<String>, JSONEncoder.KeyEncodingStrategy) throws -> Any

  static let all = [
    Writer(testDescription: "JSON") { value, included, omitted, strategy in
      let encoder = AutoJSONEncoder()
      encoder.keyEncodingStrategy = strategy
      (encoder.includedProperties, encoder.omittedProperties) = (included, omitted)
      return try JSONSerialization.jsonObject(with: encoder.encode(value))
    },
    Writer(testDescription: "dictionaries") { value, included, omitted, strategy in
      let encoder = DictionaryEncoder()
      encoder.keyEncodingStrategy = strategy
      (encoder.includedProperties, encoder.omittedProperties) = (included, omitted)
      return try encoder.encodeValue(value)
    },
  ]

  func expect(
    _ value: any Encodable, including included: Set<String>? = nil, omitting omitted: Set<String> = [],
    _ strategy: JSONEncoder.KeyEncodingStrategy = .convertToSnakeCase, is text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
    let found = try JSONSerialization.data(withJSONObject: write(value, included, omitted, strategy), options: options)
    let expected = try JSONSerialization.data(
      withJSONObject: JSONSerialization.jsonObject(with: Data(text.utf8)), options: options)
    #expect(
      String(decoding: found, as: UTF8.self) == String(decoding: expected, as: UTF8.self),
      sourceLocation: sourceLocation)
  }
}

/// Selected properties with key styles, strategies and tags.
struct SelectedKeyTests {
  @Test("a key that no strategy converts is selected as it is written", arguments: Writer.all)
  fileprivate func fixedKeys(writer: Writer) throws {
    try writer.expect(User(), omitting: ["passwordHash"], is: #"{"userID": 1}"#)
    try writer.expect(User(), including: ["userID"], is: #"{"userID": 1}"#)
    try writer.expect(["k": [User()]], omitting: ["passwordHash"], is: #"{"k": [{"userID": 1}]}"#)
    try writer.expect(User(), omitting: ["passwordHash"], .useDefaultKeys, is: #"{"userID": 1}"#)
    try writer.expect(
      [Base(), StyledHome()], omitting: ["homeTown"],
      is: #"[{"post_code": 1}, {"$class": "\#(name(StyledHome.self))", "postCode": 1}]"#)
    try writer.expect(StyledHome(), including: ["homeTown"], is: #"{"homeTown": "h"}"#)
  }

  @Test("so are those of flattened models and dictionaries", arguments: Writer.all)
  fileprivate func flattened(writer: Writer) throws {
    try writer.expect(
      Account(), omitting: ["login.passWord", "plain.passWord", "users.passwordHash", "extraKeys"],
      is: #"{"theNames": {"firstName": "Ada"}, "LastLogin": 2, "plain": {"last_login": 2}, "users": [{"userID": 1}]}"#)
    try writer.expect(
      Account(), omitting: ["login", "plain", "users", "firstName"], is: #"{"someNote": "n"}"#)
    try writer.expect(
      Account(), including: ["login.passWord", "firstName", "extraKeys", "plain.lastLogin"],
      is: #"{"theNames": {"firstName": "Ada"}, "PassWord": "p", "plain": {"last_login": 2}, "someNote": "n"}"#)
    try writer.expect(Enclosing(), omitting: ["rest"], is: #"{"my_name": "m"}"#)
    try writer.expect(Enclosing(), omitting: ["rest.others"], is: #"{"my_name": "m"}"#)
    try writer.expect(Enclosing(), including: ["rest.others"], is: #"{"some_secret": 1, "no_secret": 2}"#)
  }

  private struct Nested: AutoCoding {
    var first = 1
    var second = 2
    var third: Int?
    var model = Model()
    static let propertyRules: PropertyRules = [
      "first": .key("out.in.first"), "second": .key("out.second"), "third": .key("out.in.third"),
    ]

    struct Model: AutoCoding { var n = 1 }
  }

  @Test("an object that is there for key paths alone is left out if it has nothing", arguments: Writer.all)
  fileprivate func emptyKeyPaths(writer: Writer) throws {
    try writer.expect(Nested(), omitting: ["first"], is: #"{"out": {"second": 2}, "model": {"n": 1}}"#)
    try writer.expect(Nested(), omitting: ["first", "second"], is: #"{"model": {"n": 1}}"#)
    try writer.expect(Nested(), omitting: ["second"], is: #"{"out": {"in": {"first": 1}}, "model": {"n": 1}}"#)
    try writer.expect(Nested(), including: ["third"], is: "{}")
    try writer.expect([Nested()], including: ["third", "second"], is: #"[{"out": {"second": 2}}]"#)
    // A model is there.
    try writer.expect(Nested(), including: ["model"], omitting: ["model.n"], is: #"{"model": {}}"#)
  }

  @Test("white space stays as it is if an object is left out")
  func whiteSpace() throws {
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    encoder.omittedProperties = ["first", "second"]
    #expect(
      try encoder.encodeToString(Nested()) == """
        {
          "model" : {
            "n" : 1
          }
        }
        """)
    encoder.omittedProperties = ["first", "second", "model"]
    #expect(try encoder.encodeToString(Nested()) == "{\n\n}")
    encoder.omittedProperties = ["first", "model"]
    #expect(
      try encoder.encodeToString(Nested()) == """
        {
          "out" : {
            "second" : 2
          }
        }
        """)
  }

  @Test("a custom key strategy is refused, whatever the type's keys are", arguments: Writer.all)
  fileprivate func customStrategy(writer: Writer) throws {
    let strategy = JSONEncoder.KeyEncodingStrategy.custom { $0[$0.count - 1] }
    #expect(throws: EncodingError.self) { try writer.write(User(), nil, ["passwordHash"], strategy) }
    #expect(throws: EncodingError.self) { try writer.write(User(), ["userID"], [], strategy) }
    #expect(throws: EncodingError.self) { try writer.write(User(), [], [], strategy) }
  }

  @Test("the tags of classes stay, so that what is left can be decoded", arguments: Writer.all)
  fileprivate func tags(writer: Writer) throws {
    try writer.expect([Car()] as [Machine], including: ["wheels"], is: #"[{"vehicle_type": "car", "wheels": 4}]"#)
    try writer.expect(Car() as Machine, including: [], .useDefaultKeys, is: #"{"vehicleType": "car"}"#)
    try writer.expect(
      ["k": [Machine(), Van()]], including: ["load"], .useDefaultKeys,
      is: #"{"k": [{"vehicleType": "plain"}, {"vehicleType": "van", "load": 1}]}"#)
    try writer.expect(
      Car(), including: ["trailer.licensePlate"], .useDefaultKeys,
      is: #"{"vehicleType": "car", "trailer": {"vehicleType": "van", "licensePlate": "x"}}"#)
    try writer.expect(
      Depot(), including: ["all.wheels", "byName.load", "styled.wheelCount", "shape"],
      is: """
        {"all": [{"vehicle_type": "car", "wheels": 4}, {"vehicle_type": "van", "wheels": 4},
         {"vehicle_type": "plain", "wheels": 4}], "by_name": {"a": [{"vehicle_type": "van", "load": 1}]},
         "styled": {"vehicleType": "car", "wheelCount": 4}, "shape": {"shape_type": "circle", "radius": 1}}
        """)
    try writer.expect(
      Depot(), including: ["all", "name"],
      omitting: ["all.wheels", "all.licensePlate", "all.trailer", "all.doors", "all.load"],
      .useDefaultKeys,
      is: #"{"name": "f", "all": [{"vehicleType": "car"}, {"vehicleType": "van"}, {"vehicleType": "plain"}]}"#)
  }

  private class Above: AutoCoding, DefaultInitializable {
    private var secret = "a"
    var open = 1
    class var propertyKeys: [String: String] { ["secret": "aSecret"] }
    required init() {}
  }

  private final class Below: Above {
    private var secret = "b"
    override class var propertyKeys: [String: String] { ["secret": "bSecret"] }
  }

  @Test("a name that a class and its superclass have means both properties", arguments: Writer.all)
  fileprivate func sameNames(writer: Writer) throws {
    try writer.expect(Below(), omitting: ["secret"], is: #"{"open": 1}"#)
    try writer.expect(Below(), including: ["secret"], .useDefaultKeys, is: #"{"aSecret": "a", "bSecret": "b"}"#)
  }

  private final class Late: AutoCoding, DefaultInitializable {
    var open = 1
    var others: [String: String] = [:]
    static let propertyRules: PropertyRules = ["others": .flattened]
    init() {}
    func willEncode() throws { others["token"] = "secret" }
  }

  @Test("keys that willEncode() adds are left out, too", arguments: Writer.all)
  fileprivate func willEncode(writer: Writer) throws {
    try writer.expect(Late(), omitting: ["others"], is: #"{"open": 1}"#)
    try writer.expect(Late(), including: ["others"], is: #"{"token": "secret"}"#)
  }

  private struct Edited: AutoCoding, Equatable {
    var name = "n"
    var secret = "s"
    var place: [String: Int] = ["a": 1]
  }

  @Test("a merge patch has no more than the encoder writes")
  func mergePatch() throws {
    let encoder = AutoJSONEncoder()
    encoder.omittedProperties = ["secret"]
    let difference = try ModelDifference(from: Edited(), to: Edited(name: "m", secret: "t", place: ["a": 2]))
    #expect(
      try String(decoding: difference.jsonMergePatch(by: encoder), as: UTF8.self) == #"{"name":"m","place":{"a":2}}"#)
    encoder.includedProperties = ["place"]
    #expect(try String(decoding: difference.jsonMergePatch(by: encoder), as: UTF8.self) == #"{"place":{"a":2}}"#)
  }

  @Test("what is left is decoded")
  func decoding() throws {
    let encoder = AutoJSONEncoder()
    encoder.includedProperties = ["wheels"]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let vehicles = try decoder.decode([Machine].self, from: encoder.encode([Car(), Van()] as [Machine]))
    #expect(vehicles.map { type(of: $0) == Car.self } == [true, false])
  }

  private func name(_ type: Any.Type) -> String {
    String(reflecting: type).replacing(/\(unknown context at [^)]*\)\./, with: "")
  }
}

// Types with every kind of mistake that TypeMap.validateAll() finds, and some that look like one and are in order. They are a
// module of their own, so that tests can choose it.
import AutoCoding

// MARK: Mistakes that the type map knows of

struct Uncodable: AutoCoding {
  var name = ""
  var action: (@Sendable () -> Void)?
}

class UncodableBase: AutoCoding {
  var action: (@Sendable () -> Void)?
}

final class UncodableBelow: UncodableBase {
  var name = ""
}

/// A type that can be encoded alone.
public struct Report: AutoCoding {
  let title: String
  let rendered: [UInt8]
  /// What can be made of the title.
  public static var unEncodedProperties: Set<String> { ["rendered"] }
}

/// A type that can be decoded.
public struct Invoice: AutoCoding {
  let number: Int
}

struct FirstNamesake: AutoCoding {
  static var archivedTypeName: String { "Namesake" }
}

struct SecondNamesake: AutoCoding {
  static var formerTypeNames: Set<String> { ["Namesake"] }
}

// MARK: Declarations of another type or place

struct AnotherType: AutoCoding {
  var password = ""
  static let unEncodedProperties = "password"
}

enum AnotherNumber: AutoCoding {
  case some(Int)
  static var archiveVersion: UInt8 { 2 }
}

struct AnotherDictionary: AutoCoding {
  var password = ""
  static let propertyRules = ["password": PropertyRule.excluded]
}

struct AsFunction: AutoCoding {
  var password = ""
  static func unEncodedProperties() -> Set<String> { ["password"] }
}

struct OfValues: AutoCoding {
  var name = ""
  var propertyKeys: [String: String] { ["name": "fullName"] }
}

struct LaterDone: AutoCoding {
  var name = ""
  func didDecode() async throws {}
}

// MARK: Other names

struct Misspelt: AutoCoding {
  var password = ""
  static var unencodedProperties: Set<String> { ["password"] }
  private static let formerTypeName: Set<String> = ["Spelt"]
  private static let propertyRule: PropertyRules = ["password": .excluded]
  private static let typerules = TypeRules(keyStyle: .snakeCase)
}

struct Extended: AutoCoding {
  var name = ""
}

extension Extended {
  static var archivedVersion: Int { 2 }
  static func migrates(_ properties: inout ArchivedProperties, from version: Int) throws {}
  func didDecodes() throws {}
}

private enum Hidden: AutoCoding {
  case one
  static var archiveTypeName: String { "Hidden" }
}

/// Names a local type, which has a mistake, and nothing else does.
public var localType: any AutoCoding.Type {
  struct Local: AutoCoding {
    var name = ""
    static var propertyKey: [String: String] { [:] }
  }
  return Local.self
}

// MARK: Below the class that conforms

class Base: AutoCoding {
  var name = ""
}

class Below: Base {
  var password = ""
  class var unEncodedProperties: Set<String> { ["password"] }
  class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  func didDecode() throws {}
  func encode(to encoder: any Encoder) throws {}
}

class ByHand: AutoCoding {
  required init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {}
}

final class Inheriting: ByHand {
  var lost = 1
}

final class FurtherBelow: Below {
  override class var unEncodedProperties: Set<String> { ["password"] }
}

// MARK: Both forms of a call

struct BothCalls: AutoCoding {
  var name = ""
  func didDecode() throws {}
  func didDecode(in context: DecodingContext) throws {}
}

// MARK: A property wrapper that is a model

@propertyWrapper struct Boxed<Value: Codable>: AutoCoding {
  private var box: [Value]
  var wrappedValue: Value { box[0] }
  init(wrappedValue: Value) { box = [wrappedValue] }
}

struct HoldsBoxed: AutoCoding {
  @Boxed var level = 1
}

// MARK: In order

struct HoldsKeyedBox: AutoCoding {
  @Boxed var level = 1
  static let propertyKeys = ["_level": "level"]
}

struct HoldsUnderscored: AutoCoding {
  private var _invoice = Invoice(number: 1)
  var invoice: Invoice { _invoice }
}

class Declaring: AutoCoding {
  var name = ""
  class var unEncodedProperties: Set<String> { [] }
  class var propertyKeys: [String: String] { ["name": "fullName"] }
  static let propertyRules: PropertyRules = ["name": .formerly("nickname")]
  static let typeRules = TypeRules(keyStyle: .original)
  class var formerTypeNames: Set<String> { [] }
  class var archiveVersion: Int { 0 }
  class var archivedTypeName: String { "Declaring" }
  class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  func didDecode() throws {}
}

final class Overriding: Declaring {
  var password: String?
  override class var unEncodedProperties: Set<String> { ["password"] }
  override class var archivedTypeName: String { "Overriding" }
  override class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  override func didDecode() throws {}
}

/// A migration that is never called, since all data is of version 0.
struct Unversioned: AutoCoding {
  var name = ""
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
    properties.renameKey("title", to: "name")
  }
}

struct Resembling: AutoCoding {
  var name = ""
  @Transient var archiveVersion: Int?
  lazy var excludedProperties: Set<String> = []
  static var excludedProperties: Set<String> { ["name"] }
  static func propertyKeys(for name: String) -> [String] { [name] }
  static func migrate(_ name: String) {}
  func didEncode() {}
  var propertykey: String { "" }
}

// MARK: Generic types

struct Pair<Value: Codable>: AutoCoding {
  var first: Value
  var second: (@Sendable () -> Void)?
}

/// Swift never calls what it declares.
extension Pair where Value == Int {
  static var unEncodedProperties: Set<String> { ["second"] }
}

struct Conditional<Value> {
  var value: Value
}

extension Conditional: Codable, AutoCoding where Value: Codable {
  static var propertyKeys: [String: String] { ["value": "v"] }
}

struct HoldsConditional: AutoCoding {
  var value: Conditional<Int>
}

struct Unused<Value: Codable>: AutoCoding {
  var value: Value
}

class GenericBelow<Value: Codable>: Base {
  var value: Value?
}

struct HoldsPair: AutoCoding {
  var pairs: [Pair<Int>]
}

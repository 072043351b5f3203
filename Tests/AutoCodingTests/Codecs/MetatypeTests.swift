import AutoCoding
import Foundation
import Testing

/// Metatypes of structs and enums, of which Swift stores nothing, in properties that are left out.
struct MetatypeTests {
  private struct Route: AutoCoding {
    var handler: Int.Type? = nil
    var name = "x"
    static let unEncodedProperties: Set<String> = ["handler"]
  }

  private struct Last: AutoCoding {
    var name = "x"
    var handler: MetatypeTests.Type? = nil
    static let unEncodedProperties: Set<String> = ["handler"]
  }

  private struct Close: AutoCoding {
    var isOpen = true
    var handler: Int.Type? = nil
    var isLast = true
    static let unEncodedProperties: Set<String> = ["handler"]
  }

  private final class Job: AutoCoding {
    var kind: String.Type? = nil
    var name = "x"
    init() {}
    class var unEncodedProperties: Set<String> { ["kind"] }
  }

  private class Base {}

  private struct Holder<Value>: AutoCoding {
    var type: Value.Type? = nil
    var `class`: Base.Type? = nil
    var optional: Value? = nil
    var name = "x"
    static var unEncodedProperties: Set<String> { ["type", "class", "optional"] }
  }

  private struct Wrapped: AutoCoding {
    @Transient var type: Int.Type? = nil
    var name = "x"
  }

  private struct Declared: AutoCoding {
    var type: Int.Type? = Int.self
    var name = "x"
    static var propertyRules: PropertyRules { ["type": .excluded(default: nil)] }
  }

  private func decoded<Value: AutoCoding>(_ type: Value.Type) throws -> [Value] {
    try [
      jsonValue(type, #"{"name":"y"}"#), AutoJSONDecoder().decode(type, from: #"{"name":"y"}"#),
      DictionaryDecoder().decode(type, from: ["name": "y"]),
    ]
  }

  @Test("an Optional of a metatype that is left out is nil after decoding")
  func optionalIsNil() throws {
    for route in try decoded(Route.self) { #expect(route.handler == nil && route.name == "y") }
    for last in try decoded(Last.self) { #expect(last.handler == nil && last.name == "y") }
    for job in try decoded(Job.self) { #expect(job.kind == nil && job.name == "y") }
    for declared in try decoded(Declared.self) { #expect(declared.type == nil && declared.name == "y") }
    for wrapped in try decoded(Wrapped.self) { #expect(wrapped.type == nil && wrapped.name == "y") }
    for holder in try decoded(Holder<Int>.self) {
      #expect(holder.type == nil && holder.class == nil && holder.optional == nil && holder.name == "y")
    }
    for holder in try decoded(Holder<Int.Type>.self) { #expect(holder.type == nil && holder.optional == nil) }
    #expect(try ModelValue.copy(of: Job()).kind == nil)
  }

  @Test("properties around it keep their values", arguments: TestCoder.allCases)
  func neighbors(_ coder: TestCoder) throws {
    let close = try coder.roundTrip(Close(isOpen: false, handler: Int.self, isLast: false))
    #expect(!close.isOpen && close.handler == nil && !close.isLast)
    #expect(try coder.roundTrip(Job()).kind == nil)
    #expect(try coder.roundTrip(Last(name: "z", handler: MetatypeTests.self)).name == "z")
  }

  private struct Pair: AutoCoding {
    var pair: (Int.Type, Int)? = nil
    var name = "x"
    static let unEncodedProperties: Set<String> = ["pair"]
  }

  private struct LastPair: AutoCoding {
    var name = "x"
    var pair: (Int.Type, Int)? = nil
    static let unEncodedProperties: Set<String> = ["pair"]
  }

  private struct InGeneric<Value>: AutoCoding {
    var handler: Int.Type? = nil
    var name = "x"
    static var unEncodedProperties: Set<String> { ["handler"] }
  }

  private struct MadeByInit<Value>: AutoCoding, DefaultInitializable {
    var name = "x"
    var handler: Int.Type? = nil
    static var unEncodedProperties: Set<String> { ["handler"] }
  }

  @Test("what is stored in a form that is not known is left to init()")
  func unknownForm() throws {
    for error in [
      #expect(throws: AutoCodingError.self) { try jsonValue(Pair.self, #"{"name":"y"}"#) },
      #expect(throws: AutoCodingError.self) { try jsonValue(LastPair.self, #"{"name":"y"}"#) },
      #expect(throws: AutoCodingError.self) { try jsonValue(InGeneric<Int>.self, #"{"name":"y"}"#) },
    ] {
      let problem = try #require(error?.problems.first)
      #expect("\(problem)".contains("pair") || problem.property == "handler")
    }
    #expect(try jsonText(InGeneric<Int>(handler: Int.self)) == #"{"name":"x"}"#)
    #expect(try jsonValue(MadeByInit<Int>.self, #"{"name":"y"}"#).handler == nil)
  }

  private enum Command: AutoCoding {
    case run(Bool.Type)
    case stop
  }

  @Test("a metatype in a payload is named in the error")
  func payload() throws {
    let error = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: Command.self) }
    #expect(error.description.contains("The payload of case 'run' is a metatype, which cannot be stored."))
  }

  private enum ByName: PropertyTransformer {
    static func encode(_ value: Int.Type) -> String { "\(value)" }
    static func decode(_: String) -> Int.Type { Int.self }
  }

  private struct Transformed: AutoCoding {
    var type: Int.Type? = nil
    static let propertyRules: PropertyRules = ["type": .transformed(by: ByName.self)]
  }

  @Test("a metatype without memory cannot be transformed")
  func transformer() throws {
    let error = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: Transformed.self) }
    #expect(error.description.contains("has no value to transform"))
  }

  private struct Stated: AutoCoding {
    var type: Int.Type? = nil
    var name = "x"
    static var propertyRules: PropertyRules { ["type": .excluded(default: Int.self as Int.Type?)] }
  }

  @Test("its only default is nil")
  func statedDefault() throws {
    let error = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: Stated.self) }
    #expect(error.description.contains("Remove it: the property's default is nil."))
  }

  private struct Action: AutoCoding {
    var action: (@Sendable () -> Int)? = nil
    static var propertyRules: PropertyRules { ["action": .excluded(default: { 42 } as (@Sendable () -> Int)?)] }
  }

  private enum Called: PropertyTransformer {
    static func encode(_ value: @Sendable () -> Int) -> Int { value() }
    static func decode(_ value: Int) -> @Sendable () -> Int { { value } }
  }

  private struct TransformedAction: AutoCoding {
    var action: @Sendable () -> Int = { 7 }
    static let propertyRules: PropertyRules = ["action": .transformed(by: Called.self)]
  }

  @Test("a function has no stated default and no transformer, even in an Optional")
  func functions() throws {
    let stated = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: Action.self) }
    #expect(stated.description.contains("the default of a function cannot be stored. Remove it"))
    let transformed = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: TransformedAction.self) }
    #expect(transformed.description.contains("a form that a transformer cannot take"))
  }
}
